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

/// When an engine has its turn while another works, and how long.
struct Turn {
    /// Milliseconds after the other one began.
    at: u64,
    /// Milliseconds: at most.
    most: u64,
}

/// The turns, in the order of [`crate::engines::beside`]: random runs, and then folded lists and invariants again and again, guided runs
/// once. All together have about half of the time, so what the first engine comes to by itself it comes to in about twice its time.
const TURNS: [Turn; 11] = [
    Turn { at: 1000, most: 2000 },
    Turn { at: 1300, most: 600 },
    Turn { at: 1900, most: 1000 },
    Turn { at: 3000, most: 800 },
    Turn { at: 5000, most: 1200 },
    Turn { at: 6500, most: 2000 },
    Turn { at: 13_000, most: 3000 },
    Turn { at: 16_500, most: 5000 },
    Turn { at: 34_000, most: 6000 },
    Turn { at: 41_000, most: 13_000 },
    Turn { at: 100_000, most: 45_000 },
];

/// The share of the time of the whole call that a turn has at most, in percent, and what it has in any case.
const SHARE: (u32, Duration) = (40, Duration::from_millis(300));

/// That of random runs.
const SHARE_OF_RANDOM: u32 = 3;

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
        let percent = if turn == 0 { SHARE_OF_RANDOM } else { SHARE.0 };
        let turn = TURNS.get(turn)?;
        let now = self.clock.elapsed();
        let begun = self.begun.get().unwrap_or(now);
        self.begun.set(Some(begun));
        if now < begun + Duration::from_millis(turn.at) {
            return None;
        }
        let most = Duration::from_millis(turn.most);
        let share = self.clock.limit().map_or(most / 2, |limit| limit * percent / 100);
        Some(share.max(SHARE.1).min(most))
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
