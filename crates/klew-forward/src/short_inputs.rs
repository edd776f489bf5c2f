//! Short inputs: beside the paths on which there may be any number of bytes of input, those on which there are exactly so many, few
//! ones, are explored by themselves; then those with more.
//!
//! Most bugs need a few bytes of input only (the "small scope hypothesis": Jackson, Damon, *Elements of style*, ISSTA 1996). Among
//! the paths on which a line may have any length these are few, whatever searcher chooses; with short inputs there are no
//! others, so that they are soon exhausted. It is the program's own run that is restricted: a global, 0 in the program, says
//! how many bytes there are, and models of what reads inputs look at it. The inputs of a run are the same ones as without.
//! All sizes up to one cost no more than one exploration of inputs of at most that size.
//!
//! A size that does not end (two bytes can be an endless loop) does not keep klew from larger ones: each that is begun before the
//! smaller ones have ended has a third of the share of the one before it.
//!
//! **Invariant**: nothing holds because of a path with a short input, and nothing is left open because of one: every run
//! on it is one of the program as it is.

use klew_ir::Type;
use klew_memory::{Memory, ObjectId, Value};
use klew_term::Terms;

use crate::searcher::{Searcher, StateId};

/// Bytes of input; one after the other. One more byte costs more than all before it together, so none is left out.
const LEVELS: [u32; 18] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32, 48, 64];

/// Work on other paths before the first short input: what is soon done needs no help.
const HEAD_START: u64 = 60_000_000;

/// How much more work short inputs have behind it than others.
const SHARE: u64 = 2;

/// Work in one turn.
const SLICE: u64 = 1_000_000;

/// Work on the largest size so far before the next one is begun.
const PATIENCE: u64 = 25_000_000;

/// How much more work than on a size is done on the one before it.
const DECAY: u64 = 3;

/// One size under way.
struct Size {
    /// Where it stands among the levels.
    level: usize,
    /// Chooses among its states.
    searcher: Box<dyn Searcher>,
    spent: u64,
}

/// The exploration of short inputs.
pub struct ShortInputs {
    /// The global's object.
    global: ObjectId,
    /// The sizes under way, smallest first.
    under_way: Vec<Size>,
    /// Which of them was chosen last.
    chosen: usize,
    /// Which size is next.
    next: usize,
    /// Work on short inputs, and on others.
    spent: (u64, u64),
    /// Whether short inputs have their turn.
    turn: bool,
    /// Work left in this turn.
    slice: u64,
}

impl ShortInputs {
    /// Where that object holds the size; sizes up to `done` were looked at before.
    pub fn new(global: ObjectId, done: u32) -> ShortInputs {
        ShortInputs {
            global,
            under_way: Vec::new(),
            chosen: 0,
            next: LEVELS.partition_point(|&size| size <= done),
            spent: (0, 0),
            turn: false,
            slice: HEAD_START,
        }
    }

    /// The next state of the size whose turn it is. Sizes that have ended are left out.
    pub fn select(&mut self) -> Option<StateId> {
        while !self.begins_another() {
            let due = |index: &usize| {
                let weight = DECAY.saturating_pow(u32::try_from(*index).unwrap_or(u32::MAX));
                self.under_way[*index].spent.saturating_mul(weight)
            };
            self.chosen = (0..self.under_way.len()).min_by_key(due)?;
            if let Some(id) = self.under_way[self.chosen].searcher.select() {
                return Some(id);
            }
            self.under_way.remove(self.chosen);
        }
        None
    }

    /// Whether the next size should be begun.
    fn begins_another(&self) -> bool {
        let tried = self.under_way.last().is_none_or(|largest| largest.spent >= PATIENCE);
        tried && self.next < LEVELS.len()
    }

    /// The next size; nothing if there is none any more.
    pub fn next_size(&mut self) -> Option<u32> {
        let size = LEVELS.get(self.next).copied();
        self.next += 1;
        size
    }

    /// Up to which size all have ended.
    pub fn done(&self) -> u32 {
        let levels = self.under_way.first().map_or(self.next, |size| size.level);
        levels.min(LEVELS.len()).checked_sub(1).map_or(0, |last| LEVELS[last])
    }

    /// The largest size that was begun; 0: none was.
    pub fn begun(&self) -> u32 {
        let last = self.next.min(LEVELS.len()).checked_sub(1);
        last.map_or(0, |last| LEVELS[last])
    }

