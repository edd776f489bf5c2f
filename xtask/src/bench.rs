//! `cargo xtask bench`: speed of klew on the programs of `benches/`, a row each.
//!
//! Prints paths, instructions, queries and peak memory as klew reports them; processor seconds from the C
//! source on, clang's included, and from LLVM's IR on; and KLEE's seconds, which are from bitcode on, with the
//! ratio to the latter: measured beside klew with `--klee`, otherwise as they were written down. Where the folder of shared programs (`../shared/bench/perf`, or `--programs`) is there,
//! its rows follow. With `--micro` the rows are those of `benches/micro.txt`; `--text` is `text/mod.rs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use serde_json::Value;

use crate::klee::{Klee, processor_seconds};
use crate::peer_figures;
use crate::run::one_process;

/// Arguments of `bench`.
#[derive(clap::Args)]
pub struct BenchArguments {
    /// Seconds for each row.
    #[arg(long, default_value_t = 60)]
    pub time: u64,
    /// Only rows whose name contains this.
    #[arg(long)]
    pub only: Option<String>,
    /// A folder with more programs and a `specs.txt` that names the rows.
    #[arg(long, default_value = "../shared/bench/perf")]
    programs: PathBuf,
    /// The klew command; built from this checkout if not given.
    #[arg(long)]
    klew: Option<PathBuf>,
    /// A KLEE to be measured in the same run.
    #[arg(long)]
    pub klee: Option<PathBuf>,
    /// The clang that makes what both start from: of the LLVM that KLEE was built with.
    #[arg(long, default_value = "clang-16")]
    pub clang: String,
    /// Where this KLEE has `klee/klee.h`.
    #[arg(long)]
    pub klee_include: Option<PathBuf>,
    /// Runs of klew for each row; the fastest counts.
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// The rows of `benches/micro.txt` instead: tables, numbers in texts, strings.
    #[arg(long)]
    micro: bool,
    /// The programs of `benches/text/` instead, each with a bug and fixed: seconds to the bug.
    #[arg(long)]
    text: bool,
    /// The programs of `benches/deep/` instead, each with an error behind a long, narrow way: seconds to it by engine.
    #[arg(long)]
    deep: bool,
    /// Only the table of backward execution.
    #[arg(long)]
    backward: bool,
    /// More arguments for `klew check`.
    #[arg(last = true)]
    pub extra: Vec<String>,
}

struct Row {
    name: String,
    file: PathBuf,
    flags: Vec<String>,
    /// KLEE's seconds, as they were written down.
    klee: Option<f64>,
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
    if arguments.text {
        return crate::text::table(&klew, arguments);
    }
    if arguments.deep {
        return crate::deep::table(&klew, arguments);
    }
    if arguments.backward {
        crate::bench_backward::table(&klew, arguments.time)?;
        return Ok(ExitCode::SUCCESS);
    }
    let list = if arguments.micro { "micro.txt" } else { "rows.txt" };
    let mut rows = read_rows(&Path::new("benches").join(list))?;
    let shared = arguments.programs.join("specs.txt");
    if shared.is_file() && !arguments.micro {
        rows.extend(read_rows(&shared)?);
    }
    let klee = arguments.klee.as_ref().map(|command| Klee {
        command: command.clone(),
        clang: arguments.clang.clone(),
        include: arguments.klee_include.clone(),
    });
    println!(
        "{:12} {:>8} {:>7} {:>12} {:>8} {:>8} {:>8} {:>6} {:>9} {:>8} {:>6}  verdict",
        "row",
        "paths",
        "partial",
        "instructions",
        "queries",
        "from C",
        "from IR",
        "MiB",
        "M instr/s",
        "KLEE s",
        "ratio"
    );
    for row in rows.iter().filter(|row| wanted(arguments, row)) {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let ir = to_ir(&arguments.clang, row, folder.path());
        let (mut report, seconds) = fastest(&klew, arguments, &row.file, &row.flags)?;
        let mut from_ir = None;
        if let Some(ir) = ir {
            let (same, seconds) = fastest(&klew, arguments, &ir, &[])?;
            (report, from_ir) = (same, Some(seconds));
        }
        let beside = match &klee {
            Some(klee) => klee.seconds(&row.file, &row.flags, arguments.time)?,
            None => row.klee,
        };
        print_row(&row.name, &report, (seconds, from_ir), beside);
    }
    if arguments.only.is_none() && !arguments.micro {
        crate::bench_backward::table(&klew, arguments.time)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn wanted(arguments: &BenchArguments, row: &Row) -> bool {
    arguments.only.as_ref().is_none_or(|only| row.name.contains(only.as_str()))
}

fn read_rows(list: &Path) -> Result<Vec<Row>, String> {
    let text = fs::read_to_string(list).map_err(|error| format!("{}: {error}", list.display()))?;
    let folder = list.parent().unwrap_or(Path::new("."));
    let figures = fs::read_to_string(folder.join("README.md"))
        .map_or_else(|_| Default::default(), |text| peer_figures::of_readme(&text));
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (line, klee) = peer_figures::of_row(line);
            let (name, rest) = line
                .split_once('=')
                .ok_or_else(|| format!("{}: no '=': {line}", list.display()))?;
            let (file, flags) = rest.split_once(':').unwrap_or((rest, ""));
            Ok(Row {
                name: name.to_string(),
                file: folder.join(file),
                flags: flags.split_whitespace().map(str::to_string).collect(),
                klee: klee.or_else(|| figures.get(name).copied()),
            })
        })
        .collect()
}

