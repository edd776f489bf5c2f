//! Processes side by side: the call explores forwards, and workers, processes of their own, are another engine each, or explore a part of
//! the paths.
//!
//! - [`messages`]: what they tell each other; `values` and `accounts` in messages.
//! - [`coordinator`]: the call's side. It starts workers once the call has lasted a while, so that what is quick costs nothing, and lets
//!   them work in turns (`rotation`), as many at the same time as there may be; `process` is what it knows of each.
//! - [`worker`]: the worker's side: it reads the program, lets its engine work or explores pieces of forward execution (`exploring`), and
//!   tells what comes of it.
//! - [`call`]: the pipe, as the worker sees it.
//! - [`pieces`]: which pieces were handed over, and to whom.
//! - [`queue`]: workers on other machines.
//!
//! **Invariant**: a worker that crashes, is killed or talks nonsense has settled nothing but what it said before.
//! **Invariant**: a worker ends when its call does, however that ends: its standard input is at its end then.

pub(crate) mod accounts;
mod call;
mod coordinator;
mod exploring;
mod messages;
mod pieces;
mod process;
pub mod queue;
mod rotation;
pub(crate) mod values;
mod worker;

pub(crate) use coordinator::{Coordinator, Task};
pub use worker::work;

#[cfg(test)]
mod tests;
