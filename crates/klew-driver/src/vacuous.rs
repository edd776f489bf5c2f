//! Whether what callers promise excludes every input, so that a proof says nothing.
//!
//! Where no path came to its end, that may be for two reasons: no input meets the promises, or none of those that do comes near a check, and what
//! was assumed early cut them off. So the program is followed once more without checks and early assumptions, until one path
//! ends. **Invariant**: "excluded" is said only where all paths were followed and none ended.

use klew_forward::{Configuration, Forward, Limits, Unwatched};
use klew_ir::{FunctionId, Program, PropertySet};
use klew_solver::Solver;

/// One path of most functions ends before.
const MOST_INSTRUCTIONS: u64 = 300_000;

/// Whether no input meets what is assumed where a program begins.
pub fn is_excluded(
    program: &Program,
    precondition: Option<FunctionId>,
    solver: Box<dyn Solver>,
) -> bool {
    let limits = Limits { max_instructions: Some(MOST_INSTRUCTIONS), ..Limits::default() };
    let properties = PropertySet::EMPTY;
    let configuration =
        Configuration { properties, limits, precondition, ..Configuration::default() };
    let Ok(mut forward) = Forward::new(program, configuration, solver) else { return false };
    let outcome = forward.run(&mut Unwatched);
    let statistics = &outcome.statistics;
    let ended = statistics.paths + statistics.partial_paths;
    ended == 0 && outcome.limits.is_empty() && statistics.instructions > 0
}
