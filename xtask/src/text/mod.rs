//! `cargo xtask bench --text`: the programs of `benches/text/`, each with a bug that needs one input, and fixed.
//!
//! For each program: the seconds until klew has confirmed the bug, without options and with the sizes of inputs that the
//! program's head gives; what it says of the fixed sibling with these sizes; and the seconds of a KLEE with its C library on
//! the same sizes (`--klee`). A bug that is not found where the program says it is, or a fixed sibling that is violated,
//! is a failure of the command.

mod peer;
mod program;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::bench::BenchArguments;
use crate::report::Report;
use program::{Program, Variant};

/// Where the programs are.
const FOLDER: &str = "benches/text";

/// What klew said of one variant.
struct Answer {
    report: Option<Report>,
    wall: Duration,
}

impl Answer {
    /// Whether the first finding is the program's bug, and confirmed.
    fn shows(&self, program: &Program) -> bool {
        let finding = self.report.as_ref().and_then(|report| report.findings.first());
        finding.is_some_and(|finding| {
            let shown = |(property, line): &(String, u64)| {
                finding.property == *property && finding.line == Some(*line)
            };
            finding.confirmed && program.places.iter().any(shown)
        })
    }

    fn verdict(&self) -> &str {
        self.report.as_ref().map_or("no result", |report| &report.verdict)
    }

    fn time_to_the_bug(&self, program: &Program) -> String {
        if self.shows(program) {
            return format!("{:.1}", self.wall.as_secs_f64());
        }
        match self.verdict() {
            "violated" => "elsewhere".to_owned(),
            _ => "-".to_owned(),
        }
    }
}

/// Runs all programs and prints a table. Exit code 1 if a bug was not found without options, or a fixed program violated.
///
/// # Errors
/// A program cannot be read, or a command cannot be started.
pub fn table(klew: &Path, arguments: &BenchArguments) -> Result<ExitCode, String> {
    let programs = program::all(Path::new(FOLDER))?;
    println!(
        "{:16} {:>10} {:>10} {:>10} {:>10} {:>9}",
        "program", "no option", "sizes", "KLEE", "fixed", "fixed: s"
    );
    let (mut found, mut quick, mut asked, mut wrong) = (0, 0, 0, 0);
    for program in &programs {
        if arguments.only.as_ref().is_some_and(|only| !program.name().contains(only.as_str())) {
            continue;
        }
        asked += 1;
        let free = run(klew, arguments, program, Variant::Bug, &[])?;
        let sized = run(klew, arguments, program, Variant::Bug, &program.sizes)?;
        let fixed = run(klew, arguments, program, Variant::Fixed, &program.sizes)?;
        let klee = match (&arguments.klee, &program.klee) {
            (Some(command), Some(inputs)) => peer::seconds(command, arguments, program, inputs)?,
            _ => None,
        };
        found += usize::from(free.shows(program));
        quick += usize::from(free.shows(program) && free.wall < Duration::from_secs(10));
        wrong += usize::from(fixed.verdict() == "violated");
        println!(
            "{:16} {:>10} {:>10} {:>10} {:>10} {:>9.1}",
            program.name(),
            free.time_to_the_bug(program),
            sized.time_to_the_bug(program),
            klee.map_or("-".to_owned(), |seconds| format!("{seconds:.1}")),
            fixed.verdict(),
            fixed.wall.as_secs_f64(),
        );
    }
    println!(
        "{found} of {asked} found without options, {quick} within 10 s; {wrong} fixed ones violated"
    );
    Ok(if found < asked || wrong > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// What klew says of a program, as a user would call it.
fn run(
    klew: &Path,
    arguments: &BenchArguments,
    program: &Program,
    variant: Variant,
    options: &[String],
) -> Result<Answer, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = program.write(variant, folder.path())?;
    let mut command = Command::new(klew);
    command.arg("check").arg(&file).args(["--format", "json", "--no-output", "--quiet"]);
    command.args(["--time", &format!("{}s", arguments.time)]).args(options).args(&arguments.extra);
    command.stdin(Stdio::null());
    let start = Instant::now();
    let output =
        command.output().map_err(|error| format!("cannot run {}: {error}", klew.display()))?;
    let wall = start.elapsed();
    Ok(Answer { report: serde_json::from_slice(&output.stdout).ok(), wall })
}
