//! Functions of `math.h` that the representation has operations for.

use klew_ir::{
    BinaryOperation, Comparison, Constant, Conversion, FloatComparison, FloatFormat, Operand,
    Operation, Type, UnaryOperation,
};

use super::request::Request;
use crate::lower::arithmetic::compare_float;
use crate::lower::builder::zero;
use crate::lower::builder::{Builder, int};
use crate::lower::shared::Unsupported;

/// The functions of this family.
pub(super) const NAMES: &[&str] = &[
    "fabs",
    "fabsf",
    "fabsl",
    "sqrt",
    "sqrtf",
    "sqrtl",
    "floor",
    "floorf",
    "floorl",
    "ceil",
    "ceilf",
    "ceill",
    "trunc",
    "truncf",
    "truncl",
    "round",
    "roundf",
    "roundl",
    "rint",
    "rintf",
    "rintl",
    "nearbyint",
    "nearbyintf",
    "nearbyintl",
    "roundeven",
    "roundevenf",
    "copysign",
    "copysignf",
    "copysignl",
    "fmin",
    "fminf",
    "fminl",
    "fmax",
    "fmaxf",
    "fmaxl",
    "fma",
    "fmaf",
    "fmal",
    "fmod",
    "fmodf",
    "fmodl",
    "lrint",
    "lrintf",
    "lrintl",
    "llrint",
    "llrintf",
    "llrintl",
    "lround",
    "lroundf",
    "lroundl",
    "llround",
    "llroundf",
    "llroundl",
    "isnan",
    "isnanf",
    "isnanl",
    "__isnan",
    "__isnanf",
    "__isnanl",
    "isinf",
    "isinff",
    "isinfl",
    "__isinf",
    "__isinff",
    "__isinfl",
    "finite",
    "finitef",
    "finitel",
    "__finite",
    "__finitef",
    "__finitel",
    "__signbit",
    "__signbitf",
    "__signbitl",
    "__fpclassify",
    "__fpclassifyf",
    "__fpclassifyl",
    "modf",
    "modff",
    "modfl",
];

/// Translates a call.
pub(super) fn lower(builder: &mut Builder, request: &Request) -> Result<Operand, Unsupported> {
    let a = request.argument(0);
    let Type::Float(format) = builder.type_of(&a) else {
        return Err(Unsupported(format!("a call of `{}` on no number", request.name)));
    };
    let name = base(request.name);
    let unary = match name {
        "fabs" => Some(UnaryOperation::FloatAbs),
        "sqrt" => Some(UnaryOperation::SquareRoot),
        "floor" => Some(UnaryOperation::RoundDown),
        "ceil" => Some(UnaryOperation::RoundUp),
        "trunc" => Some(UnaryOperation::RoundToZero),
        "round" => Some(UnaryOperation::RoundNearestAway),
        "rint" | "nearbyint" | "roundeven" => Some(UnaryOperation::RoundNearestEven),
        _ => None,
    };
    if let Some(unary) = unary {
        return Ok(builder.unary(unary, a));
    }
    let binary = match name {
        "copysign" => Some(BinaryOperation::CopySign),
        "fmin" => Some(BinaryOperation::FloatMin),
        "fmax" => Some(BinaryOperation::FloatMax),
        "fmod" => Some(BinaryOperation::FloatRem),
        _ => None,
    };
    if let Some(binary) = binary {
        let b = same_type(builder, request, 1, Type::Float(format))?;
        return Ok(builder.binary(binary, a, b));
    }
    let result = request.result.unwrap_or(Type::Int(32));
    match name {
        "fma" => {
            let b = same_type(builder, request, 1, Type::Float(format))?;
            let c = same_type(builder, request, 2, Type::Float(format))?;
            Ok(builder.emit(Operation::FusedMultiplyAdd(a, b, c), Type::Float(format)))
        }
        "lrint" | "llrint" => {
            let whole = builder.unary(UnaryOperation::RoundNearestEven, a);
            Ok(builder.convert(Conversion::FloatToSigned, whole, result))
        }
        "lround" | "llround" => {
            let whole = builder.unary(UnaryOperation::RoundNearestAway, a);
            Ok(builder.convert(Conversion::FloatToSigned, whole, result))
        }
        "modf" => {
            let place = request.pointer(builder, 1);
            Ok(split(builder, format, a, place))
        }
        _ => Ok(classify(builder, name, format, a)),
    }
}

