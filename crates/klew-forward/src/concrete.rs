//! Validation by klew's own concrete execution: claims of engines are run, and what the run violates counts.
//!
//! **Invariant**: nothing here asks a solver what the run with given inputs does, except where that depends on addresses
//! or on what was never written ([`ReplayValidator::explore`]).

use klew_engine::{Claim, Draw, Inputs, Shown, Target, Validation, Witness};
use klew_ir::{Program, PropertySet};
use klew_solver::Solver;
use klew_term::{Assignment, Constant, Terms};

use crate::configuration::Configuration;
use crate::executor::ForwardError;
use crate::forward::{Forward, GivenRuns, Reached};
use crate::monitor::Control;
use crate::replay::Replay;
use crate::strategy::{MOST_READ, Rest};

/// The most instructions of explorations with given inputs.
const MOST_INSTRUCTIONS: u64 = 200_000;

/// The most queries of such explorations: what depends on addresses, or on what was never written, shows on one of the first paths.
const MOST_QUERIES: u64 = 100;

/// So many random runs are cut before one may be longer, so many times as long.
const CUT: u32 = 8;
const LONGER: u64 = 8;
/// How many times the instructions of longer runs others have, where some of these come to their end.
const SHORT_SHARE: u64 = 2;
const LONGEST: u64 = SOON * LONGER * LONGER;

/// The most instructions of runs that are tried at once, until one comes to its end.
const SOON: u64 = MOST_INSTRUCTIONS * LONGER * LONGER;

/// The most instructions of the run of a claim: a model's way through a graph is shorter, and a run that leaves it may never end.
const MOST_CLAIMED: u64 = 5_000_000;

/// Runs a program with given inputs.
pub struct ReplayValidator<'p> {
    forward: Forward<'p>,
    properties: PropertySet,
    /// What random runs came to so far.
    reached: Reached,
    patience: Patience,
}

/// How long random runs may be: short, so that there are many, but some longer and longer where all are cut. Until one has come to its end,
/// that is tried at once: where programs begin with long loops, no short run shows anything.
#[derive(Debug)]
struct Patience {
    /// The most instructions, as a rule.
    usual: u64,
    /// Those of the longest run so far.
    longest: u64,
    /// How many runs were cut since one was longer.
    cut: u32,
    /// Whether a run came to its end.
    has_ended: bool,
    /// Whether a usual one did: then there are inputs to be tried that need no longer ones, and these have a part of the time only.
    has_short: bool,
    /// Instructions of usual runs and of longer ones.
    spent: (u64, u64),
}

impl Patience {
    fn new() -> Patience {
        let (usual, longest) = (MOST_INSTRUCTIONS, MOST_INSTRUCTIONS);
        let spent = (0, 0);
        Patience { usual, longest, cut: 0, has_ended: false, has_short: false, spent }
    }

    /// The most instructions of the next run.
    fn next(&self) -> u64 {
        let is_patient = self.has_ended || self.longest >= SOON;
        let most_cut = if is_patient { CUT } else { 1 };
        let is_earned = !self.has_short || self.spent.0 >= SHORT_SHARE * self.spent.1;
        match self.cut < most_cut || !is_earned {
            true => self.usual,
            false => (self.longest * LONGER).min(LONGEST),
        }
    }

    /// A run that was allowed as many had so many instructions.
    fn ran(&mut self, allowed: u64, instructions: u64) {
        if instructions < self.usual {
            // That says nothing of how long others have to be.
            (self.has_ended, self.has_short) = (true, true);
            self.spent.0 += instructions;
        } else if allowed == self.usual {
            self.cut += 1;
            self.spent.0 += instructions;
        } else {
            self.cut = 0;
            self.spent.1 += instructions;
            if instructions >= allowed {
                self.longest = allowed;
                return;
            }
            self.has_ended = true;
            if !self.has_short {
                self.usual = allowed;
            }
        }
    }
}

