//! Conversions, selections and the unary operations.

use klew_ir::{Conversion, FloatFormat, Type, UnaryOperation};
use klew_memory::{ObjectId, PointerOrigin, Value};
use klew_term::{Sort, TermId, Terms};

use super::{arithmetic, float};
use crate::decode::mask;
use crate::decode::op::{Slot, Source};
use crate::machine::{Machine, Step};
use crate::state::State;

/// A concrete conversion; none where terms are needed.
#[inline(always)]
pub fn concrete(conversion: Conversion, from: Type, to: Type, a: u64) -> Option<u64> {
    match (conversion, from, to) {
        (Conversion::ZeroExtend, _, Type::Int(width)) if width <= 64 => Some(a),
        (Conversion::SignExtend, Type::Int(from), Type::Int(to)) if to <= 64 => {
            Some(arithmetic::signed(a, from) as u64 & mask(to))
        }
        (Conversion::Truncate, _, Type::Int(width)) if width <= 64 => Some(a & mask(width)),
        (Conversion::FloatToBits | Conversion::BitsToFloat, ..) => match (from, to) {
            (Type::Float(FloatFormat::X87 | FloatFormat::Quad), _)
            | (_, Type::Float(FloatFormat::X87 | FloatFormat::Quad)) => None,
            _ => Some(a),
        },
        _ => floating(conversion, from, to, a),
    }
}

fn floating(conversion: Conversion, from: Type, to: Type, a: u64) -> Option<u64> {
    let single = |value: f32| Some(u64::from(value.to_bits()));
    let number = match from {
        Type::Float(FloatFormat::Single) => f64::from(f32::from_bits(a as u32)),
        Type::Float(FloatFormat::Double) => f64::from_bits(a),
        _ => 0.0,
    };
    let known = matches!(from, Type::Float(FloatFormat::Single | FloatFormat::Double));
    match (conversion, from, to) {
        (Conversion::FloatToFloat, _, Type::Float(FloatFormat::Double)) if known => {
            Some(number.to_bits())
        }
        (Conversion::FloatToFloat, _, Type::Float(FloatFormat::Single)) if known => {
            single(number as f32)
        }
        (Conversion::SignedToFloat, Type::Int(width), Type::Float(FloatFormat::Single)) => {
            single(arithmetic::signed(a, width) as f32)
        }
        (Conversion::SignedToFloat, Type::Int(width), Type::Float(FloatFormat::Double)) => {
            Some((arithmetic::signed(a, width) as f64).to_bits())
        }
        (Conversion::UnsignedToFloat, _, Type::Float(FloatFormat::Single)) => single(a as f32),
        (Conversion::UnsignedToFloat, _, Type::Float(FloatFormat::Double)) => {
            Some((a as f64).to_bits())
        }
        (Conversion::FloatToSigned, _, Type::Int(width)) if known && width <= 64 => {
            let half = 2f64.powi(width as i32 - 1);
            let whole = number.trunc();
            (whole >= -half && whole < half).then(|| whole as i64 as u64 & mask(width))
        }
        (Conversion::FloatToUnsigned, _, Type::Int(width)) if known && width <= 64 => {
            let whole = number.trunc();
            (whole >= 0.0 && whole < 2f64.powi(width as i32)).then(|| whole as u64 & mask(width))
        }
        (Conversion::FloatToSignedSaturating, _, Type::Int(width)) if known && width <= 64 => {
            let most = (mask(width) >> 1) as i64;
            Some((number as i64).clamp(-most - 1, most) as u64 & mask(width))
        }
        (Conversion::FloatToUnsignedSaturating, _, Type::Int(width)) if known && width <= 64 => {
            Some((number as u64).min(mask(width)))
        }
        _ => None,
    }
}

/// A new symbol for a value that the program leaves open, named after how many a path has.
fn unspecified(terms: &mut Terms, externals: &mut u32, sort: Sort) -> TermId {
    *externals += 1;
    terms.symbol_named(&format!("unspecified#{externals}"), sort)
}

