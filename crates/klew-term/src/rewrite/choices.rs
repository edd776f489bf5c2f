//! Operators on if-then-elses of few values: what C makes of truth values, masks and signs.

use crate::arena::Terms;
use crate::kind::{Kind, TermId};

/// match: (f (ite c k1 k2) (ite d k3 k4)), k constants, f any operator, with at most two different results;
/// result: (ite b r1 r2), b a connective of c and d
pub(super) fn choices_of_two_values(
    terms: &mut Terms,
    kind: Kind,
    arguments: &[TermId],
) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    let (c, k1, k2) = terms.as_ite(a)?;
    let (d, k3, k4) = terms.as_ite(b)?;
    if [k1, k2, k3, k4].iter().any(|&k| !terms.is_constant(k)) {
        return None;
    }
    let results = [(k1, k3), (k1, k4), (k2, k3), (k2, k4)].map(|(x, y)| terms.apply(kind, &[x, y]));
    let first = results[0];
    let other = results.iter().copied().find(|&result| result != first).unwrap_or(first);
    if results.iter().any(|&result| result != first && result != other) {
        return None;
    }
    let [_, second, third, fourth] = results.map(|result| terms.bool(result == first));
    let yes = terms.true_();
    let then = terms.ite(d, yes, second);
    let otherwise = terms.ite(d, third, fourth);
    let condition = terms.ite(c, then, otherwise);
    Some(terms.ite(condition, first, other))
}

/// match: (f a (ite c k1 k2)), k1 and k2 zeros or ones, f one of bvand, bvor, bvxor; result: (ite c (f a k1) (f a k2))
pub(super) fn bitwise_choice(
    terms: &mut Terms,
    kind: Kind,
    arguments: &[TermId],
) -> Option<TermId> {
    for (a, mask) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        let Some((c, k1, k2)) = terms.as_ite(mask) else { continue };
        if [k1, k2].iter().all(|&k| terms.is_zero(k) || terms.is_ones(k)) {
            let then = terms.apply(kind, &[a, k1]);
            let otherwise = terms.apply(kind, &[a, k2]);
            return Some(terms.ite(c, then, otherwise));
        }
    }
    None
}

/// match: (f (ite c a b) (ite c x y)), a or x constant, b or y constant, f one of bvand, bvor, bvxor, bvadd;
/// result: (ite c (f a x) (f b y))
pub(super) fn merge_choices(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (c, a, b) = terms.as_ite(arguments[0])?;
    let (d, x, y) = terms.as_ite(arguments[1])?;
    let constant = |one: TermId, other: TermId| terms.is_constant(one) || terms.is_constant(other);
    if c != d || !constant(a, x) || !constant(b, y) {
        return None;
    }
    let then = terms.apply(kind, &[a, x]);
    let otherwise = terms.apply(kind, &[b, y]);
    Some(terms.ite(c, then, otherwise))
}

/// match: (< (ite c a b) k), (< k (ite c a b)), a or b a constant; result: a connective of c and the comparisons of a and b
pub(super) fn less_choice(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [left, right] = *arguments else { return None };
    let choice = if terms.is_constant(right) { left } else { right };
    if !terms.is_constant(left) && !terms.is_constant(right) {
        return None;
    }
    let (c, a, b) = terms.as_ite(choice)?;
    if !terms.is_constant(a) && !terms.is_constant(b) {
        return None;
    }
    let mut of = |branch: TermId| {
        let replaced = |argument: TermId| if argument == choice { branch } else { argument };
        terms.apply(kind, &[replaced(left), replaced(right)])
    };
    let (then, otherwise) = (of(a), of(b));
    Some(terms.ite(c, then, otherwise))
}

/// match: (= (bvor a b) 0); result: (and (= a 0) (= b 0))
pub(super) fn eq_or_zero(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, b) = terms.as_binary(arguments[0], Kind::BvOr)?;
    if !terms.is_zero(arguments[1]) {
        return None;
    }
    let zero = arguments[1];
    let (left, right) = (terms.eq(a, zero), terms.eq(b, zero));
    Some(terms.and(left, right))
}
