//! What is known of a symbolic offset without a solver: which numbers it can be, as an arithmetic
//! progression, and its quotient by the size of an element.
//!
//! Two views of the term are combined. Modulo a power of two, wrapping does not matter. And a sum of
//! constants and of constant multiples of extended narrower terms that is too small to wrap is an exact
//! integer, whose residue is known modulo the greatest common divisor of the factors (an array of
//! structures of 24 bytes).

use klew_term::{Kind, TermId, Terms};

/// All values lie in `{ residue + k * modulus }`, with `residue < modulus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progression {
    pub(crate) modulus: u64,
    pub(crate) residue: u64,
}

/// How deep terms are looked into.
const DEPTH: u32 = 24;

/// The progression that an offset, taken as an unsigned number, lies in. The second view needs that the number
/// is less than half of the range, as offsets within an object are.
pub(crate) fn progression(terms: &Terms, offset: TermId) -> Progression {
    let coarse = modulo_power_of_two(terms, offset, DEPTH);
    match exact(terms, offset, DEPTH) {
        Some(sum) if sum.divisor > coarse.modulus && i64::try_from(sum.divisor).is_ok() => {
            let residue = sum.constant.rem_euclid(i128::from(sum.divisor)) as u64;
            Progression { modulus: sum.divisor, residue }
        }
        _ => coarse,
    }
}

fn power(exponent: u32) -> u64 {
    1 << exponent.min(62)
}

/// Numbers wrap at the width of the term: no more is known than that.
fn modulo_power_of_two(terms: &Terms, term: TermId, depth: u32) -> Progression {
    let found = unclamped(terms, term, depth);
    let modulus = found.modulus.min(power(terms.width(term)));
    Progression { modulus, residue: found.residue % modulus }
}

fn unclamped(terms: &Terms, term: TermId, depth: u32) -> Progression {
    let unknown = Progression { modulus: 1, residue: 0 };
    if let Some(value) = terms.as_u64(term) {
        let modulus = power(62.min(terms.width(term)));
        return Progression { modulus, residue: value % modulus };
    }
    if depth == 0 {
        return unknown;
    }
    let arguments = terms.arguments(term);
    let of = |index: usize| modulo_power_of_two(terms, arguments[index], depth - 1);
    match terms.kind(term) {
        Kind::BvAdd => (1..arguments.len()).fold(of(0), |sum, index| {
            let next = of(index);
            let modulus = sum.modulus.min(next.modulus);
            Progression { modulus, residue: sum.residue.wrapping_add(next.residue) % modulus }
        }),
        Kind::BvMul => (1..arguments.len()).fold(of(0), |product, index| times(product, of(index))),
        Kind::BvShl => match terms.as_u64(arguments[1]) {
            Some(amount) if amount < 62 => {
                let factor = Progression { modulus: power(62), residue: power(amount as u32) };
                times(of(0), factor)
            }
            _ => unknown,
        },
        Kind::BvConcat => {
            let (low, width) = (of(1), terms.width(arguments[1]));
            if width < 62 && low.modulus == power(width) {
                let high = of(0);
                let exponent = (width + high.modulus.trailing_zeros()).min(62);
                let residue = (low.residue | (high.residue << width)) % power(exponent);
                return Progression { modulus: power(exponent), residue };
            }
            low
        }
        Kind::BvZeroExtend(_) | Kind::BvSignExtend(_) => of(0),
        Kind::BvExtract { low: 0, high } => {
            let inner = of(0);
            let modulus = inner.modulus.min(power(high + 1));
            Progression { modulus, residue: inner.residue % modulus }
        }
        Kind::BvNeg => {
            let inner = of(0);
            let residue = (inner.modulus - inner.residue) % inner.modulus;
            Progression { modulus: inner.modulus, residue }
        }
        Kind::BvAnd => (0..arguments.len())
            .filter_map(|index| terms.as_u64(arguments[index]))
            .filter(|mask| *mask != 0)
            .map(|mask| Progression { modulus: power(mask.trailing_zeros()), residue: 0 })
            .max_by_key(|found| found.modulus)
            .unwrap_or(unknown),
        Kind::Ite => {
            let (then, otherwise) = (of(1), of(2));
            let difference = then.residue.abs_diff(otherwise.residue);
            let agree = if difference == 0 { u64::MAX } else { 1 << difference.trailing_zeros() };
            let modulus = then.modulus.min(otherwise.modulus).min(agree);
            Progression { modulus, residue: then.residue % modulus }
        }
        _ => unknown,
    }
}

/// Of products: modulo the common power of two, and at least that of the factors' divisors.
fn times(left: Progression, right: Progression) -> Progression {
    let zeros = |side: Progression| match side.residue {
        0 => side.modulus.trailing_zeros(),
        residue => residue.trailing_zeros().min(side.modulus.trailing_zeros()),
    };
    // (r + a m)(s + b n) = r s + r b n + s a m + a b m n
    let (m, n) = (left.modulus.trailing_zeros(), right.modulus.trailing_zeros());
    let exponent = (zeros(left) + n).min(zeros(right) + m).min(62);
    let residue = left.residue.wrapping_mul(right.residue) % power(exponent);
    Progression { modulus: power(exponent), residue }
}

