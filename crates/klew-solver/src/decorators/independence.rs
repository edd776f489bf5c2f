//! Splits a query into factors without common symbols, and decides each by itself.
//!
//! Source: Cadar, Dunbar, Engler, "KLEE" (OSDI 2008), section 3.3, constraint independence.
//! Where a model of the known prefix is given, only factors with a constraint beyond the prefix are
//! decided; the model serves for all others.
//!
//! **Invariant**: the factors' symbol sets are disjoint, so any models of the factors join to a model
//! of the query, and a core of one factor is a core of the query.

use std::time::Duration;

use klew_term::{Assignment, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::{
    answer::{Answer, UnknownReason},
    query::{Query, Solver, completed},
    statistics::{CacheCounts, Statistics},
};

/// The decorator.
#[derive(Debug)]
pub struct Independence<S> {
    inner: S,
    counts: CacheCounts,
}

impl<S: Solver> Independence<S> {
    /// Asks `inner` one factor at a time.
    pub fn new(inner: S) -> Self {
        Self { inner, counts: CacheCounts::default() }
    }
}

/// A union-find structure over constraints.
struct Classes(Vec<usize>);

impl Classes {
    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        // The smaller index stays the root, so that roots do not depend on the order of joins.
        self.0[a.max(b)] = a.min(b);
    }
}

struct Factor {
    constraints: Vec<TermId>,
    /// How many of them are from the query's known prefix.
    prefix: usize,
}

/// The factors, the one of the query's last constraint first: it is the likeliest to be new.
fn factors(terms: &Terms, query: &Query<'_>) -> Vec<Factor> {
    let constraints = query.constraints;
    let mut classes = Classes((0..constraints.len()).collect());
    let mut owner: FxHashMap<SymbolId, usize> = FxHashMap::default();
    for (at, &constraint) in constraints.iter().enumerate() {
        for &symbol in terms.symbols(constraint).iter() {
            let first = *owner.entry(symbol).or_insert(at);
            classes.join(first, at);
        }
    }
    let mut positions: FxHashMap<usize, usize> = FxHashMap::default();
    let mut factors: Vec<Factor> = Vec::new();
    let mut last = 0;
    for (at, &constraint) in constraints.iter().enumerate() {
        let position = *positions.entry(classes.root(at)).or_insert_with(|| {
            factors.push(Factor { constraints: Vec::new(), prefix: 0 });
            factors.len() - 1
        });
        factors[position].constraints.push(constraint);
        factors[position].prefix += usize::from(at < query.known_sat_prefix);
        last = position;
    }
    if !factors.is_empty() {
        factors[..=last].rotate_right(1);
    }
    factors
}

impl<S: Solver> Independence<S> {
    fn check_factors(
        &mut self,
        terms: &mut Terms,
        query: &Query<'_>,
        factors: &[Factor],
    ) -> Answer {
        let mut model = query.hint.cloned().unwrap_or_else(Assignment::new);
        let mut unknown: Option<UnknownReason> = None;
        for factor in factors {
            if query.hint.is_some() && factor.prefix == factor.constraints.len() {
                continue;
            }
            let part = Query {
                constraints: &factor.constraints,
                known_sat_prefix: factor.prefix,
                ..*query
            };
            match self.inner.check(terms, &part) {
                Answer::Sat(found) => model.merge(&found),
                Answer::Unsat(core) => return Answer::Unsat(core),
                // Another factor may still show that the query is unsatisfiable.
                Answer::Unknown(reason) => {
                    unknown.get_or_insert(reason);
                }
            }
        }
        match unknown {
            Some(reason) => Answer::Unknown(reason),
            None => Answer::Sat(completed(terms, &query.symbols(terms), &model)),
        }
    }
}

impl<S: Solver> Solver for Independence<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.counts.queries += 1;
        let factors = factors(terms, query);
        if factors.len() > 1 {
            self.counts.hits += 1;
        }
        self.check_factors(terms, query, &factors)
    }

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.independence.queries += self.counts.queries;
        statistics.independence.hits += self.counts.hits;
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
