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

/// Interpolants that were tried, or forks made, before it is asked whether they close anything.
const FIRST_TRIED: u64 = 400;
const FIRST_FORKS: u64 = 128;

/// So many interpolants are tried for each state that is closed, at most.
const TRIED_FOR_EACH: u64 = 8;

/// As many in a run that has nothing but interpolants: others go on, if it does not.
const TRIED_FOR_EACH_ONLY: u64 = 4;

/// Of so many forks one is closed, at least.
const FORKS_FOR_EACH: u64 = 8;

/// Whether interpolants close few states for what is tried.
pub fn is_fruitless(machine: &Machine<'_>, only: bool) -> bool {
    let tried = machine.run.statistics.pruning.tried;
    let most = if only { TRIED_FOR_EACH_ONLY } else { TRIED_FOR_EACH };
    tried > FIRST_TRIED && tried > machine.run.closed * most
}

/// Whether few of the states that are forked are closed at all.
pub fn closes_little(machine: &Machine<'_>) -> bool {
    let forks = machine.run.statistics.forks;
    let closed = machine.run.closed + machine.run.statistics.pruning.covered;
    forks > FIRST_FORKS && forks > closed * FORKS_FOR_EACH
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
