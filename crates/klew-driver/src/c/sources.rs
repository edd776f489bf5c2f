//! How C, bitcode and LLVM's IR are compiled, for the analysis and natively.

use std::fs;
use std::path::Path;

use klew_ir::{DataModel, Program, Property};
use klew_llvm::headers::HEADERS;
use klew_llvm::lower::{Alone, Environment, LowerOptions, Signature, lower_with_signature};

use super::clang::{Clang, Folded};
use super::marks::Marks;
use crate::error::UserError;
use crate::source::{Kind, SourceFile, read_text};
use crate::target::Place;
use crate::watch::Clock;

/// Bits of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// ILP32.
    Bits32,
    /// LP64.
    Bits64,
}

/// Bits of a pointer of that machine.
pub fn bits_of(model: DataModel) -> Bits {
    if model.pointer_bits == 32 { Bits::Bits32 } else { Bits::Bits64 }
}

/// Writes the headers that programs may include below a folder.
///
/// # Errors
/// They cannot be written.
pub fn write_headers(folder: &Path) -> std::io::Result<()> {
    for (name, text) in HEADERS {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// What is needed to compile the program, by klew's front end or natively.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The files.
    pub files: Vec<SourceFile>,
    /// Flags for the preprocessor and the language standard.
    pub flags: Vec<String>,
    /// The data model of C files.
    pub bits: Bits,
    /// Where runs start.
    pub entry: String,
    /// How the entry is analysed alone, if it is.
    pub alone: Option<Alone>,
    /// What the program gets from outside.
    pub environment: Environment,
    /// What is to be reached, where that is asked.
    pub target: Option<Place>,
    /// What clang is asked to place checks for.
    pub checks: Vec<Property>,
    /// Whether the IR is to run rather than to be analysed, so that it has no checks.
    pub for_native_run: bool,
}

impl Sources {
    /// Whether all files are C.
    pub fn all_c(&self) -> bool {
        self.files.iter().all(|file| file.kind == Kind::C)
    }
}

/// A program, and what its IR does not show.
#[derive(Debug)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// Undefined arithmetic on constants.
    pub folded: Vec<Folded>,
    /// What the entry takes, where it is analysed alone.
    pub signature: Option<Signature>,
}

/// The program that the files make up.
///
/// # Errors
/// They do not compile, or there is no such entry or target.
pub fn lower(
    sources: &Sources,
    malloc_may_fail: bool,
    clock: &Clock,
) -> Result<Lowered, UserError> {
    let mut clang = None;
    let mut folded = Vec::new();
    let mut modules = Vec::new();
    let mut marks = Marks::default();
    for file in &sources.files {
        let text = if file.kind == Kind::LlvmText {
            read_text(&file.path)?
        } else {
            let clang = match &clang {
                Some(clang) => clang,
                None => clang.insert(Clang::find()?),
            };
            let (text, more) = clang.compile(file, sources, clock)?;
            folded.extend(more);
            text
        };
        let text = marks.mark(text, sources);
        let name = file.path.display().to_string();
        let module = klew_llvm::read_module(&text, &name).map_err(|error| {
            UserError::new(error.to_string()).help("this is not LLVM IR that klew can read")
        })?;
        modules.push(module);
    }
    marks.check(sources)?;
    let options = LowerOptions {
        malloc_may_fail,
        entry: Some(sources.entry.clone()),
        environment: sources.environment.clone(),
        alone: sources.alone.clone(),
        ..LowerOptions::default()
    };
    let (program, signature) = lower_with_signature(modules, &options).map_err(|error| {
        let help = marks.help(&error, sources);
        UserError { message: error.to_string(), help, limit: None }
    })?;
    Ok(Lowered { program, folded, signature })
}
