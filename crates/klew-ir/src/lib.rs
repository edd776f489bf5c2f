//! The representation of programs that every engine of klew works on.
//!
//! Functions of basic blocks with block parameters, in SSA form, over few instructions. Front ends
//! (`klew-llvm`, later `klew-jvm`) produce it; engines see nothing else.
//!
//! **Invariant**: nothing here knows a source language, a solver or an engine.
//! **Invariant**: checks are explicit: whatever may go wrong in a run of the program is an
//! [`Operation::Assert`] with its [`Property`], placed before the operation that it guards.

pub mod bindings;
pub mod bit_set;
pub mod block_parameters;
pub mod builder;
pub mod call_graph;
pub mod checks;
pub mod closed_forms;
pub mod constant_arguments;
pub mod contract;
pub mod control_dependence;
pub mod control_flow;
pub mod counted_loops;
pub mod data_model;
pub mod dead_code;
pub mod dominators;
pub mod early_assumptions;
pub mod fold;
pub mod function;
pub mod globalisation;
pub mod if_conversion;
pub mod inlining;
pub mod inputs;
pub mod large_allocations;
pub mod link;
pub mod links;
pub mod liveness;
pub mod localisation;
pub mod loop_forest;
pub mod null_merges;
pub mod null_tests;
pub mod object_layout;
mod operands;
pub mod operation;
pub mod overflowing_sizes;
pub mod pointer_bases;
pub mod program;
pub mod promotion;
pub mod property;
pub mod property_set;
#[cfg(test)]
mod random_program;
pub mod redundancy;
pub mod rematerialisation;
pub mod scopes;
pub mod simplify;
pub mod slice;
pub mod source;
pub mod source_types;
pub mod specialise;
pub mod splitting;
pub mod stack_marks;
mod strongly_connected;
mod substitution;
pub mod tail_recursion;
#[cfg(test)]
mod test_interpreter;
#[cfg(test)]
mod test_runs;
#[cfg(test)]
mod test_support;
pub mod text;
pub mod types;
pub mod unreachable_blocks;
pub mod verify;

pub use checks::{CheckId, CheckSite, checks, number_checks};
pub use data_model::DataModel;
pub use function::{
    Block, BlockCall, BlockId, Definition, Function, FunctionBody, Instruction, Terminator,
    ValueId, ValueInfo,
};
pub use inputs::InputOrigin;
pub use operation::{
    Access, BinaryOperation, Callee, Check, Comparison, Constant, Conversion, ElementRelation,
    FloatComparison, ObjectKind, Operand, Operation, OverflowOperation, UnaryOperation,
};
pub use program::{FunctionId, Global, GlobalId, Initializer, Program, Relocation, Switch};
pub use property::Property;
pub use property_set::PropertySet;
pub use source::{
    FileId, InputObjects, Position, SourceField, SourceType, SourceTypeId, Variable, VariableId,
};
pub use source_types::SourceTypes;
pub use text::{ParseError, parse_program, print_numbered_program, print_program};
pub use types::{FloatFormat, Type};
pub use verify::{VerifyError, verify_program};
