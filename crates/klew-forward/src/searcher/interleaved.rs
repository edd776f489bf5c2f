//! Several searchers over one frontier, each selecting in turn.

use super::{Prospect, Searcher, StateId};

/// Several searchers in turn.
pub struct Interleaved {
    searchers: Vec<Box<dyn Searcher>>,
    turn: usize,
}

impl Interleaved {
    /// Of those searchers.
    pub fn new(searchers: Vec<Box<dyn Searcher>>) -> Interleaved {
        Interleaved { searchers, turn: 0 }
    }
}

impl Searcher for Interleaved {
    fn add(&mut self, state: StateId, prospect: Prospect) {
        for searcher in &mut self.searchers {
            searcher.add(state, prospect);
        }
    }

    fn update(&mut self, state: StateId, prospect: Prospect, forked: &[(StateId, Prospect)]) {
        for searcher in &mut self.searchers {
            searcher.update(state, prospect, forked);
        }
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        for searcher in &mut self.searchers {
            searcher.end(state, forked);
        }
    }

    fn select(&mut self) -> Option<StateId> {
        if self.searchers.is_empty() {
            return None;
        }
        self.turn = (self.turn + 1) % self.searchers.len();
        self.searchers[self.turn].select()
    }

    fn runs_to_end(&self) -> bool {
        self.searchers.len() == 1 && self.searchers[0].runs_to_end()
    }
}
