//! Rules of floats: only ones that are exact to the bit, signs of zeros and NaN included.

use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::kind::{Kind, TermId};
use crate::softfloat;
use crate::sort::{FloatFormat, RoundingMode};

const ADD: &[NamedRule] = rules![fp_nan_operand, fp_add_zero];
const SUB: &[NamedRule] = rules![fp_nan_operand, fp_sub_zero];
const MUL: &[NamedRule] = rules![fp_nan_operand, fp_unit];
const REM: &[NamedRule] = rules![fp_nan_operand];
const ROUND: &[NamedRule] = rules![fp_round_twice];
const NEG: &[NamedRule] = rules![fp_neg_neg];
const ABS: &[NamedRule] = rules![fp_abs_sign];
const COMPARE: &[NamedRule] = rules![fp_compare_nan, fp_compare_same];
const LESS: &[NamedRule] = rules![fp_compare_nan, fp_compare_same, fp_compare_neg];
const CLASS: &[NamedRule] = rules![fp_class_sign, fp_class_of_integer];
const TO_FP: &[NamedRule] = rules![fp_to_same_format, fp_to_fp_back];
const FROM_SIGNED: &[NamedRule] = rules![fp_from_extended];
const FROM_UNSIGNED: &[NamedRule] = rules![fp_from_extended];

pub(super) fn rules_of(kind: Kind) -> Option<&'static [NamedRule]> {
    match kind {
        Kind::FpAdd => Some(ADD),
        Kind::FpSub => Some(SUB),
        Kind::FpMul | Kind::FpDiv => Some(MUL),
        Kind::FpRem => Some(REM),
        Kind::FpRoundToIntegral(_) => Some(ROUND),
        Kind::FpNeg => Some(NEG),
        Kind::FpAbs => Some(ABS),
        Kind::FpEq => Some(COMPARE),
        Kind::FpLt | Kind::FpLe => Some(LESS),
        Kind::FpIsNan
        | Kind::FpIsInfinite
        | Kind::FpIsZero
        | Kind::FpIsNormal
        | Kind::FpIsSubnormal => Some(CLASS),
        Kind::FpToFp(..) => Some(TO_FP),
        Kind::FpFromSigned(..) => Some(FROM_SIGNED),
        Kind::FpFromUnsigned(..) => Some(FROM_UNSIGNED),
        _ => None,
    }
}

fn is_nan_constant(terms: &Terms, term: TermId) -> bool {
    terms.as_float(term).is_some_and(|(format, bits)| softfloat::is_nan(format, bits))
}

fn is_constant_image(terms: &Terms, term: TermId, image: fn(FloatFormat) -> u128) -> bool {
    terms.as_float(term).is_some_and(|(format, bits)| bits == image(format))
}

/// match: (f a NaN), f arithmetic; result: NaN
fn fp_nan_operand(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    arguments.iter().copied().find(|&argument| is_nan_constant(terms, argument))
}

/// match: (fp.add a -0); result: a
fn fp_add_zero(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    is_constant_image(terms, arguments[1], |format| softfloat::zero(format, true))
        .then_some(arguments[0])
}

/// match: (fp.sub a +0); result: a
fn fp_sub_zero(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    is_constant_image(terms, arguments[1], |format| softfloat::zero(format, false))
        .then_some(arguments[0])
}

/// match: (fp.mul a 1), (fp.div a 1); result: a; match: (fp.mul a -1), (fp.div a -1); result: (fp.neg a)
fn fp_unit(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let image = |value: i32| {
        move |format| {
            softfloat::from_integer(
                format,
                RoundingMode::NearestEven,
                &num_bigint::BigInt::from(value),
            )
        }
    };
    let (format, bits) = terms.as_float(arguments[1])?;
    if bits == image(1)(format) {
        return Some(arguments[0]);
    }
    (bits == image(-1)(format)).then(|| terms.fp_neg(arguments[0]))
}

