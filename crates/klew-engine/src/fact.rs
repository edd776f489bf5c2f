//! What engines prove, in the program's own words: functions, blocks and checks, never an engine's terms. So what one
//! proves another can use.

use klew_ir::{CheckId, Position};

use crate::argument::Argument;

/// Something that is true of all runs from the entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// No run violates the check.
    Holds(CheckId),
    /// Whenever a run is at that place, this is so: in the words of the source.
    Invariant(Position, String),
    /// What rules out that checks fail, in a form that can be checked again.
    Argument(Argument),
}
