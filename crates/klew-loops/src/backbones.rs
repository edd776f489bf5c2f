//! Executing all backbones of a program at once (paper 004, sections 3 and 4.5).
//!
//! Every run reduces to one backbone, an acyclic path, by cutting its cycles. Nodes are taken in an order in which all
//! edges but those that close a loop lead forward; at each, the states of all backbones that come there wait. Backbones
//! that come in the same state go on as one. At a loop's header the state is replaced by the iterated one, and what is
//! behind is the last, incomplete turn. The same is done with a loop's body, whose ways back to the header are the
//! backbones of the program that the loop induces ([`crate::induced`]).
//!
//! **Invariant**: a run that comes to a target satisfies one of the conditions found for it.

use std::rc::Rc;

use klew_ir::control_flow::ControlFlow;
use klew_ir::loop_forest::{LoopForest, LoopId};
use rustc_hash::FxHashMap;

use crate::condition::{Condition, LoopUse};
use crate::context::Context;
use crate::flowgraph::{Edge, FlowGraph, Node, Step};
use crate::liveness::Live;
use crate::state::State;
use crate::summary::Summary;

/// States that wait at one node.
const MOST_STATES: usize = 48;

/// Nodes of a program.
const MOST_NODES: usize = 4_000;

/// Why a program cannot be abstracted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A loop is entered at several places.
    #[error("a loop is entered at several places")]
    Irreducible,
    /// There are too many backbones, or they are too large.
    #[error("the program is too large for its path condition to be abstracted")]
    Size,
    /// Stopped from outside.
    #[error("stopped")]
    Stopped,
}

/// A backbone up to a node.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// Its state there.
    pub state: State,
    /// Which runs it stands for.
    pub condition: Rc<Condition>,
}

impl Arrival {
    /// At the start of a program, in the most general state.
    pub fn first() -> Arrival {
        Arrival { state: State::default(), condition: Rc::new(Condition::True) }
    }
}

/// A program on its way to its abstraction.
pub struct Abstraction<'a, 't> {
    /// Terms.
    pub context: &'a mut Context<'t>,
    /// The program.
    pub graph: &'a FlowGraph,
    /// Its live variables.
    pub live: Live,
    /// Its loops.
    pub forest: LoopForest,
    flow: ControlFlow,
    summaries: FxHashMap<LoopId, Rc<Summary>>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a, 't> Abstraction<'a, 't> {
    /// Of a program.
    ///
    /// # Errors
    /// It is too large, or has a loop that is entered at several places.
    pub fn new(
        context: &'a mut Context<'t>,
        graph: &'a FlowGraph,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<Abstraction<'a, 't>, Refusal> {
        if graph.edges.len() > MOST_NODES {
            return Err(Refusal::Size);
        }
        let next = |edges: &'a Vec<Edge>| edges.iter().map(|edge| edge.to);
        let flow = ControlFlow::of_edges(graph.edges.len(), graph.edges.iter().map(next));
        let forest = LoopForest::new(&flow);
        if forest.loops().iter().any(|one| one.is_irreducible()) {
            return Err(Refusal::Irreducible);
        }
        let live = Live::new(context.terms, graph, &flow);
        let summaries = FxHashMap::default();
        Ok(Abstraction { context, graph, live, forest, flow, summaries, stop })
    }

