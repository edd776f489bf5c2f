//! Facts of elements worth a try: what the program asks of an element, apart for each way in which the index lies to those that the
//! program uses, and perhaps in which its flags are set: `0 <= k && k < i && found == 0 ==> a[k] != e`.
//!
//! Equations and bounds of elements are computed ([`crate::strongest`]); that elements differ from something, are so or so, or
//! are multiples of something has no strongest form, so it is guessed from the program's own conditions, as D. Gopan, T. Reps and
//! M. Sagiv do (*A Framework for Numeric Analysis of Array Operations*, POPL 2005) with predicates that their user gives.
//!
//! **Invariant**: a fact mentions only the predicate's own variables.

use std::collections::BTreeMap;

use klew_clauses::Meanings;
use klew_clauses::system::{Application, Clause, Head, PredicateId, Role, System};
use klew_term::{Kind, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::candidates::{atoms, conditions};
use crate::indices::{Compared, Reach, index_conditions, index_domain, index_of, interests};
use crate::names::{names_of, terms_named};

/// The most conditions of elements of a predicate.
const MAXIMUM_ATOMS: usize = 12;

/// The most facts of a predicate.
const MAXIMUM: usize = 400;

/// How often conditions of one predicate are handed to those before and behind it.
const ROUNDS: usize = 3;

/// For each predicate the conditions of its elements, over its own variables.
type Atoms = BTreeMap<PredicateId, Vec<TermId>>;

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
        Asking::ByFlags | Asking::OfAll => flags(system, terms, (&clauses, goals)),
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
        let guards = match reach {
            Reach::Own => {
                let domain = index_domain(system, terms, id);
                guards(terms, domain, &[conditions, flags].concat())
            }
            Reach::All => single_guards((system, id), terms, interests.of(id), (conditions, flags)),
        };
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

/// Each condition and what it rules out, by itself, and perhaps where a flag is set, or is not; and at each place of interest, if it is within
/// the objects: a loop ends where it found something, or behind the last element.
fn single_guards(
    (system, id): (&System, PredicateId),
    terms: &mut Terms,
    interests: &[(TermId, Compared)],
    (conditions, flags): (&[TermId], &[TermId]),
) -> Vec<TermId> {
    let domain = index_domain(system, terms, id);
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

/// What the program asks of elements, where it asks and on the ways from and to there.
fn element_atoms(system: &System, terms: &mut Terms, clauses: &[Clause]) -> Atoms {
    let mut found = Atoms::new();
    let asked: Vec<Vec<TermId>> = clauses.iter().map(|it| plain_atoms(system, terms, it)).collect();
    for (clause, asked) in clauses.iter().zip(&asked) {
        asked_of_body(system, terms, (clause, asked), &mut found);
    }
    for (clause, asked) in clauses.iter().zip(&asked) {
        asked_of_stored(system, terms, (clause, asked), &mut found);
    }
    for id in found.keys().copied().collect::<Vec<_>>() {
        of_other_elements(system, terms, id, &mut found);
    }
    for _ in 0..ROUNDS {
        for clause in clauses {
            let (Head::Predicate(head), Some(first)) = (&clause.head, clause.body.first()) else {
                continue;
            };
            if first.predicate != head.predicate {
                hand_over(system, terms, (first, head), &mut found);
                hand_over(system, terms, (head, first), &mut found);
            }
        }
    }
    found
}

/// Adds a condition and what it rules out, if it is one of elements.
fn add(system: &System, terms: &mut Terms, id: PredicateId, atom: TermId, found: &mut Atoms) {
    let is_of_elements =
        elements(system, id).iter().any(|element| terms.symbols(atom).contains(element));
    if !is_of_elements || terms.as_bool(atom).is_some() {
        return;
    }
    let place = found.entry(id).or_default();
    for atom in [atom, terms.not(atom)] {
        if place.len() < MAXIMUM_ATOMS && !place.contains(&atom) {
            place.push(atom);
        }
    }
}

fn elements(system: &System, id: PredicateId) -> Vec<SymbolId> {
    let variables = system.predicate(id).variables.iter();
    variables.filter(|it| it.role == Role::Element).map(|it| it.symbol).collect()
}

/// The comparisons of a clause, and those by which it chooses values; of a value that is one of several, as a load may miss, with each of
/// them.
fn plain_atoms(system: &System, terms: &mut Terms, clause: &Clause) -> Vec<TermId> {
    let mut roots = vec![clause.constraint];
    if let Head::Predicate(head) = &clause.head {
        let variables = system.predicate(head.predicate).variables.iter();
        let values = variables.zip(&head.arguments).filter(|(it, _)| it.role == Role::Value);
        roots.extend(values.map(|(_, argument)| *argument));
    }
    let mut found = Vec::new();
    for atom in atoms(terms, &roots) {
        for sides in SIDES {
            let atom = without_choices(terms, atom, sides);
            if !found.contains(&atom) {
                found.push(atom);
            }
        }
    }
    found
}

/// Which sides of choices are taken: of outer ones, of all within.
const SIDES: [[usize; 2]; 4] = [[1, 1], [2, 2], [1, 2], [2, 1]];

/// A term with each choice replaced by one of its sides.
fn without_choices(terms: &mut Terms, term: TermId, sides: [usize; 2]) -> TermId {
    let inner = terms.subterms(&[term]);
    let mut within: Option<FxHashMap<TermId, TermId>> = None;
    for side in sides.into_iter().rev() {
        let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &one in &inner {
            let arguments = terms.arguments(one).to_vec();
            let plain = match (terms.kind(one), arguments.get(side)) {
                (Kind::Ite, Some(chosen)) => within.as_ref().unwrap_or(&new)[chosen],
                _ if arguments.is_empty() => one,
                (kind, _) => {
                    let arguments: Vec<TermId> = arguments.iter().map(|it| new[it]).collect();
                    terms.apply(kind, &arguments)
                }
            };
            new.insert(one, plain);
        }
        within = Some(new);
    }
    within.map_or(term, |new| new[&term])
}

/// Conditions of what a clause loads.
fn asked_of_body(
    system: &System,
    terms: &mut Terms,
    (clause, asked): (&Clause, &[TermId]),
    found: &mut Atoms,
) {
    for application in &clause.body {
        let names = names_of(system, terms, application, |_| true);
        for atom in asked {
            if terms.symbols(*atom).iter().all(|symbol| names.contains_key(symbol)) {
                let atom = terms.substitute(*atom, &names);
                add(system, terms, application.predicate, atom, found);
            }
        }
    }
}

/// Conditions of a number that a clause may store.
fn asked_of_stored(
    system: &System,
    terms: &mut Terms,
    (clause, asked): (&Clause, &[TermId]),
    found: &mut Atoms,
) {
    let Head::Predicate(head) = &clause.head else { return };
    let variables = &system.predicate(head.predicate).variables;
    let is_value = |role| role == Role::Value;
    let values = names_of(system, terms, head, is_value);
    // Counters are where it is stored, not what.
    let before: Vec<SymbolId> = (clause.body.first().into_iter())
        .flat_map(|first| names_of(system, terms, first, is_value).into_keys())
        .collect();
    for (variable, argument) in variables.iter().zip(&head.arguments) {
        if variable.role != Role::Element {
            continue;
        }
        let element = terms.symbol_term(variable.symbol);
        let stored = terms.symbols(*argument).to_vec();
        let stored = stored
            .into_iter()
            .filter(|it| terms.symbol_sort(*it) == terms.sort(element) && !before.contains(it));
        for symbol in stored.collect::<Vec<_>>() {
            let mut names = values.clone();
            names.insert(symbol, element);
            for atom in asked {
                let symbols = terms.symbols(*atom);
                if symbols.contains(&symbol) && symbols.iter().all(|it| names.contains_key(it)) {
                    let atom = terms.substitute(*atom, &names);
                    add(system, terms, head.predicate, atom, found);
                }
            }
        }
    }
}

/// What is asked of one array may be so of another to which it is copied.
fn of_other_elements(system: &System, terms: &mut Terms, id: PredicateId, found: &mut Atoms) {
    let elements = elements(system, id);
    for atom in found.get(&id).cloned().unwrap_or_default() {
        let symbols = terms.symbols(atom).to_vec();
        let mut own = symbols.iter().filter(|symbol| elements.contains(symbol));
        let (Some(one), None) = (own.next(), own.next()) else { continue };
        for other in &elements {
            if other != one && terms.symbol_sort(*other) == terms.symbol_sort(*one) {
                let name = terms.symbol_term(*other);
                let atom = terms.substitute(atom, &FxHashMap::from_iter([(*one, name)]));
                add(system, terms, id, atom, found);
            }
        }
    }
}

/// Conditions of one end of a clause are of interest at its other, if what they are about stays.
fn hand_over(
    system: &System,
    terms: &mut Terms,
    (from, to): (&Application, &Application),
    found: &mut Atoms,
) {
    let Some(atoms) = found.get(&from.predicate).cloned() else { return };
    let behind = terms_named(system, terms, to, |_| true);
    let mut names: FxHashMap<SymbolId, TermId> = FxHashMap::default();
    let variables = system.predicate(from.predicate).variables.iter();
    for (variable, argument) in variables.zip(&from.arguments) {
        if let Some(name) = behind.get(argument) {
            names.insert(variable.symbol, *name);
        }
    }
    for atom in atoms {
        if terms.symbols(atom).iter().all(|symbol| names.contains_key(symbol)) {
            let atom = terms.substitute(atom, &names);
            add(system, terms, to.predicate, atom, found);
        }
    }
}

/// Equations between a value and a constant, where the program asks them and on the ways to there.
fn flags(
    system: &System,
    terms: &mut Terms,
    (clauses, goals): (&[Clause], &[usize]),
) -> BTreeMap<PredicateId, Vec<TermId>> {
    let mut found = conditions(system, terms, goals);
    for (id, conditions) in &mut found {
        let elements = elements(system, *id);
        conditions.retain(|it| !terms.symbols(*it).iter().any(|symbol| elements.contains(symbol)));
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
