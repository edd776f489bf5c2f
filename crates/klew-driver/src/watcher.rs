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
    /// The share of the time of the whole call that it has at most, in percent.
    share: u32,
}

const fn turn(at: u64, most: u64) -> Turn {
    Turn { at, most, share: 40 }
}

/// The turns, in the order of [`crate::engines::beside`]: interpolants and random runs, and then folded lists and invariants again and
/// again, guided runs once, interpolants twice more. All together have up to two thirds of the first ten seconds, where most proofs
/// are found, and half of a minute: what the first engine comes to by itself in two seconds may take nine.
const TURNS: [Turn; 14] = [
    turn(500, 400),
    Turn { at: 1000, most: 2000, share: 3 },
    turn(1300, 600),
    turn(1900, 1000),
    turn(3000, 800),
    turn(5000, 1200),
    turn(6500, 2000),
    turn(9500, 1500),
    turn(13_000, 3000),
    turn(16_500, 5000),
    turn(34_000, 6000),
    turn(41_000, 13_000),
    turn(65_000, 10_000),
    turn(100_000, 45_000),
];

/// What a turn has in any case.
const LEAST: Duration = Duration::from_millis(300);

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
        if now < begun + Duration::from_millis(turn.at) {
            return None;
        }
        let most = Duration::from_millis(turn.most);
        let share = self.clock.limit().map_or(most / 2, |limit| limit * turn.share / 100);
        Some(share.max(LEAST).min(most))
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
