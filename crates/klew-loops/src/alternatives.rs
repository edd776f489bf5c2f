//! The disjunction of conditions that mostly say the same: ways to a place that part late have their beginning in common.
//!
//! What all say is said once, outside: `(a ∧ b) ∨ (a ∧ c)` is `a ∧ (b ∨ c)`. So bounds of what is common are seen, and a
//! solver has it decided before it chooses a way.

use klew_term::{Kind, TermId, Terms};
use rustc_hash::FxHashSet;

/// Any of the formulas.
pub(crate) fn any(terms: &mut Terms, formulas: &[TermId]) -> TermId {
    let possible: Vec<TermId> =
        formulas.iter().copied().filter(|formula| terms.as_bool(*formula) != Some(false)).collect();
    let parts: Vec<Vec<TermId>> = possible.iter().map(|formula| parts(terms, *formula)).collect();
    let Some((first, others)) = parts.split_first() else { return terms.false_() };
    let mut common: FxHashSet<TermId> = first.iter().copied().collect();
    for other in others {
        let other: FxHashSet<TermId> = other.iter().copied().collect();
        common.retain(|part| other.contains(part));
    }
    let mut of_ways = |is_common: bool, way: &[TermId]| {
        let own = way.iter().copied().filter(|part| common.contains(part) == is_common);
        let own: Vec<TermId> = own.collect();
        terms.and_all(&own)
    };
    let start = of_ways(true, first);
    let ways: Vec<TermId> = parts.iter().map(|way| of_ways(false, way)).collect();
    let any = terms.or_all(&ways);
    terms.and(start, any)
}

/// What a formula says, each once, from the innermost on.
fn parts(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut open = vec![formula];
    let mut parts = Vec::new();
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match (terms.kind(term), terms.arguments(term)) {
            (Kind::And, &[one, other]) => open.extend([one, other]),
            _ => parts.push(term),
        }
    }
    parts.reverse();
    parts
}

#[cfg(test)]
mod tests {
    use klew_term::{Sort, Terms};

    use super::any;

    #[test]
    fn what_is_common_is_said_once() {
        let mut terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.symbol(name, Sort::Bool));
        let start = terms.and(a, b);
        let [one, other] = [c, d].map(|last| terms.and(start, last));
        let said = any(&mut terms, &[one, other]);
        let either = terms.or(c, d);
        let wanted = terms.and(start, either);
        assert_eq!(super::parts(&terms, said).len(), 3);
        assert!(
            super::parts(&terms, said)
                .iter()
                .all(|part| super::parts(&terms, wanted).contains(part))
        );
        let no = terms.false_();
        assert_eq!(any(&mut terms, &[no, start]), start);
        assert_eq!(any(&mut terms, &[]), no);
    }
}
