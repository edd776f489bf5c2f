//! Proofs without a bound: a program as Horn clauses, a solver of such clauses guesses what its loops and functions keep
//! true, and what it guessed is checked.
//!
//! The clauses are over bit-vectors ([`klew_clauses`]); solvers are better with integers, so they are asked about a
//! translation ([`integers`]) in which wrapping is ruled out by goals, done exactly, or forgotten. Their answer is
//! translated back ([`meanings`]) and every clause is checked on bit-vectors by a fresh solver.
//!
//! **Invariant**: a proof rests on that check alone. So what the translation forgets costs proofs, and never gives a
//! wrong one.

mod engine;
pub mod integers;
pub mod meanings;
mod numbers;
mod recheck;
mod truths;
mod views;
mod work;

pub use engine::{Horn, MakeBackend};
pub use recheck::Recheck;
pub use work::Contracts;
