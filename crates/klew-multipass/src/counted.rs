//! A solver whose queries are counted, for the figures of the engine.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use klew_solver::{Answer, Query, Solver, Statistics};
use klew_term::Terms;

/// A solver, and how many queries it was asked.
pub struct Counted {
    inner: Box<dyn Solver>,
    asked: Rc<Cell<u64>>,
}

impl Counted {
    /// Counts the queries to a solver.
    pub fn new(inner: Box<dyn Solver>, asked: &Rc<Cell<u64>>) -> Counted {
        Counted { inner, asked: Rc::clone(asked) }
    }
}

impl Solver for Counted {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.asked.set(self.asked.get() + 1);
        self.inner.check(terms, query)
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
