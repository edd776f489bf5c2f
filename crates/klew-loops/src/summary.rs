//! What is known of a loop wherever it is entered: its paths, its iterated state, what its arrays hold (paper 004, section 5).
//!
//! **Invariant**: all terms are over the symbols of the variables at the loop's entry, the formal counters, rigid symbols and
//! local ones; so a summary is computed once and used by substitution.

use std::rc::Rc;

use klew_ir::loop_forest::LoopId;
use klew_term::{SymbolId, TermId};

use crate::condition::Condition;
use crate::state::State;

/// A backbone of the program that the loop induces: an acyclic way once around.
#[derive(Debug)]
pub struct BodyPath {
    /// Its path condition `ψ_i`.
    pub condition: Rc<Condition>,
    /// The state `θ_i` behind it.
    pub state: State,
    /// Symbols of the condition, in a fixed order.
    pub symbols: Vec<SymbolId>,
}

/// What an array holds behind the loop: at every `index` that value.
#[derive(Clone, Debug)]
pub struct ArrayContents {
    /// The array.
    pub array: SymbolId,
    /// Stands for the index.
    pub index: SymbolId,
    /// The element there.
    pub value: TermId,
}

/// A summary.
#[derive(Debug)]
pub struct Summary {
    /// Which loop.
    pub of: LoopId,
    /// `κ_i`, one for each path.
    pub counters: Vec<SymbolId>,
    /// Their sum, where there are several: what all paths step in the same way depends on it alone.
    pub total: SymbolId,
    /// The paths.
    pub paths: Vec<BodyPath>,
    /// The iterated state `θ^κ`.
    pub iterated: State,
    /// What is some value in the iterated state.
    pub locals: Vec<SymbolId>,
    /// What iterated arrays hold.
    pub arrays: Vec<ArrayContents>,
    /// Variables (and rigid symbols) on whose values at the entry all this depends, in a fixed order.
    pub reads: Vec<SymbolId>,
    /// Whether its turns depend on elements of arrays.
    pub reads_arrays: bool,
    /// Numbers of turns that are worth a look.
    pub crossings: Vec<TermId>,
}
