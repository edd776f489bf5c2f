//! Arithmetic on integers of at most 64 bits.

use klew_ir::{BinaryOperation, Comparison};

/// The bits that an integer of that width has.
pub(super) fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// As a signed number.
pub(super) fn signed(width: u32, value: u64) -> i64 {
    let shift = 64 - width;
    ((value << shift) as i64) >> shift
}

/// The result of an operation on integers of that width; none if the oracle does not know it.
pub(super) fn binary(operation: BinaryOperation, width: u32, a: u64, b: u64) -> Option<u64> {
    let result = match operation {
        BinaryOperation::Add => a.wrapping_add(b),
        BinaryOperation::Sub => a.wrapping_sub(b),
        BinaryOperation::Mul => a.wrapping_mul(b),
        BinaryOperation::And => a & b,
        BinaryOperation::Or => a | b,
        BinaryOperation::Xor => a ^ b,
        _ => return None,
    };
    Some(result & mask(width))
}

/// Whether a comparison of integers of that width holds.
pub(super) fn compare(comparison: Comparison, width: u32, a: u64, b: u64) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::UnsignedLess => a < b,
        Comparison::UnsignedLessEqual => a <= b,
        Comparison::SignedLess => signed(width, a) < signed(width, b),
        Comparison::SignedLessEqual => signed(width, a) <= signed(width, b),
    }
}
