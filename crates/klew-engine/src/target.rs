//! A check that fails, and where.

use klew_ir::{CheckId, FunctionId, Position, Property};

use crate::witness::Witness;

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
    pub fn shown_by<'v>(&self, violations: &'v [Witness]) -> Option<&'v Witness> {
        let own = |violation: &&Witness| self.is_shown_by(violation.property, violation.position);
        violations.iter().find(own).or(violations.first())
    }
}

impl From<&Witness> for Target {
    fn from(witness: &Witness) -> Target {
        Target {
            property: witness.property,
            function: witness.stack.first().map_or(FunctionId(0), |(function, _)| *function),
            check: witness.check,
            position: witness.position,
        }
    }
}
