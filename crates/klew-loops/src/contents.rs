//! What iterated arrays hold, said wherever a formula reads them.
//!
//! [`ArrayContents`](crate::summary::ArrayContents) is a fact about every index of an array that nothing else speaks of; a
//! formula without quantifiers needs it at the indices that it reads, and these facts read others in turn.
//!
//! **Invariant**: what is added defines arrays that are symbols of their own, so it excludes no run.

use klew_term::{Kind, SymbolId, TermId};
use rustc_hash::FxHashSet;

use crate::backbones::Refusal;
use crate::looping::{MOST_TERMS, Unfolding};

impl Unfolding<'_, '_> {
    /// The formula, and what iterated arrays hold wherever it reads them.
    pub(crate) fn with_contents(&mut self, formula: TermId) -> Result<Vec<TermId>, Refusal> {
        let mut facts = vec![formula];
        let mut open = vec![formula];
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut said: FxHashSet<(SymbolId, TermId)> = FxHashSet::default();
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            if self.context.terms.len() > MOST_TERMS {
                return Err(Refusal::Size);
            }
            open.extend_from_slice(self.context.terms.arguments(term));
            if self.context.terms.kind(term) != Kind::Select {
                continue;
            }
            let index = self.context.terms.arguments(term)[1];
            for array in self.read_arrays(self.context.terms.arguments(term)[0]) {
                let Some(contents) = self.arrays.get(&array) else { continue };
                if !said.insert((array, index)) {
                    continue;
                }
                let (value, at) = (contents.value, contents.index);
                let value = self.context.with(value, &[(at, index)].into_iter().collect());
                let array = self.context.terms.symbol_term(array);
                let element = self.context.terms.select(array, index);
                let fact = self.context.terms.eq(element, value);
                facts.push(fact);
                open.push(fact);
            }
        }
        Ok(facts)
    }

    /// The arrays without writes that a read of an array may come to.
    fn read_arrays(&self, array: TermId) -> Vec<SymbolId> {
        let terms = &self.context.terms;
        let (mut open, mut found) = (vec![array], Vec::new());
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        while let Some(array) = open.pop() {
            if !seen.insert(array) {
                continue;
            }
            match terms.kind(array) {
                Kind::Symbol(symbol) => found.push(symbol),
                Kind::Store => open.push(terms.arguments(array)[0]),
                Kind::Ite => open.extend(&terms.arguments(array)[1..]),
                _ => {}
            }
        }
        found
    }
}
