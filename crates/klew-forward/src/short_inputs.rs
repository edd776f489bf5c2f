//! Short inputs: beside the paths on which there may be any number of bytes of input, those on which there are exactly so many, few
//! ones, are explored by themselves; when all of them have ended, those with more.
//!
//! Most bugs need a few bytes of input only (the "small scope hypothesis": Jackson, Damon, *Elements of style*, ISSTA 1996). Among
//! the paths on which a line may have any length these are few, whatever searcher chooses; with short inputs there are no
//! others, so that they are soon exhausted. It is the program's own run that is restricted: a global, 0 in the program, says
//! how many bytes there are, and models of what reads inputs look at it. The inputs of a run are the same ones as without.
//! All sizes up to one cost no more than one exploration of inputs of at most that size.
//!
//! **Invariant**: nothing holds because of a path with a short input, and nothing is left open because of one: every run
//! on it is one of the program as it is.

use klew_ir::Type;
use klew_memory::{Memory, ObjectId, Value};
use klew_term::Terms;

use crate::searcher::Searcher;

/// Bytes of input; one after the other, as each is done. One more byte costs more than all before it together, so none is left out.
const LEVELS: [u32; 18] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32, 48, 64];

/// Work on other paths before the first short input: what is soon done needs no help.
const HEAD_START: u64 = 60_000_000;

/// Work in one turn.
const SLICE: u64 = 1_000_000;

/// The exploration of short inputs.
pub struct ShortInputs {
    /// Chooses among them.
    pub searcher: Box<dyn Searcher>,
    /// The global's object.
    global: ObjectId,
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
    /// Where that object holds the size.
    pub fn new(searcher: Box<dyn Searcher>, global: ObjectId) -> ShortInputs {
        ShortInputs { searcher, global, next: 0, spent: (0, 0), turn: false, slice: HEAD_START }
    }

    /// The next size; nothing if there is none any more.
    pub fn next_size(&mut self) -> Option<u32> {
        let size = LEVELS.get(self.next).copied();
        self.next += 1;
        size
    }

    /// The memory before the first instruction, with inputs of a size.
    pub fn of_size(&self, terms: &mut Terms, memory: &Memory, size: u32) -> Memory {
        let mut memory = memory.clone();
        memory.store(terms, self.global, 0, Type::Int(32), Value::Int(u64::from(size)));
        memory
    }

    /// Whether it is the turn of short inputs.
    pub fn has_turn(&mut self) -> bool {
        if self.slice == 0 {
            self.slice = SLICE;
            let (short, others) = self.spent;
            self.turn = short + HEAD_START <= others;
        }
        self.turn
    }

    /// Work was done on a path with a short input or on another.
    pub fn worked(&mut self, is_short: bool, work: u64) {
        self.slice = self.slice.saturating_sub(work);
        match is_short {
            true => self.spent.0 += work,
            false => self.spent.1 += work,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::SearchStrategy;
    use crate::searcher::searcher;

    #[test]
    fn short_inputs_have_half_of_the_work_behind_the_head_start() {
        let null = ObjectId::NULL;
        let mut short = ShortInputs::new(searcher(&SearchStrategy::Depth, 0), null);
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
        assert!((4 * HEAD_START..5 * HEAD_START).contains(&done.0), "{done:?}");
    }

    #[test]
    fn sizes_grow() {
        assert!(LEVELS.is_sorted_by(|a, b| a < b));
    }
}
