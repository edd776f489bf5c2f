//! Several searchers over one frontier, each with a share of the work.
//!
//! A share is of work (instructions and queries), not of selections: depth first, which alone ends most paths, would
//! else wait for searchers whose selections cost more. Each searcher goes on from its own path: what the others fork is in
//! its frontier, too, but it is told that it did not choose it. A searcher that ends no path and comes to nothing new has
//! less and less of the work, as long as others do: a path that reads without end is not followed for its own sake.
//!
//! States are closed only where whole subtrees were explored ([`crate::pruning`]): where that happens often, the searcher that
//! completes them has most of the work.
//!
//! As long as the frontier is small a turn is one selection, which keeps the search broad. Where it is
//! crowded, a turn goes on with the state it began with, so that the frontier grows by one path's forks a
//! turn rather than by a level of the tree.

use super::{Goal, Prospect, Searcher, StateId};

/// Selections in one turn, at most, where the frontier is crowded.
const TURN: usize = 64;

/// States of a crowded frontier.
const CROWD: usize = 4096;

/// Work of a searcher before another has its turn.
const SLICE: u64 = 200_000;

/// Work without an end of a path or anything new that halves a searcher's share.
const FRUITLESS: u64 = 20_000_000;

/// The most times that a share is halved.
const MOST_HALVINGS: u64 = 4;

/// How much more work a searcher has that completes subtrees, where one of so many ends or more is that of a closed state.
const FAVOURS: [(u64, u64); 2] = [(2, 64), (8, 8)];

struct Stream {
    searcher: Box<dyn Searcher>,
    /// The state of this turn, while it has not ended.
    current: Option<StateId>,
    /// Selections left in this turn.
    left: usize,
    /// Work done, as much more as its share is smaller.
    spent: u64,
    /// Work since it ended a path or came to something new.
    fruitless: u64,
    /// Whether states can be closed thanks to it.
    completes: bool,
}

impl Stream {
    fn work(&mut self, work: u64, favour: u64) {
        self.fruitless += work;
        let halvings = (self.fruitless / FRUITLESS).min(MOST_HALVINGS);
        self.spent += (work << halvings) / favour;
        self.searcher.worked(work);
    }
}

/// Several searchers, each with a share of the work.
pub struct Interleaved {
    streams: Vec<Stream>,
    /// The one whose turn it is.
    turn: usize,
    /// Work left in its slice.
    slice: u64,
    /// States in the frontier.
    frontier: usize,
    /// Ends of states, and how many of them were closed.
    ends: u64,
    closed: u64,
}

impl Interleaved {
    /// Of those searchers.
    pub fn new(searchers: Vec<Box<dyn Searcher>>) -> Interleaved {
        let stream = |searcher: Box<dyn Searcher>| {
            let completes = searcher.completes_subtrees();
            Stream { searcher, current: None, left: 0, spent: 0, fruitless: 0, completes }
        };
        let streams = searchers.into_iter().map(stream).collect();
        Interleaved { streams, turn: 0, slice: SLICE, frontier: 0, ends: 0, closed: 0 }
    }

    /// The other streams are told that they did not choose the state.
    fn others(&mut self) -> impl Iterator<Item = &mut Stream> {
        let turn = self.turn;
        self.streams.iter_mut().enumerate().filter(move |(index, _)| *index != turn).map(|(_, s)| s)
    }
}

impl Searcher for Interleaved {
    fn add(&mut self, state: StateId, prospect: Prospect) {
        self.frontier += 1;
        for stream in &mut self.streams {
            stream.searcher.add(state, prospect);
        }
    }

    fn update(&mut self, state: StateId, prospect: Prospect, forked: &[(StateId, Prospect)]) {
        self.frontier += forked.len();
        self.others().for_each(|other| other.searcher.update_foreign(state, prospect, forked));
        let Some(own) = self.streams.get_mut(self.turn) else { return };
        own.searcher.update(state, prospect, forked);
        if prospect.covered_new {
            own.fruitless = 0;
        }
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.frontier = (self.frontier + forked.len()).saturating_sub(1);
        self.ends += 1;
        for stream in &mut self.streams {
            stream.current = stream.current.filter(|&current| current != state);
        }
        self.others().for_each(|other| other.searcher.end_foreign(state, forked));
        let Some(own) = self.streams.get_mut(self.turn) else { return };
        own.searcher.end(state, forked);
        own.fruitless = 0;
    }

    fn worked(&mut self, work: u64) {
        self.slice = self.slice.saturating_sub(work);
        let favour = FAVOURS.iter().find(|(ends, _)| self.closed * ends > self.ends);
        let favour = favour.map_or(1, |(_, favour)| *favour);
        if let Some(own) = self.streams.get_mut(self.turn) {
            own.work(work, if own.completes { favour } else { 1 });
        }
    }

    fn closed(&mut self, states: u64) {
        self.closed += states;
    }

    fn reached(&mut self, state: StateId, goal: Goal) {
        for stream in &mut self.streams {
            stream.searcher.reached(state, goal);
        }
        if let Some(own) = self.streams.get_mut(self.turn) {
            own.fruitless = 0;
        }
    }

    fn select(&mut self) -> Option<StateId> {
        if self.slice == 0 {
            self.slice = SLICE;
            let least = (0..self.streams.len()).min_by_key(|&index| self.streams[index].spent);
            self.turn = least.unwrap_or(0);
        }
        let stream = self.streams.get_mut(self.turn)?;
        if stream.left > 0
            && let Some(current) = stream.current
        {
            stream.left -= 1;
            return Some(current);
        }
        stream.left = if self.frontier < CROWD { 0 } else { TURN - 1 };
        stream.current = stream.searcher.select();
        stream.current
    }

    fn runs_to_end(&self) -> bool {
        self.streams.len() == 1 && self.streams[0].searcher.runs_to_end()
    }
}
