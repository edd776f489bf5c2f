//! The states of backward execution, node by node.

use klew_backward::Options;
use klew_engine::Task;
use klew_solver::{Interrupt, SolverConfiguration};

use crate::error::UserError;
use crate::outcome::times;

/// The states node by node, the target's first.
///
/// # Errors
/// There is no such solver.
pub fn explanation(
    task: &Task<'_>,
    options: &Options,
    solver: &SolverConfiguration,
    interrupt: &Interrupt,
) -> Result<String, UserError> {
    let mut backend = klew_solver::backend(solver, false, interrupt)
        .map_err(|error| UserError::new(error.to_string()))?;
    let (rows, _) = klew_backward::explain(task, options, &mut *backend);
    let bound = times(options.bound.unwrap_or(1));
    if rows.is_empty() {
        return Ok(format!("with loops and recursion unrolled {bound}, no way leads there\n"));
    }
    let mut text = format!(
        "{:>6} {:>5}  state, with loops and recursion unrolled {bound} (--unroll)\n",
        "node", "line"
    );
    for row in rows {
        let line = if row.line == 0 { String::new() } else { format!("{}", row.line) };
        text.push_str(&format!("{:>6} {:>5}  {}\n", row.name, line, row.state));
    }
    Ok(text)
}
