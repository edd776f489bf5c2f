//! The state of which some figure is least, and of these the newest.
//!
//! Invariant: each state waits under the figure that it had when it was told of last.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Prospect, Searcher, StateId};

/// What has the least of a figure, the newest first.
pub struct Least {
    figure: fn(&Prospect) -> u64,
    waiting: BTreeSet<(u64, Reverse<u64>, StateId)>,
    places: FxHashMap<StateId, (u64, u64)>,
    next: u64,
}

impl Least {
    /// Of that figure.
    pub fn of(figure: fn(&Prospect) -> u64) -> Least {
        Least { figure, waiting: BTreeSet::new(), places: FxHashMap::default(), next: 0 }
    }

    fn push(&mut self, state: StateId, prospect: Prospect) {
        self.take(state);
        let figure = (self.figure)(&prospect);
        self.waiting.insert((figure, Reverse(self.next), state));
        self.places.insert(state, (figure, self.next));
        self.next += 1;
    }

    fn take(&mut self, state: StateId) {
        if let Some((figure, number)) = self.places.remove(&state) {
            self.waiting.remove(&(figure, Reverse(number), state));
        }
    }
}

impl Searcher for Least {
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
