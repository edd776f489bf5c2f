//! The engine: rounds of backward passes from each target, with growing limits, and guided forward runs between them.
//!
//! Source: paper 002, algorithm 1. A round takes each open target in turn: its backward paths go on within the round's limits,
//! feasible ones are claims that a run judges, infeasible ones leave replay values. Then the program is run forward with
//! these; where they do not lead to a finding, without them.
//!
//! **Invariant**: a check holds only if all backward paths from it were found infeasible without any limit, and so were those
//! from everything that paths are not followed through ([`crate::targets::obstacles`]). Guided runs prove nothing; a forward run
//! without hints that leaves nothing out says what forward execution says.

use std::collections::BTreeSet;
use std::time::Duration;

use klew_engine::{
    Account, Approximation, Desk, Engine, Figures, Guidance, Limit, StopReason,
    Target as CheckTarget, Task,
};
use klew_forward::Control;
use klew_ir::large_allocations::{TooLarge, part_large_allocations};
use klew_ir::{CheckId, Program, slice::slice};
use klew_solver::{Solver, Statistics};

use crate::backward_pass::{BackwardPass, Counts, Event};
use crate::claims::{claim, may_leak};
use crate::context::Context;
use crate::guided_run::{Share, guided_run, is_final, was_whole};
use crate::replay_values::ReplayValues;
use crate::schedule::{ForwardRuns, Options};
use crate::targets::{Target, Why, checks, obstacles};
use crate::unreachable::is_unreachable;

/// Makes a new solver.
pub type MakeSolver<'s> = Box<dyn FnMut() -> Result<Box<dyn Solver>, String> + 's>;

/// The engine.
pub struct Multipass<'s> {
    /// How it goes.
    pub options: Options,
    /// How forward runs go.
    pub forward: klew_forward::Options,
    /// Makes its solvers.
    pub solver: MakeSolver<'s>,
}

/// The time of the backward passes of the first round, and of each of its forward runs.
const FIRST_SHARE: Duration = Duration::from_millis(300);

/// Instructions of the first forward run, where there is no clock.
const FIRST_INSTRUCTIONS: u64 = 200_000;

/// Rounds, where there is no clock.
const ROUNDS_WITHOUT_CLOCK: u32 = 5;

/// Statements of all backward passes of the first round, where there is no clock.
const FIRST_STEPS: u64 = 20_000;

impl Engine for Multipass<'_> {
    fn name(&self) -> &'static str {
        "multipass"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let mut account = Account::default();
        if task.precondition.is_some() {
            let what = "backward paths are not followed under a precondition".to_owned();
            account.limit(Limit::Incomplete(what), 1);
            return account;
        }
        match self.work(task, desk) {
            Ok(account) => account,
            Err(what) => {
                account.limit(Limit::Incomplete(what), 1);
                account
            }
        }
    }
}

/// A program as ways back through it are followed.
fn parted(program: &Program) -> Program {
    let mut program = program.clone();
    part_large_allocations(&mut program, TooLarge::Null);
    program
}

impl Multipass<'_> {
    fn work(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Result<Account, String> {
        let sliced = slice(task.program, |property| task.properties.contains(property));
        let program = &parted(sliced.as_ref().unwrap_or(task.program));
        let nothing = || "the program has no entry".to_owned();
        let mut context = Context::new(program).ok_or_else(nothing)?;
        let mut passes = Vec::new();
        for target in checks(&context, task.properties) {
            let pass = BackwardPass::new(&mut context, target.point, &target.goal);
            passes.push(Pass { target, pass, proved: false });
        }
        let solver = (self.solver)()?;
        let mut working = Working {
            task,
            desk,
            context,
            solver,
            passes,
            settled: BTreeSet::new(),
            values: ReplayValues::default(),
            new_values: false,
            cut_hints: Vec::new(),
            account: Account::default(),
            counts: Counts::default(),
            end: None,
            figures: Figures::default(),
            claims: 0,
            guided: 0,
            guided_paths: 0,
            free_paths: 0,
            run_queries: 0,
            found_by: [0; 3],
        };
        let ended = self.rounds(&mut working)?;
        Ok(working.finish(ended, self))
    }

    fn rounds(&mut self, working: &mut Working<'_, '_, '_>) -> Result<Ended, String> {
        for round in 0..u32::MAX {
            let share = FIRST_SHARE * (1 << round.min(10));
            if working.desk.elapsed().is_none() && round >= ROUNDS_WITHOUT_CLOCK {
                return Ok(Ended::Limited);
            }
            if let Some(ended) = working.backward(self.options, round, share)? {
                return Ok(ended);
            }
            if let Some(ended) = working.forward(self, round, share)? {
                return Ok(ended);
            }
            if !self.options.deepens() || self.is_stuck(working) {
                return Ok(Ended::Limited);
            }
        }
        Ok(Ended::Limited)
    }
}

