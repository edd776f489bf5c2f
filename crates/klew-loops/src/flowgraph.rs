//! The program model of path-condition abstraction: a graph whose edges assume and assign.
//!
//! J. Strejček, M. Trtík, *Abstracting Path Conditions* (paper 004), section 2, where an edge has one instruction. Here it
//! has a sequence of steps, so that a basic block is one edge. Scalars are Booleans, bit-vectors or floats; arrays are
//! SMT arrays. Each variable has a symbol that stands for its value where execution begins (in the paper underlined).
//!
//! **Invariant**: terms of steps have symbols of variables, rigid symbols (the same value at any time of a run: the inputs,
//! what globals hold at first) and symbols that a [`Context`](crate::Context) made (another value at each execution).

use klew_ir::BlockId;
use klew_term::{Sort, SymbolId, TermId, Terms};

/// A vertex: a place of the program.
pub type Node = BlockId;

/// A variable by the symbol of its value where execution begins.
pub type Variable = SymbolId;

/// What is asked of a place: can it be reached with a condition? By index in [`FlowGraph::targets`].
pub type Target = usize;

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Only runs that satisfy it go on.
    Assume(TermId),
    /// Runs that satisfy it come to that target; all go on.
    Target(Target, TermId),
    /// Variables get values, all at once.
    Assign(Vec<(Variable, TermId)>),
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it leads.
    pub to: Node,
    /// What is done on it, in this order.
    pub steps: Vec<Step>,
}

/// A program.
#[derive(Clone, Debug, Default)]
pub struct FlowGraph {
    /// Edges from each node; the first node is the start.
    pub edges: Vec<Vec<Edge>>,
    /// Names of the targets.
    pub targets: Vec<String>,
    /// All variables, in the order in which they were made.
    pub variables: Vec<Variable>,
}

impl FlowGraph {
    /// A new variable.
    pub fn variable(&mut self, terms: &mut Terms, name: &str, sort: Sort) -> Variable {
        let symbol = terms.fresh_symbol(name, sort);
        self.variables.push(symbol);
        symbol
    }

    /// A new node.
    pub fn node(&mut self) -> Node {
        self.edges.push(Vec::new());
        BlockId(self.edges.len() as u32 - 1)
    }

    /// A new target.
    pub fn target(&mut self, name: impl Into<String>) -> Target {
        self.targets.push(name.into());
        self.targets.len() - 1
    }

    /// A new edge.
    pub fn edge(&mut self, from: Node, to: Node, steps: Vec<Step>) {
        self.edges[from.0 as usize].push(Edge { to, steps });
    }

    /// The edges from a node.
    pub fn edges_from(&self, node: Node) -> &[Edge] {
        &self.edges[node.0 as usize]
    }
}
