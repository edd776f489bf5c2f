//! Validation in the command: what engines find is run by klew itself and outside of it, and becomes a finding of the
//! report.

use std::time::Instant;

use klew_engine::{Claim, Control, Draw, Finding, PathInputs, Ran, Shown, Target, Validation};
use klew_forward::Replay;
use klew_ir::{Position, Property};
use klew_report::{Confirmation, FindingReport};
use klew_term::Constant;

use crate::audience::Audience;
use crate::examiner::Examiner;
use crate::guard::Guard;
use crate::own_runs::OwnRuns;
use crate::pursuit::{Pursuit, Told};
use crate::so_far::SoFar;
use crate::watch::Clock;

/// What was found in a round, examined.
pub struct Examination<'e, 'x, 'p> {
    /// Runs programs in klew.
    pub own: OwnRuns<'e, 'p>,
    /// Runs programs outside.
    pub examiner: &'e mut Examiner<'x>,
    /// When exploration ends.
    pub pursuit: Pursuit,
    /// Whether a test is written for every path.
    pub tests: bool,
    /// The time of the call.
    pub clock: Clock,
    /// Gives the exploration back the time that validation takes.
    pub guard: &'e Guard,
    /// Who is told that exploration pauses.
    pub audience: &'e dyn Audience,
    /// What is printed if the call must be ended.
    pub so_far: SoFar,
    /// The findings.
    pub findings: Vec<FindingReport>,
    /// Properties and places of claims that count.
    pub counted: Vec<(Property, Position)>,
}

fn shown(confirmation: &Confirmation) -> Shown {
    match confirmation {
        Confirmation::Confirmed { .. } => Shown::Confirmed,
        Confirmation::Replayed { .. } => Shown::Replayed,
        Confirmation::Unconfirmed { .. } => Shown::Nothing,
    }
}

impl Examination<'_, '_, '_> {
    fn examine(&mut self, finding: &Finding, replay: Option<&Replay>) -> (FindingReport, Told) {
        self.audience.pause();
        let number = self.findings.len() + 1;
        let mut report = self.examiner.examine(number, finding);
        // What native runs cannot see may still be one, so this is asked before klew's own run is looked at.
        let told = match report.confirmation {
            Confirmation::Confirmed { .. } => Told::Confirmed,
            _ if self.examiner.may_count(number, finding) => Told::Possible,
            _ => Told::Vain,
        };
        let replayed = match replay {
            Some(_) => None,
            None => self.own.get().map(|own| own.replay_witness(finding)),
        };
        self.examiner.complete(number, finding, replay.or(replayed.as_ref()), &mut report);
        (report, told)
    }

    /// Takes a finding that a claim or a chosen run came to; only what counts is one.
    fn take(&mut self, finding: &Finding, replay: &Replay) -> Option<(Target, Shown)> {
        let target = Target::from(finding);
        let known =
            |(property, position): &(Property, Position)| target.is_shown_by(*property, *position);
        if self.counted.iter().any(known) {
            // A run that comes to another check first tells nothing new.
            return Some((target, Shown::Replayed));
        }
        let _pause = self.guard.pause();
        let (report, _) = self.examine(finding, Some(replay));
        let shown = shown(&report.confirmation);
        if shown == Shown::Nothing {
            return None;
        }
        self.counted.push((finding.property, finding.position));
        self.so_far.found(&report);
        self.findings.push(report);
        Some((target, shown))
    }
}

impl Validation for Examination<'_, '_, '_> {
    fn witness(&mut self, witness: &Finding) -> (Shown, Control) {
        let _pause = self.guard.pause();
        let start = Instant::now();
        let (report, told) = self.examine(witness, None);
        let shown = shown(&report.confirmation);
        self.so_far.found(&report);
        self.findings.push(report);
        let control = self.pursuit.next(witness, told, start.elapsed(), self.clock.elapsed());
        (shown, control)
    }

    fn claim(&mut self, claim: &Claim) -> Option<(Target, Shown)> {
        let (finding, replay) = self.own.get()?.judge(claim)?;
        self.take(&finding, &replay)
    }

    fn violates(&mut self, symbols: &[(String, Constant)], leaks: bool) -> Option<(Target, Shown)> {
        let (finding, replay) = self.own.get()?.stray(symbols, leaks)?;
        self.take(&finding, &replay)
    }

    fn run(&mut self, draw: Draw) -> Ran {
        let Some(own) = self.own.get() else { return Ran { enough: true, ..Ran::default() } };
        let runs = own.random_run(draw);
        let mut ran =
            Ran { instructions: runs.instructions, inputs: runs.inputs, ..Ran::default() };
        for finding in &runs.findings {
            let Some(replay) = self.own.get().map(|own| own.replay_witness(finding)) else { break };
            if let Some((target, shown)) = self.take(finding, &replay) {
                ran.enough |= !self.pursuit.wants_all();
                ran.violated.push((target, shown));
            }
        }
        ran
    }

    fn is_enough(&self) -> bool {
        self.pursuit.is_over()
    }

    fn wants_paths(&self) -> bool {
        self.tests
    }

    fn path(&mut self, inputs: &PathInputs) {
        let number = self.examiner.paths + 1;
        self.examiner.path_test(number, inputs);
    }
}
