//! `cargo xtask differential --language java --methods`: calls of every public method, constructor and constant of
//! the JDK's classes that klew has models of.
//!
//! What a call gives (its result, what it changes, or the exception with its message) is what the JVM says; klew must get
//! exactly that, with given arguments and with some that are one of a few. One run of klew makes many calls, each on a
//! path of its own.

mod arguments;
mod calls;
mod library;
mod listing;
mod members;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Options;
use super::driver::Driver;
use super::judge::Judge;
use super::report::Report;
use crate::differential::random::Random;
use calls::{CHOICES, Call};
use listing::{Fate, Listing};
use members::Member;

const PRELUDE: &str = include_str!("Prelude.java.txt");

/// How many calls one run of klew makes.
const BATCH: usize = 40;

/// Longer results (arrays of a million elements, say) are not compared.
const LONGEST: usize = 2000;

/// Compares klew and the JVM on calls of the members whose name contains the filter.
///
/// # Errors
/// There is no JDK, or the models are not there.
pub fn methods(options: &Options, filter: &str, count: usize) -> Result<ExitCode, String> {
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    fs::create_dir_all(&options.keep)
        .map_err(|error| format!("cannot create {}: {error}", options.keep.display()))?;
    let classes = Driver::compile(work.path())?;
    let mut driver = Driver::start(&classes)?;
    let jar = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/klew-jvm/library/models.jar");
    let members = members::read(&driver.ask(&["members", &jar.to_string_lossy()])?);
    drop(driver);
    let (calls, skipped) = select(&members, filter, count, options.seed);
    let judge =
        Judge { klew: options.klew.clone(), seconds: options.time, extra: options.extra.clone() };
    let batches: Vec<&[Call]> = calls.chunks(BATCH).collect();
    let next = AtomicUsize::new(0);
    let listing = Listing::new(&members, options.keep.join("methods.txt"))?;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs.max(1))
            .map(|job| {
                let (classes, judge, next, listing, batches) =
                    (&classes, &judge, &next, &listing, &batches);
                let (folder, calls) = (work.path().join(format!("job-{job}")), &calls);
                scope.spawn(move || {
                    let mut worker =
                        Worker { judge, driver: Driver::start(classes)?, folder: folder.clone() };
                    while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                        listing.add(worker.batch(batch), calls.len())?;
                    }
                    Ok::<(), String>(())
                })
            })
            .collect();
        for worker in workers {
            worker.join().map_err(|_| "a worker panicked".to_owned())??;
        }
        Ok::<(), String>(())
    })?;
    listing.finish(&skipped)
}

/// The calls to make, and why some members have none.
fn select(
    members: &[Member],
    filter: &str,
    count: usize,
    seed: u64,
) -> (Vec<Call>, BTreeMap<&'static str, Vec<usize>>) {
    let mut chosen = Vec::new();
    let mut skipped: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    for (number, member) in members.iter().enumerate() {
        if !member.text().contains(filter) {
            continue;
        }
        // A member's calls do not depend on which others there are.
        let mark = member
            .text()
            .bytes()
            .fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        if let Some(why) = member.excluded() {
            skipped.entry(why).or_default().push(number);
        } else if !member.modelled && member.kind != members::Kind::Constant {
            skipped.entry("not in the model").or_default().push(number);
        } else {
            let calls = calls::calls(number, member, count, &mut Random::new(mark));
            if calls.is_empty() {
                skipped.entry("no arguments to call it with").or_default().push(number);
            }
            chosen.extend(calls);
        }
    }
    (chosen, skipped)
}

struct Worker<'a> {
    judge: &'a Judge,
    driver: Driver,
    folder: PathBuf,
}

