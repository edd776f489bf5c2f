//! The solvers that the options ask for.

use std::fs;

use klew_solver::{BackendChoice, Interrupt, SolverConfiguration, decorators::QueryFile};

use crate::arguments::SolverArguments;
use crate::error::UserError;

/// One solver.
///
/// # Errors
/// There is no such solver, or its log cannot be written.
pub fn build_solver(
    arguments: &SolverArguments,
    interrupt: &Interrupt,
) -> Result<Box<dyn klew_solver::Solver>, UserError> {
    let log = query_file(arguments)?;
    klew_solver::build(solver_configuration(arguments, log), interrupt).map_err(no_solver)
}

/// Says which solvers there are.
pub fn no_solver(error: klew_solver::BuildError) -> UserError {
    UserError::new(error.to_string()).help("--solver takes bitwuzla, z3 or a command")
}

/// The file of `--query-log`, made anew.
pub fn query_file(arguments: &SolverArguments) -> Result<Option<QueryFile>, UserError> {
    let Some(path) = &arguments.query_log else { return Ok(None) };
    let file = fs::File::create(path)
        .map_err(|error| UserError::new(format!("cannot write {}: {error}", path.display())))?;
    Ok(Some(QueryFile::new(Box::new(std::io::BufWriter::new(file)))))
}

/// What the options say of solvers.
pub fn solver_configuration(
    arguments: &SolverArguments,
    query_log: Option<QueryFile>,
) -> SolverConfiguration {
    let backend = match arguments.solver.as_str() {
        "bitwuzla" => BackendChoice::Bitwuzla,
        "z3" => BackendChoice::Z3,
        command => BackendChoice::Command(command.to_owned()),
    };
    SolverConfiguration {
        backend,
        independence: !arguments.no_independence,
        repair: !arguments.no_model_repair,
        order: !arguments.no_order,
        bounds: !arguments.no_bounds,
        model_cache: !arguments.no_model_cache,
        core_cache: !arguments.no_core_cache,
        query_log,
        validate: arguments.validate_solver,
        ..SolverConfiguration::default()
    }
}
