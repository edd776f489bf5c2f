//! Processes side by side: the call explores forwards, and workers, processes of their own, have other engines work at the same time or
//! explore a part of the paths.
//!
//! - [`messages`]: what they tell each other; `values` and `accounts` in messages.
//! - [`coordinator`]: the call's side. It starts workers once the call has lasted a while, so that what is quick costs nothing.
//! - [`worker`]: the worker's side: it reads the program, lets engines work one after the other (`schedule`), explores pieces of forward
//!   execution (`exploring`), and tells what comes of it.
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
pub mod queue;
mod schedule;
pub(crate) mod values;
mod worker;

pub(crate) use coordinator::{Coordinator, Task};
pub(crate) use schedule::Share;
pub use worker::work;

#[cfg(test)]
mod tests;
