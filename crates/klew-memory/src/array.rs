//! An object's bytes as an array term, and accesses to it at symbolic offsets.
//!
//! Elements are as wide as the first access at a symbolic offset wanted. Accesses that do not agree with
//! that are still expressed: wider ones take several elements, narrower and unaligned ones shift and mask.
//!
//! **Invariant**: reads of elements beyond the object may occur (in the last element's neighbour), but never
//! decide a value of an access within bounds; writes there write back what was read.

use std::ops::Range;

use klew_term::{ArrayValue, Constant, ScalarSort, Sort, TermId, Terms};

use crate::contents::{ArrayBase, Base};
use crate::conversion::extract;
use crate::layer::Layer;
use crate::load::concat_all;
use crate::offset::{progression, quotient};
use crate::{Memory, ObjectId, Value};

/// Which elements an access at a symbolic offset touches.
struct Place {
    /// Index of the first.
    first: TermId,
    /// How many.
    count: u64,
    /// By how many bits the accessed bytes are shifted in them; `None`: not at all.
    shift: Option<TermId>,
}

impl ArrayBase {
    fn element_bits(&self) -> u32 {
        8 * self.element_bytes as u32
    }

    /// The index of that element of the object; what lies ahead of the first is beyond the last.
    fn index(&self, terms: &mut Terms, element: u64) -> TermId {
        let index = element.wrapping_sub(self.ahead as u64);
        let bits = self.index_bits.min(64);
        terms.bv(self.index_bits, index & (u64::MAX >> (64 - bits)))
    }

    /// Bytes at a concrete offset.
    pub(crate) fn read(&self, terms: &mut Terms, offset: u64, size: u64) -> TermId {
        let first = offset / self.element_bytes;
        let last = (offset + size - 1) / self.element_bytes;
        let mut pieces = Vec::new();
        for element in first..=last {
            let index = self.index(terms, element);
            pieces.push(terms.select(self.term, index));
        }
        let all = concat_all(terms, &pieces);
        extract(terms, all, 8 * (offset - first * self.element_bytes), 8 * size)
    }

    /// The indices of the elements that hold bytes at a concrete offset.
    pub(crate) fn touched(&self, terms: &mut Terms, offset: u64, size: u64) -> Vec<TermId> {
        let last = (offset + size - 1) / self.element_bytes;
        (offset / self.element_bytes..=last).map(|element| self.index(terms, element)).collect()
    }

    /// The same at a symbolic offset; of accesses that are no whole elements none.
    pub(crate) fn touched_at(&self, terms: &mut Terms, offset: TermId, size: u64) -> Vec<TermId> {
        let place = self.place(terms, offset, size);
        match place.shift {
            Some(_) => Vec::new(),
            None => self.elements(terms, &place).0,
        }
    }

    fn place(&self, terms: &mut Terms, offset: TermId, size: u64) -> Place {
        let exponent = self.element_bytes.trailing_zeros();
        let width = terms.width(offset);
        let ahead = (self.ahead as u64).wrapping_mul(self.element_bytes);
        let ahead = terms.bv(width, ahead & (u64::MAX >> (64 - width.min(64))));
        let offset = terms.bv_sub(offset, ahead);
        let known = progression(terms, offset);
        let power = 1u64 << known.modulus.trailing_zeros();
        if power >= self.element_bytes && known.residue.is_multiple_of(self.element_bytes) {
            let index = quotient(terms, offset, exponent);
            let first = terms.bv_extract(index, self.index_bits - 1, 0);
            return Place { first, count: size.div_ceil(self.element_bytes), shift: None };
        }
        // At worst the access starts this far into its first element.
        let power = power.min(self.element_bytes);
        let worst = self.element_bytes - power + known.residue % power;
        let count = (worst + size).div_ceil(self.element_bytes);
        let bits = (8 * self.element_bytes * count) as u32;
        let high = (exponent + self.index_bits).min(width) - 1;
        let first = terms.bv_extract(offset, high, exponent);
        let first = terms.bv_zero_extend(first, self.index_bits);
        let within = extract(terms, offset, 0, u64::from(exponent));
        // Bytes to bits; elements have at least 16 bits here, so the amount fits.
        let eight = terms.bv(3, 0);
        let amount = terms.bv_concat(within, eight);
        let amount = terms.bv_zero_extend(amount, bits);
        Place { first, count, shift: Some(amount) }
    }

