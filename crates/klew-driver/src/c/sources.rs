//! How C, bitcode and LLVM's IR are compiled, for the analysis and natively.

use std::fs;
use std::path::{Path, PathBuf};

use klew_ir::{DataModel, Property};
use klew_llvm::headers::HEADERS;
use klew_llvm::lower::{Alone, Environment};

use crate::confined::Confinement;
use crate::options::Bits;
use crate::source::{Kind, SourceFile};
use crate::target::Place;

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
    /// How the program is run.
    pub confinement: Confinement,
    /// A folder with the IR of the files, if they were compiled before.
    pub compiled: Option<PathBuf>,
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
