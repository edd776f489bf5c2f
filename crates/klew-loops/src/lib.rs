//! Path-condition abstraction: a necessary condition for reaching a place, which summarises loops.
//!
//! J. Strejček, M. Trtík, *Abstracting Path Conditions* (paper 004). A [`FlowGraph`] is executed along all its backbones
//! ([`backbones`]); loops are summarised by how often each of their paths is executed ([`induced`], [`iterated`],
//! [`arrays`]), under a condition that all these executions are possible ([`looping`]). What every run to a target
//! satisfies may be unsatisfiable: then no run comes there, however often loops are gone round. Otherwise models of it are
//! inputs to try.
//!
//! **Invariant**: the condition of a target is implied by every run that comes to it; what is not expressed is some value.
//! **Invariant**: nothing here knows a source language, files or clocks.

mod affine;
mod alternatives;
mod arrays;
pub mod backbones;
pub mod condition;
mod contents;
mod context;
mod crossings;
pub mod describe;
mod engine;
pub mod flowgraph;
mod induced;
pub mod iterated;
mod liveness;
pub mod looping;
mod pinned;
mod ranges;
mod small;
pub mod solve;
mod state;
pub mod summary;
pub mod translate;

pub use backbones::{Abstraction, Refusal};
pub use context::{Context, Values};
pub use engine::{Loops, MakeBackend};
pub use flowgraph::FlowGraph;
pub use ranges::{Ranges, input_ranges};
pub use state::State;
