//! Facts worth a try: that a predicate's states do not lead to a goal at once, and the conditions that clauses ask of them.
//!
//! C. Flanagan, K. R. M. Leino, *Houdini, an Annotation Assistant for ESC/Java* (2001): all are tried together, and those that are not
//! inductive are dropped ([`klew_clauses::Certificate::weaken`]).
//!
//! **Invariant**: a fact mentions only the predicate's own variables.

use std::collections::{BTreeMap, BTreeSet};

use klew_clauses::Meanings;
use klew_clauses::system::{Application, Clause, Head, PredicateId, Role, System};
use klew_term::{Kind, TermId, Terms};

use crate::facts::by_width;
use crate::flags::{Constants, flags};
use crate::names::{names_of, renamed, terms_named};
use crate::remaining::remaining;

/// The most facts of a predicate.
const MAXIMUM: usize = 60;

/// Of so many numbers of one width is tried how they lie to each other.
const MAXIMUM_ORDERED: usize = 10;

/// How often they are handed on.
const ROUNDS: usize = 2;

/// Facts for the predicates that these goals rest on.
pub fn candidates(system: &System, terms: &mut Terms, goals: &[usize]) -> Meanings {
    let mut found = Meanings::new();
    let clauses: Vec<_> = system.relevant(goals).into_iter().cloned().collect();
    for (id, facts) in remaining(system, terms, &clauses) {
        for fact in facts {
            add(terms, id, fact, &mut found);
        }
    }
    for clause in &clauses {
        let is_goal = matches!(clause.head, Head::Goal(_));
        for application in &clause.body {
            let names = names_of(system, terms, application, |_| true);
            let mut facts = Vec::new();
            if is_goal {
                facts.push(terms.not(clause.constraint));
            }
            for atom in atoms(terms, &[clause.constraint]) {
                facts.push(atom);
                facts.push(terms.not(atom));
                facts.extend(without_overflow(terms, atom));
            }
            for fact in facts {
                let known = terms.symbols(fact);
                if !known.iter().all(|symbol| names.contains_key(symbol)) {
                    continue;
                }
                let fact = terms.substitute(fact, &names);
                add(terms, application.predicate, fact, &mut found);
            }
        }
    }
    for clause in &clauses {
        let Head::Predicate(head) = &clause.head else { continue };
        // What was asked on the way to a loop is so behind: `if (old == new) return;`.
        let is_loop = clause.body.iter().any(|body| body.predicate == head.predicate);
        if is_loop {
            continue;
        }
        let names = names_of(system, terms, head, |_| true);
        for atom in atoms(terms, &[clause.constraint]) {
            if terms.symbols(atom).iter().all(|symbol| names.contains_key(symbol)) {
                let atom = terms.substitute(atom, &names);
                add(terms, head.predicate, atom, &mut found);
                let not = terms.not(atom);
                add(terms, head.predicate, not, &mut found);
            }
        }
    }
    for clause in &clauses {
        if let Head::Predicate(head) = &clause.head {
            definitions(system, terms, head, &mut found);
        }
    }
    for _ in 0..ROUNDS {
        for clause in &clauses {
            hand_on(system, terms, clause, &mut found);
        }
    }
    found
}

/// That a counter is not so large that it becomes negative where it is compared with the next turn's value in place of its own:
/// `j + 1 < n`.
fn without_overflow(terms: &mut Terms, atom: TermId) -> Option<TermId> {
    if terms.kind(atom) != Kind::BvSlt {
        return None;
    }
    let sum = terms.arguments(atom)[0];
    let (Kind::BvAdd, &[counter, step]) = (terms.kind(sum), terms.arguments(sum)) else {
        return None;
    };
    let (counter, step) = match terms.as_bitvec(counter) {
        Some(constant) => (step, constant),
        None => (counter, terms.as_bitvec(step)?),
    };
    let width = terms.width(counter);
    let is_small = !step.is_negative() && (8..=64).contains(&width);
    let step = step.to_u64().filter(|step| is_small && *step > 0)?;
    let most = terms.bv(width, (u64::MAX >> (65 - width)) - step);
    Some(terms.bv_sle(counter, most))
}

