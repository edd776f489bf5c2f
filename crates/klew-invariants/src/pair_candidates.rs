//! Facts of two elements of an array worth a try: how they lie to each other, where their indices do: `0 <= k && k < l && l < i ==> a[k] <= a[l]`.
//!
//! D. Monniaux, L. Gonnord, *Cell Morphing* (SAS 2016), section 6: with two distinguished cells, sorting is proved. Which facts are tried: what
//! the program compares elements by, apart for each way in which each of the indices lies to those that the program uses.
//!
//! **Invariant**: a fact mentions only the predicate's own variables.

mod asked;
mod guards;
mod mirrored;

use std::collections::{BTreeMap, BTreeSet};

use klew_clauses::Meanings;
use klew_clauses::system::{Clause, Head, Predicate, PredicateId, Role, System};
use klew_term::{Kind, Sort, SymbolId, TermId, Terms};

use crate::element_candidates::flags;
use crate::indices::{Reach, interests};
use asked::{Comparison, asked_direction, compared, comparisons, copies};
use guards::{Pair, Places, moving};
pub use mirrored::mirror_candidates;

/// The most facts of a predicate.
const MAXIMUM: usize = 1000;

/// So many values of which it matters whether they are set.
const MAXIMUM_FLAGS: usize = 2;

/// How arrays are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// What comes later is larger, or as large.
    Up,
    /// It is smaller, or as small.
    Down,
}

impl Direction {
    fn reversed(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        }
    }
}

/// How two elements of an ordered array are to each other.
#[derive(Clone, Copy)]
struct Order {
    direction: Direction,
    /// Whether they are never the same.
    differ: bool,
}

/// Facts of pairs for the predicates that these goals rest on, of arrays that are ordered in one direction; nothing if no two elements are
/// compared, or if the goals ask for the other one. That elements differ has no direction: it is looked for with [`Direction::Up`].
pub fn pair_candidates(
    (system, known): (&System, &Meanings),
    terms: &mut Terms,
    goals: &[usize],
    direction: Direction,
) -> Meanings {
    let clauses: Vec<Clause> = system.relevant(goals).into_iter().cloned().collect();
    let leads_on = |clause: &&Clause| matches!(clause.head, Head::Predicate(_));
    let inner: Vec<Clause> = clauses.iter().filter(leads_on).cloned().collect();
    let copies = copies(system, terms, &inner);
    let comparisons = comparisons(system, terms, &clauses, &copies);
    let mut found = Meanings::new();
    let asked = asked_direction(system, terms, &clauses);
    if comparisons.is_empty() || asked.is_some_and(|(it, _)| it != direction) {
        return found;
    }
    let order = Order { direction, differ: asked.is_some_and(|(_, differ)| differ) };
    let asks = |clause: &&Clause| matches!(clause.head, Head::Goal(_));
    let in_goals: Vec<Clause> = clauses.iter().filter(asks).cloned().collect();
    // Where two elements are asked about, that one is less says no more of a pivot than that it is at most that.
    let is_strict = asked::comparisons(system, terms, &in_goals, &BTreeMap::new()).is_empty();
    let interests = interests(system, terms, &inner, (goals, Reach::All));
    let mut flags = flags(system, terms, (&clauses, goals), is_of_values);
    hand_back(system, terms, &clauses, &mut flags);
    let moving = moving(system, terms, &inner);
    for number in 0..system.predicates.len() as u32 {
        let id = PredicateId(number);
        let predicate = system.predicate(id);
        let Some(pair) = Pair::of(predicate, terms) else { continue };
        let places = Places::of(terms, interests.of(id), |terms, place| {
            let symbols = terms.symbols(place);
            let own = predicate.variables.iter().filter(|it| symbols.contains(&it.symbol));
            own.map(|variable| &*variable.name).any(|name| moving.contains(name))
        });
        let mut flags = flags.remove(&id).unwrap_or_default();
        let known = known.get(&id).map_or(&[][..], Vec::as_slice);
        flags.retain(|flag| !known.contains(flag) && !known.contains(&terms.not(*flag)));
        let copies = copies.get(&id).map_or(&[][..], Vec::as_slice);
        let known = (&places, &flags[..], copies);
        let ways = (&comparisons, order, is_strict);
        let mut facts = facts((predicate, &pair), terms, known, ways);
        facts.extend(orders_of(terms, &places.apart));
        found.insert(id, facts);
    }
    found
}

