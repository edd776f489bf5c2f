//! Which solvers are stacked, and building the stack.

use std::time::Duration;

use crate::{
    backend::{Backend, BackendError},
    backends::{Linear, Logged, Validated},
    bitwuzla::Bitwuzla,
    command::CommandSolver,
    decorators::{
        Bounds, CoreCache, Counting, Fallback, FewBits, HintFirst, Independence, ModelCache, Order,
        QueryFile, QueryLog, Repair, Trivial, Validating,
    },
    incremental::Incremental,
    interrupt::Interrupt,
    query::Solver,
    z3::Z3,
};

/// The solver at the bottom.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum BackendChoice {
    /// Bitwuzla, with Z3 for integers and quantifiers.
    #[default]
    Bitwuzla,
    /// Z3 for everything.
    Z3,
    /// A program that reads SMT-LIB 2 from its input, with its arguments.
    Command(String),
}

/// How the stack of solvers is made.
#[derive(Clone, Debug)]
pub struct SolverConfiguration {
    /// The solver at the bottom.
    pub backend: BackendChoice,
    /// Decide factors without common symbols by themselves.
    pub independence: bool,
    /// Try to change the caller's model a little.
    pub repair: bool,
    /// Refute by the order of terms.
    pub order: bool,
    /// Refute by the bounds of terms.
    pub bounds: bool,
    /// Try all values of few bits.
    pub few_bits: bool,
    /// Try the models of earlier queries.
    pub model_cache: bool,
    /// Remember unsatisfiable cores.
    pub core_cache: bool,
    /// Write every query that reaches a back end.
    pub query_log: Option<QueryFile>,
    /// Evaluate models, and have Z3 (or, for Z3, Bitwuzla) check cores.
    pub validate: bool,
    /// The time limit of each query.
    pub limit: Option<Duration>,
}

impl Default for SolverConfiguration {
    fn default() -> Self {
        Self {
            backend: BackendChoice::default(),
            independence: true,
            repair: true,
            order: true,
            bounds: true,
            few_bits: true,
            model_cache: true,
            core_cache: true,
            query_log: None,
            validate: false,
            limit: Some(Duration::from_secs(30)),
        }
    }
}

/// A stack of solvers that cannot be built.
#[derive(Debug, thiserror::Error)]
#[error("cannot start the solver {name}: {error}")]
pub struct BuildError {
    /// The solver.
    pub name: String,
    /// What it said.
    pub error: BackendError,
}

/// The second opinion must not use the run's time without limit.
const VALIDATION_LIMIT: Duration = Duration::from_secs(20);

fn z3(interrupt: &Interrupt) -> Box<dyn Solver> {
    Box::new(Incremental::new(Z3::new(interrupt.clone())))
}

fn bitwuzla(interrupt: &Interrupt) -> Result<Box<dyn Solver>, BuildError> {
    let backend = Bitwuzla::new(interrupt.clone())
        .map_err(|error| BuildError { name: "bitwuzla".into(), error })?;
    let interrupt = interrupt.clone();
    Ok(Box::new(Fallback::new(Incremental::new(backend), move || z3(&interrupt))))
}

fn command(command: &str, interrupt: &Interrupt) -> Result<Box<dyn Solver>, BuildError> {
    let backend = CommandSolver::new(command, interrupt.clone())
        .map_err(|error| BuildError { name: command.to_owned(), error })?;
    Ok(Box::new(Incremental::new(backend)))
}

/// One back end, for an engine that asserts and retracts by itself: with the configuration's log and validation, but
/// without its decorators of queries. Z3 stands in for Bitwuzla on formulas in which arrays matter most.
pub fn backend(
    configuration: &SolverConfiguration,
    arrays: bool,
    interrupt: &Interrupt,
) -> Result<Box<dyn Backend>, BuildError> {
    let failed = |name: &str| {
        let name = name.to_owned();
        move |error| BuildError { name, error }
    };
    let z3 = || Box::new(Z3::new(interrupt.clone())) as Box<dyn Backend>;
    let bitwuzla = || Bitwuzla::new(interrupt.clone()).map_err(failed("bitwuzla"));
    let is_z3 = match &configuration.backend {
        BackendChoice::Z3 => true,
        BackendChoice::Bitwuzla => arrays,
        BackendChoice::Command(_) => false,
    };
    let mut made = match &configuration.backend {
        BackendChoice::Command(line) => {
            Box::new(CommandSolver::new(line, interrupt.clone()).map_err(failed(line))?)
        }
        _ if is_z3 => z3(),
        _ => Box::new(Linear::new(bitwuzla()?, interrupt.clone())),
    };
    if let Some(file) = &configuration.query_log {
        made = Box::new(Logged::new(made, file.clone()));
    }
    if configuration.validate {
        // By itself: what validates Z3 does not ask it.
        let mut second = if is_z3 { Box::new(bitwuzla()?) } else { z3() };
        second.set_limit(Some(VALIDATION_LIMIT));
        made = Box::new(Validated::new(made, second));
    }
    Ok(made)
}

/// Builds the stack, from the inside out.
pub fn build(
    configuration: SolverConfiguration,
    interrupt: &Interrupt,
) -> Result<Box<dyn Solver>, BuildError> {
    let mut solver = match &configuration.backend {
        BackendChoice::Bitwuzla => bitwuzla(interrupt)?,
        BackendChoice::Z3 => z3(interrupt),
        BackendChoice::Command(line) => command(line, interrupt)?,
    };
    if let Some(file) = configuration.query_log {
        solver = Box::new(QueryLog::new(solver, file));
    }
    if configuration.core_cache {
        solver = Box::new(CoreCache::new(solver));
    }
    if configuration.model_cache {
        solver = Box::new(ModelCache::new(solver));
    }
    if configuration.few_bits {
        solver = Box::new(FewBits::new(solver));
    }
    if configuration.bounds {
        solver = Box::new(Bounds::new(solver));
    }
    if configuration.order {
        solver = Box::new(Order::new(solver));
    }
    if configuration.repair {
        solver = Box::new(Repair::new(solver));
    }
    if configuration.independence {
        solver = Box::new(Independence::new(solver));
    }
    solver = Box::new(Trivial::new(HintFirst::new(solver)));
    if configuration.validate {
        let mut second = match configuration.backend {
            BackendChoice::Z3 => bitwuzla(interrupt)?,
            BackendChoice::Bitwuzla | BackendChoice::Command(_) => z3(interrupt),
        };
        let limit = configuration.limit.map_or(VALIDATION_LIMIT, |l| l.min(VALIDATION_LIMIT));
        second.set_limit(Some(limit));
        solver = Box::new(Validating::new(solver, Some(second)));
    }
    solver = Box::new(Counting::new(solver));
    solver.set_limit(configuration.limit);
    Ok(solver)
}
