//! Terms of a graph with symbols replaced.

use klew_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::graph::{Graph, Operation, Pointer, Value};

impl Graph {
    /// Replaces symbols everywhere; edges that can no longer be taken go.
    pub fn substitute(&mut self, terms: &mut Terms, known: &FxHashMap<SymbolId, TermId>) {
        let mut all: Vec<TermId> = Vec::new();
        self.for_each_term(&mut |term| all.push(*term));
        let new = terms.substitute_all(&all, known);
        let mut next = new.into_iter();
        self.for_each_term(&mut |term| {
            if let Some(new) = next.next() {
                *term = new;
            }
        });
        for node in &mut self.nodes {
            node.edges.retain(|edge| terms.as_bool(edge.condition) != Some(false));
            for edge in &mut node.edges {
                edge.moves.retain(|(symbol, _)| {
                    terms.as_symbol(*symbol).is_none_or(|symbol| !known.contains_key(&symbol))
                });
            }
        }
    }

    /// Every term but symbols that edges set, in a fixed order.
    fn for_each_term(&mut self, visit: &mut dyn FnMut(&mut TermId)) {
        for node in &mut self.nodes {
            operation_terms(&mut node.operation, visit);
            for edge in &mut node.edges {
                visit(&mut edge.condition);
                edge.moves.iter_mut().for_each(|(_, value)| visit(value));
            }
        }
        for object in self.objects.values_mut() {
            visit(&mut object.size);
        }
    }
}

fn pointer_terms(pointer: &mut Pointer, visit: &mut dyn FnMut(&mut TermId)) {
    visit(&mut pointer.object);
    visit(&mut pointer.offset);
}

fn value_terms(value: &mut Value, visit: &mut dyn FnMut(&mut TermId)) {
    match value {
        Value::Scalar(term) => visit(term),
        Value::Pointer(pointer) => pointer_terms(pointer, visit),
    }
}

pub(crate) fn operation_terms(operation: &mut Operation, visit: &mut dyn FnMut(&mut TermId)) {
    match operation {
        Operation::Skip | Operation::End(_) => {}
        Operation::Load { pointer, result: value, .. }
        | Operation::Store { pointer, value, .. } => {
            pointer_terms(pointer, visit);
            value_terms(value, visit);
        }
        Operation::Allocate { size, .. } => visit(size),
        Operation::Kill(objects) => objects.iter_mut().for_each(visit),
        Operation::Revive(object) => visit(object),
        Operation::ReadDead { object, result } | Operation::ReadSize { object, result } => {
            visit(object);
            visit(result);
        }
        Operation::Fill { pointer, byte, size } => {
            pointer_terms(pointer, visit);
            visit(byte);
            visit(size);
        }
        Operation::Copy { to, from, size } => {
            pointer_terms(to, visit);
            pointer_terms(from, visit);
            visit(size);
        }
        Operation::Input { .. } | Operation::InputReference { .. } => {}
        Operation::InputBytes { pointer, size, .. } => {
            pointer_terms(pointer, visit);
            visit(size);
        }
    }
}
