//! Test suites: forward execution finds inputs that take every way of every branch, each is run outside of klew, and those that
//! are needed become tests that expect what was seen.
//!
//! **Invariant**: what a test expects was observed natively or in the JVM, never only computed by klew.
//! **Invariant**: what a suite covers is measured by a tool of the language; what klew expected is only compared with it.

pub mod bench;
pub mod candidate;
mod choose;
mod compare;
mod contexts;
mod expand;
mod explore;
mod names;
mod prove;
mod record;
pub mod scope;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use klew_report::decisions::Decisions;
use klew_report::suite::{SuiteReport, SuiteTest};
use klew_solver::Interrupt;

use crate::error::UserError;
use crate::front_end::Loaded;
use crate::guard::Guard;
use crate::languages;
use crate::options::{SuiteGoal, SuiteOptions};
use crate::source::{self, Given};
use crate::watch::{self, Clock};
use bench::{Bench, Ended, NamedTest, Observation};
use candidate::Candidate;
use explore::{Explored, Explorer};
use record::{Part, Record, RecordedTest};

/// Without a time limit, exploration ends after this.
const EXPLORATION: Duration = Duration::from_secs(30);

/// The most time for proofs that what was not covered cannot be.
const PROOFS: Duration = Duration::from_secs(10);

/// Makes a suite, or extends the one that is there.
///
/// # Errors
/// The program or the suite cannot be read, nothing can be run, or the suite cannot be written.
pub fn make(options: &SuiteOptions) -> Result<SuiteReport, UserError> {
    let clock = Clock::start(options.time);
    let interrupt = Interrupt::new();
    let on_interrupt = interrupt.clone();
    // Without that, Ctrl-C ends the process, which is as good here.
    let _ = watch::listen(move || on_interrupt.request());
    let work = source::work_folder()?;
    let memory = options.memory.unwrap_or_else(watch::default_memory_limit);
    let guard = Guard::start(clock, memory, interrupt.clone(), work.path().to_owned());
    let (given, front_end) = languages::open(&options.program, work.path())?;
    if options.goal == SuiteGoal::Mcdc {
        front_end.measures_decisions()?;
    }
    let folder = options.into.clone();
    let mut record = folder.as_deref().map(Record::read).transpose()?.unwrap_or_default();
    let half = |limit: Duration| Instant::now() + limit / 2;
    let mut explorer = Explorer {
        options,
        given: &given,
        front_end: &*front_end,
        guard: &guard,
        clock,
        interrupt: &interrupt,
        explored: Explored::default(),
        end: Some(options.time.map_or(Instant::now() + EXPLORATION, half)),
        left: None,
        is_bounded: false,
    };
    let loaded = explorer.run()?;
    explorer.prove(&loaded, options.time.map_or(PROOFS, |limit| (limit / 6).min(PROOFS)))?;
    let Loaded { program, original } = loaded;
    let explored = explorer.explored;
    // What comes now has no limit but the call's.
    guard.reporting();
    let folder = match folder {
        Some(folder) => folder,
        None => {
            let parts = original.folder_parts(&given);
            let name = crate::output::folder_name(parts.iter().map(String::as_str));
            let folder = PathBuf::from(name.replacen("klew-out", "klew-suite", 1));
            record = Record::read(&folder)?;
            folder
        }
    };
    let mut bench = original.bench(&program, &given, &explored.functions)?;
    let program = (given.shown_files(), given.entry.clone());
    let maker = Maker { options, given: &given, explored, clock, folder };
    maker.make(&mut *bench, record, program)
}

struct Maker<'a> {
    options: &'a SuiteOptions,
    given: &'a Given,
    explored: Explored,
    clock: Clock,
    folder: PathBuf,
}

