//! The symbolic execution tree of an exploration, as plain data: what `klew tree` shows.
//!
//! Inner nodes are the places where a state forked, leaves are the ends of paths. A path that no run takes
//! (an assumption fails) is a leaf as well, and no trace. Where states are closed because of earlier ones, what closed them is a node
//! with one child, and a closed state is a leaf that names it.
//!
//! **Invariant**: node 0 is the root; the children of a node have larger indices than it.

use klew_engine::{Decision, InputHeap};
use klew_ir::{FunctionId, Position, Property};

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
    /// Of a closed state: the node that covers it.
    pub covered_by: Option<usize>,
}

/// What happens at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExecutionNodeKind {
    /// Several alternatives are feasible: the children.
    Fork,
    /// A state was kept here, and closed later ones.
    Kept {
        /// What has to hold of states so that they are closed, in the names of the source; none where only those are that
        /// the state includes.
        interpolant: Option<Vec<String>>,
    },
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
        /// What is violated at the run's end, and by what was done where.
        failed: Option<(Property, Position)>,
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
                ExecutionNodeKind::Fork
                | ExecutionNodeKind::Kept { .. }
                | ExecutionNodeKind::Open => {}
            }
        }
        count
    }

    /// The same tree without kept states that closed none.
    pub fn without_idle(self) -> ExecutionTree {
        let mut closes = vec![false; self.nodes.len()];
        for node in self.nodes.iter().filter_map(|node| node.covered_by) {
            closes[node] = true;
        }
        let mut nodes: Vec<ExecutionNode> = Vec::new();
        // By old numbers: the new ones, or where a node that goes was below.
        let mut moved: Vec<Result<usize, Option<(usize, String)>>> = Vec::new();
        for (index, mut node) in self.nodes.into_iter().enumerate() {
            node.parent = match node.parent {
                None => None,
                Some((above, when)) => match &moved[above] {
                    Ok(above) => Some((*above, when)),
                    Err(parent) => parent.clone(),
                },
            };
            if matches!(node.kind, ExecutionNodeKind::Kept { .. }) && !closes[index] {
                moved.push(Err(node.parent));
            } else {
                moved.push(Ok(nodes.len()));
                nodes.push(node);
            }
        }
        for node in &mut nodes {
            let covers = node.covered_by.and_then(|covers| moved[covers].as_ref().ok());
            node.covered_by = covers.copied();
        }
        ExecutionTree { nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(parent: Option<(usize, &str)>, kind: ExecutionNodeKind) -> ExecutionNode {
        let parent = parent.map(|(index, when)| (index, when.to_owned()));
        let (function, position) = (FunctionId(0), Position::UNKNOWN);
        ExecutionNode { parent, function, position, kind, covered_by: None }
    }

    #[test]
    fn kept_states_that_close_none_go() {
        let kept = || ExecutionNodeKind::Kept { interpolant: None };
        let mut nodes = vec![
            node(None, kept()),
            node(Some((0, "")), ExecutionNodeKind::Fork),
            node(Some((1, "x")), kept()),
            node(Some((2, "")), kept()),
            node(Some((3, "")), ExecutionNodeKind::Open),
            node(Some((1, "not x")), ExecutionNodeKind::Open),
        ];
        nodes[5].covered_by = Some(3);
        let tree = ExecutionTree { nodes }.without_idle();
        let parents: Vec<_> = tree.nodes.iter().map(|node| node.parent.clone()).collect();
        let below = |above, when: &str| Some((above, when.to_owned()));
        assert_eq!(parents, [None, below(0, "x"), below(1, ""), below(0, "not x")]);
        assert_eq!(tree.nodes[3].covered_by, Some(1));
    }
}
