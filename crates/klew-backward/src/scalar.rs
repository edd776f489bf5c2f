//! Integers and floating-point numbers: operations of the representation as terms.
//!
//! Results that the language leaves open are new symbols, which over-approximates.

use klew_ir::{
    BinaryOperation, Comparison, Conversion, FloatComparison, FloatFormat, OverflowOperation, Type,
    UnaryOperation,
};
use klew_term::{RoundingMode, Sort, TermId, Terms};

/// The format of terms.
pub fn float_format(format: FloatFormat) -> klew_term::FloatFormat {
    match format {
        FloatFormat::Half => klew_term::FloatFormat::Half,
        FloatFormat::BFloat => klew_term::FloatFormat::BFloat,
        FloatFormat::Single => klew_term::FloatFormat::Single,
        FloatFormat::Double => klew_term::FloatFormat::Double,
        FloatFormat::X87 => klew_term::FloatFormat::X87,
        FloatFormat::Quad => klew_term::FloatFormat::Quad,
    }
}

/// The sort of a scalar type.
pub fn sort_of(value_type: Type, pointer_bits: u32) -> Sort {
    match value_type {
        Type::Int(width) => Sort::BitVec(width),
        Type::Float(format) => Sort::Float(float_format(format)),
        Type::Pointer => Sort::BitVec(pointer_bits),
    }
}

/// A term and the constraint under which it is what it should be.
pub type Constrained = (TermId, Option<TermId>);

/// Two operands.
pub fn binary(terms: &mut Terms, operation: BinaryOperation, a: TermId, b: TermId) -> TermId {
    match operation {
        BinaryOperation::Add => terms.bv_add(a, b),
        BinaryOperation::Sub => terms.bv_sub(a, b),
        BinaryOperation::Mul => terms.bv_mul(a, b),
        BinaryOperation::UnsignedDiv => terms.bv_udiv(a, b),
        BinaryOperation::SignedDiv => terms.bv_sdiv(a, b),
        BinaryOperation::UnsignedRem => terms.bv_urem(a, b),
        BinaryOperation::SignedRem => terms.bv_srem(a, b),
        BinaryOperation::And => terms.bv_and(a, b),
        BinaryOperation::Or => terms.bv_or(a, b),
        BinaryOperation::Xor => terms.bv_xor(a, b),
        BinaryOperation::ShiftLeft => terms.bv_shl(a, b),
        BinaryOperation::LogicalShiftRight => terms.bv_lshr(a, b),
        BinaryOperation::ArithmeticShiftRight => terms.bv_ashr(a, b),
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
    }
}

/// C's `fmod` from the IEEE remainder: of the magnitudes it is that remainder, plus the divisor if it is negative.
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

fn with_sign_of(terms: &mut Terms, magnitude: TermId, sign: TermId) -> TermId {
    let negative = terms.fp_is_negative(sign);
    let negated = terms.fp_neg(magnitude);
    terms.ite(negative, negated, magnitude)
}

/// One operand, which is of that type.
pub fn unary(terms: &mut Terms, operation: UnaryOperation, value_type: Type, a: TermId) -> TermId {
    let mode = match operation {
        UnaryOperation::Freeze => return a,
        UnaryOperation::FloatNeg => return terms.fp_neg(a),
        UnaryOperation::FloatAbs => return terms.fp_abs(a),
        UnaryOperation::SquareRoot => return terms.fp_sqrt(a),
        UnaryOperation::RoundToZero => RoundingMode::TowardZero,
        UnaryOperation::RoundDown => RoundingMode::TowardNegative,
        UnaryOperation::RoundUp => RoundingMode::TowardPositive,
        UnaryOperation::RoundNearestEven => RoundingMode::NearestEven,
        UnaryOperation::RoundNearestAway => RoundingMode::NearestAway,
        _ => {
            let Type::Int(width) = value_type else { return a };
            return bits(terms, operation, width, a);
        }
    };
    terms.fp_round_to_integral(mode, a)
}

fn bits(terms: &mut Terms, operation: UnaryOperation, width: u32, a: TermId) -> TermId {
    match operation {
        UnaryOperation::ByteSwap => reversed(terms, a, width, 8),
        UnaryOperation::BitReverse => reversed(terms, a, width, 1),
        UnaryOperation::PopulationCount => {
            let mut count = terms.bv(width, 0);
            for bit in 0..width {
                let bit = terms.bv_extract(a, bit, bit);
                let bit = terms.bv_zero_extend(bit, width);
                count = terms.bv_add(count, bit);
            }
            count
        }
        _ => {
            let trailing = operation == UnaryOperation::TrailingZeros;
            let mut result = terms.bv(width, u64::from(width));
            for step in 0..width {
                // The bit that decides first is put in last.
                let bit = if trailing { width - 1 - step } else { step };
                let before = if trailing { bit } else { width - 1 - bit };
                let one = terms.bv_extract(a, bit, bit);
                let set = terms.bv_to_bool(one);
                let count = terms.bv(width, u64::from(before));
                result = terms.ite(set, count, result);
            }
            result
        }
    }
}

/// The parts of `part` bits in the reverse order.
fn reversed(terms: &mut Terms, a: TermId, width: u32, part: u32) -> TermId {
    let mut result = terms.bv_extract(a, part.min(width) - 1, 0);
    for low in (part..width).step_by(part as usize) {
        let next = terms.bv_extract(a, low + part - 1, low);
        result = terms.bv_concat(result, next);
    }
    result
}

