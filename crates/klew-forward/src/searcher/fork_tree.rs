//! The tree of forks: what random walks over the frontier go down.
//!
//! Invariant: every inner node but the root has at least two children; leaves are the states of the frontier.

use rustc_hash::FxHashMap;

use super::random::Random;
use super::{Prospect, StateId};

/// A node's name, as long as it is in the tree.
pub type NodeId = usize;

const ROOT: NodeId = 0;

enum Node {
    Inner { parent: NodeId, children: Vec<NodeId> },
    Leaf { parent: NodeId, state: StateId },
    Free,
}

/// The tree of forks.
pub struct ForkTree {
    /// `nodes[ROOT]` collects the first states and may have any number of children.
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    leaves: FxHashMap<StateId, NodeId>,
}

impl Default for ForkTree {
    fn default() -> ForkTree {
        ForkTree {
            nodes: vec![Node::Inner { parent: ROOT, children: Vec::new() }],
            free: Vec::new(),
            leaves: FxHashMap::default(),
        }
    }
}

impl ForkTree {
    fn make(&mut self, node: Node) -> NodeId {
        match self.free.pop() {
            Some(index) => {
                self.nodes[index] = node;
                index
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        }
    }

    fn make_leaf(&mut self, parent: NodeId, state: StateId) -> NodeId {
        let leaf = self.make(Node::Leaf { parent, state });
        self.leaves.insert(state, leaf);
        leaf
    }

    /// The leaf of a state.
    pub fn leaf(&self, state: StateId) -> Option<NodeId> {
        self.leaves.get(&state).copied()
    }

    /// A state without a parent.
    pub fn add(&mut self, state: StateId) {
        let leaf = self.make_leaf(ROOT, state);
        if let Node::Inner { children, .. } = &mut self.nodes[ROOT] {
            children.push(leaf);
        }
    }

    /// A state's leaf becomes the node of what it forked into; it goes on in a new one.
    pub fn fork(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        if forked.is_empty() {
            return;
        }
        let Some(node) = self.leaf(state) else { return };
        let parent = self.parent(node);
        let mut children = vec![self.make_leaf(node, state)];
        for &(other, _) in forked {
            children.push(self.make_leaf(node, other));
        }
        self.nodes[node] = Node::Inner { parent, children };
    }

    /// The node above; the root's is itself.
    pub fn parent(&self, node: NodeId) -> NodeId {
        match self.nodes[node] {
            Node::Inner { parent, .. } | Node::Leaf { parent, .. } => parent,
            Node::Free => ROOT,
        }
    }

    /// Takes a state's leaf out, and its parent's place for the sibling that is left alone. Calls `gone` with each
    /// node that is no more, and the one above it that is.
    pub fn remove(&mut self, state: StateId, mut gone: impl FnMut(NodeId, NodeId)) {
        let Some(leaf) = self.leaves.remove(&state) else { return };
        let parent = self.parent(leaf);
        self.release(leaf);
        gone(leaf, parent);
        let grandparent = self.parent(parent);
        let Node::Inner { children, .. } = &mut self.nodes[parent] else { return };
        children.retain(|&child| child != leaf);
        let [only] = children[..] else { return };
        if parent == ROOT {
            return;
        }
        match &mut self.nodes[only] {
            Node::Inner { parent, .. } | Node::Leaf { parent, .. } => *parent = grandparent,
            Node::Free => {}
        }
        if let Node::Inner { children, .. } = &mut self.nodes[grandparent] {
            for child in children.iter_mut().filter(|child| **child == parent) {
                *child = only;
            }
        }
        self.release(parent);
        gone(parent, grandparent);
    }

    fn release(&mut self, node: NodeId) {
        self.nodes[node] = Node::Free;
        self.free.push(node);
    }

    /// A leaf below a node, each child equally likely.
    pub fn walk_down(&self, random: &mut Random, from: NodeId) -> Option<StateId> {
        let mut node = from;
        loop {
            match &self.nodes[node] {
                Node::Leaf { state, .. } => return Some(*state),
                Node::Inner { children, .. } if !children.is_empty() => {
                    node = children[random.below(children.len())];
                }
                _ => return None,
            }
        }
    }

    /// A leaf of the whole tree.
    pub fn walk(&self, random: &mut Random) -> Option<StateId> {
        self.walk_down(random, ROOT)
    }
}
