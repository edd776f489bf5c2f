//! `cargo xtask bench --deep`: the programs of `benches/deep/`, each with an error behind a long, narrow way.
//!
//! For each program and engine: the wall seconds until klew has confirmed the error, asked about the default properties as a user would ask. The
//! line with the error has `// expect: PROPERTY`.
//! For multi-pass execution also its forward paths, and who found it: a claim of a backward path, a guided forward run, or a forward run
//! without hints. With `--klee` also KLEE's seconds, for the programs in C.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::bench::BenchArguments;
use crate::deep_klee;

const FOLDER: &str = "benches/deep";

/// What columns are called, and the options; multi-pass execution is the first.
const ENGINES: [(&str, &[&str]); 4] = [
    ("multipass", &["--engine", "multipass"]),
    ("default", &[]),
    ("forward", &["--engine", "forward"]),
    ("backward", &["--engine", "backward"]),
];

/// Runs all programs and prints a table. Exit code 1 if multi-pass execution does not find an error.
///
/// # Errors
/// A program cannot be read, or a command cannot be started.
pub fn table(klew: &Path, arguments: &BenchArguments) -> Result<ExitCode, String> {
    let folder = fs::read_dir(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut files: Vec<PathBuf> = folder.filter_map(|one| Some(one.ok()?.path())).collect();
    files.sort();
    let mut names: Vec<&str> = ENGINES.iter().map(|(name, _)| *name).collect();
    names.splice(1..1, ["found by", "paths"]);
    if arguments.klee.is_some() {
        names.extend(deep_klee::SEARCHERS.iter().map(|(name, _)| *name));
    }
    println!("| program | {} |\n|---{}|", names.join(" | "), "|---".repeat(names.len()));
    let mut found = vec![0; ENGINES.len() + deep_klee::SEARCHERS.len()];
    let mut asked = 0;
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if arguments.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        asked += 1;
        let (mut all, by, paths) = by_engine(klew, arguments, file)?;
        if let Some(klee) = &arguments.klee {
            all.extend(match name.ends_with(".c") {
                true => deep_klee::seconds(klee, arguments, file)?,
                false => vec![None; deep_klee::SEARCHERS.len()],
            });
        }
        for (sum, seconds) in found.iter_mut().zip(&all) {
            *sum += usize::from(seconds.is_some());
        }
        let cell = |seconds: &Option<f64>| {
            seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.1}"))
        };
        let mut cells: Vec<String> = all.iter().map(cell).collect();
        cells.splice(1..1, [by, paths]);
        println!("| {name} | {} |", cells.join(" | "));
    }
    let mut cells: Vec<String> = found.iter().take(names.len() - 2).map(usize::to_string).collect();
    cells.splice(1..1, [String::new(), String::new()]);
    println!("| found of {asked} | {} |", cells.join(" | "));
    Ok(if found[0] < asked { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Seconds of each engine, and who found it in multi-pass execution with how many forward paths.
fn by_engine(
    klew: &Path,
    arguments: &BenchArguments,
    file: &Path,
) -> Result<(Vec<Option<f64>>, String, String), String> {
    let (mut all, mut by, mut paths) = (Vec::new(), String::new(), String::new());
    for (index, (_, options)) in ENGINES.iter().enumerate() {
        let (seconds, report) = run(klew, arguments, file, options)?;
        let finding = &report["findings"][0];
        let is_found = finding["confirmed"] == true && finding["property"] == expected(file)?;
        all.push(is_found.then_some(seconds));
        if index == 0 {
            let figure = |name: &str| report["statistics"][name].as_u64().unwrap_or(0);
            paths = (figure("guided_paths") + figure("unguided_paths")).to_string();
            let names = ["claims", "guided_runs", "unguided_runs"];
            let found = names.iter().filter(|by| figure(&format!("found_by_{by}")) > 0);
            by = found.map(|by| by.replace('_', " ")).collect::<Vec<_>>().join(", ");
        }
    }
    Ok((all, by, paths))
}

/// Seconds, and what klew says.
fn run(
    klew: &Path,
    arguments: &BenchArguments,
    file: &Path,
    options: &[&str],
) -> Result<(f64, Value), String> {
    let mut command = Command::new(klew);
    command.arg("check").arg(file).args(options);
    command.args(["--format", "json", "--no-output", "--quiet"]);
    command.args(["--time", &format!("{}s", arguments.time)]).args(&arguments.extra);
    command.stdin(Stdio::null());
    let start = Instant::now();
    let output =
        command.output().map_err(|error| format!("cannot run {}: {error}", klew.display()))?;
    let seconds = start.elapsed().as_secs_f64();
    Ok((seconds, serde_json::from_slice(&output.stdout).unwrap_or_default()))
}

/// The property that a program violates.
fn expected(file: &Path) -> Result<String, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let expected = text.split("// expect: ").nth(1).and_then(|rest| rest.split_whitespace().next());
    expected.map(str::to_owned).ok_or_else(|| format!("{}: no `// expect:`", file.display()))
}
