//! By what the program compares elements, and in which direction it asks for them to be ordered.

use std::collections::{BTreeMap, BTreeSet};

use klew_clauses::system::{Clause, Head, PredicateId, Role, System, Variable};
use klew_term::{Kind, SymbolId, TermId, Terms};

use super::Direction;
use super::guards::narrow;

/// So many values that were elements.
const MAXIMUM_COPIES: usize = 3;

/// How the program compares elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Comparison {
    Signed,
    Unsigned,
    Equality,
}

/// How two numbers are to each other, perhaps: where the second one is the larger one, where it is the smaller one.
pub(super) fn compared(
    terms: &mut Terms,
    (one, other): (TermId, TermId),
    comparisons: &BTreeSet<Comparison>,
) -> Vec<(Option<Direction>, TermId)> {
    let mut found = Vec::new();
    for comparison in comparisons {
        let (up, down) = match comparison {
            Comparison::Signed => (terms.bv_sle(one, other), terms.bv_sle(other, one)),
            Comparison::Unsigned => (terms.bv_ule(one, other), terms.bv_ule(other, one)),
            Comparison::Equality => {
                found.push((None, terms.ne(one, other)));
                continue;
            }
        };
        found.extend([(Some(Direction::Up), up), (Some(Direction::Down), down)]);
    }
    found
}

/// The values that were elements or became some, by predicate: the least one so far; and what elements are compared with.
pub(super) fn copies(
    system: &System,
    terms: &Terms,
    clauses: &[Clause],
) -> BTreeMap<PredicateId, Vec<SymbolId>> {
    let mut found: BTreeMap<PredicateId, Vec<SymbolId>> = BTreeMap::new();
    for clause in clauses {
        let Head::Predicate(head) = &clause.head else { continue };
        let elements = elements_of(system, terms, clause);
        let variables = system.predicate(head.predicate).variables.iter();
        let arguments = variables.clone().zip(&head.arguments);
        let mut stored = BTreeSet::new();
        for (_, argument) in arguments.filter(|(variable, _)| is_of_element(variable.role)) {
            add_cases(terms, *argument, &mut stored);
        }
        for (variable, argument) in variables.zip(&head.arguments) {
            let mut cases = BTreeSet::new();
            add_cases(terms, *argument, &mut cases);
            let is_element = may_be(terms, *argument, &elements) || !cases.is_disjoint(&stored);
            let place = found.entry(head.predicate).or_default();
            if variable.role == Role::Value
                && is_element
                && place.len() < MAXIMUM_COPIES
                && !place.contains(&variable.symbol)
            {
                place.push(variable.symbol);
            }
        }
    }
    let pivots = pivots(system, terms, clauses);
    for (number, predicate) in system.predicates.iter().enumerate() {
        let place = found.entry(PredicateId(number as u32)).or_default();
        let is_pivot = |it: &&Variable| it.role == Role::Value && pivots.contains(&*it.name);
        for variable in predicate.variables.iter().filter(is_pivot) {
            if place.len() < MAXIMUM_COPIES && !place.contains(&variable.symbol) {
                place.push(variable.symbol);
            }
        }
    }
    found
}

fn is_of_element(role: Role) -> bool {
    matches!(role, Role::Element | Role::SecondElement)
}

/// Adds what a value is in some case, but for constants.
fn add_cases(terms: &Terms, value: TermId, cases: &mut BTreeSet<TermId>) {
    match (terms.kind(value), terms.arguments(value)) {
        (Kind::Ite, &[_, one, other]) => {
            add_cases(terms, one, cases);
            add_cases(terms, other, cases);
        }
        _ if terms.is_constant(value) => {}
        _ => {
            cases.insert(value);
        }
    }
}

/// What values are called that elements are compared with.
fn pivots<'s>(system: &'s System, terms: &Terms, clauses: &[Clause]) -> BTreeSet<&'s str> {
    let mut found = BTreeSet::new();
    for clause in clauses {
        let Some(first) = clause.body.first() else { continue };
        let elements = elements_of(system, terms, clause);
        let values = system.predicate(first.predicate).variables.iter().zip(&first.arguments);
        let values = values.filter(|(variable, _)| variable.role == Role::Value);
        let names: BTreeMap<SymbolId, &str> = values
            .filter_map(|(variable, symbol)| Some((terms.as_symbol(*symbol)?, &*variable.name)))
            .collect();
        for term in terms.subterms(&[clause.constraint]) {
            let (Kind::BvSlt | Kind::BvUlt, &[one, other]) =
                (terms.kind(term), terms.arguments(term))
            else {
                continue;
            };
            for (element, value) in [(one, other), (other, one)] {
                let name = terms.as_symbol(value).and_then(|value| names.get(&value));
                found.extend(name.filter(|_| may_be(terms, element, &elements)));
            }
        }
    }
    found
}

/// Whether a value is one of these symbols, in some case.
fn may_be(terms: &Terms, value: TermId, symbols: &BTreeSet<SymbolId>) -> bool {
    match (terms.kind(value), terms.arguments(value)) {
        (Kind::Ite, &[_, one, other]) => {
            may_be(terms, one, symbols) || may_be(terms, other, symbols)
        }
        _ => terms.as_symbol(value).is_some_and(|symbol| symbols.contains(&symbol)),
    }
}

