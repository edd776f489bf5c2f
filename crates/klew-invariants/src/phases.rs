//! Phases of a loop: conditions that its body asks of the loop's own variables, and does not have to hold for the loop to go on. States in which
//! they hold are kept apart from the others, so that `x < 50` splits `while (x < 100) { x++; if (x > 50) y++; }` in two, each with equations of its own.
//!
//! R. Sharma, I. Dillig, T. Dillig, A. Aiken, *Simplifying Loop Invariant Generation Using Splitter Predicates* (CAV 2011); here the
//! loop is left as it is, and what is known of its head is.
//!
//! **Invariant**: a phase mentions only the predicate's own variables.

use std::collections::{BTreeMap, BTreeSet};

use klew_clauses::system::{Clause, Head, PredicateId, System};
use klew_term::{Kind, TermId, Terms};

use crate::candidates::atoms;
use crate::names::names_of;

/// The most phases are two to this power.
const MAXIMUM: usize = 2;

/// For each predicate the conditions that these clauses ask of its variables in the midst of their ways.
pub(crate) fn phases(
    system: &System,
    terms: &mut Terms,
    clauses: &[Clause],
) -> BTreeMap<PredicateId, Vec<TermId>> {
    let mut found: BTreeMap<PredicateId, Vec<TermId>> = BTreeMap::new();
    for clause in clauses {
        let (Head::Predicate(head), Some(from)) = (&clause.head, clause.body.first()) else {
            continue;
        };
        // Others are of ways into a loop, out of it or to the end of what is called.
        if !leads(clauses, head.predicate, from.predicate) {
            continue;
        }
        let names = names_of(system, terms, from, |_| true);
        for atom in asked_on_the_way(terms, clause.constraint, &head.arguments) {
            let symbols = terms.symbols(atom);
            if symbols.is_empty() || !symbols.iter().all(|symbol| names.contains_key(symbol)) {
                continue;
            }
            let atom = terms.substitute(atom, &names);
            let not = terms.not(atom);
            let place = found.entry(from.predicate).or_default();
            if !place.contains(&atom) && !place.contains(&not) {
                place.push(atom);
            }
        }
    }
    for asked in found.values_mut() {
        // How one variable lies to a constant tells more of where a loop is than how two lie to each other, as sizes of objects and indices do.
        asked.sort_by_key(|atom| terms.symbols(*atom).len());
        asked.truncate(MAXIMUM);
    }
    found
}

/// Whether runs go from one predicate to another.
fn leads(clauses: &[Clause], from: PredicateId, to: PredicateId) -> bool {
    let (mut seen, mut waiting) = (BTreeSet::from([from]), vec![from]);
    while let Some(id) = waiting.pop() {
        if id == to {
            return true;
        }
        let uses =
            |clause: &&Clause| clause.body.iter().any(|application| application.predicate == id);
        for clause in clauses.iter().filter(uses) {
            if let Head::Predicate(head) = &clause.head
                && seen.insert(head.predicate)
            {
                waiting.push(head.predicate);
            }
        }
    }
    false
}

/// The comparisons on which values depend, or which of several ways is gone; those that hold on all ways, or on none, aside.
fn asked_on_the_way(terms: &mut Terms, constraint: TermId, values: &[TermId]) -> Vec<TermId> {
    let mut always = vec![constraint];
    let mut next = 0;
    while let Some(term) = always.get(next).copied() {
        next += 1;
        if terms.kind(term) == Kind::And {
            always.extend(terms.arguments(term).to_vec());
        }
    }
    let mut roots = vec![constraint];
    roots.extend(values);
    let mut found = Vec::new();
    for term in terms.subterms(&roots) {
        let asked = match terms.kind(term) {
            Kind::Ite => terms.arguments(term)[0],
            Kind::And | Kind::Or if !always.contains(&term) => term,
            _ => continue,
        };
        for atom in atoms(terms, &[asked]) {
            let not = terms.not(atom);
            if !always.contains(&atom) && !always.contains(&not) && !found.contains(&atom) {
                found.push(atom);
            }
        }
    }
    found
}