impl Maker<'_> {
    fn make(
        &self,
        bench: &mut dyn Bench,
        mut record: Record,
        program: (Vec<String>, String),
    ) -> Result<SuiteReport, UserError> {
        let old: Vec<RecordedTest> = record.part(&program).tests.clone();
        let candidates = self.candidates(&old);
        let mut observed = bench.observe(&candidates, &self.clock)?;
        let late = || Observation::unusable("the time was over before it was run");
        observed.resize_with(candidates.len(), late);
        self.look_closer(bench, &candidates, &mut observed);
        let mut limits = self.explored.limits.clone();
        let decisions = self.decisions(bench, &mut observed, &mut limits)?;
        let (chosen, dropped) = self.choose(&old, &candidates, &observed);
        let findings = self.findings(bench, &observed, &chosen);
        let (tool, coverage) = match bench.coverage(&chosen, &self.clock) {
            Ok((tool, coverage)) => (Ok(tool), coverage),
            Err(why) => (Err(why), Default::default()),
        };
        let mut taken = record.names();
        let mut tests: Vec<NamedTest> = Vec::new();
        for (&candidate, finding) in
            chosen.iter().zip(&findings).filter(|(at, _)| **at >= old.len())
        {
            let about = (&self.given.entry[..], finding.as_deref());
            let name = names::name(&candidates[candidate], about, &mut taken);
            let covers = names::lines(&candidates[candidate]);
            tests.push(NamedTest { name, covers, candidate, finding: finding.clone() });
        }
        let part = record.part(&program);
        let how_to_run = self.write(bench, part, &tests, &candidates).and_then(|()| {
            if tool.is_ok() {
                record.part(&program).coverage.clone_from(&coverage);
            }
            let how = bench.write_build_file(&self.folder, &record.build())?;
            fs::write(self.folder.join("coverage.info"), record.coverage().to_lcov())?;
            record.write(&self.folder)?;
            Ok(how)
        });
        let how_to_run = how_to_run.map_err(|error| {
            UserError::new(format!("cannot write to {}: {error}", self.folder.display()))
        })?;
        let kept = old.iter().map(|test| SuiteTest {
            name: test.name.clone(),
            finding: test.finding.clone(),
            kept: true,
        });
        let new = tests.iter().map(|test| SuiteTest {
            name: test.name.clone(),
            finding: test.finding.clone(),
            kept: false,
        });
        let (uncovered, differences) = match &tool {
            Ok(tool) => compare::compare(&self.explored, &coverage, tool),
            Err(_) => Default::default(),
        };
        let report = SuiteReport {
            files: self.given.shown_files(),
            entry: self.given.entry.clone(),
            folder: self.folder.display().to_string(),
            tests: kept.chain(new).collect(),
            paths: self.explored.paths,
            candidates: candidates.len(),
            measured_by: tool,
            coverage,
            decisions: decisions.as_ref().map(|all| together(all, &chosen)),
            uncovered,
            differences,
            limits,
            assumptions: self.explored.assumptions.clone(),
            dropped,
            how_to_run,
            native_runs: self.given.confinement.told(),
            seconds: self.clock.elapsed().as_secs_f64(),
        };
        self.write_report(&report)?;
        Ok(report)
    }

    /// Without what differs from run to run.
    fn write_report(&self, report: &SuiteReport) -> Result<(), UserError> {
        // What depends on the machine is not the suite's.
        let report = SuiteReport {
            native_runs: None,
            seconds: 0.0,
            paths: 0,
            candidates: 0,
            ..report.clone()
        };
        let text = report.to_json() + "\n";
        let file = self.folder.join("suite.json");
        fs::write(&file, text)
            .map_err(|error| UserError::new(format!("cannot write {}: {error}", file.display())))
    }

    /// Those of the suite that is there come first.
    fn candidates(&self, old: &[RecordedTest]) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> =
            old.iter().map(|test| test.candidate.clone()).collect();
        for new in &self.explored.candidates {
            if !candidates.iter().any(|other| other.is_same(new)) {
                candidates.push(new.clone());
            }
        }
        candidates
    }

    /// The candidates that become tests, and what is said of those that cannot.
    fn choose(
        &self,
        old: &[RecordedTest],
        candidates: &[Candidate],
        observed: &[Observation],
    ) -> (Vec<usize>, Vec<String>) {
        let mut dropped: Vec<(String, usize)> = Vec::new();
        let mut open = Vec::new();
        for (index, observation) in observed.iter().enumerate().skip(old.len()) {
            match &observation.ended {
                Ended::Unusable(why) => match dropped.iter_mut().find(|(other, _)| other == why) {
                    Some((_, count)) => *count += 1,
                    None => dropped.push((why.clone(), 1)),
                },
                _ => open.push(index),
            }
        }
        let mut keys: Vec<Vec<String>> = observed.iter().map(|one| one.keys.clone()).collect();
        for (index, observation) in observed.iter().enumerate() {
            if let Ended::Failed(what) = &observation.ended {
                // Each failure is worth a test.
                keys[index].push(format!("fails: {what}"));
            }
        }
        let fixed: Vec<usize> = (0..old.len()).collect();
        let nothing_measured = observed.iter().all(|one| one.keys.is_empty());
        if self.options.goal == SuiteGoal::Path || nothing_measured {
            // Every path is one of its own; so is every candidate where nobody says what it covers.
            for (index, candidate) in candidates.iter().enumerate() {
                if candidate.violates.is_none() {
                    keys[index].push(format!("path {index}"));
                }
            }
        }
        // The tests that pass cover what they can by themselves.
        let failed = |index: &usize| matches!(observed[*index].ended, Ended::Failed(_));
        let (failing, passing): (Vec<usize>, Vec<usize>) = open.into_iter().partition(failed);
        let chosen = choose::choose(&keys, &fixed, &passing, self.options.budget);
        let chosen = choose::choose(&keys, &chosen, &failing, self.options.budget);
        let line = |(why, count): (String, usize)| match count {
            1 => format!("an input: {why}"),
            count => format!("{count} inputs: {why}"),
        };
        (chosen, dropped.into_iter().map(line).collect())
    }

    /// Where conditions are to be shown to decide: which rows of decisions each run took. Those that are needed are keys of the runs that took them.
    fn decisions(
        &self,
        bench: &mut dyn Bench,
        observed: &mut [Observation],
        limits: &mut Vec<String>,
    ) -> Result<Option<Vec<Decisions>>, UserError> {
        if self.options.goal != SuiteGoal::Mcdc {
            return Ok(None);
        }
        let is_usable = |at: &usize| !matches!(observed[*at].ended, Ended::Unusable(_));
        let usable: Vec<usize> = (0..observed.len()).filter(is_usable).collect();
        let taken = bench.decisions(&usable, &self.clock).map_err(|why| {
            UserError::new(format!("it cannot be measured which conditions decide: {why}"))
        })?;
        if let missed @ 1.. = usable.len() - taken.len() {
            let inputs = if missed == 1 { "an input" } else { &format!("{missed} inputs") };
            let message = format!(
                "the time was over before it was measured which conditions {inputs} show to decide"
            );
            limits.insert(0, message);
        }
        let mut decisions = vec![Decisions::default(); observed.len()];
        for (at, taken) in usable.into_iter().zip(taken) {
            decisions[at] = taken;
        }
        let all: Vec<usize> = (0..decisions.len()).collect();
        let needed = together(&decisions, &all).needed();
        for (observation, own) in observed.iter_mut().zip(&decisions) {
            observation.keys.extend(own.keys().filter(|key| needed.contains(key)));
        }
        Ok(Some(decisions))
    }

    /// Candidates of which exploration says that something is violated are looked at closer before any is chosen.
    fn look_closer(
        &self,
        bench: &mut dyn Bench,
        candidates: &[Candidate],
        observed: &mut [Observation],
    ) {
        let usable = |at: &usize| !matches!(observed[*at].ended, Ended::Unusable(_));
        let violating = |at: &usize| candidates[*at].violates.is_some();
        let failed = |at: &usize| matches!(observed[*at].ended, Ended::Failed(_));
        let looked_at: Vec<usize> = (0..candidates.len())
            .filter(|at| usable(at) && (violating(at) || failed(at)))
            .collect();
        if looked_at.is_empty() {
            return;
        }
        let seen = bench.examine(&looked_at, &self.clock);
        for (at, what) in looked_at.into_iter().zip(seen) {
            // Sanitizers say more of an access than the signal does.
            if let Some(what) = what {
                observed[at].ended = Ended::Failed(what);
            }
        }
    }

    /// What is wrong in the runs of the chosen ones.
    fn findings(
        &self,
        bench: &mut dyn Bench,
        observed: &[Observation],
        chosen: &[usize],
    ) -> Vec<Option<String>> {
        let well = |index: &usize| observed[*index].ended == Ended::Well;
        let looked_at: Vec<usize> = chosen.iter().copied().filter(well).collect();
        let mut seen = bench.examine(&looked_at, &self.clock).into_iter();
        let finding = |index: &usize| match &observed[*index].ended {
            Ended::Failed(what) => Some(what.clone()),
            Ended::Well => seen.next().flatten(),
            Ended::Unusable(_) => None,
        };
        chosen.iter().map(finding).collect()
    }

    fn write(
        &self,
        bench: &mut dyn Bench,
        part: &mut Part,
        tests: &[NamedTest],
        candidates: &[Candidate],
    ) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        if !tests.is_empty() {
            part.build.extend(bench.write(&self.folder, tests, candidates)?);
        }
        part.tests.extend(tests.iter().map(|test| RecordedTest {
            name: test.name.clone(),
            candidate: candidates[test.candidate].clone(),
            finding: test.finding.clone(),
        }));
        Ok(())
    }
}

/// What several runs took.
fn together(decisions: &[Decisions], chosen: &[usize]) -> Decisions {
    let mut all = Decisions::default();
    chosen.iter().filter_map(|at| decisions.get(*at)).for_each(|one| all.add(one));
    all
}

/// The way from a folder to a file, for files that name others: relative where both are below one folder of some depth, so
/// that a suite beside its program can be moved with it.
pub fn way_to(from: &Path, to: &Path) -> PathBuf {
    let real = |path: &Path| {
        path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or(path.to_owned())
    };
    let (from, to) = (real(from), real(to));
    let same = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let (above, below) = (from.components().count() - same, to.components().skip(same));
    if same < 3 {
        return to;
    }
    std::iter::repeat_n(std::path::Component::ParentDir, above).chain(below).collect()
}
