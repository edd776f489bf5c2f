//! What the program looked like to its author: files, positions, variables and their types.

/// A source file of a [`Program`](crate::Program), by index in `Program::files`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place in a source file. Lines and columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The file.
    pub file: FileId,
    /// The line; 0 where it is unknown.
    pub line: u32,
    /// The column; 0 where it is unknown.
    pub column: u32,
}

impl Position {
    /// No place at all.
    pub const UNKNOWN: Position = Position { file: FileId(0), line: 0, column: 0 };

    /// Whether there is a line.
    pub fn is_known(self) -> bool {
        self.line != 0
    }
}

/// A source type, by index in `Program::types`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceTypeId(pub u32);

/// A type of the source language, as far as debug information tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceType {
    /// Nothing is known.
    Unknown,
    /// No value (`void`).
    Void,
    /// An integer, character, enumeration or truth value.
    Int {
        /// Its name, as written (`unsigned char`).
        name: String,
        /// Bits.
        bits: u32,
        /// Whether negative values exist.
        signed: bool,
        /// Whether it is a character type.
        character: bool,
    },
    /// A floating-point number.
    Float {
        /// Its name.
        name: String,
        /// Bits, as the debug information gives them.
        bits: u32,
    },
    /// A pointer.
    Pointer(SourceTypeId),
    /// An array; the count is unknown for flexible ones.
    Array(SourceTypeId, Option<u64>),
    /// A structure, union or class.
    Record {
        /// Its name; empty if it has none.
        name: String,
        /// Bytes.
        size: u64,
        /// Whether its fields overlap.
        union: bool,
        /// The fields, in their order; inherited ones come first.
        fields: Vec<SourceField>,
        /// The records that it extends or implements. A record with bases or a tag belongs to a
        /// hierarchy of classes: the 32 bits at byte 0 of each of its objects tell the dynamic class.
        bases: Vec<SourceTypeId>,
        /// What stands at byte 0 of objects of exactly this class; none for abstract ones and for
        /// records that belong to no hierarchy.
        tag: Option<u32>,
        /// What there is among the inputs of exactly this class.
        inputs: InputObjects,
        /// What follows behind `size` bytes, as often as the 32 bits at byte 4 say.
        elements: Option<SourceTypeId>,
    },
    /// A function.
    Function,
    /// Another name for a type.
    Alias(String, SourceTypeId),
}

/// What objects of a class there are among the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputObjects {
    /// Objects with an identity: two references may be to one.
    Shared,
    /// Objects that the program tells apart by what they hold alone, so that each reference may have its own.
    Values,
    /// None: only the program makes them.
    None,
}

/// A field of a [`SourceType::Record`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceField {
    /// Its name.
    pub name: String,
    /// Offset in bits from the start of the record.
    pub bit_offset: u64,
    /// Bits, where it is a bit-field.
    pub bit_width: Option<u32>,
    /// Its type.
    pub source_type: SourceTypeId,
    /// Of references in classes: whether no object among the inputs has null there.
    pub never_null: bool,
}

/// A variable of a function, by index in `Function::variables`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);

/// A source variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub source_type: Option<SourceTypeId>,
    /// Where it is declared.
    pub position: Position,
}
