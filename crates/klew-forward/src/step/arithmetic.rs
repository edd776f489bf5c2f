//! Integers: concretely on machine words up to 64 bits, otherwise as terms.

use klew_ir::{BinaryOperation, Comparison, OverflowOperation, Type, UnaryOperation};
use klew_memory::{ObjectId, Truth, Value};

use crate::decode::mask;
use crate::decode::op::{Slot, Source};
use crate::machine::{Machine, Step};
use crate::state::State;

/// The signed value of `width` bits.
#[inline(always)]
pub fn signed(value: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((value << shift) as i64) >> shift
}

/// An integer operation on at most 64 bits, with SMT-LIB's results for zero divisors and wide shifts.
#[inline(always)]
pub fn binary(operation: BinaryOperation, width: u32, a: u64, b: u64) -> u64 {
    let all = mask(width);
    let (wide, negative) = (b >= u64::from(width), signed(a, width) < 0);
    let result = match operation {
        BinaryOperation::Add => a.wrapping_add(b),
        BinaryOperation::Sub => a.wrapping_sub(b),
        BinaryOperation::Mul => a.wrapping_mul(b),
        BinaryOperation::And => a & b,
        BinaryOperation::Or => a | b,
        BinaryOperation::Xor => a ^ b,
        BinaryOperation::UnsignedDiv => a.checked_div(b).unwrap_or(all),
        BinaryOperation::UnsignedRem => a.checked_rem(b).unwrap_or(a),
        BinaryOperation::SignedDiv if b == 0 => {
            if negative {
                1
            } else {
                all
            }
        }
        BinaryOperation::SignedDiv => signed(a, width).wrapping_div(signed(b, width)) as u64,
        BinaryOperation::SignedRem if b == 0 => a,
        BinaryOperation::SignedRem => signed(a, width).wrapping_rem(signed(b, width)) as u64,
        BinaryOperation::ShiftLeft if wide => 0,
        BinaryOperation::ShiftLeft => a << b,
        BinaryOperation::LogicalShiftRight if wide => 0,
        BinaryOperation::LogicalShiftRight => a >> b,
        BinaryOperation::ArithmeticShiftRight => (signed(a, width) >> b.min(63)) as u64,
        // Not on integers; the program verifier rejects them.
        _ => 0,
    };
    result & all
}

/// A comparison of at most 64 bits.
#[inline(always)]
pub fn compare(comparison: Comparison, width: u32, a: u64, b: u64) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::UnsignedLess => a < b,
        Comparison::UnsignedLessEqual => a <= b,
        Comparison::SignedLess => signed(a, width) < signed(b, width),
        Comparison::SignedLessEqual => signed(a, width) <= signed(b, width),
    }
}

/// Whether an exact result does not fit, on at most 64 bits.
#[inline(always)]
pub fn overflows(operation: OverflowOperation, width: u32, a: u64, b: u64) -> bool {
    let (x, y) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
    let out = |exact: i128| exact != i128::from(signed(exact as u64 & mask(width), width));
    match operation {
        OverflowOperation::SignedAdd => out(x + y),
        OverflowOperation::SignedSub => out(x - y),
        OverflowOperation::SignedMul => out(x * y),
        OverflowOperation::UnsignedAdd => u128::from(a) + u128::from(b) > u128::from(mask(width)),
        OverflowOperation::UnsignedSub => a < b,
        OverflowOperation::UnsignedMul => u128::from(a) * u128::from(b) > u128::from(mask(width)),
    }
}

/// A unary operation on at most 64 bits.
#[inline(always)]
pub fn unary(operation: UnaryOperation, width: u32, a: u64) -> u64 {
    match operation {
        UnaryOperation::ByteSwap => a.swap_bytes() >> (64 - width),
        UnaryOperation::BitReverse => a.reverse_bits() >> (64 - width),
        UnaryOperation::PopulationCount => u64::from(a.count_ones()) & mask(width),
        UnaryOperation::LeadingZeros => u64::from(a.leading_zeros() - (64 - width)) & mask(width),
        UnaryOperation::TrailingZeros => u64::from(a.trailing_zeros().min(width)) & mask(width),
        _ => a,
    }
}

