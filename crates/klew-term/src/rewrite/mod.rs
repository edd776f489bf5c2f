//! Rewriting to normal form: one function per rule, each with a comment `match: ... result: ...`.
//!
//! A rule sees the operator and its arguments (in normal form, commutative arguments ordered with constants
//! last, not all constant) and gives an equal term, or nothing. Soundness: the result has the same value under
//! every assignment; the tests check it by evaluation, klew-solver's tests prove it (`rule_examples`).
//! Termination: a rule's result is smaller in the order (operator rank, size) or bounded by `Terms::nesting`.

use crate::arena::Terms;
use crate::kind::{Kind, TermId};

/// The normal form of an operator applied to arguments, if it is another term than the plain node.
pub(crate) fn rewrite(_terms: &mut Terms, _kind: Kind, _arguments: &[TermId]) -> Option<TermId> {
    None
}
