//! Tests at the crate's boundary; rules are checked by evaluation here and by proof in klew-solver.

mod arena;
mod bounds;
mod bytes;
mod floats;
mod printing;
mod random;
mod random_terms;
mod rules;
mod tables;
