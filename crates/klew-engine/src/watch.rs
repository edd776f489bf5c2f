//! How engines know of time, and tell how far they are.

use crate::limit::StopReason;

/// Figures of an engine's work, so far or at its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// Paths followed to their end.
    pub paths: u64,
    /// Paths given up before their end, or that wait.
    pub partial_paths: u64,
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
    /// Violations found.
    pub findings: usize,
    /// Of engines that unfold the program: how far.
    pub unrolling: Option<Unrolling>,
    /// Further figures: a name and a value each.
    pub more: Vec<(&'static str, u64)>,
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

    /// How far the engine is: called every few milliseconds of work.
    fn progress(&self, _figures: &Figures) {}
}

/// Never stops an engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn stop(&self) -> Option<StopReason> {
        None
    }
}