/// An exact integer: `constant` plus multiples of `divisor` (0: none), at most `magnitude` away from 0.
struct Sum {
    constant: i128,
    divisor: u64,
    magnitude: u128,
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The term as a signed number, if it is a sum that cannot wrap.
fn exact(terms: &Terms, term: TermId, depth: u32) -> Option<Sum> {
    let width = terms.width(term);
    let limit = 1u128 << (width - 1).min(62);
    let sum = exact_parts(terms, term, depth)?;
    (sum.magnitude < limit).then_some(sum)
}

fn signed(value: u64, width: u32) -> i128 {
    let value = i128::from(value);
    if value >> (width - 1) & 1 == 1 { value - (1 << width) } else { value }
}

fn exact_parts(terms: &Terms, term: TermId, depth: u32) -> Option<Sum> {
    let width = terms.width(term);
    if width > 64 || depth == 0 {
        return None;
    }
    if let Some(value) = terms.as_u64(term) {
        let constant = signed(value, width);
        return Some(Sum { constant, divisor: 0, magnitude: constant.unsigned_abs() });
    }
    let arguments = terms.arguments(term);
    match terms.kind(term) {
        Kind::BvAdd => {
            let mut all = Sum { constant: 0, divisor: 0, magnitude: 0 };
            for &argument in arguments {
                let next = exact(terms, argument, depth - 1)?;
                all.constant += next.constant;
                all.divisor = gcd(all.divisor, next.divisor);
                all.magnitude += next.magnitude;
            }
            Some(all)
        }
        Kind::BvMul if arguments.len() == 2 => {
            let (factor, other) = match (terms.as_u64(arguments[0]), terms.as_u64(arguments[1])) {
                (Some(factor), None) => (factor, arguments[1]),
                (None, Some(factor)) => (factor, arguments[0]),
                _ => return None,
            };
            scaled(exact(terms, other, depth - 1)?, signed(factor, width))
        }
        Kind::BvShl => match terms.as_u64(arguments[1]) {
            Some(amount) if amount < 32 => {
                scaled(exact(terms, arguments[0], depth - 1)?, 1 << amount)
            }
            _ => None,
        },
        Kind::BvNeg => scaled(exact(terms, arguments[0], depth - 1)?, -1),
        Kind::BvZeroExtend(_) | Kind::BvSignExtend(_) => {
            if let Kind::BvSignExtend(_) = terms.kind(term)
                && let Some(inner) = exact(terms, arguments[0], depth - 1)
            {
                return Some(inner);
            }
            let magnitude = 1u128 << terms.width(arguments[0]);
            Some(Sum { constant: 0, divisor: 1, magnitude })
        }
        Kind::BvConcat => {
            // A narrow term, shifted: zero bits below, zero bits (or nothing) above.
            let low = terms.width(arguments[1]);
            match terms.as_u64(arguments[1]) {
                Some(0) if low < 32 => {
                    let inner = exact_parts(terms, arguments[0], depth - 1)?;
                    (inner.magnitude < 1 << (width - low - 1).min(62))
                        .then_some(inner)
                        .and_then(|inner| scaled(inner, 1 << low))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn scaled(sum: Sum, factor: i128) -> Option<Sum> {
    let size = factor.unsigned_abs();
    if size >= 1 << 32 || sum.magnitude >= 1 << 62 {
        return None;
    }
    Some(Sum {
        constant: sum.constant * factor,
        divisor: sum.divisor.checked_mul(size as u64)?,
        magnitude: sum.magnitude * size,
    })
}

/// A term that equals `term / 2^shift` in its lowest `width - shift` bits, for a term that is a multiple of `2^shift`.
pub(crate) fn quotient(terms: &mut Terms, term: TermId, shift: u32) -> TermId {
    divided(terms, term, shift, DEPTH).unwrap_or_else(|| {
        let width = terms.width(term);
        let high = terms.bv_extract(term, width - 1, shift);
        terms.bv_zero_extend(high, width)
    })
}

/// By the form of the term alone; nothing if that does not help.
fn divided(terms: &mut Terms, term: TermId, shift: u32, depth: u32) -> Option<TermId> {
    let width = terms.width(term);
    if shift == 0 {
        return Some(term);
    }
    if let Some(value) = terms.as_u64(term) {
        let quotient = (value.trailing_zeros() >= shift).then_some(value >> shift)?;
        return Some(terms.bv(width, quotient));
    }
    if depth == 0 {
        return None;
    }
    let arguments = terms.arguments(term).to_vec();
    match terms.kind(term) {
        Kind::BvAdd => {
            let mut sum = None;
            for argument in arguments {
                let part = divided(terms, argument, shift, depth - 1)?;
                sum = Some(match sum {
                    None => part,
                    Some(sum) => terms.bv_add(sum, part),
                });
            }
            sum
        }
        Kind::BvMul => {
            for (index, &argument) in arguments.iter().enumerate() {
                if let Some(mut product) = divided(terms, argument, shift, depth - 1) {
                    for (other, &factor) in arguments.iter().enumerate() {
                        if other != index {
                            product = terms.bv_mul(product, factor);
                        }
                    }
                    return Some(product);
                }
            }
            None
        }
        Kind::BvShl => {
            let amount = terms.as_u64(arguments[1]).filter(|amount| *amount >= u64::from(shift))?;
            let rest = terms.bv(width, amount - u64::from(shift));
            Some(terms.bv_shl(arguments[0], rest))
        }
        Kind::BvNeg => {
            let inner = divided(terms, arguments[0], shift, depth - 1)?;
            Some(terms.bv_neg(inner))
        }
        Kind::Ite => {
            let then = divided(terms, arguments[1], shift, depth - 1)?;
            let otherwise = divided(terms, arguments[2], shift, depth - 1)?;
            Some(terms.ite(arguments[0], then, otherwise))
        }
        Kind::BvConcat | Kind::BvZeroExtend(_) => {
            let low = terms.bv_extract(term, shift - 1, 0);
            if terms.as_u64(low) != Some(0) {
                return None;
            }
            let high = terms.bv_extract(term, width - 1, shift);
            Some(terms.bv_zero_extend(high, width))
        }
        _ => None,
    }
}
