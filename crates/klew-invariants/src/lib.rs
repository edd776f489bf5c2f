//! What loops and functions keep true, in fixed forms: sums of variables modulo a power of two, and bounds of variables,
//! differences and sums. All arithmetic is that of bit-vectors, so wrapping is exact.
//!
//! T. Reps, A. Thakur, *Automating Abstract Interpretation* (2016): the strongest facts of a form are computed by models: a
//! model of a clause in which the facts of its head do not hold is a state that the facts have to let in.
//!
//! **Invariant**: what is found is checked by a fresh solver, so a proof does not rest on how it was found.

mod abstraction;
pub mod affine;
mod agreements;
mod candidates;
mod element_candidates;
mod facts;
mod flags;
mod indices;
mod names;
mod pair_candidates;
mod phases;
mod places;
mod products;
mod related;
mod remaining;
pub mod rows;
mod scaled;
mod solved;
mod solvers;
mod states;
mod telling;
mod text_candidates;

pub use abstraction::{
    About, COUNTED, ELEMENTS, LIMITS, Limits, PLACES, Progress, Question, SCALED, strongest,
};
pub use candidates::{candidates, orders};
pub use element_candidates::{Asking, element_candidates};
pub use pair_candidates::{Direction, mirror_candidates, pair_candidates};
pub use products::product_candidates;
pub use solvers::MakeSolver;
pub use text_candidates::{Ended, text_candidates};
