//! Elements of any value, where only proofs are wanted and how many there are is not known; of those that were copied it is known what they
//! are ([`crate::relations`]).

use std::ops::Range;

use klew_ir::Type;
use klew_ir::object_layout::{HEADER_SIZE, HEADER_WORD, HEADER_WORD_SIZE};
use klew_term::{ScalarSort, Sort, TermId, Terms};

use crate::contents::{ArrayBase, Base, Contents, Source};
use crate::conversion::from_term;
use crate::relations::ELEMENT_BYTES;
use crate::{CellKind, Memory, ObjectId, Value};

impl Memory {
    /// The array term of an object's elements, if it has any.
    pub fn elements_term(&self, object: ObjectId) -> Option<TermId> {
        match self.object(object)?.contents.base {
            Base::Array(array) => Some(array.term),
            Base::Undefined | Base::Zero => None,
        }
    }

    /// The array term of an object's bytes, if it has one of them.
    pub fn byte_array(&self, object: ObjectId) -> Option<TermId> {
        match self.object(object)?.contents.base {
            Base::Array(array) if array.element_bytes == 1 && array.ahead == 0 => Some(array.term),
            _ => None,
        }
    }

    /// The elements of an object that are in its array term become a symbol of that name; what lies above stays.
    pub fn set_any_elements(&mut self, terms: &mut Terms, object: ObjectId, name: &str) {
        let Some(target) = self.object_mut(object) else { return };
        let Base::Array(array) = target.contents.base else { return };
        let symbol = terms.fresh_symbol(name, terms.sort(array.term));
        let term = terms.symbol_term(symbol);
        target.contents.clean = None;
        target.contents.base = Base::Array(ArrayBase { term, ..array });
    }

    /// Whether an object may hold pointers.
    pub fn holds_pointers(&self, object: ObjectId) -> bool {
        self.object(object).is_none_or(|object| object.contents.holds_pointers())
    }

    /// Everything behind the header of an array becomes a symbol of that name. It may hold no pointers: false, and nothing is done, if it
    /// does.
    pub fn set_anything(&mut self, terms: &mut Terms, object: ObjectId, name: &str) -> bool {
        let Some(target) = self.object(object) else { return false };
        if target.contents.holds_pointers() || !target.is_alive() || !target.writable {
            return false;
        }
        let size = target.concrete_size();
        self.keep_relations();
        let words = [0, HEADER_WORD_SIZE];
        let header = words.map(|at| self.assemble(terms, object, at, HEADER_WORD_SIZE));
        // Arrays have fewer than 2^31 elements.
        let index_bits = self.index_bits(ELEMENT_BYTES, Some(1 << 32));
        let element = ScalarSort::BitVec(8 * ELEMENT_BYTES as u32);
        let sort = Sort::Array(ScalarSort::BitVec(index_bits), element);
        let term = terms.symbol_named(name, sort);
        let array = ArrayBase { term, element_bytes: ELEMENT_BYTES, index_bits, ahead: 0 };
        self.note_whole(object);
        if let Some(target) = self.object_mut(object) {
            target.contents = Contents { base: Base::Array(array), ..Contents::new(size, false) };
        }
        debug_assert_eq!(HEADER_SIZE, 2 * HEADER_WORD_SIZE);
        for (at, bits) in words.into_iter().zip(header) {
            let value = from_term(terms, bits);
            self.store(terms, object, at, HEADER_WORD, value);
        }
        true
    }

    /// An object that holds numbers alone has that size, and any of them behind its first bytes, of which there are a few words. Not done if
    /// it holds pointers, cannot be written or does not live.
    pub fn forget_elements(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        (size, header): (Value, u64),
    ) -> bool {
        let Some(target) = self.object(object) else { return false };
        if target.contents.holds_pointers() || !target.is_alive() || !target.writable {
            return false;
        }
        let words = (0..header / HEADER_WORD_SIZE).map(|word| word * HEADER_WORD_SIZE);
        let words: Vec<(u64, Value)> =
            words.map(|at| (at, self.load(terms, object, at, HEADER_WORD))).collect();
        self.note_whole(object);
        if let Some(target) = self.object_mut(object) {
            target.size = size;
            target.contents = Contents::new(target.concrete_size(), false);
        }
        for (at, word) in words {
            self.store(terms, object, at, HEADER_WORD, word);
        }
        true
    }

    /// Bytes of an object that are known as elements of an array term alone may be anything; what else it holds stays. Nothing is done if the
    /// object does not live, or has no fixed size.
    pub fn forget_array(&mut self, terms: &mut Terms, object: ObjectId) {
        let size = self.object(object).and_then(|target| target.concrete_size());
        let Some(cells) = size.and_then(|size| self.cells_in(object, 0, size)) else { return };
        let mut kept: Vec<(u64, Type, Value)> = Vec::new();
        for cell in cells {
            match cell.kind {
                CellKind::Concrete => {
                    for at in cell.offset..cell.offset + cell.size {
                        let byte = Type::Int(8);
                        kept.push((at, byte, self.load(terms, object, at, byte)));
                    }
                }
                CellKind::Pointer(value) => kept.push((cell.offset, Type::Pointer, value)),
                CellKind::Term(Some(value)) => {
                    kept.push((cell.offset, Type::Int(8 * cell.size as u32), value));
                }
                CellKind::Term(None) | CellKind::Undefined => {}
            }
        }
        self.note_whole(object);
        if let Some(target) = self.object_mut(object) {
            target.contents = Contents::new(size, false);
        }
        for (at, value_type, value) in kept {
            self.store(terms, object, at, value_type, value);
        }
    }

    /// Bytes of an object may be anything; what the others are stays.
    pub fn forget_bytes(&mut self, terms: &mut Terms, object: ObjectId, bytes: &Range<u64>) {
        for at in bytes.clone() {
            self.store(terms, object, at, Type::Int(8), Value::Undefined);
        }
        if let Some(target) = self.object_mut(object)
            && target.contents.base == Base::Undefined
            && target.contents.clean.is_none()
        {
            // As if they were never written: nothing is to be written over an array term then.
            target.contents.written.forget(bytes);
        }
    }

    /// Whether nothing is known of what an object holds behind its first bytes.
    pub fn holds_anything(&self, object: ObjectId, header: u64) -> bool {
        let Some(contents) = self.object(object).map(|object| &object.contents) else {
            return false;
        };
        let (mut at, end) = (header, contents.known_extent());
        while at < end {
            let (length, source) = contents.source(at, end - at);
            let is_anything = matches!(
                source,
                Source::Base(Base::Undefined) | Source::Cell { value: Value::Undefined, .. }
            );
            if !is_anything {
                return false;
            }
            at += length;
        }
        contents.base == Base::Undefined
    }

    /// Elements are copied, so many from a byte offset on to another: the object's become a symbol of that name, and what is known of
    /// them is kept. Objects of pointers are not copied so: false, and nothing is done.
    pub fn copy_elements(
        &mut self,
        terms: &mut Terms,
        (to, from): ((ObjectId, TermId), (ObjectId, TermId)),
        count: Option<TermId>,
        name: &str,
    ) -> bool {
        self.keep_relations();
        let source = self.part(terms, from.0, from.1);
        let before = self.part(terms, to.0, to.1);
        if !self.set_anything(terms, to.0, name) {
            return false;
        }
        self.relate_copy(terms, (to, count), source, before);
        true
    }
}
