//! The symbolic execution tree of an exploration, as plain data: what `klew tree` shows.
//!
//! Inner nodes are the places where a state forked, leaves are the ends of paths. A path that no run takes
//! (an assumption fails) is a leaf as well, and no trace.
//!
//! **Invariant**: node 0 is the root; the children of a node have larger indices than it.

use klew_engine::{Decision, InputHeap};
use klew_ir::{FunctionId, Position};

use crate::ending::PathEndKind;

/// A tree: its nodes, the root first (none if nothing was explored).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExecutionTree {
    /// All nodes.
    pub nodes: Vec<ExecutionNode>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutionNode {
    /// The node above, and when the run comes from there to here (a condition as text); none for the root.
    pub parent: Option<(usize, String)>,
    /// The function that runs.
    pub function: FunctionId,
    /// Where.
    pub position: Position,
    /// What happens here.
    pub kind: ExecutionNodeKind,
}

/// What happens at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExecutionNodeKind {
    /// Several alternatives are feasible: the children.
    Fork,
    /// A check fails in some runs, which end here.
    CheckFails {
        /// The finding (by index in `Outcome::findings`), where it is the first of its kind and place.
        finding: Option<usize>,
        /// Inputs of such a run.
        heap: InputHeap,
    },
    /// A path ends.
    End {
        /// How.
        kind: PathEndKind,
        /// Its decisions.
        decisions: Vec<Decision>,
        /// An input heap that takes it.
        heap: InputHeap,
    },
    /// Not explored to an end.
    Open,
}

/// How many traces there are: leaves that are runs, followed to their ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceCount {
    /// The program returned or exited.
    pub normal: u64,
    /// A check failed, or the program aborted.
    pub exceptional: u64,
}

impl TraceCount {
    /// All.
    pub fn all(self) -> u64 {
        self.normal + self.exceptional
    }
}

impl ExecutionTree {
    /// How many traces it has.
    pub fn traces(&self) -> TraceCount {
        let mut count = TraceCount::default();
        for node in &self.nodes {
            match &node.kind {
                ExecutionNodeKind::CheckFails { .. } => count.exceptional += 1,
                ExecutionNodeKind::End { kind, .. } => match kind {
                    PathEndKind::Returned | PathEndKind::Exited => count.normal += 1,
                    PathEndKind::Violated | PathEndKind::Aborted => count.exceptional += 1,
                    PathEndKind::Infeasible
                    | PathEndKind::Undefined
                    | PathEndKind::Subsumed
                    | PathEndKind::Cut(_) => {}
                },
                ExecutionNodeKind::Fork | ExecutionNodeKind::Open => {}
            }
        }
        count
    }
}
