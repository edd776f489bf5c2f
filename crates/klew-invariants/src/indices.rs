//! Conditions by which states are kept apart where elements at any index are looked at: how the index lies to those that the program
//! uses, so that what is so of the elements before a loop's counter, at it and behind it is told apart.
//!
//! D. Gopan, T. Reps, M. Sagiv, *A Framework for Numeric Analysis of Array Operations* (POPL 2005): partitions of arrays by the
//! variables that index them.

use std::collections::{BTreeMap, BTreeSet};

use klew_clauses::system::{Application, Clause, Head, PredicateId, Role, System};
use klew_term::{Kind, SymbolId, TermId, Terms};

use crate::names::{names_of, renamed, terms_named};
use crate::solved::solved;

/// The most conditions for each predicate.
const MAXIMUM: usize = 3;

/// The most where it is about indices of other loops as well.
const MAXIMUM_OF_ALL: usize = 8;

/// So many numbers that one is chosen of are looked at.
const MAXIMUM_CHOSEN: usize = 16;

/// How often indices of one predicate are handed to those before and behind it.
const ROUNDS: usize = 3;

/// How the index that may be any is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    /// Whether it is less: loops go up along arrays.
    Before,
    /// Whether it is not greater: loops go down.
    UpTo,
    /// Whether it is that.
    At,
}

/// For each predicate the indices of interest, as terms over its variables.
pub(crate) struct Interests {
    all: BTreeMap<PredicateId, Vec<(TermId, Compared)>>,
    reach: Reach,
}

impl Interests {
    /// Those of a predicate.
    pub(crate) fn of(&self, id: PredicateId) -> &[(TermId, Compared)] {
        self.all.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The most of a predicate.
    fn most(&self) -> usize {
        match self.reach {
            Reach::Own => MAXIMUM,
            Reach::All => MAXIMUM_OF_ALL,
        }
    }
}

/// Which indices are of interest in loops along arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Their own: they know how far they are.
    Own,
    /// Those of other loops as well: how far these came.
    All,
}

/// Of which states facts of elements tell: elements are counted from 0 on.
pub(crate) fn index_domain(system: &System, terms: &mut Terms, id: PredicateId) -> TermId {
    match index_of(system, terms, id) {
        Some(index) => counted(terms, index, &[]),
        None => terms.true_(),
    }
}

/// That an index is one of an element's: where all are of one array, of one of its own. Behind its end there may be anything.
pub(crate) fn counted(terms: &mut Terms, index: TermId, within: &[TermId]) -> TermId {
    let zero = terms.bv(terms.width(index), 0);
    let not_negative = terms.bv_sle(zero, index);
    match within {
        [within] => terms.and(not_negative, *within),
        _ => not_negative,
    }
}

/// The index that may be any.
pub(crate) fn index_of(system: &System, terms: &mut Terms, id: PredicateId) -> Option<TermId> {
    let index = system.predicate(id).variables.iter().find(|it| it.role == Role::Index)?;
    Some(terms.symbol_term(index.symbol))
}

/// The indices of interest where these clauses lead, and where goals are asked.
pub(crate) fn interests(
    system: &System,
    terms: &mut Terms,
    clauses: &[Clause],
    (goals, reach): (&[usize], Reach),
) -> Interests {
    let asked = system.clauses.iter().filter(|clause| match clause.head {
        Head::Goal(goal) => goals.contains(&goal),
        Head::Predicate(_) => false,
    });
    let mut all: Vec<&Clause> = clauses.iter().chain(asked).collect();
    all.sort_by_key(|clause| !is_loop(clause));
    let mut interests = Interests { all: BTreeMap::new(), reach };
    for clause in &all {
        find(system, terms, clause, &mut interests);
    }
    let own = |(_, compared): &(TermId, Compared)| *compared != Compared::At;
    let counting: BTreeSet<PredicateId> = (interests.all.iter())
        .filter(|(_, interests)| reach == Reach::Own && interests.iter().any(own))
        .map(|(id, _)| *id)
        .collect();
    for _ in 0..ROUNDS {
        for clause in all.iter().filter(|clause| !is_loop(clause)) {
            hand_back(system, terms, clause, (&counting, &mut interests));
            hand_on(system, terms, clause, (&counting, &mut interests));
        }
    }
    interests
}

