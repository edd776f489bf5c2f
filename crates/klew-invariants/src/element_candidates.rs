//! Facts of elements worth a try: what the program asks of an element, apart for each way in which the index lies to those that the
//! program uses, and perhaps in which its flags are set: `0 <= k && k < i && found == 0 ==> a[k] != e`.
//!
//! Equations and bounds of elements are computed ([`crate::strongest`]); that elements differ from something, are so or so, or
//! are multiples of something has no strongest form, so it is guessed from the program's own conditions, as D. Gopan, T. Reps and
//! M. Sagiv do (*A Framework for Numeric Analysis of Array Operations*, POPL 2005) with predicates that their user gives.
//!
//! **Invariant**: a fact mentions only the predicate's own variables.

mod asked;
mod by_index;

use std::collections::BTreeMap;

use klew_clauses::Meanings;
use klew_clauses::system::{Clause, Head, Predicate, PredicateId, System};
use klew_term::{SymbolId, TermId, Terms};

use crate::candidates::conditions;
use crate::indices::{Compared, Reach, index_conditions, index_domain, index_of, interests};
use crate::names::names_of;
use crate::telling::keep_telling;
use asked::{element_atoms, elements};

/// The most facts of a predicate.
const MAXIMUM: usize = 400;

/// How often conditions of one predicate are handed to those before and behind it.
const ROUNDS: usize = 3;

/// In which ways what the program asks of an element is taken for a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// As it is.
    Plainly,
    /// Apart by flags as well: values of which it is not known whether they are set.
    ByFlags,
    /// One of two such conditions, of elements of two arrays: what one of them is like says what the other is like.
    InPairs,
    /// As it is, by how the index lies to one of those of this or another loop, perhaps where a flag is set.
    OfAll,
}

/// Facts of elements for the predicates that these goals rest on.
pub fn element_candidates(
    (system, known): (&System, &Meanings),
    terms: &mut Terms,
    goals: &[usize],
    asking: Asking,
) -> Meanings {
    let clauses: Vec<Clause> = system.relevant(goals).into_iter().cloned().collect();
    let atoms = element_atoms(system, terms, &clauses);
    let leads_on = |clause: &&Clause| matches!(clause.head, Head::Predicate(_));
    let inner: Vec<Clause> = clauses.iter().filter(leads_on).cloned().collect();
    let reach = match asking {
        Asking::OfAll => Reach::All,
        Asking::Plainly | Asking::ByFlags | Asking::InPairs => Reach::Own,
    };
    let interests = interests(system, terms, &inner, (goals, reach));
    let places = index_conditions(system, terms, &interests);
    let mut flags = match asking {
        Asking::ByFlags | Asking::OfAll => flags(system, terms, (&clauses, goals), |_, _, _| true),
        Asking::Plainly | Asking::InPairs => BTreeMap::new(),
    };
    for (id, flags) in &mut flags {
        let known = known.get(id).map_or(&[][..], Vec::as_slice);
        flags.retain(|flag| !known.contains(flag) && !known.contains(&terms.not(*flag)));
    }
    let mut found = Meanings::new();
    for (id, atoms) in atoms {
        let conditions = places.get(&id).map_or(&[][..], Vec::as_slice);
        let flags = flags.get(&id).map_or(&[][..], Vec::as_slice);
        let mut guards = match reach {
            Reach::Own => {
                let domain = domain_within(system, terms, id, conditions);
                guards(terms, domain, &[conditions, flags].concat())
            }
            Reach::All => single_guards((system, id), terms, interests.of(id), (conditions, flags)),
        };
        let facts = known.get(&id).map_or(&[][..], Vec::as_slice);
        keep_telling(terms, facts, &mut guards);
        let place: &mut Vec<TermId> = found.entry(id).or_default();
        place.extend(orders(terms, interests.of(id)));
        let asked = match asking {
            Asking::InPairs => pairs(terms, &elements(system, id), &atoms),
            Asking::Plainly | Asking::ByFlags | Asking::OfAll => atoms,
        };
        for atom in asked {
            for guard in &guards {
                let fact = terms.implies(*guard, atom);
                if terms.as_bool(fact).is_none() && place.len() < MAXIMUM && !place.contains(&fact)
                {
                    place.push(fact);
                }
            }
        }
    }
    found
}

