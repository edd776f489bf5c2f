//! Forward symbolic execution: paths of a program from its entry, one state each.
//!
//! A state steps through decoded functions ([`decode`]); concrete integers and pointers are computed
//! directly, everything else as terms. Where the program branches on a term the state forks, where it
//! checks one the runs that fail are reported ([`klew_engine::Witness`]). A searcher says which state goes on.
//!
//! **Invariant**: a state follows from the program and its decisions; identities, names and orders come
//! from the path, never from hash order or time.
//! **Invariant**: whatever was not explored is in [`Outcome::limits`], whatever was not followed exactly in
//! [`Outcome::approximations`]; only an outcome with neither and without findings shows safety.
//! **Invariant**: nothing here knows a source language.

mod any_lengths;
mod calls;
mod check;
mod concrete;
mod configuration;
mod coverage;
mod decide;
mod decided;
mod decode;
mod edges;
mod ending;
mod engine;
mod evaluation;
mod execution_tree;
mod executor;
mod explore;
mod factor;
mod folding;
mod forward;
mod frontier;
pub mod hooks;
mod initial;
mod input_symbols;
mod leak;
mod list;
mod listen;
mod machine;
mod meaning;
mod monitor;
mod narrowed;
mod one_sided;
mod outcome;
mod path_condition;
mod place;
mod point;
mod postponed;
mod pruning;
mod rebuild;
mod records;
mod replay;
mod report;
mod restore;
mod retrace;
mod run;
pub mod search_tree;
mod searcher;
mod short_inputs;
mod snapshot;
mod source_coverage;
mod state;
mod statistics;
mod step;
mod strategy;
mod telling;
mod trace;
mod trail;
mod tree;
mod value_set;
mod waiting;

pub use any_lengths::AnyLengths;
pub use calls::{Call, follow};
pub use concrete::ReplayValidator;
pub use configuration::{
    Configuration, Fold, Limits, Order, PruningMode, Related, SearchStrategy, Telling,
};
pub use coverage::Coverage;
pub use edges::{BranchWay, Way};
pub use ending::{Limit, PathEndKind, StopReason};
pub use engine::{Exploring, MakeSolver, Options};
pub use execution_tree::{ExecutionNode, ExecutionNodeKind, ExecutionTree, TraceCount};
pub use executor::ForwardError;
pub use folding::engine::Folded;
pub use forward::Forward;
pub use meaning::{Beginning, Meaning, is_value_class};
pub use monitor::{Control, Monitor, PathEnd, Progress, Unwatched};
pub use outcome::{Approximation, Outcome};
pub use replay::Replay;
pub use search_tree::{
    MOST_NODES, SearchNode, SearchNodeKind, SearchTree, SearchWork, SharedSearchTree,
};
pub use snapshot::{Life, SeenObject, Snapshot, Snapshots};
pub use state::{Frame, State, StateId};
pub use statistics::{PruningStatistics, Statistics};
pub use trace::{TraceEvent, TraceStep, TraceValue};
