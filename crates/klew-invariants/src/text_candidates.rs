//! Facts of texts worth a try: that the last byte of an object is zero, that what walks along it stays inside, and how such places lie to
//! each other.
//!
//! `while (*p) p++` stays inside because the byte at the end is zero and the loop does not go on there. So both are
//! needed at once: that the end is zero wherever something is written, and that the place is no further than the end. The first is a fact of an
//! element at any index, the second one of values, and the clauses join them where the byte at the place is loaded.
//!
//! What walks along wider numbers ends at a zero in the same way (`while (a[i]) i++`), and what looks for a number that was put somewhere ends there
//! (`a[pos] = 7; while (a[i] != 7) i++`).
//!
//! **Invariant**: a fact mentions only the predicate's own variables.

use std::collections::BTreeSet;

use klew_clauses::Meanings;
use klew_clauses::system::{Clause, Predicate, PredicateId, Role, System};
use klew_term::{Kind, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::agreements::without_agreements;
use crate::indices::{Compared, Reach, index_domain, index_of, interests};
use crate::scaled::{Moving, moving};

/// The most places of a predicate that are looked at.
const MAXIMUM: usize = 8;

/// The most numbers that are taken for those that the program looks for.
const MOST_MARKS: usize = 4;

/// What facts are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Texts.
    Texts,
    /// Texts, and what is left of them.
    TextsAndRests,
    /// Arrays of numbers wider than a byte.
    Arrays,
    /// What holds a number that the program looks for, at some place.
    Marked,
}

impl Ended {
    /// That the index is the last one of such an object.
    fn last(self, predicate: &Predicate) -> &[TermId] {
        match self {
            Ended::Texts | Ended::TextsAndRests => &predicate.last,
            Ended::Arrays => &predicate.last_wide,
            Ended::Marked => &[],
        }
    }

    /// Whether there are such facts of a predicate.
    fn concerns(self, predicate: &Predicate) -> bool {
        match self {
            Ended::Marked => predicate.variables.iter().any(|it| it.role == Role::Element),
            _ => !self.last(predicate).is_empty(),
        }
    }

    /// Whether these are not only texts, which end with a zero wherever a program reads them.
    fn is_of_any_numbers(self) -> bool {
        matches!(self, Ended::Arrays | Ended::Marked)
    }

    /// Whether elements of so many bits are those.
    fn has(self, bits: u32) -> bool {
        match self {
            Ended::Texts | Ended::TextsAndRests => bits == 8,
            Ended::Arrays => bits != 8,
            Ended::Marked => true,
        }
    }
}

/// Facts of such objects for the predicates that these goals rest on; nothing where there are none.
pub fn text_candidates(
    system: &System,
    terms: &mut Terms,
    goals: &[usize],
    ended: Ended,
) -> Meanings {
    let mut found = Meanings::new();
    let clauses: Vec<Clause> = system.relevant(goals).into_iter().cloned().collect();
    if ended.is_of_any_numbers() && !clauses.iter().any(|it| looks_for(system, terms, it)) {
        return found;
    }
    let known = interests(system, terms, &clauses, (goals, Reach::Own));
    let used = |id: PredicateId| {
        clauses.iter().any(|clause| clause.body.iter().any(|body| body.predicate == id))
    };
    let all = (0..system.predicates.len() as u32).map(PredicateId);
    let is_marked = ended == Ended::Marked;
    let numbers = if is_marked { compared(terms, &clauses) } else { Vec::new() };
    let moving = if is_marked { moving(system, terms, &clauses) } else { Moving::new() };
    for id in all.filter(|id| ended.concerns(system.predicate(*id)) && used(*id)) {
        let mut marks = numbers.clone();
        if is_marked {
            marks.extend(staying(system, terms, id, &moving));
        }
        if is_marked && marks.is_empty() {
            continue;
        }
        found.insert(id, of_predicate((system, id), terms, (known.of(id), &marks), ended));
    }
    found
}

/// Whether a clause asks if an element is something.
fn looks_for(system: &System, terms: &mut Terms, clause: &Clause) -> bool {
    let mut elements: Vec<TermId> = Vec::new();
    for application in &clause.body {
        let variables = system.predicate(application.predicate).variables.iter();
        let own = variables.zip(&application.arguments);
        let is_element = |role| matches!(role, Role::Element | Role::SecondElement);
        elements.extend(own.filter(|(it, _)| is_element(it.role)).map(|(_, argument)| *argument));
    }
    let asked = without_agreements(system, terms, clause);
    let all = terms.subterms(&[asked]);
    let equations = all.iter().filter(|term| terms.kind(**term) == Kind::Eq);
    let equations: Vec<TermId> = equations.copied().collect();
    terms.subterms(&equations).iter().any(|term| elements.contains(term))
}

