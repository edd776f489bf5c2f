//! What variables and places in memory hold where edges meet.

use klew_term::TermId;

use super::cells::Known;
use super::unfolder::{Incoming, Unfolder, pointer_of, scalar_of};
use crate::graph::{NodeId, ObjectSymbol, Pointer, Value};

/// A symbol that edges set.
pub(super) struct Joined {
    pub(super) symbol: TermId,
    /// What each edge sets it to.
    pub(super) parts: Vec<TermId>,
    is_object: bool,
}

/// The most places for which a join makes symbols; more are not known behind it.
const MOST_PLACES: usize = 64;

impl Unfolder<'_> {
    /// The value of a variable where edges meet.
    pub(super) fn join(
        &mut self,
        label: &str,
        values: Vec<Value>,
        differing: &mut Vec<Joined>,
    ) -> Value {
        let first = values[0];
        if values.iter().all(|value| *value == first) {
            return first;
        }
        match first {
            Value::Scalar(_) => {
                let terms = values.iter().map(|value| scalar_of(*value)).collect();
                Value::Scalar(self.part(label, terms, false, differing))
            }
            Value::Pointer(_) => {
                let pointers: Vec<Pointer> = values.iter().filter_map(pointer_of).collect();
                let objects = pointers.iter().map(|pointer| pointer.object).collect();
                let object = self.part(label, objects, true, differing);
                let offsets = pointers.iter().map(|pointer| pointer.offset).collect();
                let offset = self.part(label, offsets, false, differing);
                Value::Pointer(Pointer { object, offset })
            }
        }
    }

    fn part(
        &mut self,
        label: &str,
        parts: Vec<TermId>,
        is_object: bool,
        differing: &mut Vec<Joined>,
    ) -> TermId {
        if parts.iter().all(|part| *part == parts[0]) {
            return parts[0];
        }
        // A number and an object's number are never one symbol: what may point where is told by symbols.
        let known =
            differing.iter().find(|joined| joined.parts == parts && joined.is_object == is_object);
        if let Some(known) = known {
            return known.symbol;
        }
        let sort = self.terms.sort(parts[0]);
        let symbol = self.terms.symbol(label, sort);
        if is_object {
            let node = NodeId(self.graph.nodes.len() as u32);
            self.graph.object_symbols.push(ObjectSymbol { symbol, node, by_edges: true });
            self.note_choice(symbol, &parts);
        }
        differing.push(Joined { symbol, parts, is_object });
        symbol
    }

    /// What is known of memory where edges meet.
    pub(super) fn join_known(
        &mut self,
        incoming: &[Incoming],
        differing: &mut Vec<Joined>,
    ) -> Known {
        let ways: Vec<&Known> = incoming.iter().map(|edge| &edge.known).collect();
        let (mut known, places) = self.meet(&ways);
        for place in places.iter().take(MOST_PLACES) {
            let value = self.join("held", place.values.clone(), differing);
            self.note_joined(&mut known, place, value);
        }
        known.bytes = self.bytes_joined(incoming, differing);
        known
    }
}
