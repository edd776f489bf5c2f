//! A program of `benches/text/`: its text, and what its comments say of it.
//!
//! `// expect: PROPERTY` stands on the lines where the bug shows; what follows `// fixed: ` replaces its line in the fixed
//! sibling, so lines keep their numbers; `// sizes: OPTIONS` are sizes of inputs with which klew finds the bug and ends on the
//! fixed sibling, and `// klee: ARGUMENTS` the same for KLEE's runtime.

use std::fs;
use std::path::{Path, PathBuf};

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// As it is written down.
    Bug,
    /// Each line that says how it should be replaced by that.
    Fixed,
}

/// A program with a bug.
pub struct Program {
    file: PathBuf,
    text: String,
    /// What the bug violates, and in which line: the first access of many may be the one that goes wrong.
    pub places: Vec<(String, u64)>,
    /// Options of klew that bound the inputs.
    pub sizes: Vec<String>,
    /// Arguments that bound them for KLEE; nothing for Java.
    pub klee: Option<Vec<String>>,
}

impl Program {
    /// # Errors
    /// The file cannot be read, or does not say where its bug is.
    pub fn read(file: PathBuf) -> Result<Self, String> {
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let marked = text.lines().zip(1..).filter_map(|(line, number)| {
            let property = line.split_once("// expect:")?.1.trim();
            Some((property.to_owned(), number))
        });
        let places: Vec<(String, u64)> = marked.collect();
        if places.is_empty() {
            return Err(format!("{}: nothing is expected", file.display()));
        }
        let words = |mark: &str| {
            let rest = text.lines().find_map(|line| line.strip_prefix(mark))?;
            Some(rest.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        };
        let (sizes, klee) = (words("// sizes:").unwrap_or_default(), words("// klee:"));
        Ok(Self { file, places, sizes, klee, text })
    }

    /// The name of its file.
    pub fn name(&self) -> String {
        self.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Writes a variant into a folder, under its name.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, variant: Variant, folder: &Path) -> Result<PathBuf, String> {
        let file = folder.join(self.name());
        let text = match variant {
            Variant::Bug => self.text.clone(),
            Variant::Fixed => self.text.lines().map(|line| fixed(line) + "\n").collect(),
        };
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(file)
    }
}

/// The line of the fixed sibling.
fn fixed(line: &str) -> String {
    let Some((_, instead)) = line.split_once("// fixed: ") else { return line.to_owned() };
    let instead = instead.split_once("// expect:").map_or(instead, |(code, _)| code);
    let indentation = line.len() - line.trim_start().len();
    format!("{}{}", &line[..indentation], instead.trim_end())
}

/// All programs of a folder, by name.
///
/// # Errors
/// One cannot be read, or does not say where its bug is.
pub fn all(folder: &Path) -> Result<Vec<Program>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.extension().is_some_and(|kind| kind == "c" || kind == "java"))
        .collect();
    files.sort();
    files.into_iter().map(Program::read).collect()
}

#[cfg(test)]
mod tests {
    use super::{all, fixed};
    use std::path::Path;

    #[test]
    fn a_line_is_replaced_by_what_it_says() {
        assert_eq!(fixed("  if (a > b) // fixed: if (a >= b)"), "  if (a >= b)");
        assert_eq!(fixed("  // fixed: x = 1;"), "  x = 1;");
        assert_eq!(fixed("  y(); // fixed: z(); // expect: assertion"), "  z();");
        assert_eq!(fixed("  y();"), "  y();");
    }

    #[test]
    fn every_program_has_a_bug_a_repair_and_sizes() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/text");
        let programs = all(&folder).unwrap();
        assert!(programs.len() >= 24);
        for program in programs {
            assert!(program.text.contains("// fixed: "), "{}", program.name());
            assert!(!program.sizes.is_empty(), "{}", program.name());
            assert_eq!(
                program.klee.is_some(),
                program.name().ends_with(".c"),
                "{}",
                program.name()
            );
        }
    }
}
