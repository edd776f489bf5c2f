//! Source text, for showing lines of it.

use std::collections::BTreeMap;

/// The text of source files, by the names that places use.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: BTreeMap<String, String>,
}

impl Sources {
    /// No files.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds the text of a file.
    pub fn add(&mut self, file: &str, text: String) {
        self.files.insert(file.to_owned(), text);
    }

    /// Line `line` (from 1) of the file, without its end.
    pub fn line(&self, file: &str, line: u32) -> Option<&str> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        self.files.get(file)?.lines().nth(index)
    }
}
