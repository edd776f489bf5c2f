//! Rules of unsigned and signed comparison. Normal form: strict comparisons, as narrow and as unsigned as possible.

use super::bounded::{choice_decided_by_bounds, decided_by_bounds, slice_of_all};
use super::choices::{choices_of_two_values, less_choice};
use super::digits::ult_digits;
use super::ite::lift_ite_over_constants;
use super::table::predicate_of_table;
use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, TermId};

pub(super) const ULT: &[NamedRule] = rules![
    less_same,
    ult_bounds,
    ult_remainder,
    lift_ite_over_constants,
    ult_narrow,
    less_complement,
    ult_sign_extend,
    ult_concat_same_high,
    decided_by_bounds,
    choices_of_two_values,
    less_choice,
    choice_decided_by_bounds,
    slice_of_all,
    ult_digits,
    predicate_of_table
];
pub(super) const ULE: &[NamedRule] = rules![ule_to_ult];
pub(super) const SLT: &[NamedRule] = rules![
    less_same,
    slt_bounds,
    lift_ite_over_constants,
    slt_of_nonnegative,
    slt_sign_known,
    slt_narrow,
    less_complement,
    decided_by_bounds,
    choices_of_two_values,
    less_choice,
    choice_decided_by_bounds,
    slt_of_bounded,
    predicate_of_table
];
pub(super) const SLE: &[NamedRule] = rules![sle_to_slt];

/// match: (bvule a b); result: (not (bvult b a))
fn ule_to_ult(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let greater = terms.bv_ult(arguments[1], arguments[0]);
    Some(terms.not(greater))
}

/// match: (bvsle a b); result: (not (bvslt b a))
fn sle_to_slt(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let greater = terms.bv_slt(arguments[1], arguments[0]);
    Some(terms.not(greater))
}

/// match: (bvult a a), (bvslt a a); result: false
fn less_same(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    (arguments[0] == arguments[1]).then(|| terms.false_())
}

/// Comparison of a term with a constant next to the end of the range [least, greatest].
fn at_bounds(
    terms: &mut Terms,
    arguments: &[TermId],
    least: BitVecValue,
    greatest: BitVecValue,
) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    let one = BitVecValue::one(least.width());
    if let Some(k) = terms.as_bitvec(b) {
        let first = terms.bv_value(least.clone());
        return if k == least {
            Some(terms.false_())
        } else if k == least.add(&one) {
            Some(terms.eq(a, first))
        } else {
            (k == greatest).then(|| terms.ne(a, b))
        };
    }
    let k = terms.as_bitvec(a)?;
    let last = terms.bv_value(greatest.clone());
    if k == greatest {
        Some(terms.false_())
    } else if k == greatest.sub(&one) {
        Some(terms.eq(b, last))
    } else {
        (k == least).then(|| terms.ne(b, a))
    }
}

/// match: (bvult (bvurem a b) b); result: (not (= b 0))
fn ult_remainder(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (_, divisor) = terms.as_binary(arguments[0], Kind::BvUrem)?;
    if divisor != arguments[1] {
        return None;
    }
    let zero = terms.zero(terms.width(divisor));
    let is_zero = terms.eq(divisor, zero);
    Some(terms.not(is_zero))
}

/// match: (bvult a 0); result: false; match: (bvult a 1); result: (= a 0); match: (bvult a ones); result: (not (= a ones));
/// match: (bvult 0 a), (bvult ones a), (bvult ones-1 a); result: accordingly
fn ult_bounds(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let width = terms.width(arguments[0]);
    at_bounds(terms, arguments, BitVecValue::zero(width), BitVecValue::ones(width))
}

/// match: (bvslt a min), (bvslt a min+1), (bvslt a max), ...; result: as for bvult
fn slt_bounds(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let least = BitVecValue::signed_min(terms.width(arguments[0]));
    let greatest = least.not();
    at_bounds(terms, arguments, least, greatest)
}

