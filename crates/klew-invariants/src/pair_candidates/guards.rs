//! Where facts of two elements are told apart: by how each of their indices lies to places of interest.

use std::collections::BTreeSet;

use klew_clauses::system::{Clause, Head, Predicate, Role, System};
use klew_term::{Kind, TermId, Terms};

use super::of_role;
use crate::indices::{Compared, counted};

/// So many indices that the program uses are told apart at a predicate.
const MAXIMUM_PLACES: usize = 3;

/// Two indices.
pub(super) struct Pair {
    first: TermId,
    second: TermId,
}

impl Pair {
    pub(super) fn of(predicate: &Predicate, terms: &mut Terms) -> Option<Pair> {
        let mut index = |role| Some(terms.symbol_term(of_role(predicate, role).next()?));
        Some(Pair { first: index(Role::Index)?, second: index(Role::SecondIndex)? })
    }

    /// The width of indices.
    pub(super) fn width(&self, terms: &Terms) -> u32 {
        terms.width(self.first)
    }

    /// Of indices of which one is at a place: before another place or behind it, where a flag is set, or not.
    pub(super) fn guards_at_places(
        &self,
        predicate: &Predicate,
        terms: &mut Terms,
        (places, flags): (&Places, &[TermId]),
    ) -> Vec<TermId> {
        let in_order = self.in_order(predicate, terms);
        let [of_first, of_second] =
            [self.first, self.second].map(|index| Ways::of(terms, index, &places.apart));
        let mut found = Vec::new();
        for (places, others) in [(&of_first.at, &of_second), (&of_second.at, &of_first)] {
            for place in places {
                for other in others.before.iter().chain(&others.behind) {
                    for flag in flags {
                        let both = [*flag, terms.not(*flag)];
                        found.extend(
                            both.map(|set| terms.and_all(&[in_order, *place, *other, set])),
                        );
                    }
                }
            }
        }
        found
    }

    /// That the indices are of elements, the first one before the second.
    fn in_order(&self, predicate: &Predicate, terms: &mut Terms) -> TermId {
        let first = counted(terms, self.first, &predicate.within);
        let second = counted(terms, self.second, &predicate.second_within);
        let less = terms.bv_slt(self.first, self.second);
        terms.and_all(&[first, second, less])
    }

    /// Where facts of one of the elements alone are told; and that its index is at one of the places.
    pub(super) fn of_one(
        &self,
        predicate: &Predicate,
        terms: &mut Terms,
        (places, role): (&Places, Role),
    ) -> (Vec<TermId>, Vec<TermId>) {
        let (index, within) = match role {
            Role::Element => (self.first, &predicate.within),
            _ => (self.second, &predicate.second_within),
        };
        let domain = counted(terms, index, within);
        let ways = Ways::of(terms, index, &places.apart);
        let at = ways.at.iter().map(|at| terms.and(domain, *at)).collect();
        let mut guards: Vec<TermId> = ways.all().map(|way| terms.and(domain, way)).collect();
        let between = ways.between().into_iter();
        guards.extend(between.map(|(from, to)| terms.and_all(&[domain, from, to])));
        (guards, at)
    }

    /// Of indices with that sum: all of them, those before places or behind them, and those before constants.
    pub(super) fn mirrored(
        &self,
        predicate: &Predicate,
        terms: &mut Terms,
        (places, ends, sum): (&Places, &[TermId], TermId),
    ) -> Vec<TermId> {
        let first = counted(terms, self.first, &predicate.within);
        let second = counted(terms, self.second, &predicate.second_within);
        let width = terms.width(sum);
        let [one, other] =
            [self.first, self.second].map(|index| terms.bv_extract(index, width - 1, 0));
        let together = terms.bv_add(one, other);
        let is_mirror = terms.eq(together, sum);
        let all = terms.and_all(&[first, second, is_mirror]);
        let mut found = vec![all];
        let [of_first, of_second] =
            [self.first, self.second].map(|index| Ways::of(terms, index, &places.apart));
        for way in of_first.all().chain(of_second.all()) {
            found.push(terms.and(all, way));
        }
        for end in ends {
            if terms.width(*end) != width {
                continue;
            }
            for index in [one, other] {
                let before = terms.bv_slt(index, *end);
                found.push(terms.and(all, before));
            }
        }
        found
    }

    /// Where facts are told: of indices that are in order, by how each of them lies to a place; and of one that is at a place with others.
    pub(super) fn guards(
        &self,
        predicate: &Predicate,
        terms: &mut Terms,
        (places, flags): (&Places, &[TermId]),
    ) -> Vec<TermId> {
        let first = counted(terms, self.first, &predicate.within);
        let second = counted(terms, self.second, &predicate.second_within);
        let both = terms.and(first, second);
        let in_order = self.in_order(predicate, terms);
        let mut found = vec![in_order];
        let [of_first, of_second] =
            [self.first, self.second].map(|index| Ways::of(terms, index, &places.apart));
        for way in of_first.all().chain(of_second.all()) {
            found.push(terms.and(in_order, way));
        }
        for flag in flags {
            for set in [*flag, terms.not(*flag)] {
                found.push(terms.and(in_order, set));
                for way in of_second.all() {
                    found.push(terms.and_all(&[in_order, way, set]));
                }
            }
        }
        // One side of a place and the other, between places, and before or behind one that is at a place.
        let both_of = [
            (&of_first.before, &of_second.behind),
            (&of_first.behind, &of_second.before),
            (&of_first.at, &of_second.before),
            (&of_first.at, &of_second.behind),
            (&of_first.before, &of_second.at),
            (&of_first.behind, &of_second.at),
        ];
        for (ones, others) in both_of {
            for one in ones {
                for other in others {
                    found.push(terms.and_all(&[in_order, *one, *other]));
                }
            }
        }
        // Up to a place, but not where something is to be put.
        for hole in places.apart.iter().chain(&places.near) {
            for index in [self.second, self.first] {
                if terms.width(*hole) != terms.width(index) {
                    continue;
                }
                let other = terms.ne(index, *hole);
                for up_to in &of_second.before {
                    found.push(terms.and_all(&[in_order, other, *up_to]));
                }
            }
        }
        for at in &of_first.at {
            let at = terms.and(both, *at);
            for way in of_second.before.iter().chain(&of_second.behind) {
                found.push(terms.and(at, *way));
            }
            for (from, to) in of_second.between() {
                found.push(terms.and_all(&[at, from, to]));
            }
        }
        found
    }
}

