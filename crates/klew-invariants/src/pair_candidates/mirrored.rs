//! Facts of two elements whose indices have a fixed sum: `k + l == n - 1 && k < i ==> a[k] == b[l]`, where a loop goes up one array and down
//! another, or the same one from both ends.
//!
//! The sums are those of two indices that the program uses at one place, where all that moves cancels out. Indices are added in the width
//! in which the program counts.
//!
//! **Invariant**: a fact mentions only the predicate's own variables.

use std::collections::BTreeSet;

use klew_clauses::Meanings;
use klew_clauses::system::{Clause, Head, Predicate, PredicateId, Role, System};
use klew_term::{Kind, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::guards::{Pair, Places, moving, narrow};
use super::of_role;
use crate::indices::{Interests, Reach, interests};

/// So many sums are tried.
const MAXIMUM_SUMS: usize = 2;

/// So many constants up to which loops count are told apart.
const MAXIMUM_ENDS: usize = 2;

/// The most facts of a predicate.
const MAXIMUM: usize = 400;

/// Facts of mirrored elements for the predicates that these goals rest on; nothing if no two indices have a fixed sum.
pub fn mirror_candidates(system: &System, terms: &mut Terms, goals: &[usize]) -> Meanings {
    let clauses: Vec<Clause> = system.relevant(goals).into_iter().cloned().collect();
    let leads_on = |clause: &&Clause| matches!(clause.head, Head::Predicate(_));
    let inner: Vec<Clause> = clauses.iter().filter(leads_on).cloned().collect();
    let interests = interests(system, terms, &inner, (goals, Reach::All));
    let moving = moving(system, terms, &inner);
    let sums = sums(system, terms, &interests, &moving);
    let mut found = Meanings::new();
    if sums.is_empty() {
        return found;
    }
    let ends = ends(system, terms, &clauses);
    for number in 0..system.predicates.len() as u32 {
        let id = PredicateId(number);
        let predicate = system.predicate(id);
        let Some(pair) = Pair::of(predicate, terms) else { continue };
        let places = Places::of(terms, interests.of(id), |terms, place| {
            names(predicate, terms, place).any(|name| moving.contains(name))
        });
        let mut facts: Vec<TermId> = Vec::new();
        for sum in &sums {
            let Some(sum) = sum.at(predicate, terms) else { continue };
            if terms.width(sum) > pair.width(terms) {
                continue;
            }
            let guards = pair.mirrored(predicate, terms, (&places, &ends, sum));
            for (one, other) in equal_elements(predicate, terms) {
                for guard in &guards {
                    let same = terms.eq(one, other);
                    let fact = terms.implies(*guard, same);
                    if terms.as_bool(fact).is_none() && facts.len() < MAXIMUM {
                        facts.push(fact);
                    }
                }
            }
        }
        found.insert(id, facts);
    }
    found
}

/// What two indices are together, in the words of some predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sum {
    term: TermId,
    /// What its symbols are called.
    names: Vec<(SymbolId, String)>,
}

impl Sum {
    /// In the words of another predicate, if that has the same variables.
    fn at(&self, predicate: &Predicate, terms: &mut Terms) -> Option<TermId> {
        let mut replacements = FxHashMap::default();
        for (symbol, name) in &self.names {
            let sort = terms.symbol_sort(*symbol);
            let own = predicate.variables.iter().find(|variable| {
                variable.role == Role::Value
                    && variable.name == *name
                    && terms.symbol_sort(variable.symbol) == sort
            })?;
            replacements.insert(*symbol, terms.symbol_term(own.symbol));
        }
        Some(terms.substitute(self.term, &replacements))
    }
}

/// What the variables in a term are called.
fn names<'p>(
    predicate: &'p Predicate,
    terms: &Terms,
    term: TermId,
) -> impl Iterator<Item = &'p str> + use<'p> {
    let symbols: BTreeSet<SymbolId> = terms.symbols(term).iter().copied().collect();
    let own = predicate.variables.iter().filter(move |it| symbols.contains(&it.symbol));
    own.map(|variable| &*variable.name)
}