    /// Goes on with the states of a size that an earlier run began; smaller ones come first.
    pub fn go_on(&mut self, size: u32, searcher: Box<dyn Searcher>) {
        let level = LEVELS.partition_point(|&known| known < size);
        self.under_way.push(Size { level, searcher, spent: 0 });
    }

    /// Sizes up to that one were begun by an earlier run.
    pub fn begun_before(&mut self, size: u32) {
        self.next = self.next.max(LEVELS.partition_point(|&known| known <= size));
    }

    /// A size is begun.
    pub fn begin(&mut self, searcher: Box<dyn Searcher>) {
        self.under_way.push(Size { level: self.next.saturating_sub(1), searcher, spent: 0 });
    }

    /// The searcher of the size that was chosen last.
    pub fn searcher(&mut self) -> Option<&mut dyn Searcher> {
        self.under_way.get_mut(self.chosen).map(|size| &mut *size.searcher as &mut dyn Searcher)
    }

    /// The memory before the first instruction, with inputs of a size.
    pub fn of_size(&self, terms: &mut Terms, memory: &Memory, size: u32) -> Memory {
        let mut memory = memory.clone();
        memory.store(terms, self.global, 0, Type::Int(32), Value::Int(u64::from(size)));
        memory
    }

    /// The states of a size are the ones that were chosen, if it is one under way.
    pub fn choose(&mut self, size: u32) -> bool {
        let chosen = self.under_way.iter().position(|known| LEVELS[known.level] == size);
        self.chosen = chosen.unwrap_or(self.chosen);
        chosen.is_some()
    }

    /// Whether it is the turn of short inputs.
    pub fn has_turn(&mut self) -> bool {
        if self.slice == 0 {
            self.slice = SLICE;
            let (short, others) = self.spent;
            self.turn = short <= SHARE * others.saturating_sub(HEAD_START);
        }
        self.turn
    }

    /// Work was done on a path with a short input (of the size that was chosen last) or on another.
    pub fn worked(&mut self, is_short: bool, work: u64) {
        self.slice = self.slice.saturating_sub(work);
        match is_short {
            true => {
                self.spent.0 += work;
                if let Some(size) = self.under_way.get_mut(self.chosen) {
                    size.spent += work;
                }
            }
            false => self.spent.1 += work,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::SearchStrategy;
    use crate::searcher::{Prospect, searcher};

    #[test]
    fn short_inputs_have_most_of_the_work_behind_the_head_start() {
        let null = ObjectId::NULL;
        let mut short = ShortInputs::new(null, 0);
        let mut done = (0, 0);
        while done.0 + done.1 < 10 * HEAD_START {
            let turn = short.has_turn();
            short.worked(turn, 10_000);
            assert!(!turn || done.1 >= HEAD_START);
            match turn {
                true => done.0 += 10_000,
                false => done.1 += 10_000,
            }
        }
        assert!((5 * HEAD_START..7 * HEAD_START).contains(&done.0), "{done:?}");
    }

    #[test]
    fn a_size_that_does_not_end_keeps_none_from_being_looked_at() {
        let mut short = ShortInputs::new(ObjectId::NULL, 0);
        let mut done = [0; 18];
        let mut begun = 0;
        for _ in 0..10_000 {
            if short.select().is_none() {
                short.next_size().expect("sizes are left");
                let mut searcher = searcher(&SearchStrategy::Depth, 0);
                searcher.add(StateId(begun), Prospect::default());
                short.begin(searcher);
                begun += 1;
                continue;
            }
            // The third size has ended before it is chosen; no other one ever ends.
            if short.chosen == 2 && begun == 3 {
                short.searcher().unwrap().end(StateId(2), &[]);
            }
            done[short.chosen] += 100_000;
            short.worked(true, 100_000);
        }
        assert!((5..10).contains(&begun), "{begun}");
        assert_eq!(short.under_way.len() as u64, begun - 1);
        assert_eq!(short.done(), 0);
        short.under_way.drain(..2);
        assert_eq!(short.done(), LEVELS[2]);
        assert_eq!(LEVELS[ShortInputs::new(ObjectId::NULL, short.done()).next], LEVELS[3]);
        assert!(done[0] > 2 * done[1] && done[1] > 2 * done[2], "{done:?}");
    }

    #[test]
    fn sizes_grow() {
        assert!(LEVELS.is_sorted_by(|a, b| a < b));
    }
}
