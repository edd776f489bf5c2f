//! Compiles Java sources with the installed compiler.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use klew_report::LimitKind;

use super::jdk::Jdk;
use super::machine::{QUICK, joined};
use crate::error::UserError;
use crate::process::{self, Allowance, Ending};
use crate::watch::Clock;

/// What is compiled.
#[derive(Clone, Debug, Default)]
pub struct Compilation {
    /// Source files.
    pub files: Vec<PathBuf>,
    /// Where the class files go.
    pub to: PathBuf,
    /// Where classes are that the sources need.
    pub class_path: Vec<PathBuf>,
    /// Where sources of further classes are, which are compiled if they are needed.
    pub source_path: Vec<PathBuf>,
}

impl Compilation {
    /// The compiler's arguments.
    pub fn arguments(&self) -> Vec<String> {
        let mut words: Vec<String> = ["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8"]
            .iter()
            .chain(&["-XDignore.symbol.file", "-Xlint:none"])
            .map(|&word| word.to_owned())
            .collect();
        words.extend(["-d".to_owned(), self.to.display().to_string()]);
        words.extend(["-cp".to_owned(), joined(&self.class_path)]);
        words.extend(["-sourcepath".to_owned(), joined(&self.source_path)]);
        words.extend(self.files.iter().map(|file| file.display().to_string()));
        words
    }

    /// Calls the compiler.
    pub fn run(&self, jdk: &Jdk, clock: &Clock) -> Result<(), UserError> {
        std::fs::create_dir_all(&self.to).map_err(|error| {
            UserError::new(format!("cannot write to {}: {error}", self.to.display()))
        })?;
        let javac = jdk.javac()?;
        let mut command = Command::new(&javac);
        command.args(QUICK.map(|option| format!("-J{option}"))).args(self.arguments());
        command.env("LC_ALL", "C.UTF-8").env_remove("JAVA_TOOL_OPTIONS");
        let time = clock.left(Duration::from_secs(3600));
        let memory = process::COMPILER_MEMORY;
        let allowance = Allowance { time, memory, output: 1 << 20 };
        let finished = process::run_tool(&mut command, allowance)
            .map_err(|error| UserError::new(format!("cannot run {}: {error}", javac.display())))?;
        match finished.ending {
            Ending::Exit(0) => Ok(()),
            Ending::TimeLimit => {
                Err(UserError::new("the time was over while javac was running")
                    .limit(LimitKind::Time))
            }
            Ending::MemoryLimit => {
                let gigabytes = process::COMPILER_MEMORY >> 30;
                Err(UserError::new(format!("javac needs more than {gigabytes} GB"))
                    .limit(LimitKind::Memory))
            }
            Ending::Interrupted => {
                Err(UserError::new("interrupted while javac was running")
                    .limit(LimitKind::Interrupt))
            }
            _ => {
                let said = finished.message();
                Err(UserError::new(format!("javac rejects the program:\n{}", said.trim_end())))
            }
        }
    }
}

/// The package that a source file says it is in; empty for none.
pub fn package(text: &str) -> String {
    let mut rest = text.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start();
        let after_comment = if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n').map(|(_, after)| after)
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/").map(|(_, after)| after)
        } else {
            break;
        };
        match after_comment {
            Some(after) => rest = after,
            None => return String::new(),
        }
    }
    let Some(name) = rest.strip_prefix("package") else { return String::new() };
    match name.split_once(';') {
        Some((name, _)) if name.starts_with(char::is_whitespace) => {
            name.split_whitespace().collect()
        }
        _ => String::new(),
    }
}

/// The folder below which the packages of a source file lie.
pub fn root(file: &Path, package: &str) -> PathBuf {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut root = folder.to_owned();
    for part in package.split('.').filter(|part| !part.is_empty()).rev() {
        if root.file_name().is_none_or(|name| name != part) {
            return folder.to_owned();
        }
        root.pop();
    }
    if root.as_os_str().is_empty() { PathBuf::from(".") } else { root }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_sources() {
        for (text, want) in [
            ("class A {}", ""),
            ("package a.b;\nclass A {}", "a.b"),
            ("// package no;\n/* package no; */ package\n a . b ;", "a.b"),
            ("packages x;", ""),
            ("/* package a;", ""),
            ("", ""),
        ] {
            assert_eq!(package(text), want, "{text}");
        }
    }

    #[test]
    fn roots_of_sources() {
        for (file, package, want) in [
            ("src/a/b/C.java", "a.b", "src"),
            ("a/b/C.java", "a.b", "."),
            ("C.java", "", "."),
            ("x/C.java", "a.b", "x"),
            ("/x/b/C.java", "a.b", "/x/b"),
        ] {
            assert_eq!(root(Path::new(file), package), Path::new(want), "{file}");
        }
    }
}
