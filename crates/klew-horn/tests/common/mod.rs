//! Asks the engine, without a world outside.

use std::collections::BTreeSet;

use klew_engine::{Ledger, Standing, StopReason, Task, Unvalidated, Watch, work};
use klew_horn::Horn;
use klew_ir::{CheckId, Program, PropertySet, checks, promotion::promote_stack_slots};
use klew_solver::horn::HornSolver;
use klew_solver::{Interrupt, SolverConfiguration};

/// Stops after a while.
struct Patience(std::time::Instant);

impl Watch for Patience {
    fn stop(&self) -> Option<StopReason> {
        (self.0.elapsed().as_secs() >= 4).then_some(StopReason::Time)
    }
}

/// A number from the environment.
pub fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The checks that the engine proves; it asks a solver of Horn clauses where there is a command for one.
#[allow(dead_code)] // Each test uses one of them.
pub fn proved(program: &Program, properties: PropertySet, command: &[&str]) -> BTreeSet<CheckId> {
    ask(program, properties, command, |horn| horn)
}

/// Those that it proves where no array is kept whole.
#[allow(dead_code)] // As above.
pub fn proved_without_whole_arrays(
    program: &Program,
    properties: PropertySet,
) -> BTreeSet<CheckId> {
    ask(program, properties, &[], |horn| horn.without_whole_arrays())
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
    let horn = Horn::new(
        HornSolver { command, interrupt: interrupt.clone() },
        Box::new(|| {
            klew_solver::backend(&configuration, false, &interrupt).map_err(|e| e.to_string())
        }),
    );
    let mut horn = made(horn);
    let task = Task::new(program, properties);
    let mut ledger = Ledger::new(checks(program, |property| properties.contains(property)));
    let watch = Patience(std::time::Instant::now());
    work(&mut horn, &task, &mut ledger, &watch, &mut Unvalidated);
    let holding = ledger.checks().filter(|(_, s)| matches!(s, Standing::Holds { .. }));
    holding.map(|(site, _)| site.id).collect()
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
