//! The methods of Java classes, which are compiled once.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use klew_jvm::summary::{Method, Summary, first_lines};

use super::class_path::Classes;
use super::jdk::Jdk;
use super::sources::SourceIndex;
use super::{Given, class_path, compile, entry, summaries};
use crate::error::UserError;
use crate::front_end::{EachWork, Parts};
use crate::options::JavaOptions;
use crate::outline::Outlined;
use crate::source::{Given as Named, Kind};
use crate::watch::Clock;

/// The public methods, and the files with the classes.
struct Methods {
    names: Vec<String>,
    files: Vec<PathBuf>,
}

/// Compiles what is there as source, and hands over the public methods.
pub fn each(
    named: &Named,
    options: &JavaOptions,
    place: (&Clock, &Path),
    work: &mut EachWork<'_>,
) -> Result<(), UserError> {
    let compiled = Compiled::new(named, options, place)?;
    let mut names = Vec::new();
    for summary in compiled.summaries.values().filter(|summary| summary.is_public()) {
        let methods = summary.methods.iter();
        let methods = methods.filter(|it| it.is_public() && it.has_source() && it.name != "<init>");
        let methods = methods.filter(|it| !it.is_main());
        names.extend(methods.map(|method| entry::shown(summary, method)));
    }
    work(&Methods { names, files: compiled.files })
}

/// All methods that the source has, each where it begins.
pub fn outline(
    named: &Named,
    options: &JavaOptions,
    place: (&Clock, &Path),
) -> Result<Vec<Outlined>, UserError> {
    let compiled = Compiled::new(named, options, place)?;
    let mut found = Vec::new();
    for summary in compiled.summaries.values() {
        let bytes = compiled.classes.iter().find_map(|classes| classes.get(&summary.name));
        let lines = bytes.and_then(|bytes| first_lines(bytes).ok()).unwrap_or_default();
        let Some(file) = compiled.source_of(summary) else { continue };
        for method in summary.methods.iter().filter(|method| method.has_source()) {
            let line = lines.iter().find(|(name, descriptor, _)| {
                (name, descriptor) == (&method.name, &method.descriptor)
            });
            found.extend(line.map(|(_, _, line)| outlined(summary, method, &file, *line)));
        }
    }
    Ok(found)
}

/// A method whose first statement is in that line: it begins in the line above, if not earlier.
fn outlined(summary: &Summary, method: &Method, file: &Path, line: u16) -> Outlined {
    let name = entry::shown(summary, method);
    let words = match method.is_main() {
        true => Vec::new(),
        false => vec!["--entry".into(), OsString::from(&name)],
    };
    Outlined { name, words, file: file.to_owned(), line: u32::from(line).saturating_sub(1).max(1) }
}

/// Classes of a program.
struct Compiled {
    index: SourceIndex,
    /// The files and folders with the classes.
    files: Vec<PathBuf>,
    classes: Vec<Classes>,
    /// Those of the program itself.
    summaries: BTreeMap<String, Summary>,
}

impl Compiled {
    fn new(
        named: &Named,
        options: &JavaOptions,
        (clock, folder): (&Clock, &Path),
    ) -> Result<Compiled, UserError> {
        let jdk = Jdk::find(options.java_home.as_deref(), options.javac.as_deref())?;
        let mut given = Given::of(&named.files, &named.work)?;
        given.needed.extend(options.class_path.iter().map(|path| super::absolute(path)));
        let index = SourceIndex::new(&given.java)?;
        let compilation = compile(&given, &index, &jdk, folder, clock)?;
        let compiled = compilation.into_iter().map(|compilation| compilation.to);
        let whole = named.files.iter().filter(|file| matches!(file.kind, Kind::Jar | Kind::Class));
        let folders = given.own.iter().filter(|path| path.is_dir() && given.loose.is_empty());
        let files: Vec<PathBuf> =
            compiled.chain(whole.map(|file| file.path.clone())).chain(folders.cloned()).collect();
        let mut classes = Vec::new();
        for path in &files {
            classes.push(class_path::container(path)?);
        }
        let summaries = summaries(classes.iter(), &given.loose);
        Ok(Compiled { index, files, classes, summaries })
    }

    fn source_of(&self, summary: &Summary) -> Option<PathBuf> {
        let class = summary.name.replace('/', ".");
        let file = self.index.of_class(&class, summary.source_file.as_deref()?)?;
        Some(super::absolute(Path::new(&file)))
    }
}

impl Parts for Methods {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn arguments(&self, name: &str, _: &Path) -> std::io::Result<Vec<OsString>> {
        let words = ["--entry".into(), name.into()];
        Ok(words.into_iter().chain(self.files.iter().map(|file| file.clone().into())).collect())
    }
}
