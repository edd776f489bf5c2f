//! Equations between products of variables worth a try: `y = x * x`, `q * y + r = x`, `2 * s = i * (i + 1)`.
//!
//! Products of few variables are taken for numbers of their own, and the equations are those that hold of all states that some runs come to.
//! M. Müller-Olm, H. Seidl, *Computing Polynomial Program Invariants* (2004); R. Sharma and others, *A Data Driven Approach for Algebraic Loop
//! Invariants* (2013); modulo 2 to the width as [`crate::affine`] has it.
//!
//! **Invariant**: a fact mentions only the predicate's own variables, and some runs satisfy it; that all do is to be shown.

use std::collections::{BTreeMap, BTreeSet};

use klew_clauses::Meanings;
use klew_clauses::system::{Clause, Head, PredicateId, Role, System};
use klew_term::polynomial::Polynomial;
use klew_term::{Constant, Kind, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::affine::{AffineHull, Equation, inverse};
use crate::facts::by_width;
use crate::states::{State, states};

/// Where there are no more variables, narrow ones are taken for wide ones as well.
const MOST_WIDENED: usize = 10;

/// Numbers narrower than this are no numbers that are multiplied.
const LEAST_WIDTH: u32 = 8;

/// The most products of one predicate, those of one variable among them.
const MOST_PRODUCTS: usize = 90;

/// The largest factor of a product.
const LARGEST_FACTOR: u64 = 1 << 10;

/// The most variables that are multiplied.
const MOST_DEGREE: usize = 3;

/// Fewer states say nothing.
const LEAST_STATES: usize = 6;

/// Equations with products for all predicates that goals rest on; none where clauses multiply nothing, unless it is to be of any two variables.
pub fn product_candidates(
    system: &System,
    terms: &mut Terms,
    goals: &[usize],
    (of_any, stop): (bool, &dyn Fn() -> bool),
) -> Meanings {
    let clauses: Vec<Clause> = system.relevant(goals).into_iter().cloned().collect();
    let degree = if of_any { 2 } else { degree(terms, &clauses) };
    let mut found = Meanings::new();
    if degree < 2 {
        return found;
    }
    let extended = extended(terms, &clauses);
    for (id, states) in states(terms, &clauses, stop) {
        if states.len() < LEAST_STATES || stop() {
            continue;
        }
        for (width, numbers) in numbers(system, terms, id, &extended) {
            let group = Group { width, numbers, degree: degree.min(MOST_DEGREE) };
            let facts = group.equations(system, terms, id, &states);
            found.entry(id).or_default().extend(facts);
        }
    }
    found
}

/// The most terms that clauses multiply; 1 if they multiply only with constants.
fn degree(terms: &Terms, clauses: &[Clause]) -> usize {
    let mut roots: Vec<TermId> = clauses.iter().map(|clause| clause.constraint).collect();
    for clause in clauses {
        if let Head::Predicate(head) = &clause.head {
            roots.extend(&head.arguments);
        }
    }
    let mut degrees: FxHashMap<TermId, Polynomial> = FxHashMap::default();
    let mut most = 1;
    for term in terms.subterms(&roots) {
        let mut part = |inner: TermId| match degrees.get(&inner) {
            Some(known) => known.clone(),
            None => Polynomial::opaque(terms.width(inner), inner),
        };
        if let Some(polynomial) = Polynomial::of(terms, term, &mut part) {
            most = most.max(polynomial.degree());
            degrees.insert(term, polynomial);
        }
    }
    most
}

/// Symbols that clauses use as wider numbers: by the width, whether the sign is kept.
fn extended(terms: &Terms, clauses: &[Clause]) -> BTreeSet<(SymbolId, u32, bool)> {
    let mut roots: Vec<TermId> = clauses.iter().map(|clause| clause.constraint).collect();
    for clause in clauses {
        if let Head::Predicate(head) = &clause.head {
            roots.extend(&head.arguments);
        }
    }
    let mut found = BTreeSet::new();
    for term in terms.subterms(&roots) {
        let is_signed = match terms.kind(term) {
            Kind::BvZeroExtend(_) => false,
            Kind::BvSignExtend(_) => true,
            _ => continue,
        };
        if let Some(symbol) = terms.as_symbol(terms.arguments(term)[0]) {
            found.insert((symbol, terms.width(term), is_signed));
        }
    }
    found
}

/// The variables of a predicate that may be multiplied, by width, with narrower ones that are used as wider numbers.
fn numbers(
    system: &System,
    terms: &mut Terms,
    id: PredicateId,
    extended: &BTreeSet<(SymbolId, u32, bool)>,
) -> BTreeMap<u32, Vec<TermId>> {
    let mut numbers = by_width(system, terms, id, Role::Value);
    numbers.retain(|width, _| *width >= LEAST_WIDTH);
    let widths: Vec<u32> = numbers.keys().copied().collect();
    let widest = widths.last().copied();
    let few = system.predicate(id).variables.len() <= MOST_WIDENED;
    for variable in &system.predicate(id).variables {
        let symbol = variable.symbol;
        let used: Vec<_> = extended.iter().filter(|it| it.0 == symbol).copied().collect();
        // Offsets count what narrower numbers count.
        let any = widest.filter(|widest| few && terms.symbol_sort(symbol) != Sort::BitVec(*widest));
        let any = any.filter(|_| {
            used.is_empty() && matches!(terms.symbol_sort(symbol), Sort::BitVec(LEAST_WIDTH..))
        });
        let used = used.into_iter().chain(any.map(|width| (symbol, width, false)));
        for (_, width, is_signed) in used {
            if widths.contains(&width) && variable.role == Role::Value {
                let narrow = terms.symbol_term(variable.symbol);
                let wide = match is_signed {
                    true => terms.bv_sign_extend(narrow, width),
                    false => terms.bv_zero_extend(narrow, width),
                };
                numbers.entry(width).or_default().push(wide);
            }
        }
    }
    numbers
}

/// Numbers of one width of one predicate.
struct Group {
    width: u32,
    numbers: Vec<TermId>,
    degree: usize,
}

impl Group {
    fn equations(
        &self,
        system: &System,
        terms: &mut Terms,
        id: PredicateId,
        states: &[State],
    ) -> Vec<TermId> {
        let values: Vec<Vec<u64>> =
            states.iter().map(|state| self.values(system, terms, id, state)).collect();
        let (mut facts, mut moving) = self.alone(terms, &values);
        // What a sum of others is needs no products of its own.
        let alone: Vec<Vec<usize>> = moving.iter().map(|number| vec![*number]).collect();
        for equation in self.hull(&alone, &values) {
            facts.push(self.fact(terms, &alone, &equation));
            if let Some(at) = equation.factors.iter().position(|factor| *factor == 1) {
                moving.retain(|number| *number != alone[at][0]);
            }
        }
        let Some(products) = products(&moving, self.degree) else { return facts };
        for equation in self.hull(&products, &values) {
            facts.push(self.fact(terms, &products, &equation));
        }
        facts
    }

    /// The equations between products that hold of all states.
    fn hull(&self, products: &[Vec<usize>], states: &[Vec<u64>]) -> Vec<Equation> {
        let mut hull: Option<AffineHull> = None;
        for state in states {
            let times = |value: u64, number: &usize| value.wrapping_mul(state[*number]);
            let state: Vec<u64> = (products.iter())
                .map(|product| product.iter().fold(1, times) & self.mask())
                .collect();
            match &mut hull {
                None => hull = Some(AffineHull::new(self.width, state)),
                Some(hull) => {
                    hull.add(&state);
                }
            }
        }
        let equations = hull.map(|hull| hull.equations().to_vec()).unwrap_or_default();
        equations.iter().filter_map(|equation| self.simple(equation, products, states)).collect()
    }

    /// An equation with small factors that holds of all states, if it has those but for multiples of half of what numbers wrap at: products are
    /// even as their factors are, so that is added to others anyhow.
    fn simple(
        &self,
        equation: &Equation,
        products: &[Vec<usize>],
        states: &[Vec<u64>],
    ) -> Option<Equation> {
        let unused = 65 - self.width;
        // The sign is what is left of the upper half.
        let small = |factor: &u64| {
            ((factor << unused).cast_signed() >> unused).cast_unsigned() & self.mask()
        };
        let size = |factor: &u64| (*factor).min(factor.wrapping_neg() & self.mask());
        // A third of a number has a large factor; so each of the factors is made 1 in turn.
        let odd = equation.factors.iter().filter(|factor| *factor % 2 == 1);
        let times = std::iter::once(1).chain(odd.map(|factor| inverse(*factor)));
        let factors = times
            .map(|times| {
                equation.factors.iter().map(move |factor| small(&factor.wrapping_mul(times)))
            })
            .map(Iterator::collect::<Vec<u64>>)
            .find(|factors| factors.iter().all(|factor| size(factor) <= LARGEST_FACTOR))?;
        if factors.iter().all(|factor| *factor == 0) {
            return None;
        }
        let sum = |state: &Vec<u64>| {
            let times = |value: u64, number: &usize| value.wrapping_mul(state[*number]);
            let summands = products.iter().zip(&factors);
            let sum = summands.map(|(product, factor)| product.iter().fold(*factor, times));
            sum.fold(0, u64::wrapping_add) & self.mask()
        };
        let constant = sum(states.first()?);
        let holds = states.iter().all(|state| sum(state) == constant);
        holds.then_some(Equation { factors, constant })
    }

    fn fact(&self, terms: &mut Terms, products: &[Vec<usize>], equation: &Equation) -> TermId {
        let mut sum = terms.bv(self.width, 0);
        for (product, factor) in products.iter().zip(&equation.factors) {
            let mut value = terms.bv(self.width, *factor);
            for number in product {
                value = terms.bv_mul(value, self.numbers[*number]);
            }
            sum = terms.bv_add(sum, value);
        }
        let constant = terms.bv(self.width, equation.constant);
        terms.eq(sum, constant)
    }

    fn mask(&self) -> u64 {
        if self.width >= 64 { u64::MAX } else { (1 << self.width) - 1 }
    }

    fn values(&self, system: &System, terms: &Terms, id: PredicateId, state: &State) -> Vec<u64> {
        let mut values = klew_term::Assignment::new();
        for (variable, value) in system.predicate(id).variables.iter().zip(state) {
            values.set(variable.symbol, value.clone());
        }
        let mut evaluator = klew_term::Evaluator::new(terms, &values);
        let value = |number: &TermId| evaluator.evaluate(*number).ok();
        let values = self.numbers.iter().map(value);
        values.map(|value| value.as_ref().and_then(Constant::as_u64).unwrap_or(0)).collect()
    }

    /// That numbers are constant, or equal to others; the others, by index.
    fn alone(&self, terms: &mut Terms, values: &[Vec<u64>]) -> (Vec<TermId>, Vec<usize>) {
        let (mut facts, mut moving): (Vec<TermId>, Vec<usize>) = (Vec::new(), Vec::new());
        for (number, term) in self.numbers.iter().enumerate() {
            let first = values[0][number];
            if values.iter().all(|state| state[number] == first) {
                let constant = terms.bv(self.width, first);
                facts.push(terms.eq(*term, constant));
                continue;
            }
            let same = |other: &&usize| values.iter().all(|state| state[number] == state[**other]);
            match moving.iter().find(same) {
                Some(other) => facts.push(terms.eq(*term, self.numbers[*other])),
                None => moving.push(number),
            }
        }
        (facts, moving)
    }
}

/// The products of at most so many of these numbers, those of few first; of fewer where they are too many, none if these are, too.
fn products(numbers: &[usize], degree: usize) -> Option<Vec<Vec<usize>>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut last: Vec<Vec<usize>> = vec![Vec::new()];
    for so_many in 1..=degree {
        let mut next = Vec::new();
        for product in &last {
            let least = product.last().copied().unwrap_or(0);
            for number in numbers.iter().filter(|number| **number >= least) {
                next.push(product.iter().copied().chain([*number]).collect::<Vec<usize>>());
            }
        }
        if found.len() + next.len() > MOST_PRODUCTS {
            return (so_many > 2).then_some(found);
        }
        found.extend(next.iter().cloned());
        last = next;
    }
    (!numbers.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use klew_clauses::{Contents, clauses, prepare, wording};
    use klew_ir::{Property, parse_program};

    use super::*;

    fn found(text: &str) -> Vec<String> {
        let program = prepare(&parse_program(text, "a.kir").expect("is a program")).expect("small");
        let mut terms = Terms::new();
        let properties = [Property::Assertion].into_iter().collect();
        let made = clauses(&program, properties, (Contents::Fixed, 0), &mut terms, &|| false)
            .expect("is not stopped");
        let facts = product_candidates(&made.system, &mut terms, &[0], (false, &|| false));
        let mut found: Vec<String> =
            facts.into_values().flatten().map(|fact| wording(&terms, fact)).collect();
        found.sort();
        found
    }

    #[test]
    fn what_products_of_variables_are_is_seen_in_some_runs() {
        let found = found(
            "function @main() {
entry:
  %x: i32 = input \"x\"
  %y: i32 = input \"y\"
  jump head(0, %x)
head(%q: i32, %r: i32):
  %less = compare unsigned_less i32 %r, %y
  branch %less, done, body
body:
  %r2 = sub i32 %r, %y
  %q2 = add i32 %q, 1
  jump head(%q2, %r2)
done:
  %product = mul i32 %q, %y
  %sum = add i32 %product, %r
  %is = compare equal i32 %sum, %x
  assert assertion holds %is
  exit
}
",
        );
        assert_eq!(found, ["%0 == %3 + %2 * %1"], "x = r + q * y");
    }

    #[test]
    fn where_nothing_is_multiplied_nothing_is_looked_for() {
        let found = found(
            "function @main() {
entry:
  %n: i32 = input \"n\"
  jump head(0)
head(%i: i32):
  %more = compare unsigned_less i32 %i, %n
  branch %more, body, done
body:
  %i2 = add i32 %i, 1
  jump head(%i2)
done:
  %is = compare equal i32 %i, %n
  assert assertion holds %is
  exit
}
",
        );
        assert!(found.is_empty(), "{found:?}");
    }
}
