//! Guards that say nothing: those that no state satisfies, as bounds alone show (`0 <= k && k < 1 && k != 0`), and those that say what
//! others say. Facts that are told where they hold would be asked about all the same.

use klew_term::{Kind, NarrowedTerms, SymbolId, TermId, Terms, take_in};
use rustc_hash::{FxHashMap, FxHashSet};

/// So often a guard is taken in: what one part of it says of a number may be told only after another.
const ROUNDS: usize = 3;

/// Keeps the guards that may hold where these facts do, each once.
pub(crate) fn keep_telling(terms: &mut Terms, facts: &[TermId], guards: &mut Vec<TermId>) {
    let mut constants: FxHashMap<SymbolId, TermId> = FxHashMap::default();
    for fact in facts {
        let (Kind::Eq, &[one, other]) = (terms.kind(*fact), terms.arguments(*fact)) else {
            continue;
        };
        for (variable, value) in [(one, other), (other, one)] {
            if let (Some(symbol), true) = (terms.as_symbol(variable), terms.is_constant(value)) {
                constants.insert(symbol, value);
            }
        }
    }
    let mut seen = FxHashSet::default();
    guards.retain(|guard| {
        let said = terms.substitute(*guard, &constants);
        seen.insert(said) && !is_contradictory(terms, said)
    });
}

/// Whether bounds show that a guard never holds.
fn is_contradictory(terms: &Terms, guard: TermId) -> bool {
    let mut known = NarrowedTerms::default();
    terms.as_bool(guard) == Some(false)
        || (0..ROUNDS).any(|_| take_in(terms, &mut known, guard, true).is_err())
}

#[cfg(test)]
mod tests {
    use klew_term::Sort;

    use super::*;

    #[test]
    fn only_what_never_holds() {
        let mut terms = Terms::new();
        let index = terms.symbol("index", Sort::BitVec(32));
        let [zero, one, most] = [0, 1, 1000].map(|number| terms.bv(32, number));
        let (at_least, less) = (terms.bv_sle(zero, index), terms.bv_slt(index, one));
        let other = terms.ne(index, zero);
        let guard = terms.and_all(&[at_least, less, other]);
        assert!(is_contradictory(&terms, guard));
        let within = terms.bv_slt(index, most);
        let at_end = terms.eq(index, most);
        let guard = terms.and_all(&[at_least, within, at_end]);
        assert!(is_contradictory(&terms, guard));
        for possible in [vec![at_least, less], vec![at_least, within, other]] {
            let guard = terms.and_all(&possible);
            assert!(!is_contradictory(&terms, guard));
        }
    }

    #[test]
    fn guards_that_say_the_same_are_one() {
        let mut terms = Terms::new();
        let [index, count] = ["index", "count"].map(|name| terms.symbol(name, Sort::BitVec(32)));
        let most = terms.bv(32, 1000);
        let [before, within] = [count, most].map(|end| terms.bv_slt(index, end));
        let is_most = terms.eq(count, most);
        let mut guards = vec![before, within];
        keep_telling(&mut terms, &[is_most], &mut guards);
        assert_eq!(guards, [before]);
        guards.push(within);
        keep_telling(&mut terms, &[], &mut guards);
        assert_eq!(guards, [before, within]);
    }
}
