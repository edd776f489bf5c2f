//! Open checks attract: the search goes on beside the paths that came nearest to violating one.
//!
//! A check of an access is nearer to failing the further the access reaches into its object; so is what comes behind
//! code that was entered for the first time. The state that set such a record ([`crate::records`]) is its goal's anchor in
//! the tree of forks. A turn goes up from an anchor, by few forks more often than by many, and down again at random:
//! a path that shares most decisions with the one of the record, as mutants of an input do in fuzzing (compare PerfFuzz:
//! Lemieux, Padhye, Sen, Song, ISSTA 2018, which keeps inputs that reach maxima). Goals take turns; those whose anchors
//! moved lately have more of them.
//!
//! Invariant: an anchor is a node of the tree.

use super::fork_tree::{ForkTree, NodeId};
use super::random::Random;
use super::{Goal, Prospect, Searcher, StateId};

/// Goals that are remembered; those that moved least lately are forgotten.
const MOST_GOALS: usize = 64;

/// Goals drawn for a turn.
const DRAWN: usize = 4;

/// Selections in one turn, at most.
const TURN: u32 = 4;

/// A turn goes up by at most two to the power of less than this.
const HEIGHT: usize = 8;

struct Anchor {
    goal: Goal,
    node: NodeId,
    /// Turns since it moved.
    idle: u32,
}

/// Open checks attract.
pub struct Goals {
    random: Random,
    tree: ForkTree,
    anchors: Vec<Anchor>,
    /// The state of this turn and the selections that are left of it.
    current: Option<(StateId, u32)>,
}

impl Goals {
    /// With nothing in it.
    pub fn new(seed: u64) -> Goals {
        Goals {
            random: Random::new(seed),
            tree: ForkTree::default(),
            anchors: Vec::new(),
            current: None,
        }
    }

    fn next_anchor(&mut self) -> Option<NodeId> {
        if self.anchors.is_empty() {
            return None;
        }
        let count = self.anchors.len();
        let random = &mut self.random;
        let drawn = std::iter::repeat_with(|| random.below(count)).take(DRAWN);
        let chosen = drawn.min_by_key(|&index| self.anchors[index].idle)?;
        self.anchors[chosen].idle += 1;
        Some(self.anchors[chosen].node)
    }
}

impl Searcher for Goals {
    fn add(&mut self, state: StateId, _: Prospect) {
        self.tree.add(state);
    }

    fn update(&mut self, state: StateId, _: Prospect, forked: &[(StateId, Prospect)]) {
        self.tree.fork(state, forked);
        if let Some((current, _)) = &mut self.current
            && let Some(other) = forked.get(self.random.below(forked.len() + 1))
        {
            *current = other.0;
        }
    }

    fn update_foreign(&mut self, state: StateId, _: Prospect, forked: &[(StateId, Prospect)]) {
        self.tree.fork(state, forked);
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.tree.fork(state, forked);
        let anchors = &mut self.anchors;
        self.tree.remove(state, |gone, above| {
            for anchor in anchors.iter_mut().filter(|anchor| anchor.node == gone) {
                anchor.node = above;
            }
        });
        if self.current.is_some_and(|(current, _)| current == state) {
            self.current = None;
        }
    }

    fn reached(&mut self, state: StateId, goal: Goal) {
        let Some(node) = self.tree.leaf(state) else { return };
        let moved = Anchor { goal, node, idle: 0 };
        let known = self.anchors.iter().position(|anchor| anchor.goal == goal);
        let full = || {
            let oldest = (0..self.anchors.len()).max_by_key(|&index| self.anchors[index].idle);
            oldest.filter(|_| self.anchors.len() >= MOST_GOALS)
        };
        match known.or_else(full) {
            Some(index) => self.anchors[index] = moved,
            None => self.anchors.push(moved),
        }
    }

    fn select(&mut self) -> Option<StateId> {
        if let Some((state, left)) = &mut self.current
            && *left > 0
        {
            *left -= 1;
            return Some(*state);
        }
        let chosen = match self.next_anchor() {
            Some(anchor) => {
                let most = 1 << self.random.below(HEIGHT);
                let up = self.random.below(most);
                let from = (0..up).fold(anchor, |node, _| self.tree.parent(node));
                self.tree.walk_down(&mut self.random, from)
            }
            None => self.tree.walk(&mut self.random),
        };
        self.current = chosen.map(|state| (state, TURN));
        chosen
    }
}
