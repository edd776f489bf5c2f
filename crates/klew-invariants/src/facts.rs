//! What is known of one predicate's states: equations and bounds, apart for states in which some conditions hold or not.
//!
//! **Invariant**: every state that was added satisfies all facts.

use std::collections::BTreeMap;

use klew_clauses::system::{PredicateId, System};
use klew_term::{Assignment, Constant, Evaluator, Sort, SymbolId, TermId, Terms};

use crate::affine::AffineHull;
use crate::rows::{Row, signed};

/// Wider variables are left out.
const MAXIMUM_WIDTH: u32 = 64;

/// The most variables of a predicate whose differences and sums are looked at.
const MAXIMUM_PAIRED: usize = 12;

/// Facts of one predicate, apart for each way in which the conditions hold or not.
pub(crate) struct Partition {
    conditions: Vec<TermId>,
    /// By the bits that say which conditions hold.
    parts: Vec<Facts>,
}

impl Partition {
    /// Of which no state was seen.
    pub(crate) fn new(
        system: &System,
        terms: &mut Terms,
        id: PredicateId,
        pairs: bool,
        conditions: Vec<TermId>,
    ) -> Partition {
        let count = 1 << conditions.len();
        let parts = (0..count).map(|_| Facts::new(system, terms, id, pairs)).collect();
        Partition { conditions, parts }
    }

    /// Whether a state was seen.
    pub(crate) fn is_reached(&self) -> bool {
        self.parts.iter().any(|facts| facts.is_reached)
    }

    /// What is true of all states.
    pub(crate) fn terms(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut found = Vec::new();
        for (bits, facts) in self.parts.iter().enumerate() {
            let guards: Vec<TermId> = (self.conditions.iter().enumerate())
                .map(|(index, condition)| match bits >> index & 1 {
                    1 => *condition,
                    _ => terms.not(*condition),
                })
                .collect();
            let guard = terms.and_all(&guards);
            if !facts.is_reached {
                found.push(terms.not(guard));
                continue;
            }
            let facts = facts.terms(terms);
            found.extend(facts.into_iter().map(|fact| terms.implies(guard, fact)));
        }
        found
    }

    /// Lets a state in.
    pub(crate) fn add(
        &mut self,
        system: &System,
        terms: &Terms,
        id: PredicateId,
        values: &[Constant],
        thresholds: &[i128],
    ) {
        let mut state = Assignment::new();
        for (variable, value) in system.predicate(id).variables.iter().zip(values) {
            state.set(variable.symbol, value.clone());
        }
        let mut evaluator = Evaluator::new(terms, &state);
        let mut bits = 0;
        for (index, condition) in self.conditions.iter().enumerate() {
            let holds = evaluator.evaluate_bool(*condition).unwrap_or(false);
            bits |= usize::from(holds) << index;
        }
        if let Some(facts) = self.parts.get_mut(bits) {
            facts.add(terms, &state, thresholds);
        }
    }
}

/// What is known of the states of one part.
struct Facts {
    /// Variables by width.
    groups: Vec<(u32, Vec<SymbolId>)>,
    hulls: Vec<Option<AffineHull>>,
    rows: Vec<Row>,
    is_reached: bool,
}

impl Facts {
    fn new(system: &System, terms: &mut Terms, id: PredicateId, pairs: bool) -> Facts {
        let mut groups: BTreeMap<u32, Vec<SymbolId>> = BTreeMap::new();
        for variable in &system.predicate(id).variables {
            if let Sort::BitVec(width) = terms.symbol_sort(variable.symbol)
                && width <= MAXIMUM_WIDTH
            {
                groups.entry(width).or_default().push(variable.symbol);
            }
        }
        let mut rows = Vec::new();
        for (width, symbols) in &groups {
            for symbol in symbols {
                let term = terms.symbol_term(*symbol);
                rows.push(Row::new(term));
                let unsigned = terms.bv_zero_extend(term, width + 1);
                rows.push(Row::new(unsigned));
            }
            if pairs && symbols.len() <= MAXIMUM_PAIRED && *width > 1 {
                pair_rows(terms, *width, symbols, &mut rows);
            }
        }
        let groups: Vec<(u32, Vec<SymbolId>)> = groups.into_iter().collect();
        Facts { hulls: vec![None; groups.len()], groups, rows, is_reached: false }
    }

    fn terms(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut facts = Vec::new();
        for ((width, symbols), hull) in self.groups.iter().zip(&self.hulls) {
            let Some(hull) = hull else { continue };
            for equation in hull.equations() {
                let mut sum = terms.bv(*width, 0);
                for (factor, symbol) in equation.factors.iter().zip(symbols) {
                    let (factor, symbol) = (terms.bv(*width, *factor), terms.symbol_term(*symbol));
                    let product = terms.bv_mul(factor, symbol);
                    sum = terms.bv_add(sum, product);
                }
                let constant = terms.bv(*width, equation.constant);
                facts.push(terms.eq(sum, constant));
            }
        }
        facts.extend(self.rows.iter().flat_map(|row| row.facts(terms)));
        facts
    }

    fn add(&mut self, terms: &Terms, state: &Assignment, thresholds: &[i128]) {
        self.is_reached = true;
        for ((width, symbols), hull) in self.groups.iter().zip(&mut self.hulls) {
            let values = symbols
                .iter()
                .map(|symbol| state.get(*symbol).and_then(Constant::as_u64).unwrap_or(0));
            let values: Vec<u64> = values.collect();
            match hull {
                None => *hull = Some(AffineHull::new(*width, values)),
                Some(hull) => {
                    hull.add(&values);
                }
            }
        }
        let mut evaluator = Evaluator::new(terms, state);
        for row in &mut self.rows {
            let value = evaluator.evaluate(row.term).ok();
            if let Some(value) = value.as_ref().and_then(Constant::as_bitvec).and_then(signed) {
                row.add(value, thresholds);
            }
        }
    }
}

/// Differences and sums of two variables of a width.
fn pair_rows(terms: &mut Terms, width: u32, symbols: &[SymbolId], rows: &mut Vec<Row>) {
    for (index, one) in symbols.iter().enumerate() {
        for other in &symbols[index + 1..] {
            let (one, other) = (terms.symbol_term(*one), terms.symbol_term(*other));
            let signed = [one, other].map(|term| terms.bv_sign_extend(term, width + 1));
            let plain = [one, other].map(|term| terms.bv_zero_extend(term, width + 1));
            let difference = terms.bv_sub(signed[0], signed[1]);
            rows.push(Row::new(difference));
            let sum = terms.bv_add(signed[0], signed[1]);
            rows.push(Row::new(sum));
            let difference = terms.bv_sub(plain[0], plain[1]);
            rows.push(Row::new(difference));
        }
    }
}