/// How two numbers of a predicate that these goals rest on may lie to each other: what counts some turns of a loop is no more than what
/// counts all of them, and what is less than its bound where a loop goes on is no more than that where it ends.
pub fn orders(system: &System, terms: &mut Terms, goals: &[usize]) -> Meanings {
    let mut found = Meanings::new();
    let clauses: Vec<Clause> = system.relevant(goals).into_iter().cloned().collect();
    let ids: BTreeSet<PredicateId> =
        clauses.iter().flat_map(|clause| &clause.body).map(|body| body.predicate).collect();
    for id in ids {
        for values in by_width(system, terms, id, Role::Value).into_values() {
            for (index, one) in values.iter().take(MAXIMUM_ORDERED).enumerate() {
                for other in values.iter().take(MAXIMUM_ORDERED).skip(index + 1) {
                    for fact in [terms.bv_sle(*one, *other), terms.bv_sle(*other, *one)] {
                        found.entry(id).or_default().push(fact);
                    }
                }
            }
        }
    }
    for clause in &clauses {
        for application in &clause.body {
            let names = names_of(system, terms, application, |_| true);
            for atom in atoms(terms, &[clause.constraint]) {
                if terms.symbols(atom).iter().all(|symbol| names.contains_key(symbol))
                    && let Some(fact) = no_more(terms, atom)
                {
                    let fact = terms.substitute(fact, &names);
                    let less = terms.substitute(terms.arguments(atom)[0], &names);
                    add(terms, application.predicate, fact, &mut found);
                    // A loop that is not entered leaves it at what it begins with.
                    for first in beginnings(system, terms, &clauses, application.predicate, less) {
                        let begins = terms.eq(less, first);
                        let fact = terms.or(fact, begins);
                        add(terms, application.predicate, fact, &mut found);
                    }
                }
            }
        }
    }
    found
}

/// Constants with which a variable of a predicate comes from elsewhere.
fn beginnings(
    system: &System,
    terms: &Terms,
    clauses: &[Clause],
    id: PredicateId,
    variable: TermId,
) -> BTreeSet<TermId> {
    let variables = &system.predicate(id).variables;
    let place = variables.iter().position(|it| terms.as_symbol(variable) == Some(it.symbol));
    let comes_from_elsewhere = |clause: &&Clause| clause.body.iter().all(|it| it.predicate != id);
    let mut found = BTreeSet::new();
    for clause in clauses.iter().filter(comes_from_elsewhere) {
        if let (Head::Predicate(head), Some(place)) = (&clause.head, place)
            && head.predicate == id
            && terms.is_constant(head.arguments[place])
        {
            found.insert(head.arguments[place]);
        }
    }
    found
}

/// That a number which is compared is no more than the other one.
fn no_more(terms: &mut Terms, atom: TermId) -> Option<TermId> {
    let &[less, more] = terms.arguments(atom) else { return None };
    match terms.kind(atom) {
        Kind::BvUlt => Some(terms.bv_ule(less, more)),
        Kind::BvSlt => Some(terms.bv_sle(less, more)),
        _ => None,
    }
}

/// That a variable is what it is computed of, where that is other variables: sizes of objects are so.
fn definitions(system: &System, terms: &mut Terms, head: &Application, found: &mut Meanings) {
    let names = terms_named(system, terms, head, |role| role == Role::Value);
    let mut defined: Vec<(TermId, TermId)> =
        names.iter().map(|(made, variable)| (*variable, *made)).collect();
    defined.sort_unstable();
    for (variable, made) in defined {
        if terms.arguments(made).is_empty() {
            continue;
        }
        let mut others = names.clone();
        others.remove(&made);
        if let Some(made) = renamed(terms, made, &others) {
            let fact = terms.eq(variable, made);
            add(terms, head.predicate, fact, found);
        }
    }
}

/// What is worth a try at a loop is so in loops within, whose variables these are as well.
fn hand_on(system: &System, terms: &mut Terms, clause: &Clause, found: &mut Meanings) {
    let (Head::Predicate(head), Some(from)) = (&clause.head, clause.body.first()) else { return };
    if from.predicate == head.predicate {
        return;
    }
    let Some(facts) = found.get(&from.predicate).cloned() else { return };
    let names = terms_named(system, terms, head, |_| true);
    for fact in terms.substitute_all(&facts, &from.replacements(system)) {
        if let Some(fact) = renamed(terms, fact, &names) {
            add(terms, head.predicate, fact, found);
        }
    }
}

