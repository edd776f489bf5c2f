//! Tries the caller's model of the known prefix on the rest of the query.
//!
//! A state carries a model of its path condition, and at a branch that model takes one of the sides:
//! that side is feasible without any search.

use std::time::Duration;

use klew_term::{Evaluator, Terms};

use crate::{
    answer::Answer,
    query::{Query, Solver, completed},
    statistics::{CacheCounts, Statistics},
};

/// The decorator.
#[derive(Debug)]
pub struct HintFirst<S> {
    inner: S,
    counts: CacheCounts,
}

impl<S: Solver> HintFirst<S> {
    /// Asks `inner` when the caller's model does not satisfy the query.
    pub fn new(inner: S) -> Self {
        Self { inner, counts: CacheCounts::default() }
    }
}

impl<S: Solver> Solver for HintFirst<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.counts.queries += 1;
        if let Some(hint) = query.hint {
            let mut evaluator = Evaluator::new(terms, hint);
            let (_, rest) = query.split();
            // An evaluation that fails (a quantifier) satisfies nothing.
            if rest.iter().all(|&constraint| evaluator.evaluate_bool(constraint) == Ok(true)) {
                self.counts.hits += 1;
                return Answer::Sat(completed(terms, &query.symbols(terms), hint));
            }
        }
        self.inner.check(terms, query)
    }

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.hint.queries += self.counts.queries;
        statistics.hint.hits += self.counts.hits;
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
