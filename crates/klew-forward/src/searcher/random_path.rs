//! Random path: down the tree of forks from its root, each child equally likely, so that states high
//! up in the tree, of which there are few, are not crowded out by a loop that forks at every turn
//! (Cadar, Dunbar, Engler: KLEE, OSDI 2008, section 3.4).
//!
//! Invariant: every inner node has at least two children; leaves are the states of the frontier.

use rustc_hash::FxHashMap;

use super::random::Random;
use super::{Prospect, Searcher, StateId};

const ROOT: usize = 0;

enum Node {
    Inner { parent: usize, children: Vec<usize> },
    Leaf { parent: usize, state: StateId },
    Free,
}

/// Random path.
pub struct RandomPath {
    random: Random,
    /// `nodes[ROOT]` collects the first states and may have any number of children.
    nodes: Vec<Node>,
    free: Vec<usize>,
    leaves: FxHashMap<StateId, usize>,
}

impl RandomPath {
    /// With nothing in it.
    pub fn new(seed: u64) -> RandomPath {
        RandomPath {
            random: Random::new(seed),
            nodes: vec![Node::Inner { parent: ROOT, children: Vec::new() }],
            free: Vec::new(),
            leaves: FxHashMap::default(),
        }
    }

    fn make(&mut self, node: Node) -> usize {
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

    fn make_leaf(&mut self, parent: usize, state: StateId) -> usize {
        let leaf = self.make(Node::Leaf { parent, state });
        self.leaves.insert(state, leaf);
        leaf
    }

    fn fork(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        if forked.is_empty() {
            return;
        }
        let Some(&node) = self.leaves.get(&state) else { return };
        let parent = self.parent(node);
        let mut children = vec![self.make_leaf(node, state)];
        for &(other, _) in forked {
            children.push(self.make_leaf(node, other));
        }
        self.nodes[node] = Node::Inner { parent, children };
    }

    fn parent(&self, node: usize) -> usize {
        match self.nodes[node] {
            Node::Inner { parent, .. } | Node::Leaf { parent, .. } => parent,
            Node::Free => ROOT,
        }
    }

    /// Takes a leaf out, and its parent's place for the sibling that is left alone.
    fn remove(&mut self, state: StateId) {
        let Some(leaf) = self.leaves.remove(&state) else { return };
        let parent = self.parent(leaf);
        self.release(leaf);
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
    }

    fn release(&mut self, node: usize) {
        self.nodes[node] = Node::Free;
        self.free.push(node);
    }
}

impl Searcher for RandomPath {
    fn add(&mut self, state: StateId, _: Prospect) {
        let leaf = self.make_leaf(ROOT, state);
        if let Node::Inner { children, .. } = &mut self.nodes[ROOT] {
            children.push(leaf);
        }
    }

    fn update(&mut self, state: StateId, _: Prospect, forked: &[(StateId, Prospect)]) {
        self.fork(state, forked);
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.fork(state, forked);
        self.remove(state);
    }

    fn select(&mut self) -> Option<StateId> {
        let mut node = ROOT;
        loop {
            match &self.nodes[node] {
                Node::Leaf { state, .. } => return Some(*state),
                Node::Inner { children, .. } if !children.is_empty() => {
                    node = children[self.random.below(children.len())];
                }
                _ => return None,
            }
        }
    }
}