/// The program as LLVM's IR, as klew itself would have it made; nothing if there is no such clang.
fn to_ir(clang: &str, row: &Row, folder: &Path) -> Option<PathBuf> {
    let output = folder.join("program.ll");
    let status = Command::new(clang)
        .args(["-S", "-emit-llvm", "-g", "-O1", "-Xclang", "-disable-llvm-passes", "-w"])
        .args(["-U__OPTIMIZE__", "-D__NO_INLINE__", "-I", "crates/klew-llvm/include"])
        .args(&row.flags)
        .arg(&row.file)
        .arg("-o")
        .arg(&output)
        .status();
    status.is_ok_and(|status| status.success()).then_some(output)
}

/// The result of the run that took least processor time, and that time.
fn fastest(
    klew: &Path,
    arguments: &BenchArguments,
    file: &Path,
    flags: &[String],
) -> Result<(Value, f64), String> {
    let mut best: Option<(Value, f64)> = None;
    for _ in 0..arguments.runs.max(1) {
        let before = processor_seconds();
        let report = run(klew, arguments, file, flags)?;
        let seconds = processor_seconds() - before;
        if best.as_ref().is_none_or(|(_, least)| seconds < *least) {
            best = Some((report, seconds));
        }
    }
    best.ok_or_else(|| "no run".to_owned())
}

fn run(
    klew: &Path,
    arguments: &BenchArguments,
    file: &Path,
    flags: &[String],
) -> Result<Value, String> {
    let output = Command::new(klew)
        .arg("check")
        .arg(file)
        .args(["--format", "json", "--no-output", "--quiet", "--all-findings", "--no-confirm"])
        .args(["--property", "valid-deref", "--property", "valid-free", "--property", "assertion"])
        .args(["--time", &format!("{}s", arguments.time)])
        .args(flags)
        .args(one_process(&arguments.extra))
        .args(&arguments.extra)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run {}: {error}", klew.display()))?;
    serde_json::from_slice(&output.stdout).map_err(|_| {
        format!("{}: no result: {}", file.display(), String::from_utf8_lossy(&output.stderr))
    })
}

fn print_row(name: &str, report: &Value, (from_c, from_ir): (f64, Option<f64>), klee: Option<f64>) {
    let statistics = &report["statistics"];
    let number = |key: &str| statistics[key].as_f64().unwrap_or(0.0);
    let or_dash = |figure: Option<String>| figure.unwrap_or_else(|| "-".to_owned());
    let compared = from_ir.unwrap_or(from_c).max(1e-3);
    println!(
        "{name:12} {:>8} {:>7} {:>12} {:>8} {from_c:>8.2} {:>8} {:>6.0} {:>9.1} {:>8} {:>6}  {}",
        number("paths"),
        number("partial_paths"),
        number("instructions"),
        number("queries"),
        or_dash(from_ir.map(|seconds| format!("{seconds:.3}"))),
        number("peak_memory") / (1024.0 * 1024.0),
        number("instructions") / compared / 1e6,
        or_dash(klee.map(|klee| format!("{klee:.2}"))),
        or_dash(klee.map(|klee| format!("{:.1}", klee / compared))),
        report["verdict"].as_str().unwrap_or("?")
    );
}
