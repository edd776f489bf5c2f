//! SMT solvers behind one trait.
pub mod bitwuzla;
pub mod z3;