/// Numbers that something is compared with, whether it is that: the smallest first.
fn compared(terms: &Terms, clauses: &[Clause]) -> Vec<TermId> {
    let roots: Vec<TermId> = clauses.iter().map(|clause| clause.constraint).collect();
    let mut found = BTreeSet::new();
    for term in terms.subterms(&roots) {
        let (Kind::Eq, &[a, b]) = (terms.kind(term), terms.arguments(term)) else { continue };
        for (number, other) in [(a, b), (b, a)] {
            if let (Some(value), Sort::BitVec(2..)) = (terms.as_u64(number), terms.sort(other)) {
                found.insert((value, number));
            }
        }
    }
    found.into_iter().take(MOST_MARKS).map(|(_, number)| number).collect()
}

/// Variables that no run changes, which may be what is looked for.
fn staying(system: &System, terms: &mut Terms, id: PredicateId, moving: &Moving) -> Vec<TermId> {
    let moves = |symbol: &SymbolId| moving.get(&id).is_some_and(|all| all.contains_key(symbol));
    let values = system.predicate(id).variables.iter().filter(|it| it.role == Role::Value);
    let staying = values.map(|variable| variable.symbol).filter(|symbol| !moves(symbol));
    staying.take(MOST_MARKS).map(|symbol| terms.symbol_term(symbol)).collect()
}

fn of_predicate(
    (system, id): (&System, PredicateId),
    terms: &mut Terms,
    (interests, marks): (&[(TermId, Compared)], &[TermId]),
    ended: Ended,
) -> Vec<TermId> {
    let predicate = system.predicate(id);
    let (last, with_rests) = (ended.last(predicate), ended == Ended::TextsAndRests);
    let of_role = |role| predicate.variables.iter().filter(move |variable| variable.role == role);
    let Some(index) = of_role(Role::Index).next().map(|variable| variable.symbol) else {
        return Vec::new();
    };
    let sort = terms.symbol_sort(index);
    let mut places: Vec<TermId> = interests.iter().map(|(place, _)| *place).collect();
    for variable in of_role(Role::Value) {
        let place = terms.symbol_term(variable.symbol);
        if terms.symbol_sort(variable.symbol) == sort && !places.contains(&place) {
            places.push(place);
        }
    }
    places.truncate(MAXIMUM);
    if ended == Ended::Marked {
        return marked((system, id), terms, (&places, marks));
    }
    let index_term = terms.symbol_term(index);
    let mut zeros: Vec<TermId> = last.to_vec();
    if with_rests {
        // A text may end before its object does.
        zeros.extend(places.iter().map(|place| terms.eq(index_term, *place)));
    }
    let mut found = are_zero((system, id), terms, (&zeros, ended));
    let ends: Vec<TermId> = last.iter().filter_map(|last| end(terms, *last, index_term)).collect();
    let (sizes, places): (Vec<TermId>, Vec<TermId>) =
        places.into_iter().partition(|place| is_size(terms, *place, &ends));
    for place in &places {
        for inside in predicate.within.iter().chain(last) {
            let at: FxHashMap<SymbolId, TermId> = FxHashMap::from_iter([(index, *place)]);
            let here = terms.substitute(*inside, &at);
            found.extend([here, terms.not(here)]);
        }
    }
    found.extend(orders(terms, &places));
    found.extend(orders(terms, &sizes));
    if with_rests {
        found.extend(rests(terms, &places, &ends));
    }
    found.retain(|fact| terms.as_bool(*fact).is_none());
    found
}

/// That elements are zero where the index is so.
fn are_zero(
    (system, id): (&System, PredicateId),
    terms: &mut Terms,
    (where_index_is, ended): (&[TermId], Ended),
) -> Vec<TermId> {
    let domain = index_domain(system, terms, id);
    let predicate = system.predicate(id);
    let mut found = Vec::new();
    for variable in predicate.variables.iter().filter(|it| it.role == Role::Element) {
        let Sort::BitVec(bits) = terms.symbol_sort(variable.symbol) else { continue };
        if !ended.has(bits) {
            continue;
        }
        let element = terms.symbol_term(variable.symbol);
        let zero = terms.bv(bits, 0);
        let is_zero = terms.eq(element, zero);
        for place in where_index_is {
            let guard = terms.and(domain, *place);
            found.push(terms.implies(guard, is_zero));
        }
    }
    found
}

