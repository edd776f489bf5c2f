//! `cargo xtask papers --tracerx`: the small programs of TracerX (the tool of paper 001), with the counts of errors that its own tests
//! expect, and the programs of its evaluation.
//!
//! KLEE tells an error once for each place, so what is counted of klew are the places of findings; leaks are none of KLEE's errors. All
//! findings are asked for, with interpolants all the time (`--prune`): pruning must lose none. The larger programs get no option.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::klee::processor_seconds;

/// What KLEE calls an error.
const PROPERTIES: [&str; 7] = [
    "assertion",
    "reach-error",
    "valid-deref",
    "valid-free",
    "valid-call",
    "division-by-zero",
    "abort",
];

/// What klew said of a program.
struct Said {
    verdict: String,
    /// The places of findings.
    places: BTreeSet<(String, u64)>,
    /// Nodes, those with an interpolant, and closed states.
    nodes: [u64; 3],
    seconds: f64,
}

/// Prints both tables; how many programs are not as expected.
///
/// # Errors
/// Files that are missing, or a command that cannot be run.
pub fn tables(klew: &Path, folder: &Path, time: u64) -> Result<usize, String> {
    let mut missed = 0;
    for below in ["basic", "wp"] {
        missed += errors(klew, &folder.join(below), time)?;
    }
    let mut set = experiment_set(folder)?;
    missed += scalability(klew, folder, "the list of tacas18-scalability.sh", &set, time)?;
    let known: BTreeSet<String> = set.drain(..).collect();
    let others: Vec<String> = programs(&folder.join("scalability"))?
        .into_iter()
        .filter(|name| !known.contains(name))
        .collect();
    missed += scalability(klew, folder, "the other programs of scalability", &others, time)?;
    Ok(missed)
}

/// The programs of a folder with an expected count of errors.
fn errors(klew: &Path, folder: &Path, time: u64) -> Result<usize, String> {
    let expected = counts(&folder.join("error.dat"))?;
    let subsumed = counts(&folder.join("subsumption.dat")).unwrap_or_default();
    let mut missed = 0;
    println!("\n{} (klew check --prune --search depth --all-findings)", folder.display());
    println!(
        "| {:24} | {:>6} | {:>6} | {:>8} | {:>9} | {:>5} | {:>6} | {:>6} | verdict |",
        "program", "errors", "places", "seconds", "annotated", "nodes", "closed", "TracerX"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for name in programs(folder)? {
        let Some(&wanted) = expected.get(&name) else { continue };
        let file = folder.join(format!("{name}.c"));
        let more = ["--prune", "--search", "depth", "--all-findings", "--no-confirm"];
        let properties = PROPERTIES.iter().flat_map(|name| ["--property", name]);
        let said = check(klew, &file, time, &properties.chain(more).collect::<Vec<_>>())?;
        let found = said.places.len() as u64;
        missed += usize::from(found != wanted);
        let mark = if found == wanted { "" } else { " (!)" };
        let [nodes, annotated, closed] = said.nodes;
        let theirs = subsumed.get(&name).map_or("-".to_owned(), u64::to_string);
        println!(
            "| {name:24} | {wanted:6} | {found:6} | {:8.2} | {annotated:9} | {nodes:5} | {closed:6} | {theirs:>6} | {}{mark} |",
            said.seconds, said.verdict
        );
    }
    Ok(missed)
}

/// Programs of the evaluation; those are missed that are neither settled nor violated.
fn scalability(
    klew: &Path,
    folder: &Path,
    title: &str,
    names: &[String],
    time: u64,
) -> Result<usize, String> {
    let mut missed = 0;
    println!("\n{title} (klew check, {time} s)");
    println!("| {:24} | {:>8} | findings | verdict |", "program", "seconds");
    println!("|---|---|---|---|");
    for name in names {
        let file = folder.join("scalability").join(format!("{name}.c"));
        if !file.is_file() {
            println!("| {name:24} | {:>8} | {:>8} | there is no such file |", "-", "-");
            continue;
        }
        let said = check(klew, &file, time, &["--no-confirm"])?;
        missed += usize::from(!["safe", "bounded", "violated"].contains(&said.verdict.as_str()));
        println!(
            "| {name:24} | {:8.2} | {:8} | {} |",
            said.seconds,
            said.places.len(),
            said.verdict
        );
    }
    Ok(missed)
}

fn check(klew: &Path, file: &Path, time: u64, more: &[&str]) -> Result<Said, String> {
    let mut command = Command::new(klew);
    command.arg("check").arg(file).args(more);
    command.args(["--format", "json", "--no-output", "--quiet", "--jobs", "1"]);
    command.arg("--time").arg(format!("{time}s"));
    command.stdin(Stdio::null()).stderr(Stdio::null());
    let before = processor_seconds();
    let output = command.output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", klew.display()))?;
    let seconds = processor_seconds() - before;
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let findings = report["findings"].as_array().cloned().unwrap_or_default();
    let places = findings.iter().map(|finding| {
        let file = finding["file"].as_str().unwrap_or_default().to_owned();
        (file, finding["line"].as_u64().unwrap_or_default())
    });
    let figure = |name: &str| report["statistics"][name].as_u64().unwrap_or_default();
    Ok(Said {
        verdict: report["verdict"].as_str().unwrap_or("no result").to_owned(),
        places: places.collect(),
        nodes: ["pruning_nodes", "pruning_annotated", "pruned_paths"].map(figure),
        seconds,
    })
}

/// The programs of a folder, without `.c`.
fn programs(folder: &Path) -> Result<Vec<String>, String> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let files = entries.filter_map(Result::ok).map(|entry| entry.path());
    let is_program = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "c");
    let mut names: Vec<String> = files
        .filter(is_program)
        .filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// A file of lines with a program and a count.
fn counts(file: &Path) -> Result<BTreeMap<String, u64>, String> {
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(counts_of(&text))
}

fn counts_of(text: &str) -> BTreeMap<String, u64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let count = |line: &str| {
        let mut words = line.split_whitespace();
        let name = words.next()?.trim_end_matches(".c").to_owned();
        Some((name, words.next()?.parse().ok()?))
    };
    lines.filter_map(count).collect()
}

/// The programs that the script of the evaluation names.
fn experiment_set(folder: &Path) -> Result<Vec<String>, String> {
    let file = folder.join("utils/tacas18-scalability.sh");
    let text =
        std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let line = text.lines().find_map(|line| line.split_once("EXPERIMENT_SET=\""));
    let names = line.and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
    Ok(names.split_whitespace().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        let found = counts_of("# Program\tErrors\na.c\t\t0\nb\t2\n\nc.c\n");
        assert_eq!(found, [("a".to_owned(), 0), ("b".to_owned(), 2)].into());
    }
}
