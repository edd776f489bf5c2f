//! Stores at concrete offsets.

use klew_ir::Type;
use klew_term::{Sort, TermId, Terms};
use num_bigint::BigUint;

use crate::contents::Base;
use crate::conversion::extract;
use crate::page::{PAGE_SIZE, Page};
use crate::{Memory, ObjectId, Value};

impl Memory {
    /// Stores a value of a type at a concrete offset. The access was checked (one that is not valid has
    /// no effect). Storing `Undefined` makes the bytes undefined.
    #[inline]
    pub fn store(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: u64,
        value_type: Type,
        value: Value,
    ) {
        if let Value::Int(number) | Value::Pointer(ObjectId::NULL, number) = value {
            let bits = value_type.bits(self.pointer_bits());
            if bits <= 64
                && let Some(target) = self.object_mut(object)
                && target.contents.written.write(offset, bits.div_ceil(8) as usize, number)
            {
                return;
            }
        }
        let size = value_type.store_size(self.pointer_bits());
        self.put(terms, object, offset, size, value);
    }

    /// Puts the image of a value into `size` bytes.
    pub(crate) fn put(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: u64,
        size: u64,
        value: Value,
    ) {
        if !self.has_bytes(object, offset, size) {
            return;
        }
        let value = self.cell_value(terms, value, size);
        if self.replace_cell(terms, object, offset, size, value) {
            return;
        }
        self.place(terms, object, offset, size, value);
    }

    /// Puts a cell where one of its size was: what happens most to pointers.
    fn replace_cell(
        &mut self,
        terms: &Terms,
        object: ObjectId,
        offset: u64,
        size: u64,
        value: Value,
    ) -> bool {
        let keeps_cell = match value {
            Value::Pointer(object, _) => !object.is_null(),
            Value::SymbolicPointer(_) => true,
            Value::Term(term) => !terms.is_constant(term),
            Value::Int(_) | Value::Undefined => false,
        };
        let holds_cell = |page: &Page, within| page.cell_at(within, size as usize).is_some();
        keeps_cell
            && self.object(object).is_some_and(|target| {
                target
                    .contents
                    .written
                    .page(offset)
                    .is_some_and(|(page, within)| holds_cell(page, within))
            })
            && self.object_mut(object).is_some_and(|target| {
                target
                    .contents
                    .page_mut(offset)
                    .is_some_and(|(page, within)| page.replace_cell(within, size as usize, value))
            })
    }

    /// What a cell holds for a value: terms get the width of the cell, constants become constant bit-vectors,
    /// pointers into no object become numbers.
    fn cell_value(&mut self, terms: &mut Terms, value: Value, size: u64) -> Value {
        match value {
            Value::Int(_) | Value::Pointer(ObjectId::NULL, _) => value,
            Value::SymbolicPointer(pointer) if terms.as_u64(pointer.object) == Some(0) => {
                Value::Term(pointer.offset)
            }
            Value::Term(term) => match terms.sort(term) {
                Sort::BitVec(width) if u64::from(width) == 8 * size => value,
                Sort::Float(_) if !terms.is_constant(term) => value,
                _ => Value::Term(self.bits_of(terms, value, size)),
            },
            Value::Pointer(..) | Value::SymbolicPointer(_) | Value::Undefined => value,
        }
    }

    /// Puts what a cell may hold, or a number, over whatever is there.
    pub(crate) fn place(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: u64,
        size: u64,
        value: Value,
    ) {
        self.make_room(terms, object, offset, size);
        self.put_cleared(terms, object, offset, size, value);
    }

    /// The same over cleared bytes.
    pub(crate) fn put_cleared(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: u64,
        size: u64,
        value: Value,
    ) {
        match value {
            Value::Int(number) | Value::Pointer(ObjectId::NULL, number) => {
                let mut image = vec![0; size as usize];
                for (byte, source) in image.iter_mut().zip(number.to_le_bytes()) {
                    *byte = source;
                }
                self.put_bytes(object, offset, &image);
            }
            Value::Term(term) if terms.is_constant(term) => {
                let bits = self.bits_of(terms, value, size);
                let image = terms.as_bitvec(bits).map_or(BigUint::ZERO, |bits| bits.to_biguint());
                let mut image = image.to_bytes_le();
                image.resize(size as usize, 0);
                self.put_bytes(object, offset, &image);
            }
            Value::Undefined => self.put_undefined(object, offset, size),
            _ => self.put_cell(terms, object, offset, size, value),
        }
    }

