//! The named constructors of terms, by theory. Each applies one operator (and so its rewrite rules), or
//! expands a definition into operators that solvers agree on.

mod array;
mod bitvec;
mod boolean;
mod float;
mod integer;
