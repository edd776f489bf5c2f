//! That what was done and what is left are the whole: a loop takes a number apart (`rest &= rest - 1`) and sums up what it sees, and the
//! goal asks whether that is a function of the number. Then the function of the rest and the sum make the function of the number,
//! `bits(rest) + count == bits(number)`; likewise with exclusive or (parities, checksums).
//!
//! Generalisation of what is asked, as in the induction of R. Boyer, J. Moore, *A Computational Logic* (1979): the constant that a variable
//! began as is replaced by the variable, and the neutral element by what was summed up.
//!
//! **Invariant**: a fact mentions only the predicate's own variables.

use klew_clauses::Meanings;
use klew_clauses::system::{Clause, Head, PredicateId, Role, System};
use klew_term::{Kind, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::names::names_of;

/// Larger functions are no questions for a solver of bits.
const MOST_TERMS: usize = 200;

/// For all equations that goals ask: of functions of a number that stays, where another variable began as that number.
pub(crate) fn remaining(system: &System, terms: &mut Terms, clauses: &[Clause]) -> Meanings {
    let mut found = Meanings::new();
    for clause in clauses {
        let Head::Goal(_) = clause.head else { continue };
        for application in &clause.body {
            let names = names_of(system, terms, application, |role| role == Role::Value);
            let taken_apart = takings_apart(system, terms, clauses, application.predicate);
            if taken_apart.is_empty() {
                continue;
            }
            let place: &mut Vec<TermId> = found.entry(application.predicate).or_default();
            for (one, other) in equations(terms, clause.constraint, &names) {
                for numbers in &taken_apart {
                    place.extend(facts(terms, (one, other), *numbers));
                    place.extend(facts(terms, (other, one), *numbers));
                }
            }
        }
    }
    found
}

/// Variables of a loop of which one stays as it is, and the other began as that one.
fn takings_apart(
    system: &System,
    terms: &Terms,
    clauses: &[Clause],
    id: PredicateId,
) -> Vec<(SymbolId, SymbolId)> {
    let variables = &system.predicate(id).variables;
    let heads = || {
        clauses.iter().filter_map(|clause| match &clause.head {
            Head::Predicate(head) if head.predicate == id => Some((clause, head)),
            _ => None,
        })
    };
    let from_itself =
        |clause: &Clause| clause.body.iter().position(|before| before.predicate == id);
    let stays = |place: usize| {
        heads().all(|(clause, head)| {
            let same =
                |before: usize| clause.body[before].arguments[place] == head.arguments[place];
            from_itself(clause).is_none_or(same)
        })
    };
    let begins_as = |rest: usize, whole: usize| {
        heads().any(|(clause, head)| {
            let (rest, whole) = (head.arguments[rest], head.arguments[whole]);
            from_itself(clause).is_none() && rest == whole && !terms.is_constant(rest)
        })
    };
    let mut found = Vec::new();
    for whole in (0..variables.len()).filter(|place| stays(*place)) {
        for rest in (0..variables.len()).filter(|place| *place != whole) {
            if begins_as(rest, whole) && !stays(rest) {
                found.push((variables[whole].symbol, variables[rest].symbol));
            }
        }
    }
    found
}

/// The equations of numbers in a constraint, in words of a predicate.
fn equations(
    terms: &mut Terms,
    constraint: TermId,
    names: &FxHashMap<SymbolId, TermId>,
) -> Vec<(TermId, TermId)> {
    let mut found = Vec::new();
    for term in terms.subterms(&[constraint]) {
        let (Kind::Eq, &[one, other]) = (terms.kind(term), terms.arguments(term)) else { continue };
        let is_of_numbers = matches!(terms.sort(one), Sort::BitVec(_));
        if is_of_numbers && terms.symbols(term).iter().all(|symbol| names.contains_key(symbol)) {
            found.push((terms.substitute(one, names), terms.substitute(other, names)));
        }
    }
    found
}

/// A function of a number is a sum; what is true before nothing is left of the number.
fn facts(
    terms: &mut Terms,
    (function, sum): (TermId, TermId),
    (whole, rest): (SymbolId, SymbolId),
) -> Vec<TermId> {
    let (of_function, of_sum) = (terms.symbols(function), terms.symbols(sum));
    let is_apart = of_function.contains(&whole)
        && !of_function.contains(&rest)
        && !of_sum.iter().any(|symbol| [whole, rest].contains(symbol));
    let is_function = terms.as_symbol(function).is_none();
    if !is_apart || !is_function || terms.subterms(&[function]).len() > MOST_TERMS {
        return Vec::new();
    }
    let by = FxHashMap::from_iter([(whole, terms.symbol_term(rest))]);
    let left = terms.substitute(function, &by);
    let wholes = [terms.bv_add(left, sum), terms.bv_xor(left, sum)];
    wholes.map(|all| terms.eq(function, all)).to_vec()
}
