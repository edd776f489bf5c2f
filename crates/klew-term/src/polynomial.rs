//! Terms as polynomials: sums of products of other terms, each with a constant factor, modulo 2 to the width.
//!
//! The rewriting rules leave products of sums as they are (`(x + 1) * (x + y)`), since solvers that work on bits pay for each product;
//! whoever compares products multiplies them out here. H. Seidl, A. Flexeder, M. Petter, *Analysing All Polynomial Equations in Z_{2^w}* (2008).
//!
//! **Invariant**: the polynomial of a term has its value for all values of the symbols.

use std::collections::BTreeMap;

use crate::arena::Terms;
use crate::bounds::inverse;
use crate::kind::{Kind, TermId};
use crate::sort::Sort;

/// Wider terms are not looked into.
const MAXIMUM_WIDTH: u32 = 64;

/// The most products of one polynomial, and the most factors of one product.
const MAXIMUM_PRODUCTS: usize = 64;
const MAXIMUM_DEGREE: usize = 6;

/// The terms that are multiplied, in their order; none for a constant.
pub type Product = Vec<TermId>;

/// A sum of products with constant factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    width: u32,
    /// The factors, none of them 0.
    factors: BTreeMap<Product, u64>,
}

impl Polynomial {
    /// A number.
    pub fn constant(width: u32, value: u64) -> Polynomial {
        let mut constant = Polynomial { width, factors: BTreeMap::new() };
        constant.add_product(Product::new(), value);
        constant
    }

    /// A term that is not looked into.
    pub fn opaque(width: u32, term: TermId) -> Polynomial {
        Polynomial { width, factors: BTreeMap::from([(vec![term], 1)]) }
    }

    /// The polynomial of a term, where `part` gives those of the terms that it is made of; none if these are no sum, product or multiple of bits
    /// up to 64, or it is too large.
    pub fn of(
        terms: &Terms,
        term: TermId,
        part: &mut dyn FnMut(TermId) -> Polynomial,
    ) -> Option<Polynomial> {
        let Sort::BitVec(width @ 1..=MAXIMUM_WIDTH) = terms.sort(term) else { return None };
        if let Some(value) = terms.as_u64(term) {
            return Some(Polynomial::constant(width, value));
        }
        let arguments = terms.arguments(term);
        match (terms.kind(term), arguments) {
            (Kind::BvAdd, &[one, other]) => part(one).plus(&part(other), 1),
            (Kind::BvSub, &[one, other]) => part(one).plus(&part(other), u64::MAX),
            (Kind::BvNeg, &[one]) => Some(part(one).times_constant(u64::MAX)),
            (Kind::BvMul, &[one, other]) => part(one).times(&part(other)),
            (Kind::BvShl, &[one, amount]) => {
                let amount = terms.as_u64(amount).filter(|amount| *amount < width.into())?;
                Some(part(one).times_constant(1 << amount))
            }
            // A multiple of a power of two is a slice with zeros behind it.
            (Kind::BvConcat, &[high, low]) if terms.as_u64(low) == Some(0) => {
                let zeros = terms.width(low);
                let Kind::BvExtract { low: 0, .. } = terms.kind(high) else { return None };
                let whole = terms.arguments(high)[0];
                (terms.width(whole) == width).then(|| part(whole).times_constant(1 << zeros))
            }
            _ => None,
        }
    }

    fn mask(&self) -> u64 {
        if self.width >= 64 { u64::MAX } else { (1 << self.width) - 1 }
    }

    fn add_product(&mut self, product: Product, factor: u64) {
        let mask = self.mask();
        let known = self.factors.get(&product).copied().unwrap_or(0);
        match known.wrapping_add(factor) & mask {
            0 => self.factors.remove(&product),
            sum => self.factors.insert(product, sum),
        };
    }

    /// The products and their factors.
    pub fn products(&self) -> impl Iterator<Item = (&Product, u64)> {
        self.factors.iter().map(|(product, factor)| (product, *factor))
    }

    /// The most terms that are multiplied.
    pub fn degree(&self) -> usize {
        self.factors.keys().map(Vec::len).max().unwrap_or(0)
    }

    /// The sum with another one, times a constant; none if it is too large.
    pub fn plus(mut self, other: &Polynomial, times: u64) -> Option<Polynomial> {
        for (product, factor) in &other.factors {
            self.add_product(product.clone(), factor.wrapping_mul(times));
        }
        (self.factors.len() <= MAXIMUM_PRODUCTS).then_some(self)
    }

    /// The product with a constant.
    pub fn times_constant(&self, constant: u64) -> Polynomial {
        let mut multiple = Polynomial::constant(self.width, 0);
        for (product, factor) in &self.factors {
            multiple.add_product(product.clone(), factor.wrapping_mul(constant));
        }
        multiple
    }

