//! Which variables are live at a node: those that some way from there may still read.
//!
//! States are compared and iterated only in these.

use klew_ir::control_flow::ControlFlow;
use klew_term::Terms;
use rustc_hash::FxHashSet;

use crate::flowgraph::{Edge, FlowGraph, Node, Step, Variable};

/// Live variables of each node.
#[derive(Debug)]
pub struct Live(Vec<FxHashSet<Variable>>);

impl Live {
    /// The usual backward equations, to a fixed point.
    pub fn new(terms: &Terms, graph: &FlowGraph, flow: &ControlFlow) -> Live {
        let variables: FxHashSet<Variable> = graph.variables.iter().copied().collect();
        let mut live = vec![FxHashSet::default(); graph.edges.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for &node in flow.reverse_postorder().iter().rev() {
                let mut here: FxHashSet<Variable> = FxHashSet::default();
                for edge in graph.edges_from(node) {
                    here.extend(before(terms, edge, &live[edge.to.0 as usize], &variables));
                }
                let known = &mut live[node.0 as usize];
                if here.len() > known.len() {
                    *known = here;
                    changed = true;
                }
            }
        }
        Live(live)
    }

    /// Whether a variable is live at a node.
    pub fn at(&self, node: Node, variable: Variable) -> bool {
        self.0[node.0 as usize].contains(&variable)
    }
}

fn before(
    terms: &Terms,
    edge: &Edge,
    after: &FxHashSet<Variable>,
    variables: &FxHashSet<Variable>,
) -> FxHashSet<Variable> {
    let mut live = after.clone();
    for step in edge.steps.iter().rev() {
        let read = |live: &mut FxHashSet<Variable>, term| {
            let symbols = terms.symbols(term);
            live.extend(symbols.iter().filter(|symbol| variables.contains(symbol)));
        };
        match step {
            Step::Assume(term) | Step::Target(_, term) => read(&mut live, *term),
            Step::Assign(assignments) => {
                let kept: Vec<_> =
                    assignments.iter().filter(|(variable, _)| live.contains(variable)).collect();
                assignments.iter().for_each(|(variable, _)| {
                    live.remove(variable);
                });
                kept.into_iter().for_each(|(_, term)| read(&mut live, *term));
            }
        }
    }
    live
}
