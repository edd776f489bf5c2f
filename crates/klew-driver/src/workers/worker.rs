//! The worker's side: a program comes, engines work on it one after the other, and what they come to is told.
//!
//! **Invariant**: a worker ends when its standard input does, whatever it is doing, with all that it started.

use std::cell::{Cell, RefCell};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use klew_engine::{
    Claim, Control, Draw, Entry, Fact, Ledger, Ran, Shown, StopReason, Target, Task, Validation,
    Watch, Witness, print_decisions,
};
use klew_forward::{Configuration, ReplayValidator};
use klew_ir::{FunctionId, Position, Property, PropertySet, parse_program, verify_program};
use klew_report::CheckReport;
use klew_solver::{Interrupt, SolverConfiguration};
use klew_term::Constant;
use nix::unistd::{getpgrp, getpid};

use super::messages::{AccountMessage, Begin, FoundMessage, FromWorker, ToWorker};
use super::schedule::Schedule;
use super::values::{self, Aim, Given};
use crate::engines::{self, Setup};
use crate::error::UserError;
use crate::guard::Guard;
use crate::options::CheckOptions;
use crate::process::end_group;
use crate::so_far::SoFar;
use crate::solvers::no_solver;
use crate::timed::Spent;
use crate::watch::Clock;

/// Works for the call at the other end of standard input and output, asked by its options. Does not return while there is one.
///
/// # Errors
/// What comes is no task.
pub fn work(options: &CheckOptions) -> Result<(), UserError> {
    let call = Call::listen();
    let ToWorker::Begin(begin) = call.receive() else {
        return Err(UserError::new("klew worker is started by klew check, and not by hand"));
    };
    let result = begin_work(options, &begin, &call);
    if result.is_ok() {
        call.tell(&FromWorker::Done);
        // The call ends this process.
        let _ = call.receive();
    }
    result
}

fn begin_work(options: &CheckOptions, begin: &Begin, call: &Call) -> Result<(), UserError> {
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
    let properties: PropertySet =
        begin.properties.iter().filter_map(|name| Property::from_name(name)).collect();
    let precondition = begin.precondition.map(FunctionId);
    let is_function = |id: FunctionId| (id.0 as usize) < program.functions.len();
    let task = options.task(&program, properties, precondition.filter(|id| is_function(*id)));
    let own = own_runs(&task, &solver, &interrupt)?;
    let validation = AtCall { own, call, by: &Cell::new(""), told: Vec::new() };
    Working { task: &task, guard: &guard, clock, call }.all(&setup, validation);
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
struct Working<'w> {
    task: &'w Task<'w>,
    guard: &'w Guard,
    clock: Clock,
    call: &'w Call,
}

impl Working<'_> {
    /// Lets engines work until nobody has more to say, or the time is over.
    fn all(&self, setup: &Setup<'_>, mut validation: AtCall<'_, '_>) {
        let (mut engines, shares) = engines::elsewhere(setup, self.clock.limit());
        let mut schedule = Schedule::new(shares);
        let properties = self.task.properties;
        let checks = klew_ir::checks(self.task.program, |property| properties.contains(property));
        let mut ledger = Ledger::new(checks);
        let mut told = 0;
        while let Some((index, time)) = schedule.next() {
            if self.guard.stop().is_some() || ledger.is_settled() {
                return;
            }
            let engine = &mut engines[index];
            validation.by.set(engine.name());
            let turn = Turn { working: self, end: Instant::now() + time };
            klew_engine::work(&mut **engine, self.task, &mut ledger, &turn, &mut validation);
            if turn.stop().is_none() {
                schedule.ended(index);
            }
            ledger.entries()[told..].iter().filter_map(message).for_each(|it| self.call.tell(&it));
            told = ledger.entries().len();
        }
    }
}

/// What the call is told of an entry of the ledger; witnesses it knows already.
fn message(entry: &Entry) -> Option<FromWorker> {
    Some(match entry {
        Entry::Fact { by, fact: Fact::Holds(check) } => {
            FromWorker::Holds { by: (*by).to_owned(), check: check.number() }
        }
        Entry::Fact { by, fact: Fact::Invariant(position, text) } => FromWorker::Invariant {
            by: (*by).to_owned(),
            place: values::place(*position),
            text: text.clone(),
        },
        Entry::Ended(account) => FromWorker::Ended(Box::new(AccountMessage::of(account))),
        Entry::Witness { .. } => return None,
    })
}

/// What an engine sees of time.
struct Turn<'t> {
    working: &'t Working<'t>,
    end: Instant,
}

impl Watch for Turn<'_> {
    fn stop(&self) -> Option<StopReason> {
        let is_over = Instant::now() >= self.end;
        self.working.guard.stop().or(is_over.then_some(StopReason::Time))
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(self.working.clock.elapsed())
    }

    fn is_short_of_memory(&self) -> bool {
        self.working.guard.is_short_of_memory()
    }
}

/// What is found is run here without anything outside, and then by the call, which alone says what counts.
struct AtCall<'w, 'p> {
    own: ReplayValidator<'p>,
    call: &'w Call,
    /// The engine that works.
    by: &'w Cell<&'static str>,
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
        loop {
            if let ToWorker::Answer(answer) = self.call.receive() {
                return answer.take();
            }
        }
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

    fn run(&mut self, draw: Draw) -> Ran {
        let runs = self.own.random_run(draw);
        let mut ran = Ran {
            instructions: runs.instructions,
            inputs: runs.drawn,
            is_new: runs.is_new,
            is_excluded: runs.is_excluded,
            ..Ran::default()
        };
        for witness in &runs.findings {
            if let Some((target, shown, _)) = self.tell(witness) {
                ran.enough = true;
                ran.violated.push((target, shown));
            }
        }
        ran
    }
}

/// The call at the other end.
struct Call {
    messages: Receiver<ToWorker>,
    output: RefCell<std::io::Stdout>,
}

impl Call {
    fn listen() -> Call {
        let (sender, messages) = mpsc::channel();
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines() {
                let Ok(message) = line
                    .map_err(drop)
                    .and_then(|line| serde_json::from_str::<ToWorker>(&line).map_err(drop))
                else {
                    break;
                };
                if sender.send(message).is_err() {
                    break;
                }
            }
            end_process();
        });
        Call { messages, output: RefCell::new(std::io::stdout()) }
    }

    /// The next message.
    fn receive(&self) -> ToWorker {
        match self.messages.recv() {
            Ok(message) => message,
            Err(_) => end_process(),
        }
    }

    fn tell(&self, message: &FromWorker) {
        let Ok(mut line) = serde_json::to_vec(message) else { return };
        line.push(b'\n');
        let mut output = self.output.borrow_mut();
        if output.write_all(&line).and_then(|()| output.flush()).is_err() {
            end_process();
        }
    }
}

/// Ends this process, and its group if that is its own: solvers that it started are in it.
fn end_process() -> ! {
    if getpgrp() == getpid() {
        end_group(std::process::id());
    }
    std::process::exit(0);
}
