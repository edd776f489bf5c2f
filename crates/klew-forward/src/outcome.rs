//! What a run comes to.

use klew_ir::Position;

use crate::coverage::Coverage;
use crate::ending::Limit;
use crate::execution_tree::ExecutionTree;
use crate::finding::Finding;
use crate::input_heap::InputAssumption;
use crate::statistics::Statistics;

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
