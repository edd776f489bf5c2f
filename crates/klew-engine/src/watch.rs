//! How engines know of time, and tell how far they are.

use std::cell::Cell;
use std::time::Duration;

use crate::limit::StopReason;

/// Figures of an engine's work, so far or at its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// Paths followed to their end.
    pub paths: u64,
    /// Paths given up before their end, or that wait.
    pub partial_paths: u64,
    /// Those that wait, of an engine at work.
    pub waiting: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// States made at branches.
    pub forks: u64,
    /// Queries to solvers.
    pub queries: u64,
    /// Seconds in solvers.
    pub solver_seconds: f64,
    /// Instructions of the program that some path executed.
    pub covered: u64,
    /// Instructions of the program.
    pub coverable: u64,
    /// Checks of which nothing is known, which the desk knows.
    pub open_checks: Option<usize>,
    /// Violations found.
    pub findings: usize,
    /// Of engines that unfold the program: how far.
    pub unrolling: Option<Unrolling>,
    /// Further figures: a name and a value each.
    pub more: Vec<(&'static str, u64)>,
}

impl Figures {
    /// One of [`Figures::more`].
    fn more(&self, wanted: &str) -> u64 {
        let figure = self.more.iter().find(|(name, _)| *name == wanted);
        figure.map_or(0, |(_, number)| *number)
    }

    /// Whether nodes of lists became part of a segment.
    pub fn folds_lists(&self) -> bool {
        self.more(FOLDED) > 0
    }

    /// Adds those of another part of the same work.
    pub fn add(&mut self, other: Figures) {
        self.paths += other.paths;
        self.partial_paths += other.partial_paths;
        self.instructions += other.instructions;
        self.forks += other.forks;
        self.queries += other.queries;
        self.solver_seconds += other.solver_seconds;
        self.covered = self.covered.max(other.covered);
        self.coverable = self.coverable.max(other.coverable);
        self.findings += other.findings;
        for (name, value) in other.more {
            match self.more.iter_mut().find(|(known, _)| *known == name) {
                Some((_, own)) if name == "max_states" => *own = value.max(*own),
                Some((_, own)) => *own += value,
                None => self.more.push((name, value)),
            }
        }
    }
}

/// How far a program was unfolded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unrolling {
    /// The bound on turns of loops and on recursion.
    pub bound: u32,
    /// Rounds that were begun.
    pub rounds: u32,
    /// Nodes of the last graph.
    pub nodes: u64,
    /// The greatest bound within which no violation was found.
    pub within: Option<u32>,
}

/// Whoever watches an engine.
pub trait Watch {
    /// Whether to stop, and why. Asked often.
    fn stop(&self) -> Option<StopReason>;

    /// The time since some moment, where there is a clock.
    fn elapsed(&self) -> Option<Duration> {
        None
    }

    /// Which share of the memory is in use, of that which there may be: beyond half, less should be. Asked often.
    fn memory_in_use(&self) -> f64 {
        0.0
    }

    /// When another engine may work in between ([`crate::work_beside`]), after so many others that took so long; asked until
    /// it is due.
    fn interlude(&self, _turn: usize, _spent: Duration) -> Option<NextTurn> {
        None
    }

    /// How long others may go on once the engine has ended without an answer, or with one within bounds on inputs; not at all if it says
    /// nothing.
    fn afterwards(&self, _within_bounds: bool) -> Option<Duration> {
        None
    }

    /// How far the engine is: called every few milliseconds of work.
    fn progress(&self, _figures: &Figures) {}
}

/// The turn of another engine, to come or due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextTurn {
    /// How long it has to wait; no time if it is due.
    pub wait: Duration,
    /// How long it is.
    pub time: Duration,
}

/// Among [`Figures::more`], how much an engine explored of all that there is, in thousandths: it knows that only roughly.
pub const EXPLORED: &str = "explored_thousandths";

/// Among [`Figures::more`], how many nodes of lists became part of a segment.
pub const FOLDED: &str = "folded_nodes";

/// The time of a turn. An engine that seems to come to its end soon has a few times as much: as it seems in the last part of its own time,
/// where it explored as much of all as in the same time before. What goes on without end comes nearer to its end ever more slowly. So has one that
/// folds lists, as nobody else proves anything of lists of any length.
#[derive(Debug)]
pub struct Allowance {
    time: Duration,
    given: Cell<Duration>,
    /// How much was explored, in thousandths, after half of the time.
    halfway: Cell<Option<(Duration, u64)>>,
    /// Whether the engine folded lists.
    folds: Cell<bool>,
}

impl Allowance {
    /// As many times the time are given at most.
    const TIMES: u32 = 3;
    /// As many times the time are given to who folds lists, in turns that are no first look.
    const FOLDS: u32 = 2;
    const LOOK: Duration = Duration::from_millis(500);
    /// As much of what it explored at first in some time, an engine has to explore in the same time later.
    const STEADY: f64 = 0.8;

