//! Functions, their parameters, blocks and local values.

use super::{
    Attachment, AttributesId, CallingConvention, Comdat, GlobalId, GlobalProperties, Instruction,
    TypeId, TypedConstant,
};
use crate::ReadError;

/// A parameter or the result of an instruction: an index into [`Definition::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A block: an index into [`Definition::blocks`]. The entry is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// Name of a local value or block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LocalName {
    /// `%x`
    Named(Box<str>),
    /// `%3`, explicit or implied
    Numbered(u32),
}

/// A local value.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: LocalName,
    /// Its type.
    pub ty: TypeId,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its type.
    pub ty: TypeId,
    /// `byval(T)`, `signext`, …
    pub attributes: AttributesId,
    /// Its value in the body; absent in declarations and unreadable functions.
    pub local: Option<LocalId>,
}

/// A block: the last instruction is the terminator.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its label.
    pub name: LocalName,
    /// Its instructions, and the debug records among them.
    pub instructions: Vec<Instruction>,
}

/// The body of a function that could be read.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// Parameters (first, in order) and results of instructions.
    pub locals: Vec<Local>,
    /// Blocks in the order of the text; the first is the entry.
    pub blocks: Vec<Block>,
}

impl Definition {
    /// The block of a name, for `blockaddress`.
    pub fn block_named(&self, name: &LocalName) -> Option<BlockId> {
        let index = self.blocks.iter().position(|block| block.name == *name)?;
        Some(BlockId(index as u32))
    }
}

/// What is known of a function's body.
#[derive(Clone, Debug)]
pub enum Body {
    /// `declare`
    Declared,
    /// `define`, read.
    Defined(Definition),
    /// `define`, but something in it was not understood: an error once it is reached.
    Unreadable(ReadError),
}

/// A function, declared or defined.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its symbol.
    pub symbol: GlobalId,
    /// Linkage, visibility.
    pub properties: GlobalProperties,
    /// Calling convention.
    pub calling_convention: CallingConvention,
    /// Attributes of the result.
    pub return_attributes: AttributesId,
    /// Its type, a [`super::Type::Function`].
    pub ty: TypeId,
    /// Type of its result.
    pub result: TypeId,
    /// Its fixed parameters.
    pub parameters: Box<[Parameter]>,
    /// Whether it takes further arguments.
    pub varargs: bool,
    /// Attributes of the function; groups not expanded.
    pub attributes: AttributesId,
    /// `unnamed_addr` or `local_unnamed_addr`
    pub unnamed_address: Option<Box<str>>,
    /// Address space of its code.
    pub address_space: u32,
    /// `section "…"`
    pub section: Option<Box<str>>,
    /// `partition "…"`
    pub partition: Option<Box<str>>,
    /// `comdat`
    pub comdat: Option<Comdat>,
    /// `align N`
    pub align: Option<u64>,
    /// `gc "…"`
    pub gc: Option<Box<str>>,
    /// `prefix T v`
    pub prefix: Option<Box<TypedConstant>>,
    /// `prologue T v`
    pub prologue: Option<Box<TypedConstant>>,
    /// `personality T v`
    pub personality: Option<Box<TypedConstant>>,
    /// `!dbg !5` of the function
    pub attachments: Box<[Attachment]>,
    /// The body.
    pub body: Body,
    /// Line of the text where it begins.
    pub line: u32,
}
