//! What the program asks of elements: its comparisons of what it loads and stores, where it asks and on the ways from and to there.

use std::collections::BTreeMap;

use klew_clauses::system::{Application, Clause, Head, PredicateId, Role, System};
use klew_term::{Kind, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::ROUNDS;
use super::by_index::asked_by_index;
use crate::candidates::atoms;
use crate::names::{names_of, terms_named};

/// The most conditions of elements of a predicate.
const MAXIMUM_ATOMS: usize = 12;

/// So many more may be of nothing but one element: what was stored is often known by that alone.
const PLAIN_ATOMS: usize = 4;

/// For each predicate the conditions of its elements, over its own variables.
pub(super) type Atoms = BTreeMap<PredicateId, Vec<TermId>>;

/// What the program asks of elements, where it asks and on the ways from and to there.
pub(super) fn element_atoms(system: &System, terms: &mut Terms, clauses: &[Clause]) -> Atoms {
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
    let is_plain = terms.symbols(atom).len() == 1;
    let place = found.entry(id).or_default();
    let maximum = MAXIMUM_ATOMS + if is_plain { PLAIN_ATOMS } else { 0 };
    for atom in [atom, terms.not(atom)] {
        if place.len() < maximum && !place.contains(&atom) {
            place.push(atom);
        }
    }
}

/// The variables that are elements at the index that may be any.
pub(super) fn elements(system: &System, id: PredicateId) -> Vec<SymbolId> {
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
        for atom in asked_by_index(system, terms, (clause, asked), application) {
            add(system, terms, application.predicate, atom, found);
        }
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
