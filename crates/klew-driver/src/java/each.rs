//! The public methods of Java classes, which are compiled once.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::jdk::Jdk;
use super::sources::SourceIndex;
use super::{Given, class_path, compile, entry, summaries};
use crate::error::UserError;
use crate::front_end::{EachWork, Parts};
use crate::options::JavaOptions;
use crate::source::{Given as Named, Kind};
use crate::watch::Clock;

/// The methods, and the files with the classes.
struct Methods {
    names: Vec<String>,
    files: Vec<PathBuf>,
}

/// Compiles what is there as source, and hands over the methods.
pub fn each(
    named: &Named,
    options: &JavaOptions,
    (clock, folder): (&Clock, &Path),
    work: &mut EachWork<'_>,
) -> Result<(), UserError> {
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
    let mut names = Vec::new();
    for summary in summaries.values().filter(|summary| summary.is_public()) {
        let methods = summary.methods.iter();
        let methods = methods.filter(|it| it.is_public() && it.has_source() && it.name != "<init>");
        let methods = methods.filter(|it| !it.is_main());
        names.extend(methods.map(|method| entry::shown(summary, method)));
    }
    work(&Methods { names, files })
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
