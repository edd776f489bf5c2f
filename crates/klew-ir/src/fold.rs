//! Exact values of operations on integer constants.
//!
//! Operations are total, as SMT-LIB has them: division by zero gives all ones (signed: 1 or -1), the
//! remainder by zero is the dividend, shifts by the width or more shift everything out.
//!
//! **Invariant**: nothing undefined is folded, and no floating-point arithmetic.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::{
    BinaryOperation, Comparison, Constant, Conversion, DataModel, Operand, Operation,
    OverflowOperation, Type, UnaryOperation,
};

/// Wider integers are left alone: shifts of them are expensive and nobody writes them.
const MAXIMUM_WIDTH: u32 = 4096;

/// What an operation with that result type always gives, if that is seen easily.
pub fn fold(operation: &Operation, result: Type, data_model: DataModel) -> Option<Operand> {
    let truth = |holds: bool| Some(Operand::Constant(Constant::int(1, holds.into())));
    match operation {
        Operation::Binary(operation, a, b) => {
            let ((width, a), (_, b)) = (int(a)?, int(b)?);
            Some(number(width, binary(*operation, width, a, b)?))
        }
        Operation::Unary(UnaryOperation::Freeze, Operand::Constant(constant))
            if !matches!(constant, Constant::Undefined(_)) =>
        {
            Some(Operand::Constant(constant.clone()))
        }
        Operation::Compare(comparison, a, b) => {
            if let (Operand::Constant(Constant::Null), Operand::Constant(Constant::Null)) = (a, b) {
                return truth(compare(*comparison, 1, &BigUint::zero(), &BigUint::zero()));
            }
            let ((width, a), (_, b)) = (int(a)?, int(b)?);
            truth(compare(*comparison, width, a, b))
        }
        Operation::Overflows(operation, a, b) => {
            let ((width, a), (_, b)) = (int(a)?, int(b)?);
            truth(overflows(*operation, width, a, b))
        }
        Operation::IsKnown(Operand::Constant(constant))
            if !matches!(constant, Constant::Undefined(_)) =>
        {
            truth(true)
        }
        Operation::Convert(conversion, a) => {
            let (Type::Int(to), (from, a)) = (result, int(a)?) else { return None };
            let value = match conversion {
                Conversion::ZeroExtend | Conversion::Truncate => a.clone(),
                Conversion::SignExtend => bits(to.min(MAXIMUM_WIDTH), &signed(from, a)),
                _ => return None,
            };
            if to > MAXIMUM_WIDTH { None } else { Some(number(to, value)) }
        }
        Operation::Select(condition, a, b) => {
            let (_, condition) = int(condition)?;
            Some(if condition.is_zero() { b.clone() } else { a.clone() })
        }
        Operation::Offset(pointer, offset) => {
            let (width, offset) = int(offset)?;
            if offset.is_zero() {
                return Some(pointer.clone());
            }
            let Operand::Constant(Constant::Global(id, start)) = pointer else { return None };
            let moved = BigInt::from(*start) + signed(width, offset);
            let limit = BigInt::one() << (data_model.pointer_bits - 1);
            let moved = if moved.abs() < limit { moved.to_i64()? } else { return None };
            Some(Operand::Constant(Constant::Global(*id, moved)))
        }
        _ => None,
    }
}

/// Width and bits of an integer constant.
fn int(operand: &Operand) -> Option<(u32, &BigUint)> {
    match operand {
        Operand::Constant(Constant::Int { width, value }) if *width <= MAXIMUM_WIDTH => {
            Some((*width, value))
        }
        _ => None,
    }
}

/// An integer constant; bits above the width are dropped.
fn number(width: u32, value: BigUint) -> Operand {
    let value = value % (BigUint::one() << width);
    Operand::Constant(Constant::Int { width, value })
}

/// The signed number of these bits.
fn signed(width: u32, value: &BigUint) -> BigInt {
    let negative = value.bit(u64::from(width) - 1);
    let value = BigInt::from(value.clone());
    if negative { value - (BigInt::one() << width) } else { value }
}

/// The bits of a signed number, modulo 2^width.
fn bits(width: u32, value: &BigInt) -> BigUint {
    let modulus = BigInt::one() << width;
    let rest = value % &modulus;
    let rest = if rest.is_negative() { rest + modulus } else { rest };
    rest.magnitude().clone()
}

fn binary(operation: BinaryOperation, width: u32, a: &BigUint, b: &BigUint) -> Option<BigUint> {
    use BinaryOperation::*;
    let all_ones = || (BigUint::one() << width) - 1_u8;
    // An amount of shifting that is too large is as good as the width.
    let amount = || b.to_u32().unwrap_or(width).min(width);
    Some(match operation {
        Add => a + b,
        Sub => a + (BigUint::one() << width) - b,
        Mul => a * b,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        UnsignedDiv if b.is_zero() => all_ones(),
        UnsignedDiv => a / b,
        UnsignedRem | SignedRem if b.is_zero() => a.clone(),
        UnsignedRem => a % b,
        SignedDiv if b.is_zero() && a.bit(u64::from(width) - 1) => BigUint::one(),
        SignedDiv if b.is_zero() => all_ones(),
        // Both truncate, as SMT-LIB's operations do.
        SignedDiv => bits(width, &(signed(width, a) / signed(width, b))),
        SignedRem => bits(width, &(signed(width, a) % signed(width, b))),
        ShiftLeft => a << amount(),
        LogicalShiftRight => a >> amount(),
        ArithmeticShiftRight => bits(width, &(signed(width, a) >> amount())),
        FloatAdd | FloatSub | FloatMul | FloatDiv | FloatRem | FloatMin | FloatMax | CopySign => {
            return None;
        }
    })
}

