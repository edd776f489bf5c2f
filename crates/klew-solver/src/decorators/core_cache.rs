//! Remembers unsatisfiable cores: a query that contains one is unsatisfiable.
//!
//! **Invariant**: every core is filed under its largest term and has no smaller core filed inside it
//! at the time it was added.

use std::{collections::VecDeque, time::Duration};

use klew_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    answer::Answer,
    query::{Query, Solver},
    statistics::{CacheCounts, Statistics},
};

/// How many cores are kept; the oldest go first.
const CORES: usize = 20_000;

/// The decorator.
#[derive(Debug)]
pub struct CoreCache<S> {
    inner: S,
    by_largest: FxHashMap<TermId, Vec<Vec<TermId>>>,
    order: VecDeque<TermId>,
    counts: CacheCounts,
}

impl<S: Solver> CoreCache<S> {
    /// Asks `inner` when no known core is in the query.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            by_largest: FxHashMap::default(),
            order: VecDeque::new(),
            counts: CacheCounts::default(),
        }
    }

    fn find(&self, constraints: &[TermId]) -> Option<&Vec<TermId>> {
        let all: FxHashSet<TermId> = constraints.iter().copied().collect();
        constraints
            .iter()
            .rev()
            .filter_map(|constraint| self.by_largest.get(constraint))
            .flatten()
            .find(|core| core.iter().all(|term| all.contains(term)))
    }

    fn remember(&mut self, mut core: Vec<TermId>) {
        core.sort_unstable();
        core.dedup();
        let Some(&largest) = core.last() else { return };
        self.by_largest.entry(largest).or_default().push(core);
        self.order.push_back(largest);
        if self.order.len() > CORES {
            let oldest = self.order.pop_front();
            if let Some(cores) = oldest.and_then(|oldest| self.by_largest.get_mut(&oldest)) {
                // Cores of one term are in the order they came in.
                cores.remove(0);
            }
        }
    }
}

impl<S: Solver> Solver for CoreCache<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.counts.queries += 1;
        if let Some(core) = self.find(query.constraints).cloned() {
            self.counts.hits += 1;
            return Answer::Unsat(core);
        }
        let answer = self.inner.check(terms, query);
        if let Answer::Unsat(core) = &answer {
            self.remember(core.clone());
        }
        answer
    }

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.core_cache.queries += self.counts.queries;
        statistics.core_cache.hits += self.counts.hits;
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
