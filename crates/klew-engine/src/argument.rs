//! What a proof rests on, as plain data that outlives the process: the engine that made it, or another one, can check it again without
//! looking for it.

use klew_ir::Position;

/// What points of a program's clauses were found to mean, and what that rules out.
///
/// **Invariant**: an argument proves nothing by itself; whoever checks it makes the clauses of the program anew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Argument {
    /// Which clauses it is about.
    pub clauses: String,
    /// The goals that no run comes to because of it, by their numbers in the clauses.
    pub goals: Vec<u32>,
    /// All that is used: each is so whenever a run comes to its point.
    pub facts: Vec<ArgumentFact>,
}

/// A part of what a point means.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArgumentFact {
    /// The number of the predicate.
    pub predicate: u32,
    /// Its name.
    pub point: String,
    /// Where that is.
    pub position: Position,
    /// What is so, in SMT-LIB 2 over the predicate's variables.
    pub formula: String,
    /// The same in words.
    pub words: String,
}
