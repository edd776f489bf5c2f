//! What a constraint says of the bounds of terms, and what the bounds of a term say of its arguments'.

use klew_term::{Bounds, Kind, TermId};

use super::{Contradiction, Narrowed};

/// How deep bounds are pushed down into arguments.
const MOST_DEPTH: u32 = 16;

/// Takes in that a Boolean term has that value.
pub(super) fn apply(
    known: &mut Narrowed<'_>,
    constraint: TermId,
    holds: bool,
) -> Result<(), Contradiction> {
    let mut open = vec![(constraint, holds)];
    while let Some((term, holds)) = open.pop() {
        known.narrow(term, &Bounds::constant(1, u64::from(holds)))?;
        let arguments = known.terms.arguments(term);
        match (known.terms.kind(term), arguments) {
            (Kind::Not, &[a]) => open.push((a, !holds)),
            (Kind::And, &[a, b]) if holds => open.extend([(b, true), (a, true)]),
            (Kind::Or, &[a, b]) if !holds => open.extend([(b, false), (a, false)]),
            // One conjunct fails: the other, if this one is known to hold.
            (Kind::And, &[a, b]) => {
                for (one, other) in [(a, b), (b, a)] {
                    if known.of(one).and_then(|bounds| bounds.as_bool()) == Some(true) {
                        open.push((other, false));
                    }
                }
            }
            (Kind::BvUlt, &[a, b]) if holds => unsigned_less(known, a, b, 1)?,
            (Kind::BvUlt, &[a, b]) => unsigned_less(known, b, a, 0)?,
            (Kind::BvSlt, &[a, b]) if holds => signed_less(known, a, b, 1)?,
            (Kind::BvSlt, &[a, b]) => signed_less(known, b, a, 0)?,
            (Kind::Eq, &[a, b]) if holds => {
                if let Some((left, right)) = known.of(a).zip(known.of(b)) {
                    push_down(known, a, right, 0)?;
                    push_down(known, b, left, 0)?;
                }
            }
            (Kind::Eq, &[a, b]) => {
                exclude(known, a, b)?;
                exclude(known, b, a)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// `a + step <= b` of unsigned numbers.
fn unsigned_less(
    known: &mut Narrowed<'_>,
    a: TermId,
    b: TermId,
    step: u64,
) -> Result<(), Contradiction> {
    let Some((left, right)) = known.of(a).zip(known.of(b)) else { return Ok(()) };
    let full = Bounds::all(left.width);
    let high = right.high.checked_sub(step).ok_or(Contradiction)?;
    let low = left.low.checked_add(step).ok_or(Contradiction)?;
    if low > full.high {
        return Err(Contradiction);
    }
    push_down(known, a, Bounds { high, ..full }, 0)?;
    push_down(known, b, Bounds { low, ..full }, 0)
}

/// `a + step <= b` of signed numbers.
fn signed_less(
    known: &mut Narrowed<'_>,
    a: TermId,
    b: TermId,
    step: i64,
) -> Result<(), Contradiction> {
    let Some((left, right)) = known.of(a).zip(known.of(b)) else { return Ok(()) };
    let full = Bounds::all(left.width);
    let greatest = right.greatest.checked_sub(step).ok_or(Contradiction)?;
    let least = left.least.checked_add(step).ok_or(Contradiction)?;
    if least > full.greatest || greatest < full.least {
        return Err(Contradiction);
    }
    push_down(known, a, Bounds { greatest, ..full }, 0)?;
    push_down(known, b, Bounds { least, ..full }, 0)
}

/// `a` is not the value of `b`, if that is at an end of the bounds of `a`.
fn exclude(known: &mut Narrowed<'_>, a: TermId, b: TermId) -> Result<(), Contradiction> {
    let Some((mut bounds, other)) = known.of(a).zip(known.of(b)) else { return Ok(()) };
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
    push_down(known, a, bounds, 0)
}

/// Takes in bounds of a term, and what they say of its arguments.
fn push_down(
    known: &mut Narrowed<'_>,
    term: TermId,
    bounds: Bounds,
    depth: u32,
) -> Result<(), Contradiction> {
    if !known.narrow(term, &bounds)? || depth == MOST_DEPTH {
        return Ok(());
    }
    let terms = known.terms;
    let Some(bounds) = known.of(term) else { return Ok(()) };
    match (terms.kind(term), terms.arguments(term)) {
        (Kind::BvZeroExtend(_), &[a]) => {
            let full = Bounds::all(terms.width(a));
            let (zeros, ones) = (bounds.zeros & full.high, bounds.ones & full.high);
            let (low, high) = (bounds.low, bounds.high.min(full.high));
            push_down(known, a, Bounds { zeros, ones, low, high, ..full }, depth + 1)
        }
        (Kind::BvSignExtend(_), &[a]) => {
            let full = Bounds::all(terms.width(a));
            let (zeros, ones) = (bounds.zeros & full.high, bounds.ones & full.high);
            let least = bounds.least.max(full.least);
            let greatest = bounds.greatest.min(full.greatest);
            push_down(known, a, Bounds { zeros, ones, least, greatest, ..full }, depth + 1)
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
            push_down(known, a, high_part, depth + 1)?;
            let full = Bounds::all(low_width);
            let (zeros, ones) = (bounds.zeros & full.high, bounds.ones & full.high);
            push_down(known, b, Bounds { zeros, ones, ..full }, depth + 1)
        }
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
            push_down(known, a, opposite, depth + 1)
        }
        (Kind::BvAdd, &[a, b]) => {
            for (one, other) in [(a, b), (b, a)] {
                let Some(other) = known.of(other) else { continue };
                push_down(known, one, bounds.minus(&other), depth + 1)?;
            }
            Ok(())
        }
        (Kind::Ite, &[condition, then, otherwise]) => {
            match known.of(condition).and_then(|bounds| bounds.as_bool()) {
                Some(true) => push_down(known, then, bounds, depth + 1),
                Some(false) => push_down(known, otherwise, bounds, depth + 1),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}
