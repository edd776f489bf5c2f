//! What a run comes to.

use std::collections::BTreeSet;

use klew_engine::{Covered, InputAssumption, PointFigures, Witness};
use klew_ir::CheckId;

use crate::coverage::Coverage;
use crate::edges::BranchWay;
use crate::ending::Limit;
use crate::execution_tree::ExecutionTree;
use crate::folding::trees::Kinds;
use crate::statistics::Statistics;

pub use klew_engine::limit::Approximation;

/// What a run comes to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Violations, in the order in which they were found.
    pub findings: Vec<Witness>,
    /// Why the exploration is incomplete, each reason once with how often it occurred, sorted; empty if
    /// it is complete.
    pub limits: Vec<(Limit, u64)>,
    /// What was not followed exactly, sorted.
    pub approximations: Vec<Approximation>,
    /// What is taken for granted of the input heap, sorted; empty if there is none.
    pub assumptions: Vec<InputAssumption>,
    /// Checks that failed where lists were folded: they may hold.
    pub suspicions: BTreeSet<CheckId>,
    /// How nodes of trees were seen to be linked where lists were folded.
    pub tree_kinds: Kinds,
    /// The symbolic execution tree, if the configuration asks for it.
    pub tree: Option<ExecutionTree>,
    /// What closing states came to, by points of the program, in the order of the source.
    pub points: Vec<PointFigures>,
    /// Numbers.
    pub statistics: Statistics,
    /// Blocks that were entered.
    pub coverage: Coverage,
    /// The same in the places of the source, and which ways branches took; only of runs that explore.
    pub covered: Option<Covered>,
    /// The ways of branches in functions that were called, where the configuration asks for them.
    pub ways: Vec<BranchWay>,
}
