//! What memory is cut into: fields, which are arrays from objects (and offsets) to values, and operations on them.
//!
//! **Invariant**: pointers and numbers that share bytes have fields of their own, and a field beside them says what was
//! written last.

use klew_ir::Type;
use klew_term::TermId;

use crate::layout::Place;
use crate::regions::ClassId;

/// Bits that say what was written last.
pub const WRITTEN_BITS: u32 = 2;
/// 0 or nothing: it is both.
pub const BOTH: u64 = 0;
/// A number.
pub const NUMBER: u64 = 1;
/// A pointer.
pub const POINTER: u64 = 2;

/// A field, by index in `Heap::fields`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(pub u32);

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FieldKind {
    /// Numbers in memory.
    Scalar(Place, Type),
    /// The objects of pointers in memory.
    Object(Place),
    /// The offsets of pointers in memory.
    Offset(Place),
    /// What was written last where pointers and numbers share bytes.
    Written(Place),
    /// Whether an object is dead, one bit.
    Dead,
    /// The size of an object.
    Size,
}

/// A field of a class of objects.
#[derive(Clone, Debug)]
pub struct Field {
    /// The class.
    pub class: ClassId,
    /// What it holds.
    pub kind: FieldKind,
    /// The array before the first operation.
    pub array: TermId,
    /// What it is called.
    pub name: String,
}

/// Where the bytes of a range come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// All are this one.
    Byte(TermId),
    /// Another range of the same class.
    Copy {
        /// The object.
        object: TermId,
        /// Where it starts.
        start: TermId,
        /// By how much the places differ, as far as elements go; none where memory is typed: from elements to elements.
        shift: Option<i64>,
    },
    /// Anything.
    Undefined,
}

/// What an operation does to fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldOperation {
    /// The symbol is an element.
    Read {
        /// Of which field.
        field: FieldId,
        /// At which index.
        index: TermId,
        /// The symbol.
        result: TermId,
    },
    /// An element is set.
    Write {
        /// Of which field.
        field: FieldId,
        /// At which index.
        index: TermId,
        /// To what.
        value: TermId,
    },
    /// The symbol is a term over what is above.
    Define {
        /// The symbol.
        symbol: TermId,
        /// The term.
        term: TermId,
    },
    /// Bytes of an object are set.
    Range {
        /// Its class.
        class: ClassId,
        /// The object.
        object: TermId,
        /// From where on; none for all of it.
        start: Option<(TermId, TermId)>,
        /// To what.
        source: Source,
    },
}
