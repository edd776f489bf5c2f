//! Depth first: the state that ran last, else the newest.
//!
//! Beside other searchers it stays on its own path: what is forked where another one chose comes last
//! ([`Searcher::update_foreign`]), and a path that does not end makes way for the others ([`Patience`]).
//!
//! Invariant: `order` and `places` hold the same states.

use std::collections::BTreeMap;

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

/// Depth first.
pub struct Depth {
    /// The next one last.
    order: BTreeMap<i64, StateId>,
    places: FxHashMap<StateId, i64>,
    patience: Patience,
    /// Work since a path ended.
    worked: u64,
}

impl Depth {
    /// With nothing in it.
    pub fn new(patience: Patience) -> Depth {
        Depth { order: BTreeMap::new(), places: FxHashMap::default(), patience, worked: 0 }
    }

    fn push(&mut self, state: StateId) {
        let place = self.order.last_key_value().map_or(0, |(last, _)| last + 1);
        self.order.insert(place, state);
        self.places.insert(state, place);
    }

    fn push_below(&mut self, state: StateId) {
        let place = self.order.first_key_value().map_or(0, |(first, _)| first - 1);
        self.order.insert(place, state);
        self.places.insert(state, place);
    }

    fn take(&mut self, state: StateId) {
        if let Some(place) = self.places.remove(&state) {
            self.order.remove(&place);
        }
    }

    fn push_all(&mut self, forked: &[(StateId, Prospect)]) {
        for &(other, _) in forked.iter().rev() {
            self.push(other);
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
        if !forked.is_empty() {
            self.take(state);
            self.push_all(forked);
            self.push(state);
        }
        if let Patience::Work(most) = self.patience
            && self.worked > most
        {
            self.take(state);
            self.push_below(state);
            self.worked = 0;
            self.patience = Patience::Work(most.saturating_mul(2));
        }
    }

    fn update_foreign(&mut self, _: StateId, _: Prospect, forked: &[(StateId, Prospect)]) {
        for &(other, _) in forked {
            self.push_below(other);
        }
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.take(state);
        self.push_all(forked);
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
        self.order.last_key_value().map(|(_, state)| *state)
    }

    fn runs_to_end(&self) -> bool {
        self.patience == Patience::Endless
    }
}
