//! What a constraint says of the bounds of terms, and what the bounds of a term say of its arguments'.
//!
//! The backward half of the reduced product of `transfer`. Who keeps the bounds, and for how long (for one query, along a path),
//! is a [`Narrowing`].
//! **Invariant**: whatever assignment satisfies the constraints has each term's value within its bounds.

use rustc_hash::FxHashMap;

use super::Bounds;
use crate::arena::Terms;
use crate::bitvec_value::mask;
use crate::kind::{Kind, TermId};

/// How deep bounds are pushed down into arguments.
const MOST_DEPTH: u32 = 16;

/// No assignment satisfies what was taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// Bounds of terms where some are narrower than the terms' own.
pub trait Narrowing {
    /// The bounds of a term; none for sorts without bounds.
    fn of(&mut self, terms: &Terms, term: TermId) -> Option<Bounds>;

    /// Takes in that the term's value is in these bounds; whether that says anything new.
    ///
    /// # Errors
    /// The term has no value left.
    fn narrow(
        &mut self,
        terms: &Terms,
        term: TermId,
        bounds: &Bounds,
    ) -> Result<bool, Contradiction>;
}

/// Bounds of any terms in a table, where they are narrower than the terms' own.
#[derive(Debug, Default)]
pub struct NarrowedTerms(pub(crate) FxHashMap<TermId, Bounds>);

impl Narrowing for NarrowedTerms {
    fn of(&mut self, terms: &Terms, term: TermId) -> Option<Bounds> {
        self.0.get(&term).copied().or_else(|| terms.bounds(term))
    }

    fn narrow(
        &mut self,
        terms: &Terms,
        term: TermId,
        bounds: &Bounds,
    ) -> Result<bool, Contradiction> {
        let Some(before) = self.of(terms, term) else { return Ok(false) };
        let after = before.meet(bounds).ok_or(Contradiction)?;
        let is_new = after != before;
        if is_new {
            self.0.insert(term, after);
        }
        Ok(is_new)
    }
}

/// Takes in that a Boolean term has that value.
///
/// # Errors
/// Then a term has no value left.
pub fn take_in(
    terms: &Terms,
    known: &mut impl Narrowing,
    constraint: TermId,
    holds: bool,
) -> Result<(), Contradiction> {
    apply(terms, known, constraint, holds, 0)
}

