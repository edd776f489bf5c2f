//! `cargo xtask score`: the SV-COMP score of klew on the tasks below a folder, per family.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::agreement::Agreement;
use crate::reasons;
use crate::run::{Answer, Outcome, one_process, run};
use crate::settled::Settled;
use crate::task::{Task, tasks_below};

/// Arguments of `score`.
#[derive(clap::Args)]
pub struct ScoreArguments {
    /// Folder with BenchExec task definitions (`.yml`), or one such file.
    folder: PathBuf,
    /// Seconds for each task.
    #[arg(long, default_value_t = 60)]
    time: u64,
    /// Tasks that run at the same time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Only tasks whose path contains this.
    #[arg(long)]
    only: Option<String>,
    /// The klew command; built from this checkout if not given.
    #[arg(long)]
    klew: Option<PathBuf>,
    /// Engines as `klew check --engine` takes them, separated by commas; without it, those of the command. Given several
    /// times, the answers are also compared, and a contradiction is an error like a wrong answer.
    #[arg(long, value_name = "LIST")]
    engine: Vec<String>,
    /// Print each task, not only the ones that went wrong or are unknown.
    #[arg(long)]
    all: bool,
    /// More arguments for `klew check`.
    #[arg(last = true)]
    extra: Vec<String>,
}

