//! `cargo xtask differential --fixed-inputs`: programs of which every input is fixed by what the program assumes.
//!
//! A generated program computes a checksum from its globals. It is run natively for the checksum, by klew as it is, and by klew with
//! three of its globals made inputs that an assumption leaves one value: by `==`, by bounds, by masks, by xor. Both of klew's
//! runs must prove the checksum, and the second may take three times as long as the first, and 0.2 s. Where Debian's `csmith` is
//! installed, every other program is one of its own.

mod csmith;
mod generate;
mod program;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::report::Report;
use crate::run::one_process;
use program::{Fixing, Program};

/// What is asked.
pub struct Options {
    /// How many programs.
    pub count: u64,
    /// The first seed.
    pub seed: u64,
    /// Programs that run at the same time.
    pub jobs: usize,
    /// Seconds for klew on each.
    pub time: u64,
    /// The klew command.
    pub klew: PathBuf,
    /// Where programs are kept that were wrong or slow.
    pub keep: PathBuf,
}

/// How often a slow program is timed again: other programs run beside it.
const RETRIES: usize = 2;

/// What came of a program.
enum Outcome {
    /// The same checksum, in time.
    Same,
    /// The same checksum, too late.
    Slow(Duration, Duration),
    /// klew did not come to an end without fixed inputs either.
    Open(String),
    /// Not proved with fixed inputs.
    Wrong(String),
    /// There is no native checksum.
    Unusable(String),
}

#[derive(Default)]
struct Tally {
    same: AtomicU64,
    slow: AtomicU64,
    open: AtomicU64,
    wrong: AtomicU64,
    unusable: AtomicU64,
    /// Of all programs that were the same: with and without fixed inputs.
    seconds: Mutex<(f64, f64)>,
}

/// Runs all programs. Exit code 1 if one is wrong; those that took too long are listed.
///
/// # Errors
/// The folder for what is kept cannot be made.
pub fn run(options: &Options) -> Result<ExitCode, String> {
    std::fs::create_dir_all(&options.keep)
        .map_err(|error| format!("cannot create {}: {error}", options.keep.display()))?;
    let with_csmith = csmith::is_installed();
    if !with_csmith {
        println!("csmith is not installed: only programs of our own");
    }
    let tally = Tally::default();
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= options.count {
                        return;
                    }
                    one(options, options.seed + index, with_csmith, &tally);
                }
            });
        }
    });
    Ok(tally.finish(options.count))
}

fn one(options: &Options, seed: u64, with_csmith: bool, tally: &Tally) {
    let from_csmith = with_csmith && seed.is_multiple_of(2);
    let program = if from_csmith { csmith::generate(seed) } else { Some(generate::generate(seed)) };
    let fixing = Fixing::ALL[(seed / 2) as usize % Fixing::ALL.len()];
    let outcome = match &program {
        Some(program) => compare(options, program, fixing, tally),
        None => Outcome::Unusable("no three globals that could be inputs".into()),
    };
    let (counter, said) = match outcome {
        Outcome::Same => (&tally.same, None),
        Outcome::Slow(plain, fixed) => (
            &tally.slow,
            Some(format!("slow: {:.2} s, {:.2} s", plain.as_secs_f64(), fixed.as_secs_f64())),
        ),
        Outcome::Open(why) => (&tally.open, Some(format!("open without inputs: {why}"))),
        Outcome::Wrong(why) => (&tally.wrong, Some(format!("WRONG: {why}"))),
        Outcome::Unusable(why) => {
            println!("seed {seed}: not usable: {why}");
            (&tally.unusable, None)
        }
    };
    counter.fetch_add(1, Ordering::Relaxed);
    if let Some(said) = said {
        println!("seed {seed}, {}: {said}", fixing.name());
        let kept = options.keep.join(format!("fixed-{seed}.c"));
        if let Some(program) = program
            && let Err(error) = std::fs::write(&kept, program.fixed(fixing, "CHECKSUM"))
        {
            println!("cannot keep {}: {error}", kept.display());
        }
    }
}

