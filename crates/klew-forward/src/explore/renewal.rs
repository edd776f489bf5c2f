//! Explorations that go on in another executor: terms, answers of solvers and what paths share of their conditions stay in memory
//! as long as an executor does, whether a state still needs them or not. Where memory is used up although states were put away
//! ([`super::memory`]), a run ends with what is left, as decisions ([`crate::waiting`]), and a new executor explores that.
//!
//! Nothing is handed over but decisions and plain figures, so the new run is one that begins with pieces
//! ([`super::pieces`] says why closing states stays right).
//!
//! **Invariant**: a run leaves states between turns only, so no step is under way; what was reported stays reported.

use rustc_hash::FxHashSet;

use super::{Exploration, Explored};
use crate::coverage::Coverage;
use crate::records::Records;
use crate::run::ReportKey;
use crate::short_inputs::ShortInputs;
use crate::waiting::PutAway;

/// What a run left to another executor.
#[derive(Default)]
pub struct Remainder {
    waiting: Vec<PutAway>,
    /// The largest number of bytes for which paths with short inputs were begun.
    short_begun: u32,
    coverage: Coverage,
    reported: FxHashSet<ReportKey>,
    records: Records,
}

impl Remainder {
    /// How many states wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

impl Exploration<'_> {
    /// Goes on with what another executor left.
    pub(super) fn begin_with(&mut self, left: Remainder) {
        let Remainder { waiting, short_begun, coverage, reported, records } = left;
        self.machine.run.reported = reported;
        self.machine.run.records = records;
        self.begin_at(waiting.into_iter(), coverage, short_begun);
    }

    /// Ends the run with what is left for another executor.
    pub(super) fn leave(mut self) -> Explored {
        let outcome = self.outcome();
        let mut waiting = self.states.into_put_away();
        for put_away in &mut waiting {
            // Models are of this executor's terms.
            (put_away.model, put_away.next_address) = (None, None);
        }
        let short_begun = self.short.as_ref().map_or(0, ShortInputs::begun);
        let mut machine = self.machine;
        let left = Remainder {
            waiting,
            short_begun,
            coverage: outcome.coverage.clone(),
            reported: std::mem::take(&mut machine.run.reported),
            records: std::mem::take(&mut machine.run.records),
        };
        if machine.run.postpones {
            machine.solver.set_limit(machine.configuration.query_limit);
        }
        let records = Records::default();
        Explored { outcome, strategy: machine.strategy, records, left: Some(left) }
    }
}
