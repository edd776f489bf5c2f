//! Small sums as linear combinations: `k1*t1 + ... + kn*tn + k`, modulo 2^width.
//!
//! Sums of at most `MONOMIALS` monomials are kept sorted by term with the constant last; so pointer arithmetic
//! cancels (`(a + b) - a` is `b`) and equal sums are equal terms. Larger sums stay as they were built.
//! Invariant: a multiplication by a constant other than plus or minus a power of two is not distributed over
//! a sum of several terms: that would cost the solver multipliers.

use smallvec::SmallVec;

use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, TermId};

const MONOMIALS: usize = 8;
const VISITS: usize = 32;

/// A linear combination.
pub(super) struct Linear {
    pub(super) monomials: SmallVec<[(TermId, BitVecValue); 4]>,
    pub(super) constant: BitVecValue,
}

impl Linear {
    fn add(&mut self, term: TermId, coefficient: BitVecValue) {
        match self.monomials.iter_mut().find(|(known, _)| *known == term) {
            Some((_, sum)) => *sum = sum.add(&coefficient),
            None => self.monomials.push((term, coefficient)),
        }
        self.monomials.retain(|(_, coefficient)| !coefficient.is_zero());
    }
}

/// The sum of some terms with coefficients, unless it is too large.
pub(super) fn collect(terms: &mut Terms, summands: &[(TermId, BitVecValue)]) -> Option<Linear> {
    let width = terms.width(summands.first()?.0);
    let mut linear = Linear { monomials: SmallVec::new(), constant: BitVecValue::zero(width) };
    let mut stack: SmallVec<[(TermId, BitVecValue); 8]> = summands.iter().cloned().collect();
    let mut visits = 0;
    while let Some((term, coefficient)) = stack.pop() {
        visits += 1;
        if visits > VISITS || linear.monomials.len() > MONOMIALS {
            return None;
        }
        if let Some(value) = terms.as_bitvec(term) {
            linear.constant = linear.constant.add(&value.mul(&coefficient));
            continue;
        }
        match terms.kind(term) {
            Kind::BvAdd => {
                let (a, b) = (terms.argument(term, 0), terms.argument(term, 1));
                if is_cheap(&coefficient) || (terms.is_constant(b) && terms.kind(a) != Kind::BvAdd)
                {
                    stack.push((b, coefficient.clone()));
                    stack.push((a, coefficient));
                } else if terms.is_constant(b) {
                    stack.push((b, coefficient.clone()));
                    linear.add(a, coefficient);
                } else {
                    linear.add(term, coefficient);
                }
            }
            Kind::BvNeg => stack.push((terms.argument(term, 0), coefficient.neg())),
            _ => match scaled(terms, term) {
                Some((inner, factor)) => stack.push((inner, coefficient.mul(&factor))),
                None => linear.add(term, coefficient),
            },
        }
    }
    (linear.monomials.len() <= MONOMIALS).then_some(linear)
}

fn is_cheap(coefficient: &BitVecValue) -> bool {
    coefficient.log2_exact().is_some() || coefficient.neg().log2_exact().is_some()
}

/// A term that is a constant times another: products, shifts, and their slice forms (see `shifted`).
fn scaled(terms: &mut Terms, term: TermId) -> Option<(TermId, BitVecValue)> {
    let width = terms.width(term);
    match terms.kind(term) {
        Kind::BvMul => {
            terms.as_bitvec(terms.argument(term, 1)).map(|factor| (terms.argument(term, 0), factor))
        }
        Kind::BvShl => {
            let amount = terms.as_u64(terms.argument(term, 1))?;
            let amount = u32::try_from(amount).ok()?;
            Some((terms.argument(term, 0), BitVecValue::power_of_two(width, amount)))
        }
        Kind::BvConcat => {
            let (high, zeros) = zeros_below(terms, term)?;
            let wide = terms.bv_zero_extend(high, width);
            Some((wide, BitVecValue::power_of_two(width, zeros)))
        }
        Kind::BvZeroExtend(_) => {
            let (high, zeros) = zeros_below(terms, terms.argument(term, 0))?;
            let wide = terms.bv_zero_extend(high, width);
            Some((wide, BitVecValue::power_of_two(width, zeros)))
        }
        Kind::BvSignExtend(_) => {
            let (high, zeros) = zeros_below(terms, terms.argument(term, 0))?;
            let wide = terms.bv_sign_extend(high, width);
            Some((wide, BitVecValue::power_of_two(width, zeros)))
        }
        _ => None,
    }
}

/// The high part and the number of zeros of a concatenation with 0.
fn zeros_below(terms: &Terms, term: TermId) -> Option<(TermId, u32)> {
    let (high, low) = terms.as_binary(term, Kind::BvConcat)?;
    terms.is_zero(low).then(|| (high, terms.width(low)))
}

/// The term of a linear combination, in normal form.
pub(super) fn build(terms: &mut Terms, mut linear: Linear) -> TermId {
    linear.monomials.sort_unstable();
    let mut sum: Option<TermId> = None;
    for (term, coefficient) in linear.monomials {
        let product = scale(terms, term, &coefficient);
        sum = Some(match sum {
            None => product,
            Some(sum) => terms.raw(Kind::BvAdd, &[sum.min(product), sum.max(product)]),
        });
    }
    let constant = terms.bv_value(linear.constant.clone());
    match sum {
        None => constant,
        Some(sum) if linear.constant.is_zero() => sum,
        Some(sum) => terms.raw(Kind::BvAdd, &[sum, constant]),
    }
}

/// `term * coefficient` for a term that is no sum with a cheap coefficient, no negation, no product.
fn scale(terms: &mut Terms, term: TermId, coefficient: &BitVecValue) -> TermId {
    if coefficient.is_one() {
        return term;
    }
    if let Some(amount) = coefficient.log2_exact() {
        return shifted(terms, term, amount);
    }
    if coefficient.is_ones() {
        return terms.raw(Kind::BvNeg, &[term]);
    }
    if let Some(amount) = coefficient.neg().log2_exact() {
        let shifted = shifted(terms, term, amount);
        return terms.raw(Kind::BvNeg, &[shifted]);
    }
    let factor = terms.bv_value(coefficient.clone());
    terms.raw(Kind::BvMul, &[term, factor])
}

/// `term << amount`. Of an extended term the shift is a concatenation with zeros, so that its bytes, joined
/// again, are the same term.
fn shifted(terms: &mut Terms, term: TermId, amount: u32) -> TermId {
    let width = terms.width(term);
    if let Some(inner) = terms.as_zero_extend(term).or_else(|| terms.as_sign_extend(term)) {
        let signed = terms.as_sign_extend(term).is_some();
        let zeros = terms.zero(amount);
        let kept = terms.width(inner).min(width - amount);
        let inner = terms.bv_extract(inner, kept - 1, 0);
        let joined = terms.bv_concat(inner, zeros);
        return if signed {
            terms.bv_sign_extend(joined, width)
        } else {
            terms.bv_zero_extend(joined, width)
        };
    }
    let amount = terms.bv(width, amount.into());
    terms.raw(Kind::BvShl, &[term, amount])
}
