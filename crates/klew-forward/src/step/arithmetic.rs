//! Integers: concretely on machine words up to 64 bits, otherwise as terms.

use klew_ir::{BinaryOperation, Comparison, OverflowOperation, Type, UnaryOperation};
use klew_memory::{Truth, Value};
use klew_term::TermId;

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
    #[cold]
    pub(super) fn binary_term(
        &mut self,
        state: &mut State,
        operation: BinaryOperation,
        width: u32,
        result: Slot,
        operands: (Source, Source),
    ) -> Step<()> {
        let a = self.operand_term(state, operands.0, Type::Int(width));
        let b = self.operand_term(state, operands.1, Type::Int(width));
        let terms = &mut *self.terms;
        let term = match operation {
            BinaryOperation::Add => terms.bv_add(a, b),
            BinaryOperation::Sub => terms.bv_sub(a, b),
            BinaryOperation::Mul => terms.bv_mul(a, b),
            BinaryOperation::UnsignedDiv => terms.bv_udiv(a, b),
            BinaryOperation::SignedDiv => terms.bv_sdiv(a, b),
            BinaryOperation::UnsignedRem => terms.bv_urem(a, b),
            BinaryOperation::SignedRem => terms.bv_srem(a, b),
            BinaryOperation::And => terms.bv_and(a, b),
            BinaryOperation::Or => terms.bv_or(a, b),
            BinaryOperation::Xor => terms.bv_xor(a, b),
            BinaryOperation::ShiftLeft => terms.bv_shl(a, b),
            BinaryOperation::LogicalShiftRight => terms.bv_lshr(a, b),
            BinaryOperation::ArithmeticShiftRight => terms.bv_ashr(a, b),
            _ => return Err(self.unsupported(state, "a floating-point operation on integers")),
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
        let a = self.operand_term(state, operands.0, Type::Int(width));
        let b = self.operand_term(state, operands.1, Type::Int(width));
        let terms = &mut *self.terms;
        let term = match comparison {
            Comparison::Equal => terms.eq(a, b),
            Comparison::NotEqual => terms.ne(a, b),
            Comparison::UnsignedLess => terms.bv_ult(a, b),
            Comparison::UnsignedLessEqual => terms.bv_ule(a, b),
            Comparison::SignedLess => terms.bv_slt(a, b),
            Comparison::SignedLessEqual => terms.bv_sle(a, b),
        };
        self.set_bool(state, result, term);
        self.settle(state)
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
        let a = self.operand_term(state, operands.0, Type::Int(width));
        let b = self.operand_term(state, operands.1, Type::Int(width));
        let terms = &mut *self.terms;
        let term = match operation {
            OverflowOperation::SignedAdd => terms.bv_sadd_overflow(a, b),
            OverflowOperation::SignedSub => terms.bv_ssub_overflow(a, b),
            OverflowOperation::SignedMul => terms.bv_smul_overflow(a, b),
            OverflowOperation::UnsignedAdd => terms.bv_uadd_overflow(a, b),
            OverflowOperation::UnsignedSub => terms.bv_usub_overflow(a, b),
            OverflowOperation::UnsignedMul => terms.bv_umul_overflow(a, b),
        };
        self.set_bool(state, result, term);
        self.settle(state)
    }

    /// A unary integer operation on a term of `width` bits.
    pub(super) fn integer_unary_term(
        &mut self,
        operation: UnaryOperation,
        width: u32,
        a: TermId,
    ) -> TermId {
        match operation {
            UnaryOperation::ByteSwap => self.reversed(a, width, 8),
            UnaryOperation::BitReverse => self.reversed(a, width, 1),
            UnaryOperation::PopulationCount => {
                let mut count = self.terms.bv(width, 0);
                for bit in 0..width {
                    let bit = self.terms.bv_extract(a, bit, bit);
                    let bit = self.terms.bv_zero_extend(bit, width);
                    count = self.terms.bv_add(count, bit);
                }
                count
            }
            UnaryOperation::LeadingZeros => self.zeros(a, width, |bit| width - 1 - bit, false),
            UnaryOperation::TrailingZeros => self.zeros(a, width, |bit| bit, true),
            _ => a,
        }
    }

    /// The parts of `part` bits in the reverse order.
    fn reversed(&mut self, a: TermId, width: u32, part: u32) -> TermId {
        let mut result = self.terms.bv_extract(a, part.min(width) - 1, 0);
        for low in (part..width).step_by(part as usize) {
            let next = self.terms.bv_extract(a, low + part - 1, low);
            result = self.terms.bv_concat(result, next);
        }
        result
    }

    /// How many zeros stand before the first 1; `before` tells it of each bit.
    fn zeros(
        &mut self,
        a: TermId,
        width: u32,
        before: impl Fn(u32) -> u32,
        trailing: bool,
    ) -> TermId {
        let mut result = self.terms.bv(width, u64::from(width));
        for step in 0..width {
            // The bit that decides first is put in last.
            let bit = if trailing { width - 1 - step } else { step };
            let one = self.terms.bv_extract(a, bit, bit);
            let set = self.terms.bv_to_bool(one);
            let count = self.terms.bv(width, u64::from(before(bit)));
            result = self.terms.ite(set, count, result);
        }
        result
    }
}
