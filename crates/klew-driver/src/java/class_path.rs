//! Class files below folders and in jars.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::error::UserError;
use crate::output::is_output;

/// More than this is taken for a mistake or an attack rather than for classes.
const MOST_BYTES: u64 = 2 << 30;

/// Class files by the name of their class (`pkg/Outer$Inner`).
pub type Classes = BTreeMap<String, Vec<u8>>;

/// The classes of a folder or jar.
pub fn container(path: &Path) -> Result<Classes, UserError> {
    if path.is_dir() {
        let mut classes = Classes::new();
        for file in files_below(path, "class")? {
            let relative = file.strip_prefix(path).unwrap_or(&file).to_string_lossy();
            if let Some(name) = class_name(&relative) {
                classes.insert(name.to_owned(), read(&file)?);
            }
        }
        return Ok(classes);
    }
    jar(path)
}

/// A class file by itself: its name is in it.
pub fn read(path: &Path) -> Result<Vec<u8>, UserError> {
    fs::read(path)
        .map_err(|error| UserError::new(format!("cannot read {}: {error}", path.display())))
}

/// The class that a file of that path below a class path holds.
fn class_name(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".class")?;
    // Other versions of classes, and what is no class.
    let other = name.starts_with("META-INF/") || name.ends_with("module-info");
    (!other).then_some(name)
}

fn jar(path: &Path) -> Result<Classes, UserError> {
    let mut classes = Classes::new();
    let mut left = MOST_BYTES;
    each_entry(path, |name, contents| {
        if let Some(name) = class_name(name) {
            let mut bytes = Vec::new();
            contents.take(left + 1).read_to_end(&mut bytes)?;
            left = left
                .checked_sub(bytes.len() as u64)
                .ok_or_else(|| std::io::Error::other("it is too large"))?;
            classes.entry(name.to_owned()).or_insert(bytes);
        }
        Ok(())
    })?;
    Ok(classes)
}

/// The class that a jar's manifest says to start.
pub fn main_class(path: &Path) -> Option<String> {
    let mut text = String::new();
    each_entry(path, |name, contents| {
        if name == "META-INF/MANIFEST.MF" {
            contents.take(1 << 20).read_to_string(&mut text)?;
        }
        Ok(())
    })
    .ok()?;
    // A line that is too long goes on in the next, after a space.
    let text = text.replace("\r\n", "\n").replace("\n ", "");
    let main = text.lines().find_map(|line| line.strip_prefix("Main-Class:"))?;
    Some(main.trim().replace('.', "/"))
}

fn each_entry(
    path: &Path,
    mut each: impl FnMut(&str, &mut dyn Read) -> std::io::Result<()>,
) -> Result<(), UserError> {
    let problem =
        |error: String| UserError::new(format!("cannot read {} as a jar: {error}", path.display()));
    let file = File::open(path).map_err(|error| problem(error.to_string()))?;
    let mut archive = zip::ZipArchive::new(std::io::BufReader::new(file))
        .map_err(|error| problem(error.to_string()))?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| problem(error.to_string()))?;
        if !entry.is_dir() {
            let name = entry.name().map_err(|error| problem(error.to_string()))?.into_owned();
            each(&name, &mut entry).map_err(|error| problem(error.to_string()))?;
        }
    }
    Ok(())
}

/// How many folders deep a program may lie; links may go round.
const DEEPEST: usize = 64;

/// Files with that extension below a folder, in the order of their paths. What lies in folders that klew wrote is
/// not the program's.
pub fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, UserError> {
    let mut files = Vec::new();
    collect(folder, extension, DEEPEST, &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(
    folder: &Path,
    extension: &str,
    depth: usize,
    files: &mut Vec<PathBuf>,
) -> Result<(), UserError> {
    let problem = |error: std::io::Error| {
        UserError::new(format!("cannot read {}: {error}", folder.display()))
    };
    let entries = match fs::read_dir(folder) {
        // Another run has just moved its tests away.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && depth < DEEPEST => {
            return Ok(());
        }
        entries => entries.map_err(problem)?,
    };
    for entry in entries {
        let path = entry.map_err(problem)?.path();
        if path.is_dir() {
            if depth > 0 && !is_output(&path) {
                collect(&path, extension, depth - 1, files)?;
            }
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn classes_of_jars_and_folders() {
        let folder = tempfile::tempdir().unwrap();
        let jar = folder.path().join("a.jar");
        let mut writer = zip::ZipWriter::new(File::create(&jar).unwrap());
        for (name, text) in [
            ("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nMain-Class: p.Ma\r\n in\r\n"),
            ("META-INF/versions/11/p/Main.class", "new"),
            ("p/Main.class", "main"),
            ("p/text.txt", "text"),
        ] {
            writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
        writer.finish().unwrap();
        let classes = container(&jar).unwrap();
        assert_eq!(classes.into_iter().collect::<Vec<_>>(), [("p/Main".into(), b"main".to_vec())]);
        assert_eq!(main_class(&jar).as_deref(), Some("p/Main"));

        let below = folder.path().join("q/r");
        fs::create_dir_all(&below).unwrap();
        fs::write(below.join("A$B.class"), "ab").unwrap();
        let classes = container(folder.path()).unwrap();
        assert_eq!(classes.keys().collect::<Vec<_>>(), ["q/r/A$B"]);
    }

    #[test]
    fn what_is_no_jar() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jar");
        fs::write(&path, "text").unwrap();
        assert!(container(&path).is_err());
        assert_eq!(main_class(&path), None);
    }
}