/// What is tried of one predicate: values that were elements with each element, and any two elements, where their indices lie to the places
/// in one way or another and flags are set or not.
fn facts(
    (predicate, pair): (&Predicate, &Pair),
    terms: &mut Terms,
    (places, flags, copies): (&Places, &[TermId], &[SymbolId]),
    (comparisons, order, is_strict): (&BTreeSet<Comparison>, Order, bool),
) -> Vec<TermId> {
    let mut facts: Vec<TermId> = Vec::new();
    let mut add = |terms: &mut Terms, guard: TermId, conclusion: TermId| {
        let fact = terms.implies(guard, conclusion);
        if terms.as_bool(fact).is_none() && facts.len() < MAXIMUM && !facts.contains(&fact) {
            facts.push(fact);
        }
    };
    for copy in copies {
        let copy = terms.symbol_term(*copy);
        for role in [Role::SecondElement, Role::Element] {
            let (guards, at) = pair.of_one(predicate, terms, (places, role));
            for element in of_role(predicate, role) {
                let element = terms.symbol_term(element);
                if terms.width(element) != terms.width(copy) {
                    continue;
                }
                let compared = compared(terms, (copy, element), comparisons);
                let mut conclusions: Vec<TermId> = compared.iter().map(|(_, it)| *it).collect();
                // That one is at most the other where it is not less the other way round.
                let strict = compared.iter().filter(|(way, _)| is_strict && way.is_some());
                conclusions.extend(strict.map(|(_, conclusion)| terms.not(*conclusion)));
                for guard in &guards {
                    conclusions.iter().for_each(|conclusion| add(terms, *guard, *conclusion));
                }
                let same = terms.eq(copy, element);
                at.iter().for_each(|guard| add(terms, *guard, same));
            }
        }
    }
    let mut guards = pair.guards(predicate, terms, (places, flags));
    if comparisons.iter().eq([&Comparison::Equality]) {
        guards.extend(pair.guards_at_places(predicate, terms, (places, flags)));
    }
    for conclusion in conclusions(predicate, terms, (comparisons, order)) {
        guards.iter().for_each(|guard| add(terms, *guard, conclusion));
    }
    facts
}

/// How places lie to each other: a loop ends where its index is at the place that it goes to, if it was never behind that.
fn orders_of(terms: &mut Terms, places: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    for (number, one) in places.iter().copied().enumerate() {
        for other in places[number + 1..].iter().copied() {
            if terms.width(one) == terms.width(other) {
                found.extend([terms.bv_sle(one, other), terms.bv_sle(other, one)]);
                found.extend([terms.bv_slt(one, other), terms.bv_slt(other, one)]);
            }
        }
    }
    found
}

/// What decides where a clause leads is what it became there, too: a loop within sets it.
fn hand_back(
    system: &System,
    terms: &mut Terms,
    clauses: &[Clause],
    flags: &mut BTreeMap<PredicateId, Vec<TermId>>,
) {
    for clause in clauses {
        let (Head::Predicate(head), Some(first)) = (&clause.head, clause.body.first()) else {
            continue;
        };
        let own: BTreeSet<SymbolId> =
            of_role(system.predicate(first.predicate), Role::Value).collect();
        let replacements = head.replacements(system);
        for flag in flags.get(&head.predicate).cloned().unwrap_or_default() {
            let before = terms.substitute(flag, &replacements);
            let symbols = terms.symbols(before);
            let is_own = !symbols.is_empty() && symbols.iter().all(|symbol| own.contains(symbol));
            let place = flags.entry(first.predicate).or_default();
            if is_own
                && terms.kind(before) == Kind::Eq
                && place.len() < MAXIMUM_FLAGS
                && !place.contains(&before)
            {
                place.push(before);
            }
        }
    }
}

/// Whether it is about values of which it is not plain what they are: objects live while they are used.
fn is_of_values(predicate: &Predicate, terms: &Terms, flag: TermId) -> bool {
    let symbols = terms.symbols(flag);
    let own = predicate.variables.iter().filter(|it| symbols.contains(&it.symbol));
    own.into_iter()
        .all(|it| it.role == Role::Value && terms.symbol_sort(it.symbol) != Sort::BitVec(1))
}

/// The symbols of a predicate with that role.
fn of_role(predicate: &Predicate, role: Role) -> impl Iterator<Item = SymbolId> + '_ {
    let variables = predicate.variables.iter().filter(move |variable| variable.role == role);
    variables.map(|variable| variable.symbol)
}

