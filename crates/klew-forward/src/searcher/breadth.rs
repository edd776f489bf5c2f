//! Breadth first: each state in turn, from fork to fork.

use std::collections::VecDeque;

use super::{Prospect, Searcher, StateId};

/// Breadth first.
#[derive(Default)]
pub struct Breadth {
    queue: VecDeque<StateId>,
}

impl Breadth {
    fn take(&mut self, state: StateId) {
        if let Some(index) = self.queue.iter().position(|&other| other == state) {
            self.queue.remove(index);
        }
    }
}

impl Searcher for Breadth {
    fn add(&mut self, state: StateId, _: Prospect) {
        self.queue.push_back(state);
    }

    fn update(&mut self, state: StateId, _: Prospect, forked: &[(StateId, Prospect)]) {
        self.take(state);
        self.queue.push_back(state);
        self.queue.extend(forked.iter().map(|&(other, _)| other));
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.take(state);
        self.queue.extend(forked.iter().map(|&(other, _)| other));
    }

    fn select(&mut self) -> Option<StateId> {
        self.queue.front().copied()
    }
}
