//! Watches an exploration: stops it at the limits, shows progress, and runs each finding when it comes.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use klew_forward::{Control, Finding, Monitor, PathEnd, Progress, StopReason};
use klew_ir::Property;
use klew_report::FindingReport;
use klew_solver::{Answer, Query, Solver, Statistics};
use klew_term::Terms;

use crate::guard::Guard;
use crate::progress::{ProgressLine, Status};
use crate::so_far::SoFar;
use crate::watch::{self, Clock};

/// Runs findings.
pub trait Examine {
    /// Runs the finding number `number` (from 1) natively.
    fn examine(&mut self, number: usize, finding: &Finding) -> FindingReport;
    /// Whether a finding that its run did not show is a mistake, so that others like it are worth a try.
    fn is_exact(&self) -> bool;
    /// Writes a test for a path.
    fn path_test(&mut self, number: usize, end: &PathEnd);
}

/// The monitor of `klew check`.
pub struct Watcher<'a> {
    /// Limits.
    pub guard: &'a Guard,
    /// The time of the call.
    pub clock: Clock,
    /// Whether exploration goes on after the first confirmed finding.
    pub all_findings: bool,
    /// Whether a test is written for every path.
    pub tests: bool,
    /// What runs findings.
    pub examine: &'a mut dyn Examine,
    /// Progress.
    pub line: ProgressLine,
    /// Time in the solver.
    pub solver_time: Rc<Cell<Duration>>,
    /// What is printed if the call must be ended.
    pub so_far: SoFar,
    /// What was found, examined.
    pub findings: Vec<FindingReport>,
    /// Set when a finding ended the exploration.
    pub stopped_at_finding: bool,
    /// After a finding that could not be confirmed, or a leak, exploration goes on for a while to find one
    /// that can, or a worse one; this is when it ends.
    pub patience: Option<Instant>,
    /// Paths for which a test was written.
    pub paths: usize,
}

/// How many findings that could not be confirmed are looked at before exploration ends anyway.
const MOST_TRIES: usize = 12;

/// How long exploration goes on at least after a finding that could not be confirmed.
const UNCONFIRMED_PATIENCE: Duration = Duration::from_secs(5);
/// How long it goes on at least after a leak: a program that leaks on most of its paths may do worse on few.
const LEAK_PATIENCE: Duration = Duration::from_secs(2);

fn is_leak(finding: &Finding) -> bool {
    matches!(finding.property, Property::MemoryTracked | Property::MemoryFreed)
}

impl Watcher<'_> {
    fn status(&self, progress: &Progress) -> Status {
        Status {
            elapsed: self.clock.elapsed(),
            paths: progress.paths,
            frontier: progress.frontier,
            coverage: (progress.covered, progress.coverable),
            solver: self.solver_time.get(),
            memory: watch::memory(),
            findings: progress.findings,
        }
    }

    fn end_at_finding(&mut self) -> Control {
        self.stopped_at_finding = true;
        // The engine knows no reason of this kind; the report says it right.
        Control::Stop(StopReason::Interrupt)
    }
}

impl Monitor for Watcher<'_> {
    fn tick(&mut self, progress: &Progress) -> Control {
        self.so_far.progress(progress, self.solver_time.get());
        if let Some(reason) = self.guard.stop() {
            return Control::Stop(reason);
        }
        if self.patience.is_some_and(|end| Instant::now() >= end) {
            return self.end_at_finding();
        }
        if self.line.is_due() {
            let status = self.status(progress);
            self.line.show(&status);
        }
        Control::Continue
    }

    fn finding(&mut self, finding: &Finding) -> Control {
        self.line.clear();
        let report = self.examine.examine(self.findings.len() + 1, finding);
        let confirmed = report.confirmation.name() == "confirmed";
        self.so_far.found(&report);
        self.findings.push(report);
        if self.all_findings {
            return Control::Continue;
        }
        let final_one = confirmed && !is_leak(finding);
        if final_one || self.findings.len() >= MOST_TRIES {
            return self.end_at_finding();
        }
        let next =
            if confirmed || !self.examine.is_exact() { Control::Continue } else { Control::Again };
        if self.patience.is_none() {
            let least = if confirmed { LEAK_PATIENCE } else { UNCONFIRMED_PATIENCE };
            self.patience = Some(Instant::now() + self.clock.elapsed().max(least));
        }
        next
    }

    fn wants_paths(&self) -> bool {
        self.tests
    }

    fn path_ended(&mut self, end: &PathEnd) -> Control {
        if self.tests {
            self.paths += 1;
            self.examine.path_test(self.paths, end);
        }
        Control::Continue
    }
}

/// A solver that counts its time, for the progress line.
pub struct Timed {
    /// The solver.
    pub inner: Box<dyn Solver>,
    /// Its time so far.
    pub time: Rc<Cell<Duration>>,
}

impl Solver for Timed {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        let start = Instant::now();
        let answer = self.inner.check(terms, query);
        self.time.set(self.time.get() + start.elapsed());
        answer
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
