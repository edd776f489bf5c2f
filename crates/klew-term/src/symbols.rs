//! Free symbols of terms, cached as interned sorted sets.
//!
//! Sets of more than `LIMIT` symbols are kept only for the terms asked for: keeping them for every subterm of a
//! long chain would take quadratic memory.
//! Invariant: `of_term[t]` is `UNKNOWN`, `LARGE`, or the index of the set of t's free symbols; equal sets that have
//! an index have one index.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::Terms;
use crate::kind::{Kind, SymbolId, TermId};

const UNKNOWN: u32 = u32::MAX;
const LARGE: u32 = u32::MAX - 1;
const LIMIT: usize = 64;

/// The cache behind `Terms::symbols`.
#[derive(Default)]
pub(crate) struct SymbolSets {
    of_term: Vec<u32>,
    sets: Vec<Arc<[SymbolId]>>,
    ids: FxHashMap<Arc<[SymbolId]>, u32>,
    unions: FxHashMap<(u32, u32), u32>,
    large: FxHashMap<TermId, Arc<[SymbolId]>>,
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
        match self.of_term[root.index()] {
            LARGE => self.large_set(terms, root),
            set => self.sets[set as usize].clone(),
        }
    }

    /// The union of the sets below the large ones.
    fn large_set(&mut self, terms: &Terms, root: TermId) -> Arc<[SymbolId]> {
        if let Some(known) = self.large.get(&root) {
            return known.clone();
        }
        let mut symbols: FxHashSet<SymbolId> = FxHashSet::default();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.of_term[term.index()] {
                LARGE if term != root && self.large.contains_key(&term) => {
                    symbols.extend(self.large[&term].iter())
                }
                LARGE => stack.extend_from_slice(terms.arguments(term)),
                set => symbols.extend(self.sets[set as usize].iter()),
            }
        }
        // A bound symbol belongs to its quantifier alone, so it can go wherever the quantifier is below.
        for &term in &seen {
            for bound in terms.bound_symbols(terms.kind(term)) {
                symbols.remove(bound);
            }
        }
        let mut sorted: Vec<SymbolId> = symbols.into_iter().collect();
        sorted.sort_unstable();
        let set: Arc<[SymbolId]> = sorted.into();
        self.large.insert(root, set.clone());
        set
    }

    fn combine(&mut self, terms: &Terms, term: TermId) -> u32 {
        let kind = terms.kind(term);
        match kind {
            Kind::Symbol(symbol) => self.intern(&[symbol]),
            Kind::Forall(_) | Kind::Exists(_) => {
                let bound = terms.bound_symbols(kind);
                let body = self.of_term[terms.arguments(term)[0].index()];
                if body == LARGE {
                    return LARGE;
                }
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
        if a == LARGE || b == LARGE {
            return LARGE;
        }
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
        let set = if merged.len() > LIMIT { LARGE } else { self.intern(&merged) };
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