fn compare(options: &Options, program: &Program, fixing: Fixing, tally: &Tally) -> Outcome {
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => return Outcome::Unusable(error.to_string()),
    };
    let checksum = match natively(program, folder.path()) {
        Ok(checksum) => checksum,
        Err(why) => return Outcome::Unusable(why),
    };
    let mut slow = None;
    for _ in 0..=RETRIES {
        let plain = match prove(options, &program.plain(&checksum), program, folder.path()) {
            Ok(time) => time,
            Err(why) => return Outcome::Open(why),
        };
        let fixed = match prove(options, &program.fixed(fixing, &checksum), program, folder.path())
        {
            Ok(time) => time,
            Err(why) => return Outcome::Wrong(why),
        };
        if fixed <= plain * 3 + Duration::from_millis(200) {
            if let Ok(mut seconds) = tally.seconds.lock() {
                seconds.0 += fixed.as_secs_f64();
                seconds.1 += plain.as_secs_f64();
            }
            return Outcome::Same;
        }
        slow = Some(Outcome::Slow(plain, fixed));
    }
    slow.unwrap_or(Outcome::Same)
}

/// The checksum of a native run.
fn natively(program: &Program, folder: &Path) -> Result<String, String> {
    let (file, binary) = (folder.join("native.c"), folder.join("native"));
    std::fs::write(&file, program.native()).map_err(|error| error.to_string())?;
    let built = Command::new("gcc")
        .args(["-w", "-O1"])
        .args(program.include.iter().flat_map(|folder| ["-I", folder.as_str()]))
        .arg(&file)
        .arg("-o")
        .arg(&binary)
        .output()
        .map_err(|error| format!("cannot run gcc: {error}"))?;
    if !built.status.success() {
        return Err(format!("gcc: {}", String::from_utf8_lossy(&built.stderr)));
    }
    // Some random programs do not end.
    let output = Command::new("timeout")
        .arg("2")
        .arg(&binary)
        .output()
        .map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        false => Err(format!("the native run ended with {}", output.status)),
    }
}

/// How long klew took to prove the checksum; or what it said instead.
fn prove(
    options: &Options,
    text: &str,
    program: &Program,
    folder: &Path,
) -> Result<Duration, String> {
    let file = folder.join("program.c");
    std::fs::write(&file, text).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let output = Command::new(&options.klew)
        .arg("check")
        .arg(&file)
        .args(["--no-output", "--quiet", "--format", "json", "--property", "assertion"])
        .args(one_process(&[]))
        .args(["--time", &format!("{}s", options.time)])
        .args(program.include.iter().flat_map(|folder| ["-I", folder.as_str()]))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run {}: {error}", options.klew.display()))?;
    let time = start.elapsed();
    let report: Report = serde_json::from_slice(&output.stdout).map_err(|_| {
        format!("no result ({}): {}", output.status, String::from_utf8_lossy(&output.stderr))
    })?;
    match report.verdict.as_str() {
        "safe" => Ok(time),
        verdict => {
            let notes: Vec<String> = report.limits.iter().map(|limit| limit.to_string()).collect();
            Err(format!("{verdict} {}", notes.join("; ")))
        }
    }
}

impl Tally {
    fn finish(&self, count: u64) -> ExitCode {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (fixed, plain) = self.seconds.lock().map_or((0.0, 0.0), |seconds| *seconds);
        println!(
            "{count} programs: {} slow, {} open without inputs, {} not usable; {fixed:.1} s with fixed inputs, {plain:.1} s \
             without",
            get(&self.slow),
            get(&self.open),
            get(&self.unusable),
        );
        // Slow ones are listed: other work on the machine can make them so. One that does not end is wrong.
        let failed = get(&self.wrong);
        let same = get(&self.same);
        println!("{same} passed, {failed} failed");
        if failed == 0 && same > 0 { ExitCode::SUCCESS } else { ExitCode::from(1) }
    }
}
