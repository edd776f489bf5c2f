//! Two objects of two memories side by side: for who asks whether one state is among those that another stands for.
//!
//! **Invariant**: if a comparison is done, every byte of both objects was compared: concrete ones are the same, and whoever asked
//! was given the others, in pairs.

use crate::contents::{Base, Contents, Source};
use crate::{Memory, Object, ObjectId, Value};

impl Memory {
    /// Whether an object is that of another memory, not only like it: neither was written since the states parted.
    pub fn shares(&self, object: ObjectId, other: &Memory) -> bool {
        u64::try_from(object.0).is_ok_and(|index| self.objects.shares(index, &other.objects))
    }

    /// The allocated objects up to one that are not those of another memory, in order.
    pub fn apart(&self, other: &Memory, last: ObjectId) -> Vec<ObjectId> {
        let last = u64::try_from(last.0).unwrap_or(0);
        let apart = self.objects.apart(&other.objects, last);
        apart.into_iter().map(|index| ObjectId(index as i32)).collect()
    }

    /// What cells and arrays of an object hold that is not concrete; pointers, too.
    pub fn values_in(&self, object: ObjectId) -> Vec<Value> {
        let Some(object) = self.object(object) else { return Vec::new() };
        let mut values = object.contents.values();
        if let Base::Array(array) = object.contents.base {
            values.push(Value::Term(array.term));
        }
        values
    }

    /// What an object of at most 8 bytes holds, if that is a number.
    pub fn number_in(&self, object: ObjectId) -> Option<u64> {
        let object = self.object(object)?;
        let size = object.concrete_size().filter(|size| (1..=8).contains(size))?;
        match value_of(&object.contents, 0, size)? {
            Value::Int(number) => Some(number),
            _ => None,
        }
    }

    /// Goes through two objects of one size, which may be no number in this memory (who asks compares sizes that are none): what one of
    /// them has not in concrete bytes, is given in pairs, with the size in bytes (0 for whole arrays), this memory's first. Whether that
    /// was done, and `meet` was content with all pairs; not if concrete bytes differ or cells do not begin and end at the same places.
    pub fn compare(
        &self,
        one: ObjectId,
        (memory, other): (&Memory, ObjectId),
        meet: &mut dyn FnMut(Value, Value, u64) -> bool,
    ) -> bool {
        let (Some(one), Some(other)) = (self.object(one), memory.object(other)) else {
            return false;
        };
        let Some(size) = compared_size(one, other) else { return false };
        let has_size = one.concrete_size().is_some();
        let (one, other) = (&one.contents, &other.contents);
        match (one.base, other.base) {
            (Base::Array(array), Base::Array(same)) => {
                let is_like = (array.element_bytes, array.index_bits, array.ahead)
                    == (same.element_bytes, same.index_bits, same.ahead);
                if !is_like || !meet(Value::Term(array.term), Value::Term(same.term), 0) {
                    return false;
                }
            }
            (Base::Array(_), _) | (Base::Zero, Base::Array(_)) => return false,
            // Of what is behind the bytes that are compared, nothing else is known.
            (Base::Zero, Base::Undefined) if !has_size => return false,
            _ => {}
        }
        let mut at = 0;
        while at < size {
            match (Place { one, other, at }).compare(size - at, meet) {
                Some(done) => at += done,
                None => return false,
            }
        }
        true
    }
}

/// How many bytes of both are compared one by one: all; or, of objects whose size is no number, those of which their bases do not tell
/// everything. Nothing if their sizes differ.
fn compared_size(one: &Object, other: &Object) -> Option<u64> {
    match (one.concrete_size(), other.concrete_size()) {
        (Some(_), _) => one.concrete_size().filter(|_| one.size == other.size),
        (None, size) => {
            let known = one.contents.known_extent().max(other.contents.known_extent());
            Some(size.map_or(known, |size| known.min(size)))
        }
    }
}

/// A place in both.
struct Place<'a> {
    one: &'a Contents,
    other: &'a Contents,
    at: u64,
}

