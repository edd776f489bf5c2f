//! Depth first: the state that ran last, else the newest.

use super::{Prospect, Searcher, StateId};

/// Depth first.
#[derive(Default)]
pub struct Depth {
    /// The next one last.
    stack: Vec<StateId>,
}

impl Depth {
    fn take(&mut self, state: StateId) {
        if let Some(index) = self.stack.iter().rposition(|&other| other == state) {
            self.stack.remove(index);
        }
    }
}

impl Searcher for Depth {
    fn add(&mut self, state: StateId, _: Prospect) {
        self.stack.push(state);
    }

    fn update(&mut self, state: StateId, _: Prospect, forked: &[(StateId, Prospect)]) {
        if !forked.is_empty() {
            self.take(state);
            self.stack.extend(forked.iter().rev().map(|&(other, _)| other));
            self.stack.push(state);
        }
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.take(state);
        self.stack.extend(forked.iter().rev().map(|&(other, _)| other));
    }

    fn select(&mut self) -> Option<StateId> {
        self.stack.last().copied()
    }

    fn runs_to_end(&self) -> bool {
        true
    }
}
