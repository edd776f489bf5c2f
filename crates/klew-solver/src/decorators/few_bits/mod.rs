//! Decides by trying all values of few bits.
//!
//! Programs that read fields of bytes (headers, bit streams, flags) ask about slices of inputs: `in[4][3:1] = 1`. What depends on other bits
//! is independent, although it is about the same symbol; so the constraints fall into parts that share no bit ([`slices`]). A part of
//! few bits is evaluated for all values of these at once, operator by operator ([`rows`]): either one satisfies it, or none does.
//! Only what is left is asked.
//!
//! **Invariant**: a constraint depends on no bits but those of its slices; operators mean what evaluation says.
//! **Invariant**: a model that is handed over was evaluated.

mod read;
mod rows;
mod slices;

use std::time::Duration;

use klew_term::{Assignment, Constant, Evaluator, Sort, SymbolId, TermId, Terms};

use self::rows::Rows;
use self::slices::{Bit, Part, Scans, parts};
use crate::{
    answer::Answer,
    query::{Query, Solver, completed, symbols_of},
    statistics::{CacheCounts, Statistics},
};

/// Constraints of a query that is looked at.
const MOST_CONSTRAINTS: usize = 128;

/// Values of all terms of a part together: as many as are computed while a solver answers.
const MOST_VALUES: usize = 1 << 17;

/// Bits of a part.
const MOST_BITS: usize = 14;

/// The decorator.
#[derive(Debug)]
pub struct FewBits<S> {
    inner: S,
    scans: Scans,
    counts: CacheCounts,
}

impl<S: Solver> FewBits<S> {
    /// Asks `inner` what depends on more bits.
    pub fn new(inner: S) -> Self {
        Self { inner, scans: Scans::default(), counts: CacheCounts::default() }
    }

    /// The answer; none if all is to be asked.
    fn decide(&mut self, terms: &mut Terms, query: &Query<'_>) -> Option<Answer> {
        let all = query.constraints;
        if all.len() > MOST_CONSTRAINTS {
            return None;
        }
        let known = if query.hint.is_some() { query.known_sat_prefix.min(all.len()) } else { 0 };
        let mut values: Vec<(Bit, bool)> = Vec::new();
        let mut rest: Vec<Part> = Vec::new();
        let is_new = |part: &Part| part.constraints.iter().any(|&place| place >= known);
        for part in parts(&mut self.scans, terms, all) {
            let few = part.bits.len() <= MOST_BITS
                && part.terms.checked_shl(part.bits.len() as u32).is_some_and(|n| n <= MOST_VALUES);
            match &part {
                _ if !is_new(&part) => {}
                Part { is_opaque: false, .. } if few => {
                    let constraints: Vec<TermId> =
                        part.constraints.iter().map(|&place| all[place]).collect();
                    match Rows::solve(terms, &part.bits, &constraints)? {
                        Ok(found) => values.extend(part.bits.iter().copied().zip(found)),
                        Err(core) => return Some(Answer::Unsat(core)),
                    }
                }
                _ => rest.push(part),
            }
        }
        let mut asked: Vec<usize> =
            rest.iter().flat_map(|part| &part.constraints).copied().collect();
        if asked.len() == all.len() {
            return None;
        }
        asked.sort_unstable();
        let mut base = query.hint.cloned().unwrap_or_default();
        match self.ask(terms, query, &asked, known) {
            None => {}
            Some(Answer::Sat(model)) => {
                for part in &rest {
                    take_over(terms, (all, part), &model, (&mut base, &mut values));
                }
            }
            Some(other) => return Some(other),
        }
        let model = with_bits(terms, all, &base, &values)?;
        let mut evaluator = Evaluator::new(terms, &model);
        let holds = all.iter().all(|&constraint| evaluator.evaluate_bool(constraint) == Ok(true));
        holds.then_some(Answer::Sat(model))
    }

    /// What the inner solver says of the constraints that are left; nothing if there are none.
    fn ask(
        &mut self,
        terms: &mut Terms,
        query: &Query<'_>,
        rest: &[usize],
        known: usize,
    ) -> Option<Answer> {
        if rest.is_empty() {
            return None;
        }
        let constraints: Vec<TermId> = rest.iter().map(|&place| query.constraints[place]).collect();
        let known_sat_prefix = rest.partition_point(|&place| place < known);
        let left = Query { constraints: &constraints, known_sat_prefix, ..*query };
        Some(self.inner.check(terms, &left))
    }
}

/// Takes of a model what a part depends on.
fn take_over(
    terms: &Terms,
    (all, part): (&[TermId], &Part),
    model: &Assignment,
    (base, values): (&mut Assignment, &mut Vec<(Bit, bool)>),
) {
    if part.is_opaque {
        let constraints: Vec<TermId> = part.constraints.iter().map(|&place| all[place]).collect();
        for symbol in symbols_of(terms, &constraints) {
            if let Some(value) = model.get(symbol) {
                base.set(symbol, value.clone());
            }
        }
        return;
    }
    values.extend(part.bits.iter().map(|&(symbol, bit)| {
        let value = match model.get(symbol) {
            Some(Constant::Bool(value)) => *value,
            Some(value) => value.as_u64().is_some_and(|value| value >> bit & 1 == 1),
            None => false,
        };
        ((symbol, bit), value)
    }));
}

/// A model with those bits; none if a symbol has another sort than its bits say.
fn with_bits(
    terms: &Terms,
    constraints: &[TermId],
    base: &Assignment,
    values: &[(Bit, bool)],
) -> Option<Assignment> {
    let mut model = completed(terms, &symbols_of(terms, constraints), base);
    for &((symbol, bit), value) in values {
        let changed = match terms.symbol_sort(symbol) {
            Sort::Bool => Constant::Bool(value),
            Sort::BitVec(width) => {
                let before = model.get(symbol)?.as_u64()?;
                Constant::bv(width, (before & !(1 << bit)) | u64::from(value) << bit)
            }
            _ => return None,
        };
        model.set(symbol, changed);
    }
    Some(model)
}

impl<S: Solver> Solver for FewBits<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.counts.queries += 1;
        if let Some(answer) = self.decide(terms, query) {
            self.counts.hits += 1;
            return answer;
        }
        self.inner.check(terms, query)
    }

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.few_bits.queries += self.counts.queries;
        statistics.few_bits.hits += self.counts.hits;
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}

/// The symbol that a term is, with its width as a number of bits (a truth value has one), if it has at most 64.
fn narrow_symbol(terms: &Terms, term: TermId) -> Option<(SymbolId, u32)> {
    Some((terms.as_symbol(term)?, narrow_width(terms, term)?))
}

/// The width of a term of at most 64 bits; a truth value has one.
fn narrow_width(terms: &Terms, term: TermId) -> Option<u32> {
    match terms.sort(term) {
        Sort::Bool => Some(1),
        Sort::BitVec(width) if width <= 64 => Some(width),
        _ => None,
    }
}
