//! Watches an engine: stops it at the limits and tells how far it is.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use klew_engine::{Figures, NextTurn, StopReason, Watch};
use klew_report::exploration::{Sample, Timeline};

use crate::audience::{Audience, Status};
use crate::checkpoint::Recorder;
use crate::guard::Guard;
use crate::so_far::SoFar;
use crate::timed::Spent;
use crate::turns::TurnTime;
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
    /// When others have their turns while the engine works.
    pub turns: RefCell<Vec<TurnTime>>,
    /// Whether others may come further than the engine where bounds on inputs end it.
    pub beyond_bounds: Cell<bool>,
    /// When the engine began.
    pub begun: Cell<Option<Duration>>,
    /// Writes down what is settled, from time to time.
    pub recorder: Option<Rc<Recorder>>,
    /// Figures over time.
    pub timeline: Rc<RefCell<Timeline>>,
}

/// So long, all turns together have at most half of the time at any moment: what the first engine comes to by itself then takes at most
/// twice as long. Later they have up to two thirds.
const HALF: Duration = Duration::from_secs(6);

/// When a turn of that time begins at the earliest, after others that took so long.
fn earliest(spent: Duration, time: Duration) -> Duration {
    let half = 2 * spent + time;
    if half <= HALF { half } else { HALF.max((3 * spent + time) / 2) }
}

/// What others have, once the engine ended without an answer, and as much time as it took, up to twice this.
const AFTERWARDS: Duration = Duration::from_secs(5);

/// What others have where the engine ended at a bound on inputs that they may come over, and as much as there was so far at most.
const BEYOND_BOUNDS: Duration = Duration::from_millis(400);

/// What a turn has in any case.
const LEAST: Duration = Duration::from_millis(300);

impl Watch for Watcher<'_> {
    fn stop(&self) -> Option<StopReason> {
        if let Some(recorder) = &self.recorder {
            recorder.look();
        }
        self.guard.stop()
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(self.clock.elapsed())
    }

    fn memory_in_use(&self) -> f64 {
        self.guard.memory_in_use()
    }

    fn interlude(&self, turn: usize, spent: Duration) -> Option<NextTurn> {
        let turn = self.turns.borrow().get(turn).copied()?;
        let now = self.clock.elapsed();
        let begun = self.begun.get().unwrap_or(now);
        self.begun.set(Some(begun));
        let most = Duration::from_millis(turn.most);
        let share = self.clock.limit().map_or(most / 2, |limit| limit * turn.share / 100);
        let time = share.max(LEAST).min(most);
        let earliest = Duration::from_millis(turn.at).max(earliest(spent, time));
        Some(NextTurn { wait: (begun + earliest).saturating_sub(now), time })
    }

    fn afterwards(&self, within_bounds: bool) -> Option<Duration> {
        let elapsed = self.clock.elapsed();
        if within_bounds {
            return self.beyond_bounds.get().then(|| elapsed.min(BEYOND_BOUNDS));
        }
        // Who was only asked to listen works on.
        (!self.guard.is_woken()).then_some(AFTERWARDS + elapsed.min(2 * AFTERWARDS))
    }

    fn progress(&self, figures: &Figures) {
        self.so_far.progress(figures, self.spent.get().time);
        self.sample(figures);
        if figures.unrolling.is_none() && self.audience.is_due() {
            self.audience.progress(&Status {
                elapsed: self.clock.elapsed(),
                paths: figures.paths,
                frontier: figures.waiting as usize,
                coverage: (figures.covered, figures.coverable),
                solver: self.spent.get().time,
                memory: watch::memory(),
                open_checks: figures.open_checks.unwrap_or_default(),
                findings: figures.findings,
            });
        }
    }
}

impl Watcher<'_> {
    /// Takes figures down, from time to time. Those of backward execution are of other things.
    fn sample(&self, figures: &Figures) {
        let seconds = self.clock.elapsed().as_secs_f64();
        let mut timeline = self.timeline.borrow_mut();
        if figures.unrolling.is_some() || !timeline.is_due(seconds) {
            return;
        }
        timeline.add(Sample {
            seconds,
            paths: figures.paths,
            waiting: figures.waiting,
            covered: figures.covered,
            coverable: figures.coverable,
            queries: figures.queries,
            solver_seconds: self.spent.get().time.as_secs_f64(),
            memory: watch::memory(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_have_at_most_half_of_the_first_seconds() {
        // Turns that take all they may, one as soon as it can be after the other.
        let (mut now, mut spent) = (Duration::ZERO, Duration::ZERO);
        for turn in crate::turns::BESIDE_FORWARD {
            let time = Duration::from_millis(turn.most);
            now = now.max(Duration::from_millis(turn.at)).max(earliest(spent, time)) + time;
            spent += time;
            assert!(spent * 3 <= now * 2, "{spent:?} of {now:?}");
            assert!(now - time >= HALF || spent * 2 <= now, "{spent:?} of {now:?}");
        }
        // Some of it is late enough for calls of a minute only.
        assert!(now > Duration::from_secs(100) && now < Duration::from_secs(160), "{now:?}");
    }
}