    /// For each target the conditions under which it is reached.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn targets(&mut self) -> Result<Vec<Rc<Condition>>, Refusal> {
        let mut reached = vec![Vec::new(); self.graph.targets.len()];
        self.walk(None, Some(&mut reached))?;
        Ok(reached.into_iter().map(|conditions| Rc::new(Condition::Any(conditions))).collect())
    }

    /// Executes the backbones of the program, or of what a loop induces; those that come back to the loop's header.
    pub(crate) fn walk(
        &mut self,
        region: Option<LoopId>,
        mut targets: Option<&mut Vec<Vec<Rc<Condition>>>>,
    ) -> Result<Vec<Arrival>, Refusal> {
        let mut waiting: FxHashMap<Node, Vec<Arrival>> = FxHashMap::default();
        let nodes = self.nodes_of(region);
        let Some(&first) = nodes.first() else { return Ok(Vec::new()) };
        waiting.insert(first, vec![Arrival::first()]);
        let mut back = Vec::new();
        for node in nodes {
            let arrivals = self.merged(node, waiting.remove(&node).unwrap_or_default())?;
            for arrival in arrivals {
                let arrival = self.enter(node, region, arrival)?;
                for edge in self.graph.edges_from(node) {
                    if region.is_some_and(|id| !self.forest.get(id).contains(edge.to)) {
                        continue;
                    }
                    let Some(arrived) = self.follow(edge, arrival.clone(), &mut targets) else {
                        continue;
                    };
                    if !self.forest.is_back_edge(node, edge.to) {
                        waiting.entry(edge.to).or_default().push(arrived);
                    } else if region.is_some_and(|id| self.forest.is_header(id, edge.to)) {
                        back.push(arrived);
                    }
                }
            }
        }
        match region {
            Some(id) => self.merged(self.forest.get(id).headers[0], back),
            None => Ok(back),
        }
    }

    /// The nodes of a region in the order of execution.
    fn nodes_of(&self, region: Option<LoopId>) -> Vec<Node> {
        let mut nodes: Vec<Node> = match region {
            Some(id) => self.forest.get(id).blocks.clone(),
            None => self.flow.reverse_postorder().to_vec(),
        };
        let place = |node: &Node| -> Vec<u32> {
            self.forest.place(*node).iter().map(|(place, _)| *place).collect()
        };
        nodes.sort_by_cached_key(place);
        nodes
    }

    /// One arrival for each state that differs in what is read behind the node.
    fn merged(&self, node: Node, arrivals: Vec<Arrival>) -> Result<Vec<Arrival>, Refusal> {
        if (self.stop)() {
            return Err(Refusal::Stopped);
        }
        let mut states: Vec<(State, Vec<Rc<Condition>>)> = Vec::new();
        for Arrival { mut state, condition } in arrivals {
            state.retain(|variable| self.live.at(node, variable));
            match states.iter_mut().find(|(known, _)| *known == state) {
                Some((_, conditions)) => conditions.push(condition),
                None => states.push((state, vec![condition])),
            }
        }
        if states.len() > MOST_STATES {
            return Err(Refusal::Size);
        }
        let one = |(state, mut conditions): (State, Vec<Rc<Condition>>)| {
            let condition = match conditions.len() {
                1 => conditions.remove(0),
                _ => Rc::new(Condition::Any(conditions)),
            };
            Arrival { state, condition }
        };
        Ok(states.into_iter().map(one).collect())
    }

    /// At the header of a loop inside of the region: goes round it.
    fn enter(
        &mut self,
        node: Node,
        region: Option<LoopId>,
        arrival: Arrival,
    ) -> Result<Arrival, Refusal> {
        let inside = self.forest.innermost(node);
        let Some(id) = inside.filter(|id| self.forest.is_header(*id, node) && inside != region)
        else {
            return Ok(arrival);
        };
        let summary = match self.summaries.get(&id) {
            Some(known) => Rc::clone(known),
            None => {
                let made = Rc::new(self.induced(id)?);
                self.summaries.insert(id, Rc::clone(&made));
                made
            }
        };
        Ok(self.go_round(summary, arrival))
    }

    fn go_round(&mut self, summary: Rc<Summary>, arrival: Arrival) -> Arrival {
        if summary.paths.is_empty() {
            return arrival;
        }
        let Arrival { state: entry, condition } = arrival;
        let mut values = entry.values().clone();
        let mut counters = Vec::new();
        for formal in &summary.counters {
            let counter = self.context.renamed(*formal);
            values.insert(*formal, counter);
            counters.extend(self.context.terms.as_symbol(counter));
        }
        let total = crate::looping::sum(self.context, &values, &summary.counters);
        values.insert(summary.total, total);
        let mut locals = FxHashMap::default();
        for local in &summary.locals {
            let renamed = self.context.renamed(*local);
            values.insert(*local, renamed);
            locals.insert(*local, renamed);
        }
        let mut state = entry.clone();
        for variable in summary.iterated.changed() {
            let value = summary.iterated.get(self.context.terms, variable);
            let value = self.context.with(value, &values);
            state.set(self.context.terms, variable, value);
        }
        let used = LoopUse { summary, entry, counters, locals };
        Arrival { state, condition: Rc::new(Condition::Loop(condition, used)) }
    }

    /// Goes along an edge; nothing if no run does.
    fn follow(
        &mut self,
        edge: &Edge,
        mut arrival: Arrival,
        targets: &mut Option<&mut Vec<Vec<Rc<Condition>>>>,
    ) -> Option<Arrival> {
        for step in &edge.steps {
            match step {
                Step::Assume(fact) => {
                    let fact = arrival.state.evaluate(self.context, *fact);
                    arrival.condition = self.assumed(&arrival.condition, fact)?;
                }
                Step::Target(target, fact) => {
                    let Some(targets) = targets else { continue };
                    let fact = arrival.state.evaluate(self.context, *fact);
                    targets[*target].extend(self.assumed(&arrival.condition, fact));
                }
                Step::Assign(assignments) => arrival.state.assign(self.context, assignments),
            }
        }
        Some(arrival)
    }

    /// The condition with a fact, unless they contradict each other at first sight.
    fn assumed(
        &mut self,
        condition: &Rc<Condition>,
        fact: klew_term::TermId,
    ) -> Option<Rc<Condition>> {
        if self.context.terms.as_bool(fact) == Some(true) || condition.says(fact) {
            return Some(Rc::clone(condition));
        }
        let opposite = self.context.terms.not(fact);
        let is_false = self.context.terms.as_bool(fact) == Some(false);
        (!is_false && !condition.says(opposite)).then(|| condition.and(fact))
    }
}
