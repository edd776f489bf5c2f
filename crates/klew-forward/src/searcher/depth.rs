//! Depth first: the state that ran last, else the newest.
//!
//! Invariant: `places` says where in the stack each state is; places of states that were taken are empty.

use rustc_hash::FxHashMap;

use super::{Prospect, Searcher, StateId};

/// Depth first.
#[derive(Default)]
pub struct Depth {
    /// The next one last.
    stack: Vec<Option<StateId>>,
    places: FxHashMap<StateId, usize>,
}

impl Depth {
    fn push(&mut self, state: StateId) {
        self.places.insert(state, self.stack.len());
        self.stack.push(Some(state));
    }

    fn take(&mut self, state: StateId) {
        if let Some(place) = self.places.remove(&state) {
            self.stack[place] = None;
        }
        while self.stack.last() == Some(&None) {
            self.stack.pop();
        }
        if self.stack.len() > 64 && self.stack.len() > 2 * self.places.len() {
            self.stack.retain(Option::is_some);
            for (place, state) in self.stack.iter().enumerate() {
                self.places.extend(state.map(|state| (state, place)));
            }
        }
    }

    fn push_all(&mut self, forked: &[(StateId, Prospect)]) {
        for &(other, _) in forked.iter().rev() {
            self.push(other);
        }
    }
}

impl Searcher for Depth {
    fn add(&mut self, state: StateId, _: Prospect) {
        self.push(state);
    }

    fn update(&mut self, state: StateId, _: Prospect, forked: &[(StateId, Prospect)]) {
        if !forked.is_empty() {
            self.take(state);
            self.push_all(forked);
            self.push(state);
        }
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.take(state);
        self.push_all(forked);
    }

    fn select(&mut self) -> Option<StateId> {
        // `take` leaves a state at the top.
        self.stack.last().copied().flatten()
    }

    fn runs_to_end(&self) -> bool {
        true
    }
}
