//! What a run reads of memory, and what the bytes of a range are: for who asks which parts of a memory matter.
//!
//! **Invariant**: while reads are noted, every byte whose value an operation uses is in a noted range, apart from those that the
//! operation itself wrote.

use std::cell::RefCell;
use std::rc::Rc;

use crate::contents::{Base, Source};
use crate::page::PAGE_SIZE;
use crate::{Memory, ObjectId, Value};

/// A range that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Read {
    /// The object.
    pub object: ObjectId,
    /// The first byte.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// Whether a pointer was read.
    pub is_pointer: bool,
}

/// The reads so far; copies of a memory write into one list.
pub(crate) type ReadLog = Option<Rc<RefCell<Vec<Read>>>>;

/// What some bytes hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Concrete bytes.
    Concrete,
    /// A term, or elements of an array term.
    Term(Option<Value>),
    /// A pointer into an object.
    Pointer(Value),
    /// What was never written.
    Undefined,
}

/// Bytes of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The first byte.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// What they hold.
    pub kind: CellKind,
}

impl Memory {
    /// Notes from now on what is read.
    pub fn note_reads(&mut self) {
        self.reads = Some(Rc::default());
    }

    /// What was read since, and no more is noted.
    pub fn take_reads(&mut self) -> Vec<Read> {
        self.reads.take().map(|reads| reads.take()).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn note_read(&self, object: ObjectId, offset: u64, size: u64, is_pointer: bool) {
        if let Some(reads) = &self.reads {
            reads.borrow_mut().push(Read { object, offset, size, is_pointer });
        }
    }

    /// As [`Memory::note_read`], of all bytes of an object.
    pub(crate) fn note_whole(&self, object: ObjectId) {
        if self.reads.is_some() {
            let size = self.object(object).and_then(|target| target.concrete_size());
            self.note_read(object, 0, size.unwrap_or(u64::MAX), false);
        }
    }

    /// What the bytes of a range of a live object are; the first and last cell may reach beyond it. Nothing if the object
    /// does not live or does not have these bytes.
    pub fn cells_in(&self, object: ObjectId, offset: u64, size: u64) -> Option<Vec<Cell>> {
        Some(self.cells(object, offset, size)?.collect())
    }

    /// The same one by one: an object may have more of them than there is memory for.
    pub fn cells(
        &self,
        object: ObjectId,
        offset: u64,
        size: u64,
    ) -> Option<impl Iterator<Item = Cell>> {
        if !self.has_bytes(object, offset, size) {
            return None;
        }
        let contents = &self.object(object)?.contents;
        let (mut at, end) = (offset, offset + size);
        Some(std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let (length, source) = contents.source(at, end - at);
            let (start, whole, kind) = match source {
                Source::Written | Source::Clean | Source::Base(Base::Zero) => {
                    (at, length, CellKind::Concrete)
                }
                Source::Cell { value: Value::Undefined, .. } | Source::Base(Base::Undefined) => {
                    (at, length, CellKind::Undefined)
                }
                Source::Cell { value, size, skip } => {
                    let kind = match value {
                        Value::Pointer(..) | Value::SymbolicPointer(_) => CellKind::Pointer(value),
                        _ => CellKind::Term(Some(value)),
                    };
                    (at - skip, size, kind)
                }
                Source::Base(Base::Array(array)) => {
                    let element = array.element_bytes;
                    (at - at % element, element, CellKind::Term(None))
                }
            };
            at = at.max(start + whole);
            Some(Cell { offset: start, size: whole, kind })
        }))
    }

    /// How many bytes of a live object of a fixed size were never written. Costs what was written there, however large the object is.
    pub fn undefined_bytes(&self, object: ObjectId) -> Option<u64> {
        let object = self.object(object).filter(|object| object.is_alive())?;
        let (mut at, end) = (0, object.concrete_size()?);
        let mut undefined = 0;
        while at < end {
            let (length, source) = object.contents.source(at, end - at);
            let never_written = matches!(
                source,
                Source::Cell { value: Value::Undefined, .. } | Source::Base(Base::Undefined)
            );
            if never_written {
                undefined += length;
            }
            at += length;
        }
        Some(undefined)
    }

    /// The pointers in a live object, with their offsets and sizes, in order. Costs what was written there, however large the object is.
    pub fn pointers_in(&self, object: ObjectId) -> Vec<(u64, u64, Value)> {
        let Some(object) = self.object(object).filter(|object| object.is_alive()) else {
            return Vec::new();
        };
        let contents = &object.contents;
        let layers = std::iter::once(&contents.written).chain(contents.clean.as_deref());
        let mut starts: Vec<u64> =
            layers.flat_map(|layer| layer.pages()).map(|(start, _)| start).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut pointers = Vec::new();
        for start in starts {
            let size = object.concrete_size().map_or(PAGE_SIZE, |size| size.saturating_sub(start));
            let (mut at, end) = (start, start + size.min(PAGE_SIZE));
            while at < end {
                let (length, source) = contents.source(at, end - at);
                if let Source::Cell { value, size, skip } = source
                    && matches!(value, Value::Pointer(..) | Value::SymbolicPointer(_))
                {
                    pointers.push((at - skip, size, value));
                }
                at += length;
            }
        }
        // One that reaches into another page is there as well.
        pointers.dedup();
        pointers
    }

    /// How many symbols for memory that was never written there are so far.
    pub fn uninitialised_count(&self) -> u32 {
        self.uninitialised
    }

    /// Whether references to input objects may occur.
    pub fn has_input_heap(&self) -> bool {
        self.input.is_some()
    }
}

#[cfg(test)]
mod tests {
    use klew_ir::{DataModel, Position, Type};
    use klew_term::Terms;

    use super::*;
    use crate::{AllocationRequest, Liveness, ObjectKind};

    #[test]
    fn pointers_are_found_in_objects_of_any_size() {
        let mut terms = Terms::new();
        let mut memory = Memory::new(DataModel::LP64);
        let mut object = |size| {
            let request = AllocationRequest::new(ObjectKind::Heap, Value::Int(size));
            memory.allocate(request).unwrap()
        };
        let (small, huge) = (object(24), object(1 << 31));
        let far = (1 << 30) + 8;
        let pointer = Value::Pointer(small, 3);
        for (object, at) in [(small, 8), (huge, 16), (huge, far)] {
            memory.store(&mut terms, object, at, Type::Pointer, pointer);
        }
        memory.store(&mut terms, small, 0, Type::Int(64), Value::Int(5));
        assert_eq!(memory.pointers_in(small), [(8, 8, pointer)]);
        assert_eq!(memory.pointers_in(huge), [(16, 8, pointer), (far, 8, pointer)]);
        memory.store(&mut terms, huge, 16, Type::Int(64), Value::Int(5));
        assert_eq!(memory.pointers_in(huge), [(far, 8, pointer)]);
        memory.end_life(small, Liveness::Freed, Position::UNKNOWN);
        assert_eq!(memory.pointers_in(small), []);
    }
}
