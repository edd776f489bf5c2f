//! Operations on numbers that bytecode has no instruction for.

use klew_ir::{
    BinaryOperation, Comparison, Conversion, Operand, Operation, OverflowOperation, Type,
    UnaryOperation,
};

use crate::class_file::Method;
use crate::lower::builder::{Builder, value_type, zero};

pub(super) fn lower(
    builder: &mut Builder,
    method: &Method,
    arguments: &[Operand],
) -> Option<Operand> {
    let result = value_type(method.signature.result.as_ref()?);
    let name = &*method.name;
    match arguments {
        [a] if name == "abs" && matches!(result, Type::Int(_)) => {
            let negative = builder.compare(Comparison::SignedLess, a.clone(), zero(result));
            let opposite = builder.binary(BinaryOperation::Sub, zero(result), a.clone());
            Some(builder.select(negative, opposite, a.clone()))
        }
        [a] => one(builder, name, a.clone(), result),
        [a, b] => {
            let (a, b) = (a.clone(), b.clone());
            if let Some(operation) = overflow(name) {
                let truth = builder.emit(Operation::Overflows(operation, a, b), Type::BOOL);
                return Some(builder.truth_to_int(truth));
            }
            if let ("min" | "max", Type::Int(_)) = (name, result) {
                let less = builder.compare(Comparison::SignedLess, a.clone(), b.clone());
                let (yes, no) = if name == "min" { (a, b) } else { (b, a) };
                return Some(builder.select(less, yes, no));
            }
            let operation = match name {
                "floatMin" => BinaryOperation::FloatMin,
                "floatMax" => BinaryOperation::FloatMax,
                "copySign" => BinaryOperation::CopySign,
                "unsignedDivide" => BinaryOperation::UnsignedDiv,
                "unsignedRemainder" => BinaryOperation::UnsignedRem,
                _ => return None,
            };
            Some(builder.binary(operation, a, b))
        }
        [a, b, c] if name == "fma" => {
            let operation = Operation::FusedMultiplyAdd(a.clone(), b.clone(), c.clone());
            Some(builder.emit(operation, result))
        }
        _ => None,
    }
}

fn overflow(name: &str) -> Option<OverflowOperation> {
    Some(match name {
        "addOverflows" => OverflowOperation::SignedAdd,
        "subtractOverflows" => OverflowOperation::SignedSub,
        "multiplyOverflows" => OverflowOperation::SignedMul,
        _ => return None,
    })
}

fn one(builder: &mut Builder, name: &str, a: Operand, result: Type) -> Option<Operand> {
    let conversion = match name {
        "floatToBits" | "doubleToBits" => Some(Conversion::FloatToBits),
        "bitsToFloat" | "bitsToDouble" => Some(Conversion::BitsToFloat),
        _ => None,
    };
    if let Some(conversion) = conversion {
        return Some(builder.emit(Operation::Convert(conversion, a), result));
    }
    let operation = match name {
        "sqrt" => UnaryOperation::SquareRoot,
        "floor" => UnaryOperation::RoundDown,
        "ceil" => UnaryOperation::RoundUp,
        "rint" => UnaryOperation::RoundNearestEven,
        "truncate" => UnaryOperation::RoundToZero,
        "floatAbs" | "abs" => UnaryOperation::FloatAbs,
        "bitCount" => UnaryOperation::PopulationCount,
        "leadingZeros" => UnaryOperation::LeadingZeros,
        "trailingZeros" => UnaryOperation::TrailingZeros,
        "reverse" => UnaryOperation::BitReverse,
        "reverseBytes" => UnaryOperation::ByteSwap,
        _ => return None,
    };
    let value = builder.unary(operation, a);
    // Counts of bits of a long are ints.
    Some(builder.convert(Conversion::Truncate, value, result))
}