/// How two elements are to each other, perhaps.
fn conclusions(
    predicate: &Predicate,
    terms: &mut Terms,
    (comparisons, order): (&BTreeSet<Comparison>, Order),
) -> Vec<TermId> {
    let elements = of_role(predicate, Role::Element).zip(of_role(predicate, Role::SecondElement));
    let mut found = Vec::new();
    for (one, other) in elements {
        let both = (terms.symbol_term(one), terms.symbol_term(other));
        let compared = compared(terms, both, comparisons);
        // Where they differ, it is less that is not at most the other way round.
        let reversed = |of: Direction| if order.differ { of.reversed() } else { of };
        for (of, conclusion) in compared {
            if of.map_or(Direction::Up, reversed) != order.direction {
                continue;
            }
            let is_order = of.is_some() && order.differ;
            found.push(if is_order { terms.not(conclusion) } else { conclusion });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use klew_clauses::{Contents, clauses, prepare, wording};
    use klew_ir::{Property, parse_program};

    use super::*;

    /// The clauses of a program that makes an array and asks something of `%x`, the element at another index in words of `%k`, and `%y` at
    /// that.
    pub(super) fn asked_of_two(other: &str, asked: &str, terms: &mut Terms) -> System {
        let text = format!(
            "target 64
function @main() {{
entry:
  %a = allocate stack 160 align 4
  jump fill(0)
fill(%i: i64):
  %more = compare slt i64 %i, 40
  branch %more, write, ask(1)
write:
  %v: i32 = input \"v\"
  %at = mul i64 %i, 4
  %p = offset %a, %at
  store i32 %v to %p
  %i2 = add i64 %i, 1
  jump fill(%i2)
ask(%k: i64):
  %rest = compare slt i64 %k, 40
  branch %rest, compare, done
compare:
  %other = {other}
  %at1 = mul i64 %other, 4
  %p1 = offset %a, %at1
  %x = load i32 %p1
  %at2 = mul i64 %k, 4
  %p2 = offset %a, %at2
  %y = load i32 %p2
  %is = {asked}
  assert assertion holds %is
  %k2 = add i64 %k, 1
  jump ask(%k2)
done:
  exit
}}
"
        );
        let program = parse_program(&text, "a.kir").expect("is a program");
        let program = prepare(&program).expect("small");
        let properties = [Property::Assertion].into_iter().collect();
        clauses(&program, properties, (Contents::AnyTwo, 0), terms, &|| false)
            .expect("is not stopped")
            .system
    }

    /// The facts that are tried where something is asked of each two neighbours.
    fn facts(asked: &str, direction: Direction) -> Vec<String> {
        let mut terms = Terms::new();
        let system = asked_of_two("sub i64 %k, 1", asked, &mut terms);
        let known = Meanings::new();
        let found = pair_candidates((&system, &known), &mut terms, &[0], direction);
        found.into_values().flatten().map(|fact| wording(&terms, fact)).collect()
    }

    /// Without how places lie to each other.
    fn of_elements(facts: Vec<String>) -> Vec<String> {
        facts.into_iter().filter(|fact| fact.contains('[')).collect()
    }

    #[test]
    fn what_the_program_compares_is_tried_in_the_direction_that_it_asks_for() {
        let up = of_elements(facts("compare sle i32 %x, %y", Direction::Up));
        let is_ordered = |fact: &String| fact.contains("object 0[any] <= object 0[another]");
        assert!(!up.is_empty() && up.iter().all(is_ordered), "{up:#?}");
        // Apart by where the loop is.
        assert!(
            up.iter().any(|fact| fact.contains("another <= any) || %7 <= another)")),
            "{up:#?}"
        );
        assert!(facts("compare sle i32 %x, %y", Direction::Down).is_empty());
        let less = of_elements(facts("compare slt i32 %x, %y", Direction::Up));
        let is_less = |fact: &String| fact.contains("object 0[any] < object 0[another]");
        assert!(!less.is_empty() && less.iter().all(is_less), "{less:#?}");
        assert!(facts("compare slt i32 %x, %y", Direction::Down).is_empty());
        let differ = facts("compare not_equal i32 %x, %y", Direction::Up);
        assert!(differ.iter().any(|fact| fact.contains("!=")), "{differ:#?}");
    }

    #[test]
    fn elements_that_are_not_compared_with_each_other_are_not_told_apart() {
        assert!(facts("compare sle i32 %x, 7", Direction::Up).is_empty());
    }
}
