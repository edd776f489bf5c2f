//! Whether what callers promise excludes every input, so that a proof says nothing.
//!
//! Where no path came to its end, that may be for two reasons: no input meets the promises, or none of those that do comes near a check, and what
//! was assumed early cut them off. So the program is followed once more without checks and early assumptions, until one path
//! ends. **Invariant**: "excluded" is said only where all paths were followed and none ended.

use std::time::{Duration, Instant};

use klew_engine::StopReason;
use klew_forward::{
    Configuration, Control, Forward, Limits, Monitor, PathEnd, Progress, SearchStrategy,
};
use klew_ir::{FunctionId, Program, PropertySet};
use klew_report::{CheckReport, Limit, LimitKind, Verdict};
use klew_solver::{Interrupt, Solver};

use crate::error::UserError;
use crate::options::SolverOptions;
use crate::solvers::{self, no_solver};

/// One path of most functions ends before.
const MOST_INSTRUCTIONS: u64 = 300_000;
/// As that does.
const LONGEST: Duration = Duration::from_secs(1);

/// Says so in the report of a program with promises, if no input meets them.
///
/// # Errors
/// There is no such solver.
pub fn say(
    report: &mut CheckReport,
    promised: (&Program, Option<FunctionId>),
    (options, interrupt): (&SolverOptions, &Interrupt),
) -> Result<(), UserError> {
    if report.verdict() != Verdict::Safe || report.statistics.paths > 0 {
        return Ok(());
    }
    // The log is of the queries that the result rests on, and is there already.
    let options = SolverOptions { query_log: None, ..options.clone() };
    let solver = solvers::configuration(&options)?;
    let solver = klew_solver::build(solver, interrupt).map_err(no_solver)?;
    if is_excluded(promised, solver) {
        let message = "no input meets all that is promised: nothing was checked".to_owned();
        report.limits.push(Limit { kind: LimitKind::Incomplete, message, place: None });
    }
    Ok(())
}

/// Whether no input meets what is assumed where a program begins.
fn is_excluded(
    (program, precondition): (&Program, Option<FunctionId>),
    solver: Box<dyn Solver>,
) -> bool {
    let limits = Limits { max_instructions: Some(MOST_INSTRUCTIONS), ..Limits::default() };
    let configuration = Configuration {
        properties: PropertySet::EMPTY,
        limits,
        precondition,
        // The shortest paths end first: lists that are inputs may go on and on.
        search: SearchStrategy::Breadth,
        ..Configuration::default()
    };
    let Ok(mut forward) = Forward::new(program, configuration, solver) else { return false };
    let outcome = forward.run(&mut UntilOneEnds { end: Instant::now() + LONGEST });
    let statistics = &outcome.statistics;
    let ended = statistics.paths + statistics.partial_paths;
    ended == 0 && outcome.limits.is_empty() && statistics.instructions > 0
}

/// Stops a run where a path ends, or that takes too long.
struct UntilOneEnds {
    end: Instant,
}

impl Monitor for UntilOneEnds {
    fn tick(&mut self, _: &Progress) -> Control {
        match Instant::now() >= self.end {
            true => Control::Stop(StopReason::Time),
            false => Control::Continue,
        }
    }

    fn wants_paths(&self) -> bool {
        true
    }

    fn path_ended(&mut self, _: &PathEnd) -> Control {
        Control::Stop(StopReason::Interrupt)
    }
}
