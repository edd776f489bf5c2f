//! Sums in which a variable counts as often as a constant of the program says: `x - 1000 * y`, `k - 10 * i - j`.
//!
//! A loop of `n` turns that adds at most 1000 in each keeps `x <= 1000 * n`, and one that goes an inner loop of ten turns keeps `k >= 10 * i`. The
//! factors are nearly always constants that the program compares with. S. Sankaranarayanan, H. Sipma, Z. Manna, *Scalable Analysis of
//! Linear Systems Using Mathematical Programming* (VMCAI 2005): templates are given, and only their bounds are looked for.
//!
//! **Invariant**: a sum is computed in as many bits as it needs, so that it is exact.

use std::collections::{BTreeMap, BTreeSet};

use klew_clauses::system::{Clause, Head, PredicateId, Role, System};
use klew_term::polynomial::Polynomial;
use klew_term::{BitVecValue, Kind, Sort, SymbolId, TermId, Terms};
use num_bigint::BigInt;

use crate::rows::signed;

/// Factors are at most so large, in bits.
const FACTOR_BITS: u32 = 24;
/// The most factors, those of them that are counted by, the most variables that move in one predicate, and the most sums.
const MAXIMUM_FACTORS: usize = 6;
const MAXIMUM_COUNTED: usize = 2;
const MAXIMUM_MOVING: usize = 5;
const MAXIMUM_SUMS: usize = 48;

/// For each predicate the variables that runs change between its states, and whether only by constants.
pub(crate) type Moving = BTreeMap<PredicateId, BTreeMap<SymbolId, Moves>>;

/// How a variable moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Moves {
    /// It counts.
    ByConstants,
    /// Otherwise.
    Anyhow,
}

/// The sums of each predicate's variables: of all clauses, and of those that lead to predicates. With factors that clauses multiply with or count by,
/// or with those that they compare with.
pub(crate) fn scaled(
    system: &System,
    terms: &mut Terms,
    (relevant, clauses): (&[Clause], &[Clause]),
    are_counted: bool,
) -> BTreeMap<PredicateId, Vec<TermId>> {
    let factors = match are_counted {
        true => Factors::counted(terms, relevant),
        false => factors(system, terms, clauses),
    };
    if factors.all.is_empty() && are_counted {
        return BTreeMap::new();
    }
    let mut found = BTreeMap::new();
    for (id, moving) in moving(system, terms, clauses) {
        let mut by_width: BTreeMap<u32, Vec<(TermId, Moves)>> = BTreeMap::new();
        for (symbol, moves) in moving {
            if let Sort::BitVec(width @ 8..=64) = terms.symbol_sort(symbol) {
                by_width.entry(width).or_default().push((terms.symbol_term(symbol), moves));
            }
        }
        by_width.retain(|_, moving| moving.len() <= MAXIMUM_MOVING);
        // Where those beside bounds make too many, without them.
        for factors in [&factors.all, &factors.bounds] {
            let of_width = |moving: &Vec<(TermId, Moves)>| sums_of(terms, moving, factors);
            let sums: Vec<TermId> = by_width.values().flat_map(of_width).collect();
            if !sums.is_empty() && sums.len() <= MAXIMUM_SUMS {
                found.insert(id, sums);
                break;
            }
        }
    }
    found
}

/// Each variable, and of each two the sums and the differences in which one that counts has a factor, or none, and those without another one.
fn sums_of(terms: &mut Terms, moving: &[(TermId, Moves)], factors: &[i128]) -> Vec<TermId> {
    let mut sums = Vec::new();
    for (number, (one, _)) in moving.iter().enumerate() {
        sums.push(*one);
        for (other, _) in &moving[number + 1..] {
            let [one, other] = widened(terms, [*one, *other], 1);
            sums.extend([terms.bv_sub(one, other), terms.bv_add(one, other)]);
        }
    }
    for (at, factor) in factors.iter().enumerate() {
        for (number, (counter, moves)) in moving.iter().enumerate() {
            let others = moving.iter().enumerate().filter(|(other, _)| *other != number);
            for (other, (plain, _)) in others.filter(|_| *moves == Moves::ByConstants) {
                // Two loops within each other count in the least and in the greatest number of turns.
                let third = (moving.len() == 3 && at < 3).then(|| moving[3 - number - other].0);
                let bits = 128 - factor.leading_zeros() + 1;
                let [counter, plain] = widened(terms, [*counter, *plain], bits);
                let width = terms.width(counter);
                let factor = BitVecValue::from_bigint(width, &BigInt::from(*factor));
                let factor = terms.bv_value(factor);
                let product = terms.bv_mul(factor, counter);
                let difference = terms.bv_sub(plain, product);
                sums.extend([difference, terms.bv_add(plain, product)]);
                if let Some(third) = third {
                    let third = terms.bv_sign_extend(third, width);
                    sums.push(terms.bv_sub(difference, third));
                }
            }
        }
    }
    sums
}