fn add(terms: &Terms, id: PredicateId, fact: TermId, found: &mut Meanings) {
    let place = found.entry(id).or_default();
    if terms.as_bool(fact).is_none() && !place.contains(&fact) && place.len() < MAXIMUM {
        place.push(fact);
    }
}

/// The most conditions by which states are kept apart.
const MAXIMUM_APART: usize = 2;

/// Conditions by which states of predicates are kept apart: equations between a variable and a constant, those of flags first, and first those
/// that goals ask.
pub(crate) fn conditions(
    system: &System,
    terms: &mut Terms,
    goals: &[usize],
) -> BTreeMap<PredicateId, Vec<TermId>> {
    let mut found: BTreeMap<PredicateId, Vec<TermId>> = BTreeMap::new();
    let mut clauses: Vec<_> = system.relevant(goals).into_iter().cloned().collect();
    let flags = flags(system, terms, &clauses);
    clauses.sort_by_key(|clause| !matches!(clause.head, Head::Goal(_)));
    for clause in &clauses {
        for application in &clause.body {
            let names = names_of(system, terms, application, |_| true);
            for atom in atoms(terms, &[clause.constraint]) {
                let symbols = terms.symbols(atom);
                let is_one = symbols.len() == 1 && names.contains_key(&symbols[0]);
                if !is_one || terms.kind(atom) != Kind::Eq {
                    continue;
                }
                let atom = terms.substitute(atom, &names);
                keep_apart(application.predicate, atom, &mut found);
            }
        }
    }
    for _ in 0..ROUNDS {
        for clause in &clauses {
            if let (Head::Predicate(head), Some(from)) = (&clause.head, clause.body.first())
                && head.predicate != from.predicate
            {
                hand_over_conditions(system, terms, (from, head), &mut found);
                hand_over_conditions(system, terms, (head, from), &mut found);
            }
        }
    }
    for (id, conditions) in &mut found {
        let of = |condition: &TermId| {
            let symbol = terms.symbols(*condition).first().copied();
            symbol.and_then(|symbol| flags.get(&(*id, symbol)))
        };
        conditions.retain(|condition| !of(condition).is_some_and(Constants::is_constant));
        conditions.sort_by_key(|condition| !of(condition).is_some_and(Constants::is_flag));
        conditions.truncate(MAXIMUM_APART);
    }
    found
}

fn keep_apart(id: PredicateId, condition: TermId, found: &mut BTreeMap<PredicateId, Vec<TermId>>) {
    let place = found.entry(id).or_default();
    if place.len() < MAXIMUM && !place.contains(&condition) {
        place.push(condition);
    }
}

/// What keeps states apart at one end of a clause does so at the other, if the variable stays as it is: in loops within, and in those before
/// the one in which a flag is asked.
fn hand_over_conditions(
    system: &System,
    terms: &mut Terms,
    (from, to): (&Application, &Application),
    found: &mut BTreeMap<PredicateId, Vec<TermId>>,
) {
    let Some(conditions) = found.get(&from.predicate).cloned() else { return };
    let names = names_of(system, terms, to, |_| true);
    for condition in terms.substitute_all(&conditions, &from.replacements(system)) {
        let symbols = terms.symbols(condition);
        if !symbols.is_empty() && symbols.iter().all(|symbol| names.contains_key(symbol)) {
            let condition = terms.substitute(condition, &names);
            keep_apart(to.predicate, condition, found);
        }
    }
}

/// The comparisons in terms.
pub(crate) fn atoms(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut atoms = Vec::new();
    for term in terms.subterms(roots) {
        let is_comparison = matches!(
            terms.kind(term),
            Kind::BvUlt | Kind::BvSlt | Kind::BvUle | Kind::BvSle | Kind::Eq
        );
        if is_comparison && atoms.len() < MAXIMUM {
            atoms.push(term);
        }
    }
    atoms
}
