//! `cargo xtask guidance`: time to the first confirmed finding with and without guidance, on the tasks below a folder that have a violation.
//!
//! Both ways are given as options of `klew check`, and run one right after the other, so both see about the same machine. User seconds of
//! all processes of a call count: wall time says little on a machine that others use.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::klee::user_seconds;
use crate::run::{Outcome, run};
use crate::score;
use crate::task::{Task, tasks_below};

/// What `cargo xtask guidance` is told.
#[derive(clap::Args)]
pub struct GuidanceArguments {
    /// Folder with BenchExec task definitions (`.yml`).
    #[arg(default_value = "../shared/bench/c")]
    folder: PathBuf,
    /// Seconds for each task.
    #[arg(long, default_value_t = 20)]
    time: u64,
    /// Runs of each task both ways, in turns; the fastest counts.
    #[arg(long, default_value_t = 1)]
    runs: u32,
    /// Only tasks whose path contains this.
    #[arg(long)]
    only: Option<String>,
    /// Only tasks that ask about this property (a part of its file's name).
    #[arg(long, default_value = "unreach-call")]
    property: String,
    /// Options with guidance.
    #[arg(long, default_value = "--engine multipass", allow_hyphen_values = true)]
    with: String,
    /// Options without.
    #[arg(long, default_value = "--engine forward", allow_hyphen_values = true)]
    without: String,
    /// The klew command; built from this checkout if not given.
    #[arg(long)]
    klew: Option<PathBuf>,
}

/// Seconds to a confirmed finding; nothing if there was none in time.
type Seconds = Option<f64>;

/// Of two ways, what is too little to be told apart.
const TIE: (f64, f64) = (0.1, 0.1);

/// Guidance may take so many times as long as none, and so many seconds more.
const WORST: (f64, f64) = (1.5, 0.5);

/// Prints the table. The exit code is 0 if guidance loses nothing, is not slower in the median, and nowhere much slower.
///
/// # Errors
/// klew cannot be built or started, or a task definition cannot be read.
pub fn guidance(arguments: &GuidanceArguments) -> Result<ExitCode, String> {
    let mut tasks = tasks_below(&arguments.folder)?;
    tasks.retain(|task| {
        let of_property = task.property.to_string_lossy().contains(&arguments.property);
        let path = task.file.to_string_lossy();
        let is_wanted = arguments.only.as_ref().is_none_or(|only| path.contains(only.as_str()));
        !task.expected && of_property && is_wanted
    });
    let klew = match &arguments.klew {
        Some(klew) => klew.clone(),
        None => score::build()?,
    };
    let mut compared = Comparison::default();
    println!("| task | with: s | without: s | ratio |\n|---|---|---|---|");
    for task in &tasks {
        let [mut with, mut without]: [Seconds; 2] = [None, None];
        for _ in 0..arguments.runs.max(1) {
            for (best, options) in
                [(&mut without, &arguments.without), (&mut with, &arguments.with)]
            {
                let seconds = to_finding(&klew, task, arguments.time, options)?;
                *best = best.iter().copied().chain(seconds).reduce(f64::min);
            }
        }
        compared.add(task, with, without);
    }
    compared.print();
    Ok(if compared.is_good() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Seconds of a call that ends with a confirmed finding of the kind that the task states.
fn to_finding(klew: &Path, task: &Task, time: u64, options: &str) -> Result<Seconds, String> {
    let extra: Vec<String> =
        options.split_whitespace().chain(["--jobs", "1"]).map(str::to_owned).collect();
    let before = user_seconds();
    let answer = run(klew, task, time, &extra)?;
    let seconds = user_seconds() - before;
    let is_found = answer.outcome == Outcome::CorrectFalse && answer.confirmed;
    Ok(is_found.then_some(seconds))
}

/// What both ways came to.
#[derive(Default)]
struct Comparison {
    /// Seconds with guidance by those without, where both found something.
    ratios: Vec<f64>,
    wins: usize,
    ties: usize,
    losses: usize,
    /// Tasks on which nothing was found.
    neither: usize,
    /// Tasks on which only guidance finds something.
    gained: Vec<String>,
    /// Those on which it finds nothing, and the other way does.
    lost: Vec<String>,
    /// Those where it takes much longer.
    slow: Vec<String>,
}

impl Comparison {
    fn add(&mut self, task: &Task, with: Seconds, without: Seconds) {
        let stem = task.file.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{}/{stem}", task.family);
        let cell = |seconds: Seconds| {
            seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.2}"))
        };
        let mut ratio = "-".to_owned();
        match (with, without) {
            (Some(with), Some(without)) => {
                ratio = format!("{:.2}", with / without);
                self.ratios.push(with / without);
                if with > without * WORST.0 + WORST.1 {
                    self.slow.push(name.clone());
                }
                let too_little = (without * TIE.0).max(TIE.1);
                if (with - without).abs() <= too_little {
                    self.ties += 1;
                } else if with < without {
                    self.wins += 1;
                } else {
                    self.losses += 1;
                }
            }
            (Some(_), None) => {
                self.wins += 1;
                self.gained.push(name.clone());
            }
            (None, Some(_)) => {
                self.losses += 1;
                self.lost.push(name.clone());
            }
            (None, None) => self.neither += 1,
        }
        println!("| {name} | {} | {} | {ratio} |", cell(with), cell(without));
    }

    /// The ratios in order, those of tasks that only one way solves at the ends.
    fn in_order(&self) -> Vec<f64> {
        let gained = self.gained.iter().map(|_| 0.0);
        let lost = self.lost.iter().map(|_| f64::INFINITY);
        let mut all: Vec<f64> = self.ratios.iter().copied().chain(gained).chain(lost).collect();
        all.sort_by(f64::total_cmp);
        all
    }

    /// The mean of the two in the middle, where there is no one.
    fn median(&self) -> f64 {
        let all = self.in_order();
        match all.len() {
            0 => 1.0,
            count => (all[(count - 1) / 2] + all[count / 2]) / 2.0,
        }
    }

    fn is_good(&self) -> bool {
        self.lost.is_empty() && self.slow.is_empty() && self.median() <= 1.0 + TIE.0
    }

    fn print(&self) {
        let worst = self.ratios.iter().copied().fold(0.0, f64::max);
        println!(
            "\nguidance wins {}, ties {}, loses {}; neither finds {}",
            self.wins, self.ties, self.losses, self.neither
        );
        println!("ratio: median {:.2}, worst {worst:.2}", self.median());
        let list = |names: &[String]| match names.is_empty() {
            true => "none".to_owned(),
            false => names.join(", "),
        };
        println!("only with: {}\nonly without: {}", list(&self.gained), list(&self.lost));
        println!("slower than {} times and {} s: {}", WORST.0, WORST.1, list(&self.slow));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_one_way_finds_stands_at_the_ends() {
        let mut compared = Comparison { ratios: vec![2.0, 1.0], ..Comparison::default() };
        assert_eq!(compared.median(), 1.5);
        compared.gained.push("one".to_owned());
        assert_eq!(compared.median(), 1.0);
        assert!(compared.is_good());
        compared.lost.push("other".to_owned());
        assert_eq!(compared.median(), 1.5);
        assert!(!compared.is_good());
    }
}
