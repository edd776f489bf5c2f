//! Constrained Horn clauses: what is true wherever a run comes, as the least relations that satisfy implications.
//!
//! N. Bjørner, A. Gurfinkel, K. McMillan, A. Rybalchenko, *Horn Clause Solvers for Program Verification* (2015).
//!
//! **Invariant**: whatever a run of the program does, the clauses let it do. So where the predicates have meanings that
//! satisfy all clauses, no run comes to a goal.

use klew_engine::Limit;
use klew_ir::{BlockId, CheckId, FunctionId, Position};
use klew_term::{SymbolId, TermId};
use rustc_hash::FxHashMap;

/// A predicate, by index in [`System::predicates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PredicateId(pub u32);

/// What a predicate says of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PredicateKind {
    /// A run is at the start of a block, with these values.
    Point,
    /// The function is called with these arguments.
    Called,
    /// A call of the function with these arguments came back with these results.
    Returned,
    /// Such a field of some object held this value at some time.
    Field,
}

/// What an argument of a predicate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A value that a run has there.
    Value,
    /// An index that may be any: the predicate holds with each.
    Index,
    /// The element of an object at that index.
    Element,
    /// Another index that may be any.
    SecondIndex,
    /// The element of an object at that one.
    SecondElement,
}

/// An argument of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// What stands for it in clauses that begin at the predicate, and in what the predicate is found to mean.
    pub symbol: SymbolId,
    /// What its author calls it.
    pub name: String,
    /// What it is.
    pub role: Role,
}

/// A relation that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// A name that no other has.
    pub name: String,
    /// What it says.
    pub kind: PredicateKind,
    /// Of which function.
    pub function: FunctionId,
    /// Where.
    pub position: Position,
    /// The arguments.
    pub variables: Vec<Variable>,
    /// That the index lies within objects of which it has elements, over the arguments.
    pub within: Vec<TermId>,
    /// The same of the second index, if there is one.
    pub second_within: Vec<TermId>,
    /// That it is the last one of objects whose elements are bytes: texts end there.
    pub last: Vec<TermId>,
    /// The same of objects whose elements are wider numbers: what walks along these may end at the last one, too.
    pub last_wide: Vec<TermId>,
    /// The bytes at which elements of several bytes begin, with what is true of indices that have such an element.
    pub begins: Vec<(TermId, TermId)>,
}

/// A predicate holds of these values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// Which.
    pub predicate: PredicateId,
    /// One term for each variable, of its sort.
    pub arguments: Vec<TermId>,
}

impl Application {
    /// What stands for each of the predicate's variables.
    pub fn replacements(&self, system: &System) -> FxHashMap<SymbolId, TermId> {
        let variables = system.predicate(self.predicate).variables.iter();
        variables
            .zip(&self.arguments)
            .map(|(variable, argument)| (variable.symbol, *argument))
            .collect()
    }
}

/// A copy of a check in the program that clauses are made of: the function, its block, and the number of the instruction there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckPlace {
    /// The function.
    pub function: FunctionId,
    /// The block.
    pub block: BlockId,
    /// The number of the instruction.
    pub number: usize,
}

/// What no run must come to, if all that is asked about holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Goal {
    /// A check fails, at a place of its: what calls were inlined to has a copy for each of them, and each is proved by itself.
    Check(CheckId, Option<CheckPlace>),
    /// Something that keeps a proof from being one of the whole program.
    Leaves(Limit),
}

/// What a clause concludes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// A predicate holds.
    Predicate(Application),
    /// A run comes to a goal, by index in [`System::goals`].
    Goal(usize),
}

/// If the body's predicates hold, and the constraint does, so does the head. Symbols that are no variables of the body's
/// first predicate may have any values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Predicates that hold.
    pub body: Vec<Application>,
    /// And that.
    pub constraint: TermId,
    /// What follows.
    pub head: Head,
}

/// Clauses of a program.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// The predicates.
    pub predicates: Vec<Predicate>,
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// What is asked: whether a run comes there.
    pub goals: Vec<Goal>,
}

impl System {
    /// A predicate.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }

    /// The clauses that may say something of these goals: their bodies' predicates, and what those rest on.
    pub fn relevant(&self, goals: &[usize]) -> Vec<&Clause> {
        let mut needed = vec![false; self.predicates.len()];
        let asked = |clause: &Clause, needed: &[bool]| match &clause.head {
            Head::Goal(goal) => goals.contains(goal),
            Head::Predicate(head) => needed[head.predicate.0 as usize],
        };
        let mut changed = true;
        while changed {
            changed = false;
            for clause in &self.clauses {
                if !asked(clause, &needed) {
                    continue;
                }
                for application in &clause.body {
                    let is = &mut needed[application.predicate.0 as usize];
                    changed |= !std::mem::replace(is, true);
                }
            }
        }
        self.clauses.iter().filter(|clause| asked(clause, &needed)).collect()
    }
}
