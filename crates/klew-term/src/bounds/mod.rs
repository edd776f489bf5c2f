//! What is known of the values of a term without a solver: unsigned and signed bounds, and known bits.
//!
//! Computed bottom-up, once for each term; a truth value counts as one bit. After the "reduced product" of
//! intervals and known bits that compilers and static analysers use.
//! **Invariant**: under every assignment the term's value is in its bounds.

mod lattice;
mod narrowing;
mod overflow;
mod transfer;

use rustc_hash::FxHashMap;

use crate::arena::Terms;
use crate::bitvec_value::{mask, signed};
use crate::kind::TermId;
use crate::sort::Sort;

pub(crate) use narrowing::inverse;
pub use narrowing::{Contradiction, NarrowedTerms, Narrowing, take_in};
pub(crate) use transfer::transfer;

/// Terms of one generation whose bounds are remembered.
const MOST: usize = 1 << 18;

/// Bounds of a bit-vector of at most 64 bits, or of a truth value as one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The width of the bit-vector; 1 for a truth value.
    pub width: u32,
    /// The bits that are 0.
    pub zeros: u64,
    /// The bits that are 1.
    pub ones: u64,
    /// The least value as an unsigned number.
    pub low: u64,
    /// The greatest value as an unsigned number.
    pub high: u64,
    /// The least value as a signed number.
    pub least: i64,
    /// The greatest value as a signed number.
    pub greatest: i64,
}

/// The bounds of the terms asked for so far, in two generations: where one is full, those are forgotten that nobody asked for since the one
/// before was. So a term of more terms than are remembered is not gone through again for each that is made of it. Whether
/// one is there changes nothing but speed.
#[derive(Default)]
pub(crate) struct KnownBounds {
    recent: FxHashMap<TermId, Bounds>,
    earlier: FxHashMap<TermId, Bounds>,
}

impl KnownBounds {
    fn of(&mut self, term: TermId) -> Option<Bounds> {
        if let Some(bounds) = self.recent.get(&term) {
            return Some(*bounds);
        }
        let bounds = self.earlier.remove(&term)?;
        self.remember(term, bounds);
        Some(bounds)
    }

    /// Without noting that somebody asked.
    fn peek(&self, term: TermId) -> Option<Bounds> {
        self.recent.get(&term).or_else(|| self.earlier.get(&term)).copied()
    }

    fn remember(&mut self, term: TermId, bounds: Bounds) {
        if self.recent.len() >= MOST {
            self.earlier = std::mem::take(&mut self.recent);
        }
        self.recent.insert(term, bounds);
    }
}

/// The width as bounds count it, if values of the sort have bounds.
pub(crate) fn width_of(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(width) => (width <= 64).then_some(width),
        _ => None,
    }
}

impl Terms {
    /// The bounds of a truth value or of a bit-vector of at most 64 bits.
    pub fn bounds(&self, term: TermId) -> Option<Bounds> {
        let width = width_of(self.sort(term))?;
        if let Some(value) = self.word(term) {
            return Some(Bounds::constant(width, value));
        }
        let known = self.known_bounds.borrow_mut().of(term);
        Some(known.unwrap_or_else(|| self.compute_bounds(term)))
    }

    /// The bounds of a term from those of its arguments: what [`Terms::bounds`] computes where `of` gives the arguments'
    /// own. Nothing if there is no value, which only happens where these contradict each other.
    pub fn bounds_from(
        &self,
        term: TermId,
        of: impl Fn(TermId) -> Option<Bounds>,
    ) -> Option<Bounds> {
        let width = width_of(self.sort(term))?;
        match self.word(term) {
            Some(value) => Some(Bounds::constant(width, value)),
            None => transfer(self, self.kind(term), width, self.arguments(term), of),
        }
    }

    /// A constant with bounds as a word.
    pub(crate) fn word(&self, term: TermId) -> Option<u64> {
        self.as_bool(term).map(u64::from).or_else(|| self.as_u64(term))
    }

    fn compute_bounds(&self, root: TermId) -> Bounds {
        let mut known = std::mem::take(&mut *self.known_bounds.borrow_mut());
        let mut stack = vec![root];
        let mut bounds = None;
        while let Some(&term) = stack.last() {
            bounds = known.of(term);
            if bounds.is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for &argument in self.arguments(term) {
                let missing = width_of(self.sort(argument)).is_some()
                    && self.word(argument).is_none()
                    && known.of(argument).is_none();
                if missing {
                    stack.push(argument);
                }
            }
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let Some(width) = width_of(self.sort(term)) else { continue };
            let of = |argument: TermId| {
                let width = width_of(self.sort(argument))?;
                match self.word(argument) {
                    Some(value) => Some(Bounds::constant(width, value)),
                    None => known.peek(argument),
                }
            };
            // Bounds of what exists are never empty; `all` keeps the function total.
            let computed = transfer(self, self.kind(term), width, self.arguments(term), of)
                .unwrap_or(Bounds::all(width));
            known.remember(term, computed);
            bounds = Some(computed);
        }
        *self.known_bounds.borrow_mut() = known;
        bounds.unwrap_or(Bounds::all(width_of(self.sort(root)).unwrap_or(64)))
    }
}

impl Bounds {
    /// All values of a width.
    pub fn all(width: u32) -> Bounds {
        let greatest = (mask(width) >> 1) as i64;
        Bounds { width, zeros: 0, ones: 0, low: 0, high: mask(width), least: !greatest, greatest }
    }

    /// One value.
    pub fn constant(width: u32, value: u64) -> Bounds {
        let value = value & mask(width);
        let number = signed(width, value);
        Bounds {
            width,
            zeros: !value & mask(width),
            ones: value,
            low: value,
            high: value,
            least: number,
            greatest: number,
        }
    }

    /// A truth value: known, or either.
    pub(crate) fn truth(value: Option<bool>) -> Bounds {
        value.map_or(Bounds::all(1), |value| Bounds::constant(1, u64::from(value)))
    }

    /// The only value there is.
    pub fn value(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }

    /// The truth value, if only one is left.
    pub fn as_bool(&self) -> Option<bool> {
        self.value().map(|value| value != 0)
    }

    /// Whether the value is within the bounds.
    pub fn contains(&self, value: u64) -> bool {
        let number = signed(self.width, value);
        value & self.zeros == 0
            && value & self.ones == self.ones
            && (self.low..=self.high).contains(&value)
            && (self.least..=self.greatest).contains(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_again_is_remembered() {
        let mut known = KnownBounds::default();
        let often = TermId(0);
        for number in 0..=3 * MOST as u32 {
            known.remember(TermId(number), Bounds::all(8));
            assert!(number % 1000 != 0 || known.of(often).is_some(), "after {number}");
        }
        assert_eq!(known.of(TermId(1)), None);
        assert!(known.recent.len() + known.earlier.len() <= 2 * MOST);
    }
}
