//! What a run came to so far, for the case that it does not end by itself: the guard then prints this.
//!
//! **Invariant**: what was found is here as soon as it was examined, so nothing is lost that took time to find.

use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use klew_engine::{Figures, StopReason};
use klew_report::{
    CheckReport, FindingReport, Limit, LimitKind, Statistics, Style, TextOptions, Verdict,
};

use crate::arguments::Format;
use crate::outcome;
use crate::output::OutputFolder;
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

    /// Prints it, and puts the tests so far in their place; gives the exit code.
    pub fn last_words(
        &self,
        format: Format,
        clock: Clock,
        output: Option<OutputFolder>,
    ) -> impl FnOnce(StopReason) -> u8 + Send + use<> {
        let so_far = self.clone();
        move |reason| {
            if let Some(output) = output.filter(|output| output.publish().unwrap_or(false)) {
                so_far.report().output = Some(output.path);
            }
            let (text, code) = so_far.stopped(reason, format, clock.elapsed());
            let _ = std::io::stdout().write_all(text.as_bytes());
            code
        }
    }

    /// What is printed if it is stopped now, and the exit code.
    fn stopped(&self, reason: StopReason, format: Format, elapsed: Duration) -> (String, u8) {
        let mut report = self.report();
        let (kind, message) = outcome::stop(reason);
        report.limits = vec![Limit { kind, message, place: None }];
        let mut done = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        let report = match &mut *done {
            Some(done) if report.verdict() != Verdict::Violated => {
                done.output.clone_from(&report.output);
                done
            }
            _ => &mut *report,
        };
        report.statistics.seconds = elapsed.as_secs_f64();
        report.statistics.peak_memory = watch::peak_memory();
        let text = match format {
            Format::Json => format!("{:#}\n", klew_report::json::to_json(report)),
            Format::Text => {
                let sources = crate::shown_sources::source_text(report);
                let options = TextOptions { style: Style::Plain, full_trace: false };
                klew_report::text::render_text(report, &sources, options)
            }
        };
        (text, report.verdict().exit_code(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_engine::Unrolling;
    use klew_report::Confirmation;

    fn finding() -> FindingReport {
        let how = "seen".to_owned();
        FindingReport {
            property: "valid-deref".to_owned(),
            place: None,
            message: "out of bounds".to_owned(),
            stack: Vec::new(),
            notes: Vec::new(),
            path: Vec::new(),
            input: Vec::new(),
            heap: None,
            decisions: String::new(),
            confirmation: Confirmation::Confirmed { how },
            test: None,
        }
    }

    fn check(so_far: &SoFar, format: Format, code: u8, parts: &[&str]) {
        let stopped = so_far.stopped(StopReason::Time, format, Duration::from_secs(7));
        assert_eq!(stopped.1, code);
        for part in parts {
            assert!(stopped.0.contains(part), "{part:?} is not in:\n{}", stopped.0);
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
        check(&so_far, Format::Text, 5, &["unknown", "0 nodes, 0 solver checks"]);
        let unrolling = Unrolling { bound: 8, rounds: 4, nodes: 120, within: None };
        let figures = Figures { unrolling: Some(unrolling), ..Figures::default() };
        so_far.progress(&figures, Duration::ZERO);
        so_far.asked(7, Duration::from_secs(1));
        let figures = "unrolled 8 times in the last of 4 rounds, 120 nodes, 7 solver checks";
        check(&so_far, Format::Text, 5, &[figures]);
        so_far.found(&finding());
        check(&so_far, Format::Text, 10, &["error[valid-deref]: out of bounds", figures]);
    }

    #[test]
    fn what_was_found_is_not_lost() {
        let so_far = nothing_yet(Statistics::default());
        check(&so_far, Format::Text, 5, &["unknown", "0 paths"]);
        let progress = Figures { paths: 12, instructions: 345, ..Figures::default() };
        so_far.progress(&progress, Duration::from_secs(1));
        check(&so_far, Format::Text, 5, &["unknown", "12 paths", "345 instructions", "7.00 s"]);
        so_far.found(&finding());
        check(&so_far, Format::Text, 10, &["error[valid-deref]: out of bounds", "confirmed: seen"]);
        check(&so_far, Format::Json, 10, &["\"verdict\": \"violated\"", "\"confirmed\": true"]);
    }
}
