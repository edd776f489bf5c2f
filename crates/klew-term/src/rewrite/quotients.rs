//! Quotients and remainders in sums: `(x / y) * y + x % y` is `x`, and `x - (x / y) * y` is `x % y`, of both signs and for each `y`, 0 among them
//! (SMT-LIB gives `x % 0` as `x`). So a number that is taken apart and put together again is the same term, which no solver sees in its bits.

use super::linear::{Linear, collect};
use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, TermId};

/// A quotient times its divisor, as a monomial of a sum.
struct Whole {
    place: usize,
    remainder: Kind,
    dividend: TermId,
    divisor: TermId,
    /// How many times it is there.
    times: BitVecValue,
}

/// Joins what belongs together.
pub(super) fn join(terms: &mut Terms, mut linear: Linear) -> Option<Linear> {
    while let Some((place, other, whole)) = pair(terms, &linear) {
        let Whole { remainder, dividend, divisor, times, .. } = whole;
        let is_remainder = linear.monomials[other].0 != dividend;
        let joined = match is_remainder {
            true => (dividend, times),
            false => {
                let rest = terms.apply(remainder, &[dividend, divisor]);
                (rest, times.neg())
            }
        };
        let mut summands: Vec<(TermId, BitVecValue)> = Vec::new();
        for (number, monomial) in linear.monomials.into_iter().enumerate() {
            if number != place && number != other {
                summands.push(monomial);
            }
        }
        let one = BitVecValue::one(terms.width(dividend));
        summands.push(joined);
        summands.push((terms.bv_value(linear.constant), one));
        linear = collect(terms, &summands)?;
    }
    Some(linear)
}

/// The places of a quotient times its divisor and of what it is joined with.
fn pair(terms: &Terms, linear: &Linear) -> Option<(usize, usize, Whole)> {
    for place in 0..linear.monomials.len() {
        for whole in wholes(terms, linear, place) {
            let other = linear.monomials.iter().position(|(term, times)| {
                let is_rest = terms.as_binary(*term, whole.remainder)
                    == Some((whole.dividend, whole.divisor))
                    && *times == whole.times;
                is_rest || (*term == whole.dividend && *times == whole.times.neg())
            });
            if let Some(other) = other {
                return Some((whole.place, other, whole));
            }
        }
    }
    None
}

/// A monomial as a quotient times its divisor: a product, or a quotient by a constant that its coefficient is a multiple of.
fn wholes(terms: &Terms, linear: &Linear, place: usize) -> Vec<Whole> {
    let (term, coefficient) = &linear.monomials[place];
    let whole = |quotient: TermId, by: Option<TermId>, times: BitVecValue| {
        let (division, remainder) = match terms.kind(quotient) {
            Kind::BvUdiv => (Kind::BvUdiv, Kind::BvUrem),
            Kind::BvSdiv => (Kind::BvSdiv, Kind::BvSrem),
            _ => return None,
        };
        let (dividend, divisor) = terms.as_binary(quotient, division)?;
        let fits = by.is_none_or(|by| by == divisor);
        fits.then_some(Whole { place, remainder, dividend, divisor, times })
    };
    if let Some((a, b)) = terms.as_binary(*term, Kind::BvMul) {
        let found = [(a, b), (b, a)].into_iter();
        return found.filter_map(|(a, b)| whole(a, Some(b), coefficient.clone())).collect();
    }
    // How many times the divisor: once, or once taken away.
    let one = BitVecValue::one(coefficient.width());
    let found = [one.clone(), one.neg()].into_iter().filter_map(|times| {
        let whole = whole(*term, None, times)?;
        let divisor = terms.as_bitvec(whole.divisor)?;
        (divisor.mul(&whole.times) == *coefficient).then_some(whole)
    });
    found.collect()
}
