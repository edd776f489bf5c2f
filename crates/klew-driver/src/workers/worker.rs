//! The worker's side: a program comes, an engine works on it, and what it comes to is told.
//!
//! **Invariant**: a worker ends when its standard input does, whatever it is doing, with all that it started.

use std::cell::Cell;
use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use klew_engine::{
    Account, Claim, Companions, Control, Draw, Elsewhere, Entry, Fact, Figures, Journal, Ledger,
    Limit, News, Ran, Shown, StopReason, Target, Task, Validation, Watch, Witness, print_decisions,
    work_beside,
};
use klew_forward::{Configuration, ReplayValidator};
use klew_ir::{
    CheckId, FunctionId, Position, Property, PropertySet, parse_program, verify_program,
};
use klew_report::CheckReport;
use klew_solver::{Interrupt, SolverConfiguration};
use klew_term::Constant;
use rustix::time::{ClockId, clock_gettime};

use super::accounts::AccountMessage;
use super::call::{Call, end_process};
use super::exploring::Exploring;
use super::messages::{Begin, FoundMessage, FromWorker};
use super::values::{self, Aim, Given};
use crate::companions::Companion;
use crate::engines::Setup;
use crate::error::UserError;
use crate::guard::Guard;
use crate::options::CheckOptions;
use crate::rest::rest;
use crate::so_far::SoFar;
use crate::solvers::no_solver;
use crate::timed::Spent;
use crate::watch::Clock;

/// Works for the call at the other end of standard input and output, asked by its options. Does not return while there is one.
///
/// # Errors
/// What comes is no task.
pub fn work(options: &CheckOptions) -> Result<(), UserError> {
    let call = Rc::new(Call::listen());
    let Some(begin) = call.begin() else {
        return Err(UserError::new("klew worker is started by klew check, and not by hand"));
    };
    begin_work(options, &begin, &call)?;
    call.tell(&FromWorker::Done);
    // The call ends this process.
    call.wait()
}

fn begin_work(options: &CheckOptions, begin: &Begin, call: &Rc<Call>) -> Result<(), UserError> {
    let program = parse_program(&begin.program, "")
        .map_err(|error| UserError::new(format!("the program cannot be read: {error}")))?;
    verify_program(&program)
        .map_err(|error| UserError::new(format!("the program is none: {error:?}")))?;
    let time = begin.time.map(Duration::from_millis);
    let clock = Clock::start(time).with_reserve(Some(Duration::ZERO));
    let interrupt = Interrupt::new();
    let guard = Guard::start(clock, begin.memory, interrupt.clone(), PathBuf::new());
    guard.set_last_words(|_| end_process());
    let solver = options.solver.configuration.clone();
    let spent = Rc::new(Cell::new(Spent::default()));
    let so_far = SoFar::new(CheckReport::default());
    let mut setup = Setup::of(options, &solver, &interrupt, &spent, &so_far);
    // Once in the life of the process.
    let name = begin.short_inputs.as_ref().map(|name| Box::leak(name.clone().into_boxed_str()));
    setup.short_inputs = name.map(|name| &*name);
    // An answer to less than what is asked would be taken for one to all of it.
    let properties: Option<PropertySet> =
        begin.properties.iter().map(|name| Property::from_name(name)).collect();
    let properties = properties.ok_or_else(|| UserError::new("a property is none"))?;
    let precondition = begin.precondition.map(FunctionId);
    let is_function = |id: FunctionId| (id.0 as usize) < program.functions.len();
    let task = options.task(&program, properties, precondition.filter(|id| is_function(*id)));
    let own = own_runs(&task, &solver, &interrupt)?;
    let mut validation = AtCall { own, call, by: &Cell::new(""), told: Vec::new() };
    let merges = options.merge_conditions;
    let working = Working { task: &task, guard: &guard, call, setup: &setup, merges };
    match &begin.companion {
        Some(name) => {
            let companion = Companion::named(name);
            let companion = companion.ok_or_else(|| UserError::new("there is no such engine"))?;
            working.engine(companion, &mut validation);
        }
        None if begin.pieces => Exploring::new(&working).explore(&mut validation),
        None => {}
    }
    Ok(())
}

