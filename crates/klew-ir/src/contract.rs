//! A program in which calls of library functions are calls of what these do at most: for proofs.
//!
//! A model of a library function computes what the function does, with tables and states of its own, as runs and findings need
//! it. A *contract* says less: any result that there may be, anything where the function writes. Loops and states of the models are
//! then no part of the program, and what is proved of it holds of the program it was made of. (Contracts as in B. Meyer,
//! *Applying "Design by Contract"*, 1992; in place of bodies, as in modular verification.)
//!
//! **Invariant**: every run of the first program is one of this one, up to what only the functions that are gone look at.

use std::collections::BTreeSet;

use crate::{CheckId, Program};

/// A program with contracts in place of functions.
#[derive(Clone, Debug)]
pub struct UnderContract {
    /// The program.
    pub program: Program,
    /// What contracts stand for.
    pub replaced: Replaced,
}

/// The checks that calls come to for which contracts stand. Other calls may come to them as well.
#[derive(Clone, Debug, Default)]
pub struct Replaced {
    /// Which.
    pub checks: BTreeSet<CheckId>,
    /// The one of them that contracts ask for all; none if there is none that they could break.
    pub asked: Option<CheckId>,
}

impl Replaced {
    /// The check that has to hold as well in the program with contracts, if that one is to hold in the first program.
    pub fn asked_for(&self, check: CheckId) -> Option<CheckId> {
        self.asked.filter(|_| self.checks.contains(&check))
    }
}
