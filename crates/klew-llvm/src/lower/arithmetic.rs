//! Arithmetic, comparisons and choices, with the checks that C's rules ask for.

use klew_ir::{
    BinaryOperation, Comparison, Conversion, FloatComparison, Operand, OverflowOperation, Property,
    Type,
};

use super::builder::zero;
use super::builder::{Builder, Scalars, all_ones, as_u64, int, signed_min};
use super::function::FunctionLowering;
use super::shared::Unsupported;
use crate::syntax::{BinaryOperator, Flags, FloatPredicate, IntegerPredicate};

impl FunctionLowering<'_, '_, '_> {
    /// Applies a function to each scalar.
    pub fn each(
        &mut self,
        scalars: Scalars,
        mut function: impl FnMut(&mut Builder, Operand) -> Operand,
    ) -> Scalars {
        scalars.into_iter().map(|scalar| function(&mut self.builder, scalar)).collect()
    }

    /// Applies a function to each pair of scalars.
    pub fn pairs(
        &mut self,
        a: Scalars,
        b: Scalars,
        mut function: impl FnMut(&mut Builder, Operand, Operand) -> Operand,
    ) -> Scalars {
        a.into_iter().zip(b).map(|(a, b)| function(&mut self.builder, a, b)).collect()
    }

    /// A binary operator, lane by lane.
    pub fn arithmetic(
        &mut self,
        operator: BinaryOperator,
        flags: Flags,
        a: Scalars,
        b: Scalars,
    ) -> Result<Scalars, Unsupported> {
        Ok(self.pairs(a, b, |builder, a, b| lane(builder, operator, flags, a, b)))
    }

    /// `icmp`, lane by lane.
    pub fn compare_integers(
        &mut self,
        predicate: IntegerPredicate,
        a: Scalars,
        b: Scalars,
    ) -> Scalars {
        self.pairs(a, b, |builder, a, b| compare_integers(builder, predicate, a, b))
    }

    /// `fcmp`, lane by lane.
    pub fn compare_floats(&mut self, predicate: FloatPredicate, a: Scalars, b: Scalars) -> Scalars {
        self.pairs(a, b, |builder, a, b| compare_floats(builder, predicate, a, b))
    }

    /// `select`: by one condition, or lane by lane.
    pub fn choose(
        &mut self,
        condition: Scalars,
        then: Scalars,
        otherwise: Scalars,
    ) -> Result<Scalars, Unsupported> {
        let lanes = condition.len();
        if lanes == 0 || (lanes > 1 && lanes != then.len()) || then.len() != otherwise.len() {
            return Err("a select of vectors of different lengths".into());
        }
        let conditions = condition.iter().cycle().cloned();
        let choices = conditions.zip(then).zip(otherwise);
        Ok(choices.map(|((c, a), b)| self.builder.select(c, a, b)).collect())
    }
}

fn lane(
    builder: &mut Builder,
    operator: BinaryOperator,
    flags: Flags,
    a: Operand,
    b: Operand,
) -> Operand {
    let signed = flags.contains(Flags::NSW);
    let operation = match operator {
        BinaryOperator::Add => {
            overflow_check(builder, signed, OverflowOperation::SignedAdd, &a, &b);
            BinaryOperation::Add
        }
        BinaryOperator::Sub => {
            overflow_check(builder, signed, OverflowOperation::SignedSub, &a, &b);
            BinaryOperation::Sub
        }
        BinaryOperator::Mul => {
            overflow_check(builder, signed, OverflowOperation::SignedMul, &a, &b);
            BinaryOperation::Mul
        }
        BinaryOperator::UDiv | BinaryOperator::URem => {
            division_check(builder, &b);
            if operator == BinaryOperator::UDiv {
                BinaryOperation::UnsignedDiv
            } else {
                BinaryOperation::UnsignedRem
            }
        }
        BinaryOperator::SDiv | BinaryOperator::SRem => {
            division_check(builder, &b);
            quotient_check(builder, &a, &b);
            if operator == BinaryOperator::SDiv {
                BinaryOperation::SignedDiv
            } else {
                BinaryOperation::SignedRem
            }
        }
        BinaryOperator::Shl => {
            shift_check(builder, &b);
            let result = builder.binary(BinaryOperation::ShiftLeft, a.clone(), b.clone());
            if signed {
                let back = builder.binary(BinaryOperation::ArithmeticShiftRight, result.clone(), b);
                let fits = builder.compare(Comparison::Equal, back, a);
                builder.assert_holds(Property::SignedOverflow, fits);
            }
            return result;
        }
        BinaryOperator::LShr => {
            shift_check(builder, &b);
            BinaryOperation::LogicalShiftRight
        }
        BinaryOperator::AShr => {
            shift_check(builder, &b);
            BinaryOperation::ArithmeticShiftRight
        }
        BinaryOperator::And => BinaryOperation::And,
        BinaryOperator::Or => BinaryOperation::Or,
        BinaryOperator::Xor => BinaryOperation::Xor,
        BinaryOperator::FAdd => BinaryOperation::FloatAdd,
        BinaryOperator::FSub => BinaryOperation::FloatSub,
        BinaryOperator::FMul => BinaryOperation::FloatMul,
        BinaryOperator::FDiv => BinaryOperation::FloatDiv,
        BinaryOperator::FRem => BinaryOperation::FloatRem,
    };
    builder.binary(operation, a, b)
}

