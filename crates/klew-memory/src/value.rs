//! What registers and memory cells hold.

use klew_term::TermId;

/// An object of a [`Memory`](crate::Memory). Null is 0, allocated objects are positive, in the order of
/// their allocation; negative ones are kept for input objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub i32);

impl ObjectId {
    /// No object: a pointer into it is a plain number.
    pub const NULL: ObjectId = ObjectId(0);

    /// Whether it is [`ObjectId::NULL`].
    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    /// Whether it is one that an input reference names.
    pub fn is_input(self) -> bool {
        self.0 < 0
    }

    /// Its identity as the bits of a 32-bit vector.
    pub fn bits(self) -> u64 {
        u64::from(self.0 as u32)
    }

    /// From the bits of a 32-bit vector.
    pub fn from_bits(bits: u64) -> ObjectId {
        ObjectId(bits as u32 as i32)
    }
}

/// Bits of the terms that stand for object identities.
pub const OBJECT_BITS: u32 = 32;

/// A pointer of which the object, the offset or both are symbolic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolicPointer {
    /// The object's identity, 32 bits.
    pub object: TermId,
    /// The byte offset, as wide as a pointer. With object 0: the address.
    pub offset: TermId,
}

/// A value of one of the program's scalar types. Sixteen bytes; the type is known from the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A concrete integer of at most 64 bits, zero-extended, or the memory image of a concrete
    /// half, bfloat, single or double.
    Int(u64),
    /// A concrete pointer. With object 0 the offset is the address itself: null is `(0, 0)`. The offset
    /// is modulo the width of a pointer.
    Pointer(ObjectId, u64),
    /// Type `Int(w)`: a term of sort `BitVec(w)`, never constant if `w <= 64` (truth values are
    /// `BitVec(1)`; see `Terms::bool_to_bv` and `Terms::bv_to_bool`). Type `Float(f)`: a term of sort
    /// `Float(f)`, constant only for X87 and Quad.
    Term(TermId),
    /// A pointer that is not concrete.
    SymbolicPointer(SymbolicPointer),
    /// Never written. Memory gives it out only when asked for
    /// ([`Memory::is_undefined`](crate::Memory::is_undefined)); a load makes it a fresh symbol.
    Undefined,
}

impl Value {
    /// The null pointer.
    pub const NULL: Value = Value::Pointer(ObjectId::NULL, 0);
    /// The truth value 1.
    pub const TRUE: Value = Value::Int(1);
    /// The truth value 0.
    pub const FALSE: Value = Value::Int(0);

    /// Whether it is an integer, float image or pointer known to the last bit.
    pub fn is_concrete(self) -> bool {
        matches!(self, Value::Int(_) | Value::Pointer(..))
    }
}
