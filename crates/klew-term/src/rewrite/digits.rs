//! Comparison of a positional number with a constant, digit by digit.
//!
//! `10 * rest + digit = k` with a digit from 0 to 15, where nothing wraps, leaves one or two values to each of digit and
//! rest; and where the number is less than `k`, the rest is less than something, or one of two values. To a solver the sum is adders and multipliers; the digits are comparisons with constants.

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
pub(super) fn eq_digits(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    compare(terms, kind, arguments[0], arguments[1], 0)
}

/// match: (bvult (bvadd (bvmul a k1) b) k2), (bvult k2 (bvadd ...)), as for equality;
/// result: (or (bvult a u) (and (= a v) (bvult b w)) ...), or the negation of such
pub(super) fn ult_digits(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    if terms.is_constant(arguments[0]) {
        // k < sum unless sum < k + 1; k is not the greatest number.
        let not_more = compare(terms, kind, arguments[1], arguments[0], 1)?;
        return Some(terms.not(not_more));
    }
    compare(terms, kind, arguments[0], arguments[1], 0)
}

fn compare(
    terms: &mut Terms,
    kind: Kind,
    sum: TermId,
    constant: TermId,
    more: u64,
) -> Option<TermId> {
    let value = terms.as_u64(constant)?.checked_add(more)?;
    if !matches!(terms.sort(sum), Sort::BitVec(8..=64)) || value > mask(terms.width(sum)) {
        return None;
    }
    let mut known = FxHashMap::default();
    by_digits(terms, &mut known, Question { kind, sum, value }, MOST_DIGITS)
}

/// Whether a number equals, or is less than, a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Question {
    kind: Kind,
    sum: TermId,
    value: u64,
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

/// The answer, if the sum splits.
fn by_digits(
    terms: &mut Terms,
    known: &mut FxHashMap<Question, TermId>,
    question: Question,
    digits: u32,
) -> Option<TermId> {
    if let Some(&found) = known.get(&question) {
        return Some(found);
    }
    let Question { kind, sum, value } = question;
    let Split { term, factor, rest } = split(terms, sum)?;
    let (highest, lowest) = (terms.bounds(term)?, terms.bounds(rest)?);
    let (wide, number, factor) = (i128::from, i128::from(value), i128::from(factor));
    // value = factor * term + rest, or more than that: what the rest decides.
    let first = (number - wide(lowest.high)).div_euclid(factor)
        + i128::from((number - wide(lowest.high)).rem_euclid(factor) != 0);
    let greatest = number - i128::from(kind == Kind::BvUlt);
    let last = (greatest - wide(lowest.low)).div_euclid(factor);
    let (first, last) = (first.max(wide(highest.low)), last.min(wide(highest.high)));
    if last - first >= MOST_VALUES {
        return None;
    }
    let mut found = terms.false_();
    if kind == Kind::BvUlt {
        // Of less than that, whatever the rest is.
        let below = u64::try_from(first).ok().filter(|&first| first <= mask(highest.width));
        found = match below {
            Some(value) => part(terms, known, Question { kind, sum: term, value }, digits),
            // More than any number of that width.
            None => terms.true_(),
        };
    }
    for quotient in first..=last {
        // Within the bounds of the term, so that the product is at most the value.
        let remainder = (number - quotient * factor) as u64;
        let equal = Question { kind: Kind::Eq, sum: term, value: quotient as u64 };
        let high = part(terms, known, equal, digits);
        let low = plain(terms, Question { kind, sum: rest, value: remainder });
        let both = terms.and(high, low);
        found = terms.or(found, both);
    }
    known.insert(question, found);
    Some(found)
}

/// The answer about a summand.
fn part(
    terms: &mut Terms,
    known: &mut FxHashMap<Question, TermId>,
    question: Question,
    digits: u32,
) -> TermId {
    let split = digits.checked_sub(1).and_then(|left| by_digits(terms, known, question, left));
    split.unwrap_or_else(|| plain(terms, question))
}

fn plain(terms: &mut Terms, Question { kind, sum, value }: Question) -> TermId {
    let width = terms.width(sum);
    if value > mask(width) {
        return terms.bool(kind == Kind::BvUlt);
    }
    let value = terms.bv(width, value);
    terms.apply(kind, &[sum, value])
}