fn apply(
    terms: &Terms,
    known: &mut impl Narrowing,
    constraint: TermId,
    holds: bool,
    depth: u32,
) -> Result<(), Contradiction> {
    let mut open = vec![(constraint, holds)];
    while let Some((term, holds)) = open.pop() {
        known.narrow(terms, term, &Bounds::constant(1, u64::from(holds)))?;
        let arguments = terms.arguments(term);
        match (terms.kind(term), arguments) {
            (Kind::Not, &[a]) => open.push((a, !holds)),
            (Kind::And, &[a, b]) if holds => open.extend([(b, true), (a, true)]),
            (Kind::Or, &[a, b]) if !holds => open.extend([(b, false), (a, false)]),
            // One conjunct fails: the other, if this one is known to hold.
            (Kind::And, &[a, b]) => {
                for (one, other) in [(a, b), (b, a)] {
                    if known.of(terms, one).and_then(|bounds| bounds.as_bool()) == Some(true) {
                        open.push((other, false));
                    }
                }
            }
            (Kind::BvUlt, &[a, b]) if holds => unsigned_less(terms, known, (a, b), 1, depth)?,
            (Kind::BvUlt, &[a, b]) => unsigned_less(terms, known, (b, a), 0, depth)?,
            (Kind::BvSlt, &[a, b]) if holds => signed_less(terms, known, (a, b), 1, depth)?,
            (Kind::BvSlt, &[a, b]) => signed_less(terms, known, (b, a), 0, depth)?,
            (Kind::Eq, &[a, b]) if holds => {
                if let Some((left, right)) = both(terms, known, a, b) {
                    push_down(terms, known, a, right, depth)?;
                    push_down(terms, known, b, left, depth)?;
                }
            }
            (Kind::Eq, &[a, b]) => {
                exclude(terms, known, (a, b), depth)?;
                exclude(terms, known, (b, a), depth)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// `a + step <= b` of unsigned numbers.
fn unsigned_less(
    terms: &Terms,
    known: &mut impl Narrowing,
    (a, b): (TermId, TermId),
    step: u64,
    depth: u32,
) -> Result<(), Contradiction> {
    let Some((left, right)) = both(terms, known, a, b) else { return Ok(()) };
    let full = Bounds::all(left.width);
    let high = right.high.checked_sub(step).ok_or(Contradiction)?;
    let low = left.low.checked_add(step).ok_or(Contradiction)?;
    if low > full.high {
        return Err(Contradiction);
    }
    push_down(terms, known, a, Bounds { high, ..full }, depth)?;
    push_down(terms, known, b, Bounds { low, ..full }, depth)
}

/// `a + step <= b` of signed numbers.
fn signed_less(
    terms: &Terms,
    known: &mut impl Narrowing,
    (a, b): (TermId, TermId),
    step: i64,
    depth: u32,
) -> Result<(), Contradiction> {
    let Some((left, right)) = both(terms, known, a, b) else { return Ok(()) };
    let full = Bounds::all(left.width);
    let greatest = right.greatest.checked_sub(step).ok_or(Contradiction)?;
    let least = left.least.checked_add(step).ok_or(Contradiction)?;
    if least > full.greatest || greatest < full.least {
        return Err(Contradiction);
    }
    push_down(terms, known, a, Bounds { greatest, ..full }, depth)?;
    push_down(terms, known, b, Bounds { least, ..full }, depth)
}

/// `a` is not the value of `b`, if that is at an end of the bounds of `a`.
fn exclude(
    terms: &Terms,
    known: &mut impl Narrowing,
    (a, b): (TermId, TermId),
    depth: u32,
) -> Result<(), Contradiction> {
    let Some((mut bounds, other)) = both(terms, known, a, b) else { return Ok(()) };
    let Some(value) = other.value() else { return Ok(()) };
    if bounds.value() == Some(value) {
        return Err(Contradiction);
    }
    // Bounds of more than one value, so that the neighbour exists.
    if bounds.low == value {
        bounds.low += 1;
    } else if bounds.high == value {
        bounds.high -= 1;
    }
    if bounds.least == other.least {
        bounds.least += 1;
    } else if bounds.greatest == other.least {
        bounds.greatest -= 1;
    }
    push_down(terms, known, a, bounds, depth)
}

/// Takes in bounds of a term, and what they say of its arguments.
fn push_down(
    terms: &Terms,
    known: &mut impl Narrowing,
    term: TermId,
    bounds: Bounds,
    depth: u32,
) -> Result<(), Contradiction> {
    if !known.narrow(terms, term, &bounds)? || depth >= MOST_DEPTH {
        return Ok(());
    }
    let Some(bounds) = known.of(terms, term) else { return Ok(()) };
    match terms.kind(term) {
        Kind::BvZeroExtend(_) | Kind::BvSignExtend(_) | Kind::BvConcat | Kind::BvExtract { .. } => {
            through_parts(terms, known, term, bounds, depth)
        }
        Kind::BvAdd | Kind::BvSub | Kind::BvNeg | Kind::BvMul => {
            through_arithmetic(terms, known, term, bounds, depth)
        }
        Kind::BvNot | Kind::BvAnd | Kind::BvOr | Kind::BvXor | Kind::BvShl | Kind::BvLshr => {
            through_bits(terms, known, term, bounds, depth)
        }
        Kind::Ite => through_choice(terms, known, term, bounds, depth),
        _ => Ok(()),
    }
}

/// To what is extended, joined or cut.
fn through_parts(
    terms: &Terms,
    known: &mut impl Narrowing,
    term: TermId,
    bounds: Bounds,
    depth: u32,
) -> Result<(), Contradiction> {
    match (terms.kind(term), terms.arguments(term)) {
        (Kind::BvZeroExtend(_), &[a]) => {
            let full = Bounds::all(terms.width(a));
            let (zeros, ones) = (bounds.zeros & full.high, bounds.ones & full.high);
            let (low, high) = (bounds.low, bounds.high.min(full.high));
            push_down(terms, known, a, Bounds { zeros, ones, low, high, ..full }, depth + 1)
        }
        (Kind::BvSignExtend(_), &[a]) => {
            let full = Bounds::all(terms.width(a));
            let (zeros, ones) = (bounds.zeros & full.high, bounds.ones & full.high);
            let least = bounds.least.max(full.least);
            let greatest = bounds.greatest.min(full.greatest);
            push_down(terms, known, a, Bounds { zeros, ones, least, greatest, ..full }, depth + 1)
        }
        (Kind::BvConcat, &[a, b]) => {
            let (low_width, full) = (terms.width(b), Bounds::all(terms.width(a)));
            let high_part = Bounds {
                zeros: bounds.zeros >> low_width,
                ones: bounds.ones >> low_width,
                low: bounds.low >> low_width,
                high: bounds.high >> low_width,
                ..full
            };
            push_down(terms, known, a, high_part, depth + 1)?;
            let full = Bounds::all(low_width);
            let (zeros, ones) = (bounds.zeros & full.high, bounds.ones & full.high);
            push_down(terms, known, b, Bounds { zeros, ones, ..full }, depth + 1)
        }
        (Kind::BvExtract { high, low }, &[a]) => {
            let width = terms.width(a);
            if width > 64 {
                return Ok(());
            }
            let within = mask(high - low + 1);
            let (zeros, ones) = ((bounds.zeros & within) << low, (bounds.ones & within) << low);
            push_down(terms, known, a, Bounds::bits(width, zeros, ones), depth + 1)
        }
        _ => Ok(()),
    }
}

/// To the operands of sums, differences and products.
fn through_arithmetic(
    terms: &Terms,
    known: &mut impl Narrowing,
    term: TermId,
    bounds: Bounds,
    depth: u32,
) -> Result<(), Contradiction> {
    match (terms.kind(term), terms.arguments(term)) {
        (Kind::BvAdd, &[a, b]) => {
            for (one, other) in [(a, b), (b, a)] {
                let Some(other) = known.of(terms, other) else { continue };
                push_down(terms, known, one, bounds.minus(&other), depth + 1)?;
            }
            Ok(())
        }
        (Kind::BvSub, &[a, b]) => {
            if let Some(subtracted) = known.of(terms, b) {
                push_down(terms, known, a, bounds.plus(&subtracted), depth + 1)?;
            }
            let Some(first) = known.of(terms, a) else { return Ok(()) };
            push_down(terms, known, b, first.minus(&bounds), depth + 1)
        }
        (Kind::BvNeg, &[a]) => {
            let zero = Bounds::constant(bounds.width, 0);
            push_down(terms, known, a, zero.minus(&bounds), depth + 1)
        }
        (Kind::BvMul, &[a, b]) => {
            for (one, other) in [(a, b), (b, a)] {
                let factor = known.of(terms, other).and_then(|other| other.value());
                let (Some(factor), Some(product)) = (factor, bounds.value()) else { continue };
                if let Some(inverse) = inverse(factor, bounds.width) {
                    let value = product.wrapping_mul(inverse);
                    let only = Bounds::constant(bounds.width, value);
                    push_down(terms, known, one, only, depth + 1)?;
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// To the operands of operations on bits.
fn through_bits(
    terms: &Terms,
    known: &mut impl Narrowing,
    term: TermId,
    bounds: Bounds,
    depth: u32,
) -> Result<(), Contradiction> {
    match (terms.kind(term), terms.arguments(term)) {
        (Kind::BvNot, &[a]) => {
            let full = Bounds::all(bounds.width);
            let opposite = Bounds {
                width: bounds.width,
                zeros: bounds.ones,
                ones: bounds.zeros,
                low: !bounds.high & full.high,
                high: !bounds.low & full.high,
                least: !bounds.greatest,
                greatest: !bounds.least,
            };
            push_down(terms, known, a, opposite, depth + 1)
        }
        (Kind::BvAnd | Kind::BvOr | Kind::BvXor, &[a, b]) => {
            for (one, other) in [(a, b), (b, a)] {
                let Some(other) = known.of(terms, other) else { continue };
                let found = bitwise(terms.kind(term), &bounds, &other);
                push_down(terms, known, one, found, depth + 1)?;
            }
            Ok(())
        }
        (Kind::BvShl | Kind::BvLshr, &[a, by]) => {
            let by = known.of(terms, by).and_then(|by| by.value());
            let Some(by) = by.filter(|&by| by < u64::from(bounds.width)) else { return Ok(()) };
            let all = mask(bounds.width);
            let (zeros, ones) = match terms.kind(term) {
                Kind::BvShl => (bounds.zeros >> by, bounds.ones >> by),
                // What was shifted out can be anything.
                _ => ((bounds.zeros & (all >> by)) << by, (bounds.ones & (all >> by)) << by),
            };
            push_down(terms, known, a, Bounds::bits(bounds.width, zeros, ones), depth + 1)
        }
        _ => Ok(()),
    }
}

/// To the condition, and to what is chosen.
fn through_choice(
    terms: &Terms,
    known: &mut impl Narrowing,
    term: TermId,
    bounds: Bounds,
    depth: u32,
) -> Result<(), Contradiction> {
    match (terms.kind(term), terms.arguments(term)) {
        (Kind::Ite, &[condition, then, otherwise]) => {
            let chosen = known.of(terms, condition).and_then(|bounds| bounds.as_bool());
            let chosen = match chosen {
                None if !may_be(terms, known, then, &bounds) => Some(false),
                None if !may_be(terms, known, otherwise, &bounds) => Some(true),
                chosen => chosen,
            };
            let Some(chosen) = chosen else { return Ok(()) };
            apply(terms, known, condition, chosen, depth + 1)?;
            push_down(terms, known, if chosen { then } else { otherwise }, bounds, depth + 1)
        }
        _ => Ok(()),
    }
}

/// Whether the term can have one of these values, as far as bounds tell.
fn may_be(terms: &Terms, known: &mut impl Narrowing, term: TermId, bounds: &Bounds) -> bool {
    known.of(terms, term).is_none_or(|own| own.meet(bounds).is_some())
}

/// The bounds of two terms, if they have any.
fn both(
    terms: &Terms,
    known: &mut impl Narrowing,
    a: TermId,
    b: TermId,
) -> Option<(Bounds, Bounds)> {
    known.of(terms, a).zip(known.of(terms, b))
}

/// What the result of a bitwise operation and the one operand say of the other.
fn bitwise(kind: Kind, result: &Bounds, operand: &Bounds) -> Bounds {
    let (zeros, ones) = match kind {
        Kind::BvAnd => (result.zeros & operand.ones, result.ones),
        Kind::BvOr => (result.zeros, result.ones & operand.zeros),
        _ => (
            (result.zeros & operand.zeros) | (result.ones & operand.ones),
            (result.ones & operand.zeros) | (result.zeros & operand.ones),
        ),
    };
    Bounds::bits(result.width, zeros, ones)
}

/// The number that gives 1 with an odd factor, modulo 2^width; none for even ones.
pub(crate) fn inverse(factor: u64, width: u32) -> Option<u64> {
    if factor & 1 == 0 {
        return None;
    }
    // Newton's iteration: each step doubles the number of right bits, of which there are three at first.
    let mut found = factor;
    for _ in 0..5 {
        found = found.wrapping_mul(2u64.wrapping_sub(factor.wrapping_mul(found)));
    }
    Some(found & mask(width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses() {
        for factor in [1u64, 3, 5, 7, 0x1234_5677, u64::MAX] {
            assert_eq!(inverse(factor, 64).map(|found| found.wrapping_mul(factor)), Some(1));
        }
        assert_eq!(inverse(6, 32), None);
    }
}
