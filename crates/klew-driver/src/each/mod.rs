//! A check of each function of a library: it is compiled once, and each function is analysed by a process of its own, so
//! that one that fails or takes too much takes nothing from the others. As many run side by side as there are cores.
//!
//! **Invariant**: what was found before the user or the clock ends the call is reported.

mod baseline;
mod outcome;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use klew_report::each::{EachReport, Ending, Part};

use crate::audience::Audience;
use crate::error::UserError;
use crate::front_end::{Parts, Wanted};
use crate::languages;
use crate::options::{ProgramOptions, TestPlace};
use crate::output::{self, folder_name};
use crate::process::{self, Allowance};
use crate::property;
use crate::source;
use crate::watch::{self, Clock};
use outcome::Outcome;

/// What is asked.
#[derive(Clone, Debug)]
pub struct EachOptions {
    /// The library.
    pub program: ProgramOptions,
    /// Names of properties.
    pub properties: Vec<String>,
    /// Whether allocations may fail.
    pub malloc_may_fail: bool,
    /// Which functions: names with `*` and `?`, with commas between them; all if absent.
    pub pattern: Option<String>,
    /// The time of each.
    pub share: Duration,
    /// The time of the whole call.
    pub time: Option<Duration>,
    /// How many work side by side; as many as there are cores if absent.
    pub jobs: Option<usize>,
    /// How klew is called for one of them: program and options, without those of the function, its time and its output.
    pub command: Vec<OsString>,
    /// Whether the memory of each is said there.
    pub memory_is_given: bool,
    /// Where tests are written.
    pub place: TestPlace,
    /// Findings that are known.
    pub baseline: Option<PathBuf>,
    /// Whether the baseline is written anew.
    pub write_baseline: bool,
}

/// Checks each function.
///
/// # Errors
/// The library cannot be read, or files cannot be written.
pub fn each(options: &EachOptions, audience: &Arc<dyn Audience>) -> Result<EachReport, UserError> {
    let clock = Clock::start(options.time);
    if let Err(warning) = watch::listen(|| {}) {
        audience.warning(&warning);
    }
    let known = baseline::read(options)?;
    let work = source::work_folder()?;
    // What is promised of each is for the processes.
    let program = ProgramOptions { promises: Default::default(), ..options.program.clone() };
    let (given, front_end) = languages::open(&program, work.path())?;
    let selection = front_end.select(property::select(&options.properties)?)?;
    let wanted =
        Wanted { properties: selection.properties, malloc_may_fail: options.malloc_may_fail };
    let output = output_folder(options, &given.names())?;
    let mut report = EachReport::default();
    let place = work.path().join("library");
    front_end.each(&given, wanted, (&clock, &place), &mut |parts| {
        let run = Run { options, audience: &**audience, clock, parts, output: output.as_deref() };
        report = run.all(work.path())?;
        Ok(())
    })?;
    report.seconds = clock.elapsed().as_secs_f64();
    report.share = options.share.as_secs_f64();
    if let Some(folder) = output {
        report.output = output::keep_if_used(&folder).then(|| folder.display().to_string());
    }
    baseline::compare(&mut report, &known);
    baseline::write(options, &known, &report)?;
    Ok(report)
}

fn output_folder(options: &EachOptions, names: &str) -> Result<Option<PathBuf>, UserError> {
    let path = match &options.place {
        TestPlace::None => return Ok(None),
        TestPlace::Folder(path) => path.clone(),
        TestPlace::Named => PathBuf::from(folder_name([names, "each"])),
    };
    output::begin_folder(&path).map_err(|error| {
        UserError::new(format!("cannot write to {}: {error}", path.display()))
            .help("--output DIR chooses another folder, --no-output writes nothing")
    })?;
    Ok(Some(path))
}

/// The time that running what was found may take besides.
const RUNS: Duration = Duration::from_secs(20);

struct Run<'r> {
    options: &'r EachOptions,
    audience: &'r dyn Audience,
    clock: Clock,
    parts: &'r (dyn Parts + Sync),
    output: Option<&'r Path>,
}