/// match: (bvult a b), both with high zeros; result: (bvult (extract a) (extract b)), or a truth value when a constant
/// is larger than all values of the other
fn ult_narrow(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    let width = terms.width(a);
    let used_a = width - terms.high_zeros(a);
    let used_b = width - terms.high_zeros(b);
    if terms.is_constant(b) && used_b > used_a {
        return Some(terms.true_());
    }
    if terms.is_constant(a) && used_a > used_b {
        return Some(terms.false_());
    }
    let used = used_a.max(used_b).max(1);
    if used == width {
        return None;
    }
    let a = terms.bv_extract(a, used - 1, 0);
    let b = terms.bv_extract(b, used - 1, 0);
    Some(terms.apply(kind, &[a, b]))
}

/// match: (< (bvnot a) (bvnot b)), (< (bvnot a) k), (< k (bvnot a)); result: (< b a), (< (bvnot k) a), (< a (bvnot k))
fn less_complement(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    let negated = |t: TermId| terms.as_unary(t, Kind::BvNot);
    if negated(a).is_none() && negated(b).is_none() {
        return None;
    }
    if (negated(a).is_none() && !terms.is_constant(a))
        || (negated(b).is_none() && !terms.is_constant(b))
    {
        return None;
    }
    let a = terms.bv_not(a);
    let b = terms.bv_not(b);
    Some(terms.apply(kind, &[b, a]))
}

/// match: (bvult (sext a) (sext b)), a and b of one width; result: (bvult a b)
fn ult_sign_extend(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms.as_sign_extend(arguments[0])?;
    let b = terms.as_sign_extend(arguments[1])?;
    (terms.width(a) == terms.width(b)).then(|| terms.bv_ult(a, b))
}

/// match: (bvult (concat a b) (concat a c)), b and c of one width; result: (bvult b c)
fn ult_concat_same_high(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, b) = terms.as_binary(arguments[0], Kind::BvConcat)?;
    let (other, c) = terms.as_binary(arguments[1], Kind::BvConcat)?;
    (a == other).then(|| terms.bv_ult(b, c))
}

/// match: (bvslt a b), both top bits 0; result: (bvult a b)
fn slt_of_nonnegative(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    (terms.high_zeros(a) > 0 && terms.high_zeros(b) > 0).then(|| terms.bv_ult(a, b))
}

/// match: (bvslt a b), the bounds of both say that their top bits are 0, or are 1; result: (bvult a b)
fn slt_of_bounded(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    let (left, right) = (terms.bounds(a)?, terms.bounds(b)?);
    let same = (left.least >= 0 && right.least >= 0) || (left.greatest < 0 && right.greatest < 0);
    same.then(|| terms.bv_ult(a, b))
}

/// match: (bvslt a k), a's top bit 0, k negative; result: false; match: (bvslt k a); result: true
fn slt_sign_known(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    if terms.high_zeros(a) > 0 && terms.as_bitvec(b).is_some_and(|k| k.is_negative()) {
        return Some(terms.false_());
    }
    (terms.high_zeros(b) > 0 && terms.as_bitvec(a).is_some_and(|k| k.is_negative()))
        .then(|| terms.true_())
}

/// match: (bvslt a b), both with copies of the sign on top; result: (bvslt (extract a) (extract b)), or a truth value when
/// a constant is beyond all values of the other
fn slt_narrow(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    let width = terms.width(a);
    let used_a = width - terms.sign_copies(a);
    let used_b = width - terms.sign_copies(b);
    if let Some(k) = terms.as_bitvec(b).filter(|_| used_b > used_a) {
        return Some(terms.bool(!k.is_negative()));
    }
    if let Some(k) = terms.as_bitvec(a).filter(|_| used_a > used_b) {
        return Some(terms.bool(k.is_negative()));
    }
    let used = used_a.max(used_b);
    if used == width {
        return None;
    }
    let a = terms.bv_extract(a, used - 1, 0);
    let b = terms.bv_extract(b, used - 1, 0);
    Some(terms.apply(kind, &[a, b]))
}
