//! Loads and stores at symbolic offsets.
//!
//! Where pointers are concerned, the offset is compared with each one it can be, so that what a pointer
//! points to stays known; else the object becomes an array term.

use klew_ir::{FloatFormat, Type};
use klew_term::{Kind, Sort, TermId, Terms};

use crate::contents::Base;
use crate::window::Offsets;
use crate::{Memory, ObjectId, Value, Window};

/// The most offsets that are told apart one by one where pointers are concerned.
const POINTER_CANDIDATES: usize = 1024;
/// The same where accesses at them overlap, and for floating-point numbers.
const FEW_CANDIDATES: usize = 64;

impl Memory {
    /// The value of a type at a symbolic offset, which lies within bounds under the path condition.
    pub fn load_at(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: TermId,
        value_type: Type,
    ) -> Value {
        let window = self.window(terms, offset);
        self.load_between(terms, (object, offset), value_type, window)
    }

    /// As [`Memory::load_at`], where more is known of the offset than its term says.
    pub fn load_between(
        &mut self,
        terms: &mut Terms,
        (object, offset): (ObjectId, TermId),
        value_type: Type,
        window: Window,
    ) -> Value {
        if let Some(offset) = terms.as_u64(offset) {
            return self.load(terms, object, offset, value_type);
        }
        let size = value_type.store_size(self.pointer_bits());
        if !self.has_bytes(object, 0, 0) {
            return self.fresh_uninitialised(terms, value_type);
        }
        if let Some(candidates) =
            self.told_apart(terms, (object, offset, size), value_type, Value::NULL, window)
        {
            return self.load_among(terms, object, offset, &candidates, value_type);
        }
        let bytes = self.bytes_to_flush(object, size, window, false);
        match self.flush(terms, object, offset, size, bytes.as_ref()) {
            Some(array) => {
                let bits = array.read_at(terms, offset, size);
                let touched = |terms: &mut Terms| array.touched_at(terms, offset, size);
                self.note_elements(terms, array.term, touched);
                self.value_of_bits(terms, bits, value_type)
            }
            None => self.fresh_uninitialised(terms, value_type),
        }
    }

    /// Stores a value of a type at a symbolic offset, which lies within bounds under the path condition.
    pub fn store_at(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: TermId,
        value_type: Type,
        value: Value,
    ) {
        let window = self.window(terms, offset);
        self.store_between(terms, (object, offset), value_type, value, window);
    }

    /// As [`Memory::store_at`], where more is known of the offset than its term says.
    pub fn store_between(
        &mut self,
        terms: &mut Terms,
        (object, offset): (ObjectId, TermId),
        value_type: Type,
        value: Value,
        window: Window,
    ) {
        if let Some(offset) = terms.as_u64(offset) {
            return self.store(terms, object, offset, value_type, value);
        }
        let size = value_type.store_size(self.pointer_bits());
        if !self.has_bytes(object, 0, 0) {
            return;
        }
        let value = match value {
            Value::Undefined => self.fresh_uninitialised(terms, value_type),
            value => value,
        };
        let (value_type, value) = self.whole_bytes(terms, value_type, value);
        if let Some(candidates) =
            self.told_apart(terms, (object, offset, size), value_type, value, window)
        {
            for candidate in candidates {
                let here = self.is_at(terms, offset, candidate);
                self.store_if(terms, here, (object, candidate), value_type, value);
            }
            return;
        }
        let bytes = self.bytes_to_flush(object, size, window, true);
        if let Some(array) = self.flush(terms, object, offset, size, bytes.as_ref()) {
            let bits = self.bits_of(terms, value, size);
            let array = array.write_at(terms, offset, bits);
            self.set_array(object, array, bytes.as_ref());
        }
    }

    /// Stores a value at a concrete place if a condition holds.
    fn store_if(
        &mut self,
        terms: &mut Terms,
        condition: TermId,
        to: (ObjectId, u64),
        value_type: Type,
        value: Value,
    ) {
        let (value_type, value) = match value_type {
            Type::Float(format) if !self.is_number(terms, to, format) => {
                // As floating-point numbers, other bytes would lose which NaN they are.
                let size = value_type.store_size(self.pointer_bits());
                let bits = self.bits_of(terms, value, size);
                (Type::Int(8 * size as u32), crate::from_term(terms, bits))
            }
            _ => (value_type, value),
        };
        let old = self.load(terms, to.0, to.1, value_type);
        let new = self.select(terms, condition, value, old, value_type);
        self.store(terms, to.0, to.1, value_type, new);
    }