impl Place<'_> {
    /// How many bytes from here on are done, at most `limit`; nothing if they differ.
    fn compare(&self, limit: u64, meet: &mut dyn FnMut(Value, Value, u64) -> bool) -> Option<u64> {
        let (length, one) = self.one.source(self.at, limit);
        let (other_length, other) = self.other.source(self.at, limit);
        if let Some((value, size)) = whole(length, one) {
            return meet(value, value_of(self.other, self.at, size)?, size).then_some(size);
        }
        if let Some((value, size)) = whole(other_length, other) {
            return meet(value_of(self.one, self.at, size)?, value, size).then_some(size);
        }
        let length = length.min(other_length);
        let undefined = Source::Base(Base::Undefined);
        match (one, other) {
            // A cell that was written over in part.
            (Source::Cell { .. }, _) | (_, Source::Cell { .. }) => None,
            (one, other) if one == undefined => {
                let other = if other == undefined { Value::Undefined } else { Value::Int(0) };
                meet(Value::Undefined, other, length).then_some(length)
            }
            (Source::Base(Base::Array(_)), Source::Base(Base::Array(_))) => Some(length),
            (Source::Base(Base::Array(_)), _) | (_, Source::Base(Base::Array(_))) => None,
            (_, other) if other == undefined => None,
            (one, other) => self.are_equal(length, one, other).then_some(length),
        }
    }

    /// Whether concrete bytes are the same.
    fn are_equal(&self, length: u64, one: Source, other: Source) -> bool {
        let is_zero = |bytes: &[u8]| bytes.iter().all(|&byte| byte == 0);
        let zero = Source::Base(Base::Zero);
        match (one == zero, other == zero) {
            (true, true) => true,
            (true, false) => is_zero(self.other.concrete(other, self.at, length)),
            (false, true) => is_zero(self.one.concrete(one, self.at, length)),
            (false, false) => {
                self.one.concrete(one, self.at, length)
                    == self.other.concrete(other, self.at, length)
            }
        }
    }
}

/// A cell that begins here and goes on to its end: what it holds, and its size.
fn whole(length: u64, source: Source) -> Option<(Value, u64)> {
    match source {
        Source::Cell { value, size, skip: 0 } if size == length => Some((value, size)),
        _ => None,
    }
}

/// What some bytes hold, if they are a cell, all undefined, or at most 8 and concrete.
fn value_of(contents: &Contents, offset: u64, size: u64) -> Option<Value> {
    let (length, source) = contents.source(offset, size);
    match source {
        Source::Cell { .. } => {
            whole(length, source).filter(|&(_, whole)| whole == size).map(|(value, _)| value)
        }
        Source::Base(Base::Undefined) => (length == size).then_some(Value::Undefined),
        _ if size <= 8 => concrete(contents, offset, size).map(Value::Int),
        _ => None,
    }
}