impl Multipass<'_> {
    /// Whether another round does nothing that was not done.
    fn is_stuck(&self, working: &Working<'_, '_, '_>) -> bool {
        let waits = (0..working.passes.len()).any(|at| working.is_open(at));
        !waits
            && match self.options.runs {
                ForwardRuns::All | ForwardRuns::Unguided => false,
                ForwardRuns::Guided => working.cut_hints.is_empty() && !working.new_values,
                ForwardRuns::None => true,
            }
    }
}

/// How the work ended.
enum Ended {
    /// Every check is settled.
    Settled,
    /// What was found is enough.
    Enough,
    /// From outside.
    Stopped(StopReason),
    /// The limits are those that were asked for.
    Limited,
    /// A forward run without hints looked at everything.
    Explored(Box<Account>),
}

/// The backward pass of a target.
struct Pass {
    target: Target,
    pass: BackwardPass,
    /// Whether no run comes to it.
    proved: bool,
}

struct Working<'a, 'd, 'p> {
    task: &'a Task<'p>,
    desk: &'a mut Desk<'d>,
    context: Context<'a>,
    solver: Box<dyn Solver>,
    passes: Vec<Pass>,
    /// Checks that a run was seen to violate.
    settled: BTreeSet<CheckId>,
    values: ReplayValues,
    new_values: bool,
    /// Hints of guided runs that did not explore all that they leave.
    cut_hints: Vec<Guidance>,
    account: Account,
    counts: Counts,
    end: Option<Duration>,
    figures: Figures,
    claims: u64,
    guided: u64,
    guided_paths: u64,
    free_paths: u64,
    /// Queries of forward runs.
    run_queries: u64,
    /// Checks that claims, guided runs and free runs showed to fail.
    found_by: [u64; 3],
}

impl Target {
    fn check(&self) -> Option<CheckId> {
        match &self.why {
            Why::Check(id, _) | Why::End(id, _) => Some(*id),
            _ => None,
        }
    }
}

