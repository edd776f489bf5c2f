//! Forward execution of the runs whose inputs are in the ranges that a check needs ([`klew_loops::input_ranges`]): paths that come to
//! where it is, but with other sizes than it asks for, are not gone.
//!
//! **Invariant**: it proves nothing, as the runs are a part of all.

use std::collections::VecDeque;
use std::rc::Rc;

use klew_engine::{Account, Desk, Engine, Guidance, Limit, Task};
use klew_forward::{Exploring, SearchStrategy};
use klew_ir::CheckId;

use crate::engines::{Setup, forward_options, paths_solver};

/// Checks whose ranges are tried.
const MOST_CHECKS: usize = 16;

/// Turns of it.
pub(crate) struct Ranged<'s> {
    setup: &'s Setup<'s>,
    /// Checks with what their inputs are to be, the next one first; not known before the first turn.
    waiting: Option<VecDeque<(CheckId, Rc<Guidance>)>>,
    /// Turns so far: each draws other paths.
    turns: u64,
}

/// In turns, or in a worker.
pub(crate) fn ranged<'s>(setup: &'s Setup<'s>) -> Ranged<'s> {
    Ranged { setup, waiting: None, turns: 0 }
}

impl Ranged<'_> {
    fn next(&mut self) -> Option<(CheckId, Rc<Guidance>)> {
        self.waiting.as_mut()?.pop_front()
    }

    /// Explores runs with such inputs.
    fn explore(&mut self, task: &Task<'_>, desk: &mut Desk<'_>, guidance: Rc<Guidance>) -> Account {
        self.turns += 1;
        let options = klew_forward::Options {
            search: SearchStrategy::Coverage,
            guidance: Some(guidance),
            short_done: Rc::default(),
            ..forward_options(self.setup)
        };
        let task = Task { seed: task.seed.wrapping_add(self.turns), ..*task };
        Exploring { options, solver: paths_solver(self.setup) }.run(&task, desk)
    }

    /// The checks that ranges are known of.
    fn checks(&self, task: &Task<'_>, desk: &Desk<'_>) -> VecDeque<(CheckId, Rc<Guidance>)> {
        let stop = || desk.stop().is_some();
        let found = klew_loops::input_ranges(task.program, task.properties, &stop);
        let guidance = |(check, ranges): (CheckId, klew_loops::Ranges)| {
            let mut guidance = Guidance::default();
            ranges.into_iter().for_each(|(number, range)| guidance.set_range(number, range));
            (check, Rc::new(guidance))
        };
        found.unwrap_or_default().into_iter().take(MOST_CHECKS).map(guidance).collect()
    }
}

impl Engine for Ranged<'_> {
    fn name(&self) -> &'static str {
        "forward"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let mut account = Account::default();
        if self.waiting.is_none() {
            self.waiting = Some(self.checks(task, desk));
        }
        while desk.stop().is_none()
            && let Some((check, guidance)) = self.next()
        {
            if desk.is_known_to_hold(check) {
                continue;
            }
            account.add(self.explore(task, desk, Rc::clone(&guidance)));
            if desk.stop().is_some() {
                // It had less than it needs; the others come before it.
                self.waiting.get_or_insert_default().push_back((check, guidance));
            }
        }
        account.limit(Limit::Incomplete("inputs in ranges are some of all".to_owned()), 1);
        Account { by: "forward", ..account }
    }
}
