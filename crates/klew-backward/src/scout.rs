//! The solver that is asked on the way to the entry, where an answer saves work but is not needed.
//!
//! What is above a question that it could not answer in time is no easier, so after each such question more of those
//! that follow are not asked: one, three, seven … An answer halves the number again.

use std::time::Duration;

use klew_solver::{Backend, BackendAnswer};
use klew_term::{TermId, Terms};

/// What a question may take.
const LIMIT: Duration = Duration::from_millis(200);

/// A solver that is asked less often where it could not answer before.
pub struct Scout {
    /// The solver.
    pub backend: Box<dyn Backend>,
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

    /// Whether the next question is worth asking; if not, it counts as skipped.
    pub fn is_due(&mut self) -> bool {
        let due = self.skip == 0;
        self.skip = self.skip.saturating_sub(1);
        due
    }

    /// Asks.
    pub fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer {
        let answer = self.backend.check(terms, assumptions);
        if matches!(answer, BackendAnswer::Unknown(_)) {
            self.unanswered = (self.unanswered + 1).min(16);
            self.skip = (1 << self.unanswered) - 1;
        } else {
            self.unanswered = self.unanswered.saturating_sub(1);
        }
        answer
    }
}
