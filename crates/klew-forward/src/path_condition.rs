//! What the inputs of a path satisfy: a conjunction that only grows.
//!
//! Invariant: no constraint is the constant `true`; a state is ended rather than given `false`.

use klew_term::{TermId, Terms};

use crate::list::List;

/// Constraints in the order in which the path added them. Cloning is O(1).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathCondition {
    constraints: List<TermId>,
}

impl PathCondition {
    /// Adds a constraint of sort Bool; nothing if it is `true` or was the one added last.
    pub fn push(&mut self, terms: &Terms, constraint: TermId) {
        if terms.as_bool(constraint) != Some(true) && self.constraints.last() != Some(&constraint) {
            self.constraints.push(constraint);
        }
    }

    /// How many constraints.
    pub fn len(&self) -> usize {
        self.constraints.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// All constraints, oldest first.
    pub fn to_vec(&self) -> Vec<TermId> {
        self.constraints.to_vec()
    }
}
