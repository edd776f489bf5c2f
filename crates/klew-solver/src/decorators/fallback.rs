//! Sends each query to a back end that has its theories.
//!
//! The first solver gets everything over bit-vectors, arrays and floats; the second, which is made
//! when it is first needed, gets integers and quantifiers and whatever the first does not support.

use std::{fmt, time::Duration};

use klew_term::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::{
    answer::{Answer, UnknownReason},
    query::{Query, Solver},
    statistics::Statistics,
    theory::Theories,
};

/// Makes the second solver.
type Make = Box<dyn Fn() -> Box<dyn Solver>>;

/// The decorator.
pub struct Fallback<S> {
    first: S,
    second: Option<Box<dyn Solver>>,
    make: Make,
    limit: Option<Duration>,
    /// Whether the first solver lacks a theory of the term.
    beyond: FxHashMap<TermId, bool>,
}

impl<S: fmt::Debug> fmt::Debug for Fallback<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fallback").field("first", &self.first).finish_non_exhaustive()
    }
}

impl<S: Solver> Fallback<S> {
    /// Asks `first` where it can, and the solver that `make` gives elsewhere.
    pub fn new(first: S, make: impl Fn() -> Box<dyn Solver> + 'static) -> Self {
        let make = Box::new(make);
        Self { first, second: None, make, limit: None, beyond: FxHashMap::default() }
    }

    fn is_beyond(&mut self, terms: &Terms, constraint: TermId) -> bool {
        *self.beyond.entry(constraint).or_insert_with(|| {
            let theories = Theories::of(terms, &[constraint]);
            theories.integers || theories.quantifiers
        })
    }

    fn ask_second(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        let second = self.second.get_or_insert_with(|| {
            let mut made = (self.make)();
            made.set_limit(self.limit);
            made
        });
        second.check(terms, query)
    }
}

impl<S: Solver> Solver for Fallback<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        if query.constraints.iter().any(|&constraint| self.is_beyond(terms, constraint)) {
            return self.ask_second(terms, query);
        }
        match self.first.check(terms, query) {
            Answer::Unknown(UnknownReason::Unsupported(_)) => self.ask_second(terms, query),
            answer => answer,
        }
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.first.statistics(statistics);
        if let Some(second) = &self.second {
            second.statistics(statistics);
        }
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.limit = limit;
        self.first.set_limit(limit);
        if let Some(second) = &mut self.second {
            second.set_limit(limit);
        }
    }
}
