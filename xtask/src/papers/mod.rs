//! One table for the papers whose techniques klew is made of: each program of an evaluation that is at hand, what the paper says, and what klew
//! says **by its default command**, or with the options that are shown. The papers' numbers are read from `papers/EXPECTED.md` of the
//! benchmark folder; nothing of them is kept here.

mod backward;
mod expected;
mod input_heap;
mod targets;
mod verification;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use clap::Args;
use serde_json::Value;

use crate::{bench_backward, score, tracerx};

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
    /// Also the six variants of backward execution on degree counting, in processor milliseconds.
    #[arg(long)]
    variants: bool,
    /// Instead the programs of TracerX (paper 001), with the counts of errors that its tests expect.
    #[arg(long)]
    tracerx: bool,
}

/// What the parts of the table share.
struct Evaluation {
    klew: PathBuf,
    folder: PathBuf,
    /// The text of `EXPECTED.md`.
    expected: String,
    /// Seconds for each program.
    time: u64,
}

/// A program of an evaluation.
struct Row {
    paper: &'static str,
    program: String,
    /// What the paper says of it, or what is so where the paper's tool fails.
    wanted: String,
    /// What klew says of it.
    said: String,
    /// The paper's seconds as printed there; none where it has no times.
    paper_seconds: Option<String>,
    seconds: f64,
}

impl Row {
    fn is_right(&self) -> bool {
        self.wanted == self.said
    }

    /// Whether klew takes no longer than the paper's tool; none where there is no time to compare with.
    fn is_as_fast(&self) -> Option<bool> {
        let paper: f64 = self.paper_seconds.as_ref()?.parse().ok()?;
        Some(self.seconds <= paper)
    }

    fn print(&self) {
        let Row { paper, program, wanted, said, paper_seconds, seconds } = self;
        let times = paper_seconds.as_deref().unwrap_or("");
        let mark = match (self.is_right(), self.is_as_fast()) {
            (false, _) => "not so",
            (true, Some(false)) => "slower",
            (true, _) => "",
        };
        println!(
            "| {paper} | {program:22} | {wanted:22} | {said:22} | {times:>8} | {seconds:8.2} | {mark:6} |"
        );
    }
}

/// Prints the table. The exit code is 0 if klew said of every program what the paper or its collection expects.
///
/// # Errors
/// Files that are missing, or a command that cannot be run.
pub fn papers(arguments: &PapersArguments) -> Result<ExitCode, String> {
    let klew = match &arguments.klew {
        Some(klew) => klew.clone(),
        None => score::build()?,
    };
    if arguments.tracerx {
        let programs = arguments.folder.join("papers/tracerx");
        let missed = tracerx::tables(&klew, &programs, arguments.time)?;
        return Ok(if missed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) });
    }
    let file = arguments.folder.join("papers/EXPECTED.md");
    let text =
        std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let folder = arguments.folder.clone();
    let evaluation = Evaluation { klew, folder, expected: text, time: arguments.time };
    println!("| paper | program | expected | klew | paper s | klew s | |");
    println!("|---|---|---|---|---|---|---|");
    let mut rows = Vec::new();
    for part in [backward::rows, verification::rows, input_heap::rows, targets::rows] {
        part(&evaluation, &mut |row: Row| {
            row.print();
            rows.push(row);
        })?;
    }
    let right = rows.iter().filter(|row| row.is_right()).count();
    let compared: Vec<bool> = rows.iter().filter_map(Row::is_as_fast).collect();
    let fast = compared.iter().filter(|is_as_fast| **is_as_fast).count();
    println!(
        "\n{right} of {} as expected; {fast} of {} as fast or faster",
        rows.len(),
        compared.len()
    );
    if arguments.variants {
        bench_backward::table(&evaluation.klew, arguments.time)?;
    }
    Ok(if right == rows.len() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Where rows go.
type Sink<'s> = dyn FnMut(Row) + 's;

impl Evaluation {
    /// What `klew WORDS --format json` says, and its seconds; nothing if that is no JSON.
    fn klew(&self, words: &[&str]) -> Result<(Option<Value>, f64), String> {
        let mut command = Command::new(&self.klew);
        command.args(words).args(["--format", "json"]);
        command.arg("--time").arg(format!("{}s", self.time));
        let start = Instant::now();
        let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output();
        let output = output.map_err(|error| self.cannot_run(&error))?;
        Ok((serde_json::from_slice(&output.stdout).ok(), start.elapsed().as_secs_f64()))
    }

    fn cannot_run(&self, error: &std::io::Error) -> String {
        format!("cannot run {}: {error}", self.klew.display())
    }

    fn below(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// The verdict of a result.
fn verdict(report: Option<&Value>) -> &str {
    report.and_then(|report| report["verdict"].as_str()).unwrap_or("no result")
}

/// A path as a word of a command line.
fn word(path: &Path) -> Result<&str, String> {
    path.to_str().ok_or_else(|| format!("{} is no text", path.display()))
}