    /// Whether there is a floating-point number of that format, or the image of one that is not NaN.
    fn is_number(&self, terms: &Terms, place: (ObjectId, u64), format: FloatFormat) -> bool {
        let size = u64::from(format.storage_bits() / 8);
        let format = klew_semantics::float_format(format);
        let Some(target) = self.object(place.0) else { return false };
        match target.contents.cell_at(place.1, size) {
            Some(Value::Term(term)) => terms.sort(term) == Sort::Float(format),
            Some(_) => false,
            None => match target.contents.written.read(place.1, size.min(8) as usize) {
                Some(image) if size <= 8 => {
                    !klew_term::softfloat::is_nan(format, u128::from(image))
                }
                _ => false,
            },
        }
    }

    /// An integer whose width is no multiple of eight as what is stored for it: where the offset is another, the
    /// bytes must stay as they are, to the last bit.
    fn whole_bytes(&mut self, terms: &mut Terms, value_type: Type, value: Value) -> (Type, Value) {
        match value_type {
            Type::Int(width) if !width.is_multiple_of(8) => {
                let size = value_type.store_size(self.pointer_bits());
                let bits = self.bits_of(terms, value, size);
                (Type::Int(8 * size as u32), crate::from_term(terms, bits))
            }
            _ => (value_type, value),
        }
    }

    fn is_at(&self, terms: &mut Terms, offset: TermId, candidate: u64) -> TermId {
        let candidate = terms.bv(self.pointer_bits(), candidate);
        terms.eq(offset, candidate)
    }

    /// How many writes at symbolic places what an object holds goes through, at most `most`.
    pub fn nested_writes(&self, terms: &Terms, object: ObjectId, most: usize) -> usize {
        let base = self.object(object).map(|object| object.contents.base);
        let Some(Base::Array(array)) = base else { return 0 };
        let (mut term, mut nested) = (array.term, 0);
        while nested < most && terms.kind(term) == Kind::Store {
            let arguments = terms.arguments(term);
            nested += usize::from(!terms.is_constant(arguments[1]));
            term = arguments[0];
        }
        nested
    }

    /// The offsets that an access can be at, if it is to compare with each.
    pub(crate) fn told_apart(
        &self,
        terms: &Terms,
        (object, offset, size): (ObjectId, TermId, u64),
        value_type: Type,
        value: Value,
        window: Window,
    ) -> Option<Vec<u64>> {
        let total = self.reach(object, size, window)?;
        let offsets = Offsets::new(terms, offset, size, total, window)?;
        let pointers = value_type == Type::Pointer
            || matches!(value, Value::Pointer(id, _) if !id.is_null())
            || matches!(value, Value::SymbolicPointer(_));
        let limit = if offsets.count <= 1 {
            1
        } else if pointers || self.holds_pointers_between(object, size, window) {
            if offsets.step < size { FEW_CANDIDATES } else { POINTER_CANDIDATES }
        } else if matches!(value_type, Type::Float(_)) && self.holds_floats(terms, object) {
            FEW_CANDIDATES
        } else {
            return None;
        };
        (offsets.count <= limit as u64).then(|| offsets.each().collect())
    }

    fn holds_floats(&self, terms: &Terms, object: ObjectId) -> bool {
        self.object(object).is_some_and(|target| {
            target.contents.values().into_iter().any(|value| match value {
                Value::Term(term) => matches!(terms.sort(term), Sort::Float(_)),
                _ => false,
            })
        })
    }

    /// The value at whichever of the candidates the offset is. The most frequent value needs no comparison.
    fn load_among(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: TermId,
        candidates: &[u64],
        value_type: Type,
    ) -> Value {
        let mut groups: Vec<(Value, Vec<u64>)> = Vec::new();
        let mut index = rustc_hash::FxHashMap::default();
        for &candidate in candidates {
            let value = self.load(terms, object, candidate, value_type);
            let group = *index.entry(value).or_insert(groups.len());
            if group == groups.len() {
                groups.push((value, Vec::new()));
            }
            groups[group].1.push(candidate);
        }
        // The first of the largest.
        let largest = groups.iter().map(|group| group.1.len()).max().unwrap_or(0);
        let Some(rest) = groups.iter().position(|group| group.1.len() == largest) else {
            return self.fresh_uninitialised(terms, value_type);
        };
        let (mut result, _) = groups.remove(rest);
        for (value, places) in groups.into_iter().rev() {
            let mut here = Vec::new();
            for place in places {
                here.push(self.is_at(terms, offset, place));
            }
            let here = terms.or_all(&here);
            result = self.select(terms, here, value, result, value_type);
        }
        result
    }
}
