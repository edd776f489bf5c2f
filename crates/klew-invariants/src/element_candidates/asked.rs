//! What the program asks of elements: its comparisons of what it loads and stores, where it asks and on the ways from and to there.

use std::collections::BTreeMap;

use klew_clauses::conjuncts;
use klew_clauses::system::{Application, Clause, Head, PredicateId, Role, System};
use klew_term::{Kind, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ROUNDS;
use super::by_index::{as_loaded, asked_by_index, own_elements, stored_by_index};
use crate::agreements::without_agreements;
use crate::candidates::atoms;
use crate::names::{names_of, terms_named};

/// The most conditions of elements of a predicate.
const MAXIMUM_ATOMS: usize = 16;

/// So many more may be of nothing but one element: what was stored is often known by that alone.
const PLAIN_ATOMS: usize = 4;

/// So many are looked at, of which the first are taken.
const MAXIMUM_SEEN: usize = 80;

/// For each predicate the conditions of its elements, over its own variables.
pub(super) type Atoms = BTreeMap<PredicateId, Vec<TermId>>;

/// How far a condition is from what is to be shown; the nearest are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Distance(u32);

impl Distance {
    /// Of what a clause asks. Orders say the most; by an equation something is looked for, or clauses tell which element is where.
    fn of(terms: &Terms, clause: &Clause, atom: TermId) -> Distance {
        let is_goal = matches!(clause.head, Head::Goal(_));
        Distance(match (is_goal, terms.kind(atom) == Kind::Eq) {
            (true, false) => 0,
            (true, true) => 1,
            (false, false) => 3,
            (false, true) => 5,
        })
    }

    /// Of a guess that is made of it.
    fn next(self) -> Distance {
        Distance(self.0 + 1)
    }

    /// At the other end of a clause: what is to be shown is so, however far behind.
    fn handed_over(self) -> Distance {
        match self.0 {
            0..=2 => self,
            _ => self.next(),
        }
    }
}

/// What was found so far.
#[derive(Default)]
struct Found(BTreeMap<PredicateId, Vec<(Distance, TermId)>>);

impl Found {
    /// Adds a condition and what it rules out, if it is one of elements.
    fn add(
        &mut self,
        (system, id): (&System, PredicateId),
        terms: &mut Terms,
        (distance, atom): (Distance, TermId),
    ) {
        let is_of_elements =
            elements(system, id).iter().any(|element| terms.symbols(atom).contains(element));
        if !is_of_elements || terms.as_bool(atom).is_some() {
            return;
        }
        let place = self.0.entry(id).or_default();
        for atom in [atom, terms.not(atom)] {
            match place.iter().position(|(_, other)| *other == atom) {
                Some(known) => place[known].0 = distance.min(place[known].0),
                None if place.len() < MAXIMUM_SEEN => place.push((distance, atom)),
                None => {}
            }
        }
    }

    fn of(&self, id: PredicateId) -> Vec<(Distance, TermId)> {
        self.0.get(&id).cloned().unwrap_or_default()
    }

    /// The nearest ones.
    fn nearest(self, terms: &Terms) -> Atoms {
        let nearest = |mut all: Vec<(Distance, TermId)>| {
            all.sort_by_key(|(distance, _)| *distance);
            let mut taken = Vec::new();
            for (_, atom) in all {
                let is_plain = terms.symbols(atom).len() == 1;
                if taken.len() < MAXIMUM_ATOMS + if is_plain { PLAIN_ATOMS } else { 0 } {
                    taken.push(atom);
                }
            }
            taken
        };
        self.0.into_iter().map(|(id, all)| (id, nearest(all))).collect()
    }
}

/// What the program asks of elements, where it asks and on the ways from and to there.
pub(super) fn element_atoms(system: &System, terms: &mut Terms, clauses: &[Clause]) -> Atoms {
    let mut found = Found::default();
    let clauses: Vec<Clause> = (clauses.iter())
        .map(|clause| Clause {
            constraint: without_agreements(system, terms, clause),
            ..clause.clone()
        })
        .collect();
    let asked: Vec<Vec<TermId>> = clauses.iter().map(|it| plain_atoms(system, terms, it)).collect();
    for (clause, asked) in clauses.iter().zip(&asked) {
        asked_of_body(system, terms, (clause, asked), &mut found);
    }
    for (clause, asked) in clauses.iter().zip(&asked) {
        asked_of_stored(system, terms, (clause, asked), &mut found);
    }
    for id in found.0.keys().copied().collect::<Vec<_>>() {
        of_other_elements(system, terms, id, &mut found);
    }
    for _ in 0..ROUNDS {
        for clause in &clauses {
            let (Head::Predicate(head), Some(first)) = (&clause.head, clause.body.first()) else {
                continue;
            };
            if first.predicate != head.predicate {
                hand_over(system, terms, (first, head), &mut found);
                hand_over(system, terms, (head, first), &mut found);
            }
        }
    }
    found.nearest(terms)
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
    let loaded: Vec<SymbolId> =
        clause.body.iter().flat_map(|body| own_elements(system, terms, body)).collect();
    let mut found = Vec::new();
    for atom in atoms(terms, &roots) {
        found.push(as_loaded(terms, atom, &loaded));
        found.extend(SIDES.map(|sides| without_choices(terms, atom, sides)));
    }
    let mut seen = FxHashSet::default();
    found.retain(|atom| seen.insert(*atom));
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
    found: &mut Found,
) {
    for application in &clause.body {
        let at = (system, application.predicate);
        let names = names_of(system, terms, application, |_| true);
        for atom in asked {
            let distance = Distance::of(terms, clause, *atom);
            if terms.symbols(*atom).iter().all(|symbol| names.contains_key(symbol)) {
                let atom = terms.substitute(*atom, &names);
                found.add(at, terms, (distance, atom));
            }
        }
        for whole in asked_as_a_whole((system, application), terms, clause, &names) {
            found.add(at, terms, (Distance::of(terms, clause, whole), whole));
        }
        for atom in asked_by_index(system, terms, (clause, asked), application) {
            let distance = Distance::of(terms, clause, atom).next();
            found.add(at, terms, (distance, atom));
        }
    }
}

/// What must not hold of an element where a goal is, in several conditions: `a[i] == first || a[i] <= second`.
fn asked_as_a_whole(
    (system, application): (&System, &Application),
    terms: &mut Terms,
    clause: &Clause,
    names: &FxHashMap<SymbolId, TermId>,
) -> Vec<TermId> {
    if matches!(clause.head, Head::Predicate(_)) {
        return Vec::new();
    }
    let loaded = own_elements(system, terms, application);
    let loaded_alone = as_loaded(terms, clause.constraint, &loaded);
    let mut found = Vec::new();
    for sides in SIDES {
        let plain = without_choices(terms, loaded_alone, sides);
        let mut own = conjuncts(terms, &[plain]);
        own.retain(|it| {
            let symbols = terms.symbols(*it);
            symbols.iter().any(|symbol| loaded.contains(symbol))
                && symbols.iter().all(|symbol| names.contains_key(symbol))
        });
        if own.len() > 1 {
            let all = terms.and_all(&own);
            let all = terms.substitute(all, names);
            found.push(terms.not(all));
        }
    }
    found
}

/// Conditions of a number that a clause may store.
fn asked_of_stored(
    system: &System,
    terms: &mut Terms,
    (clause, asked): (&Clause, &[TermId]),
    found: &mut Found,
) {
    let Head::Predicate(head) = &clause.head else { return };
    for atom in stored_by_index(system, terms, clause, head) {
        let distance = Distance::of(terms, clause, atom).next();
        found.add((system, head.predicate), terms, (distance, atom));
    }
    let variables = &system.predicate(head.predicate).variables;
    let is_value = |role| role == Role::Value;
    let values = names_of(system, terms, head, is_value);
    // Counters are where it is stored, not what; so are indices.
    let is_place = |role| matches!(role, Role::Value | Role::Index | Role::SecondIndex);
    let mut before: Vec<SymbolId> = (clause.body.first().into_iter())
        .flat_map(|first| names_of(system, terms, first, is_place).into_keys())
        .collect();
    before.extend(
        names_of(system, terms, head, |role| role != Role::Value && is_place(role)).into_keys(),
    );
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
                    let distance = Distance::of(terms, clause, *atom).next();
                    let atom = terms.substitute(*atom, &names);
                    found.add((system, head.predicate), terms, (distance, atom));
                }
            }
        }
    }
}

