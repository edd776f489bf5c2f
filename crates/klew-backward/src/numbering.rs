//! Values of reads that are known before any state is computed.
//!
//! Value numbering over versions of fields (as global value numbering does for variables: B. Alpern, M. Wegman, F. Zadeck,
//! *Detecting Equality of Variables in Programs*, 1988): a write makes a version of its field, and so does a join of
//! ways with different ones; two reads of one version at one index have one symbol, and a read through writes that
//! certainly change it, or certainly do not, has the value that is found there. Fields that nothing writes have one
//! version, so loops that walk the same list walk the same symbols.
//!
//! **Invariant**: a symbol that replaces another one has its value on every run on which that is defined.

use std::rc::Rc;

use klew_term::{SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::fields::{FieldId, FieldOperation};
use crate::graph::{Graph, Operation};
use crate::heap::Heap;

#[derive(Clone, Debug)]
enum Version {
    /// Before the first operation.
    Initial,
    /// After an operation on the version before.
    After(FieldOperation, Rc<Vec<u32>>),
    /// Where ways meet.
    Join(Vec<u32>),
}

/// Steps of one search for a value.
const MOST_STEPS: u32 = 256;

struct Numbering<'a> {
    heap: &'a Heap,
    terms: &'a mut Terms,
    versions: Vec<Version>,
    /// Reads so far: what stands for an element of a version.
    reads: FxHashMap<(FieldId, u32, TermId), TermId>,
    /// Symbols of reads.
    symbols_read: FxHashSet<TermId>,
    known: FxHashMap<SymbolId, TermId>,
}

/// Puts in what is known of reads; edges that turn out never to be taken go.
pub fn number(graph: &mut Graph, heap: &mut Heap, terms: &mut Terms) {
    let mut operations = std::mem::take(&mut heap.operations);
    let mut numbering = Numbering {
        heap,
        terms,
        versions: vec![Version::Initial],
        reads: FxHashMap::default(),
        symbols_read: FxHashSet::default(),
        known: FxHashMap::default(),
    };
    let count = graph.nodes.len();
    let mut incoming: Vec<Vec<(u32, usize)>> = vec![Vec::new(); count];
    let mut out: Vec<Option<Rc<Vec<u32>>>> = vec![None; count];
    let initial = Rc::new(vec![0; numbering.heap.fields.len()]);
    for index in 0..count {
        let mut versions = match index {
            0 => Rc::clone(&initial),
            _ if incoming[index].is_empty() => continue,
            _ => numbering.joined(&incoming[index], &out),
        };
        numbering.moves(graph, &incoming[index]);
        numbering.node(graph, index);
        let mut done = Vec::new();
        for operation in std::mem::take(&mut operations[index]) {
            numbering.operation(operation, &mut versions, &mut done);
        }
        operations[index] = done;
        numbering.edges(graph, index);
        for (place, edge) in graph.nodes[index].edges.iter().enumerate() {
            incoming[edge.to.0 as usize].push((index as u32, place));
        }
        out[index] = Some(versions);
    }
    for index in 1..count {
        if incoming[index].is_empty() {
            graph.nodes[index].edges.clear();
            operations[index].clear();
        }
    }
    let known = std::mem::take(&mut numbering.known);
    for object in graph.objects.values_mut() {
        object.size = numbering.terms.substitute(object.size, &known);
    }
    heap.operations = operations;
}