fn compare(comparison: Comparison, width: u32, a: &BigUint, b: &BigUint) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::UnsignedLess => a < b,
        Comparison::UnsignedLessEqual => a <= b,
        Comparison::SignedLess => signed(width, a) < signed(width, b),
        Comparison::SignedLessEqual => signed(width, a) <= signed(width, b),
    }
}

fn overflows(operation: OverflowOperation, width: u32, a: &BigUint, b: &BigUint) -> bool {
    use OverflowOperation::*;
    let of_signed = |exact: BigInt| signed(width, &bits(width, &exact)) != exact;
    let of_unsigned = |exact: BigInt| BigInt::from(bits(width, &exact)) != exact;
    let (x, y) = (signed(width, a), signed(width, b));
    let (u, v) = (BigInt::from(a.clone()), BigInt::from(b.clone()));
    match operation {
        SignedAdd => of_signed(x + y),
        SignedSub => of_signed(x - y),
        SignedMul => of_signed(x * y),
        UnsignedAdd => of_unsigned(u + v),
        UnsignedSub => of_unsigned(u - v),
        UnsignedMul => of_unsigned(u * v),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FunctionBody, parse_program};

    /// An operation in text, with a result type, and the constant it gives in text; "" for none.
    fn check(operation: &str, expected: &str) {
        let text = format!(
            "global &g size 8 = zero\nfunction @f(%a: i8, %p: ptr) {{\nentry:\n%x = {operation}\n{}\nreturn\n}}",
            if expected.is_empty() {
                String::new()
            } else {
                format!("assert initialised initialised {expected}")
            }
        );
        let program = parse_program(&text, "a.kir").unwrap();
        let FunctionBody::Defined(definition) = &program.functions[0].body else { panic!() };
        let instruction = &definition.blocks[0].instructions[0];
        let result = definition.type_of(&instruction.results[0].into());
        let found = fold(&instruction.operation, result, program.data_model);
        let wanted = definition.blocks[0].instructions.get(1);
        assert_eq!(found.as_ref(), wanted.map(|i| i.operation.operands()[0]), "{operation}");
    }

    #[test]
    fn arithmetic() {
        check("add i8 200, 100", "i8 44");
        check("sub i8 1, 2", "i8 -1");
        check("mul i8 16, 17", "i8 16");
        check("unsigned_div i8 200, 7", "i8 28");
        check("unsigned_div i8 5, 0", "i8 -1");
        check("signed_div i8 -7, 2", "i8 -3");
        check("signed_div i8 -128, -1", "i8 -128");
        check("signed_div i8 -7, 0", "i8 1");
        check("signed_div i8 7, 0", "i8 -1");
        check("signed_rem i8 -7, 2", "i8 -1");
        check("signed_rem i8 -7, 0", "i8 -7");
        check("unsigned_rem i8 7, 0", "i8 7");
        check("shift_left i8 3, 7", "i8 128");
        check("shift_left i8 3, 8", "i8 0");
        check("logical_shift_right i8 -1, 4", "i8 15");
        check("arithmetic_shift_right i8 -128, 3", "i8 -16");
        check("arithmetic_shift_right i8 -128, 200", "i8 -1");
        check("xor i8 5, 3", "i8 6");
        check("add i8 %a, 0", "");
        check("add i8 undefined, 0", "");
        check("float_add double 1.0, 1.0", "");
    }

    #[test]
    fn the_rest() {
        check("compare slt i8 -1, 0", "true");
        check("compare ult i8 -1, 0", "false");
        check("compare sle i8 3, 3", "true");
        check("compare eq ptr null, null", "true");
        check("compare ne ptr &g, null", "");
        check("overflows signed_add i8 100, 28", "true");
        check("overflows signed_mul i8 -128, -1", "true");
        check("overflows signed_sub i8 -1, 127", "false");
        check("overflows unsigned_sub i8 1, 2", "true");
        check("overflows unsigned_mul i8 15, 17", "false");
        check("convert sign_extend i8 -1 to i16", "i16 -1");
        check("convert zero_extend i8 -1 to i16", "i16 255");
        check("convert truncate i16 258 to i8", "i8 2");
        check("convert int_to_pointer i8 0 to ptr", "");
        check("select i8 true, %a, 4", "%a");
        check("select i8 undefined, %a, 4", "");
        check("offset %p, 0", "%p");
        check("offset &g + 4, -8", "&g - 4");
        check("offset &g + 4, 0x7fffffffffffffff", "");
        check("freeze i8 3", "i8 3");
        check("freeze i8 undefined", "");
    }
}
