//! Rebuilding terms: substitution of terms for symbols, and copying between arenas.
//!
//! Invariant: bound symbols are never replaced; they are fresh for their quantifier, so nothing is captured.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::arena::Terms;
use crate::kind::{Kind, SymbolId, TermId};

impl Terms {
    /// The term with symbols replaced by terms of their sorts, all at once.
    pub fn substitute(
        &mut self,
        term: TermId,
        replacements: &FxHashMap<SymbolId, TermId>,
    ) -> TermId {
        self.substitute_all(&[term], replacements)[0]
    }

    /// Several terms with symbols replaced, sharing the work.
    pub fn substitute_all(
        &mut self,
        roots: &[TermId],
        replacements: &FxHashMap<SymbolId, TermId>,
    ) -> Vec<TermId> {
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for term in self.subterms(roots) {
            let kind = self.kind(term);
            let result = match kind {
                Kind::Symbol(symbol) => replacements.get(&symbol).copied().unwrap_or(term),
                _ => {
                    let old: SmallVec<[TermId; 3]> = SmallVec::from_slice(self.arguments(term));
                    let new: SmallVec<[TermId; 3]> =
                        old.iter().map(|argument| done[argument]).collect();
                    if old == new { term } else { self.apply(kind, &new) }
                }
            };
            done.insert(term, result);
        }
        roots.iter().map(|root| done[root]).collect()
    }
}

/// Copies a term into another arena through that arena's constructors. Symbols keep their ids: symbols the
/// destination does not have yet are made with the source's names and sorts. Both arenas must have made the
/// symbols they share in the same order (the usual use: the destination is new).
pub fn rewrite_into(source: &Terms, term: TermId, destination: &mut Terms) -> TermId {
    while let Some(symbol) = source.symbol_at(destination.symbol_count()) {
        destination.fresh_symbol(source.symbol_name(symbol), source.symbol_sort(symbol));
    }
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for subterm in source.subterms(&[term]) {
        let kind = source.kind(subterm);
        let copy = match kind {
            Kind::Symbol(symbol) => destination.symbol_term(symbol),
            _ if kind.is_scalar_constant() => match source.as_constant(subterm) {
                Some(value) => destination.constant(&value),
                // Scalar constants have values; false keeps the function total.
                None => destination.false_(),
            },
            Kind::Forall(_) | Kind::Exists(_) => {
                let bound = destination.intern_bound(source.bound_symbols(kind));
                let body = done[&source.arguments(subterm)[0]];
                let kind = if matches!(kind, Kind::Forall(_)) {
                    Kind::Forall(bound)
                } else {
                    Kind::Exists(bound)
                };
                destination.apply(kind, &[body])
            }
            _ => {
                let arguments: SmallVec<[TermId; 3]> =
                    source.arguments(subterm).iter().map(|argument| done[argument]).collect();
                destination.apply(kind, &arguments)
            }
        };
        done.insert(subterm, copy);
    }
    done[&term]
}