/// match: (fp.roundToIntegral m (fp.roundToIntegral n a)); result: (fp.roundToIntegral n a)
fn fp_round_twice(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    matches!(terms.kind(arguments[0]), Kind::FpRoundToIntegral(_)).then_some(arguments[0])
}

/// match: (fp.neg (fp.neg a)); result: a
fn fp_neg_neg(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.as_unary(arguments[0], Kind::FpNeg)
}

/// match: (fp.abs (fp.neg a)), (fp.abs (fp.abs a)); result: (fp.abs a)
fn fp_abs_sign(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    if terms.kind(arguments[0]) == Kind::FpAbs {
        return Some(arguments[0]);
    }
    let a = terms.as_unary(arguments[0], Kind::FpNeg)?;
    Some(terms.fp_abs(a))
}

/// match: (fp.eq a NaN), (fp.lt a NaN), (fp.lt NaN a), ...; result: false
fn fp_compare_nan(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    arguments.iter().any(|&argument| is_nan_constant(terms, argument)).then(|| terms.false_())
}

/// match: (fp.eq a a), (fp.leq a a); result: (not (fp.isNaN a)); match: (fp.lt a a); result: false
fn fp_compare_same(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    if arguments[0] != arguments[1] {
        return None;
    }
    if kind == Kind::FpLt {
        return Some(terms.false_());
    }
    let nan = terms.fp_is_nan(arguments[0]);
    Some(terms.not(nan))
}

/// match: (fp.lt (fp.neg a) (fp.neg b)); result: (fp.lt b a); also fp.leq
fn fp_compare_neg(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms.as_unary(arguments[0], Kind::FpNeg)?;
    let b = terms.as_unary(arguments[1], Kind::FpNeg)?;
    Some(terms.apply(kind, &[b, a]))
}

/// match: (fp.isNaN (fp.neg a)), (fp.isZero (fp.abs a)), ...; result: the test of a
fn fp_class_sign(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms
        .as_unary(arguments[0], Kind::FpNeg)
        .or_else(|| terms.as_unary(arguments[0], Kind::FpAbs))?;
    Some(terms.apply(kind, &[a]))
}

/// match: (fp.isNaN (to_fp m bits)), (fp.isSubnormal (to_fp m bits)) of an integer; result: false
fn fp_class_of_integer(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let integer =
        matches!(terms.kind(arguments[0]), Kind::FpFromSigned(..) | Kind::FpFromUnsigned(..));
    (integer && matches!(kind, Kind::FpIsNan | Kind::FpIsSubnormal)).then(|| terms.false_())
}

/// match: (to_fp m a) to a's own format; result: a
fn fp_to_same_format(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let Kind::FpToFp(_, format) = kind else { return None };
    (terms.float_format(arguments[0]) == format).then_some(arguments[0])
}

/// Whether every value of a format is one of the other.
fn includes(larger: FloatFormat, smaller: FloatFormat) -> bool {
    larger.exponent_bits() >= smaller.exponent_bits()
        && larger.significand_bits() >= smaller.significand_bits()
}

/// match: (to_fp m (to_fp n a)), the inner conversion exact; result: (to_fp m a)
fn fp_to_fp_back(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let Kind::FpToFp(_, inner) = terms.kind(arguments[0]) else { return None };
    let a = terms.argument(arguments[0], 0);
    includes(inner, terms.float_format(a)).then(|| terms.apply(kind, &[a]))
}

/// match: (to_fp m (sext a)), (to_fp_unsigned m (zext a)), (to_fp m (zext a)); result: the conversion of a
fn fp_from_extended(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (Kind::FpFromSigned(mode, format) | Kind::FpFromUnsigned(mode, format)) = kind else {
        return None;
    };
    if let Some(a) = terms.as_zero_extend(arguments[0]) {
        return Some(terms.fp_from_unsigned(mode, a, format));
    }
    let a =
        terms.as_sign_extend(arguments[0]).filter(|_| matches!(kind, Kind::FpFromSigned(..)))?;
    Some(terms.fp_from_signed(mode, a, format))
}
