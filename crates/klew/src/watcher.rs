//! Watches an engine: stops it at the limits and shows progress.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use klew_engine::{Figures, StopReason, Watch};

use crate::guard::Guard;
use crate::progress::{ProgressLine, Status};
use crate::so_far::SoFar;
use crate::timed::Spent;
use crate::watch::{self, Clock};

/// The watch of `klew check`.
pub struct Watcher<'a> {
    /// Limits.
    pub guard: &'a Guard,
    /// The time of the call.
    pub clock: Clock,
    /// Progress.
    pub line: &'a RefCell<ProgressLine>,
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
        let mut line = self.line.borrow_mut();
        if figures.unrolling.is_none() && line.is_due() {
            line.show(&Status {
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
