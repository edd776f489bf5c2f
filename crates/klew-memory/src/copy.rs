//! Copies of ranges of bytes, which may overlap (`memmove`).

use klew_ir::Type;
use klew_term::{TermId, Terms};

use crate::contents::{Base, Source};
use crate::conversion::extract;
use crate::{Memory, MemoryError, ObjectId, Value};

/// The most bytes that are copied or filled one by one because a place or the size is symbolic.
pub(crate) const SYMBOLIC_RANGE: u64 = 1024;

/// A run of copied bytes.
enum Chunk {
    Concrete(Vec<u8>),
    Zero(u64),
    /// What a cell may hold.
    Value(Value, u64),
    Undefined(u64),
}

impl Memory {
    /// Copies between concrete places; the accesses were checked. Undefined bytes stay undefined, pointers
    /// stay pointers.
    pub fn copy(
        &mut self,
        terms: &mut Terms,
        to: (ObjectId, u64),
        from: (ObjectId, u64),
        size: u64,
    ) {
        if size == 0
            || to == from
            || !self.has_bytes(to.0, to.1, size)
            || !self.has_bytes(from.0, from.1, size)
        {
            return;
        }
        if self.copy_whole(to, from, size) {
            return;
        }
        let chunks = self.gather(terms, from.0, from.1, size);
        self.make_room(terms, to.0, to.1, size);
        let mut at = to.1;
        for chunk in chunks {
            match chunk {
                Chunk::Concrete(bytes) => {
                    self.put_bytes(to.0, at, &bytes);
                    at += bytes.len() as u64;
                }
                Chunk::Zero(length) => {
                    self.put_fill(to.0, at, 0, length);
                    at += length;
                }
                Chunk::Value(value, length) => {
                    self.put_cleared(terms, to.0, at, length, value);
                    at += length;
                }
                Chunk::Undefined(length) => {
                    self.put_undefined(to.0, at, length);
                    at += length;
                }
            }
        }
    }

    /// One object as a whole over another of its size: they share what they hold.
    fn copy_whole(&mut self, to: (ObjectId, u64), from: (ObjectId, u64), size: u64) -> bool {
        let Some(source) = self.object(from.0) else { return false };
        let same_size = self.object(to.0).and_then(|target| target.concrete_size()) == Some(size)
            && source.concrete_size() == Some(size);
        if !same_size || to.1 != 0 || from.1 != 0 {
            return false;
        }
        let contents = source.contents.clone();
        self.note_read(from.0, from.1, size, false);
        if let Some(target) = self.object_mut(to.0) {
            target.contents = contents;
        }
        true
    }

