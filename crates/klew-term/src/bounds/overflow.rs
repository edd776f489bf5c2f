//! Whether sums, differences and products of bounds leave their width.

use super::Bounds;
use crate::bitvec_value::mask;
use crate::kind::Kind;

/// Least and greatest exact result as signed numbers; nothing for operators on unsigned ones.
pub(super) fn signed_range(kind: Kind, a: &Bounds, b: &Bounds) -> Option<(i128, i128)> {
    let [a0, a1, b0, b1] = [a.least, a.greatest, b.least, b.greatest].map(i128::from);
    Some(match kind {
        Kind::BvAdd | Kind::BvSaddOverflow => (a0 + b0, a1 + b1),
        Kind::BvSub | Kind::BvSsubOverflow => (a0 - b1, a1 - b0),
        Kind::BvMul | Kind::BvSmulOverflow => {
            let products = [a0 * b0, a0 * b1, a1 * b0, a1 * b1];
            let least = products.iter().copied().min()?;
            (least, products.iter().copied().max()?)
        }
        _ => return None,
    })
}

/// Least and greatest exact result as numbers that may be beyond the width or below 0.
pub(super) fn unsigned_range(kind: Kind, a: &Bounds, b: &Bounds) -> Option<(i128, i128)> {
    let [a0, a1, b0, b1] = [a.low, a.high, b.low, b.high].map(i128::from);
    Some(match kind {
        Kind::BvAdd | Kind::BvUaddOverflow => (a0 + b0, a1 + b1),
        Kind::BvSub | Kind::BvUsubOverflow => (a0 - b1, a1 - b0),
        // Products of 64 bits may be beyond 127.
        Kind::BvMul | Kind::BvUmulOverflow => (a0.checked_mul(b0)?, a1.checked_mul(b1)?),
        _ => return None,
    })
}

/// Whether the operation overflows, if bounds tell.
pub(super) fn overflows(kind: Kind, a: &Bounds, b: &Bounds) -> Option<bool> {
    let is_signed =
        matches!(kind, Kind::BvSaddOverflow | Kind::BvSsubOverflow | Kind::BvSmulOverflow);
    let (least, greatest, (from, to)) = if is_signed {
        let all = Bounds::all(a.width);
        (i128::from(all.least), i128::from(all.greatest), signed_range(kind, a, b)?)
    } else {
        (0, i128::from(mask(a.width)), unsigned_range(kind, a, b)?)
    };
    if from >= least && to <= greatest {
        Some(false)
    } else if to < least || from > greatest {
        Some(true)
    } else {
        None
    }
}