/// For each predicate with elements: how the index lies to those of interest, and whether it is within objects.
pub(crate) fn index_conditions(
    system: &System,
    terms: &mut Terms,
    interests: &Interests,
) -> BTreeMap<PredicateId, Vec<TermId>> {
    let mut conditions = BTreeMap::new();
    for number in 0..system.predicates.len() as u32 {
        let id = PredicateId(number);
        let Some(index) = index_of(system, terms, id) else { continue };
        let mut found: Vec<TermId> = Vec::new();
        for &(interest, compared) in interests.of(id) {
            found.push(match compared {
                Compared::Before => terms.bv_slt(index, interest),
                Compared::UpTo => terms.bv_sle(index, interest),
                Compared::At => terms.eq(index, interest),
            });
        }
        let predicate = system.predicate(id);
        for condition in predicate.last.iter().chain(&predicate.within) {
            if found.len() < interests.most() && !found.contains(condition) {
                found.push(*condition);
            }
        }
        conditions.insert(id, found);
    }
    conditions
}

/// Whether a clause is a turn of a loop.
fn is_loop(clause: &Clause) -> bool {
    let head = match &clause.head {
        Head::Predicate(head) => head.predicate,
        Head::Goal(_) => return false,
    };
    clause.body.first().is_some_and(|first| first.predicate == head)
}

/// Adds an index of interest, if it is one.
fn add(
    terms: &Terms,
    interests: &mut Interests,
    id: PredicateId,
    (index, compared): (TermId, Compared),
) {
    let most = interests.most();
    let place = interests.all.entry(id).or_default();
    // What no element's index is tells nothing apart.
    let beyond = 1_u64 << (terms.width(index).min(64) - 8);
    let is_idle = match terms.as_u64(index) {
        Some(constant) => constant >= beyond || (constant == 0 && compared == Compared::Before),
        None => false,
    };
    if place.len() < most && !is_idle && !place.contains(&(index, compared)) {
        place.push((index, compared));
    }
}

/// The symbols that stand for what is something of a predicate.
fn symbols_of(
    system: &System,
    terms: &Terms,
    application: &Application,
    is_it: impl Fn(Role) -> bool,
) -> Vec<SymbolId> {
    let variables = system.predicate(application.predicate).variables.iter();
    let both = variables.zip(&application.arguments).filter(|(variable, _)| is_it(variable.role));
    both.filter_map(|(_, argument)| terms.as_symbol(*argument)).collect()
}

/// Indices that a clause loads or stores at, and what these are compared with.
fn find(system: &System, terms: &mut Terms, clause: &Clause, interests: &mut Interests) {
    let Some(first) = clause.body.first() else {
        return find_stored(system, terms, clause, interests);
    };
    let own = symbols_of(system, terms, first, |role| role == Role::Value);
    let indices: BTreeSet<SymbolId> = (clause.body.iter())
        .flat_map(|application| symbols_of(system, terms, application, |role| role == Role::Index))
        .collect();
    if indices.is_empty() {
        return;
    }
    let mut roots = vec![clause.constraint];
    if let Head::Predicate(head) = &clause.head {
        roots.extend(&head.arguments);
    }
    let is_own = |terms: &Terms, term: TermId| {
        let symbols = terms.symbols(term);
        symbols.iter().all(|symbol| own.contains(symbol))
    };
    let atoms: Vec<(Kind, TermId, TermId)> = (terms.subterms(&roots).into_iter())
        .filter_map(|term| match (terms.kind(term), terms.arguments(term)) {
            (
                kind @ (Kind::Eq | Kind::BvUlt | Kind::BvUle | Kind::BvSlt | Kind::BvSle),
                &[a, b],
            ) => Some((kind, a, b)),
            _ => None,
        })
        .collect();
    let (used, of_choices) = asked_indices(terms, &atoms, &indices, is_own);
    for index in &used {
        if between_ends(system, terms, clause, (*index, &mut *interests)) {
            continue;
        }
        if !terms.symbols(*index).is_empty() {
            let compared = direction(system, terms, clause, *index);
            // Where a loop ends at an index that it counts, nothing is new.
            let all = interests.of(first.predicate);
            if compared == Compared::At && all.iter().any(|(known, _)| known == index) {
                continue;
            }
            add(terms, interests, first.predicate, (*index, compared));
        }
    }
    for index in used {
        for (_, a, b) in &atoms {
            for (one, other) in [(*a, *b), (*b, *a)] {
                if let Some(bound) = as_wide(terms, index, one, other)
                    && is_own(terms, bound)
                {
                    add(terms, interests, first.predicate, (bound, Compared::Before));
                }
            }
        }
    }
    // One that is chosen of others is known at these.
    for index in of_choices {
        let is_place = is_loop(clause) && terms.as_symbol(index).is_some() && is_own(terms, index);
        if is_place && direction(system, terms, clause, index) == Compared::At {
            add(terms, interests, first.predicate, (index, Compared::At));
        }
    }
}