/// The name without what says its type.
fn base(name: &str) -> &str {
    let name = name.trim_start_matches("__");
    const ENDING_SO: [&str; 3] = ["isinf", "signbit", "modf"];
    const LETTERS: [char; 2] = ['f', 'l'];
    if ENDING_SO.contains(&name) || name == "ceil" {
        return name;
    }
    match name.strip_suffix(LETTERS) {
        Some(base)
            if NAMES.contains(&base)
                || NAMES.iter().any(|n| n.strip_prefix("__") == Some(base)) =>
        {
            base
        }
        _ => name,
    }
}

fn same_type(
    builder: &Builder,
    request: &Request,
    index: usize,
    ty: Type,
) -> Result<Operand, Unsupported> {
    let argument = request.argument(index);
    if builder.type_of(&argument) == ty {
        return Ok(argument);
    }
    Err(Unsupported(format!("a call of `{}` on values of different types", request.name)))
}

fn infinity(format: FloatFormat) -> Operand {
    let bits = match format {
        FloatFormat::Half => 0x7c00,
        FloatFormat::BFloat => 0x7f80,
        FloatFormat::Single => 0x7f80_0000,
        FloatFormat::Double => 0x7ff0 << 48,
        FloatFormat::X87 => 0x7fff_8000_0000_0000_0000,
        FloatFormat::Quad => 0x7fff << 112,
    };
    Operand::Constant(Constant::Float(format, bits))
}

fn least_normal(format: FloatFormat) -> Operand {
    let bits = match format {
        FloatFormat::Half => 0x0400,
        FloatFormat::BFloat => 0x0080,
        FloatFormat::Single => 0x0080_0000,
        FloatFormat::Double => 0x0010 << 48,
        FloatFormat::X87 => 0x0001_8000_0000_0000_0000,
        FloatFormat::Quad => 0x0001 << 112,
    };
    Operand::Constant(Constant::Float(format, bits))
}

/// The integer that the classification functions of glibc give.
fn classify(builder: &mut Builder, name: &str, format: FloatFormat, a: Operand) -> Operand {
    let magnitude = builder.unary(UnaryOperation::FloatAbs, a.clone());
    let infinite = infinity(format);
    let choose = |builder: &mut Builder, condition, yes: u64, no: Operand| {
        builder.select(condition, int(32, yes), no)
    };
    match name {
        "isnan" => {
            let nan = compare_float(builder, FloatComparison::Unordered, &a, &a);
            choose(builder, nan, 1, int(32, 0))
        }
        "isinf" => {
            // 1 or -1 by the sign.
            let is = compare_float(builder, FloatComparison::Equal, &magnitude, &infinite);
            let positive = compare_float(builder, FloatComparison::Equal, &a, &infinite);
            let sign = builder.select(positive, int(32, 1), int(32, u64::from(u32::MAX)));
            builder.select(is, sign, int(32, 0))
        }
        "finite" => {
            let less = compare_float(builder, FloatComparison::Less, &magnitude, &infinite);
            choose(builder, less, 1, int(32, 0))
        }
        "signbit" => {
            let width = format.storage_bits();
            let bits = builder.convert(Conversion::FloatToBits, a, Type::Int(width));
            let negative = builder.compare(Comparison::SignedLess, bits, int(width, 0));
            choose(builder, negative, 1, int(32, 0))
        }
        _ => {
            // FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4
            let zero = zero(Type::Float(format));
            let normal = least_normal(format);
            let small = compare_float(builder, FloatComparison::Less, &magnitude, &normal);
            let result = choose(builder, small, 3, int(32, 4));
            let is_zero = compare_float(builder, FloatComparison::Equal, &a, &zero);
            let result = choose(builder, is_zero, 2, result);
            let is = compare_float(builder, FloatComparison::Equal, &magnitude, &infinite);
            let result = choose(builder, is, 1, result);
            let nan = compare_float(builder, FloatComparison::Unordered, &a, &a);
            choose(builder, nan, 0, result)
        }
    }
}

/// `modf`: stores the whole part and gives the rest, both with the sign of the number.
fn split(builder: &mut Builder, format: FloatFormat, a: Operand, place: Operand) -> Operand {
    let whole = builder.unary(UnaryOperation::RoundToZero, a.clone());
    builder.store(place, whole.clone());
    let rest = builder.binary(BinaryOperation::FloatSub, a.clone(), whole);
    let magnitude = builder.unary(UnaryOperation::FloatAbs, a.clone());
    let infinite = infinity(format);
    let is = compare_float(builder, FloatComparison::Equal, &magnitude, &infinite);
    let rest = builder.select(is, zero(Type::Float(format)), rest);
    builder.binary(BinaryOperation::CopySign, rest, a)
}
