//! Watches an exploration: stops it at the limits, shows progress, and runs each finding when it comes.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use klew_forward::{Control, Finding, Monitor, PathEnd, Progress, StopReason};
use klew_ir::{Position, Property};
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
    /// Whether others like a finding that its run did not show are worth a try.
    fn is_exact(&self) -> bool;
    /// Whether the finding that was examined under that number may be a violation: its run did not refute it, and
    /// it does not rest on anything made up.
    fn may_count(&self, number: usize, finding: &Finding) -> bool;
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
    /// How many of the findings may be violations.
    pub counting: usize,
    /// What was tried of findings that are none.
    pub in_vain: InVain,
}

/// Where findings are the same; the message tells exceptions apart, which all leave the entry at one place.
type FindingPlace = (Property, Position, Option<String>);

/// Findings that turned out to be none. Exploration goes on after them while there is time: another path to the
/// same place may be right. But running them takes time, too.
#[derive(Debug, Default)]
pub struct InVain {
    /// How often, at each place.
    tries: BTreeMap<FindingPlace, usize>,
    /// How long the runs took.
    time: Duration,
}

impl InVain {
    /// Takes note of one; whether another at that place is worth a run.
    fn again(&mut self, place: FindingPlace, took: Duration, elapsed: Duration) -> bool {
        self.time += took;
        let tries = self.tries.entry(place).or_default();
        *tries += 1;
        *tries < MOST_TRIES && self.time < elapsed / 2 + VAIN_TIME
    }
}

/// How many findings that may be violations but could not be confirmed are looked at before exploration ends anyway,
/// and how many that turned out to be none at one place.
const MOST_TRIES: usize = 12;

/// How long findings that turn out to be none may be run at least; later half of the time.
const VAIN_TIME: Duration = Duration::from_secs(5);

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
        let (number, start) = (self.findings.len() + 1, Instant::now());
        let report = self.examine.examine(number, finding);
        let confirmed = report.confirmation.name() == "confirmed";
        self.so_far.found(&report);
        self.findings.push(report);
        if !confirmed && !self.examine.may_count(number, finding) {
            let place = (finding.property, finding.position, finding.message.clone());
            let again = self.in_vain.again(place, start.elapsed(), self.clock.elapsed());
            return if again { Control::Again } else { Control::Continue };
        }
        self.counting += 1;
        if self.all_findings {
            return Control::Continue;
        }
        let final_one = confirmed && !is_leak(finding);
        if final_one || self.counting >= MOST_TRIES {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_vain() {
        let check = |tries: usize, took: u64, elapsed: u64, again: bool| {
            let mut in_vain = InVain::default();
            let place = (Property::Assertion, Position::UNKNOWN, None);
            in_vain.tries.insert(place.clone(), tries);
            let (took, elapsed) = (Duration::from_secs(took), Duration::from_secs(elapsed));
            assert_eq!(in_vain.again(place, took, elapsed), again, "{tries} {took:?} {elapsed:?}");
        };
        check(0, 1, 1, true);
        check(MOST_TRIES - 2, 1, 1, true);
        check(MOST_TRIES - 1, 1, 1, false);
        // At most half of the time.
        check(0, 30, 40, false);
        check(0, 30, 60, true);
    }
}
