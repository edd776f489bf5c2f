//! Asks the engine, without a world outside.

use std::collections::BTreeSet;

use klew_engine::{
    Argument, Engine, Entry, Fact, Ledger, Standing, StopReason, Task, Unvalidated, Watch, work,
};
use klew_horn::{Horn, MakeBackend, Recheck};
use klew_ir::{
    CheckId, Program, Property, PropertySet, checks, parse_program, promotion::promote_stack_slots,
};
use klew_solver::horn::HornSolver;
use klew_solver::{Interrupt, SolverConfiguration};

/// Stops after so many seconds of the processor's: others that work on the machine take none of these away.
struct Patience {
    begun: i64,
    seconds: u64,
}

/// For how many seconds this thread had the processor.
fn worked() -> i64 {
    rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).tv_sec
}

/// How long is waited for a proof.
const SECONDS: u64 = 4;

impl Watch for Patience {
    fn stop(&self) -> Option<StopReason> {
        let worked = worked().saturating_sub(self.begun).unsigned_abs();
        (worked >= self.seconds).then_some(StopReason::Time)
    }
}

/// A number from the environment.
#[allow(dead_code)] // Each test uses some of these.
pub fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The checks that the engine proves; it asks a solver of Horn clauses where there is a command for one.
#[allow(dead_code)] // Each test uses one of them.
pub fn proved(program: &Program, properties: PropertySet, command: &[&str]) -> BTreeSet<CheckId> {
    ask(program, properties, command, |horn| horn)
}

/// The assertions of a program on a line behind which `holds` is written are proved, the others are not.
#[allow(dead_code)] // As above.
pub fn check_lines(text: &str) {
    let program = parse_program(text, "lines.kir").expect("is a program");
    let properties = [Property::Assertion].into_iter().collect();
    let proved = proved(&program, properties, &[]);
    for site in checks(&program, |property| property == Property::Assertion) {
        let line = text.lines().nth(site.position.line as usize - 1).unwrap_or_default();
        let holds = line.ends_with("# holds");
        assert_eq!(proved.contains(&site.id), holds, "{line}\n{text}");
    }
}

/// Those that it proves within so many seconds.
#[allow(dead_code)] // As above.
pub fn proved_within(
    seconds: u64,
    program: &Program,
    properties: PropertySet,
) -> BTreeSet<CheckId> {
    let configuration = SolverConfiguration::default();
    let interrupt = Interrupt::new();
    let solver = HornSolver { command: Vec::new(), interrupt: interrupt.clone() };
    let mut horn = Horn::new(solver, bits(&configuration, &interrupt));
    holding(&settled_within(seconds, &mut horn, program, properties))
}

/// Those that it proves where no array is kept whole.
#[allow(dead_code)] // As above.
pub fn proved_without_whole_arrays(
    program: &Program,
    properties: PropertySet,
) -> BTreeSet<CheckId> {
    ask(program, properties, &[], |horn| horn.without_whole_arrays())
}

/// What the engine proves, and what that rests on.
#[allow(dead_code)] // As above.
pub fn argued(program: &Program, properties: PropertySet) -> (BTreeSet<CheckId>, Vec<Argument>) {
    let configuration = SolverConfiguration::default();
    let interrupt = Interrupt::new();
    let solver = HornSolver { command: Vec::new(), interrupt: interrupt.clone() };
    let mut horn = Horn::new(solver, bits(&configuration, &interrupt));
    let ledger = settled(&mut horn, program, properties);
    let arguments = ledger.entries().iter().filter_map(|entry| match entry {
        Entry::Fact { fact: Fact::Argument(argument), .. } => Some(argument.clone()),
        _ => None,
    });
    (holding(&ledger), arguments.collect())
}

/// What arguments prove that are given.
#[allow(dead_code)] // As above.
pub fn rechecked(
    program: &Program,
    properties: PropertySet,
    arguments: &[Argument],
) -> BTreeSet<CheckId> {
    let configuration = SolverConfiguration::default();
    let interrupt = Interrupt::new();
    let backend = bits(&configuration, &interrupt);
    let mut recheck = Recheck::new(backend, arguments.to_vec(), Vec::new());
    holding(&settled(&mut recheck, program, properties))
}

fn bits<'c>(configuration: &'c SolverConfiguration, interrupt: &'c Interrupt) -> MakeBackend<'c> {
    Box::new(|| klew_solver::backend(configuration, false, interrupt).map_err(|e| e.to_string()))
}

fn settled(engine: &mut dyn Engine, program: &Program, properties: PropertySet) -> Ledger {
    settled_within(SECONDS, engine, program, properties)
}

fn settled_within(
    seconds: u64,
    engine: &mut dyn Engine,
    program: &Program,
    properties: PropertySet,
) -> Ledger {
    let task = Task::new(program, properties);
    let mut ledger = Ledger::new(checks(program, |property| properties.contains(property)));
    let watch = Patience { begun: worked(), seconds };
    work(engine, &task, &mut ledger, &watch, &mut Unvalidated);
    ledger
}

fn holding(ledger: &Ledger) -> BTreeSet<CheckId> {
    let holding = ledger.checks().filter(|(_, s)| matches!(s, Standing::Holds { .. }));
    holding.map(|(site, _)| site.id).collect()
}

fn ask(
    program: &Program,
    properties: PropertySet,
    command: &[&str],
    made: impl FnOnce(Horn<'_>) -> Horn<'_>,
) -> BTreeSet<CheckId> {
    let configuration = SolverConfiguration::default();
    let interrupt = Interrupt::new();
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    let solver = HornSolver { command, interrupt: interrupt.clone() };
    let mut horn = made(Horn::new(solver, bits(&configuration, &interrupt)));
    holding(&settled(&mut horn, program, properties))
}

/// Makes values of stack slots, as front ends do.
#[allow(dead_code)] // As above.
pub fn promote(program: &mut klew_ir::Program) {
    let data_model = program.data_model;
    for function in &mut program.functions {
        if let klew_ir::FunctionBody::Defined(definition) = &mut function.body {
            let definition = std::sync::Arc::make_mut(definition);
            promote_stack_slots(definition, data_model);
        }
    }
}
