//! The bounds of an operator from those of its arguments.

use super::Bounds;
use super::overflow::{overflows, signed_range, unsigned_range};
use crate::arena::Terms;
use crate::bitvec_value::{mask, signed};
use crate::kind::{Kind, TermId};

/// Bounds of an operator applied to arguments from theirs (`of`: nothing for sorts without bounds). Nothing if there is
/// no value, which only happens where the arguments' bounds contradict each other.
pub(crate) fn transfer(
    terms: &Terms,
    kind: Kind,
    width: u32,
    arguments: &[TermId],
    of: impl Fn(TermId) -> Option<Bounds>,
) -> Option<Bounds> {
    if kind == Kind::Select {
        return of_table(terms, arguments, of).unwrap_or(Bounds::all(width)).reduced();
    }
    if kind == Kind::Ite {
        let (then, otherwise) = (of(arguments[1]), of(arguments[2]));
        let (Some(then), Some(otherwise)) = (then, otherwise) else {
            return Some(Bounds::all(width));
        };
        return match of(arguments[0]).and_then(|condition| condition.as_bool()) {
            Some(true) => Some(then),
            Some(false) => Some(otherwise),
            None => then.join(&otherwise).reduced(),
        };
    }
    let found = match *arguments {
        [a] => of(a).map(|a| unary(kind, width, &a)),
        [a, b] => {
            of(a).zip(of(b)).map(|(a, b)| binary(kind, width, &a, &b, arguments[0] == arguments[1]))
        }
        _ => None,
    };
    found.flatten().unwrap_or(Bounds::all(width)).reduced()
}

/// The elements of a table at the indices that there are.
fn of_table(
    terms: &Terms,
    arguments: &[TermId],
    of: impl Fn(TermId) -> Option<Bounds>,
) -> Option<Bounds> {
    let table = terms.table(arguments[0])?;
    Some(table.bounds_of_elements(&of(arguments[1])?))
}

fn unary(kind: Kind, width: u32, a: &Bounds) -> Option<Bounds> {
    let full = Bounds::all(width);
    Some(match kind {
        Kind::Not => Bounds::truth(a.as_bool().map(|value| !value)),
        Kind::BvNot => Bounds {
            zeros: a.ones,
            ones: a.zeros,
            low: !a.high & mask(width),
            high: !a.low & mask(width),
            least: !a.greatest,
            greatest: !a.least,
            ..full
        },
        Kind::BvNeg => {
            let zero = Bounds::constant(width, 0);
            let found = sum(Kind::BvSub, width, &zero, a);
            let zeros = mask(a.low_zeros().max(1)) * u64::from(a.low_zeros() > 0);
            found.meet(&Bounds::bits(width, zeros, 0))?
        }
        Kind::BvZeroExtend(_) => Bounds {
            zeros: a.zeros | (mask(width) & !mask(a.width)),
            ones: a.ones,
            low: a.low,
            high: a.high,
            ..full
        },
        Kind::BvSignExtend(_) => {
            let extend = |bits: u64| signed(a.width, bits) as u64 & mask(width);
            Bounds {
                zeros: extend(a.zeros),
                ones: extend(a.ones),
                least: a.least,
                greatest: a.greatest,
                ..full
            }
        }
        Kind::BvExtract { high, low } => extract(a, high, low),
        _ => return None,
    })
}

fn extract(a: &Bounds, high: u32, low: u32) -> Bounds {
    let width = high - low + 1;
    let above = |bits: u64| bits.checked_shr(high + 1).unwrap_or(0);
    let slice = |bits: u64| (bits >> low) & mask(width);
    let mut found = Bounds::bits(width, slice(a.zeros), slice(a.ones));
    if above(a.low) == above(a.high) {
        (found.low, found.high) = (slice(a.low), slice(a.high));
    }
    if low == 0 && a.least >= found.least && a.greatest <= found.greatest {
        (found.least, found.greatest) = (a.least, a.greatest);
    }
    found
}

fn binary(kind: Kind, width: u32, a: &Bounds, b: &Bounds, same: bool) -> Option<Bounds> {
    Some(match kind {
        Kind::BvAdd => sum(kind, width, a, b).meet(&bits_of_sum(a, b))?,
        Kind::BvSub => sum(kind, width, a, b),
        Kind::BvMul => {
            let zeros = (a.low_zeros() + b.low_zeros()).min(width);
            let zeros = if zeros == 0 { 0 } else { mask(zeros) };
            sum(kind, width, a, b).meet(&Bounds::bits(width, zeros, 0))?
        }
        Kind::BvUdiv | Kind::BvUrem | Kind::BvSdiv | Kind::BvSrem => division(kind, width, a, b)?,
        Kind::BvAnd => Bounds {
            high: a.high.min(b.high),
            ..Bounds::bits(width, a.zeros | b.zeros, a.ones & b.ones)
        },
        Kind::BvOr => Bounds {
            low: a.low.max(b.low),
            ..Bounds::bits(width, a.zeros & b.zeros, a.ones | b.ones)
        },
        Kind::BvXor => Bounds::bits(
            width,
            (a.zeros & b.zeros) | (a.ones & b.ones),
            (a.zeros & b.ones) | (a.ones & b.zeros),
        ),
        Kind::BvShl | Kind::BvLshr | Kind::BvAshr => shift(kind, width, a, b),
        Kind::BvConcat => Bounds {
            zeros: a.zeros << b.width | b.zeros,
            ones: a.ones << b.width | b.ones,
            low: a.low << b.width | b.low,
            high: a.high << b.width | b.high,
            ..Bounds::all(width)
        },
        _ => Bounds::truth(predicate(kind, a, b, same)),
    })
}

