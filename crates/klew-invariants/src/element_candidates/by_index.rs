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
        let atom = without_misses(terms, *atom, &names);
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

/// What stands for the elements in an application.
fn own_elements(system: &System, terms: &Terms, application: &Application) -> Vec<SymbolId> {
    let elements = elements(system, application.predicate);
    let variables = system.predicate(application.predicate).variables.iter();
    (variables.zip(&application.arguments))
        .filter(|(variable, _)| elements.contains(&variable.symbol))
        .filter_map(|(_, argument)| terms.as_symbol(*argument))
        .collect()
}

/// A term without the choices between what is loaded and what is read where there is no element.
fn without_misses(terms: &mut Terms, term: TermId, names: &FxHashMap<SymbolId, TermId>) -> TermId {
    let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
    for one in terms.subterms(&[term]) {
        let arguments: Vec<TermId> = terms.arguments(one).iter().map(|it| new[it]).collect();
        let is_missed = |terms: &Terms, side: TermId| {
            terms.as_symbol(side).is_some_and(|symbol| !names.contains_key(&symbol))
        };
        let plain = match (terms.kind(one), arguments.as_slice()) {
            (Kind::Ite, &[_, hit, miss]) if is_missed(terms, miss) => hit,
            (Kind::Ite, &[_, miss, hit]) if is_missed(terms, miss) => hit,
            (_, []) => one,
            (kind, _) => terms.apply(kind, &arguments),
        };
        new.insert(one, plain);
    }
    new[&term]
}
