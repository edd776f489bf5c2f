//! What equations say of products: they are multiplied, solved for products and put into each other.
//!
//! **Invariant**: what is added follows from what is said.

use std::collections::BTreeSet;

use klew_term::polynomial::{Polynomial, Product};
use klew_term::{Kind, TermId, Terms};
use rustc_hash::FxHashMap;

use super::replaced;
use super::rewriting::Rewriting;

impl Rewriting {
    /// That a number is a quotient times the divisor, and the rest: `y = 2 * (y >> 1) + y % 2`.
    fn divide(&mut self, terms: &mut Terms, said: &mut Vec<TermId>) {
        let values = values(terms, said);
        let factors: BTreeSet<TermId> = self.products.keys().flatten().copied().collect();
        for quotient in factors {
            let Some((whole, divisor, rest)) = division(terms, quotient) else { continue };
            let width = terms.width(whole);
            let term = |part: TermId| Polynomial::opaque(width, part);
            let rest = values.get(&rest).map_or_else(
                || term(terms.bv_zero_extend(rest, width)),
                |value| Polynomial::constant(width, *value),
            );
            let divisor = terms
                .as_u64(divisor)
                .map_or_else(|| term(divisor), |value| Polynomial::constant(width, value));
            let sum = term(quotient).times(&divisor).and_then(|product| product.plus(&rest, 1));
            if let Some(zero) = sum.and_then(|sum| term(whole).plus(&sum, u64::MAX)) {
                let equation = self.equation(terms, &zero);
                self.equations.insert(equation, zero);
                said.push(equation);
            }
        }
    }

    /// Puts numbers that are sums of others, as equations say, into all equations; what says so.
    fn put_in_sums(&mut self, said: &[TermId]) -> Vec<Polynomial> {
        let is_said = |(equation, _): &(&TermId, &Polynomial)| said.contains(equation);
        let mut sums: Vec<(&TermId, &Polynomial)> = (self.equations.iter())
            .filter(is_said)
            .filter(|(_, zero)| zero.degree() == 1)
            .collect();
        sums.sort_unstable_by_key(|(equation, _)| **equation);
        let sums: Vec<Polynomial> = sums.into_iter().map(|(_, zero)| zero.clone()).collect();
        let (sums, rest) = solved(&sums);
        for (product, zero) in &sums {
            let &[number] = &product[..] else { continue };
            for polynomial in self.equations.values_mut() {
                if let Some(replaced) = polynomial.replaced(number, zero) {
                    *polynomial = replaced;
                }
            }
        }
        sums.into_iter().map(|(_, zero)| zero).chain(rest).collect()
    }

    /// What is 0 as equations say, and those multiples of it that have no new products.
    fn zero(&self, terms: &Terms, said: &[TermId]) -> Vec<Polynomial> {
        let all = self.equations.values().flat_map(Polynomial::products);
        let known: BTreeSet<&Product> = all.map(|(product, _)| product).collect();
        let factors: BTreeSet<TermId> =
            known.iter().filter(|it| it.len() > 1).flat_map(|it| it.iter().copied()).collect();
        let mut zero = Vec::new();
        for polynomial in said.iter().filter_map(|fact| self.equations.get(fact)) {
            let inner = polynomial.products().flat_map(|(product, _)| product).next();
            let Some(width) = inner.map(|inner| terms.width(*inner)) else { continue };
            zero.push(polynomial.clone());
            for factor in factors.iter().filter(|factor| terms.width(**factor) == width) {
                let multiple = polynomial.times(&Polynomial::opaque(width, *factor));
                let is_known = |product: &Product| product.len() < 2 || known.contains(product);
                zero.extend(multiple.filter(|all| all.products().all(|(it, _)| is_known(it))));
            }
        }
        zero
    }

