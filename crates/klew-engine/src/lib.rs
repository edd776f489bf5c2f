//! What engines have in common: the question, the answers, and who says whether they are right.
//!
//! An [`Engine`] gets a [`Task`], writes what it finds out of each check into the [`Ledger`], has what it finds run by a
//! [`Validation`], and knows of time only through a [`Watch`]. The result is what the ledger then says.
//!
//! **Invariant**: nothing here knows an engine, a solver or a source language; everything in the ledger is plain data in
//! the program's own words.

pub mod argument;
pub mod covered;
pub mod decisions;
pub mod elsewhere;
pub mod engine;
pub mod fact;
pub mod frontier;
pub mod guidance;
pub mod input_heap;
pub mod ledger;
pub mod limit;
pub mod points;
pub mod target;
pub mod task;
mod unsupported;
pub mod validation;
pub mod watch;
pub mod witness;

pub use argument::{Argument, ArgumentFact};
pub use covered::{Covered, CoveredFunction};
pub use decisions::{Decision, DecisionError, parse_decisions, print_decisions};
pub use elsewhere::{Elsewhere, Found, News};
pub use engine::{Companions, Desk, Engine, work, work_beside};
pub use fact::Fact;
pub use frontier::{Begin, Exchange, Frontier, FrontierError, Others, Piece};
pub use guidance::{Guidance, InputPlace, InputRange};
pub use input_heap::{
    InputAssumption, InputField, InputFieldValue, InputHeap, InputHeapPolicy, InputObject,
    InputRoot,
};
pub use ledger::{Account, Entry, Journal, Ledger, Shown, Standing};
pub use limit::{Approximation, Limit, StopReason};
pub use points::{InterpolantShown, PointFigures};
pub use target::Target;
pub use task::{Limits, Task};
pub use validation::{
    Claim, Control, Draw, Inputs, NamedInputs, PathInputs, Ran, Unvalidated, Validation,
};
pub use watch::{Allowance, EXPLORED, FOLDED, Figures, NextTurn, Unrolling, Unwatched, Watch};
pub use witness::{Choice, InputValue, ObjectInfo, ViolationKind, Witness};
