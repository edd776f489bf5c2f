//! Asks the engine, without a world outside.

use std::collections::BTreeSet;

use klew_engine::{Ledger, Standing, StopReason, Task, Unvalidated, Watch, work};
use klew_horn::Horn;
use klew_ir::{CheckId, Program, PropertySet, checks};
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
pub fn proved(program: &Program, properties: PropertySet, command: &[&str]) -> BTreeSet<CheckId> {
    let configuration = SolverConfiguration::default();
    let interrupt = Interrupt::new();
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    let mut horn = Horn::new(
        HornSolver { command, interrupt: interrupt.clone() },
        Box::new(|| {
            klew_solver::backend(&configuration, false, &interrupt).map_err(|e| e.to_string())
        }),
    );
    let task = Task::new(program, properties);
    let mut ledger = Ledger::new(checks(program, |property| properties.contains(property)));
    let watch = Patience(std::time::Instant::now());
    work(&mut horn, &task, &mut ledger, &watch, &mut Unvalidated);
    let holding = ledger.checks().filter(|(_, s)| matches!(s, Standing::Holds { .. }));
    holding.map(|(site, _)| site.id).collect()
}
