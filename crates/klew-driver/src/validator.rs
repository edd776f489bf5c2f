//! Validation of witnesses in the driver: what engines find is run by klew itself and outside of it, and becomes a finding of the
//! report.

use std::rc::Rc;
use std::time::{Duration, Instant};

use klew_engine::{
    Choice, Claim, Control, Decision, Draw, InputHeap, InputValue, PathInputs, Ran, Shown, Target,
    Validation, Witness,
};
use klew_forward::Replay;
use klew_ir::{Position, Property};
use klew_report::{Confirmation, FindingReport};
use klew_term::Constant;

use crate::audience::Audience;
use crate::checkpoint::Recorder;
use crate::guard::Guard;
use crate::own_runs::OwnRuns;
use crate::pursuit::{Pursuit, Told};
use crate::simpler::simpler;
use crate::so_far::SoFar;
use crate::watch::Clock;
use crate::witness_tests::WitnessTests;

/// Validates what engines find in a round.
pub struct Validator<'e, 'x, 'p> {
    /// Runs programs in klew.
    pub own: OwnRuns<'e, 'p>,
    /// Runs programs outside, and writes tests.
    pub tests: &'e mut WitnessTests<'x>,
    /// When exploration ends.
    pub pursuit: Pursuit,
    /// Whether a test is written for every path.
    pub every_path: bool,
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
    /// Witnesses that were shown: others find them as well where several explore.
    pub shown: Vec<(FindingPlace, Shown)>,
    /// Runs that were no violation outside: the next engine that comes to one of them learns nothing by running it again.
    pub in_vain: Vec<RunInVain>,
    /// Is told of what was validated.
    pub recorder: Option<Rc<Recorder>>,
}

/// A run that showed nothing: where it was to fail, and all that decides how it runs outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunInVain {
    place: FindingPlace,
    inputs: Vec<InputValue>,
    heap: InputHeap,
    choices: Vec<Choice>,
}

impl From<&Witness> for RunInVain {
    fn from(witness: &Witness) -> RunInVain {
        RunInVain {
            place: (witness.property, witness.position, witness.message.clone()),
            inputs: witness.inputs.clone(),
            heap: witness.heap.clone(),
            choices: witness.choices.clone(),
        }
    }
}

/// Where findings are the same; the message tells exceptions apart, which all leave the entry at one place.
pub type FindingPlace = (Property, Position, Option<String>);

fn shown(confirmation: &Confirmation) -> Shown {
    match confirmation {
        Confirmation::Confirmed { .. } => Shown::Confirmed,
        Confirmation::Replayed { .. } => Shown::Replayed,
        Confirmation::Unconfirmed { .. } => Shown::Nothing,
    }
}

impl Validator<'_, '_, '_> {
    fn validate(&mut self, witness: &Witness, replay: Option<&Replay>) -> (FindingReport, Told) {
        self.audience.pause();
        let number = self.findings.len() + 1;
        let mut report = self.tests.run(number, witness);
        // What native runs cannot see may still be one, so this is asked before klew's own run is looked at.
        let told = match report.confirmation {
            Confirmation::Confirmed { .. } => Told::Confirmed,
            _ if self.tests.may_count(number, witness) => Told::Possible,
            _ => Told::Vain,
        };
        let replayed = match replay {
            Some(_) => None,
            None => self.own.get().map(|own| own.replay_witness(witness)),
        };
        let terms = self.own.get().map(|own| own.terms());
        self.tests.file(number, witness, replay.or(replayed.as_ref()), terms, &mut report);
        // Where nothing is run outside, there is nothing better to wait for.
        let told = match report.confirmation {
            Confirmation::Replayed { .. } if !self.tests.runs_outside() => Told::Confirmed,
            Confirmation::Unconfirmed { .. }
                if self.tests.answered_by_form(replay.or(replayed.as_ref())).is_some() =>
            {
                Told::Vain
            }
            _ => told,
        };
        if let Some(recorder) = &self.recorder {
            recorder.found(witness);
        }
        if told == Told::Vain {
            self.in_vain.push(witness.into());
        }
        (report, told)
    }

    /// As [`Validator::validate`], with simpler inputs where they show as much.
    fn validate_simpler(&mut self, witness: &Witness) -> (FindingReport, Told) {
        let elapsed = self.clock.elapsed();
        let own = self.own.get();
        let simpler = own.and_then(|own| simpler((self.tests.program, own), witness, elapsed));
        if let Some(simpler) = simpler {
            let (report, told) = self.validate(&simpler, None);
            if told == Told::Confirmed {
                return (report, told);
            }
        }
        self.validate(witness, None)
    }

    fn was_in_vain(&self, witness: &Witness) -> bool {
        self.in_vain.contains(&witness.into())
    }

    /// What was seen of a witness at that place, where another one would say nothing new.
    fn was_shown(&self, place: &FindingPlace) -> Option<Shown> {
        let least = if self.pursuit.wants_all() { Shown::Replayed } else { Shown::Confirmed };
        let mut known =
            self.shown.iter().filter(|(known, shown)| known == place && *shown >= least);
        known.next().map(|(_, shown)| *shown)
    }

    /// Takes a finding that a claim or a chosen run came to; only what counts is one.
    fn take(&mut self, witness: &Witness, replay: &Replay) -> Option<(Target, Shown)> {
        let target = Target::from(witness);
        let known =
            |(property, position): &(Property, Position)| target.is_shown_by(*property, *position);
        if self.counted.iter().any(known) {
            // A run that comes to another check first tells nothing new.
            return Some((target, Shown::Replayed));
        }
        if self.was_in_vain(witness) {
            return None;
        }
        let _pause = self.guard.pause();
        let (report, _) = self.validate(witness, Some(replay));
        let shown = shown(&report.confirmation);
        if shown == Shown::Nothing {
            return None;
        }
        self.counted.push((witness.property, witness.position));
        self.so_far.found(&report);
        self.findings.push(report);
        Some((target, shown))
    }
}

