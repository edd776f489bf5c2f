//! Between which offsets an access at a symbolic one is.
//!
//! What lies outside stays as it is when an access turns bytes into an array term: a structure keeps its pointers and numbers
//! where only a table within it is read or written at a symbolic index.

use std::ops::Range;

use klew_term::{Bounds, TermId, Terms};

use crate::offset::progression;
use crate::value::Value;
use crate::{Memory, ObjectId};

/// The bytes of an object of unknown size that a window may leave, at most, for its places to be told apart.
const MOST_REACH: u64 = 1 << 20;

/// The least and the greatest offset of an access, in bytes. What it holds under is the caller's to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The least.
    pub first: u64,
    /// The greatest.
    pub last: u64,
}

impl Window {
    /// Any offset.
    pub const ALL: Window = Window { first: 0, last: u64::MAX };

    /// What bounds of the offset say.
    pub fn of(bounds: &Bounds) -> Window {
        Window { first: bounds.low, last: bounds.high }
    }

    /// The offsets that are in both.
    #[must_use]
    pub fn meet(self, other: Window) -> Window {
        Window { first: self.first.max(other.first), last: self.last.min(other.last) }
    }

    /// The bytes of accesses of that many bytes, in an object of so many; nothing if there is no such access.
    fn bytes(self, size: u64, total: u64) -> Option<Range<u64>> {
        let last = self.last.min(total.checked_sub(size)?);
        (self.first <= last).then(|| self.first..last + size)
    }
}

impl Memory {
    /// The offsets that the term itself leaves, whatever the path.
    pub fn window(&self, terms: &Terms, offset: TermId) -> Window {
        terms.bounds(offset).as_ref().map_or(Window::ALL, Window::of)
    }

    /// Whether bytes of an object hold pointers that accesses between these offsets may touch.
    pub fn holds_pointers_between(&self, object: ObjectId, size: u64, window: Window) -> bool {
        let Some(target) = self.object(object) else { return false };
        match target.concrete_size() {
            Some(total) => window
                .bytes(size, total)
                .is_some_and(|bytes| target.contents.holds_pointers_in(&bytes)),
            None => target.contents.holds_pointers(),
        }
    }

    /// Whether an access at a symbolic place would make numbers of the pointers in an object.
    pub fn loses_pointers(
        &self,
        terms: &Terms,
        object: ObjectId,
        offset: TermId,
        size: u64,
        window: Window,
    ) -> bool {
        self.holds_pointers_between(object, size, window)
            && self
                .told_apart(
                    terms,
                    (object, offset, size),
                    klew_ir::Type::Int(8),
                    Value::Int(0),
                    window,
                )
                .is_none()
    }

    /// How many bytes of an object accesses in a window can touch, counted from its start: all, or what the window leaves of
    /// one whose size is a term. Nothing: any number.
    pub(crate) fn reach(&self, object: ObjectId, size: u64, window: Window) -> Option<u64> {
        let concrete = self.object(object)?.concrete_size();
        concrete.or_else(|| window.last.checked_add(size).filter(|end| *end <= MOST_REACH))
    }

    /// How many places an access within an object can be at, as far as its bounds say; nothing: any number.
    pub fn places(
        &self,
        terms: &Terms,
        object: ObjectId,
        offset: TermId,
        size: u64,
        window: Window,
    ) -> Option<u64> {
        let total = self.reach(object, size, window)?;
        let offsets = Offsets::new(terms, offset, size, total, window);
        Some(offsets.map_or(0, |offsets| offsets.count))
    }

    /// The bytes that an access turns into elements of an array term; nothing: all of the object. An array of constants
    /// alone costs a solver nothing, so all of it is read.
    pub(crate) fn bytes_to_flush(
        &self,
        object: ObjectId,
        size: u64,
        window: Window,
        writes: bool,
    ) -> Option<Range<u64>> {
        let target = self.object(object)?;
        let Some(total) = target.concrete_size() else {
            if window.first == 0 {
                return None;
            }
            // What is ahead of the elements stays as it is.
            let bytes = window.first..window.first.max(target.contents.extent());
            return target.contents.holds_cells_outside(&bytes).then_some(bytes);
        };
        let bytes = window.bytes(size, total)?;
        let all = bytes.start == 0 && bytes.end == total;
        let is_part =
            || target.contents.holds_cells_outside(&bytes) || !target.contents.is_written(&bytes);
        (!all && (writes || is_part())).then_some(bytes)
    }
}

/// The offsets within an object that an access can be at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offsets {
    first: u64,
    pub(crate) count: u64,
    /// How far they are apart.
    pub(crate) step: u64,
}

impl Offsets {
    /// Those of a term in a window, of accesses of `size` bytes in an object of `total`; nothing if there is none.
    pub(crate) fn new(
        terms: &Terms,
        offset: TermId,
        size: u64,
        total: u64,
        window: Window,
    ) -> Option<Offsets> {
        let last = window.last.min(total.checked_sub(size)?);
        let known = progression(terms, offset);
        let before = window.first.saturating_sub(known.residue).div_ceil(known.modulus);
        let first = before.checked_mul(known.modulus)?.checked_add(known.residue)?;
        let count = last.checked_sub(first)? / known.modulus + 1;
        Some(Offsets { first, count, step: known.modulus })
    }

    pub(crate) fn each(self) -> impl Iterator<Item = u64> {
        (0..self.count).map(move |number| self.first + number * self.step)
    }
}
