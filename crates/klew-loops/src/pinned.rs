//! A formula without the symbols that it leaves only one value.
//!
//! Where the sizes are given, so is how often the loops go round that only count to them: what they wrote lies at constant
//! indices then, which solvers of arrays need not guess. The other symbols have the same values in models as before.

use klew_term::{NarrowedTerms, Narrowing, Sort, SymbolId, TermId, Terms, take_in};
use rustc_hash::FxHashMap;

/// Rounds, each of which may fix more.
const MOST_ROUNDS: u32 = 4;

/// The facts with each such symbol replaced by its value, as long as there are any.
pub(crate) fn pinned(terms: &mut Terms, mut facts: Vec<TermId>) -> Vec<TermId> {
    for _ in 0..MOST_ROUNDS {
        let mut known = NarrowedTerms::default();
        if facts.iter().any(|fact| take_in(terms, &mut known, *fact, true).is_err()) {
            // The solver says so, too.
            break;
        }
        let values = values(terms, &mut known, &facts);
        if values.is_empty() {
            break;
        }
        facts = terms.substitute_all(&facts, &values);
    }
    facts
}

/// The symbols whose bounds meet, with their values.
fn values(
    terms: &mut Terms,
    known: &mut NarrowedTerms,
    facts: &[TermId],
) -> FxHashMap<SymbolId, TermId> {
    let mut values = FxHashMap::default();
    for symbol in symbols(terms, facts) {
        let term = terms.symbol_term(symbol);
        let bounds = known.of(terms, term);
        if let Some((width, value)) = bounds.and_then(|known| Some((known.width, known.value()?))) {
            // Booleans are one bit wide in bounds, too.
            let is_truth = terms.sort(term) == Sort::Bool;
            let value = if is_truth { terms.bool(value == 1) } else { terms.bv(width, value) };
            values.insert(symbol, value);
        }
    }
    values
}

/// The symbols of all facts, each once, ascending.
pub(crate) fn symbols(terms: &Terms, facts: &[TermId]) -> Vec<SymbolId> {
    let mut symbols: Vec<SymbolId> =
        facts.iter().flat_map(|fact| terms.symbols(*fact).to_vec()).collect();
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

#[cfg(test)]
mod tests {
    use klew_term::{Sort, Terms};

    use super::pinned;

    /// `turns >= 3` and `turns < 4`, and what equals `turns` is found in the second round.
    #[test]
    fn bounds_that_meet() {
        let mut terms = Terms::new();
        let [turns, other] = ["turns", "other"].map(|name| {
            let symbol = terms.symbol(name, Sort::BitVec(8));
            terms.bv_zero_extend(symbol, 32)
        });
        let [three, four] = [3, 4].map(|value| terms.bv(32, value));
        let low = terms.bv_ule(three, turns);
        let high = terms.bv_ult(turns, four);
        let equal = terms.eq(other, turns);
        let facts = pinned(&mut terms, vec![equal, low, high]);
        assert!(facts.iter().all(|fact| terms.as_bool(*fact) == Some(true)), "{facts:?}");
    }
}
