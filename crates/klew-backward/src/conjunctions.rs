//! States as conjunctions: each node has a condition over versions of what it changes, and one solver keeps
//! them all (the paper's figures 3 and 5).
//!
//! `c_n ⇒ ψ_n` is asserted for each node, where `ψ_n` says which edge is taken and what the operation does. Formulas
//! are only added. Values are in static single assignment form, so a variable has one version. A version of a
//! field is kept as its elements at the indices that are read below (the axioms of read over write are
//! instantiated when the write is met: Goel, Krstić, Fuchs, *Deciding array formulas with frugal axiom
//! instantiation*, 2008): a write makes new symbols only for those elements that it may change, and no equality
//! between arrays is ever asserted.
//!
//! **Invariant**: what a check assumes of the heap above a node (that its elements are those of one array,
//! that its references are to objects that exist there) comes as assumptions, never as assertions.

use std::collections::BTreeMap;
use std::rc::Rc;

use klew_ir::Program;
use klew_solver::{Backend, BackendAnswer};
use klew_term::{Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::fields::{FieldId, FieldOperation};
use crate::graph::{EndId, Graph, NodeId, Operation};
use crate::heap::Heap;
use crate::initial_facts::existing;
use crate::reads::Reads;
use crate::representation::AtEntry;
use crate::representation::{Answer, Solve};
use crate::scout::Scout;

/// Elements of fields that are read below.
type Elements = BTreeMap<(FieldId, TermId), Element>;

/// An element.
///
/// **Invariant**: a symbol is only ever that of one field and index. A way on which an element has an earlier version
/// does not pass where the symbol of a later one was made or used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Element {
    /// The symbol that stands for it; none once a write has told what it is, so that nothing is asked of it above.
    symbol: Option<TermId>,
    /// When it came to be what it is.
    version: u32,
}

struct State {
    /// Control comes to the node, and to a target from there.
    reached: TermId,
    elements: Rc<Elements>,
}

/// What a node adds, for the explanation.
#[derive(Clone, Debug, Default)]
pub struct Added {
    /// `c_n`; none if no target is reached from the node.
    pub reached: Option<TermId>,
    /// `ψ_n`, its conjuncts.
    pub conjuncts: Vec<TermId>,
}

/// Backward execution with conjunctions.
pub struct Conjunctions<'a> {
    program: &'a Program,
    graph: &'a Graph,
    heap: &'a Heap,
    terms: &'a mut Terms,
    backend: &'a mut dyn Backend,
    /// Is asked on the way to the entry, if there is one: many small questions are better kept from the solver that gets
    /// the large one.
    pub scout: Option<&'a mut Scout>,
    /// Whether there is no more time, asked at each node, if somebody says so.
    pub stop: Option<&'a dyn Fn() -> bool>,
    solve: Solve,
    states: Vec<Option<State>>,
    used: FxHashSet<SymbolId>,
    /// Of the element that came last.
    version: u32,
    /// Facts that the solver and the scout have not seen yet.
    pending: [Vec<TermId>; 2],
    /// What is read of the heap above a node.
    reads: Reads,
    /// For each target the truth value that says that it is reached.
    literals: BTreeMap<EndId, TermId>,
    /// What each node added.
    pub added: Vec<Added>,
}

/// About as many checks at turns of loops are made on a way to the entry.
const MOST_LOOP_CHECKS: usize = 256;

impl<'a> Conjunctions<'a> {
    /// Of a graph, with a solver without assertions.
    pub fn new(
        (program, graph, heap): (&'a Program, &'a Graph, &'a Heap),
        terms: &'a mut Terms,
        backend: &'a mut dyn Backend,
        solve: Solve,
    ) -> Conjunctions<'a> {
        let states = graph.nodes.iter().map(|_| None).collect();
        let added = vec![Added::default(); graph.nodes.len()];
        Conjunctions {
            program,
            graph,
            heap,
            terms,
            backend,
            scout: None,
            stop: None,
            solve,
            states,
            used: FxHashSet::default(),
            version: 0,
            pending: Default::default(),
            reads: Reads::default(),
            literals: BTreeMap::new(),
            added,
        }
    }

