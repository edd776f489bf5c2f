//! Asks the engine; klew's own concrete execution judges what it claims.

#![allow(dead_code)] // Each test uses a part.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use klew_engine::{Account, Ledger, Standing, StopReason, Task, Watch, work};
use klew_forward::{Configuration, ReplayValidator};
use klew_ir::{CheckId, Program, Property, PropertySet, checks};
use klew_multipass::{Multipass, Options};
use klew_oracle::Bounds;
use klew_solver::{Interrupt, Solver, SolverConfiguration};

/// What generated heap programs are asked.
pub const PROPERTIES: [Property; 5] = [
    Property::Assertion,
    Property::UncaughtException,
    Property::ErrorCall,
    Property::Dereference,
    Property::Free,
];

/// As wide as generated programs need.
pub const BOUNDS: Bounds = Bounds { byte_max: 1, int_max: 3, array_max: 2, max_runs: 3000 };

/// Stops after a while.
pub struct Patience(pub Instant, pub Duration);

impl Watch for Patience {
    fn stop(&self) -> Option<StopReason> {
        (self.0.elapsed() >= self.1).then_some(StopReason::Time)
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(self.0.elapsed())
    }
}

/// A number from the environment.
pub fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A new solver.
pub fn solver() -> Box<dyn Solver> {
    klew_solver::build(SolverConfiguration::default(), &Interrupt::new()).expect("a solver")
}

/// What the engine says.
pub struct Said {
    /// Checks that hold.
    pub holds: BTreeSet<CheckId>,
    /// Checks that a run was seen to violate.
    pub fails: BTreeSet<CheckId>,
    /// Its account.
    pub account: Account,
}

impl Said {
    /// One of its figures.
    pub fn figure(&self, name: &str) -> u64 {
        let found = self.account.figures.more.iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| panic!("no figure {name}")).1
    }
}

/// Asks about checks of these properties, for so long.
pub fn ask(program: &Program, properties: PropertySet, options: Options, time: Duration) -> Said {
    ask_while(program, properties, options, &Patience(Instant::now(), time))
}

/// Asks about checks of these properties, as long as the watch says.
pub fn ask_while(
    program: &Program,
    properties: PropertySet,
    options: Options,
    watch: &dyn Watch,
) -> Said {
    let forward = klew_forward::Options::default();
    let mut engine = Multipass { options, forward, solver: Box::new(|| Ok(solver())) };
    let task = Task::new(program, properties);
    let mut ledger = Ledger::new(checks(program, |property| properties.contains(property)));
    let configuration = Configuration { properties, ..Configuration::default() };
    let mut runs = ReplayValidator::new(program, configuration, solver()).expect("an entry");
    work(&mut engine, &task, &mut ledger, watch, &mut runs);
    assert_eq!(ledger.contradictions(), []);
    let (holds, fails) = standings(&ledger);
    Said { holds, fails, account: ledger.accounts().last().cloned().expect("an account") }
}

/// Checks that hold, and those that fail.
pub fn standings(ledger: &Ledger) -> (BTreeSet<CheckId>, BTreeSet<CheckId>) {
    let which = |wanted: fn(&Standing) -> bool| {
        ledger.checks().filter(|(_, s)| wanted(s)).map(|(site, _)| site.id).collect()
    };
    (
        which(|standing| matches!(standing, Standing::Holds { .. })),
        which(|standing| matches!(standing, Standing::Fails { .. })),
    )
}
