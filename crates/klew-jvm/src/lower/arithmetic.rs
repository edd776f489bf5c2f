//! Numbers: JVM specification (SE 21), section 6.5, and JLS 15.17 to 15.22.

use klew_ir::{
    BinaryOperation, Comparison, Conversion, FloatComparison, Operand, Type, UnaryOperation,
};

use super::body::Body;
use super::builder::{int, kind_type};
use super::failure::Failure;
use crate::class_file::bytecode::{Arithmetic, Condition, Kind, Narrow};

impl Body<'_, '_, '_> {
    pub(super) fn arithmetic(&mut self, kind: Kind, operation: Arithmetic) -> Result<(), String> {
        let result = match operation {
            Arithmetic::Neg => self.negate(kind)?,
            Arithmetic::ShiftLeft | Arithmetic::ShiftRight | Arithmetic::UnsignedShiftRight => {
                self.shift(kind, operation)?
            }
            _ => {
                let b = self.pop_type(kind_type(kind))?;
                let a = self.pop_type(kind_type(kind))?;
                match (kind, operation) {
                    (Kind::Float | Kind::Double, _) => self.float(operation, a, b)?,
                    (_, Arithmetic::Div | Arithmetic::Rem) => self.divide(operation, a, b)?,
                    _ => self.integer(operation, a, b)?,
                }
            }
        };
        self.push(result);
        Ok(())
    }

    fn negate(&mut self, kind: Kind) -> Result<Operand, String> {
        let a = self.pop_type(kind_type(kind))?;
        Ok(match kind {
            Kind::Float | Kind::Double => self.builder.unary(UnaryOperation::FloatNeg, a),
            _ => {
                let zero = super::builder::zero(kind_type(kind));
                self.builder.binary(BinaryOperation::Sub, zero, a)
            }
        })
    }

    /// Only the low five or six bits of the distance count.
    fn shift(&mut self, kind: Kind, operation: Arithmetic) -> Result<Operand, String> {
        let distance = self.pop_int()?;
        let a = self.pop_type(kind_type(kind))?;
        let mask = if kind == Kind::Long { 63 } else { 31 };
        let distance = self.builder.binary(BinaryOperation::And, distance, int(mask));
        let distance = self.builder.convert(Conversion::ZeroExtend, distance, kind_type(kind));
        let operation = match operation {
            Arithmetic::ShiftLeft => BinaryOperation::ShiftLeft,
            Arithmetic::ShiftRight => BinaryOperation::ArithmeticShiftRight,
            _ => BinaryOperation::LogicalShiftRight,
        };
        Ok(self.builder.binary(operation, a, distance))
    }

    fn float(&mut self, operation: Arithmetic, a: Operand, b: Operand) -> Result<Operand, String> {
        let operation = match operation {
            Arithmetic::Add => BinaryOperation::FloatAdd,
            Arithmetic::Sub => BinaryOperation::FloatSub,
            Arithmetic::Mul => BinaryOperation::FloatMul,
            Arithmetic::Div => BinaryOperation::FloatDiv,
            Arithmetic::Rem => BinaryOperation::FloatRem,
            _ => return Err("bit operation on a floating-point number".into()),
        };
        Ok(self.builder.binary(operation, a, b))
    }

    fn integer(
        &mut self,
        operation: Arithmetic,
        a: Operand,
        b: Operand,
    ) -> Result<Operand, String> {
        let operation = match operation {
            Arithmetic::Add => BinaryOperation::Add,
            Arithmetic::Sub => BinaryOperation::Sub,
            Arithmetic::Mul => BinaryOperation::Mul,
            Arithmetic::And => BinaryOperation::And,
            Arithmetic::Or => BinaryOperation::Or,
            Arithmetic::Xor => BinaryOperation::Xor,
            _ => return Err("unknown operation on integers".into()),
        };
        Ok(self.builder.binary(operation, a, b))
    }

    /// The least number divided by -1 is itself, as two's complement has it anyway.
    fn divide(&mut self, operation: Arithmetic, a: Operand, b: Operand) -> Result<Operand, String> {
        let zero = super::builder::zero(self.builder.type_of(&b));
        let by_zero = self.builder.compare(Comparison::Equal, b.clone(), zero);
        self.fail_if(by_zero, Failure::Division, &[])?;
        let operation = match operation {
            Arithmetic::Div => BinaryOperation::SignedDiv,
            _ => BinaryOperation::SignedRem,
        };
        Ok(self.builder.binary(operation, a, b))
    }

    pub(super) fn convert(&mut self, from: Kind, to: Kind) -> Result<(), String> {
        let value = self.pop_type(kind_type(from))?;
        let conversion = match (from, to) {
            (Kind::Int, Kind::Long) => Conversion::SignExtend,
            (Kind::Long, Kind::Int) => Conversion::Truncate,
            (Kind::Int | Kind::Long, _) => Conversion::SignedToFloat,
            (_, Kind::Int | Kind::Long) => Conversion::FloatToSignedSaturating,
            _ => Conversion::FloatToFloat,
        };
        let result = self.builder.convert(conversion, value, kind_type(to));
        self.push(result);
        Ok(())
    }

    pub(super) fn narrow(&mut self, narrow: Narrow) -> Result<(), String> {
        let value = self.pop_int()?;
        let (bits, back) = match narrow {
            Narrow::Byte => (8, Conversion::SignExtend),
            Narrow::Short => (16, Conversion::SignExtend),
            Narrow::Char => (16, Conversion::ZeroExtend),
        };
        let cut = self.builder.convert(Conversion::Truncate, value, Type::Int(bits));
        let result = self.builder.convert(back, cut, Type::Int(32));
        self.push(result);
        Ok(())
    }

    /// -1, 0 or 1.
    pub(super) fn compare_long(&mut self) -> Result<(), String> {
        let b = self.pop_type(Type::Int(64))?;
        let a = self.pop_type(Type::Int(64))?;
        let less = self.builder.compare(Comparison::SignedLess, a.clone(), b.clone());
        let greater = self.builder.compare(Comparison::SignedLess, b, a);
        self.sign(less, greater);
        Ok(())
    }

    /// -1, 0 or 1; NaN is greater or less.
    pub(super) fn compare_float(&mut self, kind: Kind, greater: bool) -> Result<(), String> {
        let b = self.pop_type(kind_type(kind))?;
        let a = self.pop_type(kind_type(kind))?;
        let less = FloatComparison::Less;
        let unordered =
            self.builder.compare_float(FloatComparison::Unordered, a.clone(), b.clone());
        let mut is_less = self.builder.compare_float(less, a.clone(), b.clone());
        let mut is_greater = self.builder.compare_float(less, b, a);
        let side = if greater { &mut is_greater } else { &mut is_less };
        *side = self.builder.binary(BinaryOperation::Or, side.clone(), unordered);
        self.sign(is_less, is_greater);
        Ok(())
    }

    fn sign(&mut self, less: Operand, greater: Operand) {
        let positive = self.builder.select(greater, int(1), int(0));
        let result = self.builder.select(less, int(-1), positive);
        self.push(result);
    }

    /// A condition on two integers.
    pub(super) fn condition(&mut self, condition: Condition, a: Operand, b: Operand) -> Operand {
        let (comparison, a, b) = match condition {
            Condition::Equal => (Comparison::Equal, a, b),
            Condition::NotEqual => (Comparison::NotEqual, a, b),
            Condition::Less => (Comparison::SignedLess, a, b),
            Condition::LessEqual => (Comparison::SignedLessEqual, a, b),
            Condition::Greater => (Comparison::SignedLess, b, a),
            Condition::GreaterEqual => (Comparison::SignedLessEqual, b, a),
        };
        self.builder.compare(comparison, a, b)
    }
}
