//! Facts worth a try: that a predicate's states do not lead to a goal at once, and the conditions that clauses ask of them.
//!
//! C. Flanagan, K. R. M. Leino, *Houdini, an Annotation Assistant for ESC/Java* (2001): all are tried together, and those that are not
//! inductive are dropped ([`klew_clauses::Certificate::weaken`]).
//!
//! **Invariant**: a fact mentions only the predicate's own variables.

use std::collections::BTreeMap;

use klew_clauses::Meanings;
use klew_clauses::system::{Head, PredicateId, System};
use klew_term::{Kind, TermId, Terms};

use crate::names::names_of;

/// The most facts of a predicate.
const MAXIMUM: usize = 60;

/// Facts for the predicates that these goals rest on.
pub fn candidates(system: &System, terms: &mut Terms, goals: &[usize]) -> Meanings {
    let mut found = Meanings::new();
    let clauses: Vec<_> = system.relevant(goals).into_iter().cloned().collect();
    for clause in &clauses {
        let is_goal = matches!(clause.head, Head::Goal(_));
        for application in &clause.body {
            let names = names_of(system, terms, application, |_| true);
            let mut facts = Vec::new();
            if is_goal {
                facts.push(terms.not(clause.constraint));
            }
            for atom in atoms(terms, clause.constraint) {
                facts.push(atom);
                facts.push(terms.not(atom));
            }
            for fact in facts {
                let known = terms.symbols(fact);
                if !known.iter().all(|symbol| names.contains_key(symbol)) {
                    continue;
                }
                let fact = terms.substitute(fact, &names);
                add(terms, application.predicate, fact, &mut found);
            }
        }
    }
    for clause in &clauses {
        let Head::Predicate(head) = &clause.head else { continue };
        // What was asked on the way to a loop is so behind: `if (old == new) return;`.
        let is_loop = clause.body.iter().any(|body| body.predicate == head.predicate);
        if is_loop {
            continue;
        }
        let names = names_of(system, terms, head, |_| true);
        for atom in atoms(terms, clause.constraint) {
            if terms.symbols(atom).iter().all(|symbol| names.contains_key(symbol)) {
                let atom = terms.substitute(atom, &names);
                add(terms, head.predicate, atom, &mut found);
                let not = terms.not(atom);
                add(terms, head.predicate, not, &mut found);
            }
        }
    }
    found
}

fn add(terms: &Terms, id: PredicateId, fact: TermId, found: &mut Meanings) {
    let place = found.entry(id).or_default();
    if terms.as_bool(fact).is_none() && !place.contains(&fact) && place.len() < MAXIMUM {
        place.push(fact);
    }
}

/// The most conditions by which states are kept apart.
const MAXIMUM_APART: usize = 2;

/// Conditions by which states of predicates are kept apart: equations between a variable and a constant, first those that goals ask.
pub(crate) fn conditions(
    system: &System,
    terms: &mut Terms,
    goals: &[usize],
) -> BTreeMap<PredicateId, Vec<TermId>> {
    let mut found: BTreeMap<PredicateId, Vec<TermId>> = BTreeMap::new();
    let mut clauses: Vec<_> = system.relevant(goals).into_iter().cloned().collect();
    clauses.sort_by_key(|clause| !matches!(clause.head, Head::Goal(_)));
    for clause in &clauses {
        for application in &clause.body {
            let names = names_of(system, terms, application, |_| true);
            for atom in atoms(terms, clause.constraint) {
                let symbols = terms.symbols(atom);
                let is_one = symbols.len() == 1 && names.contains_key(&symbols[0]);
                if !is_one || terms.kind(atom) != Kind::Eq {
                    continue;
                }
                let atom = terms.substitute(atom, &names);
                let place = found.entry(application.predicate).or_default();
                if place.len() < MAXIMUM_APART && !place.contains(&atom) {
                    place.push(atom);
                }
            }
        }
    }
    found
}

/// The comparisons in a condition.
pub(crate) fn atoms(terms: &Terms, condition: TermId) -> Vec<TermId> {
    let mut atoms = Vec::new();
    for term in terms.subterms(&[condition]) {
        let is_comparison = matches!(
            terms.kind(term),
            Kind::BvUlt | Kind::BvSlt | Kind::BvUle | Kind::BvSle | Kind::Eq
        );
        if is_comparison && atoms.len() < MAXIMUM {
            atoms.push(term);
        }
    }
    atoms
}
