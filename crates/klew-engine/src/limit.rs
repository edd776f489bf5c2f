//! Why an engine did not settle all checks that it was asked about.

use klew_ir::{Position, Property};

/// Why a run is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StopReason {
    /// Its time is over.
    Time,
    /// It takes too much memory.
    Memory,
    /// The user wants so.
    Interrupt,
}

/// Why an exploration is not complete.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// Stopped from outside.
    Stopped(StopReason),
    /// A path made too many forks.
    Depth,
    /// Too many states: some were dropped.
    States,
    /// Too many instructions.
    Instructions,
    /// The call stack of a path grew too deep.
    Frames,
    /// A solver could not tell whether something is feasible; why.
    SolverUnknown(String),
    /// Something that is not supported was reached.
    Unsupported {
        /// What.
        what: String,
        /// Where.
        position: Position,
    },
    /// A pointer or a size was only tried with some of its values.
    Values {
        /// Of what.
        what: String,
        /// Where.
        position: Position,
    },
    /// What was found ended the run while there was more to explore.
    StoppedAtFinding,
    /// Only paths with a given beginning were explored.
    Followed,
    /// What input pointers point to has at most so many elements.
    InputArrays(u64),
    /// There are at most so many objects among the inputs.
    InputObjects(u32),
    /// Inputs go beyond a bound that the program's lowering set; which.
    InputBound(String),
    /// Only runs within that many turns of loops and that depth of recursion were looked at.
    Unrolled(u32),
    /// The program is too large when it is unrolled.
    Size,
    /// A check may fail, but with the input that was found it does not.
    NotShown {
        /// What it checks.
        property: Property,
        /// Where.
        position: Position,
    },
    /// The engine does not settle all checks, whatever its limits; what it says of itself.
    Incomplete(String),
}

/// Something that was not followed exactly.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Approximation {
    /// A function outside the program was called: it may return anything, and is taken to change nothing.
    ExternalFunction {
        /// Its name.
        name: String,
        /// Where it is called first.
        position: Position,
        /// Whether it returns a pointer.
        pointer: bool,
    },
    /// A global outside the program is taken to hold anything.
    ExternalGlobal {
        /// Its name.
        name: String,
    },
    /// Runs with behaviour that C leaves undefined, and that no selected property asks about, are left
    /// out from here on.
    Undefined {
        /// What.
        what: String,
        /// Where.
        position: Position,
    },
}
