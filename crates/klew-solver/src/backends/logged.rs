//! Writes every check, with all that is asserted, as SMT-LIB 2.

use std::time::{Duration, Instant};

use klew_term::{Assignment, SymbolId, TermId, Terms};

use crate::{
    backend::{Backend, BackendAnswer, BackendError, BackendStatistics},
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

impl<B: Backend> Backend for Logged<B> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn push(&mut self) -> Result<(), BackendError> {
        self.inner.push()?;
        self.open.push();
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result<(), BackendError> {
        self.inner.pop(levels)?;
        self.open.pop(levels);
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, fact: TermId) -> Result<(), BackendError> {
        self.inner.assert(terms, fact)?;
        self.open.assert(fact);
        Ok(())
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer {
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

    fn model(&mut self, terms: &Terms, symbols: &[SymbolId]) -> Result<Assignment, BackendError> {
        self.inner.model(terms, symbols)
    }

    fn unsat_core(&mut self) -> Vec<TermId> {
        self.inner.unsat_core()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }

    fn reset(&mut self) -> Result<(), BackendError> {
        self.open.clear();
        self.inner.reset()
    }

    fn statistics(&self) -> BackendStatistics {
        self.inner.statistics()
    }
}
