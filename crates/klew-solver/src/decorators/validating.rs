//! Checks the answers of the solver inside it; an answer that fails its check becomes unknown.
//!
//! A model must satisfy every constraint when evaluated. A core must be part of the query, and, where
//! there is a second solver, that solver must not find the core satisfiable.

use std::{fmt, time::Duration};

use klew_term::{Assignment, EvaluateError, Evaluator, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::{
    answer::{Answer, UnknownReason},
    query::{Query, Solver, symbols_of},
    statistics::Statistics,
};

/// The decorator.
pub struct Validating<S> {
    inner: S,
    second: Option<Box<dyn Solver>>,
    disagreements: u64,
}

impl<S: fmt::Debug> fmt::Debug for Validating<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validating").field("inner", &self.inner).finish_non_exhaustive()
    }
}

impl<S: Solver> Validating<S> {
    /// Checks the answers of `inner`, cores with `second` if there is one.
    pub fn new(inner: S, second: Option<Box<dyn Solver>>) -> Self {
        Self { inner, second, disagreements: 0 }
    }

    /// What is wrong with a core.
    fn core_error(
        &mut self,
        terms: &mut Terms,
        query: &Query<'_>,
        core: &[TermId],
    ) -> Option<String> {
        let constraints: FxHashSet<TermId> = query.constraints.iter().copied().collect();
        if !core.iter().all(|term| constraints.contains(term)) {
            return Some("the core is not part of the query".to_owned());
        }
        match self.second.as_mut()?.check(terms, &Query::new(core)) {
            Answer::Sat(_) => Some("a second solver finds the core satisfiable".to_owned()),
            // A second solver that is too slow is no evidence against the first.
            Answer::Unsat(_) | Answer::Unknown(_) => None,
        }
    }
}

/// What is wrong with a model of constraints.
pub(crate) fn model_error(
    terms: &Terms,
    constraints: &[TermId],
    model: &Assignment,
) -> Option<String> {
    let symbols = symbols_of(terms, constraints);
    if let Some(symbol) = symbols.into_iter().find(|&symbol| model.get(symbol).is_none()) {
        return Some(format!("the model lacks {}", terms.symbol_name(symbol)));
    }
    let mut evaluator = Evaluator::new(terms, model);
    let violated = constraints.iter().position(|&constraint| {
        // Quantified constraints cannot be evaluated; the others can.
        !matches!(evaluator.evaluate_bool(constraint), Ok(true) | Err(EvaluateError::Quantifier))
    });
    violated.map(|at| format!("the model violates constraint {at}"))
}

impl<S: Solver> Solver for Validating<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        let answer = self.inner.check(terms, query);
        let error = match &answer {
            Answer::Sat(model) => model_error(terms, query.constraints, model),
            Answer::Unsat(core) => self.core_error(terms, query, core),
            Answer::Unknown(_) => None,
        };
        match error {
            None => answer,
            Some(error) => {
                self.disagreements += 1;
                Answer::Unknown(UnknownReason::Crashed(error))
            }
        }
    }

    fn statistics(&self, statistics: &mut Statistics) {
        // The second solver's work is not the run's.
        statistics.disagreements += self.disagreements;
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        // The second solver keeps the limit it came with.
        self.inner.set_limit(limit);
    }
}
