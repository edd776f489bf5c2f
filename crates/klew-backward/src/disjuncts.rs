//! States as disjunctions that are pushed backwards by substitution (the paper's figures 2 and 4).
//!
//! An assignment replaces the variable by the term, a read by `read(f, r)`, a write replaces the array by
//! `write(f, r, v)`. Three layouts: a set of disjuncts, each simplified on its own; one term; a set to which
//! a merge adds one term for each edge.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::Program;
use klew_solver::{Backend, BackendAnswer};
use klew_term::{Kind, Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::fields::{FieldId, FieldOperation};
use crate::graph::{EndId, Graph, NodeId, Operation};
use crate::heap::Heap;
use crate::initial_facts::existing;
use crate::representation::AtEntry;
use crate::representation::{Answer, DisjunctLayout, Solve};

/// More nodes of terms than this are not worked on.
const MOST_TERMS: usize = 20_000_000;

/// Backward execution with disjuncts.
pub struct Disjuncts<'a> {
    program: &'a Program,
    graph: &'a Graph,
    heap: &'a Heap,
    terms: &'a mut Terms,
    backend: &'a mut dyn Backend,
    layout: DisjunctLayout,
    solve: Solve,
    stop: &'a dyn Fn() -> bool,
    /// For each field of references the input array, where states show what is demanded of it, as in the
    /// paper; checks assume it anyway.
    pub input_arrays: FxHashMap<FieldId, TermId>,
    /// The states: disjuncts in the order in which they came.
    pub states: Vec<Vec<TermId>>,
    arrays: FxHashMap<TermId, FieldId>,
    /// Where there are several targets, for each the truth value that says that it is reached.
    literals: BTreeMap<EndId, SymbolId>,
}

impl<'a> Disjuncts<'a> {
    /// Of a graph, with a solver without assertions.
    pub fn new(
        (program, graph, heap): (&'a Program, &'a Graph, &'a Heap),
        terms: &'a mut Terms,
        backend: &'a mut dyn Backend,
        (layout, solve): (DisjunctLayout, Solve),
        stop: &'a dyn Fn() -> bool,
    ) -> Disjuncts<'a> {
        let arrays = heap.fields.iter().enumerate();
        let arrays = arrays.map(|(index, field)| (field.array, FieldId(index as u32))).collect();
        let states = vec![Vec::new(); graph.nodes.len()];
        let input_arrays = FxHashMap::default();
        Disjuncts {
            program,
            graph,
            heap,
            terms,
            backend,
            layout,
            solve,
            stop,
            input_arrays,
            states,
            arrays,
            literals: BTreeMap::new(),
        }
    }

    /// Goes from the targets to the entry.
    pub fn run(&mut self, targets: &[EndId]) -> Result<(), String> {
        for index in (0..self.graph.nodes.len()).rev() {
            let id = NodeId(index as u32);
            self.states[index] = self.node(id, targets);
            if (self.stop)() {
                return Err("interrupted".to_owned());
            }
            if self.terms.len() > MOST_TERMS {
                return Err("the states grew too large".to_owned());
            }
            let node = self.graph.node(id);
            let solves = match self.solve {
                Solve::Never => false,
                Solve::Always => !matches!(node.operation, Operation::End(_)),
                Solve::Loops => node.loop_entry,
            };
            if solves && index != 0 && matches!(self.check(id), Answer::Unsat) {
                self.states[index].clear();
            }
        }
        Ok(())
    }

    fn node(&mut self, id: NodeId, targets: &[EndId]) -> Vec<TermId> {
        let graph = self.graph;
        let node = graph.node(id);
        if let Operation::End(end) = node.operation {
            return match targets {
                [only] if *only == end => vec![self.terms.true_()],
                several if several.contains(&end) => vec![self.literal(end)],
                _ => Vec::new(),
            };
        }
        let mut state = Vec::new();
        for edge in &node.edges {
            let below = self.states[edge.to.0 as usize].clone();
            if below.is_empty() {
                continue;
            }
            let map: FxHashMap<SymbolId, TermId> = edge
                .moves
                .iter()
                .filter_map(|(symbol, value)| Some((self.terms.as_symbol(*symbol)?, *value)))
                .collect();
            let moved = self.terms.substitute_all(&below, &map);
            match self.layout {
                DisjunctLayout::Set => {
                    for disjunct in moved {
                        state.push(self.terms.and(edge.condition, disjunct));
                    }
                }
                DisjunctLayout::Term | DisjunctLayout::Combined => {
                    let merged = self.terms.or_all(&moved);
                    state.push(self.terms.and(edge.condition, merged));
                }
            }
        }
        if self.layout == DisjunctLayout::Term {
            state = vec![self.terms.or_all(&state)];
        }
        let heap = self.heap;
        for operation in heap.operations[id.0 as usize].iter().rev() {
            self.operation(operation, &mut state);
        }
        self.simplify(state)
    }

