//! Checks the answers of the back end inside it; an answer that fails its check becomes unknown.
//!
//! A model must satisfy all that is asserted and assumed. Where there is a second back end, that must not find
//! satisfiable what the first says is not.

use klew_term::{TermId, Terms};

use crate::{
    answer::{Answer, UnknownReason},
    backend::{AssertionChange, Backend, BackendAnswer, BackendAround},
    decorators::model_error,
    incremental::Incremental,
    open::OpenAssertions,
    query::{Query, symbols_of},
};

/// A back end whose answers are checked.
#[derive(Debug)]
pub struct Validated<B, S> {
    inner: B,
    second: Incremental<S>,
    open: OpenAssertions,
}

impl<B: Backend, S: Backend> Validated<B, S> {
    /// Checks the answers of `inner`, in which nothing is asserted, those without a model with `second`.
    pub fn new(inner: B, second: S) -> Self {
        Self { inner, second: Incremental::new(second), open: OpenAssertions::new() }
    }

    fn error(
        &mut self,
        terms: &Terms,
        answer: &BackendAnswer,
        constraints: &[TermId],
    ) -> Option<String> {
        match answer {
            BackendAnswer::Unknown(_) => None,
            BackendAnswer::Sat => match self.inner.model(terms, &symbols_of(terms, constraints)) {
                Ok(model) => model_error(terms, constraints, &model),
                Err(error) => Some(error.to_string()),
            },
            // A second solver that is too slow is no evidence against the first.
            BackendAnswer::Unsat => match self.second.answer(terms, &Query::new(constraints)) {
                Answer::Sat(_) => Some("a second solver finds the query satisfiable".to_owned()),
                Answer::Unsat(_) | Answer::Unknown(_) => None,
            },
        }
    }
}

// The second solver keeps the limit it came with, and its work is not the run's.
impl<B: Backend, S: Backend> BackendAround for Validated<B, S> {
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

    fn check_around(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer {
        let answer = self.inner.check(terms, assumptions);
        let constraints: Vec<TermId> = self.open.with(assumptions).collect();
        match self.error(terms, &answer, &constraints) {
            None => answer,
            Some(error) => BackendAnswer::Unknown(UnknownReason::Crashed(error)),
        }
    }
}
