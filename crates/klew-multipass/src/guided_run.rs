//! The guided forward run: forward execution in which inputs are what replay values say.
//!
//! Source: paper 002, algorithm 1 (guided forward symbolic execution). Where guidance does not lead to what is looked for,
//! runs without it follow; forward execution knows of hints ([`klew_engine::Guidance`]) and explores only such runs.
//!
//! **Invariant**: a guided run finds, and proves nothing: its outcome is never complete. Only a run without hints may be.

use std::rc::Rc;
use std::time::Duration;

use klew_engine::{Account, Desk, Figures, Guidance, Limit, StopReason, Task, Witness};
use klew_forward::{Configuration, Control, Forward, Monitor, Options, Progress};
use klew_ir::CheckId;
use klew_solver::Solver;

/// What a run came to.
pub struct Guided {
    /// Its account.
    pub account: Account,
    /// The checks that fail in some run of it.
    pub fails: Vec<CheckId>,
    /// How the engine goes on.
    pub control: Control,
}

/// Watches a run: it has only some time, or so many instructions where there is no clock.
struct Watcher<'a, 'd> {
    desk: &'a mut Desk<'d>,
    end: Option<Duration>,
    control: Control,
    figures: &'a Figures,
}

impl Monitor for Watcher<'_, '_> {
    fn tick(&mut self, progress: &Progress) -> Control {
        let mut figures = self.figures.clone();
        figures.add(progress.figures());
        self.desk.progress(&Figures { waiting: progress.frontier as u64, ..figures });
        if self.control != Control::Enough {
            self.control = self.desk.control();
        }
        let is_over = self.end.is_some_and(|end| self.desk.elapsed().is_some_and(|now| now >= end));
        match self.control {
            Control::Continue if is_over => Control::Stop(StopReason::Time),
            control => control,
        }
    }

    fn elapsed(&self) -> Option<Duration> {
        self.desk.elapsed()
    }

    fn memory_in_use(&self) -> f64 {
        self.desk.memory_in_use()
    }

    fn finding(&mut self, finding: &Witness) -> Control {
        self.control = self.desk.witness(finding);
        self.control
    }
}

/// How long a run may take.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Time, where there is a clock.
    pub time: Duration,
    /// Instructions, where there is none.
    pub instructions: u64,
}

/// Runs the program forward with hints; without, if there are none.
///
/// # Errors
/// There is no entry, or its globals do not fit into memory.
pub fn guided_run(
    (task, options): (&Task<'_>, &Options),
    guidance: Option<Guidance>,
    solver: Box<dyn Solver>,
    (desk, figures): (&mut Desk<'_>, &Figures),
    share: Share,
) -> Result<Guided, String> {
    let mut configuration = Configuration::of(task, options);
    configuration.guidance = guidance.filter(|hints| !hints.is_empty()).map(Rc::new);
    let now = desk.elapsed();
    if now.is_none() {
        let most = configuration.limits.max_instructions.unwrap_or(u64::MAX);
        configuration.limits.max_instructions = Some(most.min(share.instructions));
    }
    let mut forward =
        Forward::new(task.program, configuration, solver).map_err(|error| error.to_string())?;
    let end = now.map(|now| now + share.time);
    let mut watcher = Watcher { desk, end, control: Control::Continue, figures };
    let outcome = forward.run(&mut watcher);
    let control = watcher.control;
    let fails = outcome.findings.iter().map(|finding| finding.check).collect();
    Ok(Guided { account: outcome.account(), fails, control })
}

/// Whether an account of a run without hints says that there is no more to find.
pub fn is_final(account: &Account) -> bool {
    account.limits.iter().all(|(limit, _)| {
        !matches!(limit, Limit::Stopped(_) | Limit::Instructions | Limit::Followed)
    })
}

/// Whether a guided run explored all that its hints leave.
pub fn was_whole(account: &Account) -> bool {
    account
        .limits
        .iter()
        .all(|(limit, _)| !matches!(limit, Limit::Stopped(_) | Limit::Instructions))
}
