//! Functions, blocks, instructions.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};

use crate::{Operand, Operation, Position, SourceTypeId, Type, Variable};

/// A value of a function, by index in `FunctionBody::values`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(pub u32);

/// A block of a function, by index in `FunctionBody::blocks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueInfo {
    /// Its type.
    pub value_type: Type,
    /// Its name in the text form, if it has one; unique within the function.
    pub name: Option<String>,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name, unique in the program.
    pub name: String,
    /// Types of its parameters. A variadic function has one more at the end, the pointer to the block of
    /// variadic arguments.
    pub parameters: Vec<Type>,
    /// Types of what it returns: none, one, or the scalars of a structure.
    pub results: Vec<Type>,
    /// Whether it takes more arguments than its parameters say.
    pub variadic: bool,
    /// Whether it belongs to klew's models of a library and not to the program: findings in it are
    /// reported at the caller.
    pub library: bool,
    /// Where it is declared.
    pub position: Position,
    /// Source types of the parameters, where known; empty if none is.
    pub parameter_types: Vec<Option<SourceTypeId>>,
    /// What it does.
    pub body: FunctionBody,
}

/// The body of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FunctionBody {
    /// Known. Programs that are cloned share it until one of them changes it ([`Arc::make_mut`]).
    Defined(Arc<Definition>),
    /// Not part of the program: a call returns arbitrary values, and that is said in the result.
    External,
    /// Not understood; an error only where it is reached.
    Unsupported(String),
}

/// Blocks and values of a function.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Definition {
    /// All values.
    pub values: Vec<ValueInfo>,
    /// The values of the parameters.
    pub parameters: Vec<ValueId>,
    /// All blocks; the first is the entry and has no parameters and no predecessors.
    pub blocks: Vec<Block>,
    /// Source variables.
    pub variables: Vec<Variable>,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its name in the text form, if it has one; unique within the function.
    pub name: Option<String>,
    /// Values that its predecessors pass.
    pub parameters: Vec<ValueId>,
    /// In order.
    pub instructions: Vec<Instruction>,
    /// What comes after.
    pub terminator: Terminator,
    /// Where the terminator stands in the source.
    pub terminator_position: Position,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The values it defines: one for most, none for some, any number for calls.
    pub results: SmallVec<[ValueId; 1]>,
    /// What it does.
    pub operation: Operation,
    /// Where it stands in the source.
    pub position: Position,
}

/// A block and the values for its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BlockCall {
    /// The block.
    pub block: BlockId,
    /// One for each parameter of it.
    pub arguments: Vec<Operand>,
}

/// What comes after a block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Terminator {
    /// That block.
    Jump(BlockCall),
    /// One of two.
    Branch {
        /// A truth value.
        condition: Operand,
        /// If it is 1.
        then_block: BlockCall,
        /// If it is 0.
        else_block: BlockCall,
    },
    /// One of many.
    Switch {
        /// An integer.
        value: Operand,
        /// Values, all different, and their blocks.
        cases: Vec<(BigUint, BlockCall)>,
        /// For every other value.
        default: BlockCall,
    },
    /// The caller, with the results.
    Return(Vec<Operand>),
    /// The end of the run as by `exit`: leaks are looked for.
    Exit,
    /// The end of the run as by `abort`: nothing counts as lost, but what is not freed stays so.
    Abort,
    /// Never reached. An assertion of `Property::Unreachable` stands before it where the program might.
    Unreachable,
    /// The run cannot be followed further; why. Reaching it makes the result incomplete.
    Unsupported(String),
    /// Runs that come here are beyond a bound on inputs. Reaching it makes the result one within bounds.
    Bound {
        /// Which bound.
        which: String,
        /// Where they go on, if that can be said: who follows them to their end without a fault need not name the bound. For all
        /// others they end here.
        beyond: Option<BlockCall>,
    },
}

impl Terminator {
    /// The blocks that may come after, in order, each as often as it is named.
    pub fn successors(&self) -> SmallVec<[&BlockCall; 2]> {
        match self {
            Terminator::Jump(next) => smallvec![next],
            Terminator::Branch { then_block, else_block, .. } => smallvec![then_block, else_block],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, next)| next).chain([default]).collect()
            }
            Terminator::Return(_)
            | Terminator::Exit
            | Terminator::Abort
            | Terminator::Unreachable
            | Terminator::Unsupported(_) => SmallVec::new(),
            Terminator::Bound { beyond, .. } => beyond.iter().collect(),
        }
    }
}

impl Definition {
    /// What values are called in the source: after the first variable that has them.
    pub fn source_names(&self) -> BTreeMap<ValueId, &str> {
        let mut names = BTreeMap::new();
        for instruction in self.blocks.iter().flat_map(|block| &block.instructions) {
            if let Operation::Bind(variable, Operand::Value(value)) = &instruction.operation
                && let Some(variable) = self.variables.get(variable.0 as usize)
            {
                names.entry(*value).or_insert(variable.name.as_str());
            }
        }
        names
    }
}