/// Up to 8 concrete bytes as a number.
fn concrete(contents: &Contents, offset: u64, size: u64) -> Option<u64> {
    let mut number = 0;
    let mut at = 0;
    while at < size {
        let (length, source) = contents.source(offset + at, size - at);
        match source {
            Source::Written | Source::Clean => {
                let bytes = contents.concrete(source, offset + at, length);
                for (index, &byte) in (0..).zip(bytes) {
                    number |= u64::from(byte) << (8 * (at + index));
                }
            }
            Source::Base(Base::Zero) => {}
            _ => return None,
        }
        at += length;
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use klew_ir::{DataModel, Type};
    use klew_term::{Sort, Terms};

    use super::*;
    use crate::{AllocationRequest, ObjectKind};

    fn memory_with(size: u64) -> (Memory, ObjectId) {
        let mut memory = Memory::new(DataModel::LP64);
        let request = AllocationRequest::new(ObjectKind::Heap, Value::Int(size));
        let object = memory.allocate(request).unwrap();
        (memory, object)
    }

    fn pairs(one: &Memory, other: &Memory, object: ObjectId) -> Option<Vec<(Value, Value, u64)>> {
        let mut pairs = Vec::new();
        let done = one.compare(object, (other, object), &mut |one, other, size| {
            pairs.push((one, other, size));
            true
        });
        done.then_some(pairs)
    }

    #[test]
    fn concrete_bytes_are_compared_and_the_rest_is_given() {
        let mut terms = Terms::new();
        let symbol = terms.fresh_symbol("x", Sort::BitVec(32));
        let term = Value::Term(terms.symbol_term(symbol));
        let (mut one, object) = memory_with(16);
        one.store(&mut terms, object, 0, Type::Int(32), Value::Int(7));
        let mut other = one.clone();
        assert!(one.shares(object, &other));
        assert_eq!(
            pairs(&one, &other, object),
            Some(vec![(Value::Undefined, Value::Undefined, 12)])
        );
        one.store(&mut terms, object, 8, Type::Int(32), term);
        other.store(&mut terms, object, 8, Type::Int(32), Value::Int(9));
        assert!(!one.shares(object, &other));
        let undefined = (Value::Undefined, Value::Undefined, 4);
        assert_eq!(
            pairs(&one, &other, object),
            Some(vec![undefined, (term, Value::Int(9), 4), undefined])
        );
        // What is concrete here and undefined there differs; the other way round it is given.
        other.store(&mut terms, object, 4, Type::Int(32), Value::Int(1));
        assert_eq!(
            pairs(&one, &other, object),
            Some(vec![(Value::Undefined, Value::Int(0), 4), (term, Value::Int(9), 4), undefined])
        );
        assert_eq!(pairs(&other, &one, object), None);
        other.store(&mut terms, object, 0, Type::Int(32), Value::Int(8));
        assert_eq!(pairs(&one, &other, object), None);
    }

    #[test]
    fn sizes_that_are_no_numbers_are_left_to_who_asks() {
        let mut terms = Terms::new();
        let size = terms.fresh_symbol("size", Sort::BitVec(64));
        let size = Value::Term(terms.symbol_term(size));
        let mut one = Memory::new(DataModel::LP64);
        let object = one.allocate(AllocationRequest::new(ObjectKind::Heap, size)).unwrap();
        let (mut other, same) = memory_with(16);
        assert_eq!(object, same);
        // What was never written may be anything; what was written is not.
        other.store(&mut terms, same, 4, Type::Int(32), Value::Int(9));
        let (blank, gap) = (Value::Undefined, (Value::Undefined, Value::Undefined, 4));
        let pairs_of = |one: &Memory, other: &Memory| pairs(one, other, object);
        assert_eq!(
            pairs_of(&one, &other),
            Some(vec![gap, (blank, Value::Int(0), 4), (blank, blank, 8)])
        );
        assert_eq!(pairs_of(&other, &one), None, "a size that is a number, and one that is none");
        one.store(&mut terms, object, 4, Type::Int(32), Value::Int(8));
        assert_eq!(pairs_of(&one, &other), None);
        one.store(&mut terms, object, 4, Type::Int(32), Value::Int(9));
        assert!(pairs_of(&one, &other).is_some());
        // An array of elements is none of zeros, but any of what was never written.
        let index = terms.fresh_symbol("index", Sort::BitVec(64));
        let index = terms.symbol_term(index);
        let (zeros, _) = {
            let mut memory = Memory::new(DataModel::LP64);
            let request = AllocationRequest {
                zeroed: true,
                ..AllocationRequest::new(ObjectKind::Heap, size)
            };
            let object = memory.allocate(request).unwrap();
            (memory, object)
        };
        let mut array = one.clone();
        array.store_at(&mut terms, object, index, Type::Int(8), Value::Int(1));
        let fresh = {
            let mut memory = Memory::new(DataModel::LP64);
            memory.allocate(AllocationRequest::new(ObjectKind::Heap, size)).unwrap();
            memory
        };
        assert!(pairs_of(&fresh, &array).is_some());
        assert_eq!(pairs_of(&zeros, &array), None);
        assert_eq!(pairs_of(&array, &fresh), None);
        assert!(fresh.holds_anything(object, 0) && !array.holds_anything(object, 0));
        assert!(array.forget_elements(&mut terms, object, (size, 0)));
        assert!(array.holds_anything(object, 0));
    }

    #[test]
    fn cells_that_lie_across_each_other_differ() {
        let mut terms = Terms::new();
        let (mut one, object) = memory_with(8);
        let mut other = one.clone();
        let wide = terms.fresh_symbol("w", Sort::BitVec(64));
        let narrow = terms.fresh_symbol("n", Sort::BitVec(16));
        let (wide, narrow) = (terms.symbol_term(wide), terms.symbol_term(narrow));
        one.store(&mut terms, object, 0, Type::Int(64), Value::Term(wide));
        other.store(&mut terms, object, 0, Type::Int(64), Value::Int(5));
        assert_eq!(pairs(&one, &other, object), Some(vec![(Value::Term(wide), Value::Int(5), 8)]));
        other.store(&mut terms, object, 2, Type::Int(16), Value::Term(narrow));
        assert_eq!(pairs(&one, &other, object), None);
        assert_eq!(pairs(&other, &one, object), None);
    }
}
