//! Engines side by side: the call explores forwards, and a worker, a process of its own, has other engines work at the same time.
//!
//! - [`messages`]: what they tell each other; `values`: values and places in messages.
//! - [`coordinator`]: the call's side. It starts the worker once the call has lasted a while, so that what is quick costs nothing.
//! - [`worker`]: the worker's side: it reads the program, lets engines work one after the other, and tells what they come to.
//!
//! **Invariant**: a worker that crashes, is killed or talks nonsense has settled nothing but what it said before.
//! **Invariant**: a worker ends when its call does, however that ends: its standard input is at its end then.

mod coordinator;
mod messages;
mod schedule;
mod values;
mod worker;

pub(crate) use coordinator::{Coordinator, Task};
pub(crate) use schedule::Share;
pub use worker::work;

#[cfg(test)]
mod tests;
