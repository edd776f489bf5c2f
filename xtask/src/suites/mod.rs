//! `cargo xtask suites`: `klew test` on the programs of `crates/klew/tests/programs-suites`, and the suites built and run by CTest
//! and JUnit.
//!
//! A program says in a line `suite: OPTIONS; OPTIONS` with which options its suites are made, all into one folder. The table
//! has, for each program, what was measured: branches that are covered, that can be, and all; behind it the ways of branches of the whole file
//! by `coverage.info`. With `--klee`, KLEE makes suites for the C programs in the same time, which are replayed and measured alike.

mod klee;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::time::Instant;

use clap::Args;
use serde_json::Value;

use klee::Klee;

const FOLDER: &str = "crates/klew/tests/programs-suites";
/// How much of the branches that can be taken has to be covered.
const WANTED: f64 = 0.95;

/// Arguments of `cargo xtask suites`.
#[derive(Args)]
pub struct SuitesArguments {
    /// The command
    #[arg(long, default_value = "target/release/klew")]
    klew: PathBuf,
    /// Only programs whose path has this in it
    #[arg(long)]
    only: Option<String>,
    /// Seconds for each program
    #[arg(long, default_value_t = 60)]
    time: u64,
    /// Where the suites are made; they stay there
    #[arg(long, default_value = "target/suites")]
    into: PathBuf,
    /// The folder where a KLEE was built, to make suites for the C programs as well
    #[arg(long, requires = "klee_include")]
    klee: Option<PathBuf>,
    /// Where this KLEE has `klee/klee.h`
    #[arg(long)]
    klee_include: Option<PathBuf>,
    /// A clang of the LLVM that it was built with
    #[arg(long, default_value = "clang-16")]
    clang: String,
}

