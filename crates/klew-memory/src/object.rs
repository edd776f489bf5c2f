//! What is known of an object apart from its contents.

use std::rc::Rc;

use klew_ir::{FunctionId, Position, SourceTypeId};
use klew_term::TermId;

use crate::Value;
use crate::contents::Contents;

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ObjectKind {
    /// In a frame.
    Stack,
    /// Until it is freed.
    Heap,
    /// For the whole run.
    Global,
    /// It was there before the program.
    Input,
    /// The code of a function: it has an address, no contents.
    Function(FunctionId),
}

impl From<klew_ir::ObjectKind> for ObjectKind {
    fn from(kind: klew_ir::ObjectKind) -> ObjectKind {
        match kind {
            klew_ir::ObjectKind::Stack => ObjectKind::Stack,
            klew_ir::ObjectKind::Heap => ObjectKind::Heap,
        }
    }
}

/// Whether an object may be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Liveness {
    /// It may.
    Alive,
    /// It was freed.
    Freed,
    /// Its scope was left.
    OutOfScope,
}

/// An object to be made.
#[derive(Clone, Debug)]
pub struct AllocationRequest {
    /// Where it lives.
    pub kind: ObjectKind,
    /// Bytes: `Int`, or `Term` as wide as a pointer.
    pub size: Value,
    /// Alignment of its address, a power of two.
    pub align: u64,
    /// Whether its bytes are 0 rather than undefined.
    pub zeroed: bool,
    /// Whether it may be written.
    pub writable: bool,
    /// What it is called in results.
    pub name: Option<Rc<str>>,
    /// Its declared type.
    pub source_type: Option<SourceTypeId>,
    /// Where it is allocated.
    pub position: Position,
    /// For which place, if that is another.
    pub requested_at: Option<Position>,
}

impl AllocationRequest {
    /// A nameless writable object with undefined bytes.
    pub fn new(kind: ObjectKind, size: Value) -> AllocationRequest {
        AllocationRequest {
            kind,
            size,
            align: 1,
            zeroed: false,
            writable: true,
            name: None,
            source_type: None,
            position: Position::UNKNOWN,
            requested_at: None,
        }
    }

    /// The object of a function: one byte that cannot be accessed.
    pub fn function(function: FunctionId, name: Rc<str>, position: Position) -> AllocationRequest {
        AllocationRequest {
            align: 16,
            writable: false,
            name: Some(name),
            position,
            ..AllocationRequest::new(ObjectKind::Function(function), Value::Int(1))
        }
    }
}

/// An object. Alive or not: the identity of a dead object is never used again.
#[derive(Clone, Debug)]
pub struct Object {
    /// Where it lives.
    pub kind: ObjectKind,
    /// Whether it may be accessed.
    pub liveness: Liveness,
    /// Whether it may be written.
    pub writable: bool,
    /// Bytes: `Int`, or `Term` as wide as a pointer.
    pub size: Value,
    /// Alignment of its address.
    pub align: u64,
    /// When its (latest) life began, on the memory's clock of allocations and deaths. Dead stack objects that
    /// never had an address forget it: born and died at 0.
    pub born: u32,
    /// When it ended.
    pub died: Option<u32>,
    /// The symbol of its address, once the program made a number of it.
    pub address: Option<TermId>,
    /// What it is called in results.
    pub name: Option<Rc<str>>,
    /// Its declared type.
    pub source_type: Option<SourceTypeId>,
    /// Where it was allocated.
    pub allocated_at: Position,
    /// For which place: the call of a function that does no more than allocate, if there was one.
    pub requested_at: Position,
    /// Where its life ended.
    pub freed_at: Option<Position>,
    pub(crate) contents: Contents,
}

impl Object {
    /// Whether it may be accessed.
    pub fn is_alive(&self) -> bool {
        self.liveness == Liveness::Alive
    }

    /// Its size in bytes, if that is concrete.
    pub fn concrete_size(&self) -> Option<u64> {
        match self.size {
            Value::Int(size) => Some(size),
            _ => None,
        }
    }

    /// Whether another dead object differs in nothing but its identity.
    pub(crate) fn is_twin(&self, other: &Object) -> bool {
        (self.kind, self.liveness, self.writable, self.size, self.align)
            == (other.kind, other.liveness, other.writable, other.size, other.align)
            && (self.source_type, self.allocated_at, self.freed_at)
                == (other.source_type, other.allocated_at, other.freed_at)
            && self.name == other.name
    }

    /// Whether there was a moment at which both lived, so that their addresses differ.
    pub fn overlaps_life(&self, other: &Object) -> bool {
        self.died.is_none_or(|died| other.born < died)
            && other.died.is_none_or(|died| self.born < died)
    }
}
