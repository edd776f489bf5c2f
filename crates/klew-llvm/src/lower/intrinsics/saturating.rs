//! Arithmetic that says whether it overflowed, or stops at the greatest and least number.

use klew_ir::{BinaryOperation, Comparison, Operand, OverflowOperation};

use crate::lower::builder::{Builder, all_ones, int, signed_max, signed_min};

fn operations(name: &str) -> Option<(BinaryOperation, OverflowOperation)> {
    Some(match name {
        "sadd" => (BinaryOperation::Add, OverflowOperation::SignedAdd),
        "ssub" => (BinaryOperation::Sub, OverflowOperation::SignedSub),
        "smul" => (BinaryOperation::Mul, OverflowOperation::SignedMul),
        "uadd" => (BinaryOperation::Add, OverflowOperation::UnsignedAdd),
        "usub" => (BinaryOperation::Sub, OverflowOperation::UnsignedSub),
        "umul" => (BinaryOperation::Mul, OverflowOperation::UnsignedMul),
        _ => return None,
    })
}

/// The wrapped result and whether the exact one did not fit.
pub(super) fn with_overflow(
    builder: &mut Builder,
    base: &str,
    operands: &[Operand],
) -> Option<(Operand, Operand)> {
    let (operation, overflow) = operations(base.strip_suffix(".with.overflow")?)?;
    let [a, b] = operands else { return None };
    let value = builder.binary(operation, a.clone(), b.clone());
    let flag = builder.overflows(overflow, a.clone(), b.clone());
    Some((value, flag))
}

/// The result for one lane of a saturating operation.
pub(super) fn lane(builder: &mut Builder, base: &str, operands: &[Operand]) -> Option<Operand> {
    let (operation, overflow) = operations(base.strip_suffix(".sat")?)?;
    let [a, b] = operands else { return None };
    let width = builder.width(a);
    let value = builder.binary(operation, a.clone(), b.clone());
    let flag = builder.overflows(overflow, a.clone(), b.clone());
    let limit = match overflow {
        OverflowOperation::UnsignedAdd => all_ones(width),
        OverflowOperation::UnsignedSub => int(width, 0),
        OverflowOperation::SignedAdd | OverflowOperation::SignedSub => {
            // An overflow goes in the direction of the first operand's sign.
            let negative = builder.compare(Comparison::SignedLess, a.clone(), int(width, 0));
            builder.select(negative, signed_min(width), signed_max(width))
        }
        OverflowOperation::SignedMul | OverflowOperation::UnsignedMul => return None,
    };
    Some(builder.select(flag, limit, value))
}