impl SuitesArguments {
    /// The KLEE, with whole paths.
    fn klee(&self) -> Result<Option<Klee>, String> {
        let (Some(build), Some(include)) = (&self.klee, &self.klee_include) else {
            return Ok(None);
        };
        let whole = |path: &PathBuf| {
            fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let (build, include) = (whole(build)?, whole(include)?);
        Ok(Some(Klee { build, include, clang: self.clang.clone() }))
    }
}

/// What came of a program.
#[derive(Default)]
struct Row {
    tests: u64,
    findings: u64,
    covered: u64,
    reachable: u64,
    all: u64,
    seconds: f64,
    rest: Vec<String>,
}

/// Makes the suites, runs them, and prints a table. Exit code 1 if too little is covered, or a suite fails.
///
/// # Errors
/// A program cannot be read, or klew cannot be started.
pub fn suites(arguments: &SuitesArguments) -> Result<ExitCode, String> {
    println!(
        "{:24} {:>5} {:>8} {:>8} {:>9} {:>5} {:>7} {:>7}  suite",
        "program", "tests", "findings", "covered", "reachable", "all", "", "seconds"
    );
    let klee = arguments.klee()?;
    let (mut sum, mut good, mut count) = (Row::default(), true, 0);
    for file in files()? {
        let name = file.strip_prefix(FOLDER).unwrap_or(&file).display().to_string();
        if arguments.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let folder = arguments.into.join(name.replace(['/', '.'], "-"));
        let row = program(arguments, &file, &folder)?;
        let (passed, shown) = run(&folder);
        let share = row.covered as f64 / row.reachable.max(1) as f64;
        good &= passed && share >= WANTED && row.seconds <= arguments.time as f64 + 1.0;
        println!(
            "{name:24} {:>5} {:>8} {:>8} {:>9} {:>5} {:>6.1}% {:>7.1}  {shown}",
            row.tests,
            row.findings,
            row.covered,
            row.reachable,
            row.all,
            100.0 * share,
            row.seconds
        );
        row.rest.iter().for_each(|line| println!("    {line}"));
        let lines = counted_lines(&folder);
        let of_klee = klee.as_ref().filter(|_| name.ends_with(".c"));
        let of_klee =
            of_klee.map(|klee| klee.suite(&file, arguments.time, &lines)).transpose()?.flatten();
        let (hit, all) = whole_file(&folder);
        println!("    whole file: {hit} of {all} ways of branches");
        if let Some(suite) = of_klee {
            println!(
                "    KLEE: {} of {} ways of branches, {} tests, {:.1} s",
                suite.covered, suite.all, suite.tests, suite.seconds
            );
        }
        count += 1;
        sum.covered += row.covered;
        sum.reachable += row.reachable;
        sum.all += row.all;
        sum.tests += row.tests;
    }
    println!(
        "{count} programs, {} tests: {} of {} branches that can be taken ({} in all)",
        sum.tests, sum.covered, sum.reachable, sum.all
    );
    Ok(if good && count > 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Ways of branches that `coverage.info` says were taken, and all.
fn whole_file(folder: &Path) -> (u64, u64) {
    let text = fs::read_to_string(folder.join("coverage.info")).unwrap_or_default();
    let sum = |key: &str| {
        text.lines().filter_map(|line| line.strip_prefix(key)?.parse::<u64>().ok()).sum()
    };
    (sum("BRH:"), sum("BRF:"))
}

/// The lines whose branches `coverage.info` counts: those of functions that tests may come to.
fn counted_lines(folder: &Path) -> BTreeSet<u64> {
    let text = fs::read_to_string(folder.join("coverage.info")).unwrap_or_default();
    let line = |line: &str| line.strip_prefix("BRDA:")?.split(',').next()?.parse().ok();
    text.lines().filter_map(line).collect()
}

fn files() -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for language in ["c", "java"] {
        let folder = Path::new(FOLDER).join(language);
        let entries =
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        files.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
    }
    files.sort();
    Ok(files)
}

fn program(arguments: &SuitesArguments, file: &Path, folder: &Path) -> Result<Row, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let line = text.lines().find_map(|line| line.split_once("suite:"));
    let options = line.ok_or_else(|| format!("{}: no line `suite:`", file.display()))?.1;
    let options: Vec<&str> = options.trim_end_matches("*/").split(';').collect();
    let _ = fs::remove_dir_all(folder);
    let mut row = Row::default();
    let start = Instant::now();
    for one in &options {
        let mut command = Command::new(&arguments.klew);
        command.arg("test").arg(file).args(one.split_whitespace()).arg("--into").arg(folder);
        let time = format!("{}s", arguments.time / options.len() as u64);
        command.args(["--format", "json", "--time", &time]);
        let output = output(&mut command)?;
        let report: Value = serde_json::from_slice(&output.stdout).map_err(|_| {
            format!("{} {one}: {}", file.display(), String::from_utf8_lossy(&output.stderr))
        })?;
        add(&mut row, &report);
    }
    row.seconds = start.elapsed().as_secs_f64();
    Ok(row)
}

fn add(row: &mut Row, report: &Value) {
    let figure = |name: &str| report["summary"][name].as_u64().unwrap_or(0);
    row.covered += figure("branches_covered");
    row.reachable += figure("branches_reachable");
    row.all += figure("branches");
    let list = |name: &str| report[name].as_array().cloned().unwrap_or_default();
    let tests = list("tests");
    row.tests += tests.len() as u64;
    row.findings += tests.iter().filter(|test| !test["finding"].is_null()).count() as u64;
    for one in list("uncovered") {
        let text = |name: &str| one[name].as_str().unwrap_or_default().to_owned();
        row.rest.push(format!("line {}: {}: {}", one["line"], text("what"), text("why")));
    }
    for what in ["differences", "dropped"] {
        row.rest.extend(list(what).iter().filter_map(|line| Some(line.as_str()?.to_owned())));
    }
}

fn output(command: &mut Command) -> Result<Output, String> {
    let output = command.stdin(Stdio::null()).output();
    output.map_err(|error| format!("cannot run {}: {error}", command.get_program().display()))
}

/// Builds and runs a suite; whether all tests pass, and what is said of that.
fn run(folder: &Path) -> (bool, String) {
    let build = folder.join("build");
    let shown = build.display();
    let script = match folder.join("CMakeLists.txt").is_file() {
        true => format!(
            "cmake -S {} -B {shown} && cmake --build {shown} --parallel 2 && ctest --test-dir {shown}",
            folder.display()
        ),
        false => format!("sh {}/run-tests.sh", folder.display()),
    };
    match output(Command::new("sh").args(["-c", &script])) {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let line = said
                .lines()
                .rfind(|line| line.contains("tests passed") || line.contains("tests successful"));
            let all = String::from_utf8_lossy(&output.stderr).into_owned();
            let last = all.lines().last().unwrap_or("it cannot be built").to_owned();
            (output.status.success(), line.map_or(last, |line| line.trim().to_owned()))
        }
        Err(error) => (false, error),
    }
}