    /// Goes from the targets to the entry.
    pub fn run(&mut self, targets: &[EndId]) -> Result<(), klew_solver::UnknownReason> {
        // Deep unrollings are checked at every so many turns: each check costs as much as all that is below it.
        let entries = self.graph.nodes.iter().filter(|node| node.loop_entry).count();
        let period = entries / MOST_LOOP_CHECKS + 1;
        // What has nothing but one way above it is checked with the entry.
        let parts = |node: &crate::graph::Node| node.edges.len() > 1;
        let first = self.graph.nodes.iter().position(parts).unwrap_or(0);
        let mut turns = 0;
        for index in (0..self.graph.nodes.len()).rev() {
            if self.stop.is_some_and(|stop| stop()) {
                return Err(klew_solver::UnknownReason::Interrupted);
            }
            let id = NodeId(index as u32);
            let state = self.node(id, targets);
            self.states[index] = state;
            let node = self.graph.node(id);
            let solves = match self.solve {
                Solve::Never => false,
                Solve::Always => !matches!(node.operation, Operation::End(_)),
                Solve::Loops => {
                    turns += usize::from(node.loop_entry);
                    node.loop_entry && turns % period == 0
                }
            };
            if solves && index > first && self.states[index].is_some() && self.is_due() {
                match self.check(id, &[]) {
                    BackendAnswer::Unsat => {
                        self.states[index] = None;
                        self.added[index].reached = None;
                    }
                    BackendAnswer::Unknown(klew_solver::UnknownReason::Interrupted) => {
                        return Err(klew_solver::UnknownReason::Interrupted);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Whether the question at a node on the way to the entry is asked.
    fn is_due(&mut self) -> bool {
        self.scout.as_mut().is_none_or(|scout| scout.is_due())
    }

    fn assert(&mut self, fact: TermId) {
        if self.terms.as_bool(fact) == Some(true) {
            return;
        }
        let fact = self.reads.replace(self.terms, fact);
        self.add(&[fact]);
    }

    fn add(&mut self, facts: &[TermId]) {
        self.pending[0].extend_from_slice(facts);
        if self.scout.is_some() {
            self.pending[1].extend_from_slice(facts);
        }
    }

    fn use_all(&mut self, term: TermId) {
        let symbols = self.terms.symbols(term);
        self.used.extend(symbols.iter().copied());
    }

    fn is_used(&self, symbol: TermId) -> bool {
        self.terms.as_symbol(symbol).is_some_and(|symbol| self.used.contains(&symbol))
    }

    fn node(&mut self, id: NodeId, targets: &[EndId]) -> Option<State> {
        let graph = self.graph;
        let node = graph.node(id);
        if let Operation::End(end) = node.operation {
            if !targets.contains(&end) {
                return None;
            }
            let literal = *self
                .literals
                .entry(end)
                .or_insert_with(|| self.terms.symbol("target", Sort::Bool));
            self.added[id.0 as usize].reached = Some(literal);
            return Some(State { reached: literal, elements: Rc::default() });
        }
        let (mut join, mut conjuncts) = (Vec::new(), Vec::new());
        let (mut ways, mut alternatives) = (Vec::new(), Vec::new());
        let live: Vec<usize> = (0..node.edges.len())
            .filter(|edge| self.states[node.edges[*edge].to.0 as usize].is_some())
            .collect();
        for edge in live {
            let edge = &node.edges[edge];
            let Some(next) = &self.states[edge.to.0 as usize] else { continue };
            let (reached, below) = (next.reached, Rc::clone(&next.elements));
            let mut parts = vec![edge.condition, reached];
            for (symbol, value) in &edge.moves {
                if self.is_used(*symbol) {
                    parts.push(self.terms.eq(*symbol, *value));
                }
            }
            ways.push(self.moved(below, &edge.moves, &mut parts));
            alternatives.push(parts);
        }
        if ways.is_empty() {
            return None;
        }
        let mut elements = self.merged(ways, &mut alternatives);
        for parts in alternatives {
            join.push(self.terms.and_all(&parts));
        }
        let joined = self.terms.or_all(&join);
        if self.terms.as_bool(joined) == Some(false) {
            return None;
        }
        self.use_all(joined);
        conjuncts.push(joined);
        let heap = self.heap;
        for operation in heap.operations[id.0 as usize].iter().rev() {
            self.operation(operation, &mut elements, &mut conjuncts);
        }
        let reached = self.reached(id, &conjuncts);
        self.added[id.0 as usize] = Added { reached: Some(reached), conjuncts };
        Some(State { reached, elements })
    }

    /// `c_n`: a new truth value, unless the node adds nothing to the one below.
    fn reached(&mut self, id: NodeId, conjuncts: &[TermId]) -> TermId {
        let all = self.terms.and_all(conjuncts);
        if self.terms.as_symbol(all).is_some() || self.terms.is_constant(all) {
            return all;
        }
        let reached = self.terms.symbol(&format!("c{}", id.0), Sort::Bool);
        let fact = self.terms.implies(reached, all);
        self.assert(fact);
        reached
    }

    /// Elements with what an edge sets put into their indices.
    fn moved(
        &mut self,
        elements: Rc<Elements>,
        moves: &[(TermId, TermId)],
        parts: &mut Vec<TermId>,
    ) -> Rc<Elements> {
        let map: FxHashMap<SymbolId, TermId> = moves
            .iter()
            .filter_map(|(symbol, value)| Some((self.terms.as_symbol(*symbol)?, *value)))
            .collect();
        let touches = |terms: &Terms, index: TermId| {
            terms.symbols(index).iter().any(|symbol| map.contains_key(symbol))
        };
        if map.is_empty() || !elements.keys().any(|(_, index)| touches(self.terms, *index)) {
            return elements;
        }
        let mut moved = Elements::new();
        for (&(field, index), &element) in elements.iter() {
            let place = if touches(self.terms, index) {
                (field, self.terms.substitute(index, &map))
            } else {
                (field, index)
            };
            let known: Option<Element> = moved.get(&place).copied();
            if place.1 == index && known.is_none() {
                moved.insert(place, element);
                continue;
            }
            let symbols = [element.symbol, known.and_then(|known| known.symbol)];
            let mut fresh = self.fresh(field);
            for below in symbols.into_iter().flatten() {
                parts.push(self.terms.eq(fresh.symbol.unwrap_or(below), below));
            }
            if symbols == [None, None] {
                fresh.symbol = None;
            }
            moved.insert(place, fresh);
        }
        Rc::new(moved)
    }

    /// Elements of all ways. The one that came last stands for all, and the other ways say that it is what they have. A
    /// way that has none does not know it, unless a write has told its value there later.
    fn merged(&mut self, ways: Vec<Rc<Elements>>, parts: &mut [Vec<TermId>]) -> Rc<Elements> {
        if ways.iter().all(|way| Rc::ptr_eq(way, &ways[0])) {
            return Rc::clone(&ways[0]);
        }
        let mut keys: Vec<(FieldId, TermId)> =
            ways.iter().flat_map(|way| way.keys().copied()).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut all = Elements::new();
        for key in keys {
            let own: Vec<Option<Element>> = ways.iter().map(|way| way.get(&key).copied()).collect();
            let known = own.iter().flatten();
            let Some(mut newest) = known.clone().copied().max_by_key(|one| one.version) else {
                continue;
            };
            if newest.symbol.is_none() && known.clone().any(|one| one.symbol.is_some()) {
                newest = self.fresh(key.0);
            }
            for (element, parts) in own.iter().zip(parts.iter_mut()) {
                if let (Some(newest), Some(below)) =
                    (newest.symbol, element.and_then(|element| element.symbol))
                    && newest != below
                {
                    parts.push(self.terms.eq(newest, below));
                }
            }
            all.insert(key, newest);
        }
        Rc::new(all)
    }

    fn operation(
        &mut self,
        operation: &FieldOperation,
        elements: &mut Rc<Elements>,
        conjuncts: &mut Vec<TermId>,
    ) {
        match operation {
            FieldOperation::Define { symbol, term } => {
                if self.is_used(*symbol) {
                    self.conjoin(conjuncts, (*symbol, *term));
                }
            }
            FieldOperation::Read { field, index, result } => {
                if !self.is_used(*result) {
                    return;
                }
                match elements.get(&(*field, *index)).and_then(|element| element.symbol) {
                    Some(known) => self.conjoin(conjuncts, (*result, known)),
                    None => {
                        let element = self.newest(Some(*result));
                        Rc::make_mut(elements).insert((*field, *index), element);
                        // Indices are read at the entry.
                        self.use_all(*index);
                    }
                }
            }
            FieldOperation::Write { field, .. } => {
                let field = *field;
                if elements.range((field, self.first())..).next().is_some_and(|(k, _)| k.0 == field)
                {
                    self.change(operation, elements, conjuncts);
                }
            }
            FieldOperation::Range { .. } => self.change(operation, elements, conjuncts),
        }
    }

    fn fresh(&mut self, field: FieldId) -> Element {
        let sort = self.heap.element_sort(self.terms, field);
        let symbol = self.terms.symbol(&self.heap.field(field).name, sort);
        self.newest(Some(symbol))
    }

    fn newest(&mut self, symbol: Option<TermId>) -> Element {
        self.version += 1;
        Element { symbol, version: self.version }
    }

    fn first(&self) -> TermId {
        // The smallest of all terms.
        self.terms.term_at(0).unwrap_or_else(|| self.terms.true_())
    }

    fn conjoin(&mut self, conjuncts: &mut Vec<TermId>, (a, b): (TermId, TermId)) {
        let fact = self.terms.eq(a, b);
        self.use_all(fact);
        conjuncts.push(fact);
    }

    /// Elements before an operation that may change them.
    fn change(
        &mut self,
        operation: &FieldOperation,
        elements: &mut Rc<Elements>,
        conjuncts: &mut Vec<TermId>,
    ) {
        let mut before = Elements::new();
        let mut facts = Vec::new();
        self.version += 1;
        let version = self.version;
        let heap = self.heap;
        let mut changed = false;
        for (key, element) in elements.iter() {
            let Some(symbol) = element.symbol else {
                before.entry(*key).or_insert(*element);
                continue;
            };
            let mut fresh = |terms: &mut Terms, field: FieldId, index: TermId| {
                let made =
                    before.entry((field, index)).or_insert(Element { symbol: None, version });
                *made.symbol.get_or_insert_with(|| {
                    made.version = version;
                    let sort = heap.element_sort(terms, field);
                    terms.symbol(&heap.field(field).name, sort)
                })
            };
            match heap.after(self.terms, operation, *key, &mut fresh) {
                None => match before.get(key).and_then(|known| known.symbol) {
                    Some(known) => facts.push((symbol, known)),
                    None => {
                        before.insert(*key, *element);
                    }
                },
                Some(term) => {
                    changed = true;
                    facts.push((symbol, term));
                    before.entry(*key).or_insert(Element { symbol: None, version });
                }
            }
        }
        if !changed {
            return;
        }
        for fact in facts {
            self.conjoin(conjuncts, fact);
        }
        before.keys().for_each(|(_, index)| self.use_all(*index));
        *elements = Rc::new(before);
    }

    /// Whether a target, but for some, can be reached from a node, as far as is known of what is above it.
    fn check(&mut self, id: NodeId, but: &[EndId]) -> BackendAnswer {
        let Some(state) = &self.states[id.0 as usize] else { return BackendAnswer::Unsat };
        let (reached, elements) = (state.reached, Rc::clone(&state.elements));
        let fresh = self.graph.node(id).fresh;
        let above = (id.0 != 0).then_some(fresh);
        let mut facts = Vec::new();
        for ((field, index), element) in elements.iter() {
            let Some(symbol) = element.symbol else { continue };
            let array = self.heap.field(*field).array;
            let held = self.terms.select(array, *index);
            facts.push(self.terms.eq(symbol, held));
            let place = (*field, *index, symbol);
            let fact = self.heap.initial_fact(self.terms, self.program, self.graph, place, above);
            facts.push(fact);
        }
        if above.is_some() {
            for object in &self.graph.object_symbols {
                let defined = object.node < id || object.node == id && object.by_edges;
                if defined && self.is_used(object.symbol) {
                    facts.push(existing(self.terms, object.symbol, fresh));
                }
            }
        }
        if above.is_none() {
            facts.extend(self.heap.input_facts(self.terms, self.program, self.graph));
        }
        let mut assumptions = vec![reached];
        let which = usize::from(above.is_some() && self.scout.is_some());
        assumptions.extend(self.assumed(facts, which));
        for end in but {
            if let Some(&literal) = self.literals.get(end) {
                assumptions.push(self.terms.not(literal));
            }
        }
        let mut scout = self.scout.as_mut().filter(|_| which == 1);
        let backend: &mut dyn Backend = match &mut scout {
            Some(scout) => &mut *scout.backend,
            None => &mut *self.backend,
        };
        for fact in std::mem::take(&mut self.pending[which]) {
            if let Err(error) = backend.assert(self.terms, fact) {
                return BackendAnswer::Unknown(error.into());
            }
        }
        match scout {
            Some(scout) => scout.check(self.terms, &assumptions),
            None => self.backend.check(self.terms, &assumptions),
        }
    }

    /// A truth value that stands for facts as long as it is assumed.
    fn assumed(&mut self, facts: Vec<TermId>, which: usize) -> Option<TermId> {
        let mut parts: Vec<TermId> = Vec::new();
        for fact in facts {
            let fact = self.reads.replace(self.terms, fact);
            if self.terms.as_bool(fact) != Some(true) {
                parts.push(fact);
            }
        }
        let known = self.reads.take_facts();
        self.add(&known);
        if parts.is_empty() {
            return None;
        }
        let assumed = self.terms.symbol("assumed", Sort::Bool);
        for part in parts {
            let fact = self.terms.implies(assumed, part);
            self.pending[which].push(fact);
        }
        Some(assumed)
    }
}

impl AtEntry for Conjunctions<'_> {
    fn entry(&mut self, but: &[EndId]) -> Answer {
        if self.states.first().is_none_or(Option::is_none) {
            return Answer::Unsat;
        }
        let mut answer = BackendAnswer::Unsat;
        // Short arrays first, if there are input arrays.
        for small in [true, false] {
            if small && self.heap.input_types.is_empty() {
                continue;
            }
            self.heap.small.set(small);
            answer = self.check(NodeId(0), but);
            self.heap.small.set(false);
            if answer == BackendAnswer::Sat {
                break;
            }
        }
        match answer {
            BackendAnswer::Unsat => Answer::Unsat,
            BackendAnswer::Unknown(why) => Answer::Unknown(why.to_string()),
            BackendAnswer::Sat => {
                let symbols: Vec<SymbolId> = (0..self.terms.symbol_count())
                    .filter_map(|at| self.terms.symbol_at(at))
                    .collect();
                match self.backend.model(self.terms, &symbols) {
                    Ok(mut model) => {
                        self.reads.complete(self.terms, &mut model);
                        Answer::Sat(model)
                    }
                    Err(error) => Answer::Unknown(error.to_string()),
                }
            }
        }
    }

    fn terms(&mut self) -> &mut Terms {
        self.terms
    }
}
