//! klew as a library: from the files of a program to a report, by all that lies between.
//!
//! Other programs link this as the command does: they fill in plain options ([`options`]), call [`check::check`],
//! [`tree::tree`] or [`replay::replay`], and print what comes back. This crate reads and writes files, starts processes and
//! looks at the clock, so that the crates below need not; it prints nothing ([`audience::Audience`]).
//!
//! **Invariant**: input that cannot be read gives a [`error::UserError`], never a panic.
//! **Invariant**: what depends on a source language is behind [`front_end`].

mod asking;
pub mod audience;
mod backward;
mod bounds;
mod c;
pub mod check;
pub mod checkpoint;
mod choice;
mod companions;
pub mod condition;
pub mod confined;
mod confirm;
mod coverage;
pub mod doctor;
pub mod each;
pub mod engines;
pub mod environment;
pub mod error;
pub mod explain;
mod explored;
mod fields;
mod findings;
pub mod front_end;
mod growth;
mod guard;
mod hints;
mod input_heap;
mod java;
mod kir;
mod languages;
mod multipass;
pub mod options;
mod outcome;
pub mod outline;
mod output;
mod own_runs;
mod prepare;
pub mod process;
pub mod property;
mod pruned;
mod pursuit;
mod ranged;
pub mod replay;
mod report;
pub mod reports;
mod rest;
mod round;
pub mod shown_sources;
mod simpler;
mod so_far;
mod solvers;
pub mod source;
mod spared;
mod stacks;
mod states;
pub mod suite;
pub mod target;
mod target_check;
mod timed;
mod trace;
pub mod tree;
mod turns;
mod vacuous;
pub mod validate;
mod validator;
pub mod watch;
mod watcher;
mod witness_tests;
pub mod workers;
