//! Depth first: the state that ran last, else the newest.
//!
//! Beside other searchers it stays on its own path: what is forked where another one chose comes behind the state that it was
//! forked from, wherever that waits, as if that had been chosen here. So the order is that of the tree, whoever works. And a
//! path that does not end makes way for the others ([`Patience`]).
//!
//! Invariant: `waiting` holds the states of the chain from `top` to `bottom`, each once.

use rustc_hash::FxHashMap;

use super::{Prospect, Searcher, StateId};

/// Work on one path before the next state has its turn: paths that read an input without end never leave any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// However much it takes.
    Endless,
    /// So much, and twice as much after each path that was left.
    Work(u64),
}

/// The neighbours of a state in the order.
#[derive(Clone, Copy, Debug, Default)]
struct Links {
    above: Option<StateId>,
    below: Option<StateId>,
}

/// Depth first.
pub struct Depth {
    waiting: FxHashMap<StateId, Links>,
    /// The next one.
    top: Option<StateId>,
    bottom: Option<StateId>,
    patience: Patience,
    /// Work since a path ended.
    worked: u64,
}

impl Depth {
    /// With nothing in it.
    pub fn new(patience: Patience) -> Depth {
        Depth { waiting: FxHashMap::default(), top: None, bottom: None, patience, worked: 0 }
    }

    /// Puts a state between two neighbours.
    fn insert(&mut self, state: StateId, links: Links) {
        match links.above.and_then(|above| self.waiting.get_mut(&above)) {
            Some(above) => above.below = Some(state),
            None => self.top = Some(state),
        }
        match links.below.and_then(|below| self.waiting.get_mut(&below)) {
            Some(below) => below.above = Some(state),
            None => self.bottom = Some(state),
        }
        self.waiting.insert(state, links);
    }

    fn push(&mut self, state: StateId) {
        self.insert(state, Links { above: None, below: self.top });
    }

    fn push_bottom(&mut self, state: StateId) {
        self.insert(state, Links { above: self.bottom, below: None });
    }

    fn take(&mut self, state: StateId) {
        let Some(Links { above, below }) = self.waiting.remove(&state) else { return };
        match above.and_then(|above| self.waiting.get_mut(&above)) {
            Some(links) => links.below = below,
            None => self.top = below,
        }
        match below.and_then(|below| self.waiting.get_mut(&below)) {
            Some(links) => links.above = above,
            None => self.bottom = above,
        }
    }

    /// What was forked from a state comes right behind it.
    fn push_behind(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        let mut last = state;
        for &(other, _) in forked {
            match self.waiting.get(&last).copied() {
                Some(links) => {
                    self.insert(other, Links { above: Some(last), below: links.below });
                }
                None => self.push(other),
            }
            last = other;
        }
    }
}

impl Searcher for Depth {
    fn completes_subtrees(&self) -> bool {
        true
    }

    fn add(&mut self, state: StateId, _: Prospect) {
        self.push(state);
    }

    fn update(&mut self, state: StateId, _: Prospect, forked: &[(StateId, Prospect)]) {
        self.push_behind(state, forked);
        if let Patience::Work(most) = self.patience
            && self.worked > most
        {
            self.take(state);
            self.push_bottom(state);
            self.worked = 0;
            self.patience = Patience::Work(most.saturating_mul(2));
        }
    }

    fn update_foreign(&mut self, state: StateId, _: Prospect, forked: &[(StateId, Prospect)]) {
        self.push_behind(state, forked);
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.push_behind(state, forked);
        self.take(state);
        self.worked = 0;
    }

    fn end_foreign(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.update_foreign(state, Prospect::default(), forked);
        self.take(state);
    }

    fn worked(&mut self, work: u64) {
        self.worked += work;
    }

    fn select(&mut self) -> Option<StateId> {
        self.top
    }

    fn runs_to_end(&self) -> bool {
        self.patience == Patience::Endless
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forked(states: &[u64]) -> Vec<(StateId, Prospect)> {
        states.iter().map(|&state| (StateId(state), Prospect::default())).collect()
    }

    fn order(mut depth: Depth) -> Vec<u64> {
        let mut order = Vec::new();
        while let Some(state) = depth.select() {
            order.push(state.0);
            depth.end(state, &[]);
        }
        order
    }

    #[test]
    fn what_others_fork_keeps_the_order_of_the_tree() {
        let mut depth = Depth::new(Patience::Endless);
        depth.add(StateId(0), Prospect::default());
        depth.update(StateId(0), Prospect::default(), &forked(&[1, 2]));
        depth.update_foreign(StateId(1), Prospect::default(), &forked(&[3, 4]));
        depth.end_foreign(StateId(4), &forked(&[5, 6]));
        depth.update(StateId(0), Prospect::default(), &forked(&[7]));
        assert_eq!(order(depth), [0, 7, 1, 3, 5, 6, 2]);
    }

    #[test]
    fn a_path_without_end_makes_way() {
        let mut depth = Depth::new(Patience::Work(10));
        depth.add(StateId(0), Prospect::default());
        depth.worked(11);
        depth.update(StateId(0), Prospect::default(), &forked(&[1]));
        assert_eq!(order(depth), [1, 0]);
    }
}