/// The same numbers in some bits more.
fn widened<const COUNT: usize>(
    terms: &mut Terms,
    numbers: [TermId; COUNT],
    bits: u32,
) -> [TermId; COUNT] {
    numbers.map(|number| terms.bv_sign_extend(number, terms.width(number) + bits))
}

/// Constants by which variables may count.
struct Factors {
    /// Those that the clauses compare with, the smallest first.
    bounds: Vec<i128>,
    /// With the greatest numbers below bounds of inputs: one that is less than 4 adds at most 3.
    all: Vec<i128>,
}

fn factors(system: &System, terms: &Terms, clauses: &[Clause]) -> Factors {
    let kept: BTreeSet<SymbolId> = (system.predicates.iter())
        .flat_map(|predicate| predicate.variables.iter().map(|variable| variable.symbol))
        .collect();
    let mut roots: Vec<TermId> = clauses.iter().map(|clause| clause.constraint).collect();
    // Conditions by which values are chosen are where these are.
    for clause in clauses {
        if let Head::Predicate(head) = &clause.head {
            roots.extend(&head.arguments);
        }
    }
    let (mut bounds, mut below) = (BTreeSet::new(), BTreeSet::new());
    for term in terms.subterms(&roots) {
        let kind = terms.kind(term);
        if !matches!(kind, Kind::BvSlt | Kind::BvSle | Kind::BvUlt | Kind::BvUle | Kind::Eq) {
            continue;
        }
        let sides = terms.arguments(term);
        for (at, side) in sides.iter().enumerate() {
            let Some(value) = terms.as_bitvec(*side) else { continue };
            let Some(number) = signed(&value) else { continue };
            bounds.insert(number.abs());
            // What a variable is less than is a bound of turns.
            let other = sides[1 - at];
            if terms.symbols(other).iter().any(|symbol| kept.contains(symbol)) {
                continue;
            }
            if at == 1 && matches!(kind, Kind::BvSlt | Kind::BvUlt) {
                below.insert(number - 1);
            }
            // That only the lowest bits may be set.
            if let Kind::BvExtract { low, .. } = terms.kind(other)
                && (kind, number) == (Kind::Eq, 0)
            {
                below.insert((1 << low.min(FACTOR_BITS)) - 1);
            }
        }
    }
    bounds.retain(is_factor);
    below.retain(is_factor);
    // Of two that are next to each other, one is the bound itself and the other what is asked of it.
    let found = bounds.clone();
    bounds.retain(|size| !found.contains(&(size + 1)));
    let bounds: Vec<i128> = bounds.into_iter().take(MAXIMUM_FACTORS).collect();
    let more = below.into_iter().filter(|size| !bounds.contains(size));
    let all = bounds.iter().copied().chain(more).take(MAXIMUM_FACTORS).collect();
    Factors { bounds, all }
}

/// Whether a size is one of a factor.
fn is_factor(size: &i128) -> bool {
    (2..1 << FACTOR_BITS).contains(size)
}

impl Factors {
    /// Those that clauses multiply with, or count by.
    fn counted(terms: &Terms, clauses: &[Clause]) -> Factors {
        let all = counted(terms, clauses).into_iter().filter(is_factor).take(MAXIMUM_COUNTED);
        Factors { bounds: Vec::new(), all: all.collect() }
    }
}

/// Constants that clauses multiply with, or count by in one turn: `sum <= 9 * n`, `length += 2`.
fn counted(terms: &Terms, clauses: &[Clause]) -> BTreeSet<i128> {
    let mut found = BTreeSet::new();
    for clause in clauses {
        let arguments = match &clause.head {
            Head::Predicate(head) => &head.arguments[..],
            Head::Goal(_) => &[],
        };
        let steps = arguments.iter().filter_map(|argument| step(terms, *argument));
        found.extend(steps.map(|(_, size)| size));
        for term in terms.subterms(&[clause.constraint]) {
            let mut part = |inner: TermId| match terms.as_u64(inner) {
                Some(value) => Polynomial::constant(terms.width(inner), value),
                None => Polynomial::opaque(terms.width(inner), inner),
            };
            let polynomial = Polynomial::of(terms, term, &mut part);
            for (product, factor) in polynomial.iter().flat_map(Polynomial::products) {
                let factor = BitVecValue::new(terms.width(term), factor);
                found.extend(signed(&factor).map(i128::abs).filter(|_| !product.is_empty()));
            }
        }
    }
    found
}

