//! Counts what solvers were asked, and the time in them.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use klew_solver::{Answer, Backend, BackendAnswer, BackendAround, Query, Solver, Statistics};
use klew_term::{TermId, Terms};

use crate::so_far::SoFar;

/// What solvers were asked so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// Checks of backends.
    pub checks: u64,
    /// Time in them.
    pub time: Duration,
}

/// A solver whose time is counted.
pub struct TimedSolver {
    /// The solver.
    pub inner: Box<dyn Solver>,
    /// Of all solvers of the call.
    pub spent: Rc<Cell<Spent>>,
}

impl Solver for TimedSolver {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        let start = Instant::now();
        let answer = self.inner.check(terms, query);
        let Spent { checks, time } = self.spent.get();
        self.spent.set(Spent { checks, time: time + start.elapsed() });
        answer
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}

/// A backend whose checks are counted.
pub struct TimedBackend {
    /// The solver.
    pub inner: Box<dyn Backend>,
    /// Of all solvers of the call.
    pub spent: Rc<Cell<Spent>>,
    /// What is printed if the call must be ended.
    pub so_far: SoFar,
}

impl BackendAround for TimedBackend {
    type Inner = Box<dyn Backend>;

    fn inner(&self) -> &Self::Inner {
        &self.inner
    }

    fn inner_mut(&mut self) -> &mut Self::Inner {
        &mut self.inner
    }

    fn check_around(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer {
        let start = Instant::now();
        let answer = self.inner.check(terms, assumptions);
        let Spent { checks, time } = self.spent.get();
        let spent = Spent { checks: checks + 1, time: time + start.elapsed() };
        self.spent.set(spent);
        self.so_far.asked(spent.checks, spent.time);
        answer
    }
}
