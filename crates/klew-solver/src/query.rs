//! Queries, and the trait that engines use.

use std::time::Duration;

use klew_term::{Assignment, SymbolId, TermId, Terms};

use crate::{answer::Answer, statistics::Statistics};

/// A conjunction of Boolean terms, with what the caller already knows about it.
#[derive(Debug, Clone, Copy)]
pub struct Query<'a> {
    /// The constraints. Consecutive queries with a common prefix are answered faster.
    pub constraints: &'a [TermId],
    /// Whether a small unsatisfiable core is worth extra time.
    pub want_core: bool,
    /// This many leading constraints are known to be satisfiable together.
    pub known_sat_prefix: usize,
    /// A model of that prefix.
    pub hint: Option<&'a Assignment>,
}

impl<'a> Query<'a> {
    /// A query about which nothing is known.
    pub fn new(constraints: &'a [TermId]) -> Self {
        Self { constraints, want_core: false, known_sat_prefix: 0, hint: None }
    }

    /// The query with a model of its first `known_sat_prefix` constraints.
    pub fn with_hint(mut self, known_sat_prefix: usize, hint: &'a Assignment) -> Self {
        self.known_sat_prefix = known_sat_prefix;
        self.hint = Some(hint);
        self
    }

    /// The query with a request for a small core.
    pub fn with_core(mut self) -> Self {
        self.want_core = true;
        self
    }

    /// The known prefix and the rest.
    pub(crate) fn split(&self) -> (&'a [TermId], &'a [TermId]) {
        self.constraints.split_at(self.known_sat_prefix.min(self.constraints.len()))
    }

    /// The query's symbols, ascending.
    pub fn symbols(&self, terms: &Terms) -> Vec<SymbolId> {
        symbols_of(terms, self.constraints)
    }
}

/// The symbols of some terms, ascending.
pub(crate) fn symbols_of(terms: &Terms, constraints: &[TermId]) -> Vec<SymbolId> {
    let mut symbols: Vec<SymbolId> = Vec::new();
    for &constraint in constraints {
        symbols.extend_from_slice(&terms.symbols(constraint));
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

/// The values of `symbols` in `model`, missing ones as zero of their sort.
pub(crate) fn completed(terms: &Terms, symbols: &[SymbolId], model: &Assignment) -> Assignment {
    let value = |&symbol: &SymbolId| {
        let zero = || klew_term::Constant::zero(terms.symbol_sort(symbol));
        (symbol, model.get(symbol).cloned().unwrap_or_else(zero))
    };
    symbols.iter().map(value).collect()
}

/// Decides queries.
pub trait Solver {
    /// Answers a query.
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer;

    /// Adds this solver's counters (and those of the solvers inside it).
    fn statistics(&self, statistics: &mut Statistics);

    /// Limits the time of each following check.
    fn set_limit(&mut self, limit: Option<Duration>);
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        (**self).check(terms, query)
    }

    fn statistics(&self, statistics: &mut Statistics) {
        (**self).statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        (**self).set_limit(limit);
    }
}
