//! Writes every check, with all that is asserted, as SMT-LIB 2.

use std::time::Instant;

use klew_term::{TermId, Terms};

use crate::{
    backend::{AssertionChange, Backend, BackendAnswer, BackendAround},
    decorators::QueryFile,
    open::OpenAssertions,
};

/// A back end whose checks are written to a file.
#[derive(Debug)]
pub struct Logged<B> {
    inner: B,
    file: QueryFile,
    open: OpenAssertions,
}

impl<B: Backend> Logged<B> {
    /// Logs what `inner`, in which nothing is asserted, is asked.
    pub fn new(inner: B, file: QueryFile) -> Self {
        Self { inner, file, open: OpenAssertions::new() }
    }
}

impl<B: Backend> BackendAround for Logged<B> {
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
        self.file.asked(terms, self.open.with(assumptions));
        let start = Instant::now();
        let answer = self.inner.check(terms, assumptions);
        let said = match &answer {
            BackendAnswer::Sat => "sat".to_owned(),
            BackendAnswer::Unsat => "unsat".to_owned(),
            BackendAnswer::Unknown(reason) => format!("unknown: {reason}"),
        };
        self.file.answered(&said, start.elapsed());
        answer
    }
}
