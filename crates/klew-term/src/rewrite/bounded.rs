//! What the bounds of terms decide.

use crate::arena::Terms;
use crate::bitvec_value::mask;
use crate::bounds::transfer;
use crate::kind::{Kind, TermId};
use crate::sort::Sort;

/// match: (p a b), p a comparison, an equality or an overflow of bit-vectors with bounds that decide it;
/// result: the truth value
pub(super) fn decided_by_bounds(
    terms: &mut Terms,
    kind: Kind,
    arguments: &[TermId],
) -> Option<TermId> {
    let Sort::BitVec(1..=64) = terms.sort(arguments[0]) else { return None };
    decided(terms, kind, arguments).map(|value| terms.bool(value))
}

/// The truth value of a predicate, if bounds decide it.
fn decided(terms: &Terms, kind: Kind, arguments: &[TermId]) -> Option<bool> {
    transfer(terms, kind, 1, arguments, |argument| terms.bounds(argument))?.as_bool()
}

/// match: (p (ite c a b) k), (p k (ite c a b)), (p (extract (ite c a b) h 0) k), k a constant, p a comparison or equality
/// that bounds decide for a or for b; result: a connective of c and the other one
pub(super) fn choice_decided_by_bounds(
    terms: &mut Terms,
    kind: Kind,
    arguments: &[TermId],
) -> Option<TermId> {
    let [left, right] = *arguments else { return None };
    let (term, first) = if terms.is_constant(right) { (left, true) } else { (right, false) };
    if !matches!(terms.sort(term), Sort::BitVec(1..=64))
        || !terms.is_constant(if first { right } else { left })
    {
        return None;
    }
    let low = terms.as_extract(term).filter(|(.., low)| *low == 0).map(|(a, high, _)| (a, high));
    let (c, a, b) = terms.as_ite(low.map_or(term, |(a, _)| a))?;
    let sliced = |terms: &mut Terms, branch: TermId| match low {
        Some((_, high)) => terms.bv_extract(branch, high, 0),
        None => branch,
    };
    let (a, b) = (sliced(terms, a), sliced(terms, b));
    let with = |branch: TermId| if first { [branch, right] } else { [left, branch] };
    if decided(terms, kind, &with(a)).is_none() && decided(terms, kind, &with(b)).is_none() {
        return None;
    }
    let then = terms.apply(kind, &with(a));
    let otherwise = terms.apply(kind, &with(b));
    Some(terms.ite(c, then, otherwise))
}

/// match: (p (extract a h 0) k), (p k (extract a h 0)), k a constant, p one of =, bvult, all bits of a above h known to be
/// 0; result: (p a (zext k)), (p (zext k) a)
pub(super) fn slice_of_all(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [left, right] = *arguments else { return None };
    let slice = if terms.is_constant(right) { left } else { right };
    let (a, high, _) = terms.as_extract(slice).filter(|(.., low)| *low == 0)?;
    let bounds = terms.bounds(a)?;
    if bounds.high > mask(high + 1) || !(terms.is_constant(left) || terms.is_constant(right)) {
        return None;
    }
    let width = terms.width(a);
    let mut widened =
        |term: TermId| if term == slice { a } else { terms.bv_zero_extend(term, width) };
    let (left, right) = (widened(left), widened(right));
    Some(terms.apply(kind, &[left, right]))
}