/// What is asked of one array may be so of another to which it is copied.
fn of_other_elements(system: &System, terms: &mut Terms, id: PredicateId, found: &mut Found) {
    let elements = elements(system, id);
    for (distance, atom) in found.of(id) {
        let symbols = terms.symbols(atom).to_vec();
        let mut own = symbols.iter().filter(|symbol| elements.contains(symbol));
        let (Some(one), None) = (own.next(), own.next()) else { continue };
        for other in &elements {
            if other != one && terms.symbol_sort(*other) == terms.symbol_sort(*one) {
                let name = terms.symbol_term(*other);
                let atom = terms.substitute(atom, &FxHashMap::from_iter([(*one, name)]));
                found.add((system, id), terms, (distance.next(), atom));
            }
        }
    }
}

/// Conditions of one end of a clause are of interest at its other, if what they are about stays.
fn hand_over(
    system: &System,
    terms: &mut Terms,
    (from, to): (&Application, &Application),
    found: &mut Found,
) {
    let behind = terms_named(system, terms, to, |_| true);
    let mut names: FxHashMap<SymbolId, TermId> = FxHashMap::default();
    let variables = system.predicate(from.predicate).variables.iter();
    for (variable, argument) in variables.zip(&from.arguments) {
        if let Some(name) = behind.get(argument) {
            names.insert(variable.symbol, *name);
        }
    }
    for (distance, atom) in found.of(from.predicate) {
        if terms.symbols(atom).iter().all(|symbol| names.contains_key(symbol)) {
            let atom = terms.substitute(atom, &names);
            found.add((system, to.predicate), terms, (distance.handed_over(), atom));
        }
    }
}
