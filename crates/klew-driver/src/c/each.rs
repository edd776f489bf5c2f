//! The functions of a C library, which is compiled once: each is given the part of the IR that it can come to.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use klew_llvm::excerpts::{Defined, Library};

use super::clang::Clang;
use super::sources::Sources;
use super::{access, compiled};
use crate::error::UserError;
use crate::front_end::{EachWork, Parts};
use crate::source::{Kind, read_text};
use crate::watch::Clock;

/// The compiled library.
struct Compiled<'t> {
    library: Library<'t>,
    names: Vec<String>,
    /// Where what all functions share lies.
    folder: &'t Path,
    files: Vec<PathBuf>,
}

/// Compiles the files, and hands over their functions.
pub fn each(
    sources: &Sources,
    folder: &Path,
    clock: &Clock,
    work: &mut EachWork<'_>,
) -> Result<(), UserError> {
    let mut clang = None;
    let (mut texts, mut folded) = (Vec::new(), Vec::new());
    for file in &sources.files {
        if file.kind == Kind::LlvmText {
            texts.push(read_text(&file.path)?);
            continue;
        }
        let clang = match &clang {
            Some(clang) => clang,
            None => clang.insert(Clang::find()?),
        };
        let (text, more) = clang.compile(file, sources, clock)?;
        texts.push(text);
        folded.extend(more);
    }
    let library = Library::new(&texts);
    let own = |it: &Defined| {
        // Inline functions of the system's headers are not the library's.
        it.name != "main" && !it.file.as_ref().is_some_and(|file| file.starts_with("/usr/"))
    };
    let names: Vec<String> =
        library.functions().into_iter().filter(own).map(|it| it.name).collect();
    let promises = access::declared(sources, &names, clock)?;
    compiled::write(folder, &folded, &promises).map_err(|error| {
        UserError::new(format!("cannot write to {}: {error}", folder.display()))
    })?;
    let files = sources.files.iter().map(|file| file.path.clone()).collect();
    work(&Compiled { library, names, folder, files })
}

impl Parts for Compiled<'_> {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn arguments(&self, name: &str, folder: &Path) -> std::io::Result<Vec<OsString>> {
        fs::create_dir_all(folder)?;
        for (number, text) in self.library.excerpts(&[name]).iter().enumerate() {
            fs::write(folder.join(format!("{number}.ll")), text)?;
        }
        for shared in ["folded", "access"] {
            fs::copy(self.folder.join(shared), folder.join(shared))?;
        }
        let words = ["--function".into(), name.into(), "--compiled".into(), folder.into()];
        let files = self.files.iter().map(|file| file.clone().into());
        Ok(words.into_iter().chain(files).collect())
    }
}
