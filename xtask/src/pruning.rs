//! `cargo xtask pruning`: time, memory and answers of klew on the tasks below a folder, with and without closing states.
//!
//! Processor seconds count, those of all processes of a call; wall time says little on a machine that others use. Each task runs both ways one
//! right after the other, so both see about the same machine.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::klee::processor_seconds;
use crate::run::{Answer, Outcome, run};
use crate::score;
use crate::task::tasks_below;

/// What `cargo xtask pruning` is told.
#[derive(clap::Args)]
pub struct PruningArguments {
    /// Folder with BenchExec task definitions (`.yml`).
    #[arg(default_value = "../shared/bench/c")]
    folder: PathBuf,
    /// Seconds for each task.
    #[arg(long, default_value_t = 5)]
    time: u64,
    /// Only tasks whose path contains this.
    #[arg(long)]
    only: Option<String>,
    /// The klew command; built from this checkout if not given.
    #[arg(long)]
    klew: Option<PathBuf>,
}

/// What tasks of a family came to.
#[derive(Clone, Copy, Default)]
struct Sum {
    right: usize,
    seconds: f64,
    memory: u64,
}

impl Sum {
    fn add(&mut self, other: Sum) {
        self.right += other.right;
        self.seconds += other.seconds;
        self.memory += other.memory;
    }
}

fn is_right(answer: &Answer) -> bool {
    matches!(answer.outcome, Outcome::CorrectTrue | Outcome::CorrectFalse)
}

/// Prints the table. The exit code is 0 if no right answer is lost by closing states and none is wrong.
///
/// # Errors
/// klew cannot be built or started, or a task definition cannot be read.
pub fn pruning(arguments: &PruningArguments) -> Result<ExitCode, String> {
    let mut tasks = tasks_below(&arguments.folder)?;
    if let Some(only) = &arguments.only {
        tasks.retain(|task| task.file.to_string_lossy().contains(only.as_str()));
    }
    let klew = match &arguments.klew {
        Some(klew) => klew.clone(),
        None => score::build()?,
    };
    let mut families: BTreeMap<String, (usize, [Sum; 2])> = BTreeMap::new();
    let (mut lost, mut gained, mut is_wrong) = (Vec::new(), Vec::new(), false);
    for task in &tasks {
        let mut answers = Vec::new();
        let mut sums = [Sum::default(); 2];
        for (sum, more) in sums.iter_mut().zip([&["--no-prune"][..], &[]]) {
            let extra: Vec<String> =
                more.iter().chain(&["--jobs", "1"]).map(|word| (*word).to_owned()).collect();
            let before = processor_seconds();
            let answer = run(&klew, task, arguments.time, &extra)?;
            sum.seconds = processor_seconds() - before;
            sum.memory = answer.memory;
            sum.right = usize::from(is_right(&answer));
            is_wrong |= matches!(answer.outcome, Outcome::WrongTrue | Outcome::WrongFalse);
            answers.push(answer);
        }
        let name = task.file.file_stem().map(|name| name.to_string_lossy().into_owned());
        match (is_right(&answers[0]), is_right(&answers[1])) {
            (true, false) => lost.extend(name),
            (false, true) => gained.extend(name),
            _ => {}
        }
        let (count, both) = families.entry(task.family.clone()).or_default();
        *count += 1;
        both.iter_mut().zip(sums).for_each(|(sum, own)| sum.add(own));
    }
    let mut all = (0, [Sum::default(); 2]);
    println!("| family | tasks | without: right | s | MB | with: right | s | MB |");
    println!("|---|---|---|---|---|---|---|---|");
    for (family, (count, sums)) in &families {
        row(family, *count, sums);
        all.0 += count;
        all.1.iter_mut().zip(sums).for_each(|(sum, own)| sum.add(*own));
    }
    row("all", all.0, &all.1);
    println!("lost: {}", list(&lost));
    println!("gained: {}", list(&gained));
    Ok(if lost.is_empty() && !is_wrong { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// A family: memory is the mean of its tasks' peaks.
fn row(family: &str, count: usize, [without, with]: &[Sum; 2]) {
    let mean = |sum: &Sum| sum.memory / (count.max(1) as u64) / 1_000_000;
    println!(
        "| {family} | {count} | {} | {:.1} | {} | {} | {:.1} | {} |",
        without.right,
        without.seconds,
        mean(without),
        with.right,
        with.seconds,
        mean(with)
    );
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