/// Runs all tasks and prints the table. Fails (exit code 1) on any wrong answer or contradiction.
///
/// # Errors
/// klew cannot be built or started, or a task definition cannot be read.
pub fn score(arguments: &ScoreArguments) -> Result<ExitCode, String> {
    let mut tasks = tasks_below(&arguments.folder)?;
    if let Some(only) = &arguments.only {
        tasks.retain(|task| task.file.to_string_lossy().contains(only.as_str()));
    }
    if tasks.is_empty() {
        return Err(format!("no tasks with an answer below {}", arguments.folder.display()));
    }
    let klew = match &arguments.klew {
        Some(path) => path.clone(),
        None => build()?,
    };
    let by_itself = [None];
    let asked: Vec<Option<&String>> = match arguments.engine.is_empty() {
        true => by_itself.to_vec(),
        false => arguments.engine.iter().map(Some).collect(),
    };
    let mut all: Vec<(String, Vec<Answer>)> = Vec::new();
    let mut wrong = false;
    for engines in asked {
        let name = engines.map_or("those of the command", String::as_str).to_owned();
        println!("engines: {name}");
        let mut extra: Vec<String> =
            engines.iter().flat_map(|list| ["--engine".to_owned(), list.to_string()]).collect();
        extra.extend(arguments.extra.iter().cloned());
        if arguments.jobs > 1 {
            extra.extend(one_process(&arguments.extra).iter().map(|word| (*word).to_owned()));
        }
        let answers = run_all(arguments, &klew, &tasks, &extra)?;
        print_table(&tasks, &answers);
        print!("{}", Settled::of(&answers));
        print!("{}", reasons::table(&tasks, &answers));
        wrong |= answers
            .iter()
            .any(|answer| matches!(answer.outcome, Outcome::WrongTrue | Outcome::WrongFalse));
        all.push((name, answers));
    }
    for (index, (first, answers)) in all.iter().enumerate() {
        for (second, others) in &all[index + 1..] {
            let agreement = Agreement::of(&tasks, (first, answers), (second, others));
            print!("{agreement}");
            wrong |= !agreement.contradictions.is_empty();
        }
    }
    Ok(if wrong { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Builds klew in release mode and gives the path of the command.
///
/// # Errors
/// The build fails.
pub fn build() -> Result<PathBuf, String> {
    let status = Command::new("cargo")
        .args(["build", "--quiet", "--release", "--package", "klew"])
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err("klew does not build".to_string());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    Ok(target.join("release/klew"))
}

fn run_all(
    arguments: &ScoreArguments,
    klew: &std::path::Path,
    tasks: &[Task],
    extra: &[String],
) -> Result<Vec<Answer>, String> {
    let next = AtomicUsize::new(0);
    let answers: Mutex<Vec<Option<Answer>>> = Mutex::new(vec![None; tasks.len()]);
    let failure: Mutex<Option<String>> = Mutex::new(None);
    let work = || loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(task) = tasks.get(index) else { return };
        match run(klew, task, arguments.time, extra) {
            Ok(answer) => {
                print_task(arguments, task, &answer);
                if let Ok(mut answers) = answers.lock() {
                    answers[index] = Some(answer);
                }
            }
            Err(message) => {
                if let Ok(mut failure) = failure.lock() {
                    *failure = Some(message);
                }
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(work);
        }
    });
    if let Some(message) = failure.into_inner().map_err(|error| error.to_string())? {
        return Err(message);
    }
    let answers = answers.into_inner().map_err(|error| error.to_string())?;
    answers.into_iter().collect::<Option<_>>().ok_or_else(|| "a task did not run".to_string())
}

fn print_task(arguments: &ScoreArguments, task: &Task, answer: &Answer) {
    let good = matches!(answer.outcome, Outcome::CorrectTrue | Outcome::CorrectFalse);
    if good && !arguments.all {
        return;
    }
    let expected = match (task.expected, &task.subproperty) {
        (true, _) => "true".to_string(),
        (false, None) => "false".to_string(),
        (false, Some(subproperty)) => format!("false({subproperty})"),
    };
    let word = match answer.outcome {
        Outcome::CorrectTrue | Outcome::CorrectFalse => "correct",
        Outcome::WrongTrue | Outcome::WrongFalse => "WRONG",
        Outcome::Unknown => "unknown",
    };
    println!(
        "{word:8} {:6.1}s {} [{expected}] {}",
        answer.wall.as_secs_f64(),
        task.file.display(),
        answer.said
    );
}

#[derive(Default)]
struct Row {
    tasks: usize,
    correct: usize,
    confirmed: usize,
    violated: usize,
    wrong: usize,
    unknown: usize,
    points: i64,
    best: i64,
    wall: Duration,
}

impl Row {
    fn add(&mut self, task: &Task, answer: &Answer) {
        self.tasks += 1;
        self.points += answer.outcome.points();
        self.best += if task.expected { 2 } else { 1 };
        self.wall += answer.wall;
        match answer.outcome {
            Outcome::CorrectTrue => self.correct += 1,
            Outcome::CorrectFalse => {
                self.correct += 1;
                self.violated += 1;
                self.confirmed += usize::from(answer.confirmed);
            }
            Outcome::WrongTrue | Outcome::WrongFalse => self.wrong += 1,
            Outcome::Unknown => self.unknown += 1,
        }
    }

    fn print(&self, name: &str) {
        println!(
            "{name:28} {:5} {:7} {:5} {:7} {:9} {:9} {:>9} {:8.1}",
            self.tasks,
            self.correct,
            self.wrong,
            self.unknown,
            self.violated,
            self.confirmed,
            format!("{}/{}", self.points, self.best),
            self.wall.as_secs_f64()
        );
    }
}

fn print_table(tasks: &[Task], answers: &[Answer]) {
    let mut families: BTreeMap<String, Row> = BTreeMap::new();
    let mut properties: BTreeMap<String, Row> = BTreeMap::new();
    let mut total = Row::default();
    for (task, answer) in tasks.iter().zip(answers) {
        families.entry(task.family.clone()).or_default().add(task, answer);
        let property = task.property.file_stem().unwrap_or_default().to_string_lossy();
        let verdict = if task.expected { "true" } else { "false" };
        properties.entry(format!("{property} {verdict}")).or_default().add(task, answer);
        total.add(task, answer);
    }
    println!(
        "\n{:28} {:>5} {:>7} {:>5} {:>7} {:>9} {:>9} {:>9} {:>8}",
        "family",
        "tasks",
        "correct",
        "wrong",
        "unknown",
        "violated",
        "confirmed",
        "score",
        "seconds"
    );
    for (name, row) in &families {
        row.print(name);
    }
    println!();
    for (name, row) in &properties {
        row.print(name);
    }
    println!();
    total.print("all");
}