    /// Says that a target is reached.
    fn literal(&mut self, end: EndId) -> TermId {
        if let Some(&known) = self.literals.get(&end) {
            return self.terms.symbol_term(known);
        }
        let literal = self.terms.symbol("target", Sort::Bool);
        self.literals.extend(self.terms.as_symbol(literal).map(|symbol| (end, symbol)));
        literal
    }

    /// Without what is false, each once.
    fn simplify(&self, state: Vec<TermId>) -> Vec<TermId> {
        let mut seen = BTreeSet::new();
        state
            .into_iter()
            .filter(|disjunct| self.terms.as_bool(*disjunct) != Some(false))
            .filter(|disjunct| seen.insert(*disjunct))
            .collect()
    }

    fn operation(&mut self, operation: &FieldOperation, state: &mut Vec<TermId>) {
        let (symbol, by) = match operation {
            FieldOperation::Define { symbol, term } => (*symbol, *term),
            FieldOperation::Read { field, index, result } => {
                let array = self.heap.field(*field).array;
                if let Some(&input) = self.input_arrays.get(field) {
                    let zero = self.terms.bv(crate::graph::numbers::BITS, 0);
                    let held = self.terms.select(input, *index);
                    let before = self.terms.bv_sle(held, zero);
                    for disjunct in state.iter_mut() {
                        *disjunct = self.terms.and(*disjunct, before);
                    }
                }
                (*result, self.terms.select(array, *index))
            }
            FieldOperation::Write { field, index, value } => {
                let array = self.heap.field(*field).array;
                (array, self.terms.store(array, *index, *value))
            }
            FieldOperation::Range { .. } => return self.range(operation, state),
        };
        if let Some(symbol) = self.terms.as_symbol(symbol) {
            let map = FxHashMap::from_iter([(symbol, by)]);
            *state = self.terms.substitute_all(state, &map);
        }
    }

    /// Replaces each element that is read by what it is before the operation: reads are told through writes first.
    fn range(&mut self, operation: &FieldOperation, state: &mut Vec<TermId>) {
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for term in self.terms.subterms(state) {
            let kind = self.terms.kind(term);
            let old = self.terms.arguments(term).to_vec();
            let new: Vec<TermId> = old.iter().map(|argument| done[argument]).collect();
            let result = match kind {
                Kind::Select => self.read_before(operation, new[0], new[1]),
                _ if old == new => term,
                _ => self.terms.apply(kind, &new),
            };
            done.insert(term, result);
        }
        *state = state.iter().map(|term| done[term]).collect();
    }

    fn read_before(&mut self, operation: &FieldOperation, array: TermId, index: TermId) -> TermId {
        if self.terms.kind(array) == Kind::Store {
            let [inner, at, value] = *self.terms.arguments(array) else {
                return self.terms.select(array, index);
            };
            let same = self.terms.eq(at, index);
            let rest = self.read_before(operation, inner, index);
            return self.terms.ite(same, value, rest);
        }
        let Some(&field) = self.arrays.get(&array) else { return self.terms.select(array, index) };
        let heap = self.heap;
        let mut before = |terms: &mut Terms, field: FieldId, index: TermId| {
            terms.select(heap.field(field).array, index)
        };
        match heap.after(self.terms, operation, (field, index), &mut before) {
            Some(term) => term,
            None => self.terms.select(array, index),
        }
    }

