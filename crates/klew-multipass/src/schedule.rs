//! When a forward pass is made over a backward path, and how far paths go.
//!
//! Source: paper 002, algorithm 2: `evalScheme` (after statements that unify, or after every so many) and the tuning parameters of
//! section III-F: the in-cycle edge limit and the fork limit. By default both limits grow from round to round; what a limit
//! stopped goes on in the next round, so nothing is done twice.

use crate::state::State;

/// When forward passes are made. At the begin of the run there is always one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// After every block that unified pointers.
    Unification,
    /// After so many statements, at the next begin of a block.
    Period(u64),
}

/// A few statements of a source: on the way to a target, most infeasible paths show within so many.
pub const DEFAULT_PERIOD: u64 = 24;

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule::Period(DEFAULT_PERIOD)
    }
}

impl Schedule {
    /// Whether it is time for one.
    pub fn is_time(self, state: &State) -> bool {
        match self {
            Schedule::Unification => state.unified,
            Schedule::Period(period) => state.since_pass >= period,
        }
    }
}

/// Which forward runs are made between backward passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForwardRuns {
    /// Guided ones, and ones without hints.
    #[default]
    All,
    /// Guided ones only.
    Guided,
    /// Those without hints only: what guidance is worth is seen beside that.
    Unguided,
    /// None: the backward passes alone answer.
    None,
}

impl ForwardRuns {
    /// Whether there are guided ones.
    pub fn guided(self) -> bool {
        matches!(self, ForwardRuns::All | ForwardRuns::Guided)
    }

    /// Whether there are such without hints.
    pub fn free(self) -> bool {
        matches!(self, ForwardRuns::All | ForwardRuns::Unguided)
    }
}

/// How the engine goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How often an edge of a cycle is taken on a path; none for more and more.
    pub edge_limit: Option<u32>,
    /// How many paths there are for a target; none for more and more.
    pub fork_limit: Option<u64>,
    /// When forward passes are made.
    pub schedule: Schedule,
    /// Which forward runs are made.
    pub runs: ForwardRuns,
    /// Whether it says nothing of checks that hold.
    pub only_finds: bool,
}

/// The limits of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How often an edge of a cycle is taken on a path.
    pub edges: u32,
    /// How many paths there are for a target.
    pub forks: u64,
}

impl Options {
    /// The limits of a round; rounds count from 0.
    pub fn bounds(&self, round: u32) -> Bounds {
        let round = round.min(24);
        Bounds {
            edges: self.edge_limit.unwrap_or(1 << round),
            forks: self.fork_limit.unwrap_or(32 << (2 * round).min(40)),
        }
    }

    /// Whether another round has other limits.
    pub fn deepens(&self) -> bool {
        self.edge_limit.is_none() || self.fork_limit.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_stays_and_the_rest_grows() {
        let options = Options { edge_limit: Some(3), ..Options::default() };
        assert_eq!(options.bounds(0), Bounds { edges: 3, forks: 32 });
        assert_eq!(options.bounds(2), Bounds { edges: 3, forks: 512 });
        assert!(options.deepens());
        assert!(!Options { fork_limit: Some(1), ..options }.deepens());
    }
}
