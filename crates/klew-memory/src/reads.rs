//! What a run reads of memory, and what the bytes of a range are: for who asks which parts of a memory matter.
//!
//! **Invariant**: while reads are noted, every byte whose value an operation uses is in a noted range, apart from those that the
//! operation itself wrote.

use std::cell::RefCell;
use std::rc::Rc;

use crate::contents::{Base, Source};
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
        if !self.has_bytes(object, offset, size) {
            return None;
        }
        let contents = &self.object(object)?.contents;
        let mut cells = Vec::new();
        let (mut at, end) = (offset, offset + size);
        while at < end {
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
            cells.push(Cell { offset: start, size: whole, kind });
            at = at.max(start + whole);
        }
        Some(cells)
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