/// What indices are asked to be, in words of numbers that are known; and what those are chosen of that are one of several.
fn asked_indices(
    terms: &mut Terms,
    atoms: &[(Kind, TermId, TermId)],
    indices: &BTreeSet<SymbolId>,
    is_own: impl Fn(&Terms, TermId) -> bool,
) -> (Vec<TermId>, Vec<TermId>) {
    let (mut used, mut of_choices) = (Vec::new(), Vec::new());
    for (_, a, b) in atoms.iter().filter(|(kind, ..)| *kind == Kind::Eq) {
        for (one, other) in [(*a, *b), (*b, *a)] {
            if !terms.as_symbol(one).is_some_and(|symbol| indices.contains(&symbol)) {
                continue;
            }
            if is_own(terms, other) && !used.contains(&other) {
                used.push(other);
            } else if terms.kind(other) == Kind::Ite {
                of_choices.extend(chosen(terms, other));
            }
        }
        if [*a, *b].iter().any(|term| terms.as_symbol(*term).is_some()) {
            continue;
        }
        // Differences of numbers are brought to one side.
        for symbol in indices.iter().copied() {
            if let Some(index) = solved(terms, (*a, *b), symbol)
                && is_own(terms, index)
                && !used.contains(&index)
            {
                used.push(index);
            }
        }
    }
    (used, of_choices)
}

/// An index that the next turn computes of what this one chose, as that of a search between two ends: in words of the next turn it is of
/// interest, and so are the ends. Whether it is one.
fn between_ends(
    system: &System,
    terms: &mut Terms,
    clause: &Clause,
    (index, interests): (TermId, &mut Interests),
) -> bool {
    let is_chosen = |terms: &Terms, term: &TermId| terms.kind(*term) == Kind::Ite;
    let Head::Predicate(head) = &clause.head else { return false };
    if !is_loop(clause) || !terms.subterms(&[index]).iter().any(|term| is_chosen(terms, term)) {
        return false;
    }
    let names = terms_named(system, terms, head, |role| role == Role::Value);
    let Some(index) = renamed(terms, index, &names) else { return false };
    let inner = terms.subterms(&[index]);
    // Sums of what a loop counts are no middle of anything.
    if inner.iter().any(|term| is_chosen(terms, term)) || is_sum(terms, &inner) {
        return false;
    }
    add(terms, interests, head.predicate, (index, Compared::At));
    let width = terms.width(index);
    for symbol in terms.symbols(index).to_vec() {
        let end = terms.symbol_term(symbol);
        if terms.width(end) <= width {
            let end = terms.bv_sign_extend(end, width);
            add(terms, interests, head.predicate, (end, Compared::Before));
        }
    }
    true
}

/// Whether there are sums and widened numbers only.
fn is_sum(terms: &Terms, inner: &[TermId]) -> bool {
    inner.iter().all(|term| {
        let is_linear = matches!(
            terms.kind(*term),
            Kind::BvAdd | Kind::BvNeg | Kind::BvSignExtend(_) | Kind::BvZeroExtend(_)
        );
        is_linear || terms.arguments(*term).is_empty()
    })
}

/// The indices that one is chosen of, itself if it is not.
fn chosen(terms: &Terms, index: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut open = vec![index];
    while let Some(term) = open.pop() {
        match (terms.kind(term), terms.arguments(term)) {
            (Kind::Ite, &[_, one, other]) if found.len() + open.len() < MAXIMUM_CHOSEN => {
                open.extend([other, one]);
            }
            _ => found.push(term),
        }
    }
    found
}

/// Indices at which is stored before the first loop, of numbers that stay.
fn find_stored(system: &System, terms: &mut Terms, clause: &Clause, interests: &mut Interests) {
    let Head::Predicate(head) = &clause.head else { return };
    let names = terms_named(system, terms, head, |role| role == Role::Value);
    let indices = symbols_of(system, terms, head, |role| role == Role::Index);
    for term in terms.subterms(&head.arguments) {
        let (Kind::Eq, &[a, b]) = (terms.kind(term), terms.arguments(term)) else { continue };
        for (one, other) in [(a, b), (b, a)] {
            let is_index = terms.as_symbol(one).is_some_and(|symbol| indices.contains(&symbol));
            if is_index && let Some(index) = renamed(terms, other, &names) {
                add(terms, interests, head.predicate, (index, Compared::At));
            }
        }
    }
}

