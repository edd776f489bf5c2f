//! Loads at concrete offsets.

use klew_ir::Type;
use klew_term::{Sort, TermId, Terms};

use crate::contents::{Base, Source};
use crate::conversion::extract;
use crate::{Memory, ObjectId, Value};

impl Memory {
    /// The value of a type at a concrete offset. The access was checked (of one that is not valid the
    /// value is a fresh symbol). Memory that was never written becomes a fresh symbol, which stays there.
    #[inline]
    pub fn load(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: u64,
        value_type: Type,
    ) -> Value {
        let bits = value_type.bits(self.pointer_bits());
        if self.reads.is_some() {
            let size = value_type.store_size(self.pointer_bits());
            self.note_read(object, offset, size, value_type == Type::Pointer);
        }
        if bits <= 64
            && let Some(target) = self.object(object)
            && let Some(number) = target.contents.written.read(offset, bits.div_ceil(8) as usize)
        {
            return match value_type {
                Type::Pointer => Value::Pointer(ObjectId::NULL, number),
                _ => Value::Int(number & (u64::MAX >> (64 - bits))),
            };
        }
        self.load_slowly(terms, object, offset, value_type)
    }

    /// Whether the object is alive and has these bytes.
    pub(crate) fn has_bytes(&self, object: ObjectId, offset: u64, size: u64) -> bool {
        self.object(object).is_some_and(|target| {
            let end = target.concrete_size().unwrap_or(self.address_mask());
            target.is_alive() && offset <= end && size <= end - offset
        })
    }

    fn load_slowly(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: u64,
        value_type: Type,
    ) -> Value {
        let size = value_type.store_size(self.pointer_bits());
        let cell = self.object(object).and_then(|target| target.contents.cell_at(offset, size));
        if let Some(value) = cell {
            match (value, value_type) {
                (Value::Pointer(..) | Value::SymbolicPointer(_), Type::Pointer) => return value,
                (Value::Term(term), Type::Int(width))
                    if terms.sort(term) == Sort::BitVec(width) =>
                {
                    return value;
                }
                (Value::Term(term), Type::Float(format))
                    if terms.sort(term) == Sort::Float(klew_semantics::float_format(format)) =>
                {
                    return value;
                }
                _ => {}
            }
        }
        if !self.has_bytes(object, offset, size) {
            return self.fresh_uninitialised(terms, value_type);
        }
        let bits = self.assemble(terms, object, offset, size);
        self.value_of_bits(terms, bits, value_type)
    }

    /// The bytes of a range as one term, the first byte lowest. What is undefined becomes symbols: one if all
    /// of it is, else one per byte.
    pub(crate) fn assemble(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: u64,
        size: u64,
    ) -> TermId {
        self.note_read(object, offset, size, false);
        self.materialise(terms, object, offset, size);
        let mut pieces = Vec::new();
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let Some(target) = self.object(object) else { break };
            let (length, source) = target.contents.source(at, (end - at).min(8));
            let piece = match source {
                Source::Written | Source::Clean => {
                    let bytes = target.contents.concrete(source, at, length);
                    let number =
                        bytes.iter().rev().fold(0, |number, byte| (number << 8) | u64::from(*byte));
                    terms.bv(8 * length as u32, number)
                }
                Source::Cell { value, size, skip } => {
                    let bits = self.bits_of(terms, value, size);
                    extract(terms, bits, 8 * skip, 8 * length)
                }
                Source::Base(Base::Array(array)) => {
                    let bits = array.read(terms, at, length);
                    let touched = |terms: &mut Terms| array.touched(terms, at, length);
                    self.note_elements(terms, array.term, touched);
                    bits
                }
                Source::Base(Base::Zero | Base::Undefined) => terms.bv(8 * length as u32, 0),
            };
            pieces.push(piece);
            at += length;
        }
        concat_all(terms, &pieces)
    }

    /// Makes symbols of the undefined bytes of a range.
    fn materialise(&mut self, terms: &mut Terms, object: ObjectId, offset: u64, size: u64) {
        let undefined = self.undefined_parts(object, offset, size);
        if undefined == [(offset, size)] {
            let symbol = self.uninitialised_symbol(terms, Sort::BitVec(8 * size as u32));
            self.place(terms, object, offset, size, Value::Term(symbol));
            return;
        }
        for (start, length) in undefined {
            for at in start..start + length {
                let symbol = self.uninitialised_symbol(terms, Sort::BitVec(8));
                self.place(terms, object, at, 1, Value::Term(symbol));
            }
        }
    }

    /// The undefined runs of a range, adjacent ones joined.
    fn undefined_parts(&self, object: ObjectId, offset: u64, size: u64) -> Vec<(u64, u64)> {
        let mut parts: Vec<(u64, u64)> = Vec::new();
        self.note_read(object, offset, size, false);
        let Some(target) = self.object(object) else { return parts };
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let (length, source) = target.contents.source(at, end - at);
            if matches!(
                source,
                Source::Base(Base::Undefined) | Source::Cell { value: Value::Undefined, .. }
            ) {
                match parts.last_mut() {
                    Some((start, before)) if *start + *before == at => *before += length,
                    _ => parts.push((at, length)),
                }
            }
            at += length;
        }
        parts
    }

    /// Whether some byte of a range was never written.
    pub fn is_undefined(&self, object: ObjectId, offset: u64, size: u64) -> bool {
        !self.undefined_parts(object, offset, size).is_empty()
    }

    /// The bytes of a range, if all of them are concrete.
    pub fn read_bytes(&self, object: ObjectId, offset: u64, size: u64) -> Option<Vec<u8>> {
        if !self.has_bytes(object, offset, size) {
            return None;
        }
        self.note_read(object, offset, size, false);
        let contents = &self.object(object)?.contents;
        let mut bytes = Vec::new();
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let (length, source) = contents.source(at, end - at);
            match source {
                Source::Written | Source::Clean => {
                    bytes.extend_from_slice(contents.concrete(source, at, length));
                }
                Source::Base(Base::Zero) => bytes.resize(bytes.len() + length as usize, 0),
                _ => return None,
            }
            at += length;
        }
        Some(bytes)
    }
}

/// The concatenation, the first lowest.
pub(crate) fn concat_all(terms: &mut Terms, pieces: &[TermId]) -> TermId {
    let mut pieces = pieces.iter().copied();
    let Some(mut all) = pieces.next() else { return terms.bv(8, 0) };
    for piece in pieces {
        all = terms.bv_concat(piece, all);
    }
    all
}
