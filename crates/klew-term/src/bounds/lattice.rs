//! Meets, joins, and what each of the three views tells the others.

use super::Bounds;
use crate::bitvec_value::{mask, signed};
use crate::kind::Kind;

impl Bounds {
    /// Unsigned bounds, all else open.
    pub(crate) fn unsigned(width: u32, low: u64, high: u64) -> Bounds {
        Bounds { low, high, ..Bounds::all(width) }
    }

    /// Signed bounds, all else open.
    pub(crate) fn signed(width: u32, least: i64, greatest: i64) -> Bounds {
        Bounds { least, greatest, ..Bounds::all(width) }
    }

    /// Known bits, all else open.
    pub(crate) fn bits(width: u32, zeros: u64, ones: u64) -> Bounds {
        let mask = mask(width);
        Bounds { zeros: zeros & mask, ones: ones & mask, ..Bounds::all(width) }
    }

    /// The values that are in both; nothing if there is certainly none.
    pub fn meet(&self, other: &Bounds) -> Option<Bounds> {
        Bounds {
            width: self.width,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            least: self.least.max(other.least),
            greatest: self.greatest.min(other.greatest),
        }
        .reduced()
    }

    /// Bounds of the values that are in one or the other.
    pub fn join(&self, other: &Bounds) -> Bounds {
        Bounds {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
        }
    }

    /// The same values with each view as sharp as the others make it; nothing if there is certainly none.
    pub fn reduced(mut self) -> Option<Bounds> {
        let mask = mask(self.width);
        let sign = 1u64 << (self.width - 1);
        // Bits sharpen the unsigned bounds, these the signed ones, and back.
        for _ in 0..2 {
            if self.least >= 0 || self.greatest < 0 {
                self.low = self.low.max(self.least as u64 & mask);
                self.high = self.high.min(self.greatest as u64 & mask);
            }
            self.low = self.low.max(self.ones);
            self.high = self.high.min(mask & !self.zeros);
            if self.low > self.high {
                return None;
            }
            let differing = self.low ^ self.high;
            let common = mask & !(u64::MAX.checked_shr(differing.leading_zeros()).unwrap_or(0));
            self.ones |= self.low & common;
            self.zeros |= !self.low & common;
            if self.high < sign || self.low >= sign {
                self.least = self.least.max(signed(self.width, self.low));
                self.greatest = self.greatest.min(signed(self.width, self.high));
            }
            if self.zeros & self.ones != 0 || self.least > self.greatest {
                return None;
            }
        }
        Some(self)
    }

    /// Bounds of the differences with other values, modulo 2^width.
    pub fn minus(&self, other: &Bounds) -> Bounds {
        let difference = super::transfer::sum(Kind::BvSub, self.width, self, other);
        difference.reduced().unwrap_or(difference)
    }

    /// Bounds of the sums with other values, modulo 2^width.
    pub fn plus(&self, other: &Bounds) -> Bounds {
        let sum = super::transfer::sum(Kind::BvAdd, self.width, self, other);
        sum.reduced().unwrap_or(sum)
    }

    /// How many values there are at most.
    pub fn count(&self) -> u64 {
        let open = (!(self.zeros | self.ones) & mask(self.width)).count_ones();
        let by_bits = 1u64.checked_shl(open).unwrap_or(u64::MAX);
        by_bits.min(self.high.saturating_sub(self.low).saturating_add(1))
    }

    /// Whether no bit may be 1 in values of both.
    pub(crate) fn has_no_bit_of(&self, other: &Bounds) -> bool {
        self.width == other.width && (self.zeros | other.zeros | !mask(self.width)) == u64::MAX
    }

    /// The number of low bits that are 0.
    pub(crate) fn low_zeros(&self) -> u32 {
        (self.zeros | !mask(self.width)).trailing_ones().min(self.width)
    }
}