    fn gather(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: u64,
        size: u64,
    ) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        self.note_read(object, offset, size, false);
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let Some(target) = self.object(object) else { break };
            let (mut length, source) = target.contents.source(at, end - at);
            chunks.push(match source {
                Source::Written | Source::Clean => {
                    Chunk::Concrete(target.contents.concrete(source, at, length).to_vec())
                }
                Source::Cell { value: Value::Undefined, .. } | Source::Base(Base::Undefined) => {
                    Chunk::Undefined(length)
                }
                Source::Base(Base::Zero) => Chunk::Zero(length),
                Source::Cell { value, size, skip: 0 } if size == length => {
                    Chunk::Value(value, size)
                }
                Source::Cell { value, size, skip } => {
                    let bits = self.bits_of(terms, value, size);
                    let part = extract(terms, bits, 8 * skip, 8 * length);
                    Chunk::Value(Value::Term(part), length)
                }
                Source::Base(Base::Array(array)) => {
                    length = length.min(array.element_bytes - at % array.element_bytes);
                    let part = array.read(terms, at, length);
                    Chunk::Value(Value::Term(part), length)
                }
            });
            at += length;
        }
        chunks
    }

    /// Copies where a place or the size is symbolic; the accesses lie within bounds under the path condition.
    /// An error if more than a kibibyte may be copied.
    pub fn copy_at(
        &mut self,
        terms: &mut Terms,
        to: (ObjectId, TermId),
        from: (ObjectId, TermId),
        size: TermId,
    ) -> Result<(), MemoryError> {
        if let (Some(target), Some(source), Some(size)) =
            (terms.as_u64(to.1), terms.as_u64(from.1), terms.as_u64(size))
        {
            self.copy(terms, (to.0, target), (from.0, source), size);
            return Ok(());
        }
        let rooms = [self.room(terms, to.0, to.1), self.room(terms, from.0, from.1)];
        let most = self.most_bytes(terms, size, &rooms)?;
        // All is read before anything is written: the ranges may overlap.
        let unit = self.unit(terms, to.1, from.1, size);
        let values = self.read_units(terms, from, most, unit);
        self.write_units(terms, to, size, unit, &values);
        Ok(())
    }

    /// The bytes from an offset to the end of the object, at most.
    pub(crate) fn room(&self, terms: &Terms, object: ObjectId, offset: TermId) -> u64 {
        let size =
            self.object(object).and_then(|target| target.concrete_size()).unwrap_or(u64::MAX);
        let start = terms.as_u64(offset);
        start.map_or(size, |start| size.saturating_sub(start))
    }

    /// The most bytes that a range of that size has, which ends within the rooms.
    pub(crate) fn most_bytes(
        &self,
        terms: &Terms,
        size: TermId,
        rooms: &[u64],
    ) -> Result<u64, MemoryError> {
        let room = rooms.iter().copied().min().unwrap_or(0);
        let (most, what) = match terms.as_u64(size) {
            Some(size) => (size.min(room), "offset"),
            None => (room, "size"),
        };
        if most > SYMBOLIC_RANGE {
            return Err(MemoryError::SymbolicRange { what, limit: SYMBOLIC_RANGE });
        }
        Ok(most)
    }

    /// Copies with a concrete size go by words where both places are aligned to them: pointers survive.
    fn unit(&self, terms: &Terms, to: TermId, from: TermId, size: TermId) -> u64 {
        let Some(size) = terms.as_u64(size) else { return 1 };
        let word = self.model().pointer_size();
        let aligned = |offset: TermId| {
            let known = crate::offset::progression(terms, offset);
            known.modulus.is_multiple_of(word) && known.residue.is_multiple_of(word)
        };
        if size % word == 0 && aligned(to) && aligned(from) { word } else { 1 }
    }

    fn read_units(
        &mut self,
        terms: &mut Terms,
        from: (ObjectId, TermId),
        size: u64,
        unit: u64,
    ) -> Vec<Value> {
        let unit_type = self.unit_type(from.0, unit);
        let mut values = Vec::new();
        for step in (0..size).step_by(unit as usize) {
            let offset = self.moved(terms, from.1, step);
            values.push(self.load_at(terms, from.0, offset, unit_type));
        }
        values
    }

    /// Words are pointers if the object holds some.
    fn unit_type(&self, object: ObjectId, unit: u64) -> Type {
        let pointers = self.object(object).is_some_and(|target| target.contents.holds_pointers());
        if unit > 1 && pointers { Type::Pointer } else { Type::Int(8 * unit as u32) }
    }

    /// An offset and a number of bytes more.
    pub(crate) fn moved(&self, terms: &mut Terms, offset: TermId, by: u64) -> TermId {
        let by = terms.bv(self.pointer_bits(), by);
        terms.bv_add(offset, by)
    }

    /// Writes the units that begin before `size`.
    fn write_units(
        &mut self,
        terms: &mut Terms,
        to: (ObjectId, TermId),
        size: TermId,
        unit: u64,
        values: &[Value],
    ) {
        for (step, &value) in values.iter().enumerate() {
            let step = step as u64 * unit;
            let unit_type = match value {
                Value::Pointer(..) | Value::SymbolicPointer(_) => Type::Pointer,
                _ => Type::Int(8 * unit as u32),
            };
            self.write_if_within(terms, to, step, size, unit_type, value);
        }
    }

    /// Writes a value `step` bytes behind a place, if `step < size`.
    pub fn write_if_within(
        &mut self,
        terms: &mut Terms,
        to: (ObjectId, TermId),
        step: u64,
        size: TermId,
        value_type: Type,
        value: Value,
    ) {
        let at = terms.bv(self.pointer_bits(), step);
        let within = terms.bv_ult(at, size);
        let offset = terms.bv_add(to.1, at);
        let value = match terms.as_bool(within) {
            Some(false) => return,
            Some(true) => value,
            None => {
                let old = self.load_at(terms, to.0, offset, value_type);
                self.select(terms, within, value, old, value_type)
            }
        };
        self.store_at(terms, to.0, offset, value_type, value);
    }
}
