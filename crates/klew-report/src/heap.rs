//! The input heap of a finding: the objects that a function or method finds when it is called, as plain
//! data.
//!
//! **Invariant**: objects are numbered in the order in which a walk from the roots, field by field, comes to
//! them; so equal heaps are equal values.

use serde::{Deserialize, Serialize};

/// What an analysed function finds: values by name, and the objects behind them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputHeap {
    /// Parameters and globals, in the order in which the function is given them.
    pub roots: Vec<HeapRoot>,
    /// The objects, by [`HeapValue::Object`]'s index.
    pub objects: Vec<HeapObject>,
}

/// Something that has a name of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapRoot {
    /// Its name, as the source has it: `this`, `list`, `table[3].next`.
    pub name: String,
    /// Its type, as the source writes it.
    pub type_name: String,
    /// What it is.
    pub origin: RootOrigin,
    /// Its value.
    pub value: HeapValue,
}

/// What a root is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RootOrigin {
    /// `this`.
    Receiver,
    /// The parameter of that number, from 0 (`this` is not counted); a structure that is passed by value has a
    /// root for each of its fields, at the offset.
    Parameter {
        /// Which.
        index: usize,
        /// Bytes from its start.
        offset: u64,
    },
    /// A global variable or a static field, or a part of it.
    Global {
        /// The variable's own name (in Java `pkg.Class.field`).
        variable: String,
        /// Bytes from its start.
        offset: u64,
    },
}

/// An object that exists before the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapObject {
    /// A name that no other object of the heap has: `node 1`.
    pub name: String,
    /// Its type as the source writes it: `struct node`, `pkg.Node`, `int[]`. For C, the type of one element.
    pub type_name: String,
    /// Its size in bytes (of all elements).
    pub size: u64,
    /// How many elements it has: for Java, of an array; for C, always.
    pub length: Option<u64>,
    /// Fields and elements that the run looks at, in the order of their offsets. The values of others do not matter.
    pub fields: Vec<HeapField>,
}

/// A field or an element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapField {
    /// Its name: `next`, `[2]`, `[2].next`, `inner.value`.
    pub name: String,
    /// Its type, as the source writes it.
    pub type_name: String,
    /// The class that declares it; none for elements and in C.
    pub declared_in: Option<String>,
    /// Bytes from the start of the object.
    pub offset: u64,
    /// Its value.
    pub value: HeapValue,
}

/// A value in the heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HeapValue {
    /// The null reference.
    Null,
    /// A reference to the start of the object of that index.
    Object(usize),
    /// Anything else.
    Scalar {
        /// Its memory image, little-endian.
        bytes: Vec<u8>,
        /// As the source writes it.
        text: String,
    },
}