impl Machine<'_> {
    pub(super) fn convert(
        &mut self,
        state: &mut State,
        conversion: Conversion,
        types: (Type, Type),
        result: Slot,
        operand: Source,
    ) -> Step<()> {
        let (from, to) = types;
        let value = self.operand(state, operand, from);
        match conversion {
            Conversion::PointerToInt => {
                let address = state.memory.pointer_to_int(self.terms, value);
                let width = self.pointer_bits();
                let term = klew_memory::term_of(self.terms, address, Type::Int(width));
                let term = self.resized(term, to.bits(width));
                self.set_term(state, result, term);
            }
            Conversion::IntToPointer => {
                let term = self.value_term(&mut state.memory, value, from);
                let address = self.resized(term, self.program.data_model.pointer_bits);
                let address = klew_memory::from_term(self.terms, address);
                let (pointer, origin) = state.memory.int_to_pointer(self.terms, address);
                let _: PointerOrigin = origin;
                state.frame.registers[result as usize] = pointer;
            }
            _ => {
                let term = self.value_term(&mut state.memory, value, from);
                let term = self.convert_term(state, conversion, (from, to), term)?;
                self.set_term(state, result, term);
            }
        }
        self.settle(state)
    }

    /// The number of a pointer, of which only bits of a mask are looked at: those of an object with such an alignment are those of the
    /// offset.
    pub(super) fn address_bits(
        &mut self,
        state: &mut State,
        mask: u32,
        to: Type,
        (result, operand): (Slot, Source),
    ) -> Step<()> {
        let value = self.operand(state, operand, Type::Pointer);
        let aligned = |object: ObjectId| {
            let align = state.memory.object(object).map_or(1, |object| object.align);
            object.is_null() || align > u64::from(mask)
        };
        match value {
            Value::Pointer(object, offset) if aligned(object) => {
                state.frame.registers[result as usize] = Value::Int(offset & u64::from(mask));
                return Ok(());
            }
            Value::SymbolicPointer(pointer) => {
                let object = self.terms.as_u64(pointer.object).map(ObjectId::from_bits);
                if object.is_some_and(aligned) {
                    let width = self.pointer_bits();
                    let offset = self.resized(pointer.offset, to.bits(width));
                    self.set_term(state, result, offset);
                    return self.settle(state);
                }
            }
            _ => {}
        }
        self.convert(state, Conversion::PointerToInt, (Type::Pointer, to), result, operand)
    }

    /// Truncated or zero-extended to that many bits.
    fn resized(&mut self, term: TermId, width: u32) -> TermId {
        if self.terms.width(term) > width {
            self.terms.bv_truncate(term, width)
        } else {
            self.terms.bv_zero_extend(term, width)
        }
    }

    fn convert_term(
        &mut self,
        state: &mut State,
        conversion: Conversion,
        (from, to): (Type, Type),
        a: TermId,
    ) -> Step<TermId> {
        let externals = &mut state.externals;
        let any = |terms: &mut Terms, sort| unspecified(terms, externals, sort);
        let Some((term, fact)) = klew_semantics::convert(self.terms, conversion, to, a, any) else {
            let what = format!("{conversion:?} from {from:?} to {to:?}");
            return Err(self.unsupported(state, what));
        };
        if let Some(fact) = fact {
            self.add_fact(state, fact)?;
        }
        Ok(term)
    }

    pub(super) fn unary(
        &mut self,
        state: &mut State,
        operation: UnaryOperation,
        value_type: Type,
        result: Slot,
        operand: Source,
    ) -> Step<()> {
        let value = self.operand(state, operand, value_type);
        let fast = match (value, value_type) {
            (value, _) if operation == UnaryOperation::Freeze => Some(value),
            (Value::Int(a), Type::Int(width)) if width <= 64 => {
                Some(Value::Int(arithmetic::unary(operation, width, a)))
            }
            (Value::Int(a), Type::Float(format)) => {
                float::unary(operation, format, a).map(Value::Int)
            }
            _ => None,
        };
        if let Some(value) = fast {
            state.frame.registers[result as usize] = value;
            return Ok(());
        }
        let term = self.value_term(&mut state.memory, value, value_type);
        let bits = self.pointer_bits();
        let term = klew_semantics::unary(self.terms, operation, value_type, bits, term);
        self.set_term(state, result, term);
        self.settle(state)
    }

    pub(super) fn select(
        &mut self,
        state: &mut State,
        value_type: Type,
        result: Slot,
        sources: [Source; 3],
    ) -> Step<()> {
        let [condition, then, otherwise] = sources;
        let condition = self.condition(state, condition);
        let value = match self.terms.as_bool(condition) {
            Some(true) => state.frame.read(then),
            Some(false) => state.frame.read(otherwise),
            None => {
                let then = self.operand(state, then, value_type);
                let otherwise = self.operand(state, otherwise, value_type);
                state.memory.select(self.terms, condition, then, otherwise, value_type)
            }
        };
        state.frame.registers[result as usize] = value;
        self.settle(state)
    }
}
