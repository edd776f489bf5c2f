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
    /// When another engine is to have its moment.
    pub interlude: Cell<Interlude>,
}

/// When another engine is to have its moment.
#[derive(Clone, Copy, Debug, Default)]
pub enum Interlude {
    /// Nobody asked so far.
    #[default]
    Unasked,
    /// At that time after the start of the call.
    At(Duration),
    /// It had it.
    Over,
}

/// The first engine has so long to come to something by itself.
const HEAD_START: Duration = Duration::from_secs(1);
/// How long the other one works, at least and at most; between them, three percent of the time.
const MOMENT: (Duration, Duration) = (Duration::from_millis(300), Duration::from_secs(2));

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

    fn interlude(&self) -> Option<Duration> {
        let now = self.clock.elapsed();
        match self.interlude.get() {
            Interlude::Unasked => self.interlude.set(Interlude::At(now + HEAD_START)),
            Interlude::At(time) if now >= time => {
                self.interlude.set(Interlude::Over);
                let share = self.clock.limit().map_or(MOMENT.1 / 2, |limit| limit * 3 / 100);
                return Some(share.clamp(MOMENT.0, MOMENT.1));
            }
            Interlude::At(_) | Interlude::Over => {}
        }
        None
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