impl Run<'_> {
    /// All parts that the pattern means, side by side.
    fn all(&self, work: &Path) -> Result<EachReport, UserError> {
        let pattern = self.options.pattern.as_deref();
        let names = self.parts.names().iter();
        let names: Vec<&String> =
            names.filter(|name| pattern.is_none_or(|it| matches_any(it, name))).collect();
        if names.is_empty() {
            let there = self.parts.names().len();
            let what = pattern.map_or(String::new(), |it| format!(" that {it} means"));
            return Err(UserError::new(format!("there is no function{what}; there are {there}")));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.options.jobs.unwrap_or(cores).clamp(1, names.len());
        let outcomes: Vec<Mutex<Option<Outcome>>> =
            names.iter().map(|_| Mutex::new(None)).collect();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for job in 0..jobs {
                let folder = work.join(format!("job-{job}"));
                let (next, done, names, outcomes) = (&next, &done, &names, &outcomes);
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(name) = names.get(index) else { return };
                        let outcome = self.one(name, &folder, jobs);
                        let mut slot =
                            outcomes[index].lock().unwrap_or_else(PoisonError::into_inner);
                        *slot = Some(outcome);
                        let count = done.fetch_add(1, Ordering::Relaxed) + 1;
                        self.audience.part(count, names.len(), name);
                    }
                });
            }
        });
        self.audience.pause();
        let mut report = EachReport::default();
        for (name, outcome) in names.iter().zip(outcomes) {
            let outcome = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
            let outcome = outcome.unwrap_or_else(|| Outcome::none(name, Ending::NoTime, ""));
            outcome::add(&mut report, outcome);
        }
        Ok(report)
    }

    /// One part, in a process of its own.
    fn one(&self, name: &str, folder: &Path, jobs: usize) -> Outcome {
        let time = self.clock.left(self.options.share);
        if watch::interrupted() || time < Duration::from_millis(500) {
            return Outcome::none(name, Ending::NoTime, "the time of the call was over");
        }
        let _ = fs::remove_dir_all(folder);
        let arguments = match self.parts.arguments(name, folder) {
            Ok(arguments) => arguments,
            Err(error) => {
                return Outcome::none(name, Ending::NotEntered, &format!("cannot write: {error}"));
            }
        };
        let Some((program, options)) = self.options.command.split_first() else {
            return Outcome::none(name, Ending::NotEntered, "klew cannot be called");
        };
        let mut command = Command::new(program);
        command.args(options).args(["--format", "json", "--quiet", "--jobs", "1"]);
        // What is known must not stand before what is new.
        let all = OsString::from("--all-findings");
        if self.options.baseline.is_some() && !options.contains(&all) {
            command.arg(all);
        }
        // What is found late has time to be run, too.
        let reserve = self.clock.left(time + RUNS).saturating_sub(time);
        let whole = time + reserve;
        command.arg(format!("--time={}ms", whole.as_millis()));
        if reserve >= Duration::from_millis(1) {
            command.arg(format!("--reserve={}ms", reserve.as_millis()));
        }
        let memory = watch::default_memory_limit() / jobs as u64;
        if !self.options.memory_is_given {
            command.arg(format!("--memory={}M", (memory >> 20).max(64)));
        }
        let tests = self.output.map(|output| output.join(output::part_name(name)));
        match &tests {
            Some(tests) => command.arg("--output").arg(tests),
            None => command.arg("--no-output"),
        };
        command.args(arguments);
        let start = Instant::now();
        // It ends by itself in its time; what does not is ended.
        let time = whole + Duration::from_secs(5);
        let allowance = Allowance { time, memory: u64::MAX, output: usize::MAX };
        let finished = process::run(&mut command, allowance);
        let seconds = start.elapsed().as_secs_f64();
        match finished {
            Ok(finished) => Outcome::of(name, &finished, seconds),
            Err(error) => Outcome::none(name, Ending::NotEntered, &error.to_string()),
        }
    }
}

/// Whether one of several patterns with commas between them means a name.
fn matches_any(patterns: &str, name: &str) -> bool {
    // A method's name has commas in its parentheses; a function's may have its file there.
    let plain = name.split('(').next().unwrap_or(name).trim_end();
    patterns.split(',').any(|pattern| {
        let pattern = pattern.trim();
        matches(pattern, plain) || pattern == name
    })
}

/// Whether a pattern with `*` and `?` means a text.
fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t) = (0, 0);
    // Where the last star stands, and how much it takes.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&c) if c == '?' || c == text[t] => (p, t) = (p + 1, t + 1),
            _ => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    (p, t) = (at + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

/// A part that could not be analysed.
fn part(name: &str, ending: Ending) -> Part {
    Part {
        name: name.to_owned(),
        ending,
        otherwise: ending,
        seconds: 0.0,
        covered: None,
        findings: 0,
        why: Vec::new(),
        unsupported: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, name, want) in [
            ("*", "f", true),
            ("a*c", "abbc", true),
            ("a*c", "abcd", false),
            ("a?c*", "abc", true),
            ("x,lua_*", "lua_pop", true),
            ("lua_*", "luaL_pop", false),
            ("**b", "aab", true),
            ("", "f", false),
            ("p.C.*", "p.C.get(int,int)", true),
            ("p.C.g", "p.C.get(int)", false),
            ("f", "f (b.c)", true),
        ] {
            assert_eq!(matches_any(pattern, name), want, "{pattern} {name}");
        }
    }
}
