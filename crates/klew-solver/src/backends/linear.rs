//! Asks about linear arithmetic over integers what takes the back end inside it long.
//!
//! Bounds, sums and differences of numbers that do not wrap are what loops keep true, and what a solver of bits needs seconds for. So where
//! it has no answer after a moment, Z3's simplex is asked whether the constraints contradict each other as constraints over integers
//! ([`crate::z3::linear`]); then it is asked again, with all of its time.
//!
//! **Invariant**: only "unsatisfiable" is taken from there.

use std::time::Duration;

use klew_term::{TermId, Terms};

use crate::{
    answer::UnknownReason,
    backend::{AssertionChange, Backend, BackendAnswer, BackendAround},
    decorators::known_bounds,
    interrupt::Interrupt,
    open::OpenAssertions,
    z3::linear::refuted,
};

/// What the back end has at first.
const AT_FIRST: Duration = Duration::from_millis(60);
/// What integers have.
const INTEGERS: Duration = Duration::from_millis(300);
/// So many questions may be asked of integers in vain.
const IN_VAIN: u32 = 6;

/// The decorator.
#[derive(Debug)]
pub struct Linear<B> {
    inner: B,
    open: OpenAssertions,
    interrupt: Interrupt,
    limit: Option<Duration>,
    /// How many more may be in vain.
    left: u32,
}

impl<B: Backend> Linear<B> {
    /// Around `inner`, in which nothing is asserted.
    pub fn new(inner: B, interrupt: Interrupt) -> Self {
        Self { inner, open: OpenAssertions::new(), interrupt, limit: None, left: IN_VAIN }
    }

    /// Whether integers contradict what is asserted.
    fn is_refuted(&mut self, terms: &Terms) -> bool {
        let constraints: Vec<TermId> = self.open.with(&[]).collect();
        let Some(bounds) = known_bounds(terms, &constraints) else { return false };
        let limit = self.limit.map_or(INTEGERS, |limit| limit.min(INTEGERS));
        let is_refuted = refuted(terms, &constraints, bounds, limit, &self.interrupt);
        self.left = if is_refuted { IN_VAIN } else { self.left - 1 };
        is_refuted
    }
}

impl<B: Backend> BackendAround for Linear<B> {
    type Inner = B;

    fn inner(&self) -> &B {
        &self.inner
    }

    fn inner_mut(&mut self) -> &mut B {
        &mut self.inner
    }

    fn changed(&mut self, change: AssertionChange) {
        self.open.change(change);
    }

    fn limited(&mut self, limit: Option<Duration>) {
        self.limit = limit;
    }

    fn check_around(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer {
        // Of integers there is no core.
        let is_short = self.limit.is_some_and(|limit| limit <= AT_FIRST);
        if !assumptions.is_empty() || is_short || self.left == 0 {
            return self.inner.check(terms, assumptions);
        }
        self.inner.set_limit(Some(AT_FIRST));
        let answer = self.inner.check(terms, assumptions);
        self.inner.set_limit(self.limit);
        if answer != BackendAnswer::Unknown(UnknownReason::TimeLimit) {
            return answer;
        }
        if self.is_refuted(terms) {
            return BackendAnswer::Unsat;
        }
        self.inner.check(terms, assumptions)
    }
}
