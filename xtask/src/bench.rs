//! `cargo xtask bench`: speed of klew on the programs of `benches/`, a row each.
//!
//! Prints paths, instructions, queries, seconds and peak memory as klew reports them. Where the folder
//! of shared programs (`../shared/bench/perf`, or `--programs`) is there, its rows follow.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use serde_json::Value;

/// Arguments of `bench`.
#[derive(clap::Args)]
pub struct BenchArguments {
    /// Seconds for each row.
    #[arg(long, default_value_t = 60)]
    time: u64,
    /// Only rows whose name contains this.
    #[arg(long)]
    only: Option<String>,
    /// A folder with more programs and a `specs.txt` that names the rows.
    #[arg(long, default_value = "../shared/bench/perf")]
    programs: PathBuf,
    /// The klew command; built from this checkout if not given.
    #[arg(long)]
    klew: Option<PathBuf>,
    /// More arguments for `klew check`.
    #[arg(last = true)]
    extra: Vec<String>,
}

struct Row {
    name: String,
    file: PathBuf,
    flags: Vec<String>,
}

/// Runs all rows.
///
/// # Errors
/// klew cannot be built or started, or a list of rows cannot be read.
pub fn bench(arguments: &BenchArguments) -> Result<ExitCode, String> {
    let klew = match &arguments.klew {
        Some(path) => path.clone(),
        None => crate::score::build()?,
    };
    let mut rows = read_rows(&Path::new("benches").join("rows.txt"))?;
    let shared = arguments.programs.join("specs.txt");
    if shared.is_file() {
        rows.extend(read_rows(&shared)?);
    }
    println!(
        "{:14} {:>9} {:>9} {:>13} {:>9} {:>9} {:>9} {:>10}  verdict",
        "row", "paths", "partial", "instructions", "queries", "seconds", "MiB", "M instr/s"
    );
    for row in rows.iter().filter(|row| wanted(arguments, row)) {
        let report = run(&klew, arguments, row)?;
        print_row(&row.name, &report);
    }
    Ok(ExitCode::SUCCESS)
}

fn wanted(arguments: &BenchArguments, row: &Row) -> bool {
    arguments.only.as_ref().is_none_or(|only| row.name.contains(only.as_str()))
}

fn read_rows(list: &Path) -> Result<Vec<Row>, String> {
    let text = fs::read_to_string(list).map_err(|error| format!("{}: {error}", list.display()))?;
    let folder = list.parent().unwrap_or(Path::new("."));
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, rest) = line
                .split_once('=')
                .ok_or_else(|| format!("{}: no '=': {line}", list.display()))?;
            let (file, flags) = rest.split_once(':').unwrap_or((rest, ""));
            Ok(Row {
                name: name.to_string(),
                file: folder.join(file),
                flags: flags.split_whitespace().map(str::to_string).collect(),
            })
        })
        .collect()
}

fn run(klew: &Path, arguments: &BenchArguments, row: &Row) -> Result<Value, String> {
    let output = Command::new(klew)
        .arg("check")
        .arg(&row.file)
        .args(["--format", "json", "--no-output", "--quiet", "--all-findings", "--no-confirm"])
        .args(["--property", "valid-deref", "--property", "valid-free", "--property", "assertion"])
        .args(["--time", &format!("{}s", arguments.time)])
        .args(&row.flags)
        .args(&arguments.extra)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run {}: {error}", klew.display()))?;
    serde_json::from_slice(&output.stdout).map_err(|_| {
        format!("{}: no result: {}", row.file.display(), String::from_utf8_lossy(&output.stderr))
    })
}

fn print_row(name: &str, report: &Value) {
    let statistics = &report["statistics"];
    let number = |key: &str| statistics[key].as_f64().unwrap_or(0.0);
    let seconds = number("seconds");
    println!(
        "{name:14} {:>9} {:>9} {:>13} {:>9} {seconds:>9.2} {:>9.0} {:>10.1}  {}",
        number("paths"),
        number("partial_paths"),
        number("instructions"),
        number("queries"),
        number("peak_memory") / (1024.0 * 1024.0),
        number("instructions") / seconds.max(1e-9) / 1e6,
        report["verdict"].as_str().unwrap_or("?")
    );
}
