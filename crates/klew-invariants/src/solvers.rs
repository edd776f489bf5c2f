//! Solvers of one clause each, for some questions.
//!
//! A solver looks for values of all that it was ever asked about, and keeps what it learned of it; so one for all clauses takes longer with each
//! question. Measured: a tenth of the time for the bounds of `LoopsOverStrings.java`, which has many clauses, and no difference where there are few. What a
//! clause always says is not asserted for good: simplified together with what is asked, it is easier (half of the time for six programs).
//!
//! **Invariant**: between questions, nothing is asserted.

use std::collections::BTreeMap;
use std::time::Duration;

use klew_solver::{Backend, BackendError};

/// Makes a solver that was asked nothing yet.
pub type MakeSolver<'s> = dyn Fn() -> Result<Box<dyn Backend>, String> + 's;

/// The solvers of a system's clauses.
pub(crate) struct Solvers<'s> {
    make: &'s MakeSolver<'s>,
    /// For one query.
    limit: Duration,
    of_clauses: BTreeMap<usize, Asked>,
}

/// One of them.
struct Asked {
    solver: Box<dyn Backend>,
    questions: usize,
}

/// So many solvers are kept, for their memory, and each is asked so often.
const MAXIMUM_SOLVERS: usize = 64;
const MAXIMUM_QUESTIONS: usize = 32;

impl<'s> Solvers<'s> {
    /// None yet. A query may take so long.
    pub(crate) fn new(make: &'s MakeSolver<'s>, limit: Duration) -> Solvers<'s> {
        Solvers { make, limit, of_clauses: BTreeMap::new() }
    }

    /// Asks the solver of a clause something in a scope of its own.
    ///
    /// # Errors
    /// There is no solver, or it does not take that.
    pub(crate) fn ask<T>(
        &mut self,
        clause: usize,
        question: impl FnOnce(&mut dyn Backend) -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        let solver = self.of(clause)?;
        solver.push()?;
        let answer = question(solver);
        if let Err(error) = solver.pop(1) {
            self.of_clauses.remove(&clause);
            return Err(error);
        }
        answer
    }

    fn of(&mut self, clause: usize) -> Result<&mut dyn Backend, BackendError> {
        let known = self.of_clauses.remove(&clause);
        let mut asked = match known.filter(|asked| asked.questions < MAXIMUM_QUESTIONS) {
            Some(asked) => asked,
            None => {
                if self.of_clauses.len() >= MAXIMUM_SOLVERS {
                    self.of_clauses.clear();
                }
                let mut solver = (self.make)().map_err(BackendError::Failed)?;
                solver.set_limit(Some(self.limit));
                Asked { solver, questions: 0 }
            }
        };
        asked.questions += 1;
        Ok(&mut *self.of_clauses.entry(clause).or_insert(asked).solver)
    }
}
