//! A solver over a back end that keeps the constraints of the last query asserted.
//!
//! Each constraint has a scope of its own. The next query closes scopes down to the common prefix and
//! opens new ones, so that depth-first neighbours, which differ in their last constraints, share the
//! work on the rest.
//!
//! **Invariant**: `asserted[i]` is the only assertion of the back end's scope `i + 1`.

use std::time::Duration;

use klew_term::{TermId, Terms};

use crate::{
    answer::{Answer, UnknownReason},
    backend::{Backend, BackendAnswer, BackendError},
    query::{Query, Solver, symbols_of},
    statistics::Statistics,
};

/// Translated terms are never freed by the back ends; beyond this many, start afresh.
const MOST_TRANSLATED: usize = 2_000_000;

/// What a query is small beside: so many times as many terms as it has were translated, and not just a few.
const SMALL: usize = 8;
const FEW_TRANSLATED: usize = 500;

/// Small queries before the back end starts afresh. A back end gives values to all that it ever knew whenever the answer is "sat", so
/// small queries take longer and longer beside what large ones left; to translate those again takes about as long as some of these.
const MOST_SMALL: u32 = 8;

/// A [`Solver`] over a [`Backend`].
#[derive(Debug)]
pub struct Incremental<B> {
    backend: B,
    asserted: Vec<TermId>,
    lost: bool,
    /// Queries since the start that were small.
    small: u32,
}

impl<B: Backend> Incremental<B> {
    /// A solver over a back end without assertions.
    pub fn new(backend: B) -> Self {
        Self { backend, asserted: Vec::new(), lost: false, small: 0 }
    }

    /// The back end.
    pub fn backend(&self) -> &B {
        &self.backend
    }

    /// As [`Solver::check`], which may make terms; this does not.
    pub(crate) fn answer(&mut self, terms: &Terms, query: &Query<'_>) -> Answer {
        self.decide(terms, query).unwrap_or_else(|error| {
            self.lost |= matches!(error, BackendError::Failed(_));
            Answer::Unknown(error.into())
        })
    }

    fn prepare(&mut self, terms: &Terms, constraints: &[TermId]) -> Result<(), BackendError> {
        if self.lost
            || self.small > MOST_SMALL
            || self.backend.statistics().translated > MOST_TRANSLATED
        {
            self.asserted.clear();
            self.backend.reset()?;
            self.lost = false;
            self.small = 0;
        }
        let common =
            self.asserted.iter().zip(constraints).take_while(|(old, new)| old == new).count();
        let surplus = u32::try_from(self.asserted.len() - common)
            .map_err(|_| BackendError::Unsupported("a query of that many constraints".into()))?;
        if surplus > 0 {
            self.backend.pop(surplus)?;
            self.asserted.truncate(common);
        }
        for &constraint in &constraints[common..] {
            self.backend.push()?;
            if let Err(error) = self.backend.assert(terms, constraint) {
                // The scope is empty and goes again; the others stay as they are.
                self.backend.pop(1)?;
                return Err(error);
            }
            self.asserted.push(constraint);
        }
        Ok(())
    }

    fn decide(&mut self, terms: &Terms, query: &Query<'_>) -> Result<Answer, BackendError> {
        // A core is over assumptions, so nothing is asserted when one is wanted.
        let (asserted, assumed) = if query.want_core {
            (&[][..], query.constraints)
        } else {
            (query.constraints, &[][..])
        };
        if self.backend.is_too_large(terms, query.constraints) {
            return Ok(Answer::Unknown(UnknownReason::TimeLimit));
        }
        self.prepare(terms, asserted)?;
        let translated = self.backend.statistics().translated;
        if translated > FEW_TRANSLATED
            && !terms.has_more_subterms_than(query.constraints, translated / SMALL)
        {
            self.small += 1;
        }
        Ok(match self.backend.check(terms, assumed) {
            BackendAnswer::Sat => {
                let symbols = symbols_of(terms, query.constraints);
                Answer::Sat(self.backend.model(terms, &symbols)?)
            }
            BackendAnswer::Unsat if query.want_core => Answer::Unsat(self.backend.unsat_core()),
            BackendAnswer::Unsat => Answer::Unsat(query.constraints.to_vec()),
            BackendAnswer::Unknown(reason) => {
                self.lost |= matches!(reason, UnknownReason::Crashed(_));
                Answer::Unknown(reason)
            }
        })
    }
}

impl<B: Backend> Solver for Incremental<B> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.answer(terms, query)
    }

    fn statistics(&self, statistics: &mut Statistics) {
        let own = self.backend.statistics();
        statistics.backend_queries += own.checks;
        statistics.backend_time += own.time;
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.backend.set_limit(limit);
    }
}