    /// Puts what equations say into other equations, and solves them for products.
    pub(super) fn use_equations(&mut self, terms: &mut Terms, said: &mut Vec<TermId>) {
        self.divide(terms, said);
        let before = self.equations.clone();
        let sums = self.put_in_sums(said);
        let (solved, rest) = solved(&self.zero(terms, said));
        let mut rewritten: FxHashMap<TermId, TermId> = FxHashMap::default();
        for (equation, polynomial) in self.equations.clone() {
            let reduced = reduced(polynomial, &solved);
            if said.contains(&equation) {
                rewritten.insert(equation, terms.true_());
            } else if reduced != before[&equation] {
                let result = self.equation(terms, &reduced);
                rewritten.insert(equation, result);
            }
        }
        said.retain(|fact| !self.equations.contains_key(fact));
        *said = replaced(terms, said, &rewritten);
        let solved = solved.into_iter().map(|(_, zero)| zero);
        for zero in sums.into_iter().chain(solved).chain(rest) {
            let equation = self.equation(terms, &zero);
            said.push(equation);
        }
    }
}

/// Polynomials that are 0, each with a product that it says the value of and that no other one has; and those that say no value of any.
fn solved(zero: &[Polynomial]) -> (Vec<(Product, Polynomial)>, Vec<Polynomial>) {
    let mut solved: Vec<(Product, Polynomial)> = Vec::new();
    let mut rest = Vec::new();
    for polynomial in zero {
        let reduced = reduced(polynomial.clone(), &solved);
        let Some((product, polynomial)) = reduced.solved() else {
            rest.push(reduced);
            continue;
        };
        for (_, other) in &mut solved {
            *other = other.clone().without(&product, &polynomial);
        }
        solved.push((product, polynomial));
    }
    (solved, rest)
}

/// A polynomial without the products of which others say the value.
fn reduced(polynomial: Polynomial, solved: &[(Product, Polynomial)]) -> Polynomial {
    solved.iter().fold(polynomial, |left, (product, zero)| left.without(product, zero))
}

/// The number that a term divides, by what, and the rest; its lower bits, where the others are the quotient.
fn division(terms: &mut Terms, quotient: TermId) -> Option<(TermId, TermId, TermId)> {
    let arguments = terms.arguments(quotient).to_vec();
    let rest = match terms.kind(quotient) {
        Kind::BvUdiv => terms.bv_urem(arguments[0], arguments[1]),
        Kind::BvSdiv => terms.bv_srem(arguments[0], arguments[1]),
        Kind::BvZeroExtend(_) | Kind::BvSignExtend(_) => {
            let slice = arguments[0];
            let bits = terms.width(quotient) - terms.width(slice);
            let Kind::BvExtract { high, low } = terms.kind(slice) else { return None };
            let whole = terms.arguments(slice)[0];
            let width = terms.width(whole);
            if low != bits || high + 1 != width || width != terms.width(quotient) || width > 64 {
                return None;
            }
            let divisor = terms.bv(width, 1 << bits);
            return Some((whole, divisor, terms.bv_extract(whole, bits - 1, 0)));
        }
        _ => return None,
    };
    (terms.width(quotient) <= 64).then_some((arguments[0], arguments[1], rest))
}

/// Numbers whose values are said.
fn values(terms: &Terms, said: &[TermId]) -> FxHashMap<TermId, u64> {
    let mut values = FxHashMap::default();
    for fact in said {
        let (equation, holds) = match terms.kind(*fact) {
            Kind::Not => (terms.arguments(*fact)[0], false),
            _ => (*fact, true),
        };
        let (Kind::Eq, &[one, other]) = (terms.kind(equation), terms.arguments(equation)) else {
            continue;
        };
        for (number, value) in [(one, other), (other, one)] {
            let Some(value) = terms.as_u64(value) else { continue };
            match holds {
                true => values.insert(number, value),
                // Of one bit the other value is known.
                false if terms.width(number) == 1 => values.insert(number, 1 - value),
                false => None,
            };
        }
    }
    values
}