/// Whether the goals ask that what comes later is the larger one, or the smaller one, of elements that are some places from each other; and
/// whether it may not be as large, or as small.
pub(super) fn asked_direction(
    system: &System,
    terms: &mut Terms,
    clauses: &[Clause],
) -> Option<(Direction, bool)> {
    let mut found = None;
    for clause in clauses.iter().filter(|clause| matches!(clause.head, Head::Goal(_))) {
        let places = places_of_elements(system, terms, clause);
        let place = |terms: &Terms, term| {
            let symbols = terms.symbols(term);
            let mut own = symbols.iter().filter_map(|symbol| places.get(symbol).copied());
            own.next().filter(|_| own.next().is_none())
        };
        let all = terms.subterms(&[clause.constraint]);
        let negated: BTreeSet<TermId> = all
            .iter()
            .filter(|term| terms.kind(**term) == Kind::Not)
            .flat_map(|term| terms.arguments(*term).to_vec())
            .collect();
        for term in all {
            let is_order = matches!(terms.kind(term), Kind::BvSlt | Kind::BvUlt);
            let &[less, more] = terms.arguments(term) else { continue };
            let (true, Some(less), Some(more)) = (is_order, place(terms, less), place(terms, more))
            else {
                continue;
            };
            let (less, more) = (narrow(terms, less), narrow(terms, more));
            if terms.width(less) != terms.width(more) {
                return None;
            }
            // What it is that must not be.
            let between = terms.bv_sub(less, more);
            let between = terms.as_bitvec(between)?;
            // That the one is not less is what must not be where it has to be less.
            let is_strict = negated.contains(&term);
            let direction = match between.is_negative() != is_strict {
                true => Direction::Down,
                false => Direction::Up,
            };
            if found.is_some_and(|other| other != (direction, is_strict)) {
                return None;
            }
            found = Some((direction, is_strict));
        }
    }
    found
}

/// The indices at which a clause loads, by the symbols of what stands there.
fn places_of_elements(
    system: &System,
    terms: &Terms,
    clause: &Clause,
) -> BTreeMap<SymbolId, TermId> {
    let mut index_of: BTreeMap<SymbolId, SymbolId> = BTreeMap::new();
    for application in &clause.body {
        let mut index = None;
        let variables = system.predicate(application.predicate).variables.iter();
        for (variable, argument) in variables.zip(&application.arguments) {
            let symbol = terms.as_symbol(*argument);
            match variable.role {
                Role::Index | Role::SecondIndex => index = symbol,
                Role::Element | Role::SecondElement => index_of.extend(symbol.zip(index)),
                Role::Value => {}
            }
        }
    }
    let indices: BTreeSet<SymbolId> = index_of.values().copied().collect();
    let mut terms_of: BTreeMap<SymbolId, TermId> = BTreeMap::new();
    for term in terms.subterms(&[clause.constraint]) {
        let (Kind::Eq, &[a, b]) = (terms.kind(term), terms.arguments(term)) else { continue };
        for (one, other) in [(a, b), (b, a)] {
            // That two of them are one tells of no place.
            let is_index = |term| terms.as_symbol(term).filter(|it| indices.contains(it));
            if let (Some(symbol), None) = (is_index(one), is_index(other)) {
                terms_of.insert(symbol, other);
            }
        }
    }
    let with_term = |(element, index)| Some((element, *terms_of.get(&index)?));
    index_of.into_iter().filter_map(with_term).collect()
}

/// The symbols that are elements where a clause begins.
fn elements_of(system: &System, terms: &Terms, clause: &Clause) -> BTreeSet<SymbolId> {
    let mut elements = BTreeSet::new();
    for application in &clause.body {
        let variables = system.predicate(application.predicate).variables.iter();
        let both = variables.zip(&application.arguments);
        let own = both.filter(|(variable, _)| is_of_element(variable.role));
        elements.extend(own.filter_map(|(_, argument)| terms.as_symbol(*argument)));
    }
    elements
}

/// By what the program compares elements: terms in which there are two.
pub(super) fn comparisons(
    system: &System,
    terms: &Terms,
    clauses: &[Clause],
    copies: &BTreeMap<PredicateId, Vec<SymbolId>>,
) -> BTreeSet<Comparison> {
    let mut found = BTreeSet::new();
    for clause in clauses {
        let mut elements = elements_of(system, terms, clause);
        let first = clause.body.first().and_then(|first| copies.get(&first.predicate));
        elements.extend(first.into_iter().flatten());
        let has_element = |term| terms.symbols(term).iter().any(|symbol| elements.contains(symbol));
        for term in terms.subterms(&[clause.constraint]) {
            let &[one, other] = terms.arguments(term) else { continue };
            let comparison = match terms.kind(term) {
                Kind::BvSlt | Kind::BvSle => Comparison::Signed,
                Kind::BvUlt | Kind::BvUle => Comparison::Unsigned,
                Kind::Eq if matches!(clause.head, Head::Goal(_)) => Comparison::Equality,
                _ => continue,
            };
            // That two places are one says that elements agree: these are no questions.
            let is_asked = comparison != Comparison::Equality
                || ![one, other].iter().all(|term| terms.as_symbol(*term).is_some());
            if is_asked && has_element(one) && has_element(other) {
                found.insert(comparison);
            }
        }
    }
    found
}
