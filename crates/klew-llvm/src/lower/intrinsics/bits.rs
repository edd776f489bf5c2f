//! Intrinsics on the bits of integers, and the smaller or larger of two.

use klew_ir::{BinaryOperation, Comparison, Operand, Property, UnaryOperation};

use crate::lower::builder::undefined;
use crate::lower::builder::{Builder, as_u64, int, signed_min};
use crate::lower::memory::extreme;
use crate::syntax::IntegerPredicate;

/// The result for one lane, if it is one of these intrinsics.
pub(super) fn lane(builder: &mut Builder, base: &str, operands: &[Operand]) -> Option<Operand> {
    let a = operands.first()?.clone();
    let b = operands.get(1).cloned();
    Some(match base {
        "bswap" => builder.unary(UnaryOperation::ByteSwap, a),
        "bitreverse" => builder.unary(UnaryOperation::BitReverse, a),
        "ctpop" => builder.unary(UnaryOperation::PopulationCount, a),
        "ctlz" => zeros(builder, UnaryOperation::LeadingZeros, a, &b?),
        "cttz" => zeros(builder, UnaryOperation::TrailingZeros, a, &b?),
        "smax" => extreme(builder, IntegerPredicate::Sgt, a, b?),
        "smin" => extreme(builder, IntegerPredicate::Slt, a, b?),
        "umax" => extreme(builder, IntegerPredicate::Ugt, a, b?),
        "umin" => extreme(builder, IntegerPredicate::Ult, a, b?),
        "abs" => absolute(builder, a, &b?),
        "fshl" => funnel(builder, true, a, b?, operands.get(2)?.clone()),
        "fshr" => funnel(builder, false, a, b?, operands.get(2)?.clone()),
        _ => return None,
    })
}

/// The count of zeros; arbitrary for 0 if the flag says so.
fn zeros(builder: &mut Builder, count: UnaryOperation, a: Operand, poison: &Operand) -> Operand {
    let ty = builder.type_of(&a);
    let width = builder.width(&a);
    let result = builder.unary(count, a.clone());
    if as_u64(poison) == Some(0) {
        return result;
    }
    let zero = builder.compare(Comparison::Equal, a, int(width, 0));
    builder.select(zero, undefined(ty), result)
}

/// `llvm.abs`; with the flag it is C's `abs`, which may not be asked for the least number.
fn absolute(builder: &mut Builder, a: Operand, poison: &Operand) -> Operand {
    let width = builder.width(&a);
    if as_u64(poison) != Some(0) {
        let good = builder.compare(Comparison::NotEqual, a.clone(), signed_min(width));
        builder.assert_holds(Property::SignedOverflow, good);
    }
    let negative = builder.compare(Comparison::SignedLess, a.clone(), int(width, 0));
    let negated = builder.binary(BinaryOperation::Sub, int(width, 0), a.clone());
    builder.select(negative, negated, a)
}

/// The high (left) or low (right) half of the concatenation of two integers after a shift.
fn funnel(builder: &mut Builder, left: bool, a: Operand, b: Operand, by: Operand) -> Operand {
    let width = builder.width(&a);
    let wide = 2 * width;
    let by = builder.binary(BinaryOperation::UnsignedRem, by, int(width, u64::from(width)));
    let high = builder.unsigned_resize(a, wide);
    let half = int(wide, u64::from(width));
    let high = builder.binary(BinaryOperation::ShiftLeft, high, half.clone());
    let low = builder.unsigned_resize(b, wide);
    let both = builder.binary(BinaryOperation::Or, high, low);
    let by = builder.unsigned_resize(by, wide);
    let moved = if left {
        let moved = builder.binary(BinaryOperation::ShiftLeft, both, by);
        builder.binary(BinaryOperation::LogicalShiftRight, moved, half)
    } else {
        builder.binary(BinaryOperation::LogicalShiftRight, both, by)
    };
    builder.unsigned_resize(moved, width)
}
