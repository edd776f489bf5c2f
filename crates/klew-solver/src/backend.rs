//! The trait of a back end: an incremental SMT solver with scopes.

use std::time::Duration;

use klew_term::{Assignment, SymbolId, TermId, Terms};

use crate::answer::UnknownReason;

/// What a back end says; models and cores are asked for separately.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BackendAnswer {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// Neither was shown.
    Unknown(UnknownReason),
}

/// Why a back end refuses a call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BackendError {
    /// It lacks a theory or an operator; other terms are unaffected.
    #[error("not supported: {0}")]
    Unsupported(String),
    /// Its state is lost; only `reset` helps.
    #[error("{0}")]
    Failed(String),
}

impl From<BackendError> for UnknownReason {
    fn from(error: BackendError) -> Self {
        match error {
            BackendError::Unsupported(what) => Self::Unsupported(what),
            BackendError::Failed(why) => Self::Crashed(why),
        }
    }
}

/// Counters of a back end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BackendStatistics {
    /// Checks so far.
    pub checks: u64,
    /// Time in them.
    pub time: Duration,
    /// Terms translated since the last reset: a measure of the memory held.
    pub translated: usize,
    /// Times that it had to start afresh.
    pub resets: u64,
}

/// An incremental SMT solver.
///
/// Terms are translated once and remembered by their ids, so all calls must use one arena.
pub trait Backend {
    /// The name for logs and messages.
    fn name(&self) -> &str;

    /// Opens a scope.
    fn push(&mut self) -> Result<(), BackendError>;

    /// Closes the last `levels` scopes.
    fn pop(&mut self, levels: u32) -> Result<(), BackendError>;

    /// Asserts a Boolean term in the current scope.
    fn assert(&mut self, terms: &Terms, fact: TermId) -> Result<(), BackendError>;

    /// Checks the assertions together with the assumptions.
    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer;

    /// After `Sat`: the symbols' values. Symbols unknown to the back end are zero.
    fn model(&mut self, terms: &Terms, symbols: &[SymbolId]) -> Result<Assignment, BackendError>;

    /// After `Unsat`: the assumptions that were needed.
    fn unsat_core(&mut self) -> Vec<TermId>;

    /// Limits the time of each following check.
    fn set_limit(&mut self, limit: Option<Duration>);

    /// Whether a query of these constraints would take longer than the limit before the back end looks at the clock.
    fn is_too_large(&self, _terms: &Terms, _constraints: &[TermId]) -> bool {
        false
    }

    /// Forgets all assertions, scopes and translations, and recovers from failures.
    fn reset(&mut self) -> Result<(), BackendError>;

    /// The counters so far.
    fn statistics(&self) -> BackendStatistics;
}

/// A back end around another one, which says only what it changes.
pub trait BackendAround {
    /// The other one.
    type Inner: Backend + ?Sized;

    /// The other one.
    fn inner(&self) -> &Self::Inner;

    /// The other one.
    fn inner_mut(&mut self) -> &mut Self::Inner;

    /// Takes note of what was done to the assertions of the other one.
    fn changed(&mut self, _change: AssertionChange) {}

    /// Takes note of the limit of the other one.
    fn limited(&mut self, _limit: Option<Duration>) {}

    /// Checks the assertions together with the assumptions.
    fn check_around(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer {
        self.inner_mut().check(terms, assumptions)
    }
}

/// What is done to the assertions of a back end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssertionChange {
    /// A scope is opened.
    Push,
    /// So many scopes are closed.
    Pop(u32),
    /// A term is asserted.
    Assert(TermId),
    /// All is forgotten.
    Reset,
}

impl<A: BackendAround> Backend for A {
    fn name(&self) -> &str {
        self.inner().name()
    }

    fn push(&mut self) -> Result<(), BackendError> {
        self.inner_mut().push()?;
        self.changed(AssertionChange::Push);
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result<(), BackendError> {
        self.inner_mut().pop(levels)?;
        self.changed(AssertionChange::Pop(levels));
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, fact: TermId) -> Result<(), BackendError> {
        self.inner_mut().assert(terms, fact)?;
        self.changed(AssertionChange::Assert(fact));
        Ok(())
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer {
        self.check_around(terms, assumptions)
    }

    fn model(&mut self, terms: &Terms, symbols: &[SymbolId]) -> Result<Assignment, BackendError> {
        self.inner_mut().model(terms, symbols)
    }

    fn unsat_core(&mut self) -> Vec<TermId> {
        self.inner_mut().unsat_core()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.limited(limit);
        self.inner_mut().set_limit(limit);
    }

    fn is_too_large(&self, terms: &Terms, constraints: &[TermId]) -> bool {
        self.inner().is_too_large(terms, constraints)
    }

    fn reset(&mut self) -> Result<(), BackendError> {
        // Whether or not the other one recovers.
        self.changed(AssertionChange::Reset);
        self.inner_mut().reset()
    }

    fn statistics(&self) -> BackendStatistics {
        self.inner().statistics()
    }
}

impl<B: Backend + ?Sized> BackendAround for Box<B> {
    type Inner = B;

    fn inner(&self) -> &B {
        self
    }

    fn inner_mut(&mut self) -> &mut B {
        self
    }
}
