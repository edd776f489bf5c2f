//! Objects that take the place of others in a turn of a loop: what led to one a turn ago leads to a new one of its kind (`count = count + 1` of
//! boxed numbers, states that are never changed but made anew). What differs in them is widened like what differs in one object.
//!
//! Source: the correspondence of objects by the ways that lead to them, as in J. Berdine et al., *Shape Analysis for Composite Data Structures*,
//! CAV 2007, where two states are joined.
//!
//! **Invariant**: only an object that is new in the turn takes the place of another, to which nothing leads any more or which died; what is widened may have the value that it has.

use std::collections::BTreeMap;

use klew_memory::{CellKind, ObjectId, Value};

use super::buffers::is_buffer;
use crate::machine::Machine;
use crate::pruning::locations::LiveRegisters;
use crate::state::State;

/// The most objects whose pointers are followed.
const MOST_OBJECTS: usize = 64;

/// The largest object whose pointers are followed.
const MOST_BYTES: u64 = 256;

impl Machine<'_> {
    /// The new objects of a state, each with the one whose place it took since the last turn; `lost` are those to which nothing leads.
    pub(super) fn replaced(
        &self,
        state: &State,
        last: &State,
        (live, lasting, lost): (&mut LiveRegisters, &[ObjectId], &[ObjectId]),
    ) -> BTreeMap<ObjectId, ObjectId> {
        let mut found = BTreeMap::new();
        let mut open: Vec<(ObjectId, ObjectId)> = Vec::new();
        if let Some(places) = live.of(self.program, &state.frame, false) {
            for &(slot, _) in places {
                let slot = slot as usize;
                let pair = (state.frame.registers[slot], last.frame.registers[slot]);
                open.extend(replaced_by(state, last, pair));
            }
        }
        for &object in lasting {
            if !state.memory.shares(object, &last.memory) {
                open.extend(pairs_in(state, last, (object, object)));
            }
        }
        while let Some((new, old)) = open.pop() {
            // What is in front of another in a list does not take its place.
            // What was folded is not there any more, and did not die.
            let is_dead = || state.memory.object(old).is_some_and(|object| !object.is_alive());
            let is_gone = lost.contains(&old) || is_buffer(&last.memory, old) && is_dead();
            if !is_gone || found.len() >= MOST_OBJECTS || found.contains_key(&new) {
                continue;
            }
            found.insert(new, old);
            open.extend(pairs_in(state, last, (new, old)));
        }
        found
    }
}

/// Objects that both values point to, if the first is new and like the other.
pub(super) fn replaced_by(
    state: &State,
    last: &State,
    pair: (Value, Value),
) -> Option<(ObjectId, ObjectId)> {
    let is_new = |new: ObjectId| !new.is_null() && last.memory.object(new).is_none();
    in_place_of(state, last, pair).filter(|(new, _)| is_new(*new))
}

/// Two objects that both values point to, if the first is like the other.
pub(super) fn in_place_of(
    state: &State,
    last: &State,
    (new, old): (Value, Value),
) -> Option<(ObjectId, ObjectId)> {
    let (Value::Pointer(new, offset), Value::Pointer(old, at)) = (new, old) else { return None };
    let (one, other) = (state.memory.object(new)?, last.memory.object(old)?);
    let is_like = one.kind == other.kind
        && one.source_type == other.source_type
        && one.allocated_at == other.allocated_at
        && (one.size == other.size && one.concrete_size().is_some_and(|size| size <= MOST_BYTES)
            || is_buffer(&state.memory, new) && is_buffer(&last.memory, old));
    let is_free = state.segments.get(new).is_none() && last.segments.get(old).is_none();
    (new != old && offset == at && is_like && is_free).then_some((new, old))
}

/// What the pointers in two objects lead to.
pub(super) fn pairs_in(
    state: &State,
    last: &State,
    (new, old): (ObjectId, ObjectId),
) -> Vec<(ObjectId, ObjectId)> {
    let both = pointers_in(state, last, (new, old)).into_iter();
    both.filter_map(|pair| replaced_by(state, last, pair)).collect()
}

/// What the pointers in an object lead to that led to something else.
pub(super) fn moved_in(state: &State, last: &State, object: ObjectId) -> Vec<(ObjectId, ObjectId)> {
    let both = pointers_in(state, last, (object, object)).into_iter();
    both.filter_map(|pair| in_place_of(state, last, pair)).collect()
}

/// The pointers that are at the same place in two objects.
pub(super) fn pointers_in(
    state: &State,
    last: &State,
    (new, old): (ObjectId, ObjectId),
) -> Vec<(Value, Value)> {
    let pointers = |state: &State, object: ObjectId| {
        let size = state.memory.object(object).and_then(|object| object.concrete_size());
        let size = size.filter(|size| *size <= MOST_BYTES);
        let cells = size.and_then(|size| state.memory.cells_in(object, 0, size));
        let pointer = |cell: klew_memory::Cell| match cell.kind {
            CellKind::Pointer(value) => Some((cell.offset, value)),
            _ => None,
        };
        cells.unwrap_or_default().into_iter().filter_map(pointer).collect::<BTreeMap<u64, Value>>()
    };
    let (own, others) = (pointers(state, new), pointers(last, old));
    own.into_iter().filter_map(|(at, value)| Some((value, *others.get(&at)?))).collect()
}
