//! What the program asks of an element in words of the number that it stands at: `a[i] == (i % 2 ? 1 : 2)` is asked of each index, not
//! only of where the loop is.
//!
//! **Invariant**: a fact mentions only the predicate's own variables.

use klew_clauses::system::{Application, Clause, Role, System};
use klew_term::{Kind, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::asked::elements;
use crate::candidates::atoms;
use crate::names::names_of;

/// The most such conditions of one load.
const MAXIMUM: usize = 6;

/// What a clause asks of the element that an application in its body loads, if it asks that by the index; `asked` are its comparisons.
pub(super) fn asked_by_index(
    system: &System,
    terms: &mut Terms,
    (clause, asked): (&Clause, &[TermId]),
    application: &Application,
) -> Vec<TermId> {
    let Some((counter, index)) = counted(system, terms, clause, application) else {
        return Vec::new();
    };
    let mut names = names_of(system, terms, application, |_| true);
    let loaded: Vec<SymbolId> = own_elements(system, terms, application);
    names.insert(counter, index);
    let mut found = Vec::new();
    let comparisons = atoms(terms, &[clause.constraint]);
    for atom in &comparisons {
        let atom = as_loaded(terms, *atom, &loaded);
        let symbols = terms.symbols(atom);
        let is_of_both =
            symbols.contains(&counter) && symbols.iter().any(|symbol| loaded.contains(symbol));
        if is_of_both && symbols.iter().all(|symbol| names.contains_key(symbol)) {
            found.push(terms.substitute(atom, &names));
        }
    }
    let conditions: Vec<TermId> = (comparisons.into_iter())
        .filter(|it| terms.kind(*it) == Kind::Eq && *terms.symbols(*it) == [counter])
        .collect();
    for condition in conditions {
        let condition = terms.substitute(condition, &names);
        for atom in asked {
            let symbols = terms.symbols(*atom);
            let is_plain = !symbols.contains(&counter)
                && symbols.iter().any(|symbol| loaded.contains(symbol))
                && symbols.iter().all(|symbol| names.contains_key(symbol));
            if !is_plain {
                continue;
            }
            let atom = terms.substitute(*atom, &names);
            let not = terms.not(condition);
            found.extend([terms.implies(condition, atom), terms.implies(not, atom)]);
        }
    }
    found.truncate(MAXIMUM);
    found
}

/// The number of the program that the index of a load is, and that number in words of the index.
fn counted(
    system: &System,
    terms: &mut Terms,
    clause: &Clause,
    application: &Application,
) -> Option<(SymbolId, TermId)> {
    let variables = system.predicate(application.predicate).variables.iter();
    let mut arguments = variables.zip(&application.arguments);
    let (variable, argument) = arguments.find(|(variable, _)| variable.role == Role::Index)?;
    let index = terms.symbol_term(variable.symbol);
    let equal = terms.subterms(&[clause.constraint]).into_iter().find_map(|term| {
        let [one, other] = *terms.arguments(term) else { return None };
        match terms.kind(term) {
            Kind::Eq if one == *argument => Some(other),
            Kind::Eq if other == *argument => Some(one),
            _ => None,
        }
    });
    let number = equal.unwrap_or(*argument);
    let counter = match terms.kind(number) {
        Kind::BvSignExtend(_) | Kind::BvZeroExtend(_) => terms.arguments(number)[0],
        _ => number,
    };
    let symbol = terms.as_symbol(counter)?;
    let width = terms.width(counter);
    Some((symbol, terms.bv_extract(index, width - 1, 0)))
}

/// That an element is what a clause stores by the number of its place: `a[i] = i * i` is so of each index.
pub(super) fn stored_by_index(
    system: &System,
    terms: &mut Terms,
    clause: &Clause,
    head: &Application,
) -> Vec<TermId> {
    let variables = &system.predicate(head.predicate).variables;
    let mut arguments = variables.iter().zip(&head.arguments);
    let Some((index, own)) = arguments.find(|(variable, _)| variable.role == Role::Index) else {
        return Vec::new();
    };
    let index = terms.symbol_term(index.symbol);
    let named = names_of(system, terms, head, |role| role == Role::Value);
    // A number that goes on has another name behind.
    let before = clause.body.first();
    let before = before.map(|it| names_of(system, terms, it, |role| role == Role::Value));
    let mut found = Vec::new();
    for (variable, argument) in variables.iter().zip(&head.arguments) {
        if variable.role != Role::Element {
            continue;
        }
        let element = terms.symbol_term(variable.symbol);
        for term in terms.subterms(&[*argument]) {
            let (Kind::Ite, &[here, stored, _]) = (terms.kind(term), terms.arguments(term)) else {
                continue;
            };
            let Some(counter) = place(terms, here, *own) else { continue };
            let Some(symbol) = terms.as_symbol(counter) else { continue };
            if !before.as_ref().is_some_and(|before| before.contains_key(&symbol)) {
                continue;
            }
            let width = terms.width(counter);
            let mut names = named.clone();
            names.insert(symbol, terms.bv_extract(index, width - 1, 0));
            let symbols = terms.symbols(stored);
            let is_known = symbols.iter().all(|symbol| names.contains_key(symbol));
            if symbols.contains(&symbol) && is_known && stored != counter {
                let stored = terms.substitute(stored, &names);
                found.push(terms.eq(element, stored));
            }
        }
    }
    found.truncate(MAXIMUM);
    found
}

/// The number that is the index where a condition holds.
fn place(terms: &Terms, condition: TermId, index: TermId) -> Option<TermId> {
    let (Kind::Eq, &[one, other]) = (terms.kind(condition), terms.arguments(condition)) else {
        return None;
    };
    let number = if one == index { other } else { (other == index).then_some(one)? };
    Some(match (terms.kind(number), terms.arguments(number)) {
        (Kind::BvSignExtend(_) | Kind::BvZeroExtend(_), &[narrow]) => narrow,
        _ => number,
    })
}

/// What stands for the elements in an application.
pub(super) fn own_elements(
    system: &System,
    terms: &Terms,
    application: &Application,
) -> Vec<SymbolId> {
    let elements = elements(system, application.predicate);
    let variables = system.predicate(application.predicate).variables.iter();
    (variables.zip(&application.arguments))
        .filter(|(variable, _)| elements.contains(&variable.symbol))
        .filter_map(|(_, argument)| terms.as_symbol(*argument))
        .collect()
}

/// A term of what is loaded alone, where it chooses between that and what is read where there is no element, or is kept of fixed places.
pub(super) fn as_loaded(terms: &mut Terms, term: TermId, loaded: &[SymbolId]) -> TermId {
    let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
    for one in terms.subterms(&[term]) {
        let arguments: Vec<TermId> = terms.arguments(one).iter().map(|it| new[it]).collect();
        let is_loaded = |symbol: &SymbolId| loaded.contains(symbol);
        let is_hit = |terms: &Terms, side: TermId| terms.symbols(side).iter().any(is_loaded);
        let is_other =
            |terms: &Terms, side: TermId| terms.as_symbol(side).is_some_and(|it| !is_loaded(&it));
        let plain = match (terms.kind(one), arguments.as_slice()) {
            (Kind::Ite, &[_, hit, miss]) if is_hit(terms, hit) && is_other(terms, miss) => hit,
            (Kind::Ite, &[_, miss, hit]) if is_hit(terms, hit) && is_other(terms, miss) => hit,
            (_, []) => one,
            (kind, _) => terms.apply(kind, &arguments),
        };
        new.insert(one, plain);
    }
    new[&term]
}