    /// What is known of the heap above a node, for the reads in a formula.
    fn assumptions(&mut self, id: NodeId, formula: TermId) -> Vec<TermId> {
        let fresh = self.graph.node(id).fresh;
        let above = (id.0 != 0).then_some(fresh);
        let mut facts = Vec::new();
        for term in self.terms.subterms(&[formula]) {
            if self.terms.kind(term) != Kind::Select {
                continue;
            }
            let [mut array, index] = *self.terms.arguments(term) else { continue };
            while self.terms.kind(array) == Kind::Store {
                array = self.terms.arguments(array)[0];
            }
            let Some(&field) = self.arrays.get(&array) else { continue };
            let held = self.terms.select(array, index);
            let place = (field, index, held);
            facts.push(self.heap.initial_fact(self.terms, self.program, self.graph, place, above));
        }
        if above.is_none() {
            facts.extend(self.heap.input_facts(self.terms, self.program, self.graph));
        } else {
            let used: FxHashSet<SymbolId> = self.terms.symbols(formula).iter().copied().collect();
            for object in &self.graph.object_symbols {
                let defined = object.node < id || object.node == id && object.by_edges;
                let symbol = self.terms.as_symbol(object.symbol);
                if defined && symbol.is_some_and(|symbol| used.contains(&symbol)) {
                    facts.push(existing(self.terms, object.symbol, fresh));
                }
            }
        }
        facts
    }

    fn check(&mut self, id: NodeId) -> Answer {
        let state = self.states[id.0 as usize].clone();
        let parts: Vec<TermId> = match self.layout {
            DisjunctLayout::Set | DisjunctLayout::Combined => state,
            DisjunctLayout::Term => vec![self.terms.or_all(&state)],
        };
        let mut unknown = None;
        for part in parts {
            if (self.stop)() {
                return Answer::Unknown("interrupted".to_owned());
            }
            match self.check_one(id, part) {
                Answer::Unsat => {}
                Answer::Unknown(why) => unknown = Some(why),
                sat => return sat,
            }
        }
        unknown.map_or(Answer::Unsat, Answer::Unknown)
    }

    fn check_one(&mut self, id: NodeId, formula: TermId) -> Answer {
        if self.terms.as_bool(formula) == Some(false) {
            return Answer::Unsat;
        }
        let mut facts = self.assumptions(id, formula);
        facts.push(formula);
        let asked = self.backend.push().and_then(|()| {
            facts.iter().try_for_each(|fact| self.backend.assert(self.terms, *fact))
        });
        if let Err(error) = asked {
            return Answer::Unknown(error.to_string());
        }
        let answer = match self.backend.check(self.terms, &[]) {
            BackendAnswer::Unsat => Answer::Unsat,
            BackendAnswer::Unknown(why) => Answer::Unknown(why.to_string()),
            BackendAnswer::Sat => {
                let mut symbols: Vec<SymbolId> = Vec::new();
                for fact in &facts {
                    symbols.extend_from_slice(&self.terms.symbols(*fact));
                }
                symbols.sort_unstable();
                symbols.dedup();
                match self.backend.model(self.terms, &symbols) {
                    Ok(model) => Answer::Sat(model),
                    Err(error) => Answer::Unknown(error.to_string()),
                }
            }
        };
        match self.backend.pop(1) {
            Ok(()) => answer,
            Err(error) => Answer::Unknown(error.to_string()),
        }
    }
}

impl AtEntry for Disjuncts<'_> {
    /// Takes those that do not count from the entry's state for good.
    fn entry(&mut self, but: &[EndId]) -> Answer {
        let dropped = but.iter().filter_map(|end| self.literals.remove(end)).collect::<Vec<_>>();
        let no = self.terms.false_();
        let map: FxHashMap<SymbolId, TermId> = dropped.into_iter().map(|end| (end, no)).collect();
        let state = self.terms.substitute_all(&self.states[0].clone(), &map);
        self.states[0] = self.simplify(state);
        // Short arrays first, if there are input arrays.
        if !self.heap.input_types.is_empty() {
            self.heap.small.set(true);
            let answer = self.check(NodeId(0));
            self.heap.small.set(false);
            if matches!(answer, Answer::Sat(_)) {
                return answer;
            }
        }
        self.check(NodeId(0))
    }

    fn terms(&mut self) -> &mut Terms {
        self.terms
    }
}
