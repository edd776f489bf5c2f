//! Watches an engine: stops it at the limits and tells how far it is.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use klew_engine::{Figures, StopReason, Watch};

use crate::audience::{Audience, Status};
use crate::guard::Guard;
use crate::so_far::SoFar;
use crate::timed::Spent;
use crate::watch::{self, Clock};

/// The watch of `klew check`.
pub struct Watcher<'a> {
    /// Limits.
    pub guard: &'a Guard,
    /// The time of the call.
    pub clock: Clock,
    /// Who is told of progress.
    pub audience: &'a dyn Audience,
    /// What solvers were asked.
    pub spent: Rc<Cell<Spent>>,
    /// What is printed if the call must be ended.
    pub so_far: SoFar,
    /// When the engine began.
    pub begun: Cell<Option<Duration>>,
}

/// When an engine has its turn while another works, and how much of it.
struct Turn {
    /// How long the other one has had to come to something by itself.
    after: Duration,
    /// The share of the time of the whole call, in percent.
    percent: u32,
    /// At least and at most.
    within: (Duration, Duration),
}

/// The turns, in the order of [`crate::engines::beside`].
const TURNS: [Turn; 2] = [
    Turn {
        after: Duration::from_secs(1),
        percent: 3,
        within: (Duration::from_millis(300), Duration::from_secs(2)),
    },
    Turn {
        after: Duration::from_millis(1500),
        percent: 30,
        within: (Duration::from_secs(1), Duration::from_secs(30)),
    },
];

impl Watch for Watcher<'_> {
    fn stop(&self) -> Option<StopReason> {
        self.guard.stop()
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(self.clock.elapsed())
    }

    fn is_short_of_memory(&self) -> bool {
        self.guard.is_short_of_memory()
    }

    fn interlude(&self, turn: usize) -> Option<Duration> {
        let turn = TURNS.get(turn)?;
        let now = self.clock.elapsed();
        let begun = self.begun.get().unwrap_or(now);
        self.begun.set(Some(begun));
        if now < begun + turn.after {
            return None;
        }
        let (least, most) = turn.within;
        let share = self.clock.limit().map_or(most / 2, |limit| limit * turn.percent / 100);
        Some(share.clamp(least, most))
    }

    fn progress(&self, figures: &Figures) {
        self.so_far.progress(figures, self.spent.get().time);
        if figures.unrolling.is_none() && self.audience.is_due() {
            self.audience.progress(&Status {
                elapsed: self.clock.elapsed(),
                paths: figures.paths,
                frontier: figures.partial_paths as usize,
                coverage: (figures.covered, figures.coverable),
                solver: self.spent.get().time,
                memory: watch::memory(),
                open_checks: figures.open_checks.unwrap_or_default(),
                findings: figures.findings,
            });
        }
    }
}
