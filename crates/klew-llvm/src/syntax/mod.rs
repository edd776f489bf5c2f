//! The syntax tree of an LLVM module, as read from text.
//!
//! Types, attribute lists, global names and metadata nodes are interned in the [`Module`] and named
//! by small copyable ids; everything else is a tree. Local values and blocks are dense indices into
//! their function.

mod attributes;
mod constant;
mod flags;
mod function;
mod instruction;
mod metadata;
mod module;
mod opcodes;
mod types;

pub use attributes::{Attribute, AttributeTable, AttributesId};
pub use constant::{Constant, ConstantExpression, FloatBits, InRange, Integer, TypedConstant};
pub use flags::Flags;
pub use function::{
    Block, BlockId, Body, Definition, Function, Local, LocalId, LocalName, Parameter,
};
pub use instruction::{
    Argument, Atomicity, Call, InlineAsm, Instruction, OperandBundle, Operation, TailKind,
    TypedValue, Value,
};
pub use metadata::{
    Attachment, MetadataId, MetadataNode, MetadataTable, MetadataValue, NamedMetadata, Word,
};
pub use module::{
    Alias, AliasKind, Comdat, GlobalId, GlobalName, GlobalProperties, GlobalVariable, Linkage,
    Module, Symbol, SymbolDefinition,
};
pub use opcodes::{
    AtomicOrdering, BinaryOperator, CallingConvention, CastOperator, FloatPredicate,
    IntegerPredicate,
};
pub use types::{
    FloatKind, StructBody, StructDefinition, StructId, StructName, Type, TypeId, TypeTable,
};
