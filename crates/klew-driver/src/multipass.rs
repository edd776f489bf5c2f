//! A backward path of multi-pass execution, step by step.

use klew_engine::Task;
use klew_multipass::explain::{explain, text};
use klew_solver::{Interrupt, SolverConfiguration};

use crate::error::UserError;

/// Steps that are told.
const MOST_STEPS: usize = 10_000;

/// The steps of a path, the target's first.
///
/// # Errors
/// There is no such solver.
pub fn explanation(
    task: &Task<'_>,
    solver: &SolverConfiguration,
    interrupt: &Interrupt,
) -> Result<String, UserError> {
    let mut solver = klew_solver::build(solver.clone(), interrupt)
        .map_err(|error| UserError::new(error.to_string()))?;
    let (rows, fate) = explain(task.program, task.properties, &mut *solver, MOST_STEPS);
    Ok(text(&rows, &fate))
}
