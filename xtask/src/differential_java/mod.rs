//! `cargo xtask differential --language java`: generated Java programs, klew against the JVM.
//!
//! Each program computes a digest of a few inputs with small ranges, and the JVM runs *all* of them. klew must say
//! "safe" of a program that asserts the right digests (of given inputs, and of any inputs), must find exactly
//! the input whose expectation is made wrong, and exceptions exactly where the JVM throws one. A program on which they
//! disagree is shrunk and kept.

mod batch;
mod driver;
mod generate;
mod judge;
mod methods;
mod program;
mod report;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::differential::shrink::shrink;
pub use methods::methods;

use batch::{Subject, batch};
use driver::Driver;
use judge::{Judge, Outcome, Question};
use program::Program;

/// How long a program is made smaller.
const SHRINKING: Duration = Duration::from_secs(20);

/// How many programs one run of klew is asked about.
const BATCH: u64 = 8;

/// What to do.
pub struct Options {
    /// How many programs.
    pub count: u64,
    /// The seed of the first.
    pub seed: u64,
    /// Programs that run at the same time.
    pub jobs: usize,
    /// Seconds for klew on each question.
    pub time: u64,
    /// The klew command.
    pub klew: PathBuf,
    /// Where programs with a disagreement are kept.
    pub keep: PathBuf,
    /// More arguments for `klew check`.
    pub extra: Vec<String>,
}

/// Prints the program of a seed.
pub fn print(seed: u64) {
    println!("{}", generate::generate(seed).render());
}

/// Compares klew and the JVM on generated programs. Exit code 1 on any disagreement.
///
/// # Errors
/// There is no JDK, or a folder cannot be written.
pub fn programs(options: &Options) -> Result<ExitCode, String> {
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    fs::create_dir_all(&options.keep)
        .map_err(|error| format!("cannot create {}: {error}", options.keep.display()))?;
    let classes = Driver::compile(work.path())?;
    let judge =
        Judge { klew: options.klew.clone(), seconds: options.time, extra: options.extra.clone() };
    let tally = Tally::default();
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs.max(1))
            .map(|job| {
                let (classes, judge, tally, next) = (&classes, &judge, &tally, &next);
                let folder = work.path().join(format!("job-{job}"));
                scope.spawn(move || {
                    let mut driver = Driver::start(classes)?;
                    loop {
                        let index = next.fetch_add(BATCH, Ordering::Relaxed);
                        if index >= options.count {
                            return Ok::<(), String>(());
                        }
                        if index > 0 && index.is_multiple_of(400) {
                            println!("{index} programs so far: {}", tally.summary());
                        }
                        let worker = Worker { judge, folder: &folder, keep: &options.keep, tally };
                        let end = options.count.min(index + BATCH);
                        worker.some(options.seed + index..options.seed + end, &mut driver);
                    }
                })
            })
            .collect();
        for worker in workers {
            worker.join().map_err(|_| "a worker panicked".to_owned())??;
        }
        Ok::<(), String>(())
    })?;
    Ok(tally.finish(options.count))
}

#[derive(Default)]
struct Tally {
    safe: AtomicU64,
    violated: AtomicU64,
    open: AtomicU64,
    unusable: AtomicU64,
    wrong: AtomicU64,
    /// How often each reason left a question open.
    reasons: Mutex<BTreeMap<String, u64>>,
}

