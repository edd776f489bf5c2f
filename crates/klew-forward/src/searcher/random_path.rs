//! Random path: down the tree of forks from its root, each child equally likely, so that states high
//! up in the tree, of which there are few, are not crowded out by a loop that forks at every turn
//! (Cadar, Dunbar, Engler: KLEE, OSDI 2008, section 3.4).

use super::fork_tree::ForkTree;
use super::random::Random;
use super::{Prospect, Searcher, StateId};

/// Random path.
pub struct RandomPath {
    random: Random,
    tree: ForkTree,
}

impl RandomPath {
    /// With nothing in it.
    pub fn new(seed: u64) -> RandomPath {
        RandomPath { random: Random::new(seed), tree: ForkTree::default() }
    }
}

impl Searcher for RandomPath {
    fn add(&mut self, state: StateId, _: Prospect) {
        self.tree.add(state);
    }

    fn update(&mut self, state: StateId, _: Prospect, forked: &[(StateId, Prospect)]) {
        self.tree.fork(state, forked);
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.tree.fork(state, forked);
        self.tree.remove(state, |_, _| {});
    }

    fn select(&mut self) -> Option<StateId> {
        self.tree.walk(&mut self.random)
    }
}
