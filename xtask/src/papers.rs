//! One table for the papers whose techniques klew is made of: each program of an evaluation that is at hand, the paper's seconds, and what
//! klew's command says without options, or with those that are shown. The papers' numbers are read from `papers/EXPECTED.md` of the
//! benchmark folder; nothing of them is kept here.
//!
//! Paper 003 (POSE) has no table; its programs are tests (`cargo test -p klew --test functions --test programs_java`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use clap::Args;

use crate::report::Report;
use crate::run::{Outcome, run};
use crate::task::tasks_below;
use crate::{bench_backward, score};

/// What `cargo xtask papers` is told.
#[derive(Args)]
pub struct PapersArguments {
    /// The folder with `c` and `papers`.
    #[arg(default_value = "../shared/bench")]
    folder: PathBuf,
    /// Seconds for each program.
    #[arg(long, default_value_t = 20)]
    time: u64,
    /// The klew command; without it, klew is built.
    #[arg(long)]
    klew: Option<PathBuf>,
}

/// Prints the tables. The exit code is 0 if klew said of every program what the paper or its collection expects.
///
/// # Errors
/// Files that are missing, or a command that cannot be run.
pub fn papers(arguments: &PapersArguments) -> Result<ExitCode, String> {
    let klew = match &arguments.klew {
        Some(klew) => klew.clone(),
        None => score::build()?,
    };
    let file = arguments.folder.join("papers/EXPECTED.md");
    let text =
        std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut missed = 0;
    let destina = [
        ("002, table IV: memory safety", "Table IV", "c/destina-memsafety", "TSE s"),
        ("002, table V: a reachable error", "Table V", "c/destina-openssl", "TSE total s"),
    ];
    for (title, heading, below, column) in destina {
        heading_line(title);
        let seconds = column_of(&text, heading, column);
        missed += tasks(&klew, &arguments.folder.join(below), &seconds, arguments.time)?;
    }
    heading_line("004, table 3: reaching a place behind loops (klew reach --target reach-error)");
    let seconds = column_of(&text, "APC (paper 004)", "Apc total");
    let expected = column_of(&text, "APC (paper 004)", "target");
    missed +=
        targets(&klew, &arguments.folder.join("papers/apc"), (&seconds, &expected), arguments)?;
    println!("\n000, table 3 in processor milliseconds (variants as in the paper):");
    bench_backward::table(&klew, arguments.time)?;
    println!("\n{missed} programs without the expected answer");
    Ok(if missed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn heading_line(title: &str) {
    println!("\npaper {title}");
    println!("| {:18} | {:>8} | {:>8} | klew says", "program", "paper s", "klew s");
    println!("|---|---|---|---|");
}

/// A column of the first table below a heading that contains a text, by the first column.
fn column_of(text: &str, heading: &str, column: &str) -> BTreeMap<String, String> {
    let below = text.lines().skip_while(|line| !(line.starts_with("##") && line.contains(heading)));
    let mut rows =
        below.skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let head = rows.next().map(cells).unwrap_or_default();
    let Some(at) = head.iter().position(|cell| cell == column) else { return BTreeMap::new() };
    let rows = rows.map(cells).filter(|row| row.len() == head.len() && !row[0].starts_with('-'));
    rows.map(|row| (row[0].clone(), row[at].clone())).collect()
}

/// The tasks of a folder; how many were not answered as expected.
fn tasks(
    klew: &Path,
    folder: &Path,
    seconds: &BTreeMap<String, String>,
    time: u64,
) -> Result<usize, String> {
    let mut missed = 0;
    for task in tasks_below(folder)? {
        let name = task.file.file_stem().map(|name| name.to_string_lossy().into_owned());
        let Some((name, paper)) = name.and_then(|name| Some((name.clone(), seconds.get(&name)?)))
        else {
            continue;
        };
        let answer = run(klew, &task, time, &[])?;
        let is_right = matches!(answer.outcome, Outcome::CorrectTrue | Outcome::CorrectFalse);
        missed += usize::from(!is_right);
        let wall = answer.wall.as_secs_f64();
        let said = answer.said.split(", {").next().unwrap_or_default();
        println!("| {name:18} | {paper:>8} | {wall:8.2} | {said} |");
    }
    Ok(missed)
}

/// The programs of paper 004, first without options, then by the engine of its technique where that is not enough.
fn targets(
    klew: &Path,
    folder: &Path,
    (seconds, expected): (&BTreeMap<String, String>, &BTreeMap<String, String>),
    arguments: &PapersArguments,
) -> Result<usize, String> {
    let mut missed = 0;
    for (name, paper) in seconds {
        let Some(file) = file_of(folder, name) else {
            println!("| {name:18} | {paper:>8} | {:>8} | there is no such file |", "-");
            missed += 1;
            continue;
        };
        let wanted = expected.get(name).map_or("reachable", String::as_str);
        let mut is_right = false;
        for options in [&[][..], &["--engine", "loops"]] {
            let (said, wall) = reach(klew, &file, options, arguments.time)?;
            is_right |= said == wanted;
            let with = options.join(" ");
            println!("| {name:18} | {paper:>8} | {wall:8.2} | {said} {with} |");
            if is_right {
                break;
            }
        }
        missed += usize::from(!is_right);
    }
    Ok(missed)
}

/// The file of a program, whatever the case of its first letter.
fn file_of(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let wanted = format!("{name}.c");
    let mut files = entries.map(|entry| entry.path());
    files.find(|path| {
        path.file_name().is_some_and(|file| file.to_string_lossy().eq_ignore_ascii_case(&wanted))
    })
}

fn reach(
    klew: &Path,
    file: &Path,
    options: &[&str],
    time: u64,
) -> Result<(&'static str, f64), String> {
    let mut command = Command::new(klew);
    command.arg("reach").arg(file).args(["--target", "reach-error"]).args(options);
    command.args(["--format", "json", "--no-output", "--quiet"]);
    command.arg("--time").arg(format!("{time}s"));
    let start = Instant::now();
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", klew.display()))?;
    let report: Option<Report> = serde_json::from_slice(&output.stdout).ok();
    let said = match report.as_ref().map(|report| report.verdict.as_str()) {
        Some("violated") => "reachable",
        Some("safe") => "unreachable",
        Some(_) => "unknown",
        None => "no result",
    };
    Ok((said, start.elapsed().as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_tables() {
        let text = "# x\n## One, Table I\ntext\n\n| name | s | t |\n|---|---|---|\n| a | 1.5 | yes |\n| b | - | no |\n\n\
                    ## Two\n| name | s |\n|---|---|\n| a | 7 |\n";
        let found = column_of(text, "Table I", "s");
        let expected = [("a", "1.5"), ("b", "-")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(found, expected.into());
        assert_eq!(column_of(text, "Two", "s").get("a").map(String::as_str), Some("7"));
        assert!(column_of(text, "Two", "t").is_empty());
    }
}