/// The ways in which an index lies to places.
struct Ways {
    /// It is less, or at most that.
    before: Vec<TermId>,
    /// It is less; or at most that.
    less: Vec<TermId>,
    up_to: Vec<TermId>,
    /// It is that.
    at: Vec<TermId>,
    /// It is that, or more; or more.
    behind: Vec<TermId>,
    /// It is that, or more; or more.
    from: Vec<TermId>,
    more: Vec<TermId>,
}

impl Ways {
    fn of(terms: &mut Terms, index: TermId, places: &[TermId]) -> Ways {
        let places = places.iter().copied();
        let same: Vec<TermId> =
            places.filter(|place| terms.width(*place) == terms.width(index)).collect();
        let less: Vec<TermId> = same.iter().map(|place| terms.bv_slt(index, *place)).collect();
        let up_to: Vec<TermId> = same.iter().map(|place| terms.bv_sle(index, *place)).collect();
        let from: Vec<TermId> = same.iter().map(|place| terms.bv_sle(*place, index)).collect();
        let more: Vec<TermId> = same.iter().map(|place| terms.bv_slt(*place, index)).collect();
        Ways {
            before: less.iter().chain(&up_to).copied().collect(),
            at: same.iter().map(|place| terms.eq(index, *place)).collect(),
            behind: from.iter().chain(&more).copied().collect(),
            less,
            up_to,
            from,
            more,
        }
    }

    /// It is at one or behind it, and before another or at it.
    fn between(&self) -> Vec<(TermId, TermId)> {
        let mut found = Vec::new();
        for begins in [&self.from, &self.more] {
            for ends in [&self.less, &self.up_to] {
                for (number, from) in begins.iter().enumerate() {
                    let others = ends.iter().enumerate().filter(|(to, _)| *to != number);
                    found.extend(others.map(|(_, to)| (*from, *to)));
                }
            }
        }
        found
    }

    fn all(&self) -> impl Iterator<Item = TermId> + '_ {
        self.before.iter().chain(&self.at).chain(&self.behind).copied()
    }
}

/// What variables are called that become other values in some loop.
pub(super) fn moving<'s>(
    system: &'s System,
    terms: &Terms,
    clauses: &[Clause],
) -> BTreeSet<&'s str> {
    let mut found = BTreeSet::new();
    for clause in clauses {
        let (Head::Predicate(head), Some(first)) = (&clause.head, clause.body.first()) else {
            continue;
        };
        let before = &system.predicate(first.predicate).variables;
        let variables = system.predicate(head.predicate).variables.iter();
        for (variable, argument) in variables.zip(&head.arguments) {
            let mut same = before.iter().filter(|it| it.name == variable.name);
            let symbol = terms.as_symbol(*argument);
            if !same.any(|it| Some(it.symbol) == symbol) {
                found.insert(&*variable.name);
            }
        }
    }
    found
}

/// Indices that are told apart.
pub(super) struct Places {
    /// Those that no constant lies between, the ones that move first.
    pub(super) apart: Vec<TermId>,
    /// Others, that are a constant from one of them.
    pub(super) near: Vec<TermId>,
}

impl Places {
    /// Of the indices of interest: of those that are a constant from each other the simplest one is told apart.
    pub(super) fn of(
        terms: &mut Terms,
        of_interest: &[(TermId, Compared)],
        moves: impl Fn(&Terms, TermId) -> bool,
    ) -> Places {
        let mut apart: Vec<TermId> = Vec::new();
        let mut near: Vec<TermId> = Vec::new();
        for (place, _) in of_interest.iter().copied() {
            if terms.symbols(place).is_empty() || apart.contains(&place) || near.contains(&place) {
                continue;
            }
            let size = |terms: &Terms, term| terms.subterms(&[term]).len();
            match (0..apart.len()).find(|number| is_near(terms, place, apart[*number])) {
                Some(number) if size(terms, place) < size(terms, apart[number]) => {
                    near.push(std::mem::replace(&mut apart[number], place));
                }
                Some(_) => near.push(place),
                None => apart.push(place),
            }
        }
        apart.sort_by_key(|place| !moves(terms, *place));
        apart.truncate(MAXIMUM_PLACES);
        near.retain(|place| apart.iter().any(|other| is_near(terms, *place, *other)));
        Places { apart, near }
    }
}

/// Whether two indices are a constant from each other.
fn is_near(terms: &mut Terms, one: TermId, other: TermId) -> bool {
    let (one, other) = (narrow(terms, one), narrow(terms, other));
    terms.width(one) == terms.width(other) && {
        let between = terms.bv_sub(one, other);
        terms.as_bitvec(between).is_some()
    }
}

/// The number that was widened.
pub(super) fn narrow(terms: &Terms, term: TermId) -> TermId {
    match (terms.kind(term), terms.arguments(term)) {
        (Kind::BvSignExtend(_) | Kind::BvZeroExtend(_), &[narrow]) => narrow,
        _ => term,
    }
}
