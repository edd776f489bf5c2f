//! Floating-point numbers, rounded to the nearest, as C and Java programs have them.

use klew_ir::{BinaryOperation, FloatComparison, UnaryOperation};
use klew_term::{RoundingMode, TermId, Terms};

/// Two operands; none for integer operations.
pub fn float_binary(
    terms: &mut Terms,
    operation: BinaryOperation,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    Some(match operation {
        BinaryOperation::FloatAdd => terms.fp_add(a, b),
        BinaryOperation::FloatSub => terms.fp_sub(a, b),
        BinaryOperation::FloatMul => terms.fp_mul(a, b),
        BinaryOperation::FloatDiv => terms.fp_div(a, b),
        BinaryOperation::FloatRem => truncated_remainder(terms, a, b),
        BinaryOperation::FloatMin => terms.fp_min(a, b),
        BinaryOperation::FloatMax => terms.fp_max(a, b),
        BinaryOperation::CopySign => {
            let magnitude = terms.fp_abs(a);
            with_sign_of(terms, magnitude, b)
        }
        _ => return None,
    })
}

/// C's `fmod` from IEEE 754's remainder (SMT-LIB's `fp.rem`, of the quotient rounded to nearest): of the
/// magnitudes, it is that remainder, plus the divisor if it is negative; the sum is exact because
/// the result of `fmod` always is. The sign is the dividend's.
fn truncated_remainder(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let (dividend, divisor) = (terms.fp_abs(a), terms.fp_abs(b));
    let nearest = terms.fp_rem(dividend, divisor);
    let sum = terms.fp_add(nearest, divisor);
    let zero = terms.fp_is_zero(nearest);
    let negative = terms.fp_is_negative(nearest);
    let keep = terms.not(negative);
    let keep = terms.or(zero, keep);
    let magnitude = terms.ite(keep, nearest, sum);
    let magnitude = terms.fp_abs(magnitude);
    with_sign_of(terms, magnitude, a)
}

/// A magnitude with the sign of a number (of a NaN: no sign).
fn with_sign_of(terms: &mut Terms, magnitude: TermId, sign: TermId) -> TermId {
    let negative = terms.fp_is_negative(sign);
    let negated = terms.fp_neg(magnitude);
    terms.ite(negative, negated, magnitude)
}

/// One operand.
pub fn float_unary(terms: &mut Terms, operation: UnaryOperation, a: TermId) -> TermId {
    let mode = match operation {
        UnaryOperation::FloatNeg => return terms.fp_neg(a),
        UnaryOperation::FloatAbs => return terms.fp_abs(a),
        UnaryOperation::SquareRoot => return terms.fp_sqrt(a),
        UnaryOperation::RoundToZero => RoundingMode::TowardZero,
        UnaryOperation::RoundDown => RoundingMode::TowardNegative,
        UnaryOperation::RoundUp => RoundingMode::TowardPositive,
        UnaryOperation::RoundNearestEven => RoundingMode::NearestEven,
        UnaryOperation::RoundNearestAway => RoundingMode::NearestAway,
        _ => return a,
    };
    terms.fp_round_to_integral(mode, a)
}

/// A comparison.
pub fn compare_float(
    terms: &mut Terms,
    comparison: FloatComparison,
    a: TermId,
    b: TermId,
) -> TermId {
    match comparison {
        FloatComparison::Equal => terms.fp_eq(a, b),
        FloatComparison::Less => terms.fp_lt(a, b),
        FloatComparison::LessEqual => terms.fp_le(a, b),
        FloatComparison::Unordered => {
            let (a, b) = (terms.fp_is_nan(a), terms.fp_is_nan(b));
            terms.or(a, b)
        }
    }
}

#[cfg(test)]
mod tests {
    use klew_term::FloatFormat;

    use super::*;

    #[test]
    fn the_remainder_is_that_of_c() {
        let mut terms = Terms::new();
        for (a, b) in [(5.5, 2.0), (-5.5, 2.0), (5.5, -2.0), (7.0, 4.0), (0.5, 3.0), (-6.0, 3.0)] {
            let (a, b): (f64, f64) = (a, b);
            let image = |x: f64| u128::from(x.to_bits());
            let x = terms.float(FloatFormat::Double, image(a));
            let y = terms.float(FloatFormat::Double, image(b));
            let expected = terms.float(FloatFormat::Double, image(a % b));
            let result = float_binary(&mut terms, BinaryOperation::FloatRem, x, y);
            assert_eq!(result, Some(expected), "{a} % {b}");
        }
    }

    #[test]
    fn operations_of_integers_are_none_of_floats() {
        let mut terms = Terms::new();
        let x = terms.float(FloatFormat::Single, 0);
        assert_eq!(float_binary(&mut terms, BinaryOperation::Add, x, x), None);
        let x = terms.bv(8, 1);
        assert_eq!(crate::integer_binary(&mut terms, BinaryOperation::FloatAdd, x, x), None);
    }
}
