//! The functions of a C library, which is compiled once: each is given the part of the IR that it can come to.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use klew_llvm::excerpts::{Defined, Library};

use super::clang::{Clang, Folded};
use super::sources::Sources;
use super::{access, compiled};
use crate::error::UserError;
use crate::front_end::{EachWork, Parts};
use crate::outline::Outlined;
use crate::source::{Kind, read_text};
use crate::watch::Clock;

/// The compiled library.
struct Compiled<'t> {
    library: Library<'t>,
    names: Vec<String>,
    /// The functions of these names.
    functions: Vec<Defined>,
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
    let (mut texts, folded) = compile(sources, clock)?;
    // An excerpt does not show who else writes a variable.
    klew_llvm::unwritten::make_unwritten_constant(&mut texts);
    let library = Library::new(&texts);
    let own = |it: &Defined| {
        // Inline functions of the system's headers are not the library's.
        it.name != "main" && !it.file.as_ref().is_some_and(|file| file.starts_with("/usr/"))
    };
    let functions: Vec<Defined> = library.functions().into_iter().filter(own).collect();
    let plain: Vec<String> = functions.iter().map(|it| it.name.clone()).collect();
    let promises = access::declared(sources, &plain, clock)?;
    compiled::write(folder, &folded, &promises).map_err(|error| {
        UserError::new(format!("cannot write to {}: {error}", folder.display()))
    })?;
    let files: Vec<PathBuf> = sources.files.iter().map(|file| file.path.clone()).collect();
    let names = functions.iter().map(|it| shown(it, &files)).collect();
    work(&Compiled { library, names, functions, folder, files })
}

/// The functions, each where its file has it.
pub fn outline(sources: &Sources, clock: &Clock) -> Result<Vec<Outlined>, UserError> {
    let (texts, _) = compile(sources, clock)?;
    let functions = Library::new(&texts).functions().into_iter();
    let of = |function: Defined| {
        let words = match function.name.as_str() {
            "main" => Vec::new(),
            name => vec!["--function".into(), name.into()],
        };
        let (file, line) = function.place?;
        Some(Outlined { name: function.name, words, file, line })
    };
    Ok(functions.filter_map(of).collect())
}

/// The IR of each file, and the expressions that clang folded in it.
fn compile(sources: &Sources, clock: &Clock) -> Result<(Vec<String>, Vec<Folded>), UserError> {
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
    Ok((texts, folded))
}

/// A name for each function: where an earlier file has another one of that name, with the file.
fn shown(function: &Defined, files: &[PathBuf]) -> String {
    match files.get(function.module) {
        Some(file) if function.again => format!("{} ({})", function.name, file.display()),
        _ => function.name.clone(),
    }
}

impl Parts for Compiled<'_> {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn arguments(&self, name: &str, folder: &Path) -> std::io::Result<Vec<OsString>> {
        fs::create_dir_all(folder)?;
        let index = self.names.iter().position(|it| it == name);
        let Some(function) = index.and_then(|index| self.functions.get(index)) else {
            return Err(std::io::Error::other("there is no such function"));
        };
        // Of several functions of one name, the first file's is meant.
        let others = (0..self.files.len()).filter(|number| *number != function.module);
        let order: Vec<usize> = match function.again {
            true => std::iter::once(function.module).chain(others).collect(),
            false => (0..self.files.len()).collect(),
        };
        let texts = self.library.excerpts(&[&function.name]);
        for (number, module) in order.iter().enumerate() {
            fs::write(folder.join(format!("{number}.ll")), &texts[*module])?;
        }
        for shared in ["folded", "access"] {
            fs::copy(self.folder.join(shared), folder.join(shared))?;
        }
        let words =
            ["--function".into(), function.name.clone().into(), "--compiled".into(), folder.into()];
        let files = order.iter().map(|module| self.files[*module].clone().into());
        Ok(words.into_iter().chain(files).collect())
    }
}
