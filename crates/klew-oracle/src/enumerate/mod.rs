//! The truth about a program: all its runs, one after the other.
//!
//! An input is chosen where it is first read: a number from its narrow domain; a reference from null, the input
//! objects that there are, and a new one of each class that fits. A run is determined by its choices; the next
//! run takes the next value of its last choice that has one (backtracking by running again). So every input is
//! tried once, up to the names of objects and the parts that the run does not look at.
//!
//! **Invariant**: whatever is not interpreted exactly is an error, never a guess.

mod arithmetic;
mod choices;
mod heap;
mod machine;
mod masked;
mod memory;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::{Position, Program, Property};

use choices::Choices;
use machine::{End, Machine};
use masked::Masked;
use types::Types;

/// Domains of inputs, and bounds of the enumeration.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// 8-bit inputs are at most that; the program masks what it reads.
    pub byte_max: u64,
    /// 32-bit inputs are at most that.
    pub int_max: u64,
    /// Elements of input arrays, and of what C input pointers point to.
    pub array_max: u64,
    /// More runs than that are not made.
    pub max_runs: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { byte_max: 1, int_max: 3, array_max: 2, max_runs: 20_000 }
    }
}

/// A check: what it checks, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    /// What is violated.
    pub property: Property,
    /// The place of the `assert`.
    pub position: Position,
}

/// The inputs of a run in words, in the order in which they were chosen.
pub type Witness = Vec<String>;

/// What all runs of a program come to.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// The checks that fail in some run, each with the inputs of one.
    pub violations: BTreeMap<Target, Witness>,
    /// The checks that some run gets to.
    pub reached: BTreeSet<Target>,
    /// Runs that end, also in a violation.
    pub runs: u64,
    /// Runs that an `assume` leaves out.
    pub assumed_away: u64,
}

/// Why there is no truth about a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnumerateError {
    /// It has too many runs.
    #[error("more than {0} runs")]
    TooManyRuns(u64),
    /// The address of a freed object may come again, which the oracle does not follow.
    #[error("compares a pointer to a freed object with one to a later object")]
    AddressReuse,
    /// The oracle does not know it.
    #[error("line {line}: not supported: {what}")]
    Unsupported {
        /// What.
        what: String,
        /// Where.
        line: u32,
    },
    /// It does what no check prevents; a generated program must not.
    #[error("line {line}: unchecked: {what}")]
    Unchecked {
        /// What.
        what: String,
        /// Where.
        line: u32,
    },
}

/// All runs of a program.
pub fn enumerate(program: &Program, bounds: &Bounds) -> Result<Truth, EnumerateError> {
    let types = Types { program };
    let mut truth = Truth::default();
    let mut choices = Choices::default();
    let masked = Masked::new(program, bounds);
    loop {
        if truth.runs + truth.assumed_away >= bounds.max_runs {
            return Err(EnumerateError::TooManyRuns(bounds.max_runs));
        }
        let mut machine = Machine::new(types, bounds, &mut choices, &mut truth.reached, &masked);
        let end = machine.run()?;
        match end {
            End::AssumedAway => truth.assumed_away += 1,
            End::Returned => truth.runs += 1,
            End::Violated(target) => {
                truth.runs += 1;
                truth.violations.entry(target).or_insert_with(|| choices.witness());
            }
        }
        if !choices.advance() {
            return Ok(truth);
        }
    }
}
