//! What a path knows of its inputs without asking a solver: bounds of symbols (intervals and known bits), and which have one value
//! left.
//!
//! Each constraint narrows the bounds of the symbols in it; bounds decide most conditions behind it. An input of the program
//! of which one value is left is replaced by that value wherever it is read (`Machine::operand`), so that what
//! depends on it runs concretely from there on. Intervals and known bits along a path are those of compilers ("reduced product"),
//! here over the symbols of one path.
//!
//! **Invariant**: bounds follow from the path's constraints alone, so a state still is its decisions.
//! **Invariant**: only what the program calls its inputs is replaced. The symbols of addresses and of input references stay: memory
//! knows objects by them.

use klew_term::{
    Bounds, Contradiction, Kind, Narrowing, SymbolId, SymbolMap, TermId, Terms, take_in,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Subterms whose bounds are looked at for one constraint or condition; beyond, bounds seldom tell, and solvers are as fast.
const MOST_TERMS: usize = 96;

/// Replacements that are remembered; beyond, all are forgotten.
const MOST_REPLACED: usize = 1 << 16;

/// The bounds of a path's symbols. Cloning is O(1).
#[derive(Clone, Debug, Default)]
pub struct NarrowedSymbols {
    bounds: SymbolMap<Bounds>,
    /// When a symbol's last but one value went; 0 if no symbol has a single value.
    epoch: u64,
}

impl NarrowedSymbols {
    /// Takes in a constraint; whether it left a symbol one value.
    pub fn take_in(&mut self, terms: &Terms, constraint: TermId) -> bool {
        let mut on_path = OnPath::new(&mut self.bounds);
        // Only a path without runs comes to a contradiction, and what was narrowed until then is true of it as well.
        let _ = take_in(terms, &mut on_path, constraint, true);
        on_path.single
    }

    /// Whether bounds alone tell if all runs of the path satisfy a condition, or none.
    pub fn decides(&self, terms: &Terms, condition: TermId) -> Option<bool> {
        if self.bounds.is_empty() {
            return None;
        }
        if terms.kind(condition) == Kind::Not {
            return self.decides(terms, terms.arguments(condition)[0]).map(|holds| !holds);
        }
        if let Some((symbol, value)) = symbol_and_value(terms, condition) {
            // Most conditions; nothing needs to be computed for them.
            let bounds = self.bounds.get(symbol)?;
            let only = bounds.value().is_some();
            return (only || !bounds.contains(value)).then(|| bounds.contains(value));
        }
        if !self.names(terms, condition) {
            return None;
        }
        let mut bounds = self.bounds.clone();
        OnPath::new(&mut bounds).of(terms, condition)?.as_bool()
    }

    /// The bounds of a term along the path; nothing if it is no bit-vector of at most 64 bits.
    pub fn bounds(&self, terms: &Terms, term: TermId) -> Option<Bounds> {
        let mut bounds = self.bounds.clone();
        OnPath::new(&mut bounds).of(terms, term)
    }

    /// The same where these constraints hold, which speak of it.
    pub fn bounds_where(
        &self,
        terms: &Terms,
        term: TermId,
        constraints: impl Iterator<Item = TermId>,
    ) -> Option<Bounds> {
        let mut bounds = self.bounds.clone();
        let mut on_path = OnPath::new(&mut bounds);
        for constraint in constraints {
            // Only a path without runs comes to a contradiction.
            let _ = take_in(terms, &mut on_path, constraint, true);
            on_path.speaks_of_terms = true;
        }
        on_path.of(terms, term)
    }

    /// What a symbol may be, if that is known.
    pub fn of_symbol(&self, symbol: SymbolId) -> Option<&Bounds> {
        self.bounds.get(symbol)
    }

    /// Whether it says anything of a symbol of the term.
    fn names(&self, terms: &Terms, term: TermId) -> bool {
        terms.symbols(term).iter().any(|&symbol| self.bounds.get(symbol).is_some())
    }

    /// Whether a symbol has one value left.
    #[inline]
    pub fn has_values(&self) -> bool {
        self.epoch != 0
    }

    fn value(&self, symbol: SymbolId) -> Option<u64> {
        self.bounds.get(symbol)?.value()
    }
}

/// The sides of an equation of a symbol and a number.
fn symbol_and_value(terms: &Terms, condition: TermId) -> Option<(SymbolId, u64)> {
    let &[a, b] = terms.arguments(condition) else { return None };
    if terms.kind(condition) != Kind::Eq {
        return None;
    }
    let sides = |one, other| terms.as_symbol(one).zip(terms.as_u64(other));
    sides(a, b).or_else(|| sides(b, a))
}

/// The bounds of a path while one constraint or condition is looked at.
struct OnPath<'p> {
    symbols: &'p mut SymbolMap<Bounds>,
    /// Of other terms: few, so a list is faster than a table.
    others: SmallVec<[(TermId, Bounds); 8]>,
    /// Whether a symbol has lost its last but one value.
    single: bool,
    /// Whether something was taken in that may be about terms without symbols that have bounds.
    speaks_of_terms: bool,
}

