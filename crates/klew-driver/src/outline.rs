//! What of a program's source can be checked alone, and where it begins: for editors, which know files and lines.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::error::UserError;
use crate::languages;
use crate::options::ProgramOptions;
use crate::source;
use crate::watch::Clock;

/// A function or method that can be checked alone, or the whole program at its `main`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlined {
    /// What people call it.
    pub name: String,
    /// What `klew check` is told besides the program, to check it alone.
    pub words: Vec<OsString>,
    /// The source file.
    pub file: PathBuf,
    /// The line there in which it begins, from 1.
    pub line: u32,
}

/// Compiles a program, and says what is in it.
///
/// # Errors
/// It does not compile, or is none of C or Java.
pub fn outline(options: &ProgramOptions) -> Result<Vec<Outlined>, UserError> {
    let work = source::work_folder()?;
    let (given, front_end) = languages::open(options, work.path())?;
    front_end.outline(&given, (&Clock::start(None), &work.path().join("outline")))
}
