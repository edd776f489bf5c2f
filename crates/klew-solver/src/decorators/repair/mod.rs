//! Changes the caller's model of the known prefix until it satisfies the rest of the query.
//!
//! Most queries of a path differ from the one before by one comparison, and moving one side of it into the
//! interval that all comparisons leave is enough. After the propagation-based local search of Niemetz,
//! Preiner, Biere, "Propagation based local search for bit-precise reasoning" (FMSD 2017), reduced to
//! comparisons and a few steps.
//!
//! **Invariant**: an answer is a model under which every constraint was evaluated that the hint was not known
//! to satisfy, or that has a symbol with another value; otherwise `inner` is asked.

mod interval;
mod place;

use std::time::Duration;

use klew_term::{Assignment, Evaluator, Kind, SymbolId, TermId, Terms};

use crate::{
    answer::Answer,
    query::{Query, Solver, completed},
    statistics::{CacheCounts, Statistics},
};
use interval::Comparison;

/// Changes of the model before `inner` is asked.
const ROUNDS: usize = 4;

/// Conjuncts of a query that is tried.
const MOST_ATOMS: usize = 256;

/// The decorator.
#[derive(Debug)]
pub struct Repair<S> {
    inner: S,
    counts: CacheCounts,
}

impl<S: Solver> Repair<S> {
    /// Asks `inner` when a few changes do not give a model.
    pub fn new(inner: S) -> Self {
        Self { inner, counts: CacheCounts::default() }
    }
}

/// The conjuncts of some constraints.
fn atoms(terms: &Terms, constraints: &[TermId]) -> Option<Vec<TermId>> {
    let mut found = Vec::with_capacity(constraints.len());
    let mut open: Vec<TermId> = constraints.iter().rev().copied().collect();
    while let Some(term) = open.pop() {
        match terms.kind(term) {
            Kind::And => open.extend(terms.arguments(term).iter().rev()),
            _ => found.push(term),
        }
        if found.len() > MOST_ATOMS {
            return None;
        }
    }
    Some(found)
}

/// A model near the hint of a query.
fn repaired(terms: &Terms, query: &Query<'_>) -> Option<Assignment> {
    let mut model = query.hint?.clone();
    let atoms = atoms(terms, query.constraints)?;
    let (_, new) = query.split();
    let mut suspects = self::atoms(terms, new)?;
    let mut changed: Vec<SymbolId> = Vec::new();
    for _ in 0..=ROUNDS {
        let mut evaluator = Evaluator::new(terms, &model);
        let mut failing = None;
        // The newest constraints are the likeliest to fail.
        for &atom in suspects.iter().rev() {
            if !evaluator.evaluate_bool(atom).ok()? {
                failing = Some(atom);
                break;
            }
        }
        let Some(failing) = failing else { return Some(model) };
        let alternatives = Comparison::alternatives(terms, &mut evaluator, failing);
        let change = alternatives.iter().find_map(|comparison| {
            comparison.sides(terms).into_iter().find_map(|target| {
                let value = interval::value(terms, &mut evaluator, &atoms, comparison, target)?;
                place::assign(terms, &mut evaluator, target, value)
            })
        })?;
        for (symbol, value) in change {
            model.set(symbol, value);
            if !changed.contains(&symbol) {
                changed.push(symbol);
                let names = |atom: &&TermId| terms.symbols(**atom).binary_search(&symbol).is_ok();
                suspects.extend(atoms.iter().filter(names));
            }
        }
    }
    None
}

impl<S: Solver> Solver for Repair<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.counts.queries += 1;
        if let Some(model) = repaired(terms, query) {
            self.counts.hits += 1;
            return Answer::Sat(completed(terms, &query.symbols(terms), &model));
        }
        self.inner.check(terms, query)
    }

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.repair.queries += self.counts.queries;
        statistics.repair.hits += self.counts.hits;
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