/// A comparison of integers.
pub fn compare(terms: &mut Terms, comparison: Comparison, a: TermId, b: TermId) -> TermId {
    match comparison {
        Comparison::Equal => terms.eq(a, b),
        Comparison::NotEqual => terms.ne(a, b),
        Comparison::UnsignedLess => terms.bv_ult(a, b),
        Comparison::UnsignedLessEqual => terms.bv_ule(a, b),
        Comparison::SignedLess => terms.bv_slt(a, b),
        Comparison::SignedLessEqual => terms.bv_sle(a, b),
    }
}

/// A comparison of floating-point numbers.
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

/// Whether an exact result does not fit.
pub fn overflows(terms: &mut Terms, operation: OverflowOperation, a: TermId, b: TermId) -> TermId {
    match operation {
        OverflowOperation::SignedAdd => terms.bv_sadd_overflow(a, b),
        OverflowOperation::SignedSub => terms.bv_ssub_overflow(a, b),
        OverflowOperation::SignedMul => terms.bv_smul_overflow(a, b),
        OverflowOperation::UnsignedAdd => terms.bv_uadd_overflow(a, b),
        OverflowOperation::UnsignedSub => terms.bv_usub_overflow(a, b),
        OverflowOperation::UnsignedMul => terms.bv_umul_overflow(a, b),
    }
}

/// A conversion between scalars; none if the types do not go with it.
pub fn convert(
    terms: &mut Terms,
    conversion: Conversion,
    to: Type,
    a: TermId,
) -> Option<Constrained> {
    let even = RoundingMode::NearestEven;
    Some(match (conversion, to) {
        (Conversion::ZeroExtend, Type::Int(width)) => (terms.bv_zero_extend(a, width), None),
        (Conversion::SignExtend, Type::Int(width)) => (terms.bv_sign_extend(a, width), None),
        (Conversion::Truncate, Type::Int(width)) => (terms.bv_truncate(a, width), None),
        (Conversion::FloatToFloat, Type::Float(format)) => {
            (terms.fp_to_fp(even, a, float_format(format)), None)
        }
        (Conversion::SignedToFloat, Type::Float(format)) => {
            (terms.fp_from_signed(even, a, float_format(format)), None)
        }
        (Conversion::UnsignedToFloat, Type::Float(format)) => {
            (terms.fp_from_unsigned(even, a, float_format(format)), None)
        }
        (Conversion::FloatToSigned | Conversion::FloatToUnsigned, Type::Int(width)) => {
            let signed = conversion == Conversion::FloatToSigned;
            let (fits, number) = to_int(terms, a, width, signed);
            if terms.as_bool(fits) == Some(true) {
                return Some((number, None));
            }
            let any = terms.symbol("unspecified", Sort::BitVec(width));
            (terms.ite(fits, number, any), None)
        }
        (Conversion::FloatToSignedSaturating, Type::Int(width)) => {
            (saturating(terms, a, width, true), None)
        }
        (Conversion::FloatToUnsignedSaturating, Type::Int(width)) => {
            (saturating(terms, a, width, false), None)
        }
        (Conversion::FloatToBits, _) => terms.fp_to_bits(a),
        (Conversion::BitsToFloat, Type::Float(format)) => {
            (terms.fp_from_bits(a, float_format(format)), None)
        }
        _ => return None,
    })
}

/// Whether the number fits, and the integer then.
fn to_int(terms: &mut Terms, a: TermId, width: u32, signed: bool) -> (TermId, TermId) {
    let zero = RoundingMode::TowardZero;
    if signed {
        (terms.fp_fits_signed(zero, a, width), terms.fp_to_signed(zero, a, width))
    } else {
        (terms.fp_fits_unsigned(zero, a, width), terms.fp_to_unsigned(zero, a, width))
    }
}

fn saturating(terms: &mut Terms, a: TermId, width: u32, signed: bool) -> TermId {
    let (fits, number) = to_int(terms, a, width, signed);
    let none = terms.bv(width, 0);
    let all = terms.bv_not(none);
    let (least, most) = if signed {
        let one = terms.bv(width, 1);
        let most = terms.bv_lshr(all, one);
        (terms.bv_not(most), most)
    } else {
        (none, all)
    };
    let negative = terms.fp_is_negative(a);
    let clamped = terms.ite(negative, least, most);
    let nan = terms.fp_is_nan(a);
    let clamped = terms.ite(nan, none, clamped);
    terms.ite(fits, number, clamped)
}

/// A value of one type in memory of another: the term of `to` whose image are the bits of `a`; none
/// if the sizes differ.
pub fn reinterpret(terms: &mut Terms, a: TermId, to: Sort) -> Option<Constrained> {
    let from = terms.sort(a);
    Some(match (from, to) {
        _ if from == to => (a, None),
        (Sort::BitVec(width), Sort::Float(format)) if format.storage_bits() == width => {
            (terms.fp_from_bits(a, format), None)
        }
        (Sort::Float(format), Sort::BitVec(width)) if format.storage_bits() == width => {
            terms.fp_to_bits(a)
        }
        _ => return None,
    })
}
