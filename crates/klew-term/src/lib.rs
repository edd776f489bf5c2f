//! Hash-consed terms with rewriting to a normal form, evaluation, substitution and SMT-LIB printing.
//!
//! [`Terms`] is an arena: equal terms have equal [`TermId`]s. Every constructor (`bv_add`, `ite`, ...)
//! rewrites its result to a normal form, cheaply and with guaranteed termination, and never changes the
//! term's value under any assignment.
//!
//! **Invariant**: an integer split into bytes (`bv_extract`) and joined again (`bv_concat`) is the same term.
//! **Invariant**: traversals of terms use explicit stacks; depth of a term is bounded by memory only.
//!
//! The normal form never contains `Or`, `Xor`, `Implies`, `BvSub`, `BvUle`, `BvSle` (they are expressed by
//! `And`, `Not`, `Eq`, `BvAdd`, `BvNeg`, `BvUlt`, `BvSlt`); constants are the last argument of commutative
//! operators. Consumers must nevertheless handle every [`Kind`]: arenas made by
//! [`Terms::without_rewriting`] contain them all.

mod arena;
mod array_value;
mod assignment;
mod bitvec_value;
mod bounds;
mod build;
mod constant;
mod evaluate;
mod fold;
mod kind;
mod memo;
pub mod polynomial;
mod print;
mod rewrite;
mod script;
mod semantics;
pub mod softfloat;
mod sort;
mod substitute;
mod symbol_map;
mod symbols;
mod table;

#[doc(hidden)]
pub mod rule_examples;

#[cfg(test)]
mod tests;

pub use arena::Terms;
pub use array_value::ArrayValue;
pub use assignment::Assignment;
pub use bitvec_value::BitVecValue;
pub use bounds::{Bounds, Contradiction, NarrowedTerms, Narrowing, take_in};
pub use constant::Constant;
pub use evaluate::{EvaluateError, Evaluator, KnownValues};
pub use kind::{Kind, SymbolId, TermId};
pub use print::{print_smtlib, symbol_smtlib_name};
pub use script::{SmtScript, print_sort};
pub use semantics::narrow as apply_to_words;
pub use sort::{FloatFormat, RoundingMode, ScalarSort, Sort};
pub use substitute::rewrite_into;
pub use symbol_map::SymbolMap;
pub use table::{Table, TableReader};
