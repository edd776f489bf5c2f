//! A flavour is a part of C that a program may have on top of what all have: what it declares, and the
//! statements that use it.

use super::{Generator, calls, numbers, objects, odds, texts};
use crate::differential::program::Statement;
use crate::differential::random::Random;

/// One part of C.
pub struct Flavour {
    /// Types, variables and functions.
    pub globals: &'static str,
    /// Gives the global variables their values.
    pub reset: &'static str,
    /// Variables of `run`.
    pub locals: &'static str,
    /// Those integers among them that may be used anywhere.
    pub scalars: &'static [&'static str],
    /// Makes a statement.
    pub statement: fn(&mut Generator) -> Statement,
    /// What goes into the hash.
    pub hash: &'static str,
    /// What frees its memory.
    pub end: &'static str,
}

/// Those that need no 128-bit integers.
const ALL: [&Flavour; 15] = [
    &numbers::FLOATS,
    &numbers::MATHEMATICS,
    &numbers::LONG_LONG,
    &numbers::BIT_FIELDS,
    &objects::NESTED,
    &objects::UNIONS,
    &objects::MATRIX,
    &objects::HEAP,
    &objects::TREE,
    &texts::STRINGS,
    &calls::POINTERS,
    &calls::VARIADIC,
    &calls::RECURSION,
    &odds::LANGUAGE,
    &odds::FORMATS,
];

/// Two or three, all different.
pub fn some(random: &mut Random, narrow: bool) -> Vec<&'static Flavour> {
    let mut left = ALL.to_vec();
    if !narrow {
        left.push(&numbers::INT128);
    }
    (0..2 + random.below(2))
        .map(|_| left.remove(random.below(left.len() as u64) as usize))
        .collect()
}
