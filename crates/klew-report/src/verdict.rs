//! The one place where a verdict is decided.
//!
//! Every bound, timeout, unsupported instruction, approximated call and unconfirmed finding travels with
//! the result to here.
//!
//! **Invariant**: no path from an incomplete exploration to [`Verdict::Safe`].

use crate::{Approximation, FindingReport, Limit};

/// What a run of klew says about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All of it was explored, and no property is violated.
    Safe,
    /// No property is violated within stated bounds.
    Bounded,
    /// A property is violated, and that was seen to happen.
    Violated,
    /// None of these.
    Unknown,
}

impl Verdict {
    /// The verdict that these allow.
    ///
    /// - Violated: at least one finding was confirmed or replayed.
    /// - Safe: no finding, no limit, no approximation.
    /// - Bounded: no finding, no approximation, and every limit is a bound that the user set.
    /// - Unknown: everything else.
    pub fn decide(
        findings: &[FindingReport],
        limits: &[Limit],
        approximations: &[Approximation],
    ) -> Verdict {
        if findings.iter().any(|finding| finding.confirmation.counts()) {
            Verdict::Violated
        } else if !findings.is_empty() || !approximations.is_empty() {
            Verdict::Unknown
        } else if limits.is_empty() {
            Verdict::Safe
        } else if limits.iter().all(|limit| limit.kind.is_bound()) {
            Verdict::Bounded
        } else {
            Verdict::Unknown
        }
    }

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Bounded => "bounded",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
        }
    }

    /// The exit code of the command line: 0 safe, 10 violated, 5 unknown or bounded. With `bounded_ok`, 0 for
    /// bounded as well.
    pub fn exit_code(self, bounded_ok: bool) -> u8 {
        match self {
            Verdict::Safe => 0,
            Verdict::Bounded if bounded_ok => 0,
            Verdict::Bounded | Verdict::Unknown => 5,
            Verdict::Violated => 10,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Confirmation, LimitKind};

    fn finding(confirmation: Confirmation) -> FindingReport {
        FindingReport {
            property: "assertion".into(),
            cwe: None,
            place: None,
            message: String::new(),
            stack: Vec::new(),
            notes: Vec::new(),
            states: Vec::new(),
            path: Vec::new(),
            input: Vec::new(),
            heap: None,
            decisions: String::new(),
            confirmation,
            test: None,
        }
    }

    fn check(confirmations: &[Confirmation], limits: &[LimitKind], calls: usize, want: Verdict) {
        let findings: Vec<_> = confirmations.iter().cloned().map(finding).collect();
        let limits: Vec<_> = limits
            .iter()
            .map(|&kind| Limit { kind, message: String::new(), place: None })
            .collect();
        let approximations = vec![Approximation { message: String::new(), place: None }; calls];
        assert_eq!(Verdict::decide(&findings, &limits, &approximations), want);
    }

    fn confirmed() -> Confirmation {
        Confirmation::Confirmed { how: String::new() }
    }

    fn replayed() -> Confirmation {
        Confirmation::Replayed { reason: String::new() }
    }

    fn unconfirmed() -> Confirmation {
        Confirmation::Unconfirmed { reason: String::new() }
    }

    const ALL: [LimitKind; 11] = [
        LimitKind::InputBound,
        LimitKind::Depth,
        LimitKind::Instructions,
        LimitKind::States,
        LimitKind::Path,
        LimitKind::Time,
        LimitKind::Memory,
        LimitKind::Interrupt,
        LimitKind::Solver,
        LimitKind::Unsupported,
        LimitKind::StoppedAtFinding,
    ];

    #[test]
    fn safe_needs_everything() {
        check(&[], &[], 0, Verdict::Safe);
        check(&[], &[], 1, Verdict::Unknown);
        for kind in ALL {
            let want = if kind.is_bound() { Verdict::Bounded } else { Verdict::Unknown };
            check(&[], &[kind], 0, want);
            check(&[], &[kind], 1, Verdict::Unknown);
            check(&[], &[kind, LimitKind::Time], 0, Verdict::Unknown);
            check(&[unconfirmed()], &[kind], 0, Verdict::Unknown);
        }
    }

    #[test]
    fn violated_needs_a_run() {
        check(&[confirmed()], &[], 0, Verdict::Violated);
        check(&[replayed()], &[LimitKind::Time], 2, Verdict::Violated);
        check(&[unconfirmed()], &[], 0, Verdict::Unknown);
        check(&[unconfirmed(), confirmed()], &[], 0, Verdict::Violated);
    }

    #[test]
    fn exit_codes() {
        for (verdict, code, bounded_ok) in [
            (Verdict::Safe, 0, 0),
            (Verdict::Bounded, 5, 0),
            (Verdict::Unknown, 5, 5),
            (Verdict::Violated, 10, 10),
        ] {
            assert_eq!((verdict.exit_code(false), verdict.exit_code(true)), (code, bounded_ok));
        }
    }
}
