//! How paths and whole explorations end.

use klew_ir::Position;

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
    /// The first finding ended the run while there was more to explore.
    StoppedAtFinding,
    /// Only paths with a given beginning were explored.
    Followed,
    /// What input pointers point to has at most so many elements.
    InputArrays(u64),
    /// Inputs go beyond a bound that the program's lowering set; which.
    InputBound(String),
}

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathEndKind {
    /// The entry function returned.
    Returned,
    /// As by `exit`.
    Exited,
    /// As by `abort`.
    Aborted,
    /// No run takes it: an assumption fails.
    Infeasible,
    /// Every run that takes it violates a property.
    Violated,
    /// Behaviour that C leaves undefined and that is not checked.
    Undefined,
    /// A listener closed it: what it could still do is covered by other paths ([`crate::hooks`]).
    Subsumed,
    /// It was not followed to its end.
    Cut(Limit),
}
