//! Copies of as many elements as an object has room for behind a place, however many these are: the object then holds what the
//! source's array term does, moved to where its elements begin (`String.toCharArray`, `memcpy` into what was allocated for it).
//!
//! Invariant: nothing but the bytes that are copied changes: what lies ahead of them is written again, and behind them the object ends.

use klew_ir::object_layout::{HEADER_SIZE, HEADER_WORD, HEADER_WORD_SIZE};
use klew_term::{TermId, Terms};

use crate::contents::{Base, Contents};
use crate::conversion::from_term;
use crate::input::InputElements;
use crate::offset::progression;
use crate::{Memory, ObjectId, ObjectKind, SymbolicPointer, Value};

impl Memory {
    /// Copies bytes to an object if they fill it from a place on. Whether that was done; nothing is if it was not.
    pub fn copy_to_end(
        &mut self,
        terms: &mut Terms,
        to: (ObjectId, u64),
        from: (ObjectId, u64),
        size: TermId,
    ) -> bool {
        let is_source = self.object(from.0).is_some_and(|source| {
            source.is_alive()
                && source.contents.base != Base::Undefined
                && !source.contents.holds_pointers()
        });
        if !is_source || to.0 == from.0 || !self.is_filled(terms, to, size) {
            return false;
        }
        let known = progression(terms, size);
        let unit = 1 << (known.modulus | known.residue | 8).trailing_zeros();
        self.share_elements(terms, to, from, unit)
    }

    /// The same from an input object of one class.
    pub fn copy_input_to_end(
        &mut self,
        terms: &mut Terms,
        to: (ObjectId, u64),
        from: &SymbolicPointer,
        size: TermId,
    ) -> bool {
        if !self.is_filled(terms, to, size) {
            return false;
        }
        match self.plain_elements(terms, from) {
            Some(InputElements { object, offset, unit }) => {
                self.share_elements(terms, to, (object, offset), unit)
            }
            None => false,
        }
    }

    /// Whether so many bytes from a place on are all that an object has there, and its header ahead of them.
    fn is_filled(&self, terms: &mut Terms, (object, at): (ObjectId, u64), size: TermId) -> bool {
        let Some(target) = self.object(object) else { return false };
        let is_there = target.is_alive() && target.writable && target.kind != ObjectKind::Input;
        if !is_there || !matches!(at, 0 | HEADER_SIZE) || target.contents.holds_pointers() {
            return false;
        }
        let whole = match target.size {
            Value::Int(bytes) => terms.bv(self.pointer_bits(), bytes),
            Value::Term(bytes) => bytes,
            _ => return false,
        };
        let end = self.moved(terms, size, at);
        end == whole
    }

    fn share_elements(
        &mut self,
        terms: &mut Terms,
        to: (ObjectId, u64),
        from: (ObjectId, u64),
        unit: u64,
    ) -> bool {
        let start = terms.bv(self.pointer_bits(), from.1);
        let Some(mut array) = self.flush(terms, from.0, start, unit) else { return false };
        let is_whole = |offset: u64| offset.is_multiple_of(array.element_bytes);
        if !is_whole(to.1) || !is_whole(from.1) {
            return false;
        }
        array.ahead += (to.1 / array.element_bytes) as i64 - (from.1 / array.element_bytes) as i64;
        let words: Vec<u64> = (0..to.1).step_by(HEADER_WORD_SIZE as usize).collect();
        let header: Vec<TermId> =
            words.iter().map(|at| self.assemble(terms, to.0, *at, HEADER_WORD_SIZE)).collect();
        self.note_whole(to.0);
        if let Some(target) = self.object_mut(to.0) {
            let blank = Contents::new(target.concrete_size(), false);
            target.contents = Contents { base: Base::Array(array), ..blank };
        }
        for (at, bits) in words.into_iter().zip(header) {
            let value = from_term(terms, bits);
            self.store(terms, to.0, at, HEADER_WORD, value);
        }
        true
    }
}
