//! Tries the models of earlier queries, newest first.
//!
//! Source: the counterexample cache of KLEE (OSDI 2008), section 3.3, with a short list of models in
//! place of its tree: a model that satisfies the query proves it satisfiable, wherever it came from.

use std::{collections::VecDeque, time::Duration};

use klew_term::{Assignment, Evaluator, Terms};

use crate::{
    answer::Answer,
    query::{Query, Solver, completed},
    statistics::{CacheCounts, Statistics},
};

/// How many models are kept. Each is evaluated on every query that none before it satisfies.
const MODELS: usize = 12;

/// The decorator.
#[derive(Debug)]
pub struct ModelCache<S> {
    inner: S,
    models: VecDeque<Assignment>,
    counts: CacheCounts,
}

impl<S: Solver> ModelCache<S> {
    /// Asks `inner` when no recent model satisfies the query.
    pub fn new(inner: S) -> Self {
        Self { inner, models: VecDeque::new(), counts: CacheCounts::default() }
    }

    /// The position of a model of the query.
    fn find(&self, terms: &Terms, query: &Query<'_>) -> Option<usize> {
        self.models.iter().position(|model| {
            let mut evaluator = Evaluator::new(terms, model);
            // The newest constraints are the likeliest to fail.
            query.constraints.iter().rev().all(|&c| evaluator.evaluate_bool(c) == Ok(true))
        })
    }

    fn remember(&mut self, model: Assignment) {
        self.models.truncate(MODELS - 1);
        self.models.push_front(model);
    }
}

impl<S: Solver> Solver for ModelCache<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.counts.queries += 1;
        if let Some(model) = self.find(terms, query).and_then(|at| self.models.remove(at)) {
            self.counts.hits += 1;
            let answer = completed(terms, &query.symbols(terms), &model);
            self.remember(model);
            return Answer::Sat(answer);
        }
        let answer = self.inner.check(terms, query);
        if let Answer::Sat(model) = &answer {
            self.remember(model.clone());
        }
        answer
    }

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.model_cache.queries += self.counts.queries;
        statistics.model_cache.hits += self.counts.hits;
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
