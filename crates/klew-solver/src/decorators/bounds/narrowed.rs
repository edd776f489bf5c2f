//! Bounds of terms while one query is looked at.

use klew_term::{Bounds, Contradiction, Narrowing, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Subterms of a query that is looked at: beyond, a solver is as fast.
const MOST_TERMS: usize = 2048;

/// The bounds of terms where they are narrower than the terms' own.
#[derive(Default)]
pub(super) struct Narrowed {
    narrowed: FxHashMap<TermId, Bounds>,
    pub(super) changed: bool,
}

impl Narrowing for Narrowed {
    fn of(&mut self, terms: &Terms, term: TermId) -> Option<Bounds> {
        self.get(terms, term)
    }

    fn narrow(
        &mut self,
        terms: &Terms,
        term: TermId,
        bounds: &Bounds,
    ) -> Result<bool, Contradiction> {
        let Some(before) = self.get(terms, term) else { return Ok(false) };
        let after = before.meet(bounds).ok_or(Contradiction)?;
        if after == before {
            return Ok(false);
        }
        self.changed = true;
        self.narrowed.insert(term, after);
        Ok(true)
    }
}

impl Narrowed {
    /// The bounds of a term; none for sorts without bounds.
    pub(super) fn get(&self, terms: &Terms, term: TermId) -> Option<Bounds> {
        self.narrowed.get(&term).copied().or_else(|| terms.bounds(term))
    }

    /// The bounds of terms from those of their arguments; `order` has arguments before the terms that use them.
    pub(super) fn propagate(
        &mut self,
        terms: &Terms,
        order: &[TermId],
    ) -> Result<(), Contradiction> {
        order.iter().try_for_each(|&term| self.propagate_to(terms, term))
    }

    /// The bounds of a term from those of its arguments.
    pub(super) fn propagate_to(
        &mut self,
        terms: &Terms,
        term: TermId,
    ) -> Result<(), Contradiction> {
        let arguments = terms.arguments(term);
        if !arguments.iter().any(|argument| self.narrowed.contains_key(argument)) {
            return Ok(());
        }
        if terms.bounds(term).is_none() {
            return Ok(());
        }
        let bounds = terms.bounds_from(term, |argument| self.get(terms, argument));
        self.narrow(terms, term, &bounds.ok_or(Contradiction)?)?;
        Ok(())
    }

    /// The symbols whose bounds are narrower than those of their sort, oldest first.
    pub(super) fn symbols(&self, terms: &Terms) -> Vec<(TermId, Bounds)> {
        let is_symbol = |(term, _): &(TermId, Bounds)| terms.as_symbol(*term).is_some();
        let all = self.narrowed.iter().map(|(&term, &bounds)| (term, bounds));
        let mut symbols: Vec<_> = all.filter(is_symbol).collect();
        symbols.sort_unstable_by_key(|(term, _)| *term);
        symbols
    }
}

/// The subterms of some terms, arguments first; nothing if they are too many. What no symbol is in is left out.
pub(super) fn subterms(terms: &Terms, roots: &[TermId]) -> Option<Vec<TermId>> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut open = roots.to_vec();
    let mut order = Vec::new();
    while let Some(term) = open.pop() {
        if terms.arguments(term).is_empty() || !seen.insert(term) {
            continue;
        }
        if order.len() == MOST_TERMS {
            return None;
        }
        order.push(term);
        match terms.table_read(term) {
            Some((_, index)) => open.push(index),
            None => open.extend_from_slice(terms.arguments(term)),
        }
    }
    order.sort_unstable();
    Some(order)
}
