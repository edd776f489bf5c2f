//! Targeted multi-pass execution: path by path backwards from a target, forward passes that resolve, guided forward runs.
//!
//! Source: T. Yavuz, *Multi-Pass Targeted Dynamic Symbolic Execution* (paper 002), the technique of DESTINA.
//!
//! **Invariant**: nothing here knows source languages, files or clocks.

pub mod abstract_objects;
pub mod backward_pass;
mod backward_step;
mod calls;
mod claims;
pub mod context;
mod engine;
pub mod explain;
mod forward_pass;
mod guided_run;
pub mod history;
mod memory_step;
pub mod points_to;
mod reads;
pub mod replay_values;
mod resolution;
mod schedule;
pub mod state;
mod targets;
pub mod unification;
mod unreachable;
mod value;

pub use engine::{MakeSolver, Multipass};
pub use schedule::{DEFAULT_PERIOD, ForwardRuns, Options, Schedule};
