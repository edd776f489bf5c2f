//! What a run came to so far, for the case that it does not end by itself: the guard then prints this.
//!
//! **Invariant**: what was found is here as soon as it was examined, so nothing is lost that took time to find.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use klew_engine::{Figures, StopReason};
use klew_report::{CheckReport, FindingReport, Limit, LimitKind, Statistics, Verdict};

use crate::audience::Audience;
use crate::confined::Confinement;
use crate::outcome;
use crate::output::OutputFolder;
use crate::reports::Reports;
use crate::watch::{self, Clock};

/// The report as it would be now; shared with the guard.
#[derive(Clone)]
pub struct SoFar(Arc<Mutex<CheckReport>>, Arc<Mutex<Option<CheckReport>>>);

impl SoFar {
    /// Of a run that did nothing yet.
    pub fn new(report: CheckReport) -> SoFar {
        SoFar(Arc::new(Mutex::new(report)), Arc::default())
    }

    fn report(&self) -> MutexGuard<'_, CheckReport> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A finding that was run natively, or could not be.
    pub fn found(&self, finding: &FindingReport) {
        self.report().findings.push(finding.clone());
    }

    /// A round was done: that is the result, unless another one finds something.
    pub fn round(&self, report: &CheckReport) {
        self.report().findings.clear();
        let incomplete = report.limits.iter().any(|limit| limit.kind == LimitKind::Time);
        if !incomplete {
            *self.1.lock().unwrap_or_else(PoisonError::into_inner) = Some(report.clone());
        }
    }

    /// What would bound the inputs, should the time be over.
    pub fn hints(&self, hints: Vec<String>) {
        self.report().hints = hints;
    }

    /// How far an engine is.
    pub fn progress(&self, figures: &Figures, solver: Duration) {
        let statistics = &mut self.report().statistics;
        let so_far =
            Statistics { solver_seconds: solver.as_secs_f64(), ..outcome::statistics([figures]) };
        *statistics = match figures.unrolling {
            // Its queries are counted one by one, and paths are those of engines before it.
            Some(_) => Statistics {
                solver_seconds: so_far.solver_seconds,
                backward: so_far.backward,
                ..std::mem::take(statistics)
            },
            None => Statistics { backward: statistics.backward, ..so_far },
        };
    }

    /// What backward execution asked solvers so far.
    pub fn asked(&self, queries: u64, time: Duration) {
        let statistics = &mut self.report().statistics;
        statistics.queries = queries;
        statistics.solver_seconds = time.as_secs_f64();
    }

    /// Has it printed, and puts the tests so far in their place; gives the exit code.
    pub fn last_words(
        &self,
        audience: Arc<dyn Audience>,
        clock: Clock,
        (output, reports): (Option<OutputFolder>, Option<Reports>),
        confinement: Confinement,
    ) -> impl FnOnce(StopReason) -> u8 + Send + use<> {
        let so_far = self.clone();
        move |reason| {
            let mut report = so_far.stopped(reason, clock.elapsed());
            report.native_runs = confinement.told();
            if let (Some(output), Some(reports)) = (&output, &reports) {
                report.reports = reports.write(&report, output).unwrap_or_default();
            }
            if let Some(output) = output.filter(|output| output.publish().unwrap_or(false)) {
                report.output = Some(output.path);
            }
            audience.last_words(&report)
        }
    }

    /// The result if it is stopped now.
    fn stopped(&self, reason: StopReason, elapsed: Duration) -> CheckReport {
        let mut report = self.report().clone();
        let (kind, message) = outcome::stop(reason);
        report.limits = vec![Limit { kind, message, place: None }];
        let done = self.1.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut report = match done {
            Some(done) if report.verdict() != Verdict::Violated => {
                CheckReport { output: report.output, ..done }
            }
            _ => report,
        };
        if report.verdict() == Verdict::Violated {
            report.hints.clear();
        }
        report.statistics.seconds = elapsed.as_secs_f64();
        report.statistics.peak_memory = watch::peak_memory();
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_engine::Unrolling;
    use klew_report::{Confirmation, Style, TextOptions};

    use crate::shown_sources::source_text;

    fn finding() -> FindingReport {
        let how = "seen".to_owned();
        FindingReport {
            property: "valid-deref".to_owned(),
            cwe: None,
            place: None,
            message: "out of bounds".to_owned(),
            stack: Vec::new(),
            notes: Vec::new(),
            states: Vec::new(),
            path: Vec::new(),
            input: Vec::new(),
            heap: None,
            decisions: String::new(),
            confirmation: Confirmation::Confirmed { how },
            test: None,
        }
    }

    fn check(so_far: &SoFar, verdict: Verdict, parts: &[&str]) {
        let stopped = so_far.stopped(StopReason::Time, Duration::from_secs(7));
        assert_eq!(stopped.verdict(), verdict);
        let options = TextOptions {
            style: Style::Plain,
            full_trace: false,
            draw_heap: false,
            explain_pruning: false,
        };
        let text = klew_report::text::render_text(&stopped, &source_text(&stopped), options);
        for part in parts {
            assert!(text.contains(part), "{part:?} is not in:\n{text}");
        }
    }

    fn nothing_yet(statistics: Statistics) -> SoFar {
        SoFar::new(CheckReport {
            target: None,
            files: vec!["a.c".to_owned()],
            properties: vec!["valid-deref".to_owned()],
            findings: Vec::new(),
            limits: vec![Limit { kind: LimitKind::Time, message: String::new(), place: None }],
            approximations: Vec::new(),
            assumptions: Vec::new(),
            input_heap: None,
            checks: Vec::new(),
            statistics,
            ..CheckReport::default()
        })
    }

    #[test]
    fn what_backward_execution_found_is_not_lost() {
        let backward = Some(klew_report::Backward::default());
        let so_far = nothing_yet(Statistics { backward, ..Statistics::default() });
        check(&so_far, Verdict::Unknown, &["unknown", "0 nodes, 0 solver checks"]);
        let unrolling = Unrolling { bound: 8, rounds: 4, nodes: 120, within: None };
        let figures = Figures { unrolling: Some(unrolling), ..Figures::default() };
        so_far.progress(&figures, Duration::ZERO);
        so_far.asked(7, Duration::from_secs(1));
        let figures = "unrolled 8 times in the last of 4 rounds, 120 nodes, 7 solver checks";
        check(&so_far, Verdict::Unknown, &[figures]);
        so_far.found(&finding());
        check(&so_far, Verdict::Violated, &["error[valid-deref]: out of bounds", figures]);
    }

    #[test]
    fn what_was_found_is_not_lost() {
        let so_far = nothing_yet(Statistics::default());
        check(&so_far, Verdict::Unknown, &["unknown", "0 paths"]);
        let progress = Figures { paths: 12, instructions: 345, ..Figures::default() };
        so_far.progress(&progress, Duration::from_secs(1));
        check(&so_far, Verdict::Unknown, &["unknown", "12 paths", "345 instructions", "7.00 s"]);
        so_far.found(&finding());
        check(
            &so_far,
            Verdict::Violated,
            &["error[valid-deref]: out of bounds", "confirmed: seen"],
        );
    }
}
