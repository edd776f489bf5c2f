//! Rules of the overflow predicates.

use super::bounded::decided_by_bounds;
use super::ite::lift_ite_over_constants;
use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, TermId};

pub(super) const OVERFLOW: &[NamedRule] = rules![
    lift_ite_over_constants,
    overflow_neutral,
    usub_overflow_to_ult,
    ssub_overflow_same,
    overflow_narrow,
    decided_by_bounds,
    uadd_overflow_constant,
    signed_sum_overflow_constant,
    umul_overflow_constant,
    smul_overflow_constant
];

/// match: overflow of a + 0, a - 0, a * 0, a * 1; result: false
fn overflow_neutral(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let k = terms.as_bitvec(arguments[1])?;
    let product = matches!(kind, Kind::BvUmulOverflow | Kind::BvSmulOverflow);
    // The signed value of the one-bit 1 is -1.
    let unit = product && k.is_one() && (kind == Kind::BvUmulOverflow || k.width() > 1);
    (k.is_zero() || unit).then(|| terms.false_())
}

/// match: unsigned a - b overflows; result: (bvult a b)
fn usub_overflow_to_ult(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    (kind == Kind::BvUsubOverflow).then(|| terms.bv_ult(arguments[0], arguments[1]))
}

/// match: signed a - a overflows; result: false
fn ssub_overflow_same(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    (kind == Kind::BvSsubOverflow && arguments[0] == arguments[1]).then(|| terms.false_())
}

/// match: overflow of operands extended far enough; result: false
fn overflow_narrow(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    let width = terms.width(a);
    let safe = match kind {
        Kind::BvUaddOverflow => terms.high_zeros(a) > 0 && terms.high_zeros(b) > 0,
        Kind::BvSaddOverflow | Kind::BvSsubOverflow => {
            terms.sign_copies(a) > 0 && terms.sign_copies(b) > 0
        }
        Kind::BvUmulOverflow => terms.high_zeros(a) + terms.high_zeros(b) >= width,
        // m and n significant bits, signs included, give products of m + n bits.
        Kind::BvSmulOverflow => terms.sign_copies(a) + terms.sign_copies(b) >= width,
        _ => false,
    };
    safe.then(|| terms.false_())
}

/// match: unsigned a + k overflows; result: (bvult (bvnot k) a)
fn uadd_overflow_constant(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let k = terms.as_bitvec(arguments[1]).filter(|_| kind == Kind::BvUaddOverflow)?;
    let room = terms.bv_value(k.not());
    Some(terms.bv_ult(room, arguments[0]))
}

/// match: signed a + k or a - k overflows; result: (bvslt max-k a), (bvslt a min-k), (bvslt a min+k), (bvslt max+k a)
fn signed_sum_overflow_constant(
    terms: &mut Terms,
    kind: Kind,
    arguments: &[TermId],
) -> Option<TermId> {
    let k = terms.as_bitvec(arguments[1])?;
    let least = BitVecValue::signed_min(k.width());
    let greatest = least.not();
    let (limit, upper) = match (kind, k.is_negative()) {
        (Kind::BvSaddOverflow, false) => (greatest.sub(&k), true),
        (Kind::BvSaddOverflow, true) => (least.sub(&k), false),
        (Kind::BvSsubOverflow, false) => (least.add(&k), false),
        (Kind::BvSsubOverflow, true) => (greatest.add(&k), true),
        _ => return None,
    };
    let limit = terms.bv_value(limit);
    Some(if upper { terms.bv_slt(limit, arguments[0]) } else { terms.bv_slt(arguments[0], limit) })
}

/// match: unsigned a * k overflows; result: (bvult max/k a)
fn umul_overflow_constant(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let k = terms.as_bitvec(arguments[1]).filter(|_| kind == Kind::BvUmulOverflow)?;
    let limit = terms.bv_value(BitVecValue::ones(k.width()).udiv(&k));
    Some(terms.bv_ult(limit, arguments[0]))
}

/// match: signed a * k overflows; result: a is below or above the quotients of the bounds by k
fn smul_overflow_constant(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let k = terms.as_bitvec(arguments[1]).filter(|_| kind == Kind::BvSmulOverflow)?;
    let a = arguments[0];
    let least = BitVecValue::signed_min(k.width());
    let greatest = least.not();
    let lowest = terms.bv_value(least.clone());
    if k.is_ones() {
        return Some(terms.eq(a, lowest));
    }
    let (low, high) = (least.sdiv(&k), greatest.sdiv(&k));
    let (low, high) = if k.is_negative() { (high, low) } else { (low, high) };
    let (low, high) = (terms.bv_value(low), terms.bv_value(high));
    let below = terms.bv_slt(a, low);
    let above = terms.bv_slt(high, a);
    Some(terms.or(below, above))
}
