//! When a loop makes another turn, and how many there are.

use crate::{Comparison, Operand};

/// The condition for another turn: the variable moves towards the bound and is still apart from it.
pub(super) struct GoesOn {
    /// The number of the variable, and what is added to it where it is compared.
    pub(super) variable: usize,
    pub(super) ahead: u64,
    /// What it is compared with, which no turn changes.
    pub(super) bound: Bound,
    pub(super) how: While,
    /// By how much a turn moves it towards the bound.
    pub(super) by: u64,
}

/// What does not change in a loop: known outside of it, or a variable to which nothing is added, and what is added where it is compared.
pub(super) enum Bound {
    Outside(Operand),
    Variable(usize, u64),
}

/// How the variable is compared with the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum While {
    /// It grows, and is less.
    Less { signed: bool },
    /// It grows, and is less or equal.
    AtMost { signed: bool },
    /// It falls, and is more.
    More { signed: bool },
    /// It falls, and is more or equal.
    AtLeast { signed: bool },
    /// It grows, and is another number.
    Below,
    /// It falls, and is another number.
    Above,
}

impl While {
    /// From where to where the numbers run that the variable may still be, and whether the last one is among them.
    pub(super) fn span<T>(self, variable: T, bound: T) -> (T, T, bool) {
        match self {
            While::Less { .. } | While::Below => (variable, bound, false),
            While::AtMost { .. } => (variable, bound, true),
            While::More { .. } | While::Above => (bound, variable, false),
            While::AtLeast { .. } => (bound, variable, true),
        }
    }

    /// Whether there is another turn.
    pub(super) fn holds(self, variable: u64, bound: u64, width: u32) -> bool {
        // With the sign flipped, signed numbers are in the order of unsigned ones.
        let key =
            |number: u64, signed: bool| if signed { number ^ (1 << (width - 1)) } else { number };
        match self {
            While::Less { signed } => key(variable, signed) < key(bound, signed),
            While::AtMost { signed } => key(variable, signed) <= key(bound, signed),
            While::More { signed } => key(variable, signed) > key(bound, signed),
            While::AtLeast { signed } => key(variable, signed) >= key(bound, signed),
            While::Below | While::Above => variable != bound,
        }
    }
}

/// The comparison that holds where another holds, or does not.
pub(super) fn positive(
    comparison: Comparison,
    holds: bool,
    [a, b]: [&Operand; 2],
) -> Option<(Comparison, [&Operand; 2])> {
    use Comparison as C;
    Some(match (comparison, holds) {
        (C::Equal, true) | (C::NotEqual, false) => return None,
        (C::Equal, false) | (C::NotEqual, true) => (C::NotEqual, [a, b]),
        (_, true) => (comparison, [a, b]),
        (C::UnsignedLess, false) => (C::UnsignedLessEqual, [b, a]),
        (C::UnsignedLessEqual, false) => (C::UnsignedLess, [b, a]),
        (C::SignedLess, false) => (C::SignedLessEqual, [b, a]),
        (C::SignedLessEqual, false) => (C::SignedLess, [b, a]),
    })
}

/// How a variable that grows or falls is compared, on the left or on the right.
pub(super) fn how(comparison: Comparison, grows: bool, is_left: bool) -> Option<While> {
    use Comparison as C;
    let signed = matches!(comparison, C::SignedLess | C::SignedLessEqual);
    match (comparison, grows, is_left) {
        (C::NotEqual, true, _) => Some(While::Below),
        (C::NotEqual, false, _) => Some(While::Above),
        (C::UnsignedLess | C::SignedLess, true, true) => Some(While::Less { signed }),
        (C::UnsignedLess | C::SignedLess, false, false) => Some(While::More { signed }),
        (C::UnsignedLessEqual | C::SignedLessEqual, true, true) => Some(While::AtMost { signed }),
        (C::UnsignedLessEqual | C::SignedLessEqual, false, false) => {
            Some(While::AtLeast { signed })
        }
        // It moves away from the bound, and comes to it by wrapping around.
        _ => None,
    }
}
