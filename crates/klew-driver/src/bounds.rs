//! Bounds on inputs that are set in the program (a Java program's arguments, standard input and strings, of which nothing is said): it is
//! explored with the smallest, then with larger ones, as long as there is time.
//!
//! **Invariant**: the result is that of the largest bound that was explored to the end, or a finding.

use std::time::{Duration, Instant};

use klew_report::{CheckReport, LimitKind};

use crate::front_end::{Bound, Bounds};
use crate::watch::Clock;

/// How an exploration with one bound stands among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<'b> {
    /// The bound.
    pub bound: &'b Bound,
    /// Whether a smaller one was explored to the end.
    pub done: bool,
    /// Whether there is no larger one, but for those that have what time is left.
    pub last: bool,
}

/// Without a time limit, so much time a bound has if a larger one may come.
const SHARE: Duration = Duration::from_secs(8);

impl Turn<'_> {
    /// When the exploration with this bound is to end: one that does not end by itself (the program reads an endless
    /// input, say) leaves time for larger ones.
    pub fn end(self, clock: &Clock) -> Option<Instant> {
        let now = Instant::now();
        match clock.end_of_exploration() {
            _ if self.last && !self.done => None,
            Some(end) if self.last => Some(end),
            Some(end) => Some(now + end.saturating_duration_since(now) / 3),
            None => Some(now + SHARE),
        }
    }
}

/// Explores with one bound after the other. `explore` also says whether there is time for another one.
pub fn grow(
    bounds: &Bounds,
    mut explore: impl FnMut(Turn<'_>) -> (CheckReport, bool),
) -> Option<CheckReport> {
    let mut best: Option<CheckReport> = None;
    let mut done = false;
    let all = bounds.levels.len() + bounds.longer.len();
    for (index, bound) in bounds.levels.iter().chain(&bounds.longer).enumerate() {
        let last = index + 1 == bounds.levels.len() || index + 1 == all;
        let turn = Turn { bound, done, last };
        let (mut report, goes_on) = explore(turn);
        let mut meets_bound = false;
        for limit in &mut report.limits {
            let text = bound.texts.iter().find(|(met, _)| limit.message == *met);
            if limit.kind == LimitKind::InputBound
                && let Some((_, text)) = text
            {
                meets_bound = true;
                limit.message.clone_from(text);
            }
        }
        let found = report.findings.iter().any(|finding| finding.confirmation.counts());
        let stopped = report.limits.iter().any(|limit| is_stop(limit.kind));
        if found || !stopped || !done {
            done |= !stopped;
            best = Some(report);
        } else if let Some(before) = &mut best {
            before.statistics.seconds = report.statistics.seconds;
            before.statistics.peak_memory = report.statistics.peak_memory;
        }
        // A run that was stopped may have met the bound later.
        if found || !goes_on || !(meets_bound || stopped) {
            break;
        }
    }
    best
}

fn is_stop(kind: LimitKind) -> bool {
    matches!(
        kind,
        LimitKind::Time
            | LimitKind::Memory
            | LimitKind::Interrupt
            | LimitKind::Instructions
            | LimitKind::StoppedAtFinding
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::surroundings::levels;
    use klew_jvm::surroundings::ARGUMENTS;
    use klew_report::{Limit, Statistics, Verdict};

    /// What each bound comes to.
    fn check(each: &[&[LimitKind]], want: Verdict, within: Option<&str>) {
        let mut each = each.iter();
        let explore = |_: Turn<'_>| {
            let kinds = each.next().expect("no further bound is explored");
            let limit = |kind: &LimitKind| Limit {
                kind: *kind,
                message: ARGUMENTS.to_owned(),
                place: None,
            };
            let report = CheckReport {
                files: Vec::new(),
                target: None,
                properties: Vec::new(),
                findings: Vec::new(),
                limits: kinds.iter().map(limit).collect(),
                approximations: Vec::new(),
                assumptions: Vec::new(),
                input_heap: None,
                checks: Vec::new(),
                statistics: Statistics::default(),
                ..CheckReport::default()
            };
            // The time is over when it says so twice.
            let over = kinds.iter().filter(|kind| **kind == LimitKind::Time).count() == 2;
            (report, !over)
        };
        let report = grow(&Bounds { longer: Vec::new(), ..levels(true) }, explore).unwrap();
        assert_eq!(report.verdict(), want);
        assert_eq!(report.limits.first().map(|limit| limit.message.as_str()), within);
        assert!(each.next().is_none(), "a further bound is explored");
    }

    #[test]
    fn the_largest_bound_that_was_explored_counts() {
        use LimitKind::{InputBound, Time, Unsupported};
        check(&[&[]], Verdict::Safe, None);
        let one = "main gets at most 1 argument, of at most 2 characters";
        let over: &[LimitKind] = &[InputBound, Time, Time];
        check(&[&[InputBound], &[InputBound], over], Verdict::Bounded, Some(one));
        let all = "main gets at most 3 arguments, of at most 6 characters";
        let bound: &[LimitKind] = &[InputBound];
        check(&[bound; 4], Verdict::Bounded, Some(all));
        check(&[&[Time, Time]], Verdict::Unknown, Some(ARGUMENTS));
        // An endless one among others.
        check(&[&[Time], &[InputBound], over], Verdict::Bounded, Some(one));
        let both: &[LimitKind] = &[InputBound, Unsupported];
        check(&[&[InputBound], both, &[Time, Time]], Verdict::Unknown, Some(one));
    }
}
