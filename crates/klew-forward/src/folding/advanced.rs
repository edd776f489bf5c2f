//! Numbers in objects that what a loop goes by moves on to: each turn makes a node behind the last one, with a number that is computed of that
//! one's (`n->value = last->value + 1; last = n`). Such numbers go on for ever, so they are widened like a counter.
//!
//! Source: widening, as in `widening.rs`; which objects correspond to each other, as in `replaced.rs`. Here the earlier ones stay where they are.
//!
//! **Invariant**: what is widened may have the value that it has.

use klew_ir::Type;
use klew_memory::{ObjectId, Value};
use klew_term::TermId;

use super::counts::Change;
use super::relations::Landmarks;
use super::replaced::{in_place_of, moved_in, pairs_in, replaced_by};
use super::widening::{Changing, History, Thresholds, declared_type, number_at};
use crate::machine::Machine;
use crate::pruning::locations::LiveRegisters;
use crate::state::State;

/// The most objects that are looked at.
const MOST_OBJECTS: usize = 16;

/// What something led to now, after the last turn, and after the one before that.
type Advance = [ObjectId; 3];

impl Machine<'_> {
    /// Widens numbers of objects that took the place of others, which are still there; whether there was anything.
    pub(super) fn widen_advanced(
        &mut self,
        state: &mut State,
        (history, before): (&History<'_>, &State),
        (live, lasting, lost): (&mut LiveRegisters, &[ObjectId], &[ObjectId]),
        ways: (&Thresholds, Option<&Landmarks>),
        changes: &mut Vec<Change>,
    ) -> bool {
        let mut any = false;
        for advance in self.advanced(state, (history.last, before), (&mut *live, lasting, lost)) {
            any |= self.widen_advance(state, (history.last, before), advance, ways, changes);
        }
        if ways.1.is_some() {
            for pair in self.moved(state, history.last, (live, lasting)) {
                any |= self.move_along(state, history.last, pair, changes);
            }
        }
        any
    }

    /// Nodes that were elsewhere a turn ago, as the first of a list that went to the front of another, each with what was at its place.
    fn moved(
        &self,
        state: &State,
        last: &State,
        (live, lasting): (&mut LiveRegisters, &[ObjectId]),
    ) -> Vec<(ObjectId, ObjectId)> {
        let mut found: Vec<(ObjectId, ObjectId)> = Vec::new();
        for &(slot, _) in live.of(self.program, &state.frame, false).into_iter().flatten() {
            let pair = [state, last].map(|state| state.frame.registers[slot as usize]);
            found.extend(in_place_of(state, last, (pair[0], pair[1])));
        }
        for &object in lasting {
            if !state.memory.shares(object, &last.memory) {
                found.extend(moved_in(state, last, object));
            }
        }
        found.retain(|(new, _)| last.memory.object(*new).is_some());
        found.truncate(MOST_OBJECTS);
        found
    }

    /// Has the numbers of a node that moved go on as others did that they moved with.
    fn move_along(
        &mut self,
        state: &mut State,
        last: &State,
        (new, old): (ObjectId, ObjectId),
        changes: &[Change],
    ) -> bool {
        let mut any = false;
        for (at, length) in self.places_in(state, new) {
            let now = number_at(self, state, new, (at, length));
            let then = number_at(self, last, old, (at, length));
            if let (Some(now), Some(then)) = (now, then) {
                any |= self.moves_along(state, (new, at, length), (then, now), changes);
            }
        }
        any
    }

    /// Where numbers may be in a node: where they begin, and their bytes.
    pub(super) fn places_in(&self, state: &State, node: ObjectId) -> Vec<(u64, u64)> {
        let size = state.memory.object(node).and_then(|object| object.concrete_size());
        let (size, declared) = (size.unwrap_or(0), declared_type(self.program, state, node));
        let (mut places, mut at) = (Vec::new(), 0);
        while at < size {
            let length = self.unit(declared, state, node, (at, size - at));
            places.push((at, length));
            at += length;
        }
        places
    }

    /// Has a number of a node go on as one did that it moved with, if there is any.
    fn moves_along(
        &mut self,
        state: &mut State,
        (object, at, length): (ObjectId, u64, u64),
        (then, now): (Value, Value),
        changes: &[Change],
    ) -> bool {
        let width = 8 * length as u32;
        let change = self.change((then, now, now), width).filter(|_| now != then);
        let Some(value) = change.and_then(|it| self.moved_along(state, it.now, changes)) else {
            return false;
        };
        let value = klew_memory::from_term(self.terms, value);
        state.memory.store(self.terms, object, at, Type::Int(width), value);
        true
    }

    fn advanced(
        &self,
        state: &State,
        (last, before): (&State, &State),
        (live, lasting, lost): (&mut LiveRegisters, &[ObjectId], &[ObjectId]),
    ) -> Vec<Advance> {
        let joined = |now: Vec<(ObjectId, ObjectId)>, then: Vec<(ObjectId, ObjectId)>| {
            let older = move |old| then.iter().find(|(last, _)| *last == old).map(|pair| pair.1);
            now.into_iter().filter_map(move |(new, old)| Some([new, old, older(old)?]))
        };
        let mut open: Vec<Advance> = Vec::new();
        for &(slot, _) in live.of(self.program, &state.frame, false).into_iter().flatten() {
            let [now, then, earlier] =
                [state, last, before].map(|state| state.frame.registers[slot as usize]);
            let now = replaced_by(state, last, (now, then)).into_iter().collect();
            let then = replaced_by(last, before, (then, earlier)).into_iter().collect();
            open.extend(joined(now, then));
        }
        for &object in lasting {
            if !state.memory.shares(object, &last.memory) {
                let then = pairs_in(last, before, (object, object));
                open.extend(joined(pairs_in(state, last, (object, object)), then));
            }
        }
        let mut found: Vec<Advance> = Vec::new();
        while let Some(advance) = open.pop() {
            let [new, old, older] = advance;
            // What is lost was replaced.
            if found.len() >= MOST_OBJECTS || found.contains(&advance) || lost.contains(&old) {
                continue;
            }
            found.push(advance);
            let then = pairs_in(last, before, (old, older));
            open.extend(joined(pairs_in(state, last, (new, old)), then));
        }
        found
    }

    fn widen_advance(
        &mut self,
        state: &mut State,
        (last, before): (&State, &State),
        [new, old, older]: Advance,
        (thresholds, relates): (&Thresholds, Option<&Landmarks>),
        changes: &mut Vec<Change>,
    ) -> bool {
        let mut any = false;
        for place in self.places_in(state, new) {
            let (at, length) = place;
            let of = [(state as &State, new), (last, old), (before, older)]
                .map(|(state, object)| number_at(self, state, object, place));
            let [Some(now), Some(then), Some(earlier)] = of else { continue };
            let width = 8 * length as u32;
            // What counts along with a variable goes on as that does.
            if relates.is_some() && self.moves_along(state, (new, at, length), (then, now), changes)
            {
                any = true;
                continue;
            }
            if !self.goes_on((earlier, then, now), width) {
                continue;
            }
            if let Some(value) = self.widened(state, (then, now), width, thresholds) {
                state.memory.store(self.terms, new, at, Type::Int(width), value);
                self.keep_relations(state, (now, value), relates);
                changes.extend(self.change((then, now, value), width));
                any = true;
            }
        }
        any
    }

    /// Whether a number goes on from turn to turn: it counts, or is computed of that one turn ago. What is drawn anew is not.
    fn goes_on(&self, (earlier, then, now): (Value, Value, Value), width: u32) -> bool {
        let computed = |now: TermId, of: TermId| {
            now != of && self.terms.as_symbol(now).is_none() && {
                let symbols = self.terms.symbols(now);
                let own = self.terms.symbols(of);
                !own.is_empty() && own.iter().all(|symbol| symbols.contains(symbol))
            }
        };
        match (now, then) {
            (Value::Term(now), Value::Term(then)) => computed(now, then),
            (Value::Int(_), Value::Int(_)) => {
                Changing::EachTurnForward.takes((earlier, then, now), width)
                    && matches!(earlier, Value::Int(_))
            }
            _ => false,
        }
    }
}
