//! `Check::Initialised`: a value does not depend on memory that was never written: with anything else there, it would be the same.
//!
//! A value may name such memory and not depend on it (`a[j]` behind `a[i] = 1`, where `j` is `i`), so that is asked of a solver.

use klew_ir::Type;
use klew_memory::{Value, is_uninitialised_symbol};
use klew_term::{SymbolId, TermId};
use rustc_hash::FxHashMap;

use crate::decode::op::{CheckSite, Source};
use crate::machine::{Machine, Step};
use crate::report::Violation;
use crate::state::State;

impl Machine<'_> {
    /// Checks a value.
    pub fn check_initialised(
        &mut self,
        state: &mut State,
        value: Source,
        value_type: Type,
        site: &CheckSite,
    ) -> Step<()> {
        let terms = match self.operand(state, value, value_type) {
            Value::Term(term) => vec![term],
            Value::SymbolicPointer(pointer) => vec![pointer.object, pointer.offset],
            _ => return Ok(()),
        };
        let others = self.other_contents(state, &terms);
        if others.is_empty() {
            return Ok(());
        }
        let mut same = self.terms.true_();
        for term in terms {
            let other = self.terms.substitute(term, &others);
            let equal = self.terms.eq(term, other);
            same = self.terms.and(same, equal);
        }
        self.demand(state, site, same, Violation::Uninitialised)
    }

    /// For what was never written in terms, something else that may be there as well.
    fn other_contents(
        &mut self,
        state: &mut State,
        terms: &[TermId],
    ) -> FxHashMap<SymbolId, TermId> {
        let mut others = FxHashMap::default();
        for term in terms {
            for &symbol in self.terms.symbols(*term).iter() {
                let is_new = !others.contains_key(&symbol);
                if is_new && is_uninitialised_symbol(self.terms.symbol_name(symbol)) {
                    let sort = self.terms.symbol_sort(symbol);
                    let other = state.memory.uninitialised_symbol(self.terms, sort);
                    others.insert(symbol, other);
                }
            }
        }
        others
    }
}
