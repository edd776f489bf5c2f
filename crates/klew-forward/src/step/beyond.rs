//! Runs beyond a bound on inputs: whether the bound has to be named in the result.
//!
//! Inputs of any length are looked at up to a bound, and what comes next in many programs is that longer ones are none
//! (`if (s.length() > 10) return;`). So what is beyond the bound is followed by a probe, which goes a few ways at most: where all of them end
//! without a fault, or are excluded by assumptions, that is how the path ends. Where a check may fail, where anything is not followed
//! exactly or is left out, after too many ways or instructions, the path ends at the bound instead, as if there had been no probe.
//!
//! **Invariant**: a probe that ends well stands for all runs beyond the bound; one that does not leaves nothing behind. It finds nothing,
//! since inputs beyond a bound are no numbers that a run could be given.
//!
//! Models may compute more than what can be there (as with [`klew_ir::Switch::AnyLengths`]), since only what holds of all counts.

use super::Event;
use crate::decode::op::{Code, NONE};
use crate::ending::{Limit, PathEndKind};
use crate::machine::Machine;
use crate::state::State;
use crate::strategy::{Authority, Strategy};

/// The most instructions of a probe.
const MOST_INSTRUCTIONS: u64 = 200_000;

/// The most ways that it goes.
const MOST_WAYS: usize = 64;

impl Machine<'_> {
    /// How a path ends that is beyond a bound: there, or as all runs do that go on along the edge.
    pub(super) fn end_at_bound(
        &mut self,
        state: &State,
        code: &Code,
        edge: u32,
        bound: Limit,
    ) -> PathEndKind {
        if edge == NONE || !self.may_probe(state, &bound) {
            return PathEndKind::Cut(bound);
        }
        let mut probe = Box::new(state.clone());
        let before = (self.run.decided, self.run.cut_short, self.run.postponed);
        let approximations = self.run.approximations.clone();
        self.run.beyond = Some(bound.clone());
        self.run.probe_failed = false;
        self.go(&mut probe, code, edge);
        let end = self.follow_probe(probe);
        self.run.beyond = None;
        self.run.forked.clear();
        (self.run.decided, self.run.cut_short, self.run.postponed) = before;
        end.unwrap_or_else(|| {
            self.run.approximations = approximations;
            PathEndKind::Cut(bound)
        })
    }

    /// How a probe ends, if all its ways end well: as one of them does.
    fn follow_probe(&mut self, probe: Box<State>) -> Option<PathEndKind> {
        let mut waiting = vec![probe];
        let (mut ways, mut ends) = (1, PathEndKind::Infeasible);
        let begun = self.run.statistics.instructions;
        while let Some(mut state) = waiting.pop() {
            let done = self.run.statistics.instructions - begun;
            let event = self.advance(&mut state, MOST_INSTRUCTIONS.saturating_sub(done));
            ways += self.run.forked.len();
            waiting.append(&mut self.run.forked);
            let failed = self.run.probe_failed || self.run.postponed || self.run.stop.is_some();
            if failed || ways > MOST_WAYS {
                return None;
            }
            match event {
                Event::Ended(PathEndKind::Infeasible) => {}
                Event::Ended(
                    end @ (PathEndKind::Returned | PathEndKind::Exited | PathEndKind::Aborted),
                ) => ends = end,
                Event::Forked => waiting.push(state),
                Event::Share | Event::Ended(_) => return None,
            }
        }
        Some(ends)
    }

    /// Whether what is beyond a bound is followed: not if the result names the bound anyway, or somebody is told of paths.
    fn may_probe(&self, state: &State, bound: &Limit) -> bool {
        let explores = matches!(self.strategy, Strategy::Explore | Strategy::Follow(_))
            && self.authority(state) == Authority::Solver;
        explores
            && self.run.beyond.is_none()
            && !self.run.limit_counts.contains_key(bound)
            && state.short_input == 0
            && self.folding.is_none()
            && self.run.tree.is_none()
            && !self.configuration.pruning.annotates()
            && self.interests == crate::hooks::Interests::default()
            && !self.monitor.wants_paths()
    }

    /// How the path ends if it is a probe, where something goes wrong.
    pub fn end_of_probe(&self) -> Option<PathEndKind> {
        self.run.beyond.clone().map(PathEndKind::Cut)
    }
}
