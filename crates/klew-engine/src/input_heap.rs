//! The input heap of one run: what the input references point to (paper 003), as plain data.
//!
//! It holds what the path looked at. Everything else of the heap may be anything: fields and elements that
//! are not listed are best taken to be 0 and null.
//!
//! **Invariant**: `Reference(Some(i))` has `i < objects.len()`; objects stand in the order in which a walk from
//! the roots, fields ascending, meets them.

use klew_ir::{Position, SourceTypeId};

/// How input references are resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputHeapPolicy {
    /// Aliases stay within values; forks only where the program forks (POSE).
    #[default]
    PathOptimal,
    /// A reference is resolved where the object it points to is accessed.
    Lazier,
    /// A reference is resolved where it is first read.
    Lazy,
}

/// The objects that existed before the entry, as one run needs them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputHeap {
    /// The inputs of pointer type, in the order in which they are read.
    pub roots: Vec<InputRoot>,
    /// The objects.
    pub objects: Vec<InputObject>,
}

impl InputHeap {
    /// Whether the run reads no input of pointer type.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }
}

/// An input of pointer type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputRoot {
    /// What it is called.
    pub name: String,
    /// How many inputs (of all types) the run reads before it.
    pub number: usize,
    /// The type of the pointer.
    pub source_type: SourceTypeId,
    /// The object (by index in [`InputHeap::objects`]) that it points to the start of; none: null.
    pub object: Option<usize>,
    /// Where it is read.
    pub position: Position,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputObject {
    /// A shortest way to it: `this.next.next`.
    pub path: String,
    /// Its type: of the classes with that tag, the object's own; of the elements, for what a C pointer points to.
    pub source_type: SourceTypeId,
    /// How many elements: of an array of a language with classes (0 if that does not matter), or what a C
    /// pointer points to (at least 1); none for objects without elements.
    pub length: Option<u64>,
    /// Bytes.
    pub size: u64,
    /// Fields and elements that the run looks at, by offset.
    pub fields: Vec<InputField>,
}

/// A field or an element, of a scalar type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputField {
    /// `next`, `inner.x`, `[3]`, `[3].next`.
    pub name: String,
    /// In bytes, from the start of the object.
    pub offset: u64,
    /// Its declared type, if there is one for these bytes.
    pub source_type: Option<SourceTypeId>,
    /// What it holds at the entry.
    pub value: InputFieldValue,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputFieldValue {
    /// Its memory image, little-endian.
    Bits(Vec<u8>),
    /// A pointer to the start of that object, or null.
    Reference(Option<usize>),
}

/// What is taken for granted of the input heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputAssumption {
    /// Input pointers point to objects of their declared types, or are null.
    DeclaredTypes,
    /// Input pointers point to the starts of objects: not into them, nor to global or local variables, nor to functions.
    NoInteriorAliasing,
    /// Objects of different declared types do not overlap.
    TypedAliasing,
    /// Only the classes that the program mentions occur as classes of input objects.
    KnownClasses,
    /// What input pointers point to is allocated on the heap and may be freed.
    HeapAllocated,
    /// Input objects have at most 2^30 bytes.
    SmallObjects,
}

impl InputAssumption {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            InputAssumption::DeclaredTypes => {
                "input pointers are null or point to objects of their declared types"
            }
            InputAssumption::NoInteriorAliasing => {
                "input pointers point to the starts of objects, and not to variables or functions of the program"
            }
            InputAssumption::TypedAliasing => {
                "input pointers of different declared types do not point to the same object"
            }
            InputAssumption::KnownClasses => {
                "input objects are of classes that the program mentions"
            }
            InputAssumption::HeapAllocated => "input objects may be freed",
            InputAssumption::SmallObjects => "input objects have at most 2^30 bytes",
        }
    }
}
