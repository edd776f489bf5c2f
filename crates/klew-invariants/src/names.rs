//! The variables of a predicate, by what it is applied to: what a clause says in its own words, in the predicate's.

use klew_clauses::system::{Application, Role, System};
use klew_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

/// The variables that are something, by the symbols that the predicate is applied to.
pub(crate) fn names_of(
    system: &System,
    terms: &mut Terms,
    application: &Application,
    is_it: impl Fn(Role) -> bool,
) -> FxHashMap<SymbolId, TermId> {
    let mut names = FxHashMap::default();
    let variables = system.predicate(application.predicate).variables.iter();
    for (variable, argument) in variables.zip(&application.arguments) {
        if let (true, Some(symbol)) = (is_it(variable.role), terms.as_symbol(*argument)) {
            names.entry(symbol).or_insert_with(|| terms.symbol_term(variable.symbol));
        }
    }
    names
}

/// The variables that are something, by the terms that the predicate is applied to; without constants, which say nothing of a variable.
pub(crate) fn terms_named(
    system: &System,
    terms: &mut Terms,
    application: &Application,
    is_it: impl Fn(Role) -> bool,
) -> FxHashMap<TermId, TermId> {
    let mut names = FxHashMap::default();
    let variables = system.predicate(application.predicate).variables.iter();
    for (variable, argument) in variables.zip(&application.arguments) {
        if is_it(variable.role) && !terms.symbols(*argument).is_empty() {
            names.entry(*argument).or_insert_with(|| terms.symbol_term(variable.symbol));
        }
    }
    names
}

/// A term in which names stand for what they name; none if anything else is left in it.
pub(crate) fn renamed(
    terms: &mut Terms,
    term: TermId,
    names: &FxHashMap<TermId, TermId>,
) -> Option<TermId> {
    let mut new: FxHashMap<TermId, Option<TermId>> = FxHashMap::default();
    for inner in terms.subterms(&[term]) {
        let arguments = terms.arguments(inner).to_vec();
        let renamed = match names.get(&inner) {
            Some(name) => Some(*name),
            None if arguments.is_empty() => terms.symbols(inner).is_empty().then_some(inner),
            None => {
                let arguments: Option<Vec<TermId>> =
                    arguments.iter().map(|it| new.get(it).copied().flatten()).collect();
                arguments.map(|arguments| terms.apply(terms.kind(inner), &arguments))
            }
        };
        new.insert(inner, renamed);
    }
    new.get(&term).copied().flatten()
}