/// One or the other of two conditions, each of one element of its own.
fn pairs(terms: &mut Terms, elements: &[SymbolId], atoms: &[TermId]) -> Vec<TermId> {
    let mut alone: Vec<(SymbolId, TermId)> = Vec::new();
    for atom in atoms {
        let symbols = terms.symbols(*atom);
        let mut own = symbols.iter().filter(|symbol| elements.contains(symbol));
        if let (Some(element), None) = (own.next(), own.next()) {
            alone.push((*element, *atom));
        }
    }
    let mut found = Vec::new();
    for (number, (element, atom)) in alone.iter().enumerate() {
        for (_, second) in alone[number + 1..].iter().filter(|(other, _)| other != element) {
            found.push(terms.or(*atom, *second));
        }
    }
    found
}

/// How the places at which elements are told apart may lie to each other: a search does not pass the place of what it looks for.
fn orders(terms: &mut Terms, interests: &[(TermId, Compared)]) -> Vec<TermId> {
    let mut found = Vec::new();
    for (number, (one, _)) in interests.iter().enumerate() {
        for (other, _) in &interests[number + 1..] {
            found.extend([terms.bv_sle(*one, *other), terms.bv_sle(*other, *one)]);
        }
    }
    found.retain(|fact| terms.as_bool(*fact).is_none());
    found
}

/// Each way in which conditions hold or not, where the domain does.
fn guards(terms: &mut Terms, domain: TermId, conditions: &[TermId]) -> Vec<TermId> {
    let mut guards = vec![domain];
    for condition in conditions {
        let not = terms.not(*condition);
        guards = (guards.iter())
            .flat_map(|guard| [*condition, not].map(|side| terms.and(*guard, side)))
            .collect();
    }
    guards.retain(|guard| terms.as_bool(*guard) != Some(false));
    guards
}

/// Of which indices facts tell: where all elements are of one object, of those within it. Behind its end there may be anything.
fn domain_within(
    system: &System,
    terms: &mut Terms,
    id: PredicateId,
    conditions: &[TermId],
) -> TermId {
    let domain = index_domain(system, terms, id);
    match system.predicate(id).within.as_slice() {
        [within] if !conditions.contains(within) => terms.and(domain, *within),
        _ => domain,
    }
}

/// Each condition and what it rules out, by itself, and perhaps where a flag is set, or is not; and at each place of interest, if it is within
/// the objects: a loop ends where it found something, or behind the last element.
fn single_guards(
    (system, id): (&System, PredicateId),
    terms: &mut Terms,
    interests: &[(TermId, Compared)],
    (conditions, flags): (&[TermId], &[TermId]),
) -> Vec<TermId> {
    let domain = domain_within(system, terms, id, conditions);
    let mut found = Vec::new();
    for condition in conditions {
        let not = terms.not(*condition);
        found.extend([*condition, not].map(|side| terms.and(domain, side)));
        for flag in flags {
            let unset = terms.not(*flag);
            found.extend([*flag, unset].map(|set| terms.and_all(&[domain, *condition, set])));
        }
    }
    let Some(index) = index_of(system, terms, id) else { return found };
    for within in &system.predicate(id).within {
        for (place, _) in interests {
            let at = terms.eq(index, *place);
            found.push(terms.and_all(&[domain, *within, at]));
        }
    }
    found
}

/// Equations between a value and a constant, where the program asks them and on the ways to there: those that are wanted.
pub(crate) fn flags(
    system: &System,
    terms: &mut Terms,
    (clauses, goals): (&[Clause], &[usize]),
    is_wanted: impl Fn(&Predicate, &Terms, TermId) -> bool,
) -> BTreeMap<PredicateId, Vec<TermId>> {
    let mut found = conditions(system, terms, goals);
    for (id, conditions) in &mut found {
        let elements = elements(system, *id);
        conditions.retain(|it| {
            !terms.symbols(*it).iter().any(|symbol| elements.contains(symbol))
                && is_wanted(system.predicate(*id), terms, *it)
        });
    }
    for _ in 0..ROUNDS {
        for clause in clauses {
            let (Head::Predicate(head), Some(first)) = (&clause.head, clause.body.first()) else {
                continue;
            };
            if found.get(&head.predicate).is_some_and(|own| !own.is_empty()) {
                continue;
            }
            let names = names_of(system, terms, head, |_| true);
            for condition in found.get(&first.predicate).cloned().unwrap_or_default() {
                if terms.symbols(condition).iter().all(|symbol| names.contains_key(symbol)) {
                    let condition = terms.substitute(condition, &names);
                    found.entry(head.predicate).or_default().push(condition);
                }
            }
        }
    }
    found
}
