//! Equality of a positional number with a constant, digit by digit.
//!
//! `10 * rest + digit = k` with a digit from 0 to 15, where nothing wraps, leaves one or two values to each of digit and
//! rest. To a solver the sum is adders and multipliers; the digits are comparisons with constants.

use rustc_hash::FxHashMap;

use super::linear::{Linear, build, collect};
use crate::arena::Terms;
use crate::bitvec_value::{BitVecValue, mask};
use crate::kind::{Kind, TermId};
use crate::sort::Sort;

/// Values of the largest summand that are told apart.
const MOST_VALUES: i128 = 2;

/// Digits of a number.
const MOST_DIGITS: u32 = 64;

/// match: (= (bvadd (bvmul a k1) b) k2), nothing wraps, the bounds of b leave at most two values to a;
/// result: (or (and (= a v) (= b w)) (and (= a v') (= b w')))
pub(super) fn eq_digits(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let value = terms.as_u64(arguments[1])?;
    if !matches!(terms.sort(arguments[0]), Sort::BitVec(8..=64)) {
        return None;
    }
    let mut known = FxHashMap::default();
    equal(terms, &mut known, arguments[0], value, MOST_DIGITS)
}

/// The largest summand's term, factor, and the rest.
struct Split {
    term: TermId,
    factor: u64,
    rest: TermId,
}

/// A sum of multiples of terms that cannot wrap; nothing for other terms.
fn split(terms: &mut Terms, sum: TermId) -> Option<Split> {
    if terms.kind(sum) != Kind::BvAdd {
        return None;
    }
    let one = BitVecValue::one(terms.width(sum));
    let mut linear = collect(terms, &[(sum, one)])?;
    let mut most = u128::from(linear.constant.to_u64()?);
    for (term, factor) in &linear.monomials {
        let product = u128::from(terms.bounds(*term)?.high) * u128::from(factor.to_u64()?);
        most = most.checked_add(product)?;
    }
    if most > u128::from(mask(terms.width(sum))) || linear.monomials.len() < 2 {
        return None;
    }
    let largest = (0..linear.monomials.len()).max_by_key(|&at| linear.monomials[at].1.to_u64())?;
    let (term, factor) = linear.monomials.remove(largest);
    let factor = factor.to_u64().filter(|&factor| factor > 1)?;
    let rest = build(terms, Linear { ..linear });
    Some(Split { term, factor, rest })
}

/// `sum = value`, if the sum splits.
fn equal(
    terms: &mut Terms,
    known: &mut FxHashMap<(TermId, u64), TermId>,
    sum: TermId,
    value: u64,
    digits: u32,
) -> Option<TermId> {
    if let Some(&found) = known.get(&(sum, value)) {
        return Some(found);
    }
    let Split { term, factor, rest } = split(terms, sum)?;
    let (highest, lowest) = (terms.bounds(term)?, terms.bounds(rest)?);
    let wide = i128::from;
    // value = factor * term + rest
    let first = (wide(value) - wide(lowest.high)).div_euclid(wide(factor))
        + i128::from((wide(value) - wide(lowest.high)).rem_euclid(wide(factor)) != 0);
    let last = (wide(value) - wide(lowest.low)).div_euclid(wide(factor));
    let (first, last) = (first.max(wide(highest.low)), last.min(wide(highest.high)));
    if last - first >= MOST_VALUES {
        return None;
    }
    let mut found = terms.false_();
    for quotient in first..=last {
        // Within the bounds of the term, so that the product is at most the value.
        let (quotient, remainder) =
            (quotient as u64, (wide(value) - quotient * wide(factor)) as u64);
        let high = match digits.checked_sub(1) {
            Some(digits) => equal(terms, known, term, quotient, digits),
            None => None,
        };
        let high = match high {
            Some(high) => high,
            None => equal_constant(terms, term, quotient),
        };
        let low = equal_constant(terms, rest, remainder);
        let both = terms.and(high, low);
        found = terms.or(found, both);
    }
    known.insert((sum, value), found);
    Some(found)
}

fn equal_constant(terms: &mut Terms, term: TermId, value: u64) -> TermId {
    let value = terms.bv(terms.width(term), value);
    terms.eq(term, value)
}
