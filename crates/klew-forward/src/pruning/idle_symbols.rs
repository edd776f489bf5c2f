//! Symbols of the earlier state that it holds no more, but knows something of: the end of a line that was read before the last one, to which
//! a length is compared that still matters. They are existentially quantified as all others are, so any value does that satisfies what is
//! said of them: what stands at their place in a condition of the later state; of arrays, zeros.
//!
//! **Invariant**: what is bound here is a guess; all conditions of the earlier state are shown of it afterwards.

use klew_memory::is_address_symbol;
use klew_term::{ArrayValue, Constant, Kind, ScalarSort, Sort, SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::inclusion::Comparison;

/// So many conditions are looked at of either state.
const MOST_CONDITIONS: usize = 100;

/// So many times symbols are bound.
const MOST_BOUND: usize = 20;

/// So many pairs of terms of one condition.
const MOST_PAIRS: usize = 40;

type Bindings = FxHashMap<SymbolId, TermId>;

impl Comparison<'_> {
    /// Binds what is not bound, and is in conditions with what is, by conditions of the later state that are alike: as far as such a
    /// condition is not known to hold where what is not bound is itself. Whether something was bound.
    pub(super) fn bind_idle_numbers(&mut self) -> bool {
        let known: FxHashSet<SymbolId> = self.matching.numbers.keys().copied().collect();
        let mut conditions = self.earlier.path.about(&known);
        conditions.retain(|&condition| self.has_idle(condition));
        if conditions.is_empty() || conditions.len() > MOST_CONDITIONS {
            return false;
        }
        let mut held: FxHashSet<SymbolId> = FxHashSet::default();
        for &term in self.matching.numbers.values() {
            held.extend(self.terms.symbols(term).iter().copied());
        }
        let mut later = self.later.path.about(&held);
        later.truncate(MOST_CONDITIONS);
        // The newest are about what was read last.
        later.reverse();
        let known = self.later.path.since(0).into_iter().map(|(constraint, _)| constraint);
        let known: FxHashSet<TermId> = known.collect();
        let bound = self.matching.numbers.len();
        for _ in 0..MOST_BOUND {
            let mut open = self.not_known(&conditions, &known);
            // That an array holds a number somewhere may be said of several places.
            open.sort_by_key(|&condition| self.is_about_arrays(condition));
            let found = open.iter().find_map(|&condition| self.like(condition, &later));
            let Some(bindings) = found else { break };
            self.matching.numbers.extend(bindings);
        }
        self.matching.numbers.len() > bound
    }

    fn is_about_arrays(&self, condition: TermId) -> bool {
        let symbols = self.terms.symbols(condition);
        symbols.iter().any(|symbol| matches!(self.terms.symbol_sort(*symbol), Sort::Array(..)))
    }

    /// Those of some conditions that are not known to hold as far as symbols are bound.
    fn not_known(&mut self, conditions: &[TermId], known: &FxHashSet<TermId>) -> Vec<TermId> {
        let numbers = self.matching.numbers.clone();
        let bound = self.terms.substitute_all(conditions, &numbers);
        let pairs = conditions.iter().zip(bound);
        let open = pairs.filter(|(_, bound)| !known.contains(bound));
        open.map(|(condition, _)| *condition).collect()
    }

    fn has_idle(&self, condition: TermId) -> bool {
        let symbols = self.terms.symbols(condition);
        symbols.iter().any(|symbol| {
            !self.matching.numbers.contains_key(symbol) && !self.local.contains(symbol)
        })
    }

    /// What a condition about something that is bound would bind, were it one of the later state's.
    fn like(&self, condition: TermId, later: &[TermId]) -> Option<Bindings> {
        let symbols = self.terms.symbols(condition);
        if !self.has_idle(condition)
            || !symbols.iter().any(|symbol| self.matching.numbers.contains_key(symbol))
        {
            return None;
        }
        later.iter().find_map(|&other| self.bindings(condition, other))
    }

    /// How a term becomes another.
    fn bindings(&self, one: TermId, other: TermId) -> Option<Bindings> {
        let mut found = Bindings::default();
        let mut open = vec![(one, other)];
        for _ in 0..MOST_PAIRS {
            let Some((one, other)) = open.pop() else { return Some(found) };
            let kind = self.terms.kind(one);
            if let Kind::Symbol(symbol) = kind {
                let bound = self.matching.numbers.get(&symbol).or(found.get(&symbol));
                match bound {
                    Some(&bound) if bound == other => {}
                    Some(_) => return None,
                    // An address is that of its object.
                    None if is_address_symbol(self.terms.symbol_name(symbol)) => return None,
                    None if self.terms.sort(one) == self.terms.sort(other) => {
                        found.insert(symbol, other);
                    }
                    None => return None,
                }
                continue;
            }
            let (left, right) = (self.terms.arguments(one), self.terms.arguments(other));
            if kind != self.terms.kind(other) || left.len() != right.len() {
                return None;
            }
            open.extend(left.iter().copied().zip(right.iter().copied()));
        }
        None
    }

    /// An array that is in conditions and that the earlier state holds no more is zeros, if that satisfies all that it says of it.
    pub(super) fn bind_idle_arrays(&mut self, conditions: &[TermId], bound: &mut Bindings) {
        let mut idle: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        for &condition in conditions {
            for symbol in self.terms.symbols(condition).to_vec() {
                if let Sort::Array(index, ScalarSort::BitVec(bits)) = self.terms.symbol_sort(symbol)
                    && !bound.contains_key(&symbol)
                    && !idle.contains_key(&symbol)
                {
                    let zeros = ArrayValue::constant(index, Constant::bv(bits, 0));
                    idle.insert(symbol, self.terms.constant(&Constant::Array(zeros)));
                }
            }
        }
        for (symbol, zeros) in idle {
            if self.may_be(symbol, zeros) {
                bound.insert(symbol, zeros);
            }
        }
    }

    /// Whether all that the earlier state says of a symbol is so where it is that.
    fn may_be(&mut self, symbol: SymbolId, value: TermId) -> bool {
        let about = self.earlier.path.about(&[symbol].into_iter().collect());
        let bound: Bindings = [(symbol, value)].into_iter().collect();
        about.into_iter().all(|condition| {
            if !self.terms.symbols(condition).contains(&symbol) {
                return true;
            }
            let condition = self.terms.substitute(condition, &bound);
            self.terms.as_bool(condition) == Some(true)
        })
    }
}
