//! Facts of texts worth a try: that the last byte of an object is zero, that what walks along it stays inside, and how such places lie to
//! each other.
//!
//! `while (*p) p++` stays inside because the byte at the end is zero and the loop does not go on there. So both are
//! needed at once: that the end is zero wherever something is written, and that the place is no further than the end. The first is a fact of an
//! element at any index, the second one of values, and the clauses join them where the byte at the place is loaded.
//!
//! What walks along wider numbers ends at a zero in the same way (`while (a[i]) i++`).
//!
//! **Invariant**: a fact mentions only the predicate's own variables.

use klew_clauses::Meanings;
use klew_clauses::system::{Clause, Predicate, PredicateId, Role, System};
use klew_term::{Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::indices::{Compared, Reach, index_domain, interests};

/// The most places of a predicate that are looked at.
const MAXIMUM: usize = 8;

/// What facts are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Texts.
    Texts,
    /// Texts, and what is left of them.
    TextsAndRests,
    /// Arrays of numbers wider than a byte.
    Arrays,
}

impl Ended {
    /// That the index is the last one of such an object.
    fn last(self, predicate: &Predicate) -> &[TermId] {
        match self {
            Ended::Texts | Ended::TextsAndRests => &predicate.last,
            Ended::Arrays => &predicate.last_wide,
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
    let known = interests(system, terms, &clauses, (goals, Reach::Own));
    let used = |id: PredicateId| {
        clauses.iter().any(|clause| clause.body.iter().any(|body| body.predicate == id))
    };
    let all = (0..system.predicates.len() as u32).map(PredicateId);
    for id in all.filter(|id| !ended.last(system.predicate(*id)).is_empty() && used(*id)) {
        found.insert(id, of_predicate((system, id), terms, known.of(id), ended));
    }
    found
}

fn of_predicate(
    (system, id): (&System, PredicateId),
    terms: &mut Terms,
    interests: &[(TermId, Compared)],
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
        if (bits == 8) == (ended == Ended::Arrays) {
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
