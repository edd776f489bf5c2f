//! Whoever watches a run: looks at the clock and the memory, shows progress, stops it.

use std::rc::Rc;
use std::time::Duration;

pub use klew_engine::validation::Control;

use klew_engine::{Decision, Exchange, InputHeap, InputValue, StopReason, Witness};

use crate::edges::BranchWay;
use crate::ending::PathEndKind;
use crate::state::State;
use crate::statistics::Statistics;

/// How far a run is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Numbers so far.
    pub statistics: Statistics,
    /// States that wait.
    pub frontier: usize,
    /// Findings so far.
    pub findings: usize,
    /// The part of all paths that ended, in thousandths, as far as that is known; 0 where it is not.
    pub explored: u64,
    /// Edges of functions that were called which no path that was told took, where the configuration asks for them.
    pub untold: usize,
}

/// A path that ended.
#[derive(Clone, Debug)]
pub struct PathEnd {
    /// How it ended.
    pub kind: PathEndKind,
    /// Inputs that take it, in the order of the run.
    pub inputs: Vec<InputValue>,
    /// The objects that its pointer inputs point to.
    pub heap: InputHeap,
    /// Its decisions, which lead to it again.
    pub decisions: Vec<Decision>,
    /// Whether it entered a block that no path had entered before.
    pub covered_new: bool,
    /// The ways of branches that it is the first of those told to take, where the configuration asks for them.
    pub ways: Vec<BranchWay>,
}

/// Whoever watches a run.
pub trait Monitor {
    /// How to go on, where whoever watches has no need of figures yet. Asked before each [`Monitor::tick`], which is left out then.
    fn glance(&mut self) -> Option<Control> {
        None
    }

    /// Called every few milliseconds of work.
    fn tick(&mut self, progress: &Progress) -> Control {
        let _ = progress;
        Control::Continue
    }

    /// The time since some moment, where whoever watches has a clock: by it searchers share the time. Without one they
    /// share what instructions and queries cost on average.
    fn elapsed(&self) -> Option<Duration> {
        None
    }

    /// Which share of the memory is in use, of that which there may be. Asked often.
    fn memory_in_use(&self) -> f64 {
        0.0
    }

    /// How long a query may take before others want the time, if somebody waits for it. Asked often.
    fn patience(&self) -> Option<Duration> {
        None
    }

    /// Who shares the run, or writes down what is left of it. Asked once, when it begins.
    fn exchange(&self) -> Option<Rc<dyn Exchange>> {
        None
    }

    /// Called for each finding.
    fn finding(&mut self, finding: &Witness) -> Control {
        let _ = finding;
        Control::Continue
    }

    /// Called for each state that was forked from another, as it stands after its last decision.
    fn forked(&mut self, state: &State) {
        let _ = state;
    }

    /// Whether [`Monitor::path_ended`] wants to be called (its inputs take work to compute).
    fn wants_paths(&self) -> bool {
        false
    }

    /// Called for each path that ended.
    fn path_ended(&mut self, end: &PathEnd) -> Control {
        let _ = end;
        Control::Continue
    }
}

/// Never stops a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Monitor for Unwatched {}

/// Stops a run whose time is over, as something else says, or that asks for too much.
pub(crate) struct StoppedBy<'s> {
    pub is_over: &'s dyn Fn() -> bool,
    /// The most queries.
    pub queries: u64,
}

impl Monitor for StoppedBy<'_> {
    fn tick(&mut self, progress: &Progress) -> Control {
        match (self.is_over)() || progress.statistics.queries > self.queries {
            true => Control::Stop(StopReason::Time),
            false => Control::Continue,
        }
    }
}
