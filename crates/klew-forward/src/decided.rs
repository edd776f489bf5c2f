//! Conditions of which a path knows whether they hold: its own constraints, and what a solver said follows
//! from them. A path condition only grows, so it stays true.
//!
//! A small direct-mapped table: copying it is cheaper than asking again, whatever the path's length.
//!
//! **Invariant**: an entry is true of every run of the path. Whether one is there changes nothing but speed; it
//! follows from the path alone.

use klew_term::{Kind, TermId, Terms};

/// Entries, a power of two.
const ENTRIES: usize = 128;

/// How deep conjunctions within conjunctions are looked into.
const MOST_DEPTH: u32 = 3;

/// Conditions that hold and that do not, as far as the table has room.
#[derive(Clone)]
pub struct Decided {
    /// The term's number and its truth value, plus 2; 0 is no entry.
    entries: [u32; ENTRIES],
}

impl Default for Decided {
    fn default() -> Decided {
        Decided { entries: [0; ENTRIES] }
    }
}

impl std::fmt::Debug for Decided {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Decided({})", self.entries.iter().filter(|entry| **entry != 0).count())
    }
}

/// A condition without its negation, and whether it had one.
fn literal(terms: &Terms, condition: TermId) -> (TermId, bool) {
    match terms.kind(condition) {
        Kind::Not => (terms.arguments(condition)[0], true),
        _ => (condition, false),
    }
}

/// Where a term's entry is, and the entry if it is false; none for terms with too high a number.
fn place(term: TermId) -> Option<(usize, u32)> {
    let number = u32::try_from(term.index()).ok().filter(|number| *number < u32::MAX / 2 - 1)?;
    // Fibonacci hashing: terms of one path have numbers in rows.
    let hash = number.wrapping_mul(0x9e37_79b9) >> (32 - ENTRIES.trailing_zeros());
    Some((hash as usize, 2 * number + 2))
}

impl Decided {
    /// Whether the condition holds, if that is known: of itself, or of what it is the conjunction of.
    #[inline]
    pub fn get(&self, terms: &Terms, condition: TermId) -> Option<bool> {
        self.within(terms, condition, MOST_DEPTH)
    }

    fn within(&self, terms: &Terms, condition: TermId, depth: u32) -> Option<bool> {
        let (term, negated) = literal(terms, condition);
        let (at, entry) = place(term)?;
        let found = self.entries[at];
        if found & !1 == entry {
            return Some((found & 1 == 1) != negated);
        }
        let all = match terms.kind(term) {
            Kind::And if depth > 0 => self.all(terms, term, depth - 1)?,
            _ => return None,
        };
        Some(all != negated)
    }

    /// Whether all that a conjunction is made of holds.
    fn all(&self, terms: &Terms, conjunction: TermId, depth: u32) -> Option<bool> {
        let mut all = Some(true);
        for &part in terms.arguments(conjunction) {
            match self.within(terms, part, depth) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all = None,
            }
        }
        all
    }

    /// Remembers that a condition holds, and so do the conditions that it is the conjunction of.
    pub fn holds(&mut self, terms: &Terms, condition: TermId) {
        self.set(terms, condition, true);
        let (term, negated) = literal(terms, condition);
        let parts = match (terms.kind(term), negated) {
            (Kind::And, false) => true,
            (Kind::Or, true) => false,
            _ => return,
        };
        for &part in terms.arguments(term) {
            self.set(terms, part, parts);
        }
    }

    /// Remembers that a condition does not hold.
    pub fn fails(&mut self, terms: &Terms, condition: TermId) {
        self.set(terms, condition, false);
    }

    fn set(&mut self, terms: &Terms, condition: TermId, holds: bool) {
        let (term, negated) = literal(terms, condition);
        if let Some((at, entry)) = place(term) {
            self.entries[at] = entry | u32::from(holds != negated);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_term::Sort;

    #[test]
    fn conditions_and_what_they_are_made_of() {
        let mut terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.symbol(name, Sort::Bool));
        let not_a = terms.not(a);
        let both = terms.and(a, b);
        let either = terms.or(b, c);
        let neither = terms.not(either);

        let mut decided = Decided::default();
        assert_eq!(decided.get(&terms, a), None);
        decided.holds(&terms, both);
        assert_eq!(decided.get(&terms, both), Some(true));
        assert_eq!(decided.get(&terms, a), Some(true));
        assert_eq!(decided.get(&terms, not_a), Some(false));
        assert_eq!(decided.get(&terms, b), Some(true));
        assert_eq!(decided.get(&terms, c), None);

        let mut decided = Decided::default();
        decided.holds(&terms, neither);
        assert_eq!(decided.get(&terms, either), Some(false));
        assert_eq!(decided.get(&terms, b), Some(false));
        assert_eq!(decided.get(&terms, c), Some(false));

        let mut decided = Decided::default();
        decided.fails(&terms, both);
        assert_eq!(decided.get(&terms, both), Some(false));
        assert_eq!(decided.get(&terms, a), None);
        decided.fails(&terms, not_a);
        assert_eq!(decided.get(&terms, a), Some(true));

        let mut decided = Decided::default();
        decided.holds(&terms, a);
        assert_eq!(decided.get(&terms, both), None);
        decided.holds(&terms, b);
        assert_eq!(decided.get(&terms, both), Some(true));
        let with_c = terms.and(both, c);
        assert_eq!(decided.get(&terms, with_c), None);
        decided.fails(&terms, b);
        let not_with_c = terms.not(with_c);
        assert_eq!(decided.get(&terms, not_with_c), Some(true));
    }

    /// More conditions than there is room for: what is found is right.
    #[test]
    fn entries_are_never_another_terms() {
        let mut terms = Terms::new();
        let mut decided = Decided::default();
        let symbols: Vec<TermId> =
            (0..1000).map(|i| terms.symbol(&format!("s{i}"), Sort::Bool)).collect();
        for (i, &symbol) in symbols.iter().enumerate() {
            if i % 3 == 0 {
                decided.fails(&terms, symbol);
            } else {
                decided.holds(&terms, symbol);
            }
        }
        let mut found = 0;
        for (i, &symbol) in symbols.iter().enumerate() {
            if let Some(holds) = decided.get(&terms, symbol) {
                assert_eq!(holds, i % 3 != 0);
                found += 1;
            }
        }
        assert!((1..=ENTRIES).contains(&found));
    }
}
