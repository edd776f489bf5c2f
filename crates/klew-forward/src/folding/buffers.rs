//! Buffers: objects of the heap that hold numbers alone and whose size is no part of their shape, as text that nodes own, vectors that grow. What they
//! hold is forgotten where they are folded, or made anew in each turn of a loop; their size is a number like those in cells: what it was of a number that is
//! kept beside it (`size == 4 * capacity`), it is of what takes that one's place.
//!
//! Source: abstraction of byte blocks of any size, as in K. Dudka, P. Peringer, T. Vojnar, *Byte-Precise Verification of Low-Level List
//! Manipulation* (SAS 2013), there with intervals; that a size is a multiple of another number is guessed from two runs, as in `equations.rs`.
//!
//! **Invariant**: what is forgotten was a number: what was never written may be read as any. A size becomes a term that may have its value.

use klew_ir::Type;
use klew_ir::object_layout::{HEADER_SIZE, HEADER_WORD, HEADER_WORD_SIZE};
use klew_memory::{Memory, ObjectId, ObjectKind, Value};
use klew_term::{Kind, SymbolId, TermId};
use rustc_hash::FxHashMap;

use super::counts::Change;
use super::relations::{Landmarks, Relation, ways_of};
use super::widening::{Changing, History, Thresholds, number_at};
use crate::decode::op::Source;
use crate::machine::Machine;
use crate::place::Place;
use crate::state::State;

/// In place of an offset: the size of the object.
pub(super) const SIZE: u64 = u64::MAX;

/// The largest factor between a size and a number, and the largest distance.
const MOST: i128 = 4096;

/// So many numbers of bytes are told apart where bytes are copied.
const MOST_TOLD: u64 = 8;

/// The most numbers with which a size may have changed, and the largest objects in which these are.
const MOST_NUMBERS: usize = 16;
const MOST_BYTES: u64 = 256;

/// The most terms that are looked at for how a size was computed.
const MOST_TERMS: usize = 32;

/// How a size is computed of a number: so many times that, and so much more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scale {
    factor: i128,
    more: i128,
}

/// A number that is not what it was a turn ago, and where it is.
struct Moved {
    then: TermId,
    now: TermId,
    place: Moving,
}

/// Where a number is that moved.
#[derive(Clone, Copy)]
enum Moving {
    /// Another one took its place already.
    Widened(TermId),
    /// A register of the frame.
    Register(u32),
    /// So far in an object.
    Cell(ObjectId, u64),
}

impl Scale {
    /// That of a size after two turns, and a number after these.
    fn of(sizes: [i128; 2], numbers: [i128; 2]) -> Option<Scale> {
        let (grown, moved) = (sizes[1] - sizes[0], numbers[1] - numbers[0]);
        let factor = if moved == 0 { return None } else { grown / moved };
        let found = Scale { factor, more: sizes[1] - factor * numbers[1] };
        let is_it = factor * moved == grown && (1..=MOST).contains(&factor);
        (is_it && found.more.abs() <= MOST).then_some(found)
    }
}

/// Whether an object may be a buffer.
pub(super) fn is_buffer(memory: &Memory, object: ObjectId) -> bool {
    memory.object(object).is_some_and(|it| {
        it.kind == ObjectKind::Heap && it.is_alive() && it.writable && it.address.is_none()
    }) && !memory.holds_pointers(object)
}

