//! Answers queries by their syntax: false, only true, or a constraint together with its negation.
//!
//! What it passes on has no constant and no repeated constraint.

use std::time::Duration;

use klew_term::{Assignment, Kind, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::{
    answer::Answer,
    query::{Query, Solver, completed},
    statistics::{CacheCounts, Statistics},
};

/// The decorator.
#[derive(Debug)]
pub struct Trivial<S> {
    inner: S,
    counts: CacheCounts,
}

impl<S: Solver> Trivial<S> {
    /// Asks `inner` what syntax does not answer.
    pub fn new(inner: S) -> Self {
        Self { inner, counts: CacheCounts::default() }
    }
}

enum Simplified {
    Contradiction(Vec<TermId>),
    /// The constraints that are left, and how many of them come from the known prefix.
    Rest(Vec<TermId>, usize),
}

fn simplified(terms: &Terms, query: &Query<'_>) -> Simplified {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    // The arguments of the negations seen.
    let mut denied: FxHashSet<TermId> = FxHashSet::default();
    let mut rest = Vec::with_capacity(query.constraints.len());
    let mut prefix = 0;
    for (at, &constraint) in query.constraints.iter().enumerate() {
        match terms.as_bool(constraint) {
            Some(true) => continue,
            Some(false) => return Simplified::Contradiction(vec![constraint]),
            None => {}
        }
        if !seen.insert(constraint) {
            continue;
        }
        if denied.contains(&constraint) {
            let opposite =
                seen.iter().copied().find(|&other| negated(terms, other) == Some(constraint));
            return Simplified::Contradiction(opposite.into_iter().chain([constraint]).collect());
        }
        if let Some(argument) = negated(terms, constraint) {
            if seen.contains(&argument) {
                return Simplified::Contradiction(vec![argument, constraint]);
            }
            denied.insert(argument);
        }
        rest.push(constraint);
        if at < query.known_sat_prefix {
            prefix = rest.len();
        }
    }
    Simplified::Rest(rest, prefix)
}

fn negated(terms: &Terms, term: TermId) -> Option<TermId> {
    match (terms.kind(term), terms.arguments(term)) {
        (Kind::Not, &[argument]) => Some(argument),
        _ => None,
    }
}

impl<S: Solver> Solver for Trivial<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.counts.queries += 1;
        let (rest, prefix) = match simplified(terms, query) {
            Simplified::Contradiction(core) => {
                self.counts.hits += 1;
                return Answer::Unsat(core);
            }
            Simplified::Rest(rest, prefix) => (rest, prefix),
        };
        if rest.is_empty() {
            self.counts.hits += 1;
            let symbols = query.symbols(terms);
            let known = Assignment::new();
            return Answer::Sat(completed(terms, &symbols, query.hint.unwrap_or(&known)));
        }
        // Constants and repetitions have no symbols of their own, so models stay complete.
        self.inner.check(terms, &Query { constraints: &rest, known_sat_prefix: prefix, ..*query })
    }

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.trivial.queries += self.counts.queries;
        statistics.trivial.hits += self.counts.hits;
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
