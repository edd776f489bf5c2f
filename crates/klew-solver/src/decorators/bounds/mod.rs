//! Refutes queries by the bounds of terms alone: unsigned and signed intervals, and known bits.
//!
//! What the constraints say of terms narrows the bounds of these; the bounds of all terms above them follow, and what
//! the constraints say is looked at again. A term without any value left, or a constraint that cannot hold, refutes the query.
//!
//! **Invariant**: in every model of the constraints each term's value is in its bounds.

use std::time::Duration;

use klew_term::{Bounds as TermBounds, Contradiction, Narrowing, TermId, Terms, take_in};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    answer::Answer,
    query::{Query, Solver},
    statistics::{CacheCounts, Statistics},
};

/// Constraints of a query that is looked at.
const MOST_CONSTRAINTS: usize = 256;

/// Subterms of a query that is looked at: beyond, a solver is as fast.
const MOST_TERMS: usize = 2048;

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

/// The bounds of terms where they are narrower than the terms' own.
#[derive(Default)]
struct Narrowed {
    narrowed: FxHashMap<TermId, TermBounds>,
    changed: bool,
}

impl Narrowing for Narrowed {
    fn of(&mut self, terms: &Terms, term: TermId) -> Option<TermBounds> {
        self.get(terms, term)
    }

    fn narrow(
        &mut self,
        terms: &Terms,
        term: TermId,
        bounds: &TermBounds,
    ) -> Result<bool, Contradiction> {
        let Some(before) = self.get(terms, term) else { return Ok(false) };
        let after = before.meet(bounds).ok_or(Contradiction)?;
        if after == before {
            return Ok(false);
        }
        self.changed = true;
        self.narrowed.insert(term, after);
        Ok(true)
    }
}

impl Narrowed {
    fn get(&self, terms: &Terms, term: TermId) -> Option<TermBounds> {
        self.narrowed.get(&term).copied().or_else(|| terms.bounds(term))
    }

    /// The bounds of terms from those of their arguments; `order` has arguments before the terms that use them.
    fn propagate(&mut self, terms: &Terms, order: &[TermId]) -> Result<(), Contradiction> {
        for &term in order {
            let arguments = terms.arguments(term);
            if !arguments.iter().any(|argument| self.narrowed.contains_key(argument)) {
                continue;
            }
            if terms.bounds(term).is_none() {
                continue;
            }
            let bounds = terms.bounds_from(term, |argument| self.get(terms, argument));
            self.narrow(terms, term, &bounds.ok_or(Contradiction)?)?;
        }
        Ok(())
    }
}

/// The subterms of some terms, arguments first; nothing if they are too many. What no symbol is in is left out.
fn subterms(terms: &Terms, roots: &[TermId]) -> Option<Vec<TermId>> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut open = roots.to_vec();
    let mut order = Vec::new();
    while let Some(term) = open.pop() {
        if terms.arguments(term).is_empty() || !seen.insert(term) {
            continue;
        }
        if order.len() == MOST_TERMS {
            return None;
        }
        order.push(term);
        match terms.table_read(term) {
            Some((_, index)) => open.push(index),
            None => open.extend_from_slice(terms.arguments(term)),
        }
    }
    order.sort_unstable();
    Some(order)
}

/// Whether bounds show that the constraints contradict each other.
fn contradicts(terms: &Terms, query: &Query<'_>) -> bool {
    if query.constraints.len() > MOST_CONSTRAINTS {
        return false;
    }
    let mut narrowed = Narrowed::default();
    let take_in_all = |narrowed: &mut Narrowed| {
        query
            .constraints
            .iter()
            .try_for_each(|&constraint| take_in(terms, narrowed, constraint, true))
    };
    if take_in_all(&mut narrowed).is_err() {
        return true;
    }
    let Some(order) = subterms(terms, query.constraints) else { return false };
    for _ in 1..ROUNDS {
        narrowed.changed = false;
        if narrowed.propagate(terms, &order).is_err() || take_in_all(&mut narrowed).is_err() {
            return true;
        }
        if !narrowed.changed {
            return false;
        }
    }
    false
}

impl<S: Solver> Solver for Bounds<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.counts.queries += 1;
        // Whoever wants a core wants a small one.
        if !query.want_core && contradicts(terms, query) {
            self.counts.hits += 1;
            return Answer::Unsat(query.constraints.to_vec());
        }
        self.inner.check(terms, query)
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
