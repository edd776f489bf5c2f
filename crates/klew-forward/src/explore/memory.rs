//! What is done where memory is short: beyond half of it, states are put away as their decisions ([`crate::waiting`]), more of them
//! whenever more memory is used; beyond three quarters another executor goes on ([`super::renewal`]).
//!
//! Memory that is given back is often used again rather than returned, so what is in use does not tell that states were put away: only
//! that it grows counts.
//!
//! Invariant: only the order of states depends on it.

use super::{Exploration, explores_alone};
use crate::ending::{Limit, StopReason};

/// Selections between two looks.
const LOOK: u64 = 64;

/// Beyond that share of the memory, states are put away.
const SHORT: f64 = 0.5;

/// Once more whenever so much more is in use.
const STEP: f64 = 1.0 / 32.0;

/// Beyond that share, another executor goes on.
const FULL: f64 = 0.75;

/// Work of an executor before another one goes on.
const LEAST_WORK: u64 = 100_000_000;

/// Forks of a run before another executor goes on: one path that needs much memory and never forks would only begin again.
const LEAST_FORKS: u64 = 1000;

/// What is done where memory is short.
#[derive(Debug)]
pub(super) struct Shortage {
    /// States selected so far.
    turns: u64,
    /// The share beyond which states are put away next.
    mark: f64,
    /// Whether there was memory at some moment of this run: if not, what waits needs it, and another executor has no more.
    had_room: bool,
    /// The work when the run began.
    begun: u64,
    /// Whether another executor is to go on.
    renews: bool,
}

impl Shortage {
    /// Of a run that begins after so much work.
    pub(super) fn begin(begun: u64) -> Shortage {
        Shortage { turns: 0, mark: SHORT, had_room: false, begun, renews: false }
    }

    /// Whether another executor is to go on.
    pub(super) fn renews(&self) -> bool {
        self.renews
    }

    /// Whether states are to be put away, where so much is in use.
    fn puts_away(&mut self, share: f64) -> bool {
        let is_more = share > self.mark;
        if share <= SHORT {
            self.mark = SHORT;
        } else if is_more {
            self.mark = share + STEP;
        }
        is_more
    }
}

impl Exploration<'_> {
    /// Puts states away where memory is short; not where somebody writes down or is told of what they do.
    pub(super) fn save_memory(&mut self) {
        self.shortage.turns += 1;
        if !self.shortage.turns.is_multiple_of(LOOK) {
            return;
        }
        let share = self.machine.monitor.memory_in_use();
        let puts_away = self.shortage.puts_away(share);
        if share <= SHORT {
            self.shortage.had_room = true;
            self.states.memory_suffices();
            return;
        }
        if self.machine.run.tree.is_some() || self.machine.interests.points {
            return;
        }
        if self.machine.folding.is_some() {
            // A folded state does not follow from its decisions.
            self.machine.run.stop.get_or_insert(Limit::Stopped(StopReason::Memory));
            return;
        }
        if puts_away {
            self.states.memory_is_short();
        }
        if let Some(pruning) = &mut self.machine.pruning {
            pruning.memory_is_short();
        }
        self.shortage.renews = share > FULL && self.may_renew();
    }

    /// Whether another executor may go on, and would have more memory.
    fn may_renew(&self) -> bool {
        self.shortage.had_room
            && self.machine.configuration.renews
            && self.machine.run.statistics.forks >= LEAST_FORKS
            && self.machine.work().saturating_sub(self.shortage.begun) >= LEAST_WORK
            && explores_alone(&self.machine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_states_are_put_away_only_where_more_memory_is_used() {
        let mut shortage = Shortage::begin(0);
        let mut check = |share: f64, want: bool| {
            assert_eq!(shortage.puts_away(share), want, "{share}");
        };
        check(0.4, false);
        check(0.51, true);
        check(0.52, false);
        check(0.51, false);
        check(0.55, true);
        check(0.56, false);
        check(0.45, false);
        check(0.51, true);
    }
}
