//! Measures which rows of decisions runs take (MC/DC), by clang and the tools of its version: `llvm-profdata` and `llvm-cov`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use klew_report::decisions::{Decision, Decisions, Row};

use super::gcov::Scope;
use crate::c::clang::on_path;
use crate::error::UserError;
use crate::process::{self, Allowance, Ending};

/// The first version that counts rows, and up to which one is looked for.
const VERSIONS: std::ops::RangeInclusive<u32> = 18..=40;

/// The file in which a run writes down what it took, in its folder for counts.
pub const COUNTS: &str = "conditions.profraw";

/// Tools of one version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tools {
    /// The compiler.
    pub clang: String,
    profdata: String,
    cov: String,
}

/// The tools, of the newest version that has all.
///
/// # Errors
/// There is none.
pub fn tools() -> Result<Tools, UserError> {
    let of = |version: u32| Tools {
        clang: format!("clang-{version}"),
        profdata: format!("llvm-profdata-{version}"),
        cov: format!("llvm-cov-{version}"),
    };
    let is_there = |tools: &Tools| {
        [&tools.clang, &tools.profdata, &tools.cov].into_iter().all(|tool| on_path(tool))
    };
    VERSIONS.rev().map(of).find(is_there).ok_or_else(|| {
        let first = VERSIONS.start();
        UserError::new(format!(
            "--goal mcdc: there is no clang-{first} or newer with its llvm-cov, which measures it"
        ))
        .help(
            "apt-get install clang-19 llvm-19 libclang-rt-19-dev brings them, where the system has them; \
             --goal branch takes every way of each condition of && and ||",
        )
    })
}

impl Tools {
    /// The rows that a run took: `program` is what ran, `counts` the folder where it wrote them down, `merged` a file to be written, which no run can
    /// write to.
    ///
    /// # Errors
    /// A tool fails.
    pub fn read(
        &self,
        program: &Path,
        (counts, merged): (&Path, &Path),
        scope: &Scope,
        time: Duration,
    ) -> Result<Decisions, String> {
        let raw = counts.join(COUNTS);
        if !fs::symlink_metadata(&raw).is_ok_and(|found| found.is_file()) {
            // The run wrote nothing down, or put a link in its place.
            return Ok(Decisions::default());
        }
        let mut command = Command::new(&self.profdata);
        command.args(["merge", "-sparse"]).arg(&raw).arg("-o").arg(merged);
        run(command, time)?;
        let mut decisions = Decisions::default();
        for (path, name) in &scope.files {
            let mut command = Command::new(&self.cov);
            command.args(["show", "--show-mcdc", "-use-color=0", "-show-expansions=0"]);
            command.arg("-instr-profile").arg(merged).arg(program).arg(path);
            let found = decisions.files.entry(name.clone()).or_default();
            found.extend(of_text(&run(command, time)?));
        }
        decisions.files.retain(|_, found| !found.is_empty());
        Ok(decisions)
    }
}

fn run(mut command: Command, time: Duration) -> Result<String, String> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let allowance = Allowance { time, memory: 2 << 30, output: 64 << 20 };
    let finished = process::run_tool(&mut command, allowance)
        .map_err(|error| format!("{tool} cannot be run: {error}"))?;
    match finished.ending {
        Ending::Exit(0) => Ok(String::from_utf8_lossy(&finished.stdout).into_owned()),
        _ => Err(format!("{tool}: {}", finished.message().lines().next().unwrap_or_default())),
    }
}

/// What `llvm-cov show --show-mcdc` says of a file.
fn of_text(text: &str) -> Vec<((u32, u32), Decision)> {
    let mut found: Vec<((u32, u32), Decision)> = Vec::new();
    for line in text.lines() {
        let Some(said) = line.trim_start().strip_prefix('|') else { continue };
        let said = said.trim_start_matches("--->").trim();
        if let Some(rest) = said.strip_prefix("MC/DC Decision Region ") {
            found.extend(place(rest).map(|place| (place, Decision::default())));
            continue;
        }
        let Some((_, decision)) = found.last_mut() else { continue };
        if let Some((_, rest)) = said.split_once("--> ").filter(|_| said.starts_with("Condition")) {
            decision.conditions.extend(place(rest));
        } else if let Some((condition, "constant folded")) = said.split_once("-Pair: ") {
            let number = condition.strip_prefix('C').and_then(|number| number.parse().ok());
            decision.constant.extend(number.and_then(|number: usize| number.checked_sub(1)));
        } else {
            decision.rows.extend(row(said));
        }
    }
    // What is not understood as a whole is not counted.
    let is_whole = |(_, decision): &(_, Decision)| {
        let count = decision.conditions.len();
        count > 0 && decision.rows.iter().all(|row| row.conditions.len() == count)
    };
    found.retain(is_whole);
    found
}

/// `(3:9) to (3:34)`: the first.
fn place(text: &str) -> Option<(u32, u32)> {
    let (line, column) = text.strip_prefix('(')?.split_once(')')?.0.split_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

/// `1 { T,  F,  -  = F      }`.
fn row(text: &str) -> Option<Row> {
    let inner = text.split_once('{')?.1.split_once('}')?.0;
    let (conditions, outcome) = inner.split_once('=')?;
    let value = |text: &str| match text.trim() {
        "T" => Some(Some(true)),
        "F" => Some(Some(false)),
        "-" | "C" => Some(None),
        _ => None,
    };
    let conditions = conditions.split(',').map(value).collect::<Option<Vec<_>>>()?;
    Some(Row { conditions, outcome: value(outcome)?? })
}

/// Only what lies on these lines of files counts.
pub fn keep(decisions: &mut Decisions, is_counted: impl Fn(&str, u32) -> bool) {
    decisions.files.retain(|file, found| {
        found.retain(|(line, _), _| is_counted(file, *line));
        !found.is_empty()
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOWN: &str = "    4|      4|    if ((a && b) || 1) return 2;
  ------------------
  |---> MC/DC Decision Region (4:9) to (4:22)
  |
  |  Number of Conditions: 3
  |     Condition C1 --> (4:10)
  |     Condition C2 --> (4:15)
  |     Condition C3 --> (4:21)
  |
  |  Executed MC/DC Test Vectors:
  |
  |     C1, C2, C3    Result
  |  1 { F,  -,  C  = F      }
  |  2 { T,  T,  -  = T      }
  |
  |  C1-Pair: covered: (1,2)
  |  C2-Pair: not covered
  |  C3-Pair: constant folded
  |  MC/DC Coverage for Decision: 50.00%
  |
  ------------------
    5|      2|    return r;
  |---> MC/DC Decision Region (5:9) to (5:22)
  |     Condition C1 --> (5:10)
  |  1 { T,  T  = T      }
";

    #[test]
    fn what_the_tool_shows_is_read() {
        let found = of_text(SHOWN);
        assert_eq!(found.len(), 1, "the second decision has a row of another length");
        let (place, decision) = &found[0];
        assert_eq!(*place, (4, 9));
        assert_eq!(decision.conditions, [(4, 10), (4, 15), (4, 21)]);
        assert_eq!(decision.shown(), [true, false, false]);
        let mut decisions = Decisions::default();
        decisions.files.insert("a.c".to_owned(), found.iter().cloned().collect());
        // The third is always the same.
        assert_eq!(decisions.counts(), (1, 2));
        keep(&mut decisions, |_, line| line != 4);
        assert_eq!(decisions, Decisions::default());
    }
}
