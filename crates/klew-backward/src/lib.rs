//! Backward symbolic execution: from checks that may fail to the entry, by weakest preconditions.
//!
//! R. Husák, J. Kofroň, F. Zavoral, *Handling Heap Data Structures in Backward Symbolic Execution* (2019). A
//! program is unfolded into an acyclic graph ([`unfold`]), its memory is cut into fields ([`lower`], [`layout`]), and
//! states go from the targets to the entry as conjunctions in one solver ([`conjunctions`]) or as disjunctions
//! ([`disjuncts`]). [`engine`] repeats that with more unrolling.
//!
//! **Invariant**: what is not expressed exactly is over-approximated or ends a way in a named end; so an unsatisfiable
//! entry condition of all ends is a proof. A satisfiable one is a candidate, which a concrete run judges.
//! **Invariant**: nothing here knows a source language.

mod affine;
mod ask;
mod candidate;
mod concrete;
pub mod conjunctions;
pub mod disjuncts;
mod effects;
mod engine;
mod explain;
pub mod fields;
pub mod graph;
pub mod heap;
pub mod inexpressible;
mod initial;
mod initial_facts;
mod input_heap;
pub mod layout;
pub mod lower;
mod numbering;
mod reads;
pub mod regions;
mod representation;
mod scout;
mod sizes;
mod substitute;
mod threading;
mod types;
pub mod unfold;

pub use engine::{Backward, Options};
pub use explain::{ExplainedNode, explain};
pub use representation::{DisjunctLayout, MakeBackend, Representation, Solve};
