//! Arithmetic and comparisons of promises, with C's conversions.

use super::*;

/// A value, and where its expression stands.
type At = (Value, usize);

/// Two operands of one type.
enum Pair {
    Ints(Operand, Operand, bool),
    Floats(Operand, Operand),
}

impl Translator<'_, '_, '_> {
    /// C's usual arithmetic conversions.
    fn usual(&mut self, (a, a_at): At, (b, b_at): At) -> Result<Pair> {
        let format = |builder: &Builder, value: &Value| match value {
            Value::Float(operand) => match builder.type_of(operand) {
                Type::Float(format) => Some(format),
                _ => None,
            },
            _ => None,
        };
        let formats = [format(self.builder, &a), format(self.builder, &b)];
        if let Some(wider) = formats.into_iter().flatten().max_by_key(|format| rank(*format)) {
            let a = self.as_float((a, a_at), wider)?;
            let b = self.as_float((b, b_at), wider)?;
            return Ok(Pair::Floats(a, b));
        }
        let (a, a_signed) = self.number(a, a_at)?;
        let (b, b_signed) = self.number(b, b_at)?;
        let (a_width, b_width) = (self.builder.width(&a), self.builder.width(&b));
        let width = a_width.max(b_width);
        // The wider type decides; of equally wide ones, the unsigned one.
        let signed = match a_width.cmp(&b_width) {
            std::cmp::Ordering::Less => b_signed,
            std::cmp::Ordering::Greater => a_signed,
            std::cmp::Ordering::Equal => a_signed && b_signed,
        };
        let a = self.extended(a, a_signed, width);
        let b = self.extended(b, b_signed, width);
        Ok(Pair::Ints(a, b, signed))
    }

    fn extended(&mut self, operand: Operand, signed: bool, width: u32) -> Operand {
        match signed {
            true => self.builder.signed_resize(operand, width),
            false => self.builder.unsigned_resize(operand, width),
        }
    }

    fn as_float(&mut self, (value, at): At, format: FloatFormat) -> Result<Operand> {
        let to = Type::Float(format);
        if let Value::Float(operand) = value {
            return Ok(self.builder.convert(Conversion::FloatToFloat, operand, to));
        }
        let (operand, signed) = self.number(value, at)?;
        let conversion =
            if signed { Conversion::SignedToFloat } else { Conversion::UnsignedToFloat };
        Ok(self.builder.convert(conversion, operand, to))
    }

    pub(super) fn comparison(
        &mut self,
        operator: Binary,
        a: At,
        b: At,
        at: usize,
    ) -> Result<Value> {
        let equality = matches!(operator, Binary::Equal | Binary::NotEqual);
        let is_pointer =
            |value: &Value| matches!(value, Value::Null | Value::Pointer(_) | Value::Whole(_));
        if is_pointer(&a.0) || is_pointer(&b.0) {
            if !equality {
                return self.error(at, "pointers are compared by == and != only");
            }
            let (a, b) = (self.pointer(a)?, self.pointer(b)?);
            let equal = self.builder.compare(Comparison::Equal, a, b);
            return Ok(Value::Truth(match operator {
                Binary::Equal => equal,
                _ => self.builder.not(equal),
            }));
        }
        let condition = match self.usual(a, b)? {
            Pair::Ints(a, b, signed) => {
                let (less, less_equal) = match signed {
                    true => (Comparison::SignedLess, Comparison::SignedLessEqual),
                    false => (Comparison::UnsignedLess, Comparison::UnsignedLessEqual),
                };
                match operator {
                    Binary::Equal => self.builder.compare(Comparison::Equal, a, b),
                    Binary::NotEqual => self.builder.compare(Comparison::NotEqual, a, b),
                    Binary::Less => self.builder.compare(less, a, b),
                    Binary::LessEqual => self.builder.compare(less_equal, a, b),
                    Binary::Greater => self.builder.compare(less, b, a),
                    _ => self.builder.compare(less_equal, b, a),
                }
            }
            Pair::Floats(a, b) => {
                use FloatComparison::{Equal, Less, LessEqual};
                match operator {
                    Binary::Equal => self.builder.compare_float(Equal, a, b),
                    Binary::NotEqual => {
                        let equal = self.builder.compare_float(Equal, a, b);
                        self.builder.not(equal)
                    }
                    Binary::Less => self.builder.compare_float(Less, a, b),
                    Binary::LessEqual => self.builder.compare_float(LessEqual, a, b),
                    Binary::Greater => self.builder.compare_float(Less, b, a),
                    _ => self.builder.compare_float(LessEqual, b, a),
                }
            }
        };
        Ok(Value::Truth(condition))
    }

    /// A pointer, or a constant 0.
    fn pointer(&mut self, (value, at): At) -> Result<Operand> {
        match value {
            Value::Null => Ok(Operand::Constant(Constant::Null)),
            Value::Int { operand, .. } if super::super::builder::as_u64(&operand) == Some(0) => {
                Ok(Operand::Constant(Constant::Null))
            }
            Value::Pointer(Pointer { base, offset, .. }) => Ok(self.builder.offset(base, offset)),
            Value::Whole(Place { base, offset, source_type, .. })
                if matches!(self.resolved(source_type), SourceType::Array(..)) =>
            {
                Ok(self.builder.offset(base, offset))
            }
            _ => self.error(at, "this is compared with a pointer and is none"),
        }
    }

    pub(super) fn shift(&mut self, operator: Binary, a: At, b: At) -> Result<Value> {
        let (value, signed) = self.number(a.0, a.1)?;
        let (amount, amount_signed) = self.number(b.0, b.1)?;
        let width = self.builder.width(&value);
        let amount_width = self.builder.width(&amount);
        let most = int(amount_width, u64::from(width));
        let inside = self.builder.compare(Comparison::UnsignedLess, amount.clone(), most);
        self.assume(inside);
        let amount = self.extended(amount, amount_signed, width);
        let operation = match (operator, signed) {
            (Binary::ShiftLeft, _) => BinaryOperation::ShiftLeft,
            (_, true) => BinaryOperation::ArithmeticShiftRight,
            (_, false) => BinaryOperation::LogicalShiftRight,
        };
        let operand = self.builder.binary(operation, value, amount);
        Ok(Value::Int { operand, signed })
    }

    pub(super) fn arithmetic(
        &mut self,
        operator: Binary,
        a: At,
        b: At,
        at: usize,
    ) -> Result<Value> {
        if let (Value::Pointer(pointer), Binary::Add | Binary::Subtract) = (&a.0, operator) {
            let pointer = pointer.clone();
            let mut count = self.index(b.0, b.1)?;
            if operator == Binary::Subtract {
                let zero = self.builder.word_constant(0);
                count = self.builder.binary(BinaryOperation::Sub, zero, count);
            }
            return Ok(Value::Pointer(self.moved(pointer, count, at)?));
        }
        match self.usual(a, b)? {
            Pair::Ints(a, b, signed) => {
                let operand = self.integers(operator, a, b, signed);
                Ok(Value::Int { operand, signed })
            }
            Pair::Floats(a, b) => {
                let operation = match operator {
                    Binary::Add => BinaryOperation::FloatAdd,
                    Binary::Subtract => BinaryOperation::FloatSub,
                    Binary::Multiply => BinaryOperation::FloatMul,
                    Binary::Divide => BinaryOperation::FloatDiv,
                    _ => return self.error(at, "this needs integers"),
                };
                Ok(Value::Float(self.builder.binary(operation, a, b)))
            }
        }
    }

    fn integers(&mut self, operator: Binary, a: Operand, b: Operand, signed: bool) -> Operand {
        let width = self.builder.width(&a);
        let overflow = match operator {
            Binary::Add => Some(OverflowOperation::SignedAdd),
            Binary::Subtract => Some(OverflowOperation::SignedSub),
            Binary::Multiply => Some(OverflowOperation::SignedMul),
            _ => None,
        };
        if let (Some(overflow), true) = (overflow, signed) {
            let over = self.builder.overflows(overflow, a.clone(), b.clone());
            self.assume_not(over);
        }
        if matches!(operator, Binary::Divide | Binary::Remainder) {
            let zero = self.builder.compare(Comparison::Equal, b.clone(), int(width, 0));
            self.assume_not(zero);
            if signed {
                let least = self.builder.compare(Comparison::Equal, a.clone(), signed_min(width));
                let minus = super::super::builder::all_ones(width);
                let minus = self.builder.compare(Comparison::Equal, b.clone(), minus);
                let over = self.builder.binary(BinaryOperation::And, least, minus);
                self.assume_not(over);
            }
        }
        let operation = match (operator, signed) {
            (Binary::Add, _) => BinaryOperation::Add,
            (Binary::Subtract, _) => BinaryOperation::Sub,
            (Binary::Multiply, _) => BinaryOperation::Mul,
            (Binary::Divide, true) => BinaryOperation::SignedDiv,
            (Binary::Divide, false) => BinaryOperation::UnsignedDiv,
            (Binary::Remainder, true) => BinaryOperation::SignedRem,
            (Binary::Remainder, false) => BinaryOperation::UnsignedRem,
            (Binary::BitAnd, _) => BinaryOperation::And,
            (Binary::BitXor, _) => BinaryOperation::Xor,
            // Comparisons, shifts, `&&` and `||` do not come here.
            _ => BinaryOperation::Or,
        };
        self.builder.binary(operation, a, b)
    }
}

fn rank(format: FloatFormat) -> u8 {
    match format {
        FloatFormat::Half | FloatFormat::BFloat => 0,
        FloatFormat::Single => 1,
        FloatFormat::Double => 2,
        _ => 3,
    }
}
