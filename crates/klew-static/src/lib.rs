//! Static analysis as an engine: it proves checks without following paths, which says nothing of those it cannot prove.
//!
//! **Invariant**: nothing here knows a source language or a solver.

mod possible;

use klew_engine::{Account, Desk, Engine, Limit, Task};

pub use possible::may_fail;

/// Static analysis.
#[derive(Clone, Copy, Debug, Default)]
pub struct Static;

impl Engine for Static {
    fn name(&self) -> &'static str {
        "static"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let mut account = Account::default();
        let may_fail = may_fail(task.program, || desk.stop().is_some());
        let (mut open, asked) = (0, task.checks());
        let all = asked.len();
        for check in asked {
            // What is left at the end of a run is not looked at.
            let is_at_the_end = check.is_at_the_end();
            match &may_fail {
                Some(failing) if !is_at_the_end && !failing.contains(&check) => desk.holds(check),
                _ => open += 1,
            }
        }
        if open > 0 || may_fail.is_none() {
            let what = format!("static analysis cannot tell of {open} of {all} checks");
            account.limit(Limit::Incomplete(what), 1);
        }
        account
    }
}
