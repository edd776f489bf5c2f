//! klew in editors: a server of the language server protocol that checks the function under the cursor when it is asked to.
//!
//! What is offered at each place of a source file is the command `klew.check`. A check is a process of its own, so that its memory and its
//! crashes are not the editor's; what it finds becomes diagnostics, with the input and the way to it, and the command `klew.writeTest` keeps
//! a finding's test beside the source. How programs are read and klew is called is an [`Analyser`]'s.
//!
//! **Invariant**: nothing is told of text that was not checked: files with unsaved changes are refused, and what was found in a file goes
//! away, or is checked again, when another text of it is saved.
//! **Invariant**: standard output holds the protocol and nothing else.

mod client;
mod compile_commands;
mod documents;
mod findings;
mod jobs;
mod kept_tests;
mod server;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

pub use server::serve;

/// A function or method that can be checked alone, or a whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What people call it.
    pub name: String,
    /// What `klew check` is told besides the file, to check it and nothing else.
    pub words: Vec<OsString>,
    /// The source file.
    pub file: PathBuf,
    /// Its first line there, from 1.
    pub line: u32,
}

/// Reads programs, and calls klew.
pub trait Analyser: Send + Sync {
    /// What can be checked in a file that is compiled with these options of `klew check`.
    ///
    /// # Errors
    /// It does not compile, in words.
    fn parts(&self, file: &Path, flags: &[OsString]) -> Result<Vec<Part>, String>;

    /// The command that checks a part, prints one JSON object on standard output, and writes tests into a folder.
    fn check(&self, file: &Path, flags: &[OsString], part: &Part, output: &Path) -> Command;
}