/// That the element at a place, or at the one before, is a number that the program looks for, and that others are not behind it.
fn marked(
    (system, id): (&System, PredicateId),
    terms: &mut Terms,
    (places, marks): (&[TermId], &[TermId]),
) -> Vec<TermId> {
    let Some(index) = index_of(system, terms, id) else { return Vec::new() };
    let Some(symbol) = terms.as_symbol(index) else { return Vec::new() };
    let domain = index_domain(system, terms, id);
    let one = terms.bv(terms.width(index), 1);
    // Where the marked element is, as an index or as the byte at which it begins.
    let mut here: Vec<TermId> = Vec::new();
    for place in places {
        let before = terms.bv_sub(*place, one);
        for is_place in [terms.eq(index, *place), terms.eq(index, before)] {
            here.push(terms.and(domain, is_place));
        }
        // Who looks up to the end may have found none.
        for within in &system.predicate(id).within {
            let is_place = terms.eq(index, *place);
            here.push(terms.and_all(&[domain, *within, is_place]));
        }
        for (is_index, begin) in &system.predicate(id).begins {
            let is_place = terms.eq(*begin, *place);
            here.push(terms.and(*is_index, is_place));
        }
    }
    let mut found = orders(terms, places);
    for variable in system.predicate(id).variables.iter().filter(|it| it.role == Role::Element) {
        let element = terms.symbol_term(variable.symbol);
        for mark in marks {
            if terms.sort(*mark) != terms.sort(element) {
                continue;
            }
            let is_mark = terms.eq(element, *mark);
            found.extend(here.iter().map(|here| terms.implies(*here, is_mark)));
        }
    }
    for place in places {
        let at: FxHashMap<SymbolId, TermId> = FxHashMap::from_iter([(symbol, *place)]);
        for other in places.iter().filter(|other| *other != place) {
            found.push(terms.bv_slt(*place, *other));
            for (is_index, begin) in &system.predicate(id).begins {
                let begin = terms.substitute(*begin, &at);
                let not_behind = terms.bv_sle(begin, *other);
                let is_index = terms.substitute(*is_index, &at);
                found.push(terms.and(is_index, not_behind));
            }
        }
    }
    found.retain(|fact| terms.as_bool(*fact).is_none());
    found
}

/// The index of which a condition says that it is the last one.
fn end(terms: &mut Terms, last: TermId, index: TermId) -> Option<TermId> {
    let &[a, b] = terms.arguments(last) else { return None };
    let one = terms.bv(terms.width(index), 1);
    let behind = terms.bv_add(index, one);
    for (own, other) in [(a, b), (b, a)] {
        if own == index {
            return Some(other);
        }
        if own == behind {
            return Some(terms.bv_sub(other, one));
        }
    }
    None
}

/// Whether an object with one of these ends is so large.
fn is_size(terms: &mut Terms, place: TermId, ends: &[TermId]) -> bool {
    let one = terms.bv(terms.width(place), 1);
    let last = terms.bv_sub(place, one);
    ends.contains(&last)
}

/// How places lie to each other.
fn orders(terms: &mut Terms, places: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    for (number, place) in places.iter().enumerate() {
        for other in &places[number + 1..] {
            found.push(terms.eq(*place, *other));
            found.extend([terms.bv_ule(*place, *other), terms.bv_ule(*other, *place)]);
        }
    }
    found
}

/// That what is left of one text, or a number that counts down, is no more than what is left of another: so copies stay inside.
fn rests(terms: &mut Terms, places: &[TermId], ends: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    for &end in ends {
        for &place in places {
            let left = terms.bv_sub(end, place);
            let one = terms.bv(terms.width(place), 1);
            let count = terms.bv_add(left, one);
            for &other in places.iter().filter(|other| **other != place) {
                found.push(terms.bv_ule(other, count));
            }
            for &other_end in ends.iter().filter(|other| **other != end) {
                found.push(terms.bv_ule(other_end, left));
                for &other in places.iter().filter(|other| **other != place) {
                    let rest = terms.bv_sub(other_end, other);
                    found.push(terms.bv_ule(rest, left));
                }
            }
        }
    }
    found
}
