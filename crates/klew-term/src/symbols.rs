//! Free symbols of terms, cached as interned sorted sets.
//!
//! Invariant: `of_term[t]` is `UNKNOWN` or the index of the set of t's free symbols; equal sets have one index.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::arena::Terms;
use crate::kind::{Kind, SymbolId, TermId};

const UNKNOWN: u32 = u32::MAX;

/// The cache behind `Terms::symbols`.
#[derive(Default)]
pub(crate) struct SymbolSets {
    of_term: Vec<u32>,
    sets: Vec<Arc<[SymbolId]>>,
    ids: FxHashMap<Arc<[SymbolId]>, u32>,
    unions: FxHashMap<(u32, u32), u32>,
}

impl SymbolSets {
    /// The free symbols of a term.
    pub(crate) fn of(&mut self, terms: &Terms, root: TermId) -> Arc<[SymbolId]> {
        if self.of_term.len() < terms.len() {
            self.of_term.resize(terms.len(), UNKNOWN);
        }
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.of_term[term.index()] != UNKNOWN {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for &argument in terms.arguments(term) {
                if self.of_term[argument.index()] == UNKNOWN {
                    stack.push(argument);
                }
            }
            if stack.len() == before {
                stack.pop();
                self.of_term[term.index()] = self.combine(terms, term);
            }
        }
        self.sets[self.of_term[root.index()] as usize].clone()
    }

    fn combine(&mut self, terms: &Terms, term: TermId) -> u32 {
        let kind = terms.kind(term);
        match kind {
            Kind::Symbol(symbol) => self.intern(&[symbol]),
            Kind::Forall(_) | Kind::Exists(_) => {
                let bound = terms.bound_symbols(kind);
                let body = self.of_term[terms.arguments(term)[0].index()];
                let free: Vec<SymbolId> = self.sets[body as usize]
                    .iter()
                    .copied()
                    .filter(|s| !bound.contains(s))
                    .collect();
                self.intern(&free)
            }
            _ => {
                let mut arguments = terms.arguments(term).iter();
                let Some(first) = arguments.next() else { return self.intern(&[]) };
                let mut set = self.of_term[first.index()];
                for argument in arguments {
                    set = self.union(set, self.of_term[argument.index()]);
                }
                set
            }
        }
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == b || self.sets[b as usize].is_empty() {
            return a;
        }
        if self.sets[a as usize].is_empty() {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&set) = self.unions.get(&key) {
            return set;
        }
        let merged = merge(&self.sets[a as usize], &self.sets[b as usize]);
        let set = self.intern(&merged);
        self.unions.insert(key, set);
        set
    }

    fn intern(&mut self, symbols: &[SymbolId]) -> u32 {
        if let Some(&id) = self.ids.get(symbols) {
            return id;
        }
        let id = self.sets.len() as u32;
        let set: Arc<[SymbolId]> = symbols.into();
        self.sets.push(set.clone());
        self.ids.insert(set, id);
        id
    }
}

fn merge(a: &[SymbolId], b: &[SymbolId]) -> Vec<SymbolId> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let next = a[i].min(b[j]);
        i += usize::from(a[i] == next);
        j += usize::from(b[j] == next);
        merged.push(next);
    }
    merged.extend_from_slice(&a[i..]);
    merged.extend_from_slice(&b[j..]);
    merged
}