/// Sums, differences and products: exact ranges, where all or none of the results wrap.
pub(super) fn sum(kind: Kind, width: u32, a: &Bounds, b: &Bounds) -> Bounds {
    let mut found = Bounds::all(width);
    let modulus = 1i128 << width;
    if let Some((from, to)) = unsigned_range(kind, a, b) {
        let wraps = from.div_euclid(modulus);
        if wraps == to.div_euclid(modulus) {
            found.low = (from - wraps * modulus) as u64;
            found.high = (to - wraps * modulus) as u64;
        }
    }
    if let Some((from, to)) = signed_range(kind, a, b) {
        let half = modulus / 2;
        let wraps = (from + half).div_euclid(modulus);
        if wraps == (to + half).div_euclid(modulus) {
            found.least = (from - wraps * modulus) as i64;
            found.greatest = (to - wraps * modulus) as i64;
        }
    }
    found
}

/// The bits of a sum that are known because both summands' and the carry's are.
fn bits_of_sum(a: &Bounds, b: &Bounds) -> Bounds {
    let mask = mask(a.width);
    let most = (!a.zeros & mask).wrapping_add(!b.zeros & mask);
    let fewest = a.ones.wrapping_add(b.ones);
    let no_carry = !(most ^ !a.zeros ^ !b.zeros);
    let carry = fewest ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (no_carry | carry);
    Bounds::bits(a.width, !most & known, fewest & known)
}

fn division(kind: Kind, width: u32, a: &Bounds, b: &Bounds) -> Option<Bounds> {
    Some(match kind {
        Kind::BvUdiv if b.low > 0 => Bounds::unsigned(width, a.low / b.high, a.high / b.low),
        Kind::BvUrem if a.high < b.low => *a,
        Kind::BvUrem if b.low > 0 => Bounds::unsigned(width, 0, a.high.min(b.high - 1)),
        // The remainder by 0 is the dividend.
        Kind::BvUrem => Bounds::unsigned(width, 0, a.high),
        Kind::BvSdiv if b.least > 0 => {
            let least = a.least / if a.least < 0 { b.least } else { b.greatest };
            let greatest = a.greatest / if a.greatest < 0 { b.greatest } else { b.least };
            Bounds::signed(width, least, greatest)
        }
        Kind::BvSrem if b.least > 0 => {
            let most = b.greatest - 1;
            let least = if a.least < 0 { a.least.max(-most) } else { 0 };
            let greatest = if a.greatest > 0 { a.greatest.min(most) } else { 0 };
            Bounds::signed(width, least, greatest)
        }
        _ => return None,
    })
}

fn shift(kind: Kind, width: u32, a: &Bounds, amount: &Bounds) -> Bounds {
    let (fewest, most) = (amount.low.min(64) as u32, amount.high.min(64) as u32);
    let right = |bits: u64, by: u32| bits.checked_shr(by).unwrap_or(0);
    let mut found = Bounds::all(width);
    let known = amount.value().filter(|&by| by < u64::from(width)).map(|by| by as u32);
    match kind {
        Kind::BvShl => {
            if let Some(by) = known {
                found = Bounds::bits(width, a.zeros << by | !(u64::MAX << by), a.ones << by);
                if a.high <= mask(width) >> by {
                    (found.low, found.high) = (a.low << by, a.high << by);
                }
            } else {
                let zeros = (a.low_zeros() + fewest).min(width);
                found = Bounds::bits(width, if zeros == 0 { 0 } else { mask(zeros) }, 0);
            }
        }
        Kind::BvLshr => {
            if let Some(by) = known {
                let above = mask(width) & !(mask(width) >> by);
                found = Bounds::bits(width, a.zeros >> by | above, a.ones >> by);
            }
            (found.low, found.high) = (right(a.low, most), right(a.high, fewest));
        }
        _ => {
            let (fewest, most) = (fewest.min(63), most.min(63));
            found.least = a.least >> if a.least < 0 { fewest } else { most };
            found.greatest = a.greatest >> if a.greatest < 0 { most } else { fewest };
        }
    }
    found
}

fn predicate(kind: Kind, a: &Bounds, b: &Bounds, same: bool) -> Option<bool> {
    let less = |never: bool, always: bool| match (never, always) {
        (true, _) => Some(false),
        (_, true) => Some(true),
        _ => None,
    };
    let (first, second) = (a.as_bool(), b.as_bool());
    match kind {
        Kind::Eq if a.meet(b).is_none() => Some(false),
        Kind::Eq if same => Some(true),
        Kind::Eq => (a.value()? == b.value()?).then_some(true),
        Kind::BvUlt => less(a.low >= b.high, a.high < b.low),
        Kind::BvUle => less(a.low > b.high, a.high <= b.low),
        Kind::BvSlt => less(a.least >= b.greatest, a.greatest < b.least),
        Kind::BvSle => less(a.least > b.greatest, a.greatest <= b.least),
        Kind::And => less(
            first == Some(false) || second == Some(false),
            first.zip(second) == Some((true, true)),
        ),
        Kind::Or => less(
            first.zip(second) == Some((false, false)),
            first == Some(true) || second == Some(true),
        ),
        Kind::Implies => less(
            first.zip(second) == Some((true, false)),
            first == Some(false) || second == Some(true),
        ),
        Kind::Xor => Some(first? != second?),
        Kind::BvUaddOverflow
        | Kind::BvSaddOverflow
        | Kind::BvUsubOverflow
        | Kind::BvSsubOverflow
        | Kind::BvUmulOverflow
        | Kind::BvSmulOverflow => overflows(kind, a, b),
        _ => None,
    }
}
