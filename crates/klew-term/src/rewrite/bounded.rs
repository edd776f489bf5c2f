//! What the bounds of terms decide.

use crate::arena::Terms;
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
    let found = transfer(terms, kind, 1, arguments, |argument| terms.bounds(argument))?;
    found.as_bool().map(|value| terms.bool(value))
}
