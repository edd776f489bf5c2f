//! How the build compiles a file: `compile_commands.json` (clang's *JSON compilation database*) in its folder or one above, as options of
//! `klew check`: where headers are, macros, the standard. Other options of compilers say nothing of what a program means, or klew has its own.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

const NAME: &str = "compile_commands.json";

/// Folders in which builds put it.
const BUILD_FOLDERS: [&str; 3] = ["", "build", "out"];

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// The options for a file; none where no build knows it.
pub fn flags(file: &Path) -> Vec<OsString> {
    file.ancestors().skip(1).find_map(|folder| flags_in(folder, file)).unwrap_or_default()
}

fn flags_in(folder: &Path, file: &Path) -> Option<Vec<OsString>> {
    let text = BUILD_FOLDERS
        .iter()
        .find_map(|build| fs::read_to_string(folder.join(build).join(NAME)).ok())?;
    let entries: Vec<Entry> = serde_json::from_str(&text).ok()?;
    let entry = entries.into_iter().find(|entry| entry.directory.join(&entry.file) == file)?;
    let words = match (entry.arguments, entry.command) {
        (Some(words), _) => words,
        (None, Some(command)) => shlex::split(&command)?,
        (None, None) => return None,
    };
    Some(options(&words, &entry.directory))
}

/// What of a compiler's command line `klew check` takes.
fn options(words: &[String], directory: &Path) -> Vec<OsString> {
    let mut found = Vec::new();
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let value = |flag: &str, words: &mut dyn Iterator<Item = &str>| -> Option<String> {
            let rest = word.strip_prefix(flag)?;
            match rest.is_empty() {
                true => words.next().map(str::to_owned),
                false => Some(rest.to_owned()),
            }
        };
        let folder = ["-isystem", "-iquote", "-I"].iter().find_map(|it| value(it, &mut words));
        if let Some(folder) = folder {
            found.extend(["-I".into(), directory.join(folder).into_os_string()]);
        } else if let Some(define) = value("-D", &mut words) {
            found.extend(["-D".into(), define.into()]);
        } else if let Some(standard) = word.strip_prefix("-std=") {
            found.extend(["--std".into(), standard.into()]);
        } else if word == "-m32" {
            found.extend(["--data-model".into(), "32".into()]);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_build() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("src/a.c");
        fs::create_dir_all(folder.path().join("build")).expect("a folder");
        fs::create_dir_all(folder.path().join("src")).expect("a folder");
        let entries = serde_json::json!([
            {"directory": "/elsewhere", "file": "a.c", "command": "cc -DNO a.c"},
            {
                "directory": folder.path(), "file": "src/a.c",
                "command": "cc -O2 -DNAME='\"a b\"' -D ON -Iinc -isystem /usr/x -std=c99 -m32 -Wall -c src/a.c",
            },
        ]);
        let text = entries.to_string();
        fs::write(folder.path().join("build").join(NAME), text).expect("a file");
        let include = folder.path().join("inc").display().to_string();
        let expected = [
            "-D",
            "NAME=\"a b\"",
            "-D",
            "ON",
            "-I",
            &include,
            "-I",
            "/usr/x",
            "--std",
            "c99",
            "--data-model",
            "32",
        ];
        assert_eq!(flags(&file), expected);
        assert_eq!(flags(&folder.path().join("src/b.c")), Vec::<OsString>::new());
    }
}