fn own_runs<'p>(
    task: &Task<'p>,
    solver: &SolverConfiguration,
    interrupt: &Interrupt,
) -> Result<ReplayValidator<'p>, UserError> {
    let solver = klew_solver::build(solver.clone(), interrupt).map_err(no_solver)?;
    let configuration = Configuration::of(task, &klew_forward::Options::default());
    ReplayValidator::new(task.program, configuration, solver)
        .map_err(|error| UserError::new(error.to_string()))
}

/// Work on a task.
pub(super) struct Working<'w> {
    pub(super) task: &'w Task<'w>,
    guard: &'w Guard,
    pub(super) call: &'w Rc<Call>,
    pub(super) setup: &'w Setup<'w>,
    /// Whether conditions that were apart are merged where a program is made smaller.
    merges: bool,
}

impl Working<'_> {
    /// Lets an engine work until it has nothing more to say, or the time is over.
    fn engine(&self, companion: Companion, validation: &mut AtCall<'_, '_>) {
        let (mut engine, mut time) = companion.engine(self.setup);
        let properties = self.task.properties;
        let checks = klew_ir::checks(self.task.program, |property| properties.contains(property));
        let mut ledger = Ledger::new(checks);
        ledger.tell(Some(Rc::new(Telling(Rc::clone(self.call)))));
        validation.by.set(engine.name());
        // The call may be over before it hears more of the engine, and says who took part.
        let mut begun = Account::new(engine.name());
        begun.limit(Limit::Incomplete("it has begun".to_owned()), 1);
        self.call.tell(&FromWorker::Ended(Box::new(AccountMessage::of(&begun))));
        while self.guard.stop().is_none() && !ledger.is_settled() {
            let turn = self.turn(time);
            let rest = rest((self.task.program, properties), &ledger, self.merges);
            let task = Task { program: &rest, ..*self.task };
            let companions =
                Companions { turns: Vec::new(), elsewhere: Some(&mut Others(self.call)) };
            work_beside(&mut *engine, companions, &task, &mut ledger, &turn, validation);
            if turn.stop().is_none() {
                return;
            }
            time = time.map(|time| LONGER * time);
        }
    }

    /// What an engine sees of time that works for so long, or as long as the task has time.
    pub(super) fn turn(&self, time: Option<Duration>) -> Turn<'_> {
        Turn { working: self, begun: worked(), time, folds_lists: Cell::new(false) }
    }
}

/// How many times the time of the turn before an engine has that begins anew.
const LONGER: u32 = 3;

/// Who says what others settled.
const ELSEWHERE: &str = "elsewhere";

/// What others settled meanwhile, as the call says.
struct Others<'w>(&'w Rc<Call>);

impl Elsewhere for Others<'_> {
    fn news(&mut self) -> Option<News> {
        let check = CheckId::from_number(self.0.settled()?.into())?;
        Some(News::Fact { by: ELSEWHERE, fact: Fact::Holds(check) })
    }

    fn answer(&mut self, _: Shown, _: Control) {}

    fn is_lost(&self) -> bool {
        false
    }

    fn end_the_endless(&mut self) {}

    fn is_at_end(&self) -> bool {
        // Here, nobody waits for them.
        true
    }
}

/// How long this process has worked. Time in which it was stopped, and others had their turns, is not its own.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Tells the call at once of what comes into the ledger.
struct Telling(Rc<Call>);

impl Journal for Telling {
    fn written(&self, entry: &Entry) {
        if let Some(message) = message(entry) {
            self.0.tell(&message);
        }
    }
}

impl fmt::Debug for Telling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Telling").finish_non_exhaustive()
    }
}

