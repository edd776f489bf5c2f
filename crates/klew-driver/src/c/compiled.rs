//! A C program that was compiled before, in a folder: for who asks about many functions of one library.
//!
//! The folder holds the IR of each file in the order in which they are given (`0.ll`, `1.ll`, …), what clang said of constant arithmetic
//! (`folded`), and the promises that attributes make (`access`). It is klew's own, for one call.

use std::fs;
use std::path::Path;

use klew_ir::Property;
use klew_llvm::lower::{Promise, Promised};

use super::clang::Folded;
use crate::error::UserError;
use crate::source::read_text;

/// The IR of a file.
///
/// # Errors
/// It cannot be read.
pub fn read(folder: &Path, number: usize) -> Result<String, UserError> {
    read_text(&folder.join(format!("{number}.ll")))
}

/// Undefined arithmetic on constants.
///
/// # Errors
/// It cannot be read.
pub fn folded(folder: &Path) -> Result<Vec<Folded>, UserError> {
    let text = read_text(&folder.join("folded"))?;
    let one = |line: &str| {
        let mut parts = line.splitn(3, '\t');
        let property = Property::from_name(parts.next()?)?;
        let line = parts.next()?.parse().ok()?;
        Some(Folded { property, line, file: parts.next()?.to_owned() })
    };
    Ok(text.lines().filter_map(one).collect())
}

/// The promises of attributes of that function.
///
/// # Errors
/// They cannot be read.
pub fn access(folder: &Path, function: &str) -> Result<Vec<Promise>, UserError> {
    let text = read_text(&folder.join("access"))?;
    let one = |line: &str| {
        let mut parts = line.split('\t');
        let own = parts.next()? == function;
        let text = parts.next()?.to_owned();
        let pointer = parts.next()?.parse().ok()?;
        let count = parts.next()?.parse().ok()?;
        let condition = Promised::Parameters { pointer, count };
        own.then(|| Promise { option: "it is declared".to_owned(), text, condition })
    };
    Ok(text.lines().filter_map(one).collect())
}

/// Writes what does not depend on the function.
///
/// # Errors
/// It cannot be written.
pub fn write(
    folder: &Path,
    found: &[Folded],
    promises: &[(String, Promise)],
) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let folded =
        found.iter().map(|one| format!("{}\t{}\t{}\n", one.property.name(), one.line, one.file));
    fs::write(folder.join("folded"), folded.collect::<String>())?;
    let access = promises.iter().filter_map(|(function, promise)| match promise.condition {
        Promised::Parameters { pointer, count } => {
            Some(format!("{function}\t{}\t{pointer}\t{count}\n", promise.text))
        }
        _ => None,
    });
    fs::write(folder.join("access"), access.collect::<String>())
}
