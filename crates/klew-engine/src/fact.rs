//! What engines prove, in the program's own words: functions, blocks and checks, never an engine's terms. So what one
//! proves another can use.

use klew_ir::CheckId;

/// Something that is true of all runs from the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// No run violates the check.
    Holds(CheckId),
}
