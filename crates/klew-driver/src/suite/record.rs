//! What a suite's folder remembers, so that a second run extends it: the inputs of its tests, as klew found them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use klew_report::suite::Coverage;
use serde::{Deserialize, Serialize};

use super::candidate::Candidate;
use crate::error::UserError;

/// The file, in the suite's folder.
const FILE: &str = ".klew-suite.json";
/// Which form it has.
const FORM: u32 = 1;

/// A suite.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    form: u32,
    /// Its parts: one for each entry.
    pub parts: Vec<Part>,
}

/// The tests of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The files, and where runs start.
    pub program: (Vec<String>, String),
    /// The tests.
    pub tests: Vec<RecordedTest>,
    /// What builds them.
    pub build: Vec<String>,
    /// What was covered when they were made.
    pub coverage: Coverage,
}

/// A test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedTest {
    /// Its name.
    pub name: String,
    /// Its inputs.
    pub candidate: Candidate,
    /// What it shows to be wrong.
    pub finding: Option<String>,
}

impl Record {
    /// That of a folder; an empty one where there is none.
    ///
    /// # Errors
    /// Something else is in the folder, or the file is not as klew wrote it.
    pub fn read(folder: &Path) -> Result<Record, UserError> {
        let shown = folder.display();
        let file = folder.join(FILE);
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let full = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
                return match full {
                    true => {
                        Err(UserError::new(format!("{shown} is not empty, and no suite of klew"))
                            .help("--into DIR takes a new folder, or one that klew test wrote"))
                    }
                    false => Ok(Record { form: FORM, parts: Vec::new() }),
                };
            }
            Err(error) => {
                return Err(UserError::new(format!("cannot read {}: {error}", file.display())));
            }
        };
        let record: Record = serde_json::from_str(&text).map_err(|error| {
            UserError::new(format!("{}: {error}", file.display()))
                .help("without that file klew does not know the suite: --into another folder")
        })?;
        match record.form {
            FORM => Ok(record),
            _ => Err(UserError::new(format!("{shown} was written by another version of klew"))
                .help("--into another folder")),
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::other)?;
        fs::write(folder.join(FILE), text + "\n")
    }

    /// The part of that program, made if there is none.
    pub fn part(&mut self, program: &(Vec<String>, String)) -> &mut Part {
        let at = self.parts.iter().position(|part| part.program == *program);
        let at = at.unwrap_or_else(|| {
            self.parts.push(Part { program: program.clone(), ..Part::default() });
            self.parts.len() - 1
        });
        &mut self.parts[at]
    }

    /// The names of all tests.
    pub fn names(&self) -> BTreeSet<String> {
        let tests = self.parts.iter().flat_map(|part| &part.tests);
        tests.map(|test| test.name.clone()).collect()
    }

    /// What builds all tests.
    pub fn build(&self) -> Vec<String> {
        self.parts.iter().flat_map(|part| part.build.iter().cloned()).collect()
    }

    /// What all tests covered when they were made.
    pub fn coverage(&self) -> Coverage {
        let mut all = Coverage::default();
        self.parts.iter().for_each(|part| all.add(&part.coverage));
        all
    }
}