impl Machine<'_> {
    /// Operands that the path leaves one value.
    fn numbers(
        &mut self,
        state: &mut State,
        width: u32,
        operands: (Source, Source),
    ) -> Option<(u64, u64)> {
        if width > 64 || !state.path.narrowed.has_values() {
            return None;
        }
        let values = (
            self.operand(state, operands.0, Type::Int(width)),
            self.operand(state, operands.1, Type::Int(width)),
        );
        match values {
            (Value::Int(a), Value::Int(b)) => Some((a, b)),
            _ => None,
        }
    }

    #[cold]
    pub(super) fn binary_term(
        &mut self,
        state: &mut State,
        operation: BinaryOperation,
        width: u32,
        result: Slot,
        operands: (Source, Source),
    ) -> Step<()> {
        if let Some((a, b)) = self.numbers(state, width, operands) {
            state.frame.registers[result as usize] = Value::Int(binary(operation, width, a, b));
            return Ok(());
        }
        let a = self.operand_term(state, operands.0, Type::Int(width));
        let b = self.operand_term(state, operands.1, Type::Int(width));
        let Some(term) = klew_semantics::integer_binary(self.terms, operation, a, b) else {
            return Err(self.unsupported(state, "a floating-point operation on integers"));
        };
        self.set_term(state, result, term);
        self.settle(state)
    }

    #[cold]
    pub(super) fn compare_term(
        &mut self,
        state: &mut State,
        comparison: Comparison,
        width: u32,
        result: Slot,
        operands: (Source, Source),
    ) -> Step<()> {
        if let Some((a, b)) = self.numbers(state, width, operands) {
            state.frame.registers[result as usize] =
                Value::Int(u64::from(compare(comparison, width, a, b)));
            return Ok(());
        }
        let a = self.operand_term(state, operands.0, Type::Int(width));
        let b = self.operand_term(state, operands.1, Type::Int(width));
        let term = klew_semantics::compare(self.terms, comparison, a, b);
        self.set_bool(state, result, term);
        self.settle(state)
    }

    /// Whether a pointer is known to point into an object, or right behind it, at a place that is not known. Its address need not be
    /// looked at then to tell that it is not null.
    fn is_within(&mut self, state: &State, pointer: Value) -> bool {
        let Value::SymbolicPointer(pointer) = pointer else { return false };
        let object = self.terms.as_u64(pointer.object).map(ObjectId::from_bits);
        let object = object.and_then(|object| state.memory.object(object));
        let Some(size) = object.map(|object| object.size) else { return false };
        let bounds = state.path.narrowed.bounds(self.terms, pointer.offset);
        if let (Value::Int(size), Some(bounds)) = (size, bounds)
            && bounds.high <= size
        {
            return true;
        }
        if self.folding.is_none() {
            return false;
        }
        let size = match size {
            Value::Int(size) => self.terms.bv(self.pointer_bits(), size),
            Value::Term(size) => size,
            _ => return false,
        };
        let is_within = self.terms.bv_ule(pointer.offset, size);
        self.is_always(state, is_within)
    }

    pub(super) fn compare_pointers(
        &mut self,
        state: &mut State,
        comparison: Comparison,
        result: Slot,
        operands: (Source, Source),
    ) -> Step<()> {
        let a = self.operand(state, operands.0, Type::Pointer);
        let b = self.operand(state, operands.1, Type::Pointer);
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let is_null = |value| value == Value::NULL;
        if is_equality
            && (is_null(a) && self.is_within(state, b) || is_null(b) && self.is_within(state, a))
        {
            let truth = u64::from(comparison == Comparison::NotEqual);
            state.frame.registers[result as usize] = Value::Int(truth);
            return Ok(());
        }
        match state.memory.compare_pointers(self.terms, comparison, a, b) {
            Truth::Concrete(truth) => {
                state.frame.registers[result as usize] = Value::Int(u64::from(truth));
            }
            Truth::Symbolic(term) => self.set_bool(state, result, term),
        }
        self.settle(state)
    }

    #[cold]
    pub(super) fn overflows_term(
        &mut self,
        state: &mut State,
        operation: OverflowOperation,
        width: u32,
        result: Slot,
        operands: (Source, Source),
    ) -> Step<()> {
        if let Some((a, b)) = self.numbers(state, width, operands) {
            state.frame.registers[result as usize] =
                Value::Int(u64::from(overflows(operation, width, a, b)));
            return Ok(());
        }
        let a = self.operand_term(state, operands.0, Type::Int(width));
        let b = self.operand_term(state, operands.1, Type::Int(width));
        let term = klew_semantics::overflows(self.terms, operation, a, b);
        self.set_bool(state, result, term);
        self.settle(state)
    }
}
