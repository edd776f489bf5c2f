//! Integers.

use klew_ir::{BinaryOperation, Comparison, OverflowOperation, UnaryOperation};
use klew_term::{TermId, Terms};

/// Two operands, with SMT-LIB's results for zero divisors and wide shifts; none for floating-point operations.
pub fn integer_binary(
    terms: &mut Terms,
    operation: BinaryOperation,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    Some(match operation {
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
        _ => return None,
    })
}

/// A comparison.
pub fn compare(terms: &mut Terms, comparison: Comparison, a: TermId, b: TermId) -> TermId {
    match comparison {
        Comparison::Equal => terms.eq(a, b),
        Comparison::NotEqual => terms.ne(a, b),
        Comparison::UnsignedLess => terms.bv_ult(a, b),
        Comparison::UnsignedLessEqual => terms.bv_ule(a, b),
        Comparison::SignedLess => terms.bv_slt(a, b),
        Comparison::SignedLessEqual => terms.bv_sle(a, b),
    }
}

/// Whether an exact result does not fit.
pub fn overflows(terms: &mut Terms, operation: OverflowOperation, a: TermId, b: TermId) -> TermId {
    match operation {
        OverflowOperation::SignedAdd => terms.bv_sadd_overflow(a, b),
        OverflowOperation::SignedSub => terms.bv_ssub_overflow(a, b),
        OverflowOperation::SignedMul => terms.bv_smul_overflow(a, b),
        OverflowOperation::UnsignedAdd => terms.bv_uadd_overflow(a, b),
        OverflowOperation::UnsignedSub => terms.bv_usub_overflow(a, b),
        OverflowOperation::UnsignedMul => terms.bv_umul_overflow(a, b),
    }
}

/// One operand of so many bits.
pub fn integer_unary(
    terms: &mut Terms,
    operation: UnaryOperation,
    width: u32,
    a: TermId,
) -> TermId {
    match operation {
        UnaryOperation::ByteSwap => reversed(terms, a, width, 8),
        UnaryOperation::BitReverse => reversed(terms, a, width, 1),
        UnaryOperation::PopulationCount => {
            let mut count = terms.bv(width, 0);
            for bit in 0..width {
                let bit = terms.bv_extract(a, bit, bit);
                let bit = terms.bv_zero_extend(bit, width);
                count = terms.bv_add(count, bit);
            }
            count
        }
        UnaryOperation::LeadingZeros => zeros(terms, a, width, false),
        UnaryOperation::TrailingZeros => zeros(terms, a, width, true),
        _ => a,
    }
}

/// The parts of `part` bits in the reverse order.
fn reversed(terms: &mut Terms, a: TermId, width: u32, part: u32) -> TermId {
    let mut result = terms.bv_extract(a, part.min(width) - 1, 0);
    for low in (part..width).step_by(part as usize) {
        let next = terms.bv_extract(a, low + part - 1, low);
        result = terms.bv_concat(result, next);
    }
    result
}

/// How many zeros stand before the first 1, from the lowest bit (`trailing`) or the highest.
fn zeros(terms: &mut Terms, a: TermId, width: u32, trailing: bool) -> TermId {
    let mut result = terms.bv(width, u64::from(width));
    for step in 0..width {
        // The bit that decides first is put in last.
        let bit = if trailing { width - 1 - step } else { step };
        let before = if trailing { bit } else { width - 1 - bit };
        let one = terms.bv_extract(a, bit, bit);
        let set = terms.bv_to_bool(one);
        let count = terms.bv(width, u64::from(before));
        result = terms.ite(set, count, result);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 16;

    fn unary(operation: UnaryOperation, a: u64) -> Option<u64> {
        let mut terms = Terms::new();
        let a = terms.bv(WIDTH, a);
        let result = integer_unary(&mut terms, operation, WIDTH, a);
        terms.as_u64(result)
    }

    #[test]
    fn bits_are_counted_and_turned_as_the_processor_does() {
        for a in [0_u16, 1, 2, 0x00ff, 0x0180, 0x1234, 0x8000, 0xfffe, 0xffff] {
            for (operation, expected) in [
                (UnaryOperation::ByteSwap, a.swap_bytes()),
                (UnaryOperation::BitReverse, a.reverse_bits()),
                (UnaryOperation::PopulationCount, a.count_ones() as u16),
                (UnaryOperation::LeadingZeros, a.leading_zeros() as u16),
                (UnaryOperation::TrailingZeros, a.trailing_zeros() as u16),
                (UnaryOperation::Freeze, a),
            ] {
                let result = unary(operation, u64::from(a));
                assert_eq!(result, Some(u64::from(expected)), "{operation:?} {a:#x}");
            }
        }
    }

    #[test]
    fn overflow_is_that_of_the_exact_result() {
        let mut terms = Terms::new();
        let values = [0_i8, 1, 2, 11, 12, 127, -1, -2, -128];
        for a in values {
            for b in values {
                let (x, y) = (terms.bv(8, u64::from(a as u8)), terms.bv(8, u64::from(b as u8)));
                let (ua, ub) = (a as u8, b as u8);
                for (operation, expected) in [
                    (OverflowOperation::SignedAdd, a.checked_add(b).is_none()),
                    (OverflowOperation::SignedSub, a.checked_sub(b).is_none()),
                    (OverflowOperation::SignedMul, a.checked_mul(b).is_none()),
                    (OverflowOperation::UnsignedAdd, ua.checked_add(ub).is_none()),
                    (OverflowOperation::UnsignedSub, ua.checked_sub(ub).is_none()),
                    (OverflowOperation::UnsignedMul, ua.checked_mul(ub).is_none()),
                ] {
                    let result = overflows(&mut terms, operation, x, y);
                    assert_eq!(terms.as_bool(result), Some(expected), "{operation:?} {a} {b}");
                }
            }
        }
    }
}
