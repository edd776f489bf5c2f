//! Results of klew as text, JSON and tests: plain data in, text out.
//!
//! **Invariant**: nothing here knows an engine, and nothing here reads or writes a file. Source text comes
//! in through [`Sources`], everything else as the plain data of [`report`].
//! **Invariant**: a [`Verdict`] comes only from [`Verdict::decide`], so no incomplete exploration can be
//! reported as safe.

mod c_text;
pub mod condition;
pub mod decisions;
pub mod document;
pub mod drawing;
pub mod driver;
pub mod each;
pub mod exploration;
pub mod formats;
pub mod function_tests;
pub mod harness;
pub mod heap;
pub mod java;
pub mod json;
pub mod ktest;
pub mod memory_states;
pub mod outside;
pub mod pruned;
pub mod report;
pub mod sources;
pub mod standard_input;
pub mod state_drawing;
pub mod style;
pub mod suite;
pub mod surroundings;
pub mod text;
pub mod tree;
pub mod value;
pub mod verdict;

pub use document::Document;
pub use formats::ReportFormat;
pub use heap::{HeapField, HeapObject, HeapRoot, HeapValue, InputHeap, RootOrigin};
pub use pruned::PrunedPoint;
pub use report::{
    Approximation, Argument, ArgumentFact, Backward, BranchCoverage, CheckReport, CheckStanding,
    Confirmation, FileCoverage, FindingReport, Frame, FunctionCoverage, Input, InputSource,
    Invariant, Limit, LimitKind, LineCoverage, NativeRuns, Note, Place, Standing, Statistics, Step,
    StepKind,
};
pub use sources::Sources;
pub use style::Style;
pub use text::TextOptions;
pub use verdict::Verdict;
