//! What is true of all products, said of those of a query.
//!
//! **Invariant**: each is true whatever its numbers are, or where the facts hold.

use std::collections::{BTreeMap, BTreeSet};

use klew_term::polynomial::Polynomial;
use klew_term::{Kind, TermId, Terms};

use super::rewriting::Rewriting;

/// The most products of which equal factors are looked at.
const MOST_COMPARED: usize = 12;

/// The most numbers that one factor is compared with.
const MOST_VALUES: usize = 80;

impl Rewriting {
    /// The products of two factors.
    fn of_two(&self) -> Vec<([TermId; 2], TermId)> {
        let of_two = self.products.iter().filter(|(factors, _)| factors.len() == 2);
        of_two.map(|(factors, product)| ([factors[0], factors[1]], *product)).collect()
    }

    /// What products are where a factor is 0, 1, or a number that the query compares it with.
    pub(super) fn fix(&self, terms: &mut Terms, said: &mut Vec<TermId>) {
        let mut values: BTreeMap<TermId, BTreeSet<u64>> = BTreeMap::new();
        for term in terms.subterms(said) {
            if let (Kind::Eq, &[one, other]) = (terms.kind(term), terms.arguments(term)) {
                for (factor, value) in [(one, other), (other, one)] {
                    let value = terms.as_u64(value);
                    values.entry(factor).or_default().extend(value);
                }
            }
        }
        for ([one, other], product) in self.of_two() {
            for (factor, other) in [(one, other), (other, one)] {
                let mut known = values.get(&factor).cloned().unwrap_or_default();
                known.extend([0, 1]);
                for value in known.into_iter().take(MOST_VALUES) {
                    let value = terms.bv(terms.width(product), value);
                    let multiple = terms.bv_mul(value, other);
                    let (is_value, is_multiple) =
                        (terms.eq(factor, value), terms.eq(product, multiple));
                    said.push(terms.implies(is_value, is_multiple));
                }
            }
        }
    }

    /// That products are no more than the product of what their factors are no more than, where that does not wrap.
    pub(super) fn bound(&self, terms: &mut Terms, said: &mut Vec<TermId>) {
        for (factors, product) in self.products.clone() {
            let width = terms.width(product);
            let one = Polynomial::opaque(width, factors[0]);
            let rest = factors[1..].iter().map(|factor| Polynomial::opaque(width, *factor));
            let all = rest.into_iter().try_fold(one, |all, factor| all.times(&factor));
            let greatest = all.and_then(|all| self.greatest(terms, &all));
            let greatest = greatest.and_then(|greatest| u64::try_from(greatest).ok());
            if let Some(greatest) = greatest.filter(|all| *all <= u64::MAX >> (64 - width)) {
                let greatest = terms.bv(width, greatest);
                said.push(terms.bv_ule(product, greatest));
            }
        }
    }

    /// That equal factors have equal products, and that a row more of a table is as long as a row: `y < h` says that `y * w + w` is no more than
    /// `h * w`, where none of them is so large that the product wraps.
    pub(super) fn compare(&self, terms: &mut Terms, said: &mut Vec<TermId>) {
        let pairs = self.of_two();
        if pairs.len() > MOST_COMPARED {
            return;
        }
        for (number, ([a, b], product)) in pairs.iter().copied().enumerate() {
            let width = terms.width(product);
            for ([c, d], other) in pairs[number + 1..].iter().copied() {
                if terms.width(other) != width {
                    continue;
                }
                let are_equal = terms.eq(product, other);
                for (a, b) in [(a, b), (b, a)] {
                    for (c, d) in [(c, d), (d, c)] {
                        if b == d {
                            said.push(row(terms, [(a, product), (c, other)], b));
                            said.push(row(terms, [(c, other), (a, product)], b));
                        }
                    }
                }
                for (c, d) in [(c, d), (d, c)] {
                    let (one, two) = (terms.eq(a, c), terms.eq(b, d));
                    let factors = terms.and(one, two);
                    said.push(terms.implies(factors, are_equal));
                }
            }
        }
    }
}

/// That of two numbers with their products with a third one, the first is not less, or its product is at least that third number less; or that one
/// of them has more than half of the bits.
fn row(terms: &mut Terms, [less, more]: [(TermId, TermId); 2], length: TermId) -> TermId {
    let width = terms.width(length);
    let most = terms.bv(width, (1 << (width / 2)) - 1);
    let is_short = [less.0, more.0, length].map(|number| terms.bv_ule(number, most));
    let is_less = terms.bv_ult(less.0, more.0);
    let premise = terms.and_all(&[is_short[0], is_short[1], is_short[2], is_less]);
    let end = terms.bv_add(less.1, length);
    let (wraps_not, is_within) = (terms.bv_ule(less.1, end), terms.bv_ule(end, more.1));
    let conclusion = terms.and(wraps_not, is_within);
    terms.implies(premise, conclusion)
}
