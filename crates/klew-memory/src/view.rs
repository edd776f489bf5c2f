//! What an object holds, for showing it: nothing is materialised, and nothing is asked of it.

use crate::contents::{Base, Source};
use crate::{Memory, ObjectId, Value};

/// What a run of bytes holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Concrete bytes.
    Bytes(Vec<u8>),
    /// A whole value.
    Value(Value),
    /// It was never written.
    Undefined,
    /// Part of a value, or elements of an array of terms.
    Other,
}

impl Memory {
    /// What lies in a range of an object that lives: runs with their offsets and sizes, in order, none longer than it has to be.
    pub fn view(&self, object: ObjectId, offset: u64, size: u64) -> Vec<(u64, u64, Seen)> {
        let mut runs = Vec::new();
        if !self.has_bytes(object, offset, size) {
            return runs;
        }
        let Some(target) = self.object(object) else { return runs };
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let (length, source) = target.contents.source(at, end - at);
            let seen = match source {
                Source::Written | Source::Clean => {
                    Seen::Bytes(target.contents.concrete(source, at, length).to_vec())
                }
                Source::Cell { value: Value::Undefined, .. } => Seen::Undefined,
                Source::Cell { value, size, skip: 0 } if size == length => Seen::Value(value),
                Source::Base(Base::Zero) => Seen::Bytes(vec![0; length as usize]),
                Source::Base(Base::Undefined) => Seen::Undefined,
                Source::Cell { .. } | Source::Base(Base::Array(_)) => Seen::Other,
            };
            match (runs.last_mut(), &seen) {
                (Some((_, before, Seen::Bytes(bytes))), Seen::Bytes(more)) => {
                    bytes.extend_from_slice(more);
                    *before += length;
                }
                _ => runs.push((at, length, seen)),
            }
            at += length;
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use klew_ir::{DataModel, Type};
    use klew_term::Terms;

    use super::*;
    use crate::{AllocationRequest, ObjectKind};

    #[test]
    fn runs_of_an_object() {
        let (mut terms, mut memory) = (Terms::new(), Memory::new(DataModel::LP64));
        let request = AllocationRequest::new(ObjectKind::Heap, Value::Int(24));
        let object = memory.allocate(request).unwrap();
        memory.store(&mut terms, object, 0, Type::Int(32), Value::Int(7));
        memory.store(&mut terms, object, 8, Type::Pointer, Value::Pointer(object, 0));
        let want = vec![
            (0, 4, Seen::Bytes(vec![7, 0, 0, 0])),
            (4, 4, Seen::Undefined),
            (8, 8, Seen::Value(Value::Pointer(object, 0))),
            (16, 8, Seen::Undefined),
        ];
        assert_eq!(memory.view(object, 0, 24), want);
        assert!(memory.view(object, 0, 25).is_empty());
        assert_eq!(memory.view(object, 2, 1), vec![(2, 1, Seen::Bytes(vec![0]))]);
    }
}