impl OnPath<'_> {
    fn new(symbols: &mut SymbolMap<Bounds>) -> OnPath<'_> {
        OnPath { symbols, others: SmallVec::new(), single: false, speaks_of_terms: false }
    }

    fn known(&self, term: TermId) -> Option<usize> {
        self.others.iter().position(|(other, _)| *other == term)
    }

    /// What was computed of a term, or what is known of it on every path.
    fn known_bounds(&self, terms: &Terms, term: TermId) -> Option<Bounds> {
        let known = match terms.as_symbol(term) {
            Some(symbol) => self.symbols.get(symbol),
            None => self.known(term).map(|at| &self.others[at].1),
        };
        known.copied().or_else(|| terms.bounds(term))
    }

    fn compute(&mut self, terms: &Terms, term: TermId) -> Option<Bounds> {
        let own = terms.bounds(term)?;
        if terms.arguments(term).is_empty() {
            return Some(own);
        }
        let is_own = !self.speaks_of_terms
            && terms.symbols(term).iter().all(|&symbol| self.symbols.get(symbol).is_none());
        if self.others.len() >= MOST_TERMS || is_own {
            return Some(own);
        }
        // Before its arguments are looked at, so that this ends however deep they are.
        let at = self.others.len();
        self.others.push((term, own));
        for &argument in terms.arguments(term) {
            if !terms.arguments(argument).is_empty() && self.known(argument).is_none() {
                self.compute(terms, argument);
            }
        }
        let bounds = terms
            .bounds_from(term, |argument| self.known_bounds(terms, argument))
            .and_then(|found| found.meet(&own));
        let bounds = bounds.unwrap_or(own);
        self.others[at].1 = bounds;
        Some(bounds)
    }
}

impl Narrowing for OnPath<'_> {
    fn of(&mut self, terms: &Terms, term: TermId) -> Option<Bounds> {
        match terms.arguments(term).is_empty() || self.known(term).is_some() {
            true => self.known_bounds(terms, term),
            false => self.compute(terms, term),
        }
    }

    fn narrow(
        &mut self,
        terms: &Terms,
        term: TermId,
        bounds: &Bounds,
    ) -> Result<bool, Contradiction> {
        // That a constraint holds is said, not computed.
        let before = match bounds.width {
            1 if terms.as_symbol(term).is_none() && self.known(term).is_none() => {
                terms.bounds(term)
            }
            _ => self.of(terms, term),
        };
        let Some(before) = before else { return Ok(false) };
        let after = before.meet(bounds).ok_or(Contradiction)?;
        if after == before {
            return Ok(false);
        }
        match terms.as_symbol(term) {
            Some(symbol) => {
                self.single |= after.value().is_some();
                self.symbols.insert(symbol, after);
            }
            None => match self.known(term) {
                Some(at) => self.others[at].1 = after,
                None => self.others.push((term, after)),
            },
        }
        Ok(true)
    }
}

/// What a run knows of replacing inputs by the only values that paths leave them.
#[derive(Default)]
pub struct Replacements {
    /// The symbols that may be replaced.
    inputs: FxHashSet<SymbolId>,
    epochs: u64,
    replaced: FxHashMap<(u64, TermId), TermId>,
}

impl Replacements {
    /// Notes an input of the program.
    pub fn allow(&mut self, symbol: SymbolId) {
        self.inputs.insert(symbol);
    }

    /// Notes that a path has left a symbol one value.
    pub fn renew(&mut self, path: &mut NarrowedSymbols) {
        self.epochs += 1;
        path.epoch = self.epochs;
    }