/// Sums of two indices that the program uses at one place, in which nothing moves, though both do.
fn sums(
    system: &System,
    terms: &mut Terms,
    interests: &Interests,
    moving: &BTreeSet<&str>,
) -> Vec<Sum> {
    let mut found: Vec<Sum> = Vec::new();
    for number in 0..system.predicates.len() as u32 {
        let id = PredicateId(number);
        let predicate = system.predicate(id);
        let moves =
            |terms: &Terms, term| names(predicate, terms, term).any(|name| moving.contains(name));
        let places: Vec<TermId> = (interests.of(id).iter())
            .map(|(place, _)| narrow(terms, *place))
            .filter(|place| moves(terms, *place))
            .collect();
        for (number, one) in places.iter().enumerate() {
            for other in &places[number + 1..] {
                if terms.width(*one) != terms.width(*other) {
                    continue;
                }
                let term = terms.bv_add(*one, *other);
                if moves(terms, term) {
                    continue;
                }
                let own = |symbol: &SymbolId| {
                    let variable = predicate.variables.iter().find(|it| it.symbol == *symbol)?;
                    (variable.role == Role::Value).then(|| (*symbol, variable.name.clone()))
                };
                let symbols = terms.symbols(term).to_vec();
                let named: Option<Vec<(SymbolId, String)>> = symbols.iter().map(own).collect();
                let Some(names) = named else { continue };
                let sum = Sum { term, names };
                if found.len() < MAXIMUM_SUMS && !is_known(&found, &sum, terms) {
                    found.push(sum);
                }
            }
        }
    }
    found
}

/// Whether a sum is one of those, in the words of any predicate.
fn is_known(found: &[Sum], sum: &Sum, terms: &mut Terms) -> bool {
    found.iter().any(|known| {
        let same = |name: &String| sum.names.iter().find(|(_, other)| other == name);
        let mut replacements = FxHashMap::default();
        for (symbol, name) in &known.names {
            let Some((other, _)) = same(name) else { return false };
            if terms.symbol_sort(*other) != terms.symbol_sort(*symbol) {
                return false;
            }
            replacements.insert(*symbol, terms.symbol_term(*other));
        }
        terms.width(known.term) == terms.width(sum.term)
            && terms.substitute(known.term, &replacements) == sum.term
    })
}

/// Constants up to which something counts.
fn ends(system: &System, terms: &mut Terms, clauses: &[Clause]) -> Vec<TermId> {
    let mut found: Vec<TermId> = Vec::new();
    for clause in clauses {
        let Some(first) = clause.body.first() else { continue };
        let values: BTreeSet<SymbolId> = (system.predicate(first.predicate).variables.iter())
            .zip(&first.arguments)
            .filter(|(variable, _)| variable.role == Role::Value)
            .filter_map(|(_, argument)| terms.as_symbol(*argument))
            .collect();
        for term in terms.subterms(&[clause.constraint]) {
            let (Kind::BvSlt | Kind::BvUlt, &[one, other]) =
                (terms.kind(term), terms.arguments(term))
            else {
                continue;
            };
            for (value, end) in [(one, other), (other, one)] {
                let is_value = terms.as_symbol(value).is_some_and(|it| values.contains(&it));
                let is_end = terms.as_bitvec(end).is_some_and(|end| !end.is_zero());
                if is_value && is_end && !found.contains(&end) && found.len() < MAXIMUM_ENDS {
                    found.push(end);
                }
            }
        }
    }
    found
}

/// An element at the first index and one at the second, of arrays of one sort.
fn equal_elements(predicate: &Predicate, terms: &mut Terms) -> Vec<(TermId, TermId)> {
    let mut found = Vec::new();
    for one in of_role(predicate, Role::Element) {
        for other in of_role(predicate, Role::SecondElement) {
            if terms.symbol_sort(one) == terms.symbol_sort(other) {
                found.push((terms.symbol_term(one), terms.symbol_term(other)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use klew_clauses::wording;

    use super::super::tests::asked_of_two;
    use super::*;

    /// The facts that are tried where elements at a number and at another one are asked to be equal.
    fn facts(other: &str) -> Vec<String> {
        let mut terms = Terms::new();
        let system = asked_of_two(other, "compare equal i32 %x, %y", &mut terms);
        let found = mirror_candidates(&system, &mut terms, &[0]);
        found.into_values().flatten().map(|fact| wording(&terms, fact)).collect()
    }

    #[test]
    fn elements_from_both_ends_may_be_equal() {
        let facts = facts("sub i64 39, %k");
        let is_equal = |fact: &String| fact.contains("object 0[any] == object 0[another]");
        assert!(!facts.is_empty() && facts.iter().all(is_equal), "{facts:#?}");
        assert!(facts.iter().any(|fact| fact.contains("%7 <= any")), "{facts:#?}");
    }

    #[test]
    fn neighbours_are_not_mirrored() {
        assert!(facts("sub i64 %k, 1").is_empty());
    }
}
