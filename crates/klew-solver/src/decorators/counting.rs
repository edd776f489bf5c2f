//! Counts the engines' queries and their answers.

use std::time::Duration;

use klew_term::Terms;

use crate::{
    answer::Answer,
    query::{Query, Solver},
    statistics::Statistics,
};

/// The outermost decorator.
#[derive(Debug)]
pub struct Counting<S> {
    inner: S,
    own: Statistics,
}

impl<S: Solver> Counting<S> {
    /// Counts the queries that `inner` is asked from here.
    pub fn new(inner: S) -> Self {
        Self { inner, own: Statistics::default() }
    }
}

impl<S: Solver> Solver for Counting<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        let answer = self.inner.check(terms, query);
        self.own.queries += 1;
        match answer {
            Answer::Sat(_) => self.own.sat += 1,
            Answer::Unsat(_) => self.own.unsat += 1,
            Answer::Unknown(_) => self.own.unknown += 1,
        }
        answer
    }

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.add(&self.own);
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
