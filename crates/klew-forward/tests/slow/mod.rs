//! A solver that takes its time, for tests of states that wait.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use klew_solver::{Answer, Query, Solver, UnknownReason};
use klew_term::Terms;

/// A solver that answers nothing within less than a time, and how often it did not.
pub struct Slow {
    /// Who answers.
    pub solver: Box<dyn Solver>,
    /// The least time.
    pub least: Duration,
    /// The time that it has.
    pub limit: Option<Duration>,
    /// How often it did not answer.
    pub refused: Rc<Cell<u64>>,
}

impl Solver for Slow {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        if self.limit.is_some_and(|limit| limit < self.least) {
            self.refused.set(self.refused.get() + 1);
            return Answer::Unknown(UnknownReason::TimeLimit);
        }
        self.solver.check(terms, query)
    }

    fn statistics(&self, statistics: &mut klew_solver::Statistics) {
        self.solver.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.limit = limit;
    }
}
