//! Copies of as many elements as an object has room for behind a place, however many these are: the object then holds what the
//! source's array term does, moved to where its elements begin (`String.toCharArray`, `memcpy` into what was allocated for it). The same for
//! filling: then all elements are one constant.
//!
//! Invariant: nothing but the bytes that are written changes: what lies ahead of them is written again, and so is what lies behind, which is
//! a few bytes at most (the end of a string).

use klew_ir::Type;
use klew_ir::object_layout::{HEADER_SIZE, HEADER_WORD, HEADER_WORD_SIZE};
use klew_term::{ArrayValue, Constant, ScalarSort, TermId, Terms};

use crate::contents::{ArrayBase, Base, Contents};
use crate::conversion::from_term;
use crate::input::InputElements;
use crate::offset::progression;
use crate::{Memory, ObjectId, ObjectKind, SymbolicPointer, Value};

/// The most bytes behind those that are written.
const MOST_BEHIND: u64 = 8;
const BYTE: Type = Type::Int(8);

/// Bytes of an object in any number, behind which there are a few more.
struct Range {
    object: ObjectId,
    start: u64,
    end: TermId,
    behind: u64,
}

impl Memory {
    /// How many bytes of an object lie behind so many from a place on, where such a range may be written as a whole, and how many these
    /// are if numbers do not wrap: none of a range that is not of that kind.
    pub fn bytes_behind(
        &self,
        terms: &mut Terms,
        (object, start): (ObjectId, u64),
        size: TermId,
    ) -> Option<(TermId, u64)> {
        let target = self.object(object)?;
        let is_there = target.is_alive() && target.writable && target.kind != ObjectKind::Input;
        if !is_there || !matches!(start, 0 | HEADER_SIZE) || target.contents.holds_pointers() {
            return None;
        }
        let whole = match target.size {
            Value::Int(bytes) => terms.bv(self.pointer_bits(), bytes),
            Value::Term(bytes) => bytes,
            _ => return None,
        };
        let end = self.moved(terms, size, start);
        let behind = terms.bv_sub(whole, end);
        // Sizes are mostly extended, and then do not differ by a number that is seen as one.
        let [whole, end] = [whole, end].map(|it| terms.bv_extract(it, 31, 0));
        let narrow = terms.bv_sub(whole, end);
        let bytes = terms.as_u64(behind).or_else(|| terms.as_u64(narrow))?;
        (bytes <= MOST_BEHIND).then_some((behind, bytes))
    }

    /// Copies bytes to an object that they fill from a place on, but for a few behind ([`Memory::bytes_behind`]). Whether that was done;
    /// nothing is if it was not.
    pub fn copy_to_end(
        &mut self,
        terms: &mut Terms,
        to: (ObjectId, u64),
        from: (ObjectId, u64),
        (size, behind): (TermId, u64),
    ) -> bool {
        let is_source = self.object(from.0).is_some_and(|source| {
            source.is_alive()
                && source.contents.base != Base::Undefined
                && !source.contents.holds_pointers()
        });
        if !is_source || to.0 == from.0 {
            return false;
        }
        let range = self.range(terms, to, (size, behind));
        let unit = unit(terms, size);
        self.share_elements(terms, &range, from, unit)
    }

    /// Sets bytes of an object that these fill from a place on, but for a few behind ([`Memory::bytes_behind`]).
    pub fn fill_to_end(
        &mut self,
        terms: &mut Terms,
        to: (ObjectId, u64),
        byte: u8,
        (size, behind): (TermId, u64),
    ) {
        let range = self.range(terms, to, (size, behind));
        let base = match byte {
            0 => Base::Zero,
            _ => self.equal_elements(terms, &range, byte, unit(terms, size)),
        };
        self.replace_elements(terms, &range, base);
    }

    /// The same as [`Memory::copy_to_end`] from an input object of one class.
    pub fn copy_input_to_end(
        &mut self,
        terms: &mut Terms,
        to: (ObjectId, u64),
        from: &SymbolicPointer,
        (size, behind): (TermId, u64),
    ) -> bool {
        let range = self.range(terms, to, (size, behind));
        match self.plain_elements(terms, from) {
            Some(InputElements { object, offset, unit }) => {
                self.share_elements(terms, &range, (object, offset), unit)
            }
            None => false,
        }
    }

    fn range(
        &self,
        terms: &mut Terms,
        (object, start): (ObjectId, u64),
        (size, behind): (TermId, u64),
    ) -> Range {
        let end = self.moved(terms, size, start);
        Range { object, start, end, behind }
    }

    fn share_elements(
        &mut self,
        terms: &mut Terms,
        to: &Range,
        from: (ObjectId, u64),
        unit: u64,
    ) -> bool {
        let start = terms.bv(self.pointer_bits(), from.1);
        let Some(mut array) = self.flush(terms, from.0, start, unit, None) else { return false };
        let is_whole = |offset: u64| offset.is_multiple_of(array.element_bytes);
        if !is_whole(to.start) || !is_whole(from.1) {
            return false;
        }
        array.ahead +=
            (to.start / array.element_bytes) as i64 - (from.1 / array.element_bytes) as i64;
        self.replace_elements(terms, to, Base::Array(array));
        true
    }

    /// An array of elements all of whose bytes are the same.
    fn equal_elements(&self, terms: &mut Terms, to: &Range, byte: u8, element_bytes: u64) -> Base {
        let total = self.object(to.object).and_then(|target| target.concrete_size());
        let index_bits = self.index_bits(element_bytes, total);
        let bits = 8 * element_bytes as u32;
        let number = u64::from_le_bytes([byte; 8]) & (u64::MAX >> (64 - bits));
        let element = Constant::bv(bits, number);
        let array = ArrayValue::constant(ScalarSort::BitVec(index_bits), element);
        let term = terms.constant(&Constant::Array(array));
        Base::Array(ArrayBase { term, element_bytes, index_bits, ahead: 0 })
    }

    /// Gives an object other contents in a range.
    fn replace_elements(&mut self, terms: &mut Terms, range: &Range, base: Base) {
        let object = range.object;
        let mut behind = Vec::new();
        for step in 0..range.behind {
            let at = self.moved(terms, range.end, step);
            behind.push((at, self.load_at(terms, object, at, BYTE)));
        }
        let words: Vec<u64> = (0..range.start).step_by(HEADER_WORD_SIZE as usize).collect();
        let header: Vec<TermId> =
            words.iter().map(|at| self.assemble(terms, object, *at, HEADER_WORD_SIZE)).collect();
        self.note_whole(object);
        if let Some(target) = self.object_mut(object) {
            let blank = Contents::new(target.concrete_size(), base == Base::Zero);
            target.contents = Contents { base, ..blank };
        }
        for (at, bits) in words.into_iter().zip(header) {
            let value = from_term(terms, bits);
            self.store(terms, object, at, HEADER_WORD, value);
        }
        for (at, value) in behind {
            self.store_at(terms, object, at, BYTE, value);
        }
    }
}

/// The largest elements, at most 8 bytes, of which so many bytes are a whole number.
fn unit(terms: &Terms, size: TermId) -> u64 {
    let known = progression(terms, size);
    1 << (known.modulus | known.residue | 8).trailing_zeros()
}