impl Numbering<'_> {
    fn put(&mut self, term: TermId) -> TermId {
        let symbols = self.terms.symbols(term);
        if symbols.iter().any(|symbol| self.known.contains_key(symbol)) {
            self.terms.substitute(term, &self.known)
        } else {
            term
        }
    }

    fn joined(&mut self, incoming: &[(u32, usize)], out: &[Option<Rc<Vec<u32>>>]) -> Rc<Vec<u32>> {
        let ways: Vec<&Rc<Vec<u32>>> =
            incoming.iter().filter_map(|(from, _)| out[*from as usize].as_ref()).collect();
        let first = Rc::clone(ways[0]);
        if ways.iter().all(|way| Rc::ptr_eq(way, &first)) {
            return first;
        }
        let mut versions = (*first).clone();
        for (index, version) in versions.iter_mut().enumerate() {
            let all: Vec<u32> = ways.iter().map(|way| way[index]).collect();
            if all.iter().any(|other| other != version) {
                // One join for each node: which way is taken is the node's.
                let id = self.versions.len() as u32;
                self.versions.push(Version::Join(all));
                *version = id;
            }
        }
        Rc::new(versions)
    }

    /// Symbols that all edges into a node set to the same.
    fn moves(&mut self, graph: &mut Graph, incoming: &[(u32, usize)]) {
        let Some((from, place)) = incoming.first() else { return };
        let symbols: Vec<TermId> = graph.nodes[*from as usize].edges[*place]
            .moves
            .iter()
            .map(|(symbol, _)| *symbol)
            .collect();
        for symbol in symbols {
            let values: Option<Vec<TermId>> = incoming
                .iter()
                .map(|(from, place)| {
                    let moves = &graph.nodes[*from as usize].edges[*place].moves;
                    moves.iter().find(|(other, _)| *other == symbol).map(|(_, value)| *value)
                })
                .collect();
            let Some(values) = values else { continue };
            if values.iter().all(|value| *value == values[0]) {
                self.replace(symbol, values[0]);
                for (from, place) in incoming {
                    graph.nodes[*from as usize].edges[*place]
                        .moves
                        .retain(|(other, _)| *other != symbol);
                }
            }
        }
    }

    fn replace(&mut self, symbol: TermId, by: TermId) {
        if symbol != by
            && let Some(symbol) = self.terms.as_symbol(symbol)
        {
            self.known.insert(symbol, by);
        }
    }

    fn node(&mut self, graph: &mut Graph, index: usize) {
        let node = &mut graph.nodes[index];
        crate::substitute::operation_terms(&mut node.operation, &mut |term| {
            *term = self.put(*term)
        });
        // What is read stays with the operations on fields.
        if let Operation::ReadDead { .. } | Operation::ReadSize { .. } = node.operation {
            node.operation = Operation::Skip;
        }
    }

    fn edges(&mut self, graph: &mut Graph, index: usize) {
        let mut edges = std::mem::take(&mut graph.nodes[index].edges);
        for edge in &mut edges {
            edge.condition = self.put(edge.condition);
            for (_, value) in &mut edge.moves {
                *value = self.put(*value);
            }
        }
        edges.retain(|edge| self.terms.as_bool(edge.condition) != Some(false));
        graph.nodes[index].edges = edges;
    }

    fn operation(
        &mut self,
        operation: FieldOperation,
        versions: &mut Rc<Vec<u32>>,
        done: &mut Vec<FieldOperation>,
    ) {
        let operation = match operation {
            FieldOperation::Read { field, index, result } => {
                let index = self.put(index);
                let result = self.put(result);
                let version = versions[field.0 as usize];
                let mut steps = MOST_STEPS;
                let value = self.value(field, version, index, &mut steps);
                match value {
                    Some(value) => {
                        self.replace(result, value);
                        // A run may come here without that other read: the symbol is this element as well.
                        if self.symbols_read.contains(&value) {
                            done.push(FieldOperation::Read { field, index, result: value });
                        }
                    }
                    None => {
                        self.reads.insert((field, version, index), result);
                        self.symbols_read.insert(result);
                        done.push(FieldOperation::Read { field, index, result });
                    }
                }
                return;
            }
            FieldOperation::Define { symbol, term } => {
                let term = self.put(term);
                self.replace(symbol, term);
                return;
            }
            FieldOperation::Write { field, index, value } => {
                FieldOperation::Write { field, index: self.put(index), value: self.put(value) }
            }
            FieldOperation::Range { class, object, start, source } => FieldOperation::Range {
                class,
                object: self.put(object),
                start: start.map(|(from, size)| (self.put(from), self.put(size))),
                source: match source {
                    crate::fields::Source::Byte(byte) => {
                        crate::fields::Source::Byte(self.put(byte))
                    }
                    crate::fields::Source::Copy { object, start, shift } => {
                        crate::fields::Source::Copy {
                            object: self.put(object),
                            start: self.put(start),
                            shift,
                        }
                    }
                    crate::fields::Source::Undefined => crate::fields::Source::Undefined,
                },
            },
        };
        let before = Rc::clone(versions);
        let next = Rc::make_mut(versions);
        let id = self.versions.len() as u32;
        match &operation {
            FieldOperation::Write { field, .. } => next[field.0 as usize] = id,
            FieldOperation::Range { class, .. } => {
                for (index, field) in self.heap.fields.iter().enumerate() {
                    if field.class.region() == *class
                        && self.heap.place(FieldId(index as u32)).is_some()
                    {
                        next[index] = id;
                    }
                }
            }
            _ => {}
        }
        self.versions.push(Version::After(operation.clone(), before));
        done.push(operation);
    }

    /// The value of an element of a version, if it is known.
    fn value(
        &mut self,
        field: FieldId,
        version: u32,
        index: TermId,
        steps: &mut u32,
    ) -> Option<TermId> {
        if let Some(known) = self.reads.get(&(field, version, index)) {
            return Some(*known);
        }
        *steps = steps.checked_sub(1)?;
        let found = match self.versions[version as usize].clone() {
            Version::Initial => None,
            Version::After(operation, before) => {
                let mut asked: Option<(FieldId, TermId, TermId)> = None;
                let heap = self.heap;
                let mut place = |terms: &mut Terms, field: FieldId, index: TermId| {
                    let sort = heap.element_sort(terms, field);
                    let symbol = terms.symbol("before", sort);
                    asked = Some((field, index, symbol));
                    symbol
                };
                match heap.after(self.terms, &operation, (field, index), &mut place) {
                    None => self.value(field, before[field.0 as usize], index, steps),
                    Some(term) => match asked {
                        None if self.is_plain(&operation, term) => Some(term),
                        Some((field, index, symbol)) if symbol == term => {
                            self.value(field, before[field.0 as usize], index, steps)
                        }
                        _ => None,
                    },
                }
            }
            Version::Join(ways) => {
                let mut same: Option<TermId> = None;
                for way in ways {
                    let value = self.value(field, way, index, steps)?;
                    if same.is_some_and(|same| same != value) {
                        return None;
                    }
                    same = Some(value);
                }
                same
            }
        }?;
        Some(found)
    }

    /// Whether what an operation leaves is a value and not something undefined, of which each read may see another.
    fn is_plain(&self, operation: &FieldOperation, term: TermId) -> bool {
        match operation {
            FieldOperation::Range { .. } => self.terms.is_constant(term),
            _ => true,
        }
    }
}
