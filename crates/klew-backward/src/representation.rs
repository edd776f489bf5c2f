//! How states are kept, and what is said of them: what the engine and its representations share.

use klew_solver::Backend;
use klew_term::{Assignment, Terms};

use crate::graph::EndId;

/// When nodes are checked on the way to the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Solve {
    /// At the entry only.
    Never,
    /// At every node.
    Always,
    /// Where loops are entered.
    #[default]
    Loops,
}

/// How a disjunction is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisjunctLayout {
    /// Each disjunct on its own.
    Set,
    /// As one term.
    Term,
    /// A set to which a merge adds one term for each edge.
    Combined,
}

/// How states are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Representation {
    /// Conjunctions in one solver.
    Conjunctions(Solve),
    /// Disjunctions, by substitution.
    Disjuncts(DisjunctLayout, Solve),
}

impl Default for Representation {
    fn default() -> Representation {
        Representation::Conjunctions(Solve::default())
    }
}

/// What a solver says of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Reachable, by these values.
    Sat(Assignment),
    /// Not.
    Unsat,
    /// Neither was shown.
    Unknown(String),
}

/// Makes solvers: for formulas in which the theory of arrays matters most, or for others.
pub type MakeBackend<'m> = dyn FnMut(bool) -> Result<Box<dyn Backend>, String> + 'm;

/// A representation whose states reach up to the entry.
pub(crate) trait AtEntry {
    /// Whether one of the ends, but for some and not for all, is reached.
    fn entry(&mut self, but: &[EndId]) -> Answer;

    /// The terms.
    fn terms(&mut self) -> &mut Terms;
}