    /// Of so much time.
    pub fn new(time: Duration) -> Allowance {
        Allowance {
            time,
            given: Cell::new(time),
            halfway: Cell::new(None),
            folds: Cell::new(false),
        }
    }

    /// Whether it is over after so much time.
    pub fn is_over(&self, after: Duration) -> bool {
        after >= self.given.get()
    }

    /// What the engine says of its work after so much time.
    pub fn progress(&self, after: Duration, figures: &Figures) {
        if figures.folds_lists() {
            self.folds.set(true);
            if self.time >= Allowance::LOOK {
                self.given.set((self.time * Allowance::FOLDS).max(self.given.get()));
            }
        }
        let explored = figures.more(EXPLORED);
        if after < self.time / 2 || after > self.time || explored == 0 {
            return;
        }
        let Some((begun, at_first)) = self.halfway.get() else {
            return self.halfway.set(Some((after, explored)));
        };
        let rate = |explored: u64, time: Duration| explored as f64 / time.as_secs_f64();
        let is_late = after >= self.time * 3 / 4 && after > begun;
        let later = rate(explored.saturating_sub(at_first), after.saturating_sub(begun));
        if !is_late || later < Allowance::STEADY * rate(at_first, begun) {
            return;
        }
        let most = self.time * Allowance::TIMES;
        // Half of the time more for what is not known well.
        let expected = 1000.0 / rate(explored, after);
        if expected <= most.as_secs_f64() {
            let expected = Duration::from_secs_f64(expected) + self.time / 2;
            self.given.set(expected.min(most).max(self.given.get()));
        }
    }
}

/// What an engine sees that works in between: its time is short, and its figures are not the ones to show.
pub(crate) struct Interlude<'w> {
    watch: &'w dyn Watch,
    /// When it began, by the watch's clock.
    begin: Duration,
    allowance: Allowance,
}

impl<'w> Interlude<'w> {
    /// Of so much time, from now on.
    pub(crate) fn new(watch: &'w dyn Watch, time: Duration) -> Interlude<'w> {
        let begin = watch.elapsed().unwrap_or_default();
        Interlude { watch, begin, allowance: Allowance::new(time) }
    }

    /// Whether the engine folded lists.
    pub(crate) fn folds_lists(&self) -> bool {
        self.allowance.folds.get()
    }

    /// How long it has worked, where there is a clock.
    fn after(&self) -> Option<Duration> {
        Some(self.watch.elapsed()?.saturating_sub(self.begin))
    }
}

impl Watch for Interlude<'_> {
    fn stop(&self) -> Option<StopReason> {
        let is_over = self.after().is_none_or(|after| self.allowance.is_over(after));
        self.watch.stop().or(is_over.then_some(StopReason::Time))
    }

    fn elapsed(&self) -> Option<Duration> {
        self.watch.elapsed()
    }

    fn memory_in_use(&self) -> f64 {
        self.watch.memory_in_use()
    }

    fn progress(&self, figures: &Figures) {
        if let Some(after) = self.after() {
            self.allowance.progress(after, figures);
        }
    }
}

/// Never stops an engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn stop(&self) -> Option<StopReason> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_nearly_done_has_more_time() {
        let milliseconds = Duration::from_millis;
        let explored =
            |thousandths| Figures { more: vec![(EXPLORED, thousandths)], ..Figures::default() };
        let allowance = Allowance::new(milliseconds(100));
        allowance.progress(milliseconds(50), &Figures::default());
        allowance.progress(milliseconds(50), &explored(250));
        assert!(!allowance.is_over(milliseconds(99)) && allowance.is_over(milliseconds(100)));
        allowance.progress(milliseconds(80), &explored(400));
        assert!(!allowance.is_over(milliseconds(249)) && allowance.is_over(milliseconds(250)));
        // What it was promised, it has, and no more.
        allowance.progress(milliseconds(200), &explored(900));
        assert!(!allowance.is_over(milliseconds(249)) && allowance.is_over(milliseconds(250)));
    }

    #[test]
    fn who_folds_lists_has_more_time() {
        let milliseconds = Duration::from_millis;
        let folded = Figures { more: vec![(FOLDED, 2)], ..Figures::default() };
        for (time, given) in [(600, 1200), (300, 300)] {
            let allowance = Allowance::new(milliseconds(time));
            allowance.progress(milliseconds(20), &folded);
            assert!(!allowance.is_over(milliseconds(given - 1)));
            assert!(allowance.is_over(milliseconds(given)));
        }
    }

    #[test]
    fn who_is_ever_slower_has_no_more_time() {
        let milliseconds = Duration::from_millis;
        let explored =
            |thousandths| Figures { more: vec![(EXPLORED, thousandths)], ..Figures::default() };
        let allowance = Allowance::new(milliseconds(100));
        allowance.progress(milliseconds(50), &explored(500));
        allowance.progress(milliseconds(75), &explored(600));
        allowance.progress(milliseconds(100), &explored(700));
        assert!(allowance.is_over(milliseconds(100)));
    }
}
