//! An example for every rewrite rule, for tests here and in klew-solver.

use crate::arena::Terms;
use crate::kind::TermId;

/// A term that a rule rewrites.
pub struct RuleExample {
    /// The rule's name: its function.
    pub rule: &'static str,
    /// Builds the term (before rewriting, if the arena does not rewrite).
    pub build: fn(&mut Terms) -> TermId,
}

/// Examples covering every rule.
pub fn rule_examples() -> Vec<RuleExample> {
    Vec::new()
}
