//! Operators on if-then-elses of few values: what C makes of truth values, masks and signs.

use super::linear::{Linear, build, collect};
use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, TermId};

/// The most choices by one condition that are joined in a sum.
const MOST_JOINED: usize = 4;

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

/// Joins choices in a sum that are made by one condition, where the sum is the same whichever way that goes: `(ite c x (x + 1)) + (ite c (y + 1) y)`
/// is `x + y + 1`. So what a turn of a loop adds to one counter or another is one to both.
pub(super) fn join(terms: &mut Terms, linear: Linear) -> Option<Linear> {
    let choices: Vec<(usize, TermId)> = (linear.monomials.iter().enumerate())
        .filter_map(|(place, (term, _))| Some((place, terms.as_ite(*term)?.0)))
        .collect();
    for &(first, condition) in &choices {
        let same: Vec<usize> =
            choices.iter().filter(|it| it.1 == condition).map(|it| it.0).collect();
        if same.len() < 2 || same[0] != first || same.len() > MOST_JOINED {
            continue;
        }
        let (mut then, mut otherwise) = (Vec::new(), Vec::new());
        for &place in &same {
            let (term, coefficient) = linear.monomials[place].clone();
            let (_, a, b) = terms.as_ite(term)?;
            then.push((a, coefficient.clone()));
            otherwise.push((b, coefficient));
        }
        let (then, otherwise) = (collect(terms, &then)?, collect(terms, &otherwise)?);
        let (then, otherwise) = (build(terms, then), build(terms, otherwise));
        if then != otherwise {
            continue;
        }
        let one = BitVecValue::one(terms.width(then));
        let mut summands: Vec<(TermId, BitVecValue)> =
            vec![(then, one.clone()), (terms.bv_value(linear.constant.clone()), one)];
        let others = linear.monomials.iter().enumerate();
        summands.extend(others.filter(|it| !same.contains(&it.0)).map(|it| it.1.clone()));
        return collect(terms, &summands);
    }
    Some(linear)
}
