//! Equations between sums, solved for a number: which index it is that `k + i == 999` asks for.
//!
//! **Invariant**: where the equation holds, the number is what is found.

use klew_term::{Sort, SymbolId, TermId, Terms};

/// What the symbol is where these are equal, in words of others; none if it is not found to be one summand of them.
pub(crate) fn solved(
    terms: &mut Terms,
    (one, other): (TermId, TermId),
    symbol: SymbolId,
) -> Option<TermId> {
    let own = terms.symbol_term(symbol);
    let sort = terms.sort(own);
    if !matches!(sort, Sort::BitVec(_)) || terms.sort(one) != sort {
        return None;
    }
    let difference = terms.bv_sub(one, other);
    [terms.bv_sub(own, difference), terms.bv_add(own, difference)]
        .into_iter()
        .find(|found| !terms.symbols(*found).contains(&symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summands_are_told_from_factors() {
        let mut terms = Terms::new();
        let [k, i] = ["k", "i"].map(|name| terms.symbol(name, Sort::BitVec(32)));
        let symbol = terms.as_symbol(k).expect("a symbol");
        let end = terms.bv(32, 999);
        let index = terms.bv_sub(end, i);
        let sum = terms.bv_add(k, i);
        assert_eq!(solved(&mut terms, (sum, end), symbol), Some(index));
        assert_eq!(solved(&mut terms, (k, index), symbol), Some(index));
        let opposite = terms.bv_neg(k);
        let negative = terms.bv_sub(i, end);
        assert_eq!(solved(&mut terms, (opposite, negative), symbol), Some(index));
        let two = terms.bv(32, 2);
        let twice = terms.bv_mul(k, two);
        assert_eq!(solved(&mut terms, (twice, i), symbol), None);
    }
}
