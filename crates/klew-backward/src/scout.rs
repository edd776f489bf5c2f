//! The solver that is asked on the way to the entry, where an answer saves work but is not needed.
//!
//! What is above a question that it could not answer in time is no easier, so after each such question more of those
//! that follow are not asked: one, three, seven … An answer halves the number again.

use std::time::Duration;

use klew_solver::{Backend, BackendAnswer, BackendError, BackendStatistics, UnknownReason};
use klew_term::{Assignment, SymbolId, TermId, Terms};

/// What a question may take.
const LIMIT: Duration = Duration::from_millis(200);

/// A solver that answers less often where it could not answer before.
pub struct Scout {
    backend: Box<dyn Backend>,
    /// How often it did not answer, less the answers since.
    unanswered: u32,
    /// So many questions are not asked.
    skip: u32,
}

impl Scout {
    /// Asks that solver.
    pub fn new(mut backend: Box<dyn Backend>) -> Scout {
        backend.set_limit(Some(LIMIT));
        Scout { backend, unanswered: 0, skip: 0 }
    }
}

impl Backend for Scout {
    fn name(&self) -> &str {
        self.backend.name()
    }

    fn push(&mut self) -> Result<(), BackendError> {
        self.backend.push()
    }

    fn pop(&mut self, levels: u32) -> Result<(), BackendError> {
        self.backend.pop(levels)
    }

    fn assert(&mut self, terms: &Terms, fact: TermId) -> Result<(), BackendError> {
        self.backend.assert(terms, fact)
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer {
        if self.skip > 0 {
            self.skip -= 1;
            return BackendAnswer::Unknown(UnknownReason::TimeLimit);
        }
        let answer = self.backend.check(terms, assumptions);
        if matches!(answer, BackendAnswer::Unknown(_)) {
            self.unanswered = (self.unanswered + 1).min(16);
            self.skip = (1 << self.unanswered) - 1;
        } else {
            self.unanswered = self.unanswered.saturating_sub(1);
        }
        answer
    }

    fn model(&mut self, terms: &Terms, symbols: &[SymbolId]) -> Result<Assignment, BackendError> {
        self.backend.model(terms, symbols)
    }

    fn unsat_core(&mut self) -> Vec<TermId> {
        self.backend.unsat_core()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.backend.set_limit(limit);
    }

    fn reset(&mut self) -> Result<(), BackendError> {
        self.backend.reset()
    }

    fn statistics(&self) -> BackendStatistics {
        self.backend.statistics()
    }
}
