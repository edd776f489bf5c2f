//! What a method's instructions say before any of them is lowered: where blocks begin, and which local
//! variables are still read.
//!
//! Liveness as usual, backwards to a fixed point; an instruction that a handler covers also has what the handler reads,
//! before and after.
//!
//! **Invariant**: in verified code, a live local variable has a value of one kind on all ways to a place.

use crate::class_file::Code;
use crate::class_file::bytecode::{Instruction, Placed, for_each_target};

/// A set of local variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Locals(Vec<u64>);

impl Locals {
    /// Whether it has that one.
    pub fn contains(&self, index: u16) -> bool {
        let word = self.0.get(usize::from(index / 64)).copied().unwrap_or(0);
        word >> (index % 64) & 1 == 1
    }

    /// Adds one.
    pub fn insert(&mut self, index: u16) {
        let word = usize::from(index / 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (index % 64);
    }

    fn remove(&mut self, index: u16) {
        if let Some(word) = self.0.get_mut(usize::from(index / 64)) {
            *word &= !(1 << (index % 64));
        }
    }

    fn add_all(&mut self, other: &Locals) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut changed = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// All, in order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.0.len() as u16 * 64).filter(|index| self.contains(*index))
    }
}

/// A handler, by indices of instructions.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    pub start: usize,
    pub end: usize,
    pub target: usize,
    pub catch_type: u16,
}

/// What is known of the instructions of a method.
pub(crate) struct Flow {
    /// Whether a block begins at an instruction.
    pub begins: Vec<bool>,
    /// What is read at or after an instruction before it is written.
    pub live: Vec<Locals>,
    pub handlers: Vec<Range>,
    /// Local variables that are ever written.
    pub written: Locals,
}

impl Flow {
    /// Looks at the code.
    pub fn new(code: &Code, placed: &[Placed]) -> Flow {
        let index = |at: u16| placed.partition_point(|it| it.at < u32::from(at));
        let handlers: Vec<Range> = code
            .handlers
            .iter()
            .map(|handler| Range {
                start: index(handler.start),
                end: index(handler.end),
                target: index(handler.target),
                catch_type: handler.catch_type,
            })
            .filter(|handler| handler.target < placed.len())
            .collect();
        let mut begins = vec![false; placed.len()];
        let mut written = Locals::default();
        let mut targets: Vec<Vec<usize>> = vec![Vec::new(); placed.len()];
        if let Some(first) = begins.first_mut() {
            *first = true;
        }
        for handler in &handlers {
            begins[handler.target] = true;
        }
        for (number, it) in placed.iter().enumerate() {
            for_each_target(&mut it.instruction.clone(), |target| {
                begins[*target] = true;
                targets[number].push(*target);
            });
            if let Instruction::Store(_, local) | Instruction::Increment(local, _) = it.instruction
            {
                written.insert(local);
            }
        }
        let mut flow = Flow { begins, live: Vec::new(), handlers, written };
        flow.find_live(placed, &targets);
        flow
    }

    fn find_live(&mut self, placed: &[Placed], targets: &[Vec<usize>]) {
        self.live = vec![Locals::default(); placed.len()];
        let mut covering: Vec<Vec<usize>> = vec![Vec::new(); placed.len()];
        for handler in &self.handlers {
            for list in covering.iter_mut().take(handler.end).skip(handler.start) {
                list.push(handler.target);
            }
        }
        loop {
            let mut changed = false;
            for number in (0..placed.len()).rev() {
                let instruction = &placed[number].instruction;
                let mut live = Locals::default();
                if falls_through(instruction)
                    && let Some(next) = self.live.get(number + 1)
                {
                    live = next.clone();
                }
                for target in &targets[number] {
                    live.add_all(&self.live[*target]);
                }
                match instruction {
                    Instruction::Store(_, local) => live.remove(*local),
                    Instruction::Load(_, local) | Instruction::Increment(local, _) => {
                        live.insert(*local);
                    }
                    _ => {}
                }
                for target in &covering[number] {
                    live.add_all(&self.live[*target]);
                }
                changed |= self.live[number].add_all(&live);
            }
            if !changed {
                return;
            }
        }
    }
}

/// Whether the next instruction may come after this one.
fn falls_through(instruction: &Instruction) -> bool {
    !matches!(
        instruction,
        Instruction::Goto(_)
            | Instruction::Switch(..)
            | Instruction::Return(_)
            | Instruction::Throw
            | Instruction::Subroutine
    )
}
