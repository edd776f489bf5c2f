//! Functions and methods that are analysed alone: the options, and input heaps in the words of the source.

pub mod arguments;
pub mod function;
pub mod heap;
pub mod roots;
pub mod types;

pub use arguments::InputHeapArguments;
pub use function::AnalysedFunction;
pub use roots::{Root, RootKind};
