//! Watches an engine: stops it at the limits and tells how far it is.

use std::cell::Cell;
use std::rc::Rc;

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
}

impl Watch for Watcher<'_> {
    fn stop(&self) -> Option<StopReason> {
        self.guard.stop()
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
                findings: figures.findings,
            });
        }
    }
}