impl Machine<'_> {
    /// Bytes ahead of the elements: they are no elements.
    pub(super) fn header_size(&self) -> u64 {
        if self.program.data_model.typed_memory { HEADER_SIZE } else { 0 }
    }

    /// An object has that size and any elements.
    pub(super) fn forget_elements(
        &mut self,
        state: &mut State,
        object: ObjectId,
        size: Value,
    ) -> bool {
        let header = self.header_size();
        state.memory.forget_elements(self.terms, object, (size, header))
    }

    /// Whether what is written over in that many bytes is forgotten in place of trying all numbers of them.
    pub(crate) fn overwrites_anything(&mut self, state: &mut State, bytes: Source) -> bool {
        if self.folding.is_none() {
            return false;
        }
        match self.operand(state, bytes, Type::Int(self.pointer_bits())) {
            Value::Term(count) => {
                let bounds = state.path.narrowed.bounds(self.terms, count);
                bounds.is_none_or(|bounds| bounds.high - bounds.low >= MOST_TOLD)
            }
            _ => false,
        }
    }

    /// Numbers are written over those of an object, in an unknown number of bytes from a place on. Not done if it may hold something else: false then.
    pub(crate) fn overwrite(&mut self, state: &mut State, to: Place) -> bool {
        let is_element = match to {
            Place::At(_, offset) => offset >= self.header_size(),
            // Elements are addressed from the end of the header on.
            Place::Within(..) => true,
        };
        let size = state.memory.object(to.object()).map(|object| object.size);
        is_element && size.is_some_and(|size| self.forget_elements(state, to.object(), size))
    }

    /// What a node owns whose size, or where something was written, is no number, becomes a buffer.
    pub(super) fn forget_buffers(&mut self, state: &mut State, parts: &[ObjectId]) {
        let header = self.header_size();
        for &part in parts.iter().skip(1) {
            let Some(size) = state.memory.object(part).map(|object| object.size) else { continue };
            let is_symbolic =
                matches!(size, Value::Term(_)) || state.memory.elements_term(part).is_some();
            if is_symbolic
                && state.segments.get(part).is_none()
                && is_buffer(&state.memory, part)
                && !state.memory.holds_anything(part, header)
            {
                self.forget_elements(state, part, size);
            }
        }
    }

    /// What a node has written at places that are no numbers, among fields, may be anything.
    pub(super) fn forget_arrays(&mut self, state: &mut State, parts: &[ObjectId]) {
        for &part in parts {
            if self.header_size() == 0
                && state.segments.get(part).is_none()
                && state.memory.elements_term(part).is_some()
            {
                state.memory.forget_array(self.terms, part);
            }
        }
    }

    /// The size of a node's buffer by the new numbers of the node, if it is computed of the old ones.
    pub(super) fn size_of_node(
        &mut self,
        state: &State,
        size: TermId,
        (numbers, symbols): (&[(TermId, TermId)], &FxHashMap<SymbolId, TermId>),
    ) -> Option<TermId> {
        if let Some(size) = self.substituted(size, symbols) {
            return Some(size);
        }
        let of_size = self.number_now(state, size)?;
        numbers.iter().find_map(|&(old, new)| {
            let of_number = self.number_now(state, old)?;
            let factor = if of_number > 0 { of_size / of_number } else { 0 };
            let scale = Scale { factor, more: of_size - factor * of_number };
            let may_be = (1..=MOST).contains(&factor) && scale.more.abs() <= MOST;
            may_be.then(|| self.scaled(state, (size, scale), (old, new))).flatten()
        })
    }

    /// A size by new symbols, if it is computed of nothing but symbols whose place they took.
    fn substituted(
        &mut self,
        size: TermId,
        symbols: &FxHashMap<SymbolId, TermId>,
    ) -> Option<TermId> {
        let own = self.terms.symbols(size);
        let is_known = !own.is_empty() && own.iter().all(|symbol| symbols.contains_key(symbol));
        is_known.then(|| self.terms.substitute(size, symbols))
    }

    /// A buffer that took the place of one, or was written in a turn.
    pub(super) fn widen_buffer(
        &mut self,
        state: &mut State,
        history: &History<'_>,
        (object, old): (ObjectId, ObjectId),
        (thresholds, relates): (&Thresholds, Option<&Landmarks>),
        changes: &mut Vec<Change>,
    ) -> bool {
        let &History { last, before, changing, .. } = history;
        if !is_buffer(&state.memory, object) || !is_buffer(&last.memory, old) {
            return false;
        }
        // What a turn wrote once, another may not.
        let stayed = before.is_some_and(|before| before.memory.shares(object, &last.memory));
        if object == old && changing != Changing::Any && stayed {
            return false;
        }
        // Where nothing says the size, what is ahead of the elements stays as well: how many they are may be there.
        let (mut widened, mut found) = (state.clone(), changes.clone());
        let any = self.widen_sized(
            &mut widened,
            history,
            (object, old),
            (thresholds, relates),
            &mut found,
        );
        if any == Some(true) {
            (*state, *changes) = (widened, found);
        }
        any == Some(true)
    }

    /// Whether there was anything to widen; nothing if its size cannot be said.
    fn widen_sized(
        &mut self,
        state: &mut State,
        history: &History<'_>,
        (object, old): (ObjectId, ObjectId),
        (thresholds, relates): (&Thresholds, Option<&Landmarks>),
        changes: &mut Vec<Change>,
    ) -> Option<bool> {
        let last = history.last;
        let mut any = self.widen_header(state, last, (object, old), (thresholds, relates), changes);
        let sizes = [(last, old), (&*state, object)]
            .map(|(state, object)| state.memory.object(object).map(|object| object.size));
        let [Some(then), Some(now)] = sizes else { return None };
        let size = match then == now {
            true => now,
            false => {
                self.widened_size(state, history, (then, now), (thresholds, relates), changes)?
            }
        };
        if size != now || !state.memory.holds_anything(object, self.header_size()) {
            any |= self.keep_text(state, object, |machine, state| {
                machine.forget_elements(state, object, size)
            });
        }
        Some(any)
    }

    /// What is filled from turn to turn may hold anything; whether it is.
    pub(super) fn widen_filled(
        &mut self,
        state: &mut State,
        &History { last, before, .. }: &History<'_>,
        object: ObjectId,
    ) -> bool {
        let undefined = |state: &State| state.memory.undefined_bytes(object);
        let is_filled = before.is_some_and(|before| {
            is_buffer(&state.memory, object)
                && before.memory.object(object).is_some()
                && undefined(state) < undefined(last)
                && undefined(last) < undefined(before)
        });
        let size = state.memory.object(object).map(|object| object.size);
        is_filled
            && size.is_some_and(|size| {
                self.keep_text(state, object, |machine, state| {
                    machine.forget_elements(state, object, size)
                })
            })
    }

    fn widen_header(
        &mut self,
        state: &mut State,
        last: &State,
        (object, old): (ObjectId, ObjectId),
        (thresholds, relates): (&Thresholds, Option<&Landmarks>),
        changes: &mut Vec<Change>,
    ) -> bool {
        let (mut any, width) = (false, 8 * HEADER_WORD_SIZE as u32);
        for at in (0..self.header_size()).step_by(HEADER_WORD_SIZE as usize) {
            let place = (at, HEADER_WORD_SIZE);
            let now = number_at(self, state, object, place);
            let then = number_at(self, last, old, place);
            let Some((then, now)) = then.zip(now) else { continue };
            if let Some(value) = self.widened(state, (then, now), width, thresholds) {
                state.memory.store(self.terms, object, at, HEADER_WORD, value);
                self.keep_relations(state, (now, value), relates);
                changes.extend(self.change((then, now, value), width));
                any = true;
            }
        }
        any
    }

    /// A size by the number that it changed with, which is widened if it was not yet; nothing if there is none.
    fn widened_size(
        &mut self,
        state: &mut State,
        history: &History<'_>,
        (then, now): (Value, Value),
        ways: (&Thresholds, Option<&Landmarks>),
        changes: &mut Vec<Change>,
    ) -> Option<Value> {
        let last = history.last;
        let (then, now) = (self.size_term(then)?, self.size_term(now)?);
        let mut symbols = FxHashMap::default();
        for change in changes.iter() {
            symbols.extend(self.terms.as_symbol(change.now).map(|symbol| (symbol, change.new)));
        }
        if let Some(size) = self.substituted(now, &symbols) {
            return Some(klew_memory::from_term(self.terms, size));
        }
        let sizes = [self.number_now(last, then)?, self.number_now(state, now)?];
        let mut found = Vec::new();
        for moved in self.moved_numbers(state, history, changes) {
            let numbers = [self.number_now(last, moved.then)?, self.number_now(state, moved.now)?];
            found.extend(Scale::of(sizes, numbers).map(|scale| (scale, moved)));
        }
        // What is kept as the number of elements, most often.
        found.sort_by_key(|(scale, _)| (scale.more.abs(), scale.factor));
        found.into_iter().find_map(|(scale, moved)| {
            self.scaled(state, (now, scale), (moved.now, moved.now))?;
            let new = self.widen_moved(state, &moved, ways, changes)?;
            let size = self.scaled_by(new, scale, self.is_sign_extended(now));
            Some(klew_memory::from_term(self.terms, size))
        })
    }

    /// The numbers that are not what they were a turn ago.
    fn moved_numbers(
        &mut self,
        state: &State,
        history: &History<'_>,
        changes: &[Change],
    ) -> Vec<Moved> {
        let mut found: Vec<Moved> = Vec::new();
        for change in changes {
            let moved = |then| Moved { then, now: change.now, place: Moving::Widened(change.new) };
            found.extend(change.last.map(moved));
        }
        let mut changed = |machine: &mut Self, (then, now): (Value, Value), width, place| {
            if then != now
                && let Some(change) = machine.change((then, now, now), width)
                && let Some(then) = change.last
                && found.len() < MOST_NUMBERS
            {
                found.push(Moved { then, now: change.now, place });
            }
        };
        for &(slot, value_type) in history.registers {
            let Type::Int(width) = value_type else { continue };
            let pair = [history.last, state].map(|state| state.frame.registers[slot as usize]);
            changed(self, (pair[0], pair[1]), width, Moving::Register(slot));
        }
        for object in self.lasting(state) {
            let size = state.memory.object(object).and_then(|it| it.concrete_size());
            let is_small = size.is_some_and(|size| size <= MOST_BYTES);
            if !is_small || state.memory.shares(object, &history.last.memory) {
                continue;
            }
            for place in self.places_in(state, object) {
                let now = number_at(self, state, object, place);
                let then = number_at(self, history.last, object, place);
                if let Some(pair) = then.zip(now) {
                    changed(self, pair, 8 * place.1 as u32, Moving::Cell(object, place.0));
                }
            }
        }
        found
    }

    /// What takes the place of a number.
    fn widen_moved(
        &mut self,
        state: &mut State,
        moved: &Moved,
        (thresholds, relates): (&Thresholds, Option<&Landmarks>),
        changes: &mut Vec<Change>,
    ) -> Option<TermId> {
        if let Moving::Widened(new) = moved.place {
            return Some(new);
        }
        let width = self.terms.width(moved.now);
        let [then, now] = [moved.then, moved.now].map(|it| klew_memory::from_term(self.terms, it));
        let value = self.widened(state, (then, now), width, thresholds)?;
        match moved.place {
            Moving::Register(slot) => state.frame.registers[slot as usize] = value,
            Moving::Cell(object, at) => {
                state.memory.store(self.terms, object, at, Type::Int(width), value);
            }
            Moving::Widened(_) => {}
        }
        self.keep_relations(state, (now, value), relates);
        let change = self.change((then, now, value), width)?;
        changes.push(change);
        Some(change.new)
    }

    /// Makes a template's buffer stand for another one's, too; what the templates hold, and what both became, is known.
    pub(super) fn merge_buffers(
        &mut self,
        state: &mut State,
        (part, same): (ObjectId, ObjectId),
        numbers: &[(TermId, TermId, TermId)],
        thresholds: &Thresholds,
    ) -> Option<()> {
        let (target, other) = (state.memory.object(part)?, state.memory.object(same)?);
        let is_like = (target.kind, target.align) == (other.kind, other.align)
            && state.segments.get(part).is_none()
            && state.segments.get(same).is_none();
        let sizes = [target.size, other.size];
        // How headers differ is not looked at.
        if !is_like || self.header_size() > 0 {
            return None;
        }
        let size = match sizes[0] == sizes[1] {
            true => sizes[0],
            false => self.merged_size(state, sizes, numbers, thresholds)?,
        };
        self.forget_elements(state, part, size).then_some(())
    }

    fn merged_size(
        &mut self,
        state: &mut State,
        sizes: [Value; 2],
        numbers: &[(TermId, TermId, TermId)],
        thresholds: &Thresholds,
    ) -> Option<Value> {
        let [one, other] = [self.size_term(sizes[0])?, self.size_term(sizes[1])?];
        let known = [self.number_now(state, one)?, self.number_now(state, other)?];
        let by_number = numbers.iter().find_map(|&(old, also, new)| {
            let of = [self.number_now(state, old)?, self.number_now(state, also)?];
            let scale = Scale::of(known, of)?;
            self.scaled(state, (one, scale), (old, new))?;
            self.scaled(state, (other, scale), (also, new))
        });
        match by_number {
            Some(size) => Some(klew_memory::from_term(self.terms, size)),
            None => {
                let width = self.pointer_bits();
                self.widened(state, (sizes[0], sizes[1]), width, thresholds)
            }
        }
    }

    fn size_term(&mut self, size: Value) -> Option<TermId> {
        match size {
            Value::Int(size) => Some(self.terms.bv(self.pointer_bits(), size)),
            Value::Term(size) => Some(size),
            _ => None,
        }
    }

    /// What a number is in the run that is known of a state.
    fn number_now(&mut self, state: &State, number: TermId) -> Option<i128> {
        let model = state.model.clone()?;
        let value = self.evaluate(&model, number).ok()?;
        value.as_bitvec()?.to_u64().map(i128::from)
    }

    /// The size by a new number, if it always is computed of the old one like that.
    fn scaled(
        &mut self,
        state: &State,
        (size, scale): (TermId, Scale),
        (old, new): (TermId, TermId),
    ) -> Option<TermId> {
        let width = self.pointer_bits();
        if self.terms.width(old) > width || self.terms.sort(old) != self.terms.sort(new) {
            return None;
        }
        let is_signed = self.is_sign_extended(size);
        let own = self.scaled_by(old, scale, is_signed);
        let is_it = self.terms.eq(own, size);
        self.is_always(state, is_it).then(|| self.scaled_by(new, scale, is_signed))
    }

    fn scaled_by(&mut self, number: TermId, scale: Scale, is_signed: bool) -> TermId {
        let width = self.pointer_bits();
        let terms = &mut *self.terms;
        let wide = match is_signed {
            true => terms.bv_sign_extend(number, width),
            false => terms.bv_zero_extend(number, width),
        };
        let factor = terms.bv(width, scale.factor as u64);
        let more = terms.bv(width, scale.more as u64 & (u64::MAX >> (64 - width)));
        let product = terms.bv_mul(wide, factor);
        terms.bv_add(product, more)
    }

    /// Whether a size was computed of a number with a sign; of one that is constant, whether the program compares such numbers.
    fn is_sign_extended(&self, size: TermId) -> bool {
        let mut open = vec![size];
        for _ in 0..MOST_TERMS {
            let Some(term) = open.pop() else { break };
            match self.terms.kind(term) {
                Kind::BvSignExtend(..) => return true,
                Kind::BvZeroExtend(..) => return false,
                _ => open.extend(self.terms.arguments(term).iter().copied()),
            }
        }
        ways_of(self.program).contains(&Relation::AtMost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_multiples_of_what_they_grow_with() {
        let scale = |factor, more| Some(Scale { factor, more });
        assert_eq!(Scale::of([40, 80], [10, 20]), scale(4, 0));
        assert_eq!(Scale::of([16, 24], [1, 3]), scale(4, 12));
        assert_eq!(Scale::of([16, 24], [3, 1]), None);
        assert_eq!(Scale::of([16, 25], [1, 3]), None);
        assert_eq!(Scale::of([16, 24], [3, 3]), None);
    }
}
