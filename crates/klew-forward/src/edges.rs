//! Edges of the control flow that paths take, and which of them a path that was told took: so tests are written for the
//! few paths that do something new, however many there are.
//!
//! Every edge of a decoded function that is not a library's has a number, and the entry of the function has one as well. A
//! state carries the numbers of the edges that it took while no path that was told had taken them.
//!
//! **Invariant**: an edge counts as told only once the monitor was given inputs of a path that takes it.

use std::rc::Rc;

use klew_ir::{BlockId, FunctionId, Position};

use crate::decode::op::{Code, Op};

/// Numbers of edges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edges(Option<Rc<Vec<u64>>>);

impl Edges {
    /// Adds a number. Copies that other states share are left as they are.
    #[cold]
    pub fn insert(&mut self, number: u32) {
        let (word, bit) = (number as usize / 64, 1 << (number % 64));
        let words = self.0.get_or_insert_default();
        if words.get(word).is_some_and(|set| set & bit != 0) {
            return;
        }
        let words = Rc::make_mut(words);
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        words[word] |= bit;
    }

    /// The numbers, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        let words = self.0.iter().flat_map(|words| words.iter());
        (0u32..).zip(words).flat_map(|(at, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        })
    }
}

/// Which way a branch goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// The function is entered: no branch, but what is told of functions without any.
    Entry,
    /// The condition holds.
    True,
    /// It does not.
    False,
    /// The value is that one.
    Case(u64),
    /// The value is none of the cases.
    Default,
}

/// A way of a branch, or the entry of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BranchWay {
    /// The function.
    pub function: FunctionId,
    /// The block that ends in the branch.
    pub block: BlockId,
    /// Where the branch is.
    pub position: Position,
    /// Which way.
    pub way: Way,
    /// Whether a path that was told took it.
    pub told: bool,
}

/// The ways of a function, each with the number of its edge among those of the function.
pub(crate) fn ways(function: FunctionId, code: &Code) -> Vec<(u32, BranchWay)> {
    let told = |number: u32| code.told.get(number as usize).is_some_and(std::cell::Cell::get);
    let make = |number: u32, (block, position), way| {
        (number, BranchWay { function, block, position, way, told: told(number) })
    };
    let start = code.positions.first().copied().unwrap_or(Position::UNKNOWN);
    let mut ways = vec![make(0, (BlockId(0), start), Way::Entry)];
    for (index, (op, &position)) in (0..).zip(code.ops.iter().zip(&code.positions)) {
        let position = (code.block_of(index), position);
        match *op {
            Op::Branch { then, otherwise, .. } if then != otherwise => {
                ways.push(make(then + 1, position, Way::True));
                ways.push(make(otherwise + 1, position, Way::False));
            }
            Op::Switch { switches, .. } => {
                let table = &code.switches[switches as usize];
                let mut known: Vec<u32> = Vec::new();
                for &(value, edge) in &table.cases {
                    if !known.contains(&edge) && edge != table.default {
                        known.push(edge);
                        ways.push(make(edge + 1, position, Way::Case(value)));
                    }
                }
                ways.push(make(table.default + 1, position, Way::Default));
            }
            _ => {}
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_apart() {
        let mut first = Edges::default();
        first.insert(3);
        first.insert(70);
        let mut second = first.clone();
        second.insert(4);
        assert_eq!(first.iter().collect::<Vec<_>>(), [3, 70]);
        assert_eq!(second.iter().collect::<Vec<_>>(), [3, 4, 70]);
    }
}