fn is_constant(operand: &Operand) -> bool {
    matches!(operand, Operand::Constant(klew_ir::Constant::Int { .. }))
}

fn overflow_check(
    builder: &mut Builder,
    signed: bool,
    operation: OverflowOperation,
    a: &Operand,
    b: &Operand,
) {
    if signed {
        let bad = builder.overflows(operation, a.clone(), b.clone());
        builder.assert_not(Property::SignedOverflow, bad);
    }
}

/// The divisor is not zero.
fn division_check(builder: &mut Builder, divisor: &Operand) {
    if is_constant(divisor) && as_u64(divisor) != Some(0) {
        return;
    }
    let zero = zero(builder.type_of(divisor));
    let good = builder.compare(Comparison::NotEqual, divisor.clone(), zero);
    builder.assert_holds(Property::DivisionByZero, good);
}

/// The quotient is not the one that does not fit: the least number by -1.
fn quotient_check(builder: &mut Builder, a: &Operand, b: &Operand) {
    let width = builder.width(a);
    let minus_one = all_ones(width);
    if (is_constant(b) && *b != minus_one) || (is_constant(a) && *a != signed_min(width)) {
        return;
    }
    let least = builder.compare(Comparison::NotEqual, a.clone(), signed_min(width));
    let other = builder.compare(Comparison::NotEqual, b.clone(), minus_one);
    let good = builder.binary(BinaryOperation::Or, least, other);
    builder.assert_holds(Property::DivisionOverflow, good);
}

/// The amount is less than the width.
fn shift_check(builder: &mut Builder, amount: &Operand) {
    let width = builder.width(amount);
    if as_u64(amount).is_some_and(|amount| amount < u64::from(width)) {
        return;
    }
    // The width itself does not fit types of one or two bits; the greatest good amount does.
    let greatest = int(width, u64::from(width - 1));
    let good = builder.compare(Comparison::UnsignedLessEqual, amount.clone(), greatest);
    builder.assert_holds(Property::Shift, good);
}

/// `icmp` of two scalars.
pub(crate) fn compare_integers(
    builder: &mut Builder,
    predicate: IntegerPredicate,
    mut a: Operand,
    mut b: Operand,
) -> Operand {
    use IntegerPredicate as P;
    let signed = matches!(predicate, P::Sgt | P::Sge | P::Slt | P::Sle);
    if signed && builder.type_of(&a) == Type::Pointer {
        let word = builder.word();
        a = builder.convert(Conversion::PointerToInt, a, word);
        b = builder.convert(Conversion::PointerToInt, b, word);
    }
    match predicate {
        P::Eq => builder.compare(Comparison::Equal, a, b),
        P::Ne => builder.compare(Comparison::NotEqual, a, b),
        P::Ugt => builder.compare(Comparison::UnsignedLess, b, a),
        P::Uge => builder.compare(Comparison::UnsignedLessEqual, b, a),
        P::Ult => builder.compare(Comparison::UnsignedLess, a, b),
        P::Ule => builder.compare(Comparison::UnsignedLessEqual, a, b),
        P::Sgt => builder.compare(Comparison::SignedLess, b, a),
        P::Sge => builder.compare(Comparison::SignedLessEqual, b, a),
        P::Slt => builder.compare(Comparison::SignedLess, a, b),
        P::Sle => builder.compare(Comparison::SignedLessEqual, a, b),
    }
}

/// A comparison of two floating-point numbers.
pub(crate) fn compare_float(
    builder: &mut Builder,
    comparison: FloatComparison,
    a: &Operand,
    b: &Operand,
) -> Operand {
    let operation = klew_ir::Operation::CompareFloat(comparison, a.clone(), b.clone());
    builder.emit(operation, Type::BOOL)
}

fn compare_floats(
    builder: &mut Builder,
    predicate: FloatPredicate,
    a: Operand,
    b: Operand,
) -> Operand {
    use FloatComparison as C;
    use FloatPredicate as P;
    let (comparison, swap, negate) = match predicate {
        P::False => return super::builder::truth(false),
        P::True => return super::builder::truth(true),
        P::Oeq => (C::Equal, false, false),
        P::Une => (C::Equal, false, true),
        P::Olt => (C::Less, false, false),
        P::Uge => (C::Less, false, true),
        P::Ole => (C::LessEqual, false, false),
        P::Ugt => (C::LessEqual, false, true),
        P::Ogt => (C::Less, true, false),
        P::Ule => (C::Less, true, true),
        P::Oge => (C::LessEqual, true, false),
        P::Ult => (C::LessEqual, true, true),
        P::Uno => (C::Unordered, false, false),
        P::Ord => (C::Unordered, false, true),
        P::One | P::Ueq => {
            let less = compare_float(builder, C::Less, &a, &b);
            let greater = compare_float(builder, C::Less, &b, &a);
            let different = builder.binary(BinaryOperation::Or, less, greater);
            return if predicate == P::One { different } else { builder.not(different) };
        }
    };
    let (a, b) = if swap { (b, a) } else { (a, b) };
    let result = compare_float(builder, comparison, &a, &b);
    if negate { builder.not(result) } else { result }
}