    fn value(&self, path: &NarrowedSymbols, symbol: SymbolId) -> Option<u64> {
        path.value(symbol).filter(|_| self.inputs.contains(&symbol))
    }

    /// The term with the inputs that have one value replaced by it.
    pub fn apply(&mut self, terms: &mut Terms, path: &NarrowedSymbols, term: TermId) -> TermId {
        if let Some(symbol) = terms.as_symbol(term) {
            return self
                .value(path, symbol)
                .map_or(term, |value| terms.bv(terms.width(term), value));
        }
        if let Some(&known) = self.replaced.get(&(path.epoch, term)) {
            return known;
        }
        let mut constants = FxHashMap::default();
        for &symbol in terms.symbols(term).iter() {
            if let Some(value) = self.value(path, symbol) {
                let symbol_term = terms.symbol_term(symbol);
                let width = terms.width(symbol_term);
                constants.insert(symbol, terms.bv(width, value));
            }
        }
        let replaced = match constants.is_empty() {
            true => term,
            false => terms.substitute(term, &constants),
        };
        if self.replaced.len() >= MOST_REPLACED {
            self.replaced.clear();
        }
        self.replaced.insert((path.epoch, term), replaced);
        replaced
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_term::Sort;

    fn symbol(terms: &mut Terms, name: &str, width: u32) -> (TermId, SymbolId) {
        let id = terms.fresh_symbol(name, Sort::BitVec(width));
        (terms.symbol_term(id), id)
    }

    #[test]
    fn bounds_that_meet_leave_one_value() {
        let mut terms = Terms::new();
        let (x, id) = symbol(&mut terms, "x", 32);
        let (y, _) = symbol(&mut terms, "y", 32);
        let ten = terms.bv(32, 10);
        let mut path = NarrowedSymbols::default();
        let mut replacements = Replacements::default();
        replacements.allow(id);

        let at_least = terms.bv_sle(ten, x);
        assert!(!path.take_in(&terms, at_least));
        let five = terms.bv(32, 5);
        let small = terms.bv_slt(x, five);
        assert_eq!(path.decides(&terms, small), Some(false));
        let same = terms.eq(x, y);
        assert_eq!(path.decides(&terms, same), None);

        let at_most = terms.bv_sle(x, ten);
        assert!(path.take_in(&terms, at_most));
        replacements.renew(&mut path);
        assert!(path.has_values());
        let sum = terms.bv_add(x, y);
        let expected = terms.bv_add(ten, y);
        assert_eq!(replacements.apply(&mut terms, &path, sum), expected);
        assert_eq!(replacements.apply(&mut terms, &path, x), ten);
        assert_eq!(replacements.apply(&mut terms, &path, y), y);
    }

    #[test]
    fn bytes_of_a_word_and_masks() {
        let mut terms = Terms::new();
        let (low, low_id) = symbol(&mut terms, "low", 8);
        let (high, high_id) = symbol(&mut terms, "high", 8);
        let word = terms.bv_concat(high, low);
        let mut path = NarrowedSymbols::default();
        let mut replacements = Replacements::default();
        replacements.allow(low_id);
        replacements.allow(high_id);
        for (mask, value) in [(0x5555, 0x1234 & 0x5555), (0xaaaa, 0x1234 & 0xaaaa)] {
            let (mask, value) = (terms.bv(16, mask), terms.bv(16, value));
            let masked = terms.bv_and(word, mask);
            let holds = terms.eq(masked, value);
            if path.take_in(&terms, holds) {
                replacements.renew(&mut path);
            }
        }
        let replaced = replacements.apply(&mut terms, &path, word);
        assert_eq!(terms.as_u64(replaced), Some(0x1234));
    }

    /// The symbols of addresses are not inputs of the program.
    #[test]
    fn what_is_no_input_stays() {
        let mut terms = Terms::new();
        let (base, _) = symbol(&mut terms, "base", 64);
        let value = terms.bv(64, 4096);
        let holds = terms.eq(base, value);
        let mut path = NarrowedSymbols::default();
        let mut replacements = Replacements::default();
        assert!(path.take_in(&terms, holds));
        replacements.renew(&mut path);
        assert_eq!(replacements.apply(&mut terms, &path, base), base);
    }
}
