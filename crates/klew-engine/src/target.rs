//! A check that fails, and where.

use klew_ir::{CheckId, FunctionId, Position, Property};

use crate::finding::Finding;

/// A check of the program that fails, at one place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// The property.
    pub property: Property,
    /// The function with the check.
    pub function: FunctionId,
    /// Which check of the program.
    pub check: CheckId,
    /// Where; of a check in a model of a library, where the program calls that.
    pub position: Position,
}

impl Target {
    /// Whether a violation of a property at a place is one of this check. Leaks have no place that engines agree on: one
    /// ends the run there, another allocates what is left there.
    pub fn is_shown_by(&self, property: Property, position: Position) -> bool {
        self.property == property && (property.is_leak() || self.position == position)
    }

    /// Of what a run violates, what this check is to be judged by: a violation of its own if there is one, else the
    /// first. This is the one rule for claims, in the command and in tests.
    pub fn shown_by<'v>(&self, violations: &'v [Finding]) -> Option<&'v Finding> {
        let own = |violation: &&Finding| self.is_shown_by(violation.property, violation.position);
        violations.iter().find(own).or(violations.first())
    }
}

impl From<&Finding> for Target {
    fn from(finding: &Finding) -> Target {
        Target {
            property: finding.property,
            function: finding.stack.first().map_or(FunctionId(0), |(function, _)| *function),
            check: finding.check,
            position: finding.position,
        }
    }
}
