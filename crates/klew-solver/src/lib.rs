//! SMT solvers behind one trait, [`Solver`]: is a conjunction of constraints satisfiable, and by what?
//!
//! From the outside in, [`build`] stacks: simple answers ([`decorators::Trivial`]), the state's own model
//! ([`decorators::HintFirst`]), independence of constraints, caches of models and of unsatisfiable
//! cores, a log, a validator, and at the bottom a back end: Bitwuzla, Z3, or any SMT-LIB command.
//!
//! **Invariant**: unknown is never taken for satisfiable or unsatisfiable.
//! **Invariant**: a solver serves one arena of terms, the one of its first query, for its whole life.
//! **Invariant**: `unsafe` is only in `bitwuzla/raw.rs` and `z3/raw.rs`.

mod answer;
mod backend;
pub mod backends;
pub mod bitwuzla;
pub mod command;
mod configuration;
pub mod decorators;
mod float_image;
pub mod horn;
mod incremental;
mod interrupt;
mod open;
mod query;
mod statistics;
mod theory;
pub mod z3;

pub use answer::{Answer, UnknownReason};
pub use backend::{
    AssertionChange, Backend, BackendAnswer, BackendAround, BackendError, BackendStatistics,
};
pub use command::sexpr::Sexpr;
pub use configuration::{BackendChoice, BuildError, SolverConfiguration, backend, build};
pub use incremental::Incremental;
pub use interrupt::{Interrupt, Registration};
pub use query::{Query, Solver};
pub use statistics::{CacheCounts, Statistics};
pub use theory::Theories;