impl Tally {
    fn count(&self, outcome: &Outcome) {
        let counter = match outcome {
            Outcome::Agreed(false) => &self.safe,
            Outcome::Agreed(true) => &self.violated,
            Outcome::Open(why) => {
                if let Ok(mut reasons) = self.reasons.lock() {
                    *reasons.entry(why.clone()).or_default() += 1;
                }
                &self.open
            }
            Outcome::Unusable(_) => &self.unusable,
            Outcome::Wrong(_) => &self.wrong,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    fn summary(&self) -> String {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        format!(
            "{} safe, {} violated, {} open, {} not usable, {} wrong",
            get(&self.safe),
            get(&self.violated),
            get(&self.open),
            get(&self.unusable),
            get(&self.wrong),
        )
    }

    fn finish(&self, count: u64) -> ExitCode {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        if let Ok(reasons) = self.reasons.lock() {
            for (why, times) in reasons.iter() {
                println!("open {times} times: {why}");
            }
        }
        println!("{count} Java programs, two questions each: {}", self.summary());
        let wrong = get(&self.wrong);
        let agreed = get(&self.safe) + get(&self.violated);
        println!("{agreed} passed, {wrong} failed");
        if wrong == 0 && agreed > 0 { ExitCode::SUCCESS } else { ExitCode::from(1) }
    }
}

/// The program of a seed, and what is asked about it.
fn subject(seed: u64) -> Subject {
    let symbolic = match seed % 4 {
        0 | 1 => Question::Escaping,
        2 => Question::Symbolic,
        _ => Question::Planted,
    };
    // Running findings takes a second each, so only a share of them is run.
    let confirm = seed.is_multiple_of(8);
    let questions = vec![Question::Concrete, symbolic];
    Subject { program: generate::generate(seed), questions, confirm }
}

struct Worker<'a> {
    judge: &'a Judge,
    folder: &'a Path,
    keep: &'a Path,
    tally: &'a Tally,
}

impl Worker<'_> {
    /// Programs of seeds that follow each other.
    fn some(&self, seeds: std::ops::Range<u64>, driver: &mut Driver) {
        let subjects: Vec<Subject> = seeds.clone().map(subject).collect();
        match batch(self.judge, &subjects, self.folder, driver) {
            Ok(outcomes) => {
                for (seed, (subject, outcomes)) in seeds.zip(subjects.iter().zip(outcomes)) {
                    for (&question, outcome) in subject.questions.iter().zip(outcomes) {
                        self.count(seed, subject, question, outcome, driver);
                    }
                }
            }
            // One of them is in the way of the others.
            Err(_) => {
                for (seed, subject) in seeds.zip(&subjects) {
                    for &question in &subject.questions {
                        let outcome = self.judge.judge(
                            &subject.program,
                            question,
                            subject.confirm,
                            self.folder,
                            driver,
                        );
                        self.count(seed, subject, question, outcome, driver);
                    }
                }
            }
        }
    }

    fn count(
        &self,
        seed: u64,
        subject: &Subject,
        question: Question,
        outcome: Outcome,
        driver: &mut Driver,
    ) {
        self.tally.count(&outcome);
        match outcome {
            Outcome::Agreed(_) => {}
            Outcome::Open(why) => println!("seed {seed}, {question:?}: open: {why}"),
            Outcome::Unusable(why) => println!("seed {seed}: not usable: {why}"),
            Outcome::Wrong(why) => {
                println!("seed {seed}, {question:?}: DISAGREEMENT: {why}");
                self.keep(&subject.program, question, subject.confirm, &why, driver);
            }
        }
    }

    fn keep(
        &self,
        program: &Program,
        question: Question,
        confirm: bool,
        why: &str,
        driver: &mut Driver,
    ) {
        let driver = std::cell::RefCell::new(driver);
        let start = Instant::now();
        let small = shrink(program, |candidate| {
            if start.elapsed() > SHRINKING {
                return false;
            }
            let outcome = self.judge.judge(
                candidate,
                question,
                confirm,
                self.folder,
                &mut driver.borrow_mut(),
            );
            matches!(outcome, Outcome::Wrong(_))
        });
        let file = self.keep.join(format!("{}-{question:?}.java", program.name));
        let text = format!("// {why}\n{}", small.render());
        match fs::write(&file, text) {
            Ok(()) => println!("  kept in {}", file.display()),
            Err(error) => println!("  cannot write it: {error}"),
        }
    }
}
