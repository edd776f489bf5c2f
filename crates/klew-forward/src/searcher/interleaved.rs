//! Several searchers over one frontier, in turn.
//!
//! As long as the frontier is small a turn is one selection, which keeps the search broad. Where it is
//! crowded, a turn goes on with the state it began with, so that the frontier grows by one path's forks a
//! turn rather than by a level of the tree; and depth first, which alone empties it, gets the more turns
//! the more crowded it is.

use super::{Prospect, Searcher, StateId};

/// Selections in one turn, at most, where the frontier is crowded.
const TURN: usize = 64;

/// States of a crowded frontier; for each further so many, a round has one more turn of depth first.
const CROWD: usize = 4096;

/// Several searchers in turn.
pub struct Interleaved {
    searchers: Vec<Box<dyn Searcher>>,
    turn: usize,
    /// The state of this turn, while it has not ended.
    current: Option<StateId>,
    /// Selections left in this turn.
    left: usize,
    /// Turns of depth first to come.
    relief: usize,
    /// States in the frontier.
    frontier: usize,
}

impl Interleaved {
    /// Of those searchers.
    pub fn new(searchers: Vec<Box<dyn Searcher>>) -> Interleaved {
        Interleaved { searchers, turn: 0, current: None, left: 0, relief: 0, frontier: 0 }
    }

    /// The searcher of the next turn.
    fn next_turn(&mut self) -> usize {
        let deep = self.searchers.iter().position(|searcher| searcher.runs_to_end());
        match deep {
            Some(deep) if self.relief > 0 => {
                self.relief -= 1;
                deep
            }
            _ => {
                self.turn = (self.turn + 1) % self.searchers.len();
                if self.turn == 0 {
                    self.relief = self.frontier / CROWD;
                }
                self.turn
            }
        }
    }
}

impl Searcher for Interleaved {
    fn add(&mut self, state: StateId, prospect: Prospect) {
        self.frontier += 1;
        for searcher in &mut self.searchers {
            searcher.add(state, prospect);
        }
    }

    fn update(&mut self, state: StateId, prospect: Prospect, forked: &[(StateId, Prospect)]) {
        self.frontier += forked.len();
        for searcher in &mut self.searchers {
            searcher.update(state, prospect, forked);
        }
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.frontier = (self.frontier + forked.len()).saturating_sub(1);
        if self.current == Some(state) {
            self.current = None;
        }
        for searcher in &mut self.searchers {
            searcher.end(state, forked);
        }
    }

    fn select(&mut self) -> Option<StateId> {
        if self.searchers.is_empty() {
            return None;
        }
        if self.left > 0
            && let Some(current) = self.current
        {
            self.left -= 1;
            return Some(current);
        }
        let turn = self.next_turn();
        self.left = if self.frontier < CROWD { 0 } else { TURN - 1 };
        self.current = self.searchers[turn].select();
        self.current
    }

    fn runs_to_end(&self) -> bool {
        self.searchers.len() == 1 && self.searchers[0].runs_to_end()
    }
}
