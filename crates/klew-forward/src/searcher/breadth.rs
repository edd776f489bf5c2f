//! Breadth first: each state in turn, from fork to fork.
//!
//! Who runs need not be who is first here: others may have chosen it, or it was put away and made anew. So a state is found by
//! its name, not by looking through all that wait.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Prospect, Searcher, StateId};

/// Breadth first.
#[derive(Default)]
pub struct Breadth {
    /// By when they came.
    queue: BTreeMap<u64, StateId>,
    places: FxHashMap<StateId, u64>,
    next: u64,
}

impl Breadth {
    fn push(&mut self, state: StateId) {
        self.take(state);
        self.queue.insert(self.next, state);
        self.places.insert(state, self.next);
        self.next += 1;
    }

    fn take(&mut self, state: StateId) {
        if let Some(place) = self.places.remove(&state) {
            self.queue.remove(&place);
        }
    }
}

impl Searcher for Breadth {
    fn add(&mut self, state: StateId, _: Prospect) {
        self.push(state);
    }

    fn update(&mut self, state: StateId, _: Prospect, forked: &[(StateId, Prospect)]) {
        self.push(state);
        forked.iter().for_each(|&(other, _)| self.push(other));
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.take(state);
        forked.iter().for_each(|&(other, _)| self.push(other));
    }

    fn select(&mut self) -> Option<StateId> {
        self.queue.first_key_value().map(|(_, state)| *state)
    }
}