impl<'p> ReplayValidator<'p> {
    /// Of that program; of the configuration, the properties and what it says of inputs count.
    ///
    /// # Errors
    /// The program has no entry, or its globals do not fit.
    pub fn new(
        program: &'p Program,
        configuration: Configuration,
        solver: Box<dyn Solver>,
    ) -> Result<ReplayValidator<'p>, ForwardError> {
        let properties = configuration.properties;
        let forward = Forward::new(program, configuration, solver)?;
        Ok(ReplayValidator {
            forward,
            properties,
            reached: Reached::default(),
            patience: Patience::new(),
        })
    }

    /// Keeps memory at each step of the traces of runs from now on ([`Replay::snapshots`]).
    pub fn keep_memory(&mut self) {
        self.forward.keeps_memory = true;
    }

    /// The terms that snapshots of its runs hold.
    pub fn terms(&self) -> &Terms {
        self.forward.terms()
    }

    /// The run with those inputs.
    pub fn replay(&mut self, inputs: &Inputs) -> Replay {
        let assignment = self.forward.assignment(&inputs.symbols);
        self.forward.replay(&assignment, &inputs.heap, self.properties)
    }

    /// The run of a witness.
    pub fn replay_witness(&mut self, witness: &Witness) -> Replay {
        let assignment = self.forward.assignment(&witness.symbols);
        self.forward.replay(&assignment, &witness.heap, self.properties)
    }

    /// A violation of some properties in the runs that begin with those inputs, where all others are `rest`. They may differ
    /// in addresses and in what was never written, which a single run does not try. None where references are inputs.
    pub fn explore(
        &mut self,
        (symbols, rest): (&[(String, Constant)], u64),
        properties: PropertySet,
    ) -> Option<Witness> {
        let assignment = self.forward.assignment(symbols);
        let rest = Rest::All(rest);
        let most = (MOST_INSTRUCTIONS, MOST_QUERIES);
        self.forward.run_with((&assignment, rest), properties, most).findings.pop()
    }

    /// The violation by which a claim is to be judged, with the run that shows it.
    pub fn judge(&mut self, claim: &Claim) -> Option<(Witness, Replay)> {
        self.judge_within(claim, Some(MOST_CLAIMED))
    }

    /// As [`ReplayValidator::judge`], however long the run is: somebody followed it to its end.
    pub fn judge_followed(&mut self, claim: &Claim) -> Option<(Witness, Replay)> {
        self.judge_within(claim, None)
    }

    fn judge_within(&mut self, claim: &Claim, most: Option<u64>) -> Option<(Witness, Replay)> {
        // Most claims show nothing; the trace is for the one that does.
        let assignment = self.forward.assignment(&claim.inputs.symbols);
        let heap = &claim.inputs.heap;
        let untraced = self.forward.replay_untraced(&assignment, heap, self.properties, most);
        if let Some(shown) = claim.target.shown_by(&untraced.findings) {
            return Some((shown.clone(), self.replay(&claim.inputs)));
        }
        if !claim.inputs.heap.is_empty() {
            return None;
        }
        let wanted = [claim.target.property].into_iter().collect();
        let finding = self.explore((&claim.inputs.symbols, 0), wanted)?;
        let replay = self.replay_witness(&finding);
        Some((finding, replay))
    }

    /// The run with inputs that are drawn, and violations in it; leaks are left to who follows paths. No further once it is over.
    pub fn random_run(&mut self, draw: Draw, is_over: &dyn Fn() -> bool) -> GivenRuns {
        let most = self.patience.next();
        let runs = self.drawn_run(draw, (most, is_over));
        if !is_over() {
            let is_cut = runs.drawn.len() >= MOST_READ;
            self.patience.ran(most, if is_cut { most } else { runs.instructions });
        }
        runs
    }

    /// As [`ReplayValidator::random_run`], of inputs with which a run was seen to fail: it comes there again, however long that takes.
    pub fn failing_run(&mut self, draw: Draw) -> GivenRuns {
        self.drawn_run(draw, (LONGEST, &|| false))
    }

    fn drawn_run(&mut self, draw: Draw, until: (u64, &dyn Fn() -> bool)) -> GivenRuns {
        let properties = self.properties.iter().filter(|property| !property.is_leak()).collect();
        let given = (&Assignment::new(), Rest::Drawn(draw));
        self.forward.run_on(given, properties, until, &mut self.reached)
    }

    /// A violation in the runs that begin with those inputs and go on with zeros or with ones, and the run that shows it: a
    /// loop that goes on as long as an input says so ends at once, or not before something else ends it.
    pub fn stray(
        &mut self,
        symbols: &[(String, Constant)],
        leaks: bool,
    ) -> Option<(Witness, Replay)> {
        let properties = self.properties.iter().filter(|p| leaks || !p.is_leak()).collect();
        let finding =
            [0, 1].into_iter().find_map(|rest| self.explore((symbols, rest), properties))?;
        let replay = self.replay_witness(&finding);
        Some((finding, replay))
    }
}

/// What klew's own execution shows is all that there is to see.
impl Validation for ReplayValidator<'_> {
    fn witness(&mut self, witness: &Witness) -> (Shown, Control) {
        let shown = match self.replay_witness(witness).confirms(witness) {
            true => Shown::Replayed,
            false => Shown::Nothing,
        };
        (shown, Control::Continue)
    }

    fn claim(&mut self, claim: &Claim) -> Option<(Target, Shown)> {
        self.judge(claim).map(|(finding, _)| (Target::from(&finding), Shown::Replayed))
    }

    fn violates(&mut self, symbols: &[(String, Constant)], leaks: bool) -> Option<(Target, Shown)> {
        self.stray(symbols, leaks).map(|(finding, _)| (Target::from(&finding), Shown::Replayed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The allowances of runs of a program that ends after so many instructions.
    fn allowances(length: u64, count: usize) -> Vec<u64> {
        let mut patience = Patience::new();
        let run = |patience: &mut Patience| {
            let allowed = patience.next();
            patience.ran(allowed, length.min(allowed));
            allowed / MOST_INSTRUCTIONS
        };
        (0..count).map(|_| run(&mut patience)).collect()
    }

    #[test]
    fn short_runs_stay_short() {
        assert_eq!(allowances(1000, 20), [1; 20]);
    }

    #[test]
    fn long_runs_are_tried_at_once_until_one_ends() {
        assert_eq!(allowances(2_000_000, 6), [1, 8, 1, 64, 64, 64]);
    }

    /// Those that end at once keep no other from being long enough, and those have a part of the time.
    #[test]
    fn short_runs_between_long_ones() {
        let mut patience = Patience::new();
        let long = 3 * MOST_INSTRUCTIONS;
        let mut ended = 0;
        for run in 0..100 {
            let length = if run % 2 == 0 { 10 } else { long };
            let allowed = patience.next();
            patience.ran(allowed, length.min(allowed));
            ended += u64::from(length == long && allowed > long);
        }
        assert!(ended > 1, "{ended}");
        assert!(patience.spent.1 < patience.spent.0, "{:?}", patience.spent);
    }

    #[test]
    fn runs_without_end_are_short_but_for_some() {
        let all = allowances(u64::MAX, 40);
        assert_eq!(all[..5], [1, 8, 1, 64, 1]);
        assert_eq!(all.iter().filter(|allowed| **allowed > 64).count(), 4);
        assert_eq!(all.iter().max(), Some(&(64 * 64)));
    }
}
