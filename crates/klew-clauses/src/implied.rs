//! Which facts say no more than others, as their form shows: `a && b ==> c` where `a ==> c` is there as well.
//!
//! Facts are tried of many places, apart for each way in which an index lies to each of them; where the weakest guard does, the others need no
//! query (as clauses that others subsume: J. A. Robinson, *A Machine-Oriented Logic Based on the Resolution Principle*, 1965, section 7).
//!
//! **Invariant**: what is left out is implied by one of those that are kept, whatever the symbols mean.

use klew_term::{Kind, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// A term or, if the flag is not set, its negation.
type Literal = (TermId, bool);

/// What is known of how some facts imply each other.
pub(crate) struct Implied {
    /// The facts that imply one, of those that were there.
    stronger: FxHashMap<TermId, Vec<TermId>>,
}

impl Implied {
    /// How these facts, and those that are left of them later, imply each other.
    pub(crate) fn of(terms: &Terms, facts: &[TermId]) -> Implied {
        let excluded: Vec<Vec<Literal>> = facts.iter().map(|it| excluded(terms, *it)).collect();
        let implies =
            |strong: usize, weak: usize| implies(terms, &excluded[strong], &excluded[weak]);
        let mut stronger = FxHashMap::default();
        for (number, weak) in facts.iter().enumerate() {
            // Of two that say the same, the first one is kept.
            let is_stronger = |other: &usize| {
                facts[*other] != *weak
                    && implies(*other, number)
                    && (*other < number || !implies(number, *other))
            };
            let found: Vec<TermId> =
                (0..facts.len()).filter(is_stronger).map(|other| facts[other]).collect();
            if !found.is_empty() {
                stronger.insert(*weak, found);
            }
        }
        Implied { stronger }
    }

    /// Whether one of others implies a fact.
    pub(crate) fn is_implied(&self, fact: TermId, is_there: impl Fn(&TermId) -> bool) -> bool {
        self.stronger.get(&fact).into_iter().flatten().any(is_there)
    }

    /// The facts, of those that are left, that no other one that is left implies.
    pub(crate) fn kept(&self, left: &[TermId]) -> Vec<TermId> {
        let all: FxHashSet<TermId> = left.iter().copied().collect();
        let is_implied = |fact: TermId| self.is_implied(fact, |strong| all.contains(strong));
        left.iter().copied().filter(|fact| !is_implied(*fact)).collect()
    }
}

/// The literals that a fact says are not true at once.
fn excluded(terms: &Terms, fact: TermId) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut open = vec![(fact, false)];
    while let Some((term, holds)) = open.pop() {
        match (terms.kind(term), holds) {
            (Kind::Not, _) => open.push((terms.arguments(term)[0], !holds)),
            (Kind::And, true) => open.extend(terms.arguments(term).iter().map(|it| (*it, true))),
            _ if !found.contains(&(term, holds)) => found.push((term, holds)),
            _ => {}
        }
    }
    found
}

/// Whether one fact implies another: whatever the first one excludes, the second one does only with more.
fn implies(terms: &Terms, strong: &[Literal], weak: &[Literal]) -> bool {
    strong.len() <= weak.len()
        && strong.iter().all(|wanted| weak.iter().any(|given| gives(terms, *given, *wanted)))
}

/// Whether one literal implies another, as both show: it is the same one, or about the same two numbers.
fn gives(terms: &Terms, given: Literal, wanted: Literal) -> bool {
    if given == wanted {
        return true;
    }
    let ((given, true), (wanted, false)) = (given, wanted) else { return false };
    let (&[a, b], &[c, d]) = (terms.arguments(given), terms.arguments(wanted)) else {
        return false;
    };
    let (same, turned) = ((a, b) == (c, d), (a, b) == (d, c));
    match (terms.kind(given), terms.kind(wanted)) {
        // What is less is not more, and not the same.
        (Kind::BvSlt, Kind::BvSlt) | (Kind::BvUlt, Kind::BvUlt) => turned,
        (Kind::BvSlt | Kind::BvUlt, Kind::Eq) | (Kind::Eq, Kind::BvSlt | Kind::BvUlt) => {
            same || turned
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use klew_term::Sort;

    use super::*;

    /// A guard, and a conclusion of it.
    type Guarded = fn(&mut Terms, [TermId; 3]) -> TermId;

    /// Which of the facts are kept where only those are left.
    fn kept(facts: &[Guarded], left: &[usize]) -> Vec<usize> {
        let mut terms = Terms::new();
        let numbers = ["i", "j", "k"].map(|name| terms.symbol(name, Sort::BitVec(8)));
        let facts: Vec<TermId> = facts.iter().map(|fact| fact(&mut terms, numbers)).collect();
        let left: Vec<TermId> = left.iter().map(|number| facts[*number]).collect();
        let kept = Implied::of(&terms, &facts).kept(&left);
        kept.iter().filter_map(|fact| facts.iter().position(|other| other == fact)).collect()
    }

    const LESS: Guarded = |terms, [i, j, k]| {
        let (guard, then) = (terms.bv_slt(i, j), terms.eq(j, k));
        terms.implies(guard, then)
    };
    const AT_MOST: Guarded = |terms, [i, j, k]| {
        let (guard, then) = (terms.bv_sle(i, j), terms.eq(j, k));
        terms.implies(guard, then)
    };
    const SAME: Guarded = |terms, [i, j, k]| {
        let (guard, then) = (terms.eq(i, j), terms.eq(j, k));
        terms.implies(guard, then)
    };
    const ALWAYS: Guarded = |terms, [_, j, k]| terms.eq(j, k);
    const BOTH: Guarded = |terms, [i, j, k]| {
        let (one, other, then) = (terms.bv_slt(i, j), terms.bv_slt(k, i), terms.eq(j, k));
        let guard = terms.and(one, other);
        terms.implies(guard, then)
    };

    #[test]
    fn what_a_weaker_guard_gives_needs_no_other() {
        assert_eq!(kept(&[LESS, BOTH, AT_MOST, SAME, ALWAYS], &[0, 1, 2, 3, 4]), [4]);
        assert_eq!(kept(&[LESS, BOTH, AT_MOST, SAME, ALWAYS], &[0, 1, 2, 3]), [2]);
        // Without it the others are needed again.
        assert_eq!(kept(&[LESS, BOTH, AT_MOST, SAME, ALWAYS], &[0, 1, 3]), [0, 3]);
        assert_eq!(kept(&[LESS, BOTH, AT_MOST, SAME, ALWAYS], &[1]), [1]);
    }

    #[test]
    fn of_facts_that_say_the_same_one_is_kept() {
        assert_eq!(kept(&[LESS, LESS], &[0]), [0]);
        const TURNED: Guarded = |terms, [i, j, k]| {
            let (one, other) = (terms.bv_slt(i, j), terms.bv_slt(k, i));
            let (rest, then) = (terms.eq(i, j), terms.eq(j, k));
            let guard = terms.and(rest, other);
            let guard = terms.and(one, guard);
            terms.implies(guard, then)
        };
        let first = kept(&[BOTH, TURNED], &[0, 1]);
        assert_eq!(first, [0]);
    }
}
