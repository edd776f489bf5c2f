//! Reads what gcc's gcov says of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use klew_report::suite::Coverage;
use serde::Deserialize;

use crate::process::{self, Allowance, Ending};

#[derive(Deserialize)]
struct Report {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    file: String,
    lines: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    line_number: u32,
    #[serde(default)]
    function_name: String,
    /// Negative where gcov's sums do not go up.
    count: i64,
    #[serde(default)]
    branches: Vec<Branch>,
}

#[derive(Deserialize)]
struct Branch {
    count: i64,
}

/// Which files count, and what they are called; which functions.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// By their real paths.
    pub files: BTreeMap<PathBuf, String>,
    /// By their names.
    pub functions: BTreeSet<String>,
}

/// What the run covered whose counts lie below that folder. `notes` are the files with which the compiler goes along with its
/// objects, by the objects' paths without their endings.
///
/// # Errors
/// There is no gcov, or it cannot read the counts.
pub fn read(
    counts: &Path,
    notes: &[PathBuf],
    scope: &Scope,
    time: Duration,
) -> Result<Coverage, String> {
    let mut coverage = Coverage::default();
    for note in notes {
        let Ok(below) = note.strip_prefix("/") else { continue };
        let data = counts.join(below).with_extension("gcda");
        let real = data.canonicalize().ok().filter(|path| path.is_file());
        if real.is_none()
            || real
                != counts
                    .canonicalize()
                    .ok()
                    .map(|counts| counts.join(below).with_extension("gcda"))
        {
            // The run did not come to this file's code, or wrote nothing down, or put a link in its place.
            continue;
        }
        let beside = data.with_extension("gcno");
        if !beside.exists() {
            std::os::unix::fs::symlink(note, &beside).map_err(|error| error.to_string())?;
        }
        let mut command = Command::new("gcov");
        command.args(["--branch-probabilities", "--json-format", "--stdout"]).arg(&data);
        let allowance = Allowance { time, memory: 2 << 30, output: 256 << 20 };
        let finished = process::run_tool(&mut command, allowance)
            .map_err(|error| format!("gcov, which comes with gcc, cannot be run: {error}"))?;
        if finished.ending != Ending::Exit(0) {
            return Err(format!("gcov: {}", finished.message().lines().next().unwrap_or_default()));
        }
        let text = String::from_utf8_lossy(&finished.stdout);
        let report: Report =
            serde_json::from_str(&text).map_err(|error| format!("gcov's report: {error}"))?;
        coverage.add(&of_report(&report, scope));
    }
    Ok(coverage)
}

fn of_report(report: &Report, scope: &Scope) -> Coverage {
    let mut coverage = Coverage::default();
    for file in &report.files {
        let real = fs::canonicalize(&file.file).unwrap_or_else(|_| PathBuf::from(&file.file));
        let Some(name) = scope.files.get(&real) else { continue };
        let lines = coverage.files.entry(name.clone()).or_default();
        for line in file.lines.iter().filter(|line| scope.functions.contains(&line.function_name)) {
            let own = lines.entry(line.line_number).or_default();
            own.count += line.count.max(0) as u64;
            own.branches.extend(line.branches.iter().map(|branch| branch.count.max(0) as u64));
        }
        if lines.is_empty() {
            coverage.files.remove(name);
        }
    }
    coverage
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_counts() {
        let report: Report = serde_json::from_str(
            r#"{"files": [{"file": "/no/a.c", "lines": [
                {"line_number": 3, "function_name": "f", "count": 2, "branches":
                    [{"count": 2, "throw": false}, {"count": 0, "throw": false}]},
                {"line_number": 9, "function_name": "other", "count": 1, "branches": []}]},
                {"file": "/no/b.h", "lines": [{"line_number": 1, "function_name": "f", "count": 1}]}]}"#,
        )
        .unwrap();
        let scope = Scope {
            files: [(PathBuf::from("/no/a.c"), "a.c".to_owned())].into(),
            functions: ["f".to_owned()].into(),
        };
        let coverage = of_report(&report, &scope);
        assert_eq!(coverage.keys(), ["a.c:3", "a.c:3:0"]);
        assert_eq!((coverage.branch_counts(), coverage.line_counts()), ((1, 2), (1, 1)));
    }
}
