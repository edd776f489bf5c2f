//! Asks backward execution as everybody does: through the interface of engines.

use klew_backward::{Backward, Options};
use klew_engine::{Account, Entry, Ledger, Limit, Shown, Target, Task, Validation, Watch, work};
use klew_ir::{Position, Property};
use klew_solver::Backend;

/// What the engine came to.
#[derive(Debug)]
#[allow(dead_code, reason = "each test looks at some of it")]
pub struct Decided {
    /// Checks that were seen to fail, in the order in which they were found.
    pub reachable: Vec<Target>,
    /// Checks that may fail, but do not with the input that was found.
    pub unconfirmed: Vec<(Property, Position)>,
    /// Why others are open.
    pub limits: Vec<Limit>,
    /// What it says of itself.
    pub account: Account,
}

/// Makes a solver.
pub type MakeBackend = fn(bool) -> Result<Box<dyn Backend>, String>;

/// Lets it work.
pub fn decide(
    task: &Task<'_>,
    options: Options,
    backend: MakeBackend,
    watch: &dyn Watch,
    validation: &mut dyn Validation,
) -> Decided {
    let properties = task.properties;
    let checks = klew_ir::checks(task.program, |property| properties.contains(property));
    let mut ledger = Ledger::new(checks);
    let mut engine = Backward { options, backend: Box::new(backend), gone_through: 0 };
    work(&mut engine, task, &mut ledger, watch, validation);
    assert_eq!(ledger.contradictions(), [], "{ledger:?}");
    let mut reachable: Vec<Target> = Vec::new();
    for entry in ledger.entries() {
        if let Entry::Witness { target, shown, .. } = entry
            && *shown > Shown::Nothing
            && !reachable.contains(target)
        {
            reachable.push(target.clone());
        }
    }
    let account = ledger.accounts().next().expect("the engine ended").clone();
    let (mut unconfirmed, mut limits) = (Vec::new(), Vec::new());
    for (limit, _) in &account.limits {
        match limit {
            Limit::NotShown { property, position } => unconfirmed.push((*property, *position)),
            other => limits.push(other.clone()),
        }
    }
    Decided { reachable, unconfirmed, limits, account }
}
