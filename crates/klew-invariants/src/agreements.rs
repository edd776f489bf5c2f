//! What clauses say of their own words, and the program does not: elements at one index are one value, whoever keeps it.
//!
//! Guesses are made of what the program asks, so these are left out there.

use klew_clauses::conjuncts;
use klew_clauses::system::{Clause, Role, System};
use klew_term::{Kind, TermId, Terms};

/// What a clause asks, without what it says of its own words: that elements at one index are one value, whoever keeps it.
pub(crate) fn without_agreements(system: &System, terms: &mut Terms, clause: &Clause) -> TermId {
    let mut indices: Vec<TermId> = Vec::new();
    for application in &clause.body {
        let variables = system.predicate(application.predicate).variables.iter();
        let own = variables.zip(&application.arguments);
        let own = own.filter(|(it, _)| matches!(it.role, Role::Index | Role::SecondIndex));
        indices.extend(own.map(|(_, argument)| *argument));
    }
    let is_of_index = |terms: &Terms, term: TermId| {
        terms.kind(term) == Kind::Eq && terms.arguments(term).iter().any(|it| indices.contains(it))
    };
    let is_agreement = |terms: &Terms, fact: TermId| {
        let Some(both) = negated(terms, fact).filter(|it| terms.kind(*it) == Kind::And) else {
            return false;
        };
        let &[one, other] = terms.arguments(both) else { return false };
        [(one, other), (other, one)].iter().any(|(same_index, differ)| {
            let same = negated(terms, *differ).filter(|it| terms.kind(*it) == Kind::Eq);
            is_of_index(terms, *same_index)
                && same.is_some_and(|same| {
                    terms.arguments(same).iter().all(|it| terms.as_symbol(*it).is_some())
                })
        })
    };
    let mut asked = conjuncts(terms, &[clause.constraint]);
    asked.retain(|fact| !is_agreement(terms, *fact));
    terms.and_all(&asked)
}

/// What a term says does not hold.
fn negated(terms: &Terms, term: TermId) -> Option<TermId> {
    (terms.kind(term) == Kind::Not).then(|| terms.arguments(term)[0])
}
