//! Functions and methods that are analysed alone: input heaps in the words of the source.

pub mod function;
pub mod heap;
pub mod roots;
pub mod types;

pub use function::AnalysedFunction;
pub use roots::{Root, RootKind};
