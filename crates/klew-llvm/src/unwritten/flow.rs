//! What addresses flow to: a graph of values, with an edge from each to what is made of it.

use smallvec::SmallVec;

use crate::syntax::GlobalId;

/// A value whose flow is followed: a global name, a local of a function, what a local variable holds, what a function returns.
pub(super) type Node = u32;

/// Nodes that stand for one operand.
pub(super) type Nodes = SmallVec<[Node; 2]>;

/// Where what flows there is written, or may be.
pub(super) const WRITTEN: Node = 0;

/// The graph.
#[derive(Debug, Default)]
pub(super) struct Flow {
    /// What flows into each node.
    sources: Vec<Vec<Node>>,
}

impl Flow {
    /// A graph of that many global names, without edges.
    pub(super) fn new(symbols: usize) -> Flow {
        Flow { sources: vec![Vec::new(); symbols + 1] }
    }

    /// The node of a global name.
    pub(super) fn symbol(symbol: GlobalId) -> Node {
        symbol.0 + 1
    }

    /// As many new nodes; gives the first.
    pub(super) fn add(&mut self, count: usize) -> Node {
        let first = self.sources.len() as Node;
        self.sources.resize(self.sources.len() + count, Vec::new());
        first
    }

    /// What flows to `from` flows to `to`, as well.
    pub(super) fn edge(&mut self, from: Node, to: Node) {
        if from != to {
            self.sources[to as usize].push(from);
        }
    }

    /// Of each node, whether it flows to where things are written.
    pub(super) fn reach_writes(&self) -> Vec<bool> {
        let mut reached = vec![false; self.sources.len()];
        let mut open = vec![WRITTEN];
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut reached[node as usize], true) {
                open.extend(&self.sources[node as usize]);
            }
        }
        reached
    }
}
