//! A program as constrained Horn clauses over bit-vectors, and the check that meanings of their predicates prove it.
//!
//! [`prepare`] inlines what needs no summary, [`clauses`] makes the clauses ([`system`]) of what is left: one predicate per
//! loop head and call that stays, and two per function that is called by itself. [`Certificate`] shows with a
//! fresh solver that given meanings satisfy all clauses. Who guesses the meanings does not matter.
//!
//! **Invariant**: clauses allow all that runs do; what is not expressed exactly may be anything, or is a goal.
//! **Invariant**: nothing here knows a source language, or how meanings are found.

mod build;
pub mod cells;
mod certificate;
mod elements;
mod execute;
mod fields;
mod formula;
mod function;
mod ghosts;
mod implied;
mod memory;
mod names;
mod needed;
pub mod objects;
mod prepare;
mod products;
mod promoted_loads;
mod questions;
mod quotient;
mod read_later;
mod shared_conditions;
mod slots;
mod state;
mod strides;
pub mod system;
mod undefined;
mod walk;
mod weakening;
mod wording;

pub use build::{Contents, ProgramClauses, clauses};
pub use certificate::{Certificate, Failure, Meanings};
pub use formula::{print_fact, read_fact};
pub use prepare::prepare;
pub use products::conjuncts;
pub use shared_conditions::by_cases;
pub use weakening::Weakening;
pub use wording::wording;