impl Validation for Validator<'_, '_, '_> {
    fn witness(&mut self, witness: &Witness) -> (Shown, Control) {
        let place = (witness.property, witness.position, witness.message.clone());
        if let Some(shown) = self.was_shown(&place) {
            return (shown, Control::Continue);
        }
        if self.was_in_vain(witness) {
            let (told, elapsed) = (Told::Vain, self.clock.elapsed());
            return (Shown::Nothing, self.pursuit.next(witness, told, Duration::ZERO, elapsed));
        }
        let _pause = self.guard.pause();
        let start = Instant::now();
        let (report, told) = self.validate_simpler(witness);
        let shown = shown(&report.confirmation);
        self.so_far.found(&report);
        self.findings.push(report);
        self.shown.push((place, shown));
        let control = self.pursuit.next(witness, told, start.elapsed(), self.clock.elapsed());
        (shown, control)
    }

    fn claim(&mut self, claim: &Claim) -> Option<(Target, Shown)> {
        let (witness, replay) = self.own.get()?.judge(claim)?;
        self.take(&witness, &replay)
    }

    fn claim_elsewhere(&mut self, claim: &Claim) -> Option<(Target, Shown)> {
        let (witness, replay) = self.own.get()?.judge_followed(claim)?;
        self.take(&witness, &replay)
    }

    fn witness_elsewhere(
        &mut self,
        claim: &Claim,
        decisions: &[Decision],
    ) -> Option<(Target, Shown, Control)> {
        let (mut witness, _) = self.own.get()?.judge_followed(claim)?;
        if witness.check == claim.target.check {
            witness.decisions = decisions.to_vec();
        }
        let (shown, control) = self.witness(&witness);
        Some((Target::from(&witness), shown, control))
    }

    fn violates(&mut self, symbols: &[(String, Constant)], leaks: bool) -> Option<(Target, Shown)> {
        let (witness, replay) = self.own.get()?.stray(symbols, leaks)?;
        self.take(&witness, &replay)
    }

    fn try_out(&mut self, draw: Draw, is_over: &dyn Fn() -> bool) -> Ran {
        let runs = self.own.get().map(|own| own.random_run(draw, is_over));
        runs.map_or(Ran { enough: true, ..Ran::default() }, Ran::from)
    }

    fn run(&mut self, draw: Draw) -> Ran {
        let Some(own) = self.own.get() else { return Ran { enough: true, ..Ran::default() } };
        let mut runs = own.failing_run(draw);
        let findings = std::mem::take(&mut runs.findings);
        let mut ran = Ran::from(runs);
        for witness in &findings {
            let Some(replay) = self.own.get().map(|own| own.replay_witness(witness)) else { break };
            if let Some((target, shown)) = self.take(witness, &replay) {
                ran.enough |= !self.pursuit.wants_all();
                ran.violated.push((target, shown));
            }
        }
        ran
    }

    fn most_shown(&self) -> Shown {
        if self.tests.runs_outside() { Shown::Confirmed } else { Shown::Replayed }
    }

    fn is_enough(&self) -> bool {
        self.pursuit.is_over()
    }

    fn wants_paths(&self) -> bool {
        self.every_path
    }

    fn path(&mut self, inputs: &PathInputs) {
        let number = self.tests.paths + 1;
        self.tests.path_test(number, inputs);
    }
}