impl Worker<'_> {
    fn batch(&mut self, calls: &[Call]) -> Vec<(Call, Fate)> {
        let result = self.run(calls);
        // Left-over files in the temporary folder do no harm.
        let _ = fs::remove_dir_all(&self.folder);
        let known = match result {
            Ok(fates) => fates,
            Err(why) if calls.len() == 1 => {
                return vec![(calls[0].clone(), Fate::Open(why.chars().take(200).collect()))];
            }
            // One of them is in the way of the others.
            Err(_) => vec![None; calls.len()],
        };
        let mut fates = Vec::new();
        let mut left = Vec::new();
        for (call, fate) in calls.iter().zip(known) {
            match fate {
                Some(fate) => fates.push((call.clone(), fate)),
                None => left.push(call.clone()),
            }
        }
        let half = left.len().div_ceil(2);
        if left.len() == calls.len() && half < left.len() {
            fates.extend(self.batch(&left[..half]));
            fates.extend(self.batch(&left[half..]));
        } else if left.len() < calls.len() && !left.is_empty() {
            fates.extend(self.batch(&left));
        } else {
            let open = Fate::Open("klew gives no reason".into());
            fates.extend(left.into_iter().map(|call| (call, open.clone())));
        }
        fates
    }

    /// What is known of each call after one run of klew.
    fn run(&mut self, calls: &[Call]) -> Result<Vec<Option<Fate>>, String> {
        let failed = |error: std::io::Error| error.to_string();
        let (main, harness) = (self.folder.join("calls"), self.folder.join("check"));
        for folder in [&main, &harness] {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        fs::write(main.join("Calls.java"), calls::class(calls, PRELUDE)).map_err(failed)?;
        self.driver.compile_folder(&main)?;
        let expected = self.truth(calls, &main.join("classes"))?;
        fs::write(harness.join("Check.java"), calls::check(calls, &expected)).map_err(failed)?;
        self.driver.compile_with(&harness, &main.join("classes"))?;
        let file = harness.join("classes/Check.class");
        fs::rename(&file, main.join("classes/Check.class")).map_err(failed)?;
        let report = self.judge.klew(&main.join("classes"), "Check", false)?;
        Ok(fates(calls, &expected, &report))
    }

    /// What the JVM says of each call, unless two runs of it differ.
    fn truth(
        &mut self,
        calls: &[Call],
        classes: &Path,
    ) -> Result<Vec<Option<Vec<String>>>, String> {
        let folder = classes.to_string_lossy().into_owned();
        let fields = ["calls", &folder, "Calls", &calls.len().to_string(), &CHOICES.to_string()];
        let (first, second) = (self.driver.ask(&fields)?, self.driver.ask(&fields)?);
        let answers = first.chunks(CHOICES).zip(second.chunks(CHOICES));
        Ok(answers
            .map(|(one, other)| {
                let usable = one == other
                    && one.iter().all(|it| it.len() < LONGEST && !it.contains("OutOfMemoryError"));
                usable.then(|| one.to_vec())
            })
            .collect())
    }
}

fn fates(calls: &[Call], expected: &[Option<Vec<String>>], report: &Report) -> Vec<Option<Fate>> {
    let mut fates: Vec<Option<Fate>> = vec![None; calls.len()];
    for (fate, expected) in fates.iter_mut().zip(expected) {
        if expected.is_none() {
            *fate = Some(Fate::Open("the JVM's answers differ, or are too long".into()));
        }
    }
    let mut everywhere = false;
    for note in report.limits.iter().chain(&report.approximations) {
        match note.line.filter(|line| (1..=calls.len()).contains(line)) {
            Some(line) => fates[line - 1] = Some(Fate::Open(note.message.clone())),
            None => everywhere = true,
        }
    }
    for finding in &report.findings {
        let inputs = finding.inputs();
        let number = inputs.first().and_then(|&number| usize::try_from(number).ok());
        let Some(number) = number.filter(|&number| number < calls.len()) else { continue };
        fates[number] = Some(if finding.is_approximate() {
            Fate::Open("an approximation".into())
        } else if let Some(what) = finding.chosen_by_the_jvm() {
            Fate::Open(format!("depends on what the JVM chooses: {what}"))
        } else {
            let choice = inputs.get(1).and_then(|&x| usize::try_from(x).ok()).unwrap_or(0);
            let right = expected[number].as_ref().and_then(|all| all.get(choice));
            let right = right.map_or("", String::as_str);
            let given =
                if calls[number].symbolic { format!(" choice={choice}") } else { String::new() };
            Fate::Wrong(format!("JVM: {right}{given}; klew: {}", finding.message))
        });
    }
    // Alone, a call is what the reasons are about.
    if let [fate @ None] = &mut fates[..]
        && everywhere
    {
        *fate = Some(Fate::Open(report.reasons()));
    }
    if !everywhere {
        for fate in &mut fates {
            fate.get_or_insert(Fate::Agreed);
        }
    }
    fates
}
