//! Rules of division and remainder.

use super::ite::lift_ite_over_constants;
use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::kind::{Kind, TermId};

pub(super) const UDIV: &[NamedRule] =
    rules![lift_ite_over_constants, udiv_zero, udiv_power_of_two, unsigned_division_narrow];
pub(super) const UREM: &[NamedRule] = rules![
    lift_ite_over_constants,
    rem_zero,
    rem_of_same,
    urem_power_of_two,
    unsigned_division_narrow
];
pub(super) const SDIV: &[NamedRule] =
    rules![lift_ite_over_constants, sdiv_unit, signed_division_of_nonnegative];
pub(super) const SREM: &[NamedRule] = rules![
    lift_ite_over_constants,
    rem_zero,
    rem_of_same,
    srem_unit,
    signed_division_of_nonnegative
];

/// match: (bvudiv a 0); result: ones
fn udiv_zero(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.is_zero(arguments[1]).then(|| terms.ones(terms.width(arguments[0])))
}

/// match: (bvurem a 0), (bvsrem a 0); result: a; match: (bvurem 0 a), (bvsrem 0 a); result: 0
fn rem_zero(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    (terms.is_zero(arguments[1]) || terms.is_zero(arguments[0])).then_some(arguments[0])
}

/// match: (bvurem a a), (bvsrem a a); result: 0
fn rem_of_same(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    (arguments[0] == arguments[1]).then(|| terms.zero(terms.width(arguments[0])))
}

/// match: (bvudiv a 2^k); result: (bvlshr a k)
fn udiv_power_of_two(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let exponent = terms.as_bitvec(arguments[1])?.log2_exact()?;
    let amount = terms.bv(terms.width(arguments[0]), exponent.into());
    Some(terms.bv_lshr(arguments[0], amount))
}

/// match: (bvurem a 2^k); result: (zext (extract a k-1 0))
fn urem_power_of_two(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let width = terms.width(arguments[0]);
    let exponent = terms.as_bitvec(arguments[1])?.log2_exact()?;
    if exponent == 0 {
        return Some(terms.zero(width));
    }
    let low = terms.bv_extract(arguments[0], exponent - 1, 0);
    Some(terms.bv_zero_extend(low, width))
}

/// How many low bits of a term can be 1: by its shape, or by its bounds (a sum of digits is small).
fn used_bits(terms: &Terms, term: TermId) -> u32 {
    let width = terms.width(term);
    let by_shape = width - terms.high_zeros(term);
    if by_shape < width || width > 64 {
        return by_shape;
    }
    terms.bounds(term).map_or(width, |bounds| (u64::BITS - bounds.high.leading_zeros()).min(width))
}

/// match: (f a k), (f k a), (f a b) with high bits of a and b that are 0; f one of bvudiv (by a nonzero constant), bvurem;
/// result: (zext (f a b)) at the least width, or 0 or a when the divisor is larger than the dividend
fn unsigned_division_narrow(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    let width = terms.width(a);
    if kind == Kind::BvUdiv && !terms.is_constant(b) {
        return None;
    }
    let (used_a, used_b) = (used_bits(terms, a), used_bits(terms, b));
    if terms.is_constant(b) && used_b > used_a {
        return Some(if kind == Kind::BvUdiv { terms.zero(width) } else { a });
    }
    let used = used_a.max(used_b).max(1);
    if used == width {
        return None;
    }
    let a = terms.bv_extract(a, used - 1, 0);
    let b = terms.bv_extract(b, used - 1, 0);
    let result = terms.apply(kind, &[a, b]);
    Some(terms.bv_zero_extend(result, width))
}

/// match: (bvsdiv a 1); result: a; match: (bvsdiv a -1); result: (bvneg a)
fn sdiv_unit(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let divisor = terms.as_bitvec(arguments[1])?;
    if divisor.is_ones() {
        return Some(terms.bv_neg(arguments[0]));
    }
    divisor.is_one().then_some(arguments[0])
}

/// match: (bvsrem a 1), (bvsrem a -1); result: 0
fn srem_unit(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let divisor = terms.as_bitvec(arguments[1])?;
    (divisor.is_one() || divisor.is_ones()).then(|| terms.zero(terms.width(arguments[0])))
}

/// match: (bvsdiv a b), (bvsrem a b), both with a zero top bit; result: (bvudiv a b), (bvurem a b)
fn signed_division_of_nonnegative(
    terms: &mut Terms,
    kind: Kind,
    arguments: &[TermId],
) -> Option<TermId> {
    let width = terms.width(arguments[0]);
    if arguments.iter().any(|&argument| used_bits(terms, argument) == width) {
        return None;
    }
    let unsigned = if kind == Kind::BvSdiv { Kind::BvUdiv } else { Kind::BvUrem };
    Some(terms.apply(unsigned, arguments))
}
