//! `cargo xtask bench --deep`: the programs of `benches/deep/`, each with an error behind a long, narrow way.
//!
//! For each program and engine: the seconds until klew has confirmed the error, and the paths until then. The line with the error
//! has `// expect: PROPERTY`. For multi-pass execution also who found it: a claim of a backward path, a guided forward
//! run, or a forward run without hints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::bench::BenchArguments;

const FOLDER: &str = "benches/deep";

const ENGINES: [&str; 3] = ["multipass", "forward", "backward"];

/// Runs all programs and prints a table. Exit code 1 if multi-pass execution does not find an error.
///
/// # Errors
/// A program cannot be read, or klew cannot be started.
pub fn table(klew: &Path, arguments: &BenchArguments) -> Result<ExitCode, String> {
    let folder = fs::read_dir(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut files: Vec<PathBuf> = folder.filter_map(|one| Some(one.ok()?.path())).collect();
    files.sort();
    println!(
        "{:18} {:>10} {:>8} {:>10} {:>10}  found by",
        "program", ENGINES[0], "paths", "forward", "backward"
    );
    let mut found = [0; ENGINES.len()];
    let mut asked = 0;
    for file in &files {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        if arguments.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        asked += 1;
        let mut cells = Vec::new();
        let (mut paths, mut by) = (String::new(), String::new());
        for (index, engine) in ENGINES.iter().enumerate() {
            let (seconds, report) = run(klew, arguments, file, engine)?;
            let is_found = report["findings"][0]["confirmed"] == true;
            found[index] += usize::from(is_found);
            cells.push(if is_found { format!("{seconds:.1}") } else { "-".to_owned() });
            if index == 0 {
                let figure = |name: &str| report["statistics"][name].as_u64().unwrap_or(0);
                paths = figure("paths").to_string();
                let names = ["claims", "guided_runs", "unguided_runs"];
                let found = names.iter().filter(|by| figure(&format!("found_by_{by}")) > 0);
                by = found.map(|by| by.replace('_', " ")).collect::<Vec<_>>().join(", ");
            }
        }
        println!("{name:18} {:>10} {paths:>8} {:>10} {:>10}  {by}", cells[0], cells[1], cells[2]);
    }
    let [multipass, forward, backward] = found;
    println!(
        "of {asked} programs: multipass finds {multipass}, forward {forward}, backward {backward}"
    );
    Ok(if multipass < asked { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Seconds, and what klew says.
fn run(
    klew: &Path,
    arguments: &BenchArguments,
    file: &Path,
    engine: &str,
) -> Result<(f64, Value), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let expected = text.split("// expect: ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let property = expected.ok_or_else(|| format!("{}: no `// expect:`", file.display()))?;
    let mut command = Command::new(klew);
    command.arg("check").arg(file).args(["--engine", engine, "--property", property]);
    command.args(["--format", "json", "--no-output", "--quiet"]);
    command.args(["--time", &format!("{}s", arguments.time)]).args(&arguments.extra);
    command.stdin(Stdio::null());
    let start = Instant::now();
    let output =
        command.output().map_err(|error| format!("cannot run {}: {error}", klew.display()))?;
    let seconds = start.elapsed().as_secs_f64();
    Ok((seconds, serde_json::from_slice(&output.stdout).unwrap_or_default()))
}
