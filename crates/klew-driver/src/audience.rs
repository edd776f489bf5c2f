//! Who is told what happens during a call: whoever prints it. The driver prints nothing itself.

use klew_ir::Program;
use klew_report::CheckReport;
use std::time::Duration;

/// How far a run is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Status {
    /// Time since the start.
    pub elapsed: Duration,
    /// Paths ended.
    pub paths: u64,
    /// States that wait.
    pub frontier: usize,
    /// Covered and all instructions.
    pub coverage: (u64, u64),
    /// Time in the solver.
    pub solver: Duration,
    /// Resident memory in bytes.
    pub memory: u64,
    /// Checks of which nothing is known.
    pub open_checks: usize,
    /// Findings.
    pub findings: usize,
}

/// Who is told.
pub trait Audience: Send + Sync {
    /// Something is amiss that does not change the result.
    fn warning(&self, text: &str);

    /// Something that only those want to know who ask for more.
    fn note(&self, _text: &str) {}

    /// The program is compiled and lowered, so long after the start.
    fn lowered(&self, _program: &Program, _elapsed: Duration) {}

    /// The states of backward execution, node by node; only where they are asked for.
    fn states(&self, _text: &str) {}

    /// Whether it is time for [`Audience::progress`].
    fn is_due(&self) -> bool {
        false
    }

    /// How far the run is.
    fn progress(&self, _status: &Status) {}

    /// So many parts of a library are done, the last one with that name.
    fn part(&self, _done: usize, _all: usize, _name: &str) {}

    /// Something else than exploration goes on for a while.
    fn pause(&self) {}

    /// The call has to end at once, and this is its result. Gives the exit code of the process, which then ends.
    fn last_words(&self, report: &CheckReport) -> u8;
}
