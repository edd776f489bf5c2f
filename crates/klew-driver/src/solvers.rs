//! The solvers that the options ask for.

use std::fs;

use klew_solver::{Interrupt, SolverConfiguration, decorators::QueryFile};

use crate::error::UserError;
use crate::options::SolverOptions;

/// One solver.
///
/// # Errors
/// There is no such solver, or its log cannot be written.
pub fn build_solver(
    options: &SolverOptions,
    interrupt: &Interrupt,
) -> Result<Box<dyn klew_solver::Solver>, UserError> {
    klew_solver::build(configuration(options)?, interrupt).map_err(no_solver)
}

/// Says which solvers there are.
pub fn no_solver(error: klew_solver::BuildError) -> UserError {
    UserError::new(error.to_string()).help("--solver takes bitwuzla, z3 or a command")
}

/// How solvers are made; their log is made anew.
///
/// # Errors
/// It cannot be written.
pub fn configuration(options: &SolverOptions) -> Result<SolverConfiguration, UserError> {
    let query_log = match &options.query_log {
        Some(path) => {
            let file = fs::File::create(path).map_err(|error| {
                UserError::new(format!("cannot write {}: {error}", path.display()))
            })?;
            Some(QueryFile::new(Box::new(std::io::BufWriter::new(file))))
        }
        None => None,
    };
    Ok(SolverConfiguration { query_log, ..options.configuration.clone() })
}