/// What is not handed on as it is, and what that is handed on to.
pub(crate) fn moving(system: &System, terms: &Terms, clauses: &[Clause]) -> Moving {
    let mut found = Moving::new();
    let mut is_new = true;
    while is_new {
        is_new = false;
        for clause in clauses {
            let Head::Predicate(head) = &clause.head else { continue };
            let variables = system.predicate(head.predicate).variables.iter();
            for (variable, argument) in variables.zip(&head.arguments) {
                let moves = moves(system, terms, clause, *argument, &found);
                let Some(moves) = moves.filter(|_| variable.role == Role::Value) else { continue };
                let known = found.entry(head.predicate).or_default().entry(variable.symbol);
                let before = known.or_insert_with(|| {
                    is_new = true;
                    moves
                });
                is_new |= *before < moves;
                *before = (*before).max(moves);
            }
        }
    }
    found
}

/// How what a clause hands on moves; none if it is what the clause was handed, and does not move, or a beginning.
fn moves(
    system: &System,
    terms: &Terms,
    clause: &Clause,
    argument: TermId,
    known: &Moving,
) -> Option<Moves> {
    let mut passed = clause.body.iter().flat_map(|application| {
        let variables = &system.predicate(application.predicate).variables;
        let moving = known.get(&application.predicate);
        variables.iter().zip(&application.arguments).map(move |(variable, given)| {
            (*given, moving.and_then(|moving| moving.get(&variable.symbol)).copied())
        })
    });
    if clause.body.is_empty() || terms.symbols(argument).is_empty() {
        return None;
    }
    if let Some((_, moves)) = passed.find(|(given, _)| *given == argument) {
        return moves;
    }
    Some(if step(terms, argument).is_some() { Moves::ByConstants } else { Moves::Anyhow })
}

/// The symbol that a term is but for constants that are added, perhaps chosen among several, and the size of the largest of these.
fn step(terms: &Terms, term: TermId) -> Option<(SymbolId, i128)> {
    match (terms.kind(term), terms.arguments(term)) {
        (Kind::Symbol(symbol), _) => Some((symbol, 0)),
        (Kind::BvAdd, &[one, other]) => {
            let (size, rest) = match (constant(terms, one), constant(terms, other)) {
                (Some(size), _) => (size, other),
                (_, Some(size)) => (size, one),
                _ => return None,
            };
            let (symbol, more) = step(terms, rest)?;
            Some((symbol, size + more))
        }
        (Kind::Ite, &[_, one, other]) => {
            let [(symbol, one), (same, other)] = [step(terms, one)?, step(terms, other)?];
            (symbol == same).then_some((symbol, one.max(other)))
        }
        _ => None,
    }
}

/// The size of a constant, or of the largest of several.
fn constant(terms: &Terms, term: TermId) -> Option<i128> {
    match (terms.kind(term), terms.arguments(term)) {
        (Kind::Ite, &[_, one, other]) => Some(constant(terms, one)?.max(constant(terms, other)?)),
        // A condition as a number.
        (Kind::BvZeroExtend(_), &[narrow]) if terms.width(narrow) == 1 => Some(1),
        _ => signed(&terms.as_bitvec(term)?).map(i128::abs),
    }
}

#[cfg(test)]
mod tests {
    use klew_clauses::{Contents, clauses, prepare};
    use klew_ir::{Property, parse_program};
    use klew_term::print_smtlib;

    use super::*;

    #[test]
    fn what_counts_has_the_factors_that_are_compared_with_and_what_stays_has_none() {
        let text = "function @main() {
entry:
  %n: i32 = input \"n\"
  jump head(1, 0, %n)
head(%x: i32, %y: i32, %stays: i32):
  %more = compare slt i32 %y, 1000
  branch %more, body, done
body:
  %x2 = add i32 %x, %y
  %y2 = add i32 %y, 1
  jump head(%x2, %y2, %stays)
done:
  %is = compare sle i32 %stays, %x
  assert assertion holds %is
  exit
}
";
        let program = prepare(&parse_program(text, "a.kir").expect("is a program")).expect("small");
        let mut terms = Terms::new();
        let properties = [Property::Assertion].into_iter().collect();
        let made = clauses(&program, properties, (Contents::Fixed, 0), &mut terms, &|| false)
            .expect("is not stopped");
        let all: Vec<Clause> = made.system.relevant(&[0]).into_iter().cloned().collect();
        let found = scaled(&made.system, &mut terms, (&all, &all), false);
        let sums: Vec<TermId> = found.into_values().flatten().collect();
        // `x`, `y`, `x - y`, `x + y`, `x - 1000 * y`, `x + 1000 * y`.
        let texts: Vec<String> = sums.iter().map(|sum| print_smtlib(&terms, *sum)).collect();
        assert_eq!(sums.len(), 6, "{texts:?}");
        assert!(sums.iter().all(|sum| terms.symbols(*sum).len() <= 2), "{texts:?}");
    }
}