    fn elements(&self, terms: &mut Terms, place: &Place) -> (Vec<TermId>, TermId) {
        let (mut indices, mut pieces) = (Vec::new(), Vec::new());
        for step in 0..place.count {
            let step = terms.bv(self.index_bits, step);
            let index = terms.bv_add(place.first, step);
            indices.push(index);
            pieces.push(terms.select(self.term, index));
        }
        let all = concat_all(terms, &pieces);
        (indices, all)
    }

    /// Bytes at a symbolic offset.
    pub(crate) fn read_at(&self, terms: &mut Terms, offset: TermId, size: u64) -> TermId {
        let place = self.place(terms, offset, size);
        let (_, mut all) = self.elements(terms, &place);
        if let Some(shift) = place.shift {
            all = terms.bv_lshr(all, shift);
        }
        extract(terms, all, 0, 8 * size)
    }

    /// The array after bytes were written at a symbolic offset.
    pub(crate) fn write_at(&self, terms: &mut Terms, offset: TermId, bits: TermId) -> ArrayBase {
        let size = u64::from(terms.width(bits)) / 8;
        let place = self.place(terms, offset, size);
        let (indices, old) = self.elements(terms, &place);
        let whole = terms.width(old);
        let new = match place.shift {
            None if whole == terms.width(bits) => bits,
            None => {
                let rest = extract(terms, old, 8 * size, u64::from(whole) - 8 * size);
                terms.bv_concat(rest, bits)
            }
            Some(shift) => {
                let ones = terms.bv(1, 1);
                let ones = terms.bv_sign_extend(ones, 8 * size as u32);
                let ones = terms.bv_zero_extend(ones, whole);
                let hole = terms.bv_shl(ones, shift);
                let mask = terms.bv_not(hole);
                let kept = terms.bv_and(old, mask);
                let wide = terms.bv_zero_extend(bits, whole);
                let moved = terms.bv_shl(wide, shift);
                terms.bv_or(kept, moved)
            }
        };
        let mut array = *self;
        for (step, index) in indices.into_iter().enumerate() {
            let width = u64::from(self.element_bits());
            let element = extract(terms, new, step as u64 * width, width);
            array.term = terms.store(array.term, index, element);
        }
        array
    }
}

/// Bytes of an element for accesses of `size` bytes at such offsets in an object.
fn element_bytes(size: u64, alignment: u64, object_size: Option<u64>) -> u64 {
    let power = |number: u64| if number == 0 { 8 } else { 1 << number.trailing_zeros().min(3) };
    power(size).min(power(alignment)).min(object_size.map_or(8, power))
}

impl Memory {
    /// Moves everything that is known of an object into an array term, and gives it; of these bytes alone where some
    /// are given: then the term says nothing of the others, which stay above it.
    pub(crate) fn flush(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: TermId,
        size: u64,
        bytes: Option<&Range<u64>>,
    ) -> Option<ArrayBase> {
        match bytes {
            Some(bytes) => self.note_read(object, bytes.start, bytes.end - bytes.start, false),
            None => self.note_whole(object),
        }
        let target = self.object(object)?;
        let base = target.contents.base;
        let total = target.concrete_size();
        let written = target.contents.written.clone();
        let (mut array, undefined) = match base {
            Base::Array(array) => (array, false),
            Base::Zero | Base::Undefined => {
                let known = progression(terms, offset);
                let alignment = known.modulus | known.residue;
                let element_bytes = element_bytes(size, alignment, total);
                let index_bits = self.index_bits(element_bytes, total);
                let term = terms.true_();
                (ArrayBase { term, element_bytes, index_bits, ahead: 0 }, base == Base::Undefined)
            }
        };
        let bytes = bytes.map(|bytes| whole_elements(bytes, array.element_bytes));
        let within = bytes.clone().unwrap_or(0..u64::MAX);
        let touched = touched_elements(&written, array.element_bytes, undefined, &within);
        if touched.is_empty() && matches!(base, Base::Array(_)) {
            return Some(array);
        }
        let sort = Sort::Array(
            ScalarSort::BitVec(array.index_bits),
            ScalarSort::BitVec(array.element_bits()),
        );
        let mut values = Vec::new();
        for &element in &touched {
            let bits =
                self.assemble(terms, object, element * array.element_bytes, array.element_bytes);
            values.push((element, bits));
        }
        let mut prefilled = false;
        if !matches!(base, Base::Array(_)) {
            let all = || {
                let touched = touched_elements(&written, array.element_bytes, true, &(0..u64::MAX));
                total.is_some_and(|total| total / array.element_bytes == touched.len() as u64)
            };
            prefilled = !undefined || all();
            array.term = match prefilled {
                true => constant_part(terms, &array, &values),
                false => self.uninitialised_symbol(terms, sort),
            };
        }
        for (element, bits) in values {
            if !prefilled || !terms.is_constant(bits) {
                let index = array.index(terms, element);
                array.term = terms.store(array.term, index, bits);
            }
        }
        match bytes {
            Some(bytes) => {
                let end = total.map_or(bytes.end, |total| bytes.end.min(total));
                self.make_room(terms, object, bytes.start, end - bytes.start);
                let target = self.object_mut(object)?;
                target.contents.forget_clean(&(bytes.start..end));
                target.contents.base = Base::Array(array);
            }
            None => {
                let target = self.object_mut(object)?;
                let blank = target.contents.written.blank();
                let written = std::mem::replace(&mut target.contents.written, blank);
                target.contents.clean = Some(written.into());
                target.contents.base = Base::Array(array);
            }
        }
        Some(array)
    }

