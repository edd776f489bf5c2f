//! The path that takes the fewest words to tell ([`crate::telling`]): runs of many lengths at few places.
//!
//! Invariant: each state waits under the words that it took when it was told of last.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Prospect, Searcher, StateId};

/// What takes the fewest words, the newest first.
#[derive(Default)]
pub struct FewestWords {
    waiting: BTreeSet<(u32, std::cmp::Reverse<u64>, StateId)>,
    places: FxHashMap<StateId, (u32, u64)>,
    next: u64,
}

impl FewestWords {
    fn push(&mut self, state: StateId, prospect: Prospect) {
        self.take(state);
        self.waiting.insert((prospect.words, std::cmp::Reverse(self.next), state));
        self.places.insert(state, (prospect.words, self.next));
        self.next += 1;
    }

    fn take(&mut self, state: StateId) {
        if let Some((words, number)) = self.places.remove(&state) {
            self.waiting.remove(&(words, std::cmp::Reverse(number), state));
        }
    }
}

impl Searcher for FewestWords {
    fn add(&mut self, state: StateId, prospect: Prospect) {
        self.push(state, prospect);
    }

    fn update(&mut self, state: StateId, prospect: Prospect, forked: &[(StateId, Prospect)]) {
        forked.iter().for_each(|&(other, prospect)| self.push(other, prospect));
        self.push(state, prospect);
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.take(state);
        forked.iter().for_each(|&(other, prospect)| self.push(other, prospect));
    }

    fn select(&mut self) -> Option<StateId> {
        self.waiting.first().map(|(_, _, state)| *state)
    }
}