/// What the call is told of an entry of the ledger; witnesses it knows already.
fn message(entry: &Entry) -> Option<FromWorker> {
    Some(match entry {
        Entry::Fact { by: ELSEWHERE, .. } => return None,
        Entry::Fact { by, fact: Fact::Holds(check) } => {
            FromWorker::Holds { by: (*by).to_owned(), check: check.number() }
        }
        Entry::Fact { by, fact: Fact::Invariant(position, text) } => FromWorker::Invariant {
            by: (*by).to_owned(),
            place: values::place(*position),
            text: text.clone(),
        },
        Entry::Fact { by, fact: Fact::Argument(argument) } => {
            FromWorker::Argument { by: (*by).to_owned(), argument: argument.into() }
        }
        Entry::Ended(account) => FromWorker::Ended(Box::new(AccountMessage::of(account))),
        Entry::Witness { .. } => return None,
    })
}

/// What an engine sees of time.
pub(super) struct Turn<'t> {
    working: &'t Working<'t>,
    begun: Duration,
    time: Option<Duration>,
    /// Whether the call was told that lists are folded.
    folds_lists: Cell<bool>,
}

impl Watch for Turn<'_> {
    fn stop(&self) -> Option<StopReason> {
        let is_over = self.time.is_some_and(|time| worked() >= self.begun + time)
            || self.working.call.wants_pieces_back();
        self.working.guard.stop().or(is_over.then_some(StopReason::Time))
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(worked())
    }

    fn memory_in_use(&self) -> f64 {
        self.working.guard.memory_in_use()
    }

    fn progress(&self, figures: &Figures) {
        if figures.folds_lists() && !self.folds_lists.replace(true) {
            self.working.call.tell(&FromWorker::FoldsLists);
        }
    }
}

/// What is found is run here without anything outside, and then by the call, which alone says what counts.
pub(super) struct AtCall<'w, 'p> {
    own: ReplayValidator<'p>,
    call: &'w Call,
    /// The engine that works.
    pub(super) by: &'w Cell<&'static str>,
    /// What was told that only ran inputs.
    told: Vec<(Property, Position)>,
}

impl AtCall<'_, '_> {
    /// Tells of a run and waits for what is seen of it.
    fn ask(&self, witness: &Witness, was_followed: bool) -> (Shown, Control) {
        let decisions = was_followed.then(|| print_decisions(&witness.decisions));
        let found = FoundMessage {
            by: self.by.get().to_owned(),
            aim: Aim::from(&Target::from(witness)),
            inputs: Given::of(&witness.symbols, &witness.heap),
            decisions,
        };
        self.call.tell(&FromWorker::Found(Box::new(found)));
        self.call.answer().take()
    }

    /// Tells of a run that an engine did not follow, once for each place.
    fn tell(&mut self, witness: &Witness) -> Option<(Target, Shown, Control)> {
        let place = (witness.property, witness.position);
        let target = Target::from(witness);
        if self.told.contains(&place) {
            return Some((target, Shown::Replayed, Control::Continue));
        }
        let (shown, control) = self.ask(witness, false);
        if shown == Shown::Nothing {
            return None;
        }
        self.told.push(place);
        Some((target, shown, control))
    }
}

impl Validation for AtCall<'_, '_> {
    fn witness(&mut self, witness: &Witness) -> (Shown, Control) {
        self.ask(witness, true)
    }

    fn claim(&mut self, claim: &Claim) -> Option<(Target, Shown)> {
        let (witness, _) = self.own.judge(claim)?;
        self.tell(&witness).map(|(target, shown, _)| (target, shown))
    }

    fn violates(&mut self, symbols: &[(String, Constant)], leaks: bool) -> Option<(Target, Shown)> {
        let (witness, _) = self.own.stray(symbols, leaks)?;
        self.tell(&witness).map(|(target, shown, _)| (target, shown))
    }

    fn try_out(&mut self, draw: Draw, is_over: &dyn Fn() -> bool) -> Ran {
        self.own.random_run(draw, is_over).into()
    }

    fn run(&mut self, draw: Draw) -> Ran {
        let mut runs = self.own.failing_run(draw);
        let findings = std::mem::take(&mut runs.findings);
        let mut ran = Ran::from(runs);
        for witness in &findings {
            if let Some((target, shown, _)) = self.tell(witness) {
                ran.enough = true;
                ran.violated.push((target, shown));
            }
        }
        ran
    }
}
