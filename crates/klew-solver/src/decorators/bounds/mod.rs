//! Refutes queries by the bounds of terms alone: unsigned and signed intervals, and known bits. What they do not refute is asked
//! with arithmetic as narrow as they allow ([`shrink`]).
//!
//! What the constraints say of terms narrows the bounds of these; the bounds of all terms above them follow, and what
//! the constraints say is looked at again. A term without any value left, or a constraint that cannot hold, refutes the query.
//!
//! **Invariant**: in every model of the constraints each term's value is in its bounds.

mod narrowed;
mod shrink;

use std::time::Duration;

use klew_term::{Contradiction, TermId, Terms, take_in};

use crate::{
    answer::Answer,
    query::{Query, Solver, completed, symbols_of},
    statistics::{CacheCounts, Statistics},
};
use narrowed::{Narrowed, subterms};
use shrink::shrunk;

/// Constraints of a query that is looked at.
const MOST_CONSTRAINTS: usize = 256;

/// How often the constraints are looked at.
const ROUNDS: usize = 3;

/// The decorator.
#[derive(Debug)]
pub struct Bounds<S> {
    inner: S,
    counts: CacheCounts,
}

impl<S: Solver> Bounds<S> {
    /// Asks `inner` what bounds alone do not refute.
    pub fn new(inner: S) -> Self {
        Self { inner, counts: CacheCounts::default() }
    }
}

/// What bounds say of a query.
enum Told {
    /// Nothing that helps.
    Nothing,
    /// The constraints contradict each other.
    Contradiction,
    /// The same question with narrower arithmetic.
    Shrunk(Vec<TermId>),
}

fn tell(terms: &mut Terms, constraints: &[TermId]) -> Told {
    if constraints.len() > MOST_CONSTRAINTS {
        return Told::Nothing;
    }
    let mut narrowed = Narrowed::default();
    if take_in_all(terms, &mut narrowed, constraints).is_err() {
        return Told::Contradiction;
    }
    let Some(order) = subterms(terms, constraints) else { return Told::Nothing };
    if settle(terms, &mut narrowed, constraints, &order).is_err() {
        return Told::Contradiction;
    }
    shrunk(terms, constraints, &narrowed, &order).map_or(Told::Nothing, Told::Shrunk)
}

/// The bounds of terms in all models of the constraints; nothing if that is not looked at, as they are too many.
pub(crate) fn known_bounds<'t>(
    terms: &'t Terms,
    constraints: &[TermId],
) -> Option<impl Fn(TermId) -> Option<klew_term::Bounds> + use<'t>> {
    let mut narrowed = Narrowed::default();
    let order = subterms(terms, constraints)?;
    // What contradicts itself has bounds of what was seen before.
    let _ = take_in_all(terms, &mut narrowed, constraints)
        .and_then(|()| settle(terms, &mut narrowed, constraints, &order));
    Some(move |term| narrowed.get(terms, term))
}

fn take_in_all(
    terms: &Terms,
    narrowed: &mut Narrowed,
    constraints: &[TermId],
) -> Result<(), Contradiction> {
    constraints.iter().try_for_each(|&constraint| take_in(terms, narrowed, constraint, true))
}

/// Looks at the constraints again as long as bounds change, a few times.
fn settle(
    terms: &Terms,
    narrowed: &mut Narrowed,
    constraints: &[TermId],
    order: &[TermId],
) -> Result<(), Contradiction> {
    for _ in 1..ROUNDS {
        narrowed.changed = false;
        narrowed.propagate(terms, order)?;
        take_in_all(terms, narrowed, constraints)?;
        if !narrowed.changed {
            break;
        }
    }
    Ok(())
}

/// What the answer about the shrunk constraints is about the query's own.
fn answer_of(terms: &Terms, query: &Query<'_>, answer: Answer) -> Answer {
    match answer {
        // Symbols of which nothing is left in the query may have any value.
        Answer::Sat(model) => {
            Answer::Sat(completed(terms, &symbols_of(terms, query.constraints), &model))
        }
        Answer::Unsat(_) => Answer::Unsat(query.constraints.to_vec()),
        unknown @ Answer::Unknown(_) => unknown,
    }
}

impl<S: Solver> Solver for Bounds<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.counts.queries += 1;
        // Whoever wants a core wants a small one.
        let told = if query.want_core { Told::Nothing } else { tell(terms, query.constraints) };
        match told {
            Told::Nothing => self.inner.check(terms, query),
            Told::Contradiction => {
                self.counts.hits += 1;
                Answer::Unsat(query.constraints.to_vec())
            }
            Told::Shrunk(constraints) => {
                let answer = self.inner.check(terms, &Query::new(&constraints));
                answer_of(terms, query, answer)
            }
        }
    }

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.bounds.queries += self.counts.queries;
        statistics.bounds.hits += self.counts.hits;
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