impl Working<'_, '_, '_> {
    /// The backward passes of a round.
    fn backward(
        &mut self,
        options: Options,
        round: u32,
        share: Duration,
    ) -> Result<Option<Ended>, String> {
        let open: Vec<usize> = (0..self.passes.len()).filter(|&at| self.is_open(at)).collect();
        let count = open.len().max(1) as u32;
        for at in open {
            self.end = self.desk.elapsed().map(|now| now + share / count);
            let steps = (FIRST_STEPS << (2 * round.min(10))) / u64::from(count);
            if let Some(ended) = self.one(at, (options, round), steps) {
                return Ok(Some(ended));
            }
        }
        let all = self.passes.iter().all(|pass| {
            pass.proved || pass.target.check().is_some_and(|id| self.settled.contains(&id))
        });
        Ok(all.then_some(Ended::Settled))
    }

    fn is_open(&self, at: usize) -> bool {
        let pass = &self.passes[at];
        let is_settled = pass
            .target
            .check()
            .is_some_and(|id| self.settled.contains(&id) || self.desk.is_known_to_hold(id));
        !pass.proved && !is_settled && pass.pass.waiting() > 0
    }

    /// The backward pass of one target.
    fn one(&mut self, at: usize, (options, round): (Options, u32), steps: u64) -> Option<Ended> {
        let mut unshown = 0;
        loop {
            let (desk, end) = (&*self.desk, self.end);
            let pass = &mut self.passes[at];
            let before = pass.pass.counts;
            let mut left = steps;
            let mut stop = || {
                left = left.saturating_sub(1);
                let is_over = match end {
                    Some(end) => desk.elapsed().is_some_and(|now| now >= end),
                    None => left == 0,
                };
                is_over || desk.stop().is_some()
            };
            let bounds = options.bounds(round);
            let event = pass.pass.run(
                &mut self.context,
                &mut *self.solver,
                (bounds, options.schedule),
                &mut stop,
            );
            self.count(before, at);
            match event {
                Event::Feasible(state, model) => {
                    let target = self.passes[at].target.clone();
                    if matches!(target.why, Why::End(..)) && !may_leak(&state) {
                        continue;
                    }
                    let Some(id) = target.check() else {
                        self.passes[at].pass.left = Some("a run may come there".to_owned());
                        return None;
                    };
                    match self.try_claim(&target, id, &state, &model) {
                        Said::Fails => return self.control(),
                        Said::Ended(ended) => return Some(ended),
                        Said::Open => {
                            let why = "a path whose inputs do not show it".to_owned();
                            self.passes[at].pass.left = Some(why);
                            let limit = Limit::NotShown {
                                property: property(&target),
                                position: target.position,
                            };
                            if unshown == 0 {
                                self.account.limit(limit, 1);
                            }
                            unshown += 1;
                            if unshown >= 8 << round.min(8) {
                                return None;
                            }
                        }
                    }
                }
                Event::Infeasible(state) => {
                    let is_new = self.values.learn(&mut self.context, &state, &mut *self.solver);
                    self.new_values |= is_new;
                }
                Event::Exhausted => {
                    let pass = &mut self.passes[at];
                    pass.proved = pass.pass.is_exhausted();
                    return None;
                }
                Event::Limited => return None,
                Event::Stopped => {
                    if self.desk.is_short_of_memory() {
                        self.passes[at].pass.give_up("memory is short");
                    }
                    return self.desk.stop().map(Ended::Stopped);
                }
            }
            if let Some(ended) = self.control() {
                return Some(ended);
            }
        }
    }

    fn count(&mut self, before: Counts, at: usize) {
        let now = self.passes[at].pass.counts;
        self.counts.paths += now.paths - before.paths;
        self.counts.infeasible += now.infeasible - before.infeasible;
        self.counts.forks += now.forks - before.forks;
        self.counts.steps += now.steps - before.steps;
        self.counts.passes += now.passes - before.passes;
        self.tell();
    }

    fn tell(&mut self) {
        self.figures.paths = self.counts.paths + self.guided_paths + self.free_paths;
        self.figures.partial_paths = self.passes.iter().map(|pass| pass.pass.waiting()).sum();
        self.figures.forks = self.counts.forks;
        let mut asked = Statistics::default();
        self.solver.statistics(&mut asked);
        self.figures.queries = asked.queries + self.run_queries;
        self.desk.progress(&self.figures);
    }

    fn control(&mut self) -> Option<Ended> {
        match self.desk.control() {
            Control::Continue | Control::Again => None,
            Control::Enough => Some(Ended::Enough),
            Control::Stop(reason) => Some(Ended::Stopped(reason)),
        }
    }

    /// Runs the program with the inputs of a feasible path.
    fn try_claim(
        &mut self,
        target: &Target,
        check: CheckId,
        state: &crate::state::State,
        model: &klew_term::Assignment,
    ) -> Said {
        let wanted = CheckTarget {
            property: property(target),
            function: target.point.function,
            check,
            position: target.position,
        };
        let claim = claim(&mut self.context, state, model, wanted);
        self.claims += 1;
        let seen = self.desk.claim(&claim);
        if let Some(seen) = &seen {
            self.figures.findings += 1;
            self.found_by[0] += 1;
            self.settled.insert(seen.check);
        }
        if let Some(ended) = self.control() {
            return Said::Ended(ended);
        }
        match seen {
            Some(seen) if seen.check == check => Said::Fails,
            _ => Said::Open,
        }
    }

    /// The forward runs of a round: with the newest values, then without.
    fn forward(
        &mut self,
        engine: &mut Multipass<'_>,
        round: u32,
        share: Duration,
    ) -> Result<Option<Ended>, String> {
        // What was explored to its end needs no other run.
        let mut hints: Vec<Option<Guidance>> =
            std::mem::take(&mut self.cut_hints).into_iter().map(Some).collect();
        if engine.options.runs.guided() {
            hints.extend(self.values.new_hints().into_iter().map(Some));
        }
        self.new_values = false;
        let guided = hints.len().max(1) as u32;
        if engine.options.runs.free() {
            hints.push(None);
        }
        for hint in hints {
            let is_guided = hint.is_some();
            let share = Share {
                time: if is_guided { share / guided } else { share },
                instructions: FIRST_INSTRUCTIONS << round.min(20),
            };
            let solver = (engine.solver)()?;
            let options = &engine.forward;
            self.tell();
            let figures = self.figures.clone();
            let ran = guided_run(
                (self.task, options),
                hint.clone(),
                solver,
                (self.desk, &figures),
                share,
            )?;
            let paths = ran.account.figures.paths;
            match is_guided {
                true => {
                    self.guided += 1;
                    self.guided_paths += paths;
                    if !was_whole(&ran.account) {
                        self.cut_hints.extend(hint);
                    }
                }
                false => self.free_paths += paths,
            }
            let figures = &ran.account.figures;
            self.run_queries += figures.queries;
            self.figures.covered = self.figures.covered.max(figures.covered);
            self.figures.coverable = self.figures.coverable.max(figures.coverable);
            self.figures.instructions += figures.instructions;
            self.figures.findings += ran.fails.len();
            self.found_by[if is_guided { 1 } else { 2 }] += ran.fails.len() as u64;
            self.settled.extend(ran.fails);
            match ran.control {
                Control::Enough => return Ok(Some(Ended::Enough)),
                Control::Stop(reason) => return Ok(Some(Ended::Stopped(reason))),
                Control::Continue | Control::Again => {}
            }
            if !is_guided && is_final(&ran.account) {
                return Ok(Some(Ended::Explored(Box::new(ran.account))));
            }
        }
        Ok(None)
    }

    /// Says what holds, and accounts for the rest.
    fn finish(mut self, ended: Ended, engine: &mut Multipass<'_>) -> Account {
        let proved: Vec<CheckId> = self.proved_checks();
        let open = self
            .task
            .checks()
            .into_iter()
            .filter(|id| !proved.contains(id) && !self.settled.contains(id));
        let open = open.count();
        let explored = match ended {
            Ended::Explored(account) => Some(account),
            ended => {
                match ended {
                    Ended::Enough => self.account.limit(Limit::StoppedAtFinding, 1),
                    Ended::Stopped(reason) => self.account.limit(Limit::Stopped(reason), 1),
                    _ if open > 0 => {
                        let what = format!("backward paths leave {open} checks open");
                        self.account.limit(Limit::Incomplete(what), 1);
                    }
                    _ => {}
                }
                None
            }
        };
        let asks = explored.is_none() && (!proved.is_empty() || open == 0);
        let asks = asks && !engine.options.only_finds;
        if engine.options.only_finds {
            let what = "it only looked for what fails".to_owned();
            self.account.limit(Limit::Incomplete(what), 1);
        }
        match self.desk.stop() {
            // It was not asked whether runs are left out.
            Some(reason) if asks => self.account.limit(Limit::Stopped(reason), 1),
            None if asks && self.leaves_nothing_out(engine) => {
                proved.iter().for_each(|check| self.desk.holds(*check));
            }
            None if asks && !proved.is_empty() => {
                let what =
                    format!("{} checks hold unless a run does what is not followed", proved.len());
                self.account.limit(Limit::Incomplete(what), 1);
            }
            _ => {}
        }
        if let Some(account) = explored {
            self.account.limits = account.limits;
            self.account.approximations = account.approximations;
            self.account.assumptions = account.assumptions;
        }
        self.tell();
        self.figures.more = vec![
            ("backward_paths", self.counts.paths),
            ("backward_infeasible", self.counts.infeasible),
            ("backward_statements", self.counts.steps),
            ("forward_passes", self.counts.passes),
            ("claims", self.claims),
            ("replay_values", self.values.values.len() as u64),
            ("guided_runs", self.guided),
            ("guided_paths", self.guided_paths),
            ("unguided_paths", self.free_paths),
            ("found_by_claims", self.found_by[0]),
            ("found_by_guided_runs", self.found_by[1]),
            ("found_by_unguided_runs", self.found_by[2]),
        ];
        Account { figures: self.figures, ..self.account }
    }

    /// Checks to which no run comes, as far as paths were followed.
    fn proved_checks(&self) -> Vec<CheckId> {
        let all = self.task.checks();
        let is_proved = |id: &CheckId| {
            !self.settled.contains(id)
                && self.passes.iter().all(|pass| pass.target.check() != Some(*id) || pass.proved)
        };
        all.into_iter().filter(is_proved).collect()
    }

    /// Whether no run does what paths are not followed through; what keeps that from being known is written down.
    fn leaves_nothing_out(&mut self, engine: &mut Multipass<'_>) -> bool {
        let before = self.account.limits.len() + self.account.approximations.len();
        let program = &parted(self.task.program);
        for (name, (position, pointer)) in std::mem::take(&mut self.context.external) {
            let one = Approximation::ExternalFunction { name, position, pointer };
            self.account.approximations.push(one);
        }
        let Some(mut context) = Context::new(program) else { return false };
        let Ok(mut solver) = (engine.solver)() else { return false };
        let all = obstacles(&context);
        let share = FIRST_SHARE * 16;
        let end = self.desk.elapsed().map(|now| now + share);
        for target in all {
            if is_unreachable(&mut context, &mut *solver, &target, (self.desk, end)) {
                continue;
            }
            match target.why {
                Why::Undefined(what) => {
                    let (what, position) = (what.to_owned(), target.position);
                    let one = Approximation::Undefined { what, position };
                    if !self.account.approximations.contains(&one) {
                        self.account.approximations.push(one);
                    }
                }
                Why::Unsupported(what) => {
                    let position = target.position;
                    self.account.limit(Limit::Unsupported { what, position }, 1);
                }
                Why::Bound(which) => self.account.limit(Limit::InputBound(which), 1),
                Why::External(id) => {
                    let called = program.function(id);
                    let pointer = called.results.contains(&klew_ir::Type::Pointer);
                    let (name, position) = (called.name.clone(), target.position);
                    let one = Approximation::ExternalFunction { name, position, pointer };
                    self.account.approximations.push(one);
                }
                Why::Check(..) | Why::End(..) => {}
            }
        }
        for (name, (position, pointer)) in std::mem::take(&mut context.external) {
            let one = Approximation::ExternalFunction { name, position, pointer };
            self.account.approximations.push(one);
        }
        self.account.approximations.sort();
        self.account.approximations.dedup();
        self.account.limits.len() + self.account.approximations.len() == before
    }
}

enum Said {
    Fails,
    Open,
    Ended(Ended),
}

fn property(target: &Target) -> klew_ir::Property {
    match target.why {
        Why::Check(_, property) | Why::End(_, property) => property,
        _ => klew_ir::Property::Unreachable,
    }
}
