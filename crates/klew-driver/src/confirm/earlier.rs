//! Native runs that were made before.
//!
//! Engines often come to the same input again, for the same check or for another one; what is built of the same files with the same options,
//! and run in the same way, need not be built and run again.
//!
//! **Invariant**: what is told of a run is what a run of the same program with the same input came to.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use super::RunCommand;
use super::build::HarnessFiles;
use super::sanitizer::Failure;
use crate::process::{Ending, Finished};

/// How many are kept.
const MOST: usize = 32;

/// What a run came to.
#[derive(Debug)]
pub struct Told {
    /// How it ended.
    pub finished: Finished,
    /// What it reported.
    pub failures: Vec<Failure>,
}

/// Everything that a run depends on, whatever folder it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Of what is built by that command from those files; none if they cannot be read.
    pub fn of(build: &[String], files: &HarnessFiles) -> Option<Key> {
        let folder = files.harness.parent().unwrap_or(Path::new("."));
        let folder = folder.display().to_string();
        let mut text = build.join("\n").replace(&folder, "");
        let driver = files.driver.as_ref().map(|(_, path)| path);
        let written = [Some(&files.harness), driver, files.standard_input.as_ref()];
        for path in written.into_iter().flatten() {
            text.push('\0');
            text.push_str(&String::from_utf8_lossy(&fs::read(path).ok()?).replace(&folder, ""));
        }
        Some(Key(text))
    }

    /// Of one way to run that.
    pub fn run(&self, run: &RunCommand, is_piped: bool) -> Key {
        let Key(build) = self;
        let options = run.environment.iter().map(|(name, value)| format!("{name}={value}"));
        let options = options.collect::<Vec<_>>().join("\n");
        Key(format!("{build}\0{options}\0{is_piped}"))
    }
}

/// The last native runs of a program, and what it was built without.
#[derive(Debug, Default)]
pub struct Earlier {
    runs: RefCell<Vec<(Key, Rc<Told>)>>,
    missing: RefCell<BTreeSet<String>>,
}

impl Earlier {
    /// One of these functions and globals that nobody defines, as is known.
    pub fn missing(&self, names: &[String]) -> Option<String> {
        let missing = self.missing.borrow();
        names.iter().find(|name| missing.contains(*name)).cloned()
    }

    /// Takes note that nobody defines them.
    pub fn note_missing(&self, names: &[String]) {
        self.missing.borrow_mut().extend(names.iter().cloned());
    }

    /// What that run came to, if it was made.
    pub fn find(&self, key: &Key) -> Option<Rc<Told>> {
        let all = self.runs.borrow();
        all.iter().find(|(known, _)| known == key).map(|(_, told)| Rc::clone(told))
    }

    /// Takes note of a run that was not cut short from outside.
    pub fn keep(&self, key: Key, told: &Rc<Told>) {
        if matches!(told.finished.ending, Ending::Interrupted | Ending::TimeLimit) {
            return;
        }
        let mut all = self.runs.borrow_mut();
        if all.len() == MOST {
            all.remove(0);
        }
        all.push((key, Rc::clone(told)));
    }
}