    /// How wide the indices of an object's elements are.
    pub(crate) fn index_bits(&self, element_bytes: u64, total: Option<u64>) -> u32 {
        let wide = self.pointer_bits() - element_bytes.trailing_zeros();
        let narrow = total.is_some_and(|total| total.div_ceil(element_bytes) <= 1 << 32);
        if narrow { wide.min(32) } else { wide }
    }

    /// Replaces the array, which differs in these bytes at most (nothing: anywhere): what was known of them is forgotten.
    pub(crate) fn set_array(
        &mut self,
        object: ObjectId,
        array: ArrayBase,
        bytes: Option<&Range<u64>>,
    ) {
        if let Some(target) = self.object_mut(object) {
            match bytes {
                Some(bytes) => {
                    target.contents.forget_clean(&whole_elements(bytes, array.element_bytes));
                }
                None => target.contents.clean = None,
            }
            target.contents.base = Base::Array(array);
        }
    }
}

/// The constant array with the constant ones of these elements and zeros elsewhere.
fn constant_part(terms: &mut Terms, array: &ArrayBase, values: &[(u64, TermId)]) -> TermId {
    let zero = Constant::bv(array.element_bits(), 0);
    let mut constants = ArrayValue::constant(ScalarSort::BitVec(array.index_bits), zero);
    for &(element, bits) in values {
        if let Some(constant) = terms.as_constant(bits) {
            constants.store(Constant::bv(array.index_bits, element), constant);
        }
    }
    terms.constant(&Constant::Array(constants))
}

/// The bytes of the elements in which some of these lie.
fn whole_elements(bytes: &Range<u64>, element_bytes: u64) -> Range<u64> {
    let start = bytes.start - bytes.start % element_bytes;
    start..bytes.end.next_multiple_of(element_bytes)
}

/// The elements of which something was written, in order; `undefined`: cells that say "undefined" do not count.
fn touched_elements(
    written: &Layer,
    element_bytes: u64,
    undefined: bool,
    bytes: &Range<u64>,
) -> Vec<u64> {
    let mut touched: Vec<u64> = Vec::new();
    for (start, page) in written.pages() {
        let mut at = bytes.start.saturating_sub(start).min(page.len() as u64) as usize;
        let end = bytes.end.saturating_sub(start).min(page.len() as u64) as usize;
        while at < end {
            let (length, segment) = page.segment(at, end - at);
            let skip = match segment {
                crate::page::Segment::Below => true,
                crate::page::Segment::Cell { value: Value::Undefined, .. } => undefined,
                _ => false,
            };
            if !skip {
                let first = (start + at as u64) / element_bytes;
                let last = (start + (at + length) as u64 - 1) / element_bytes;
                let next = touched.last().map_or(first, |last| first.max(last + 1));
                touched.extend(next..=last);
            }
            at += length;
        }
    }
    touched
}
