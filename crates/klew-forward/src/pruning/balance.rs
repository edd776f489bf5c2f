//! What pruning costs, and what it saved: where it does not pay, it gives up.

use crate::machine::Machine;

/// How many times less is saved than one would think, to be sure.
const DOUBT: u128 = 4;

/// Work on pruning that is done before it is asked whether that pays.
const FREE_WORK: u64 = 200_000_000;

/// What pruning costs, and what it saved.
#[derive(Default)]
pub struct Balance {
    /// Work on pruning, as the machine measures it.
    pub spent: u64,
    /// Forks that states which were closed would have made again.
    pub saved: u64,
}

impl Balance {
    /// Whether pruning costs less than what it saves, and something besides.
    pub fn pays(&self, machine: &Machine<'_>, work: u64) -> bool {
        let others = work.saturating_sub(self.spent);
        let forks = machine.run.statistics.forks.max(1);
        // What an interpolant covers may have had fewer ways to go than there are below it.
        let saved = u128::from(others) * u128::from(self.saved) / u128::from(forks) / DOUBT;
        u128::from(self.spent) < u128::from(FREE_WORK) + u128::from(others / 10) + saved
    }
}
