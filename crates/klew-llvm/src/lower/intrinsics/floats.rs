//! Intrinsics on floating-point numbers.

use klew_ir::{
    BinaryOperation, Comparison, Conversion, FloatComparison, FloatFormat, Operand, Operation,
    Type, UnaryOperation,
};
use num_bigint::BigUint;

use crate::lower::arithmetic::compare_float;
use crate::lower::builder::{Builder, as_u64, big_int, truth};

/// The result for one lane, if it is one of these intrinsics.
pub(super) fn lane(
    builder: &mut Builder,
    base: &str,
    operands: &[Operand],
    result: Type,
) -> Option<Operand> {
    let a = operands.first()?.clone();
    let b = operands.get(1).cloned();
    let unary = match base {
        "fabs" => Some(UnaryOperation::FloatAbs),
        "sqrt" => Some(UnaryOperation::SquareRoot),
        "floor" => Some(UnaryOperation::RoundDown),
        "ceil" => Some(UnaryOperation::RoundUp),
        "trunc" => Some(UnaryOperation::RoundToZero),
        "rint" | "nearbyint" | "roundeven" => Some(UnaryOperation::RoundNearestEven),
        "round" => Some(UnaryOperation::RoundNearestAway),
        _ => None,
    };
    if let Some(unary) = unary {
        return Some(builder.unary(unary, a));
    }
    Some(match base {
        "canonicalize" => a,
        "copysign" => builder.binary(BinaryOperation::CopySign, a, b?),
        "minnum" | "minimumnum" => builder.binary(BinaryOperation::FloatMin, a, b?),
        "maxnum" | "maximumnum" => builder.binary(BinaryOperation::FloatMax, a, b?),
        "minimum" => extreme(builder, true, a, b?)?,
        "maximum" => extreme(builder, false, a, b?)?,
        "fma" => {
            let operation = Operation::FusedMultiplyAdd(a, b?, operands.get(2)?.clone());
            builder.emit(operation, result)
        }
        // Either is allowed; clang for x86 without FMA multiplies, then adds.
        "fmuladd" => {
            let product = builder.binary(BinaryOperation::FloatMul, a, b?);
            builder.binary(BinaryOperation::FloatAdd, product, operands.get(2)?.clone())
        }
        "lrint" | "llrint" => {
            let whole = builder.unary(UnaryOperation::RoundNearestEven, a);
            builder.convert(Conversion::FloatToSigned, whole, result)
        }
        "lround" | "llround" => {
            let whole = builder.unary(UnaryOperation::RoundNearestAway, a);
            builder.convert(Conversion::FloatToSigned, whole, result)
        }
        "fptosi.sat" => builder.convert(Conversion::FloatToSignedSaturating, a, result),
        "fptoui.sat" => builder.convert(Conversion::FloatToUnsignedSaturating, a, result),
        "is.fpclass" => class(builder, a, as_u64(&b?)? as u32)?,
        "convert.to.fp16" => {
            let half = Type::Float(FloatFormat::Half);
            let half = builder.convert(Conversion::FloatToFloat, a, half);
            builder.convert(Conversion::FloatToBits, half, result)
        }
        "convert.from.fp16" => {
            let half = Type::Float(FloatFormat::Half);
            let half = builder.convert(Conversion::BitsToFloat, a, half);
            builder.convert(Conversion::FloatToFloat, half, result)
        }
        _ => return None,
    })
}

/// IEEE 754-2019 minimum or maximum: NaN wins, and -0 is less than +0.
fn extreme(builder: &mut Builder, least: bool, a: Operand, b: Operand) -> Option<Operand> {
    let ty = builder.type_of(&a);
    let Type::Float(format) = ty else { return None };
    let bits = Type::Int(format.storage_bits());
    let nan = compare_float(builder, FloatComparison::Unordered, &a, &b);
    let sum = builder.binary(BinaryOperation::FloatAdd, a.clone(), b.clone());
    let (first, second) = if least { (&a, &b) } else { (&b, &a) };
    let less = compare_float(builder, FloatComparison::Less, first, second);
    let greater = compare_float(builder, FloatComparison::Less, second, first);
    // Equal numbers differ at most in the sign of zero.
    let a_bits = builder.convert(Conversion::FloatToBits, a.clone(), bits);
    let b_bits = builder.convert(Conversion::FloatToBits, b.clone(), bits);
    let signs = if least { BinaryOperation::Or } else { BinaryOperation::And };
    let both = builder.binary(signs, a_bits, b_bits);
    let equal = builder.convert(Conversion::BitsToFloat, both, ty);
    let result = builder.select(greater, b, equal);
    let result = builder.select(less, a, result);
    Some(builder.select(nan, sum, result))
}

/// Whether a number is of one of the classes of `llvm.is.fpclass`. The x87 format has further
/// classes and only knows NaN here.
fn class(builder: &mut Builder, a: Operand, classes: u32) -> Option<Operand> {
    let Type::Float(format) = builder.type_of(&a) else { return None };
    if classes == 3 {
        return Some(compare_float(builder, FloatComparison::Unordered, &a, &a));
    }
    let (width, fraction) = match format {
        FloatFormat::Half => (16, 10),
        FloatFormat::BFloat => (16, 7),
        FloatFormat::Single => (32, 23),
        FloatFormat::Double => (64, 52),
        FloatFormat::Quad => (128, 112),
        FloatFormat::X87 => return None,
    };
    let one = BigUint::from(1u8);
    let sign = &one << (width - 1);
    let infinity = &sign - (&one << fraction);
    let quiet = &infinity | (&one << (fraction - 1));
    let normal = &one << fraction;
    let bits = builder.convert(Conversion::FloatToBits, a, Type::Int(width));
    let constant = |value: &BigUint| big_int(width, value.clone());
    let magnitude = builder.binary(BinaryOperation::And, bits.clone(), constant(&(&sign - 1u8)));
    // From low to high magnitudes: [from, to) with the class bits of negative and positive.
    let zero = BigUint::ZERO;
    let ranges = [
        (&zero, &one, 5, 6),
        (&one, &normal, 4, 7),
        (&normal, &infinity, 3, 8),
        (&infinity, &(&infinity + 1u8), 2, 9),
        (&(&infinity + 1u8), &quiet, 0, 0),
        (&quiet, &sign, 1, 1),
    ];
    let negative = builder.compare(Comparison::UnsignedLessEqual, constant(&sign), bits);
    let positive = builder.not(negative.clone());
    let mut result = truth(false);
    for (from, to, below, above) in ranges {
        let signs = match (classes >> below & 1 == 1, classes >> above & 1 == 1) {
            (false, false) => continue,
            (true, true) => truth(true),
            (true, false) => negative.clone(),
            (false, true) => positive.clone(),
        };
        let low = builder.compare(Comparison::UnsignedLessEqual, constant(from), magnitude.clone());
        let high = builder.compare(Comparison::UnsignedLess, magnitude.clone(), constant(to));
        let within = builder.binary(BinaryOperation::And, low, high);
        let within = builder.binary(BinaryOperation::And, within, signs);
        result = builder.binary(BinaryOperation::Or, result, within);
    }
    Some(result)
}