    /// The product with another one; none if it is too large.
    pub fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        if self.degree() + other.degree() > MAXIMUM_DEGREE {
            return None;
        }
        let mut result = Polynomial::constant(self.width, 0);
        for (one, factor) in &self.factors {
            for (two, times) in &other.factors {
                let mut product: Product = one.iter().chain(two).copied().collect();
                product.sort_unstable();
                result.add_product(product, factor.wrapping_mul(*times));
            }
        }
        (result.factors.len() <= MAXIMUM_PRODUCTS).then_some(result)
    }

    /// The factor of a product.
    pub fn factor(&self, product: &Product) -> u64 {
        self.factors.get(product).copied().unwrap_or(0)
    }

    /// The polynomial times a constant, such that one of the products has the factor 1, and that product; none if all factors are even. It is one that
    /// has the factor 1 or -1 already, if there is one, and of those one with the most terms.
    pub fn solved(&self) -> Option<(Product, Polynomial)> {
        let odd =
            self.factors.iter().filter(|(product, factor)| *factor % 2 == 1 && !product.is_empty());
        let is_one = |factor: u64| factor == 1 || factor == self.mask();
        let (product, factor) =
            odd.max_by_key(|(product, factor)| (is_one(**factor), product.len()))?;
        Some((product.clone(), self.times_constant(inverse(*factor, self.width)?)))
    }

    /// Without a product, where another polynomial is 0 in which that has the factor 1; as it is if the result is too large.
    pub fn without(self, product: &Product, zero: &Polynomial) -> Polynomial {
        let factor = self.factor(product);
        if factor == 0 {
            return self;
        }
        let kept = self.clone();
        self.plus(zero, factor.wrapping_neg()).unwrap_or(kept)
    }

    /// With a number replaced by what it is where another polynomial is 0, in which the number has the factor 1; none if the result is too
    /// large.
    pub fn replaced(&self, number: TermId, zero: &Polynomial) -> Option<Polynomial> {
        if !self.factors.keys().flatten().any(|factor| *factor == number) {
            return Some(self.clone());
        }
        let value = Polynomial::opaque(self.width, number).plus(zero, u64::MAX)?;
        let mut result = Polynomial::constant(self.width, 0);
        for (product, factor) in &self.factors {
            let mut replaced = Polynomial::constant(self.width, *factor);
            for one in product {
                replaced = match *one == number {
                    true => replaced.times(&value)?,
                    false => replaced.times(&Polynomial::opaque(self.width, *one))?,
                };
            }
            result = result.plus(&replaced, 1)?;
        }
        Some(result)
    }

    /// With more bits and other numbers in place of those that are multiplied; none if one has no other, or the result is too large.
    pub fn widened(
        &self,
        width: u32,
        other: &mut dyn FnMut(TermId) -> Option<Polynomial>,
    ) -> Option<Polynomial> {
        let mut result = Polynomial::constant(width, 0);
        for (product, factor) in &self.factors {
            let mut widened = Polynomial::constant(width, *factor);
            for number in product {
                widened = widened.times(&other(*number)?)?;
            }
            result = result.plus(&widened, 1)?;
        }
        Some(result)
    }

    /// A term of its value, where `product` gives the terms of products.
    pub fn term(
        &self,
        terms: &mut Terms,
        product: &mut dyn FnMut(&mut Terms, &[TermId]) -> TermId,
    ) -> TermId {
        let mut sum = terms.bv(self.width, 0);
        for (factors, times) in &self.factors {
            let value = match &factors[..] {
                [] => terms.bv(self.width, 1),
                [one] => *one,
                more => product(terms, more),
            };
            let times = terms.bv(self.width, *times);
            let summand = terms.bv_mul(times, value);
            sum = terms.bv_add(sum, summand);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(terms: &Terms, term: TermId) -> Polynomial {
        let width = terms.width(term);
        let mut part = |inner: TermId| whole(terms, inner);
        Polynomial::of(terms, term, &mut part).unwrap_or_else(|| Polynomial::opaque(width, term))
    }

    #[test]
    fn products_of_sums_are_multiplied_out() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::BitVec(32)));
        let one = terms.bv(32, 1);
        let sum = terms.bv_add(x, one);
        let square = terms.bv_mul(sum, sum);
        let product = terms.bv_mul(y, sum);
        let all = terms.bv_sub(square, product);
        let polynomial = whole(&terms, all);
        let mut found: Vec<(Product, u64)> =
            polynomial.products().map(|(product, factor)| (product.clone(), factor)).collect();
        let minus = u64::from(u32::MAX);
        let mut expected = vec![
            (vec![x, x], 1),
            (vec![x], 2),
            (vec![], 1),
            (vec![x.min(y), x.max(y)], minus),
            (vec![y], minus),
        ];
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        assert_eq!(polynomial.degree(), 2);
    }

    #[test]
    fn multiples_of_powers_of_two_are_seen_in_all_their_forms() {
        let mut terms = Terms::new();
        let x = terms.symbol("x", Sort::BitVec(32));
        let four = terms.bv(32, 4);
        let multiple = terms.bv_mul(four, x);
        let two = terms.bv(32, 2);
        let shifted = terms.bv_shl(x, two);
        let expected = Polynomial::opaque(32, x).times_constant(4);
        assert_eq!(whole(&terms, multiple), expected);
        assert_eq!(whole(&terms, shifted), expected);
        assert_eq!(expected.solved(), None, "4 has no inverse");
        let (product, solved) =
            Polynomial::opaque(32, x).times_constant(3).solved().expect("is odd");
        assert_eq!((product, solved), (vec![x], Polynomial::opaque(32, x)));
        // What wraps is nothing.
        assert_eq!(expected.times_constant(1 << 30), Polynomial::constant(32, 0));
    }
}