    /// Puts a cell; one that lies across the end of a page is split there.
    fn put_cell(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: u64,
        size: u64,
        value: Value,
    ) {
        let Some(target) = self.object_mut(object) else { return };
        let part = target.contents.written.page_part(offset, size);
        if part == size {
            if let Some((page, within)) = target.contents.page_mut(offset) {
                page.put_cell(within, size as usize, value);
            }
            return;
        }
        let bits = self.bits_of(terms, value, size);
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let length = (end - at).min(PAGE_SIZE - at % PAGE_SIZE);
            let piece = extract(terms, bits, 8 * (at - offset), 8 * length);
            self.put_cleared(terms, object, at, length, Value::Term(piece));
            at += length;
        }
    }

    /// Writes bytes into cleared places.
    pub(crate) fn put_bytes(&mut self, object: ObjectId, offset: u64, bytes: &[u8]) {
        let Some(target) = self.object_mut(object) else { return };
        let mut done = 0;
        while done < bytes.len() {
            let at = offset + done as u64;
            let part = target.contents.written.page_part(at, (bytes.len() - done) as u64) as usize;
            if let Some((page, within)) = target.contents.page_mut(at) {
                page.put_bytes(within, &bytes[done..done + part]);
            }
            done += part;
        }
    }

    /// Makes cleared places undefined.
    pub(crate) fn put_undefined(&mut self, object: ObjectId, offset: u64, size: u64) {
        let Some(target) = self.object_mut(object) else { return };
        if target.contents.base == Base::Undefined {
            return;
        }
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let part = target.contents.written.page_part(at, end - at);
            if let Some((page, within)) = target.contents.page_mut(at) {
                page.put_cell(within, part as usize, Value::Undefined);
            }
            at += part;
        }
    }

    /// Clears a range in the upper layer; cells that reach over its ends are cut there.
    pub(crate) fn make_room(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: u64,
        size: u64,
    ) {
        self.cut(terms, object, offset);
        self.cut(terms, object, offset + size);
        let Some(target) = self.object_mut(object) else { return };
        for (at, part) in target.contents.drop_pages(offset, size) {
            if let Some((page, within)) = target.contents.page_mut(at) {
                page.clear(within, part as usize);
            }
        }
    }

    /// Splits the cell that lies across an offset, if one does.
    fn cut(&mut self, terms: &mut Terms, object: ObjectId, offset: u64) {
        let Some((page, within)) =
            self.object(object).and_then(|target| target.contents.written.page(offset))
        else {
            return;
        };
        let Some(cell) = page.cell_across(within) else { return };
        let left = within as u64 - u64::from(cell.offset);
        let right = u64::from(cell.size) - left;
        let start = offset - left;
        let (low, high) = match cell.value {
            Value::Undefined => (Value::Undefined, Value::Undefined),
            value => {
                let bits = self.bits_of(terms, value, u64::from(cell.size));
                let low = extract(terms, bits, 0, 8 * left);
                let high = extract(terms, bits, 8 * left, 8 * right);
                (Value::Term(low), Value::Term(high))
            }
        };
        if let Some(target) = self.object_mut(object)
            && let Some((page, within)) = target.contents.page_mut(start)
        {
            page.clear(within, cell.size as usize);
        }
        self.put_cleared(terms, object, start, left, low);
        self.put_cleared(terms, object, offset, right, high);
    }

    /// Writes concrete bytes: initial values, and the inputs of a replay.
    pub fn write_bytes(&mut self, terms: &mut Terms, object: ObjectId, offset: u64, bytes: &[u8]) {
        if self.has_bytes(object, offset, bytes.len() as u64) {
            self.make_room(terms, object, offset, bytes.len() as u64);
            self.put_bytes(object, offset, bytes);
        }
    }

    /// Stores a term of `BitVec(8 * size)` over `size` bytes.
    pub fn store_bits(&mut self, terms: &mut Terms, object: ObjectId, offset: u64, bits: TermId) {
        let size = u64::from(terms.width(bits)) / 8;
        self.put(terms, object, offset, size, Value::Term(bits));
    }
}
