//! Front end for LLVM: reads the textual form of LLVM's intermediate representation (`.ll`) of
//! any LLVM from 14 on, in pure Rust and without any LLVM library.
//!
//! [`read_module`] turns text into a [`syntax::Module`]; [`print_module`] turns that back into text
//! that `llvm-as` accepts; [`layout`] computes sizes and field offsets; [`debug_info`] interprets the
//! debug metadata.
//!
//! Invariant: no input makes the reader panic, and nothing that was not understood is dropped
//! silently: it is an error, an unreadable symbol, or an unreadable function body.

pub mod bounds;
pub mod contracts;
pub mod debug_info;
mod error;
pub mod excerpts;
pub mod headers;
pub mod layout;
pub mod library;
pub mod lower;
mod printer;
mod reader;
pub mod syntax;
pub mod target;
pub mod unwritten;

pub use error::ReadError;
pub use printer::print_module;
pub use reader::read_module;