/// How others lie to an index at which a clause loads or stores.
fn direction(system: &System, terms: &mut Terms, clause: &Clause, index: TermId) -> Compared {
    let Head::Predicate(head) = &clause.head else { return Compared::At };
    if !is_loop(clause) {
        return Compared::At;
    }
    let next = head.replacements(system);
    let symbols: Vec<SymbolId> = terms.symbols(index).to_vec();
    // What becomes another number now and then tells not how far a loop is.
    let mut is_chosen = |symbol: SymbolId| {
        let Some(next) = next.get(&symbol).copied() else { return false };
        let now = terms.symbol_term(symbol);
        chosen(terms, next).into_iter().any(|next| {
            let step = terms.bv_sub(next, now);
            terms.kind(next) != Kind::Ite && terms.as_bitvec(step).is_none()
        })
    };
    if symbols.into_iter().any(&mut is_chosen) {
        return Compared::At;
    }
    let goes_down = counted_numbers(terms, index).into_iter().any(|now| {
        let after = terms.substitute(now, &next);
        let step = terms.bv_sub(after, now);
        terms.as_bitvec(step).is_some_and(|step| step.is_negative())
    });
    if goes_down { Compared::UpTo } else { Compared::Before }
}

/// The numbers that an index is a sum of, as the program counts them: those that are widened, and what is not.
fn counted_numbers(terms: &mut Terms, index: TermId) -> Vec<TermId> {
    let is_wide = |kind| matches!(kind, Kind::BvSignExtend(_) | Kind::BvZeroExtend(_));
    let widened: Vec<TermId> = (terms.subterms(&[index]).into_iter())
        .filter(|term| is_wide(terms.kind(*term)))
        .map(|term| terms.arguments(term)[0])
        .collect();
    match widened.is_empty() {
        true => vec![index],
        false => widened,
    }
}

/// What an index is compared with where a number that it was widened from is: widened in the same way.
fn as_wide(terms: &mut Terms, index: TermId, compared: TermId, other: TermId) -> Option<TermId> {
    if index == compared {
        return Some(other);
    }
    let width = terms.width(index);
    match (terms.kind(index), terms.arguments(index)) {
        (Kind::BvSignExtend(_), &[narrow]) if narrow == compared => {
            Some(terms.bv_sign_extend(other, width))
        }
        (Kind::BvZeroExtend(_), &[narrow]) if narrow == compared => {
            Some(terms.bv_zero_extend(other, width))
        }
        _ => None,
    }
}

/// What is of interest where a clause leads is where it begins.
fn hand_back(
    system: &System,
    terms: &mut Terms,
    clause: &Clause,
    (counting, interests): (&BTreeSet<PredicateId>, &mut Interests),
) {
    let (Head::Predicate(head), Some(first)) = (&clause.head, clause.body.first()) else { return };
    let own = symbols_of(system, terms, first, |role| role == Role::Value);
    let replacements = head.replacements(system);
    for (interest, compared) in interests.of(head.predicate).to_vec() {
        let before = terms.substitute(interest, &replacements);
        let symbols = terms.symbols(before).to_vec();
        let is_sum = !terms.subterms(&[before]).iter().any(|term| terms.kind(*term) == Kind::Ite);
        let is_new = compared == Compared::At || !counting.contains(&first.predicate);
        if is_sum && is_new && symbols.iter().all(|symbol| own.contains(symbol)) {
            add(terms, interests, first.predicate, (before, compared));
        }
    }
}

/// What is of interest where a clause begins is where it leads, if its variables stay.
fn hand_on(
    system: &System,
    terms: &mut Terms,
    clause: &Clause,
    (counting, interests): (&BTreeSet<PredicateId>, &mut Interests),
) {
    let (Head::Predicate(head), Some(first)) = (&clause.head, clause.body.first()) else { return };
    let names = names_of(system, terms, head, |role| role == Role::Value);
    for (interest, compared) in interests.of(first.predicate).to_vec() {
        let is_new = compared == Compared::At || !counting.contains(&head.predicate);
        if is_new && terms.symbols(interest).iter().all(|symbol| names.contains_key(symbol)) {
            let behind = terms.substitute(interest, &names);
            add(terms, interests, head.predicate, (behind, compared));
        }
    }
}
