//! Conversions, selections and the unary operations.

use klew_ir::{Conversion, FloatFormat, Type, UnaryOperation};
use klew_memory::{PointerOrigin, Value, float_format};
use klew_term::{RoundingMode, Sort, TermId};

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
        let even = RoundingMode::NearestEven;
        Ok(match (conversion, to) {
            (Conversion::ZeroExtend, Type::Int(width)) => self.terms.bv_zero_extend(a, width),
            (Conversion::SignExtend, Type::Int(width)) => self.terms.bv_sign_extend(a, width),
            (Conversion::Truncate, Type::Int(width)) => self.terms.bv_truncate(a, width),
            (Conversion::FloatToFloat, Type::Float(format)) => {
                self.terms.fp_to_fp(even, a, float_format(format))
            }
            (Conversion::SignedToFloat, Type::Float(format)) => {
                self.terms.fp_from_signed(even, a, float_format(format))
            }
            (Conversion::UnsignedToFloat, Type::Float(format)) => {
                self.terms.fp_from_unsigned(even, a, float_format(format))
            }
            (Conversion::FloatToSigned, Type::Int(width)) => {
                self.float_to_int(state, a, width, true)
            }
            (Conversion::FloatToUnsigned, Type::Int(width)) => {
                self.float_to_int(state, a, width, false)
            }
            (Conversion::FloatToSignedSaturating, Type::Int(width)) => {
                self.saturating(a, width, true)
            }
            (Conversion::FloatToUnsignedSaturating, Type::Int(width)) => {
                self.saturating(a, width, false)
            }
            (Conversion::FloatToBits, _) => {
                let (bits, fact) = self.terms.fp_to_bits(a);
                if let Some(fact) = fact {
                    self.add_fact(state, fact)?;
                }
                bits
            }
            (Conversion::BitsToFloat, Type::Float(format)) => {
                self.terms.fp_from_bits(a, float_format(format))
            }
            _ => {
                let what = format!("{conversion:?} from {from:?} to {to:?}");
                return Err(self.unsupported(state, what));
            }
        })
    }

    /// What does not fit is any number: a new symbol.
    fn float_to_int(&mut self, state: &mut State, a: TermId, width: u32, signed: bool) -> TermId {
        let zero = RoundingMode::TowardZero;
        let (fits, number) = if signed {
            let fits = self.terms.fp_fits_signed(zero, a, width);
            (fits, self.terms.fp_to_signed(zero, a, width))
        } else {
            let fits = self.terms.fp_fits_unsigned(zero, a, width);
            (fits, self.terms.fp_to_unsigned(zero, a, width))
        };
        if self.terms.as_bool(fits) == Some(true) {
            return number;
        }
        let any = self.unspecified(state, Sort::BitVec(width));
        self.terms.ite(fits, number, any)
    }

    fn saturating(&mut self, a: TermId, width: u32, signed: bool) -> TermId {
        let zero = RoundingMode::TowardZero;
        let low_bits = self.terms.bv(width, 0);
        let all = self.terms.bv_not(low_bits);
        let (fits, number, least, most) = if signed {
            let fits = self.terms.fp_fits_signed(zero, a, width);
            let number = self.terms.fp_to_signed(zero, a, width);
            let one = self.terms.bv(width, 1);
            let most = self.terms.bv_lshr(all, one);
            (fits, number, self.terms.bv_not(most), most)
        } else {
            let fits = self.terms.fp_fits_unsigned(zero, a, width);
            (fits, self.terms.fp_to_unsigned(zero, a, width), low_bits, all)
        };
        let negative = self.terms.fp_is_negative(a);
        let clamped = self.terms.ite(negative, least, most);
        let nan = self.terms.fp_is_nan(a);
        let clamped = self.terms.ite(nan, low_bits, clamped);
        self.terms.ite(fits, number, clamped)
    }

    /// A new symbol for a value that the program leaves open.
    pub(super) fn unspecified(&mut self, state: &mut State, sort: Sort) -> TermId {
        state.externals += 1;
        self.terms.symbol_named(&format!("unspecified#{}", state.externals), sort)
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
        let term = match value_type {
            Type::Float(_) => self.float_unary_term(operation, term),
            _ => {
                let width = value_type.bits(self.pointer_bits());
                self.integer_unary_term(operation, width, term)
            }
        };
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
