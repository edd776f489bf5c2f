//! What a run comes to.

use klew_ir::Position;

use crate::coverage::Coverage;
use crate::execution_tree::ExecutionTree;
use crate::finding::Finding;
use crate::input_heap::InputAssumption;
use crate::monitor::StopReason;
use crate::statistics::Statistics;

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
    /// It was not followed to its end.
    Cut(Limit),
}

/// What a run comes to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Violations, in the order in which they were found.
    pub findings: Vec<Finding>,
    /// Why the exploration is incomplete, each reason once with how often it occurred, sorted; empty if
    /// it is complete.
    pub limits: Vec<(Limit, u64)>,
    /// What was not followed exactly, sorted.
    pub approximations: Vec<Approximation>,
    /// What is taken for granted of the input heap, sorted; empty if there is none.
    pub assumptions: Vec<InputAssumption>,
    /// The symbolic execution tree, if the configuration asks for it.
    pub tree: Option<ExecutionTree>,
    /// Numbers.
    pub statistics: Statistics,
    /// Blocks that were entered.
    pub coverage: Coverage,
}
