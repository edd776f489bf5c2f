//! Texts: bytes of any number of which one, behind all that matters, is known to be 0.
//!
//! Where an object holds anything, that is all that is told of it: a node's text is forgotten as it is folded, that there is an end is not,
//! and a node that is unfolded has one again, at a place of its own. So loops over texts in nodes stay within them, and functions of the C
//! library that walk along a text need not be followed ([`klew_ir::Operation::TextEnd`]).
//!
//! **Invariant**: a place is said to be an end only if the path condition implies that it lies within the object and holds 0.

use std::ops::Range;
use std::rc::Rc;

use klew_ir::Type;
use klew_memory::{ObjectId, SymbolicPointer, Value, Window};
use klew_term::{Constant, Kind, Sort, TermId, Terms};

use super::buffers::is_buffer;
use super::counts::Change;
use super::segment::Template;
use super::widening::TURN;
use crate::decode::op::Source;
use crate::machine::Machine;
use crate::place::Place;
use crate::state::State;

/// So many bytes are looked at one by one.
const MOST_BYTES: u64 = 1 << 12;

/// As many bytes are told apart where they are inputs.
const LEAST_BYTES: u64 = 16;

/// The most writes over an array that are looked at.
const MOST_WRITES: usize = 16;

/// The most texts along which something may walk.
const MOST_TEXTS: usize = 4;

/// The most numbers that may be places up to which something walked along a text.
const MOST_WALKING: usize = 8;

/// The most numbers that are compared with each other.
const MOST_IN_STEP: usize = 6;

/// The most places that are asked about.
const MOST_PLACES: usize = 4;

/// What bytes are called that were forgotten.
const TEXT: &str = "text";

/// What a place where a text ends is called.
const END: &str = "end of a text";

/// What holds a pointer.
#[derive(Clone, Copy)]
enum Walker {
    /// A register.
    Register(u32),
    /// So far in an object.
    Cell(ObjectId, u64),
}

impl Machine<'_> {
    /// A place in an object, from that one on, that is known to hold 0.
    pub(crate) fn end_of_text(
        &mut self,
        state: &State,
        (object, from): (ObjectId, TermId),
    ) -> Option<TermId> {
        if !state.memory.object(object)?.is_alive() {
            return None;
        }
        // Behind the field that a text is in there may be others, or numbers.
        let start = self.terms.as_u64(from);
        let field = start.and_then(|from| self.field_at(state, object, from));
        let end = field.as_ref().map_or(u64::MAX, |field| field.end);
        let first = start.and_then(|from| self.first_zero(state, object, from..end));
        if first.is_some() {
            return first;
        }
        let mut places = self.zeros_in_array(state, object);
        places.truncate(MOST_PLACES);
        places.push(from);
        let known = places.into_iter().find(|&place| {
            let is_end = match &field {
                Some(field) => self.is_end_in_field(state, (object, place), field),
                None => self.is_end(state, (object, place)),
            };
            let Some(is_end) = is_end else { return false };
            let is_behind = self.terms.bv_ule(from, place);
            let all = self.terms.and_all(&[is_end[0], is_end[1], is_behind]);
            self.is_always(state, all)
        });
        known.or_else(|| {
            let rest = start?..field.map(|_| u64::MAX)?;
            self.first_zero(state, object, rest)
        })
    }

    /// Makes all bytes of an object inputs at once, where numbers are widened and it holds nothing else. Whether that was done.
    pub(crate) fn makes_array(&mut self, state: &mut State, pointer: Source, size: Source) -> bool {
        if self.folding.is_none() {
            return false;
        }
        let count = self.operand(state, size, Type::Int(self.pointer_bits()));
        let Value::Pointer(object, 0) = self.operand(state, pointer, Type::Pointer) else {
            return false;
        };
        let is_whole = state.memory.object(object).is_some_and(|object| object.size == count);
        let is_many = !matches!(count, Value::Int(count) if count < LEAST_BYTES);
        is_whole && is_many && self.forget_elements(state, object, count)
    }

    /// Makes what was copied over an object of which nothing is known any more a text, if what was copied is one.
    pub(crate) fn copy_text(
        &mut self,
        state: &mut State,
        end: Option<TermId>,
        (to, from, count): (Place, TermId, TermId),
    ) {
        let Some(end) = end else { return };
        let at = self.offset_term(to);
        let far = self.terms.bv_sub(end, from);
        let is_copied = self.terms.bv_ult(far, count);
        let place = self.terms.bv_add(at, far);
        if self.is_always(state, is_copied)
            && let Some(conditions) = self.is_end_in(state, (to.object(), place))
        {
            for condition in conditions {
                self.learn_of_text(state, condition);
            }
        }
    }

    /// Forgets something of an object, but not that there is an end.
    pub(super) fn keep_text<T>(
        &mut self,
        state: &mut State,
        object: ObjectId,
        forget: impl FnOnce(&mut Self, &mut State) -> T,
    ) -> T {
        let fields = self.texts_in(state, object);
        if !fields.is_empty() {
            let done = forget(self, state);
            for field in fields {
                self.end_text_in_field(state, object, &field);
            }
            return done;
        }
        let start = self.terms.bv(self.pointer_bits(), 0);
        let end = match self.header_size() {
            0 => self.end_of_text(state, (object, start)),
            _ => None,
        };
        let Some(end) = end else { return forget(self, state) };
        let walking = self.walking(state, (object, end));
        let done = forget(self, state);
        if let Some(end) = self.end_text_near(state, (object, Some(end))) {
            for place in walking {
                let is_within = self.terms.bv_ule(place, end);
                self.learn_of_text(state, is_within);
            }
        }
        done
    }

    /// How far what may walk along a text is, as far as that is not known to be behind its end.
    fn walking(&mut self, state: &State, (object, end): (ObjectId, TermId)) -> Vec<TermId> {
        let width = self.pointer_bits();
        let mut places = Vec::new();
        for &value in &state.frame.registers {
            match value {
                Value::Term(number) if matches!(self.terms.sort(number), Sort::BitVec(bits) if bits <= width) =>
                {
                    places.push(self.terms.bv_sign_extend(number, width));
                }
                Value::Pointer(..) | Value::SymbolicPointer(_) => {
                    let place = self.place_in_object(value).filter(|place| place.0 == object);
                    places.extend(place.map(|place| place.1));
                }
                _ => {}
            }
        }
        places.truncate(MOST_WALKING);
        places.retain(|&place| {
            let is_within = self.terms.bv_ule(place, end);
            self.is_always(state, is_within)
        });
        places
    }

    /// Of a text that was written in a turn it is known that it is one, and nothing else: it is another one in each turn. What a node that
    /// was made in it holds at places that are no numbers may be anything.
    pub(super) fn forget_written_texts(&mut self, state: &mut State, last: &State) {
        if self.header_size() > 0 {
            return;
        }
        for object in state.memory.alive_objects() {
            let is_new = last.memory.object(object).is_none();
            if is_new && state.memory.holds_pointers(object) {
                self.forget_but_ends(state, object);
            }
            let array = state.memory.byte_array(object);
            let is_written = array.is_some() && array != last.memory.byte_array(object);
            if is_written
                && !is_new
                && !has_fields(self.terms, array)
                && self.open_end(state, object).is_some()
            {
                self.keep_text(state, object, |machine, state| {
                    state.memory.set_any_elements(machine.terms, object, TEXT);
                });
            }
        }
    }

    /// Whether an object looks like a text: one of a size that is not known or written at places that are not, or characters up to the last
    /// byte. Others have zeros for other reasons.
    pub(super) fn may_be_text(&mut self, state: &State, object: ObjectId) -> bool {
        if state.segments.get(object).is_some() || !is_buffer(&state.memory, object) {
            return false;
        }
        let size = state.memory.object(object).and_then(|object| object.concrete_size());
        match size {
            Some(size) if state.memory.byte_array(object).is_none() => {
                let last = size.checked_sub(1).map(|last| self.terms.bv(self.pointer_bits(), last));
                last.is_some() && self.first_zero(state, object, 0..size) == last
            }
            _ => true,
        }
    }

    /// Whether a byte of an object is known to be 0.
    pub(super) fn is_text(&mut self, state: &State, object: ObjectId) -> bool {
        let start = self.terms.bv(self.pointer_bits(), 0);
        self.end_of_text(state, (object, start)).is_some()
    }

    /// Some byte of an object, of whose bytes nothing is known, is 0; which one.
    pub(super) fn end_text(&mut self, state: &mut State, object: ObjectId) -> Option<TermId> {
        self.end_text_near(state, (object, None))
    }

    /// The same, in the run that is known of the state at that place.
    fn end_text_near(
        &mut self,
        state: &mut State,
        (object, near): (ObjectId, Option<TermId>),
    ) -> Option<TermId> {
        let place = self.new_end(state, near)?;
        for condition in self.is_end_in(state, (object, place))? {
            self.learn_of_text(state, condition);
        }
        Some(place)
    }

    /// A place where some text ends, in the run that is known of the state at that one.
    pub(super) fn new_end(&mut self, state: &mut State, near: Option<TermId>) -> Option<TermId> {
        let width = self.pointer_bits();
        let symbol = self.terms.fresh_symbol(END, Sort::BitVec(width));
        let mut model = state.model.clone()?;
        let value = near.and_then(|near| self.evaluate(&model, near).ok());
        // Every byte of an array of which nothing is known is 0 in a model.
        let value = value.unwrap_or_else(|| Constant::bv(width, 0));
        Rc::make_mut(&mut model).set(symbol, value);
        state.model = Some(model);
        Some(self.terms.symbol_term(symbol))
    }

    /// Adds a condition that the run that is known of a state most often satisfies.
    pub(super) fn learn_of_text(&mut self, state: &mut State, condition: TermId) {
        let model = state.model.clone();
        let holds = model.is_some_and(|model| matches!(self.holds(&model, condition), Ok(true)));
        self.constrain(state, condition, holds);
    }

    /// Lets what walks along a text be at any place up to the end that was one before; whether something did.
    pub(super) fn widen_in_texts(
        &mut self,
        state: &mut State,
        (last, registers): (&State, &[(u32, Type)]),
        changes: &mut Vec<Change>,
    ) -> bool {
        let texts = self.open_texts(state);
        if texts.is_empty() {
            return false;
        }
        let mut any = false;
        let numbers = changes.len();
        for (walker, values) in self.walkers(state, (last, registers)) {
            let [Some(old), Some(new)] = values.map(|value| self.place_in_object(value)) else {
                continue;
            };
            let text = texts.iter().find(|(object, _)| *object == new.0 && *object == old.0);
            let Some(&(object, end)) = text.filter(|_| old.1 != new.1) else { continue };
            let is_within = self.terms.bv_ule(new.1, end);
            if !self.is_always(state, is_within) {
                continue;
            }
            let Some(offset) = self.place_up_to(state, (old.1, new.1), end) else { continue };
            let object = state.memory.pointer_terms(self.terms, Value::Pointer(object, 0)).object;
            let value = Value::SymbolicPointer(SymbolicPointer { object, offset });
            match walker {
                Walker::Register(slot) => state.frame.registers[slot as usize] = value,
                Walker::Cell(object, at) => {
                    state.memory.store(self.terms, object, at, Type::Pointer, value);
                }
            }
            changes.push(Change { last: Some(old.1), now: new.1, new: offset });
            any = true;
        }
        for change in &changes[..numbers] {
            for &(_, end) in &texts {
                self.keep_within_text(state, (change.now, change.new), end);
            }
        }
        self.keep_in_step(state, changes);
        any
    }

    /// Pointers that are not what they were a turn ago, as they were and as they are.
    fn walkers(
        &self,
        state: &State,
        (last, registers): (&State, &[(u32, Type)]),
    ) -> Vec<(Walker, [Value; 2])> {
        let mut found = Vec::new();
        let pointers = registers.iter().filter(|(_, value_type)| *value_type == Type::Pointer);
        for &(slot, _) in pointers {
            let values = [last, state].map(|state| state.frame.registers[slot as usize]);
            found.push((Walker::Register(slot), values));
        }
        for object in self.lasting(state) {
            if state.memory.shares(object, &last.memory) {
                continue;
            }
            let before = last.memory.pointers_in(object);
            for (at, _, now) in state.memory.pointers_in(object) {
                let then = before.iter().find(|(place, ..)| *place == at);
                found.extend(then.map(|(_, _, then)| (Walker::Cell(object, at), [*then, now])));
            }
        }
        found.retain(|(_, [then, now])| then != now);
        found
    }

    /// Of numbers that were widened, those that were not beyond others are not: what is written along a text stays behind what is read.
    fn keep_in_step(&mut self, state: &mut State, changes: &[Change]) {
        if changes.len() > MOST_IN_STEP {
            return;
        }
        for one in changes {
            for other in changes {
                let terms = [one.now, one.new, other.now, other.new];
                let sort = self.terms.sort(one.now);
                if one.new == other.new || terms.iter().any(|term| self.terms.sort(*term) != sort) {
                    continue;
                }
                let so_far = self.terms.bv_ule(one.now, other.now);
                if self.is_always(state, so_far) {
                    let from_now_on = self.terms.bv_ule(one.new, other.new);
                    self.constrain(state, from_now_on, true);
                }
            }
        }
    }

    /// A place up to an end that stands for one that was reached from another.
    fn place_up_to(
        &mut self,
        state: &mut State,
        (old, new): (TermId, TermId),
        end: TermId,
    ) -> Option<TermId> {
        let [before, after] = [old, new].map(|place| state.path.narrowed.bounds(self.terms, place));
        let symbol = self.terms.fresh_symbol(TURN, Sort::BitVec(self.pointer_bits()));
        let mut model = state.model.clone()?;
        let value = self.evaluate(&model, new).ok()?;
        Rc::make_mut(&mut model).set(symbol, value);
        state.model = Some(model);
        let place = self.terms.symbol_term(symbol);
        let is_within = self.terms.bv_ule(place, end);
        self.constrain(state, is_within, true);
        if let (Some(before), Some(after)) = (before, after)
            && before.low <= after.low
        {
            let low = self.terms.bv(self.pointer_bits(), before.low);
            let is_behind = self.terms.bv_ule(low, place);
            self.constrain(state, is_behind, true);
        }
        Some(place)
    }

    /// A number that took another's place is no place behind the end of a text either.
    fn keep_within_text(&mut self, state: &mut State, (now, new): (TermId, TermId), end: TermId) {
        let width = self.pointer_bits();
        if self.terms.sort(now) != self.terms.sort(new) || self.terms.width(now) > width {
            return;
        }
        let [so_far, from_now_on] = [now, new].map(|number| {
            let number = self.terms.bv_sign_extend(number, width);
            self.terms.bv_ule(number, end)
        });
        if self.is_always(state, so_far) {
            self.constrain(state, from_now_on, true);
        }
    }

    /// Texts of which is known where they end, though not as a number.
    fn open_texts(&mut self, state: &State) -> Vec<(ObjectId, TermId)> {
        if self.header_size() > 0 {
            return Vec::new();
        }
        let mut objects = state.memory.alive_objects();
        objects.retain(|&object| state.memory.byte_array(object).is_some());
        objects.truncate(MOST_TEXTS);
        let ends = objects.into_iter().filter_map(|object| {
            let end = self.open_end(state, object)?;
            Some((object, end))
        });
        ends.collect()
    }

    /// Where a text ends, if that is known, though not as a number.
    fn open_end(&mut self, state: &State, object: ObjectId) -> Option<TermId> {
        let start = self.terms.bv(self.pointer_bits(), 0);
        let end = self.end_of_text(state, (object, start))?;
        (!self.terms.is_constant(end)).then_some(end)
    }

    fn place_in_object(&mut self, pointer: Value) -> Option<(ObjectId, TermId)> {
        match pointer {
            Value::Pointer(object, offset) if !object.is_null() => {
                Some((object, self.terms.bv(self.pointer_bits(), offset)))
            }
            Value::SymbolicPointer(pointer) => {
                let object = ObjectId::from_bits(self.terms.as_u64(pointer.object)?);
                (!object.is_null()).then_some((object, pointer.offset))
            }
            _ => None,
        }
    }

    /// The nodes of a template have texts, so these are not empty.
    pub(super) fn keep_texts(&mut self, state: &mut State, template: &Template) {
        for &text in &template.texts {
            let Some(Value::Term(size)) = state.memory.object(text).map(|object| object.size)
            else {
                continue;
            };
            let none = self.terms.bv(self.pointer_bits(), 0);
            let is_some = self.terms.bv_ult(none, size);
            self.learn_of_text(state, is_some);
        }
    }

    /// The first byte of an object that is the number 0, from a place on, where all ahead of it are numbers or symbols.
    fn first_zero(
        &mut self,
        state: &State,
        object: ObjectId,
        Range { start: from, end }: Range<u64>,
    ) -> Option<TermId> {
        let size = state.memory.object(object)?.concrete_size()?;
        let mut memory = state.memory.clone();
        let end = size.min(end).min(from.saturating_add(MOST_BYTES));
        let cells = memory.cells_in(object, from, end.checked_sub(from)?)?;
        let concrete = cells.iter().filter(|cell| cell.kind == klew_memory::CellKind::Concrete);
        let mut places = concrete.flat_map(|cell| cell.offset..cell.offset + cell.size);
        let zero = places.find(|&at| {
            let byte = Type::Int(8);
            (from..end).contains(&at) && memory.load(self.terms, object, at, byte) == Value::Int(0)
        })?;
        Some(self.terms.bv(self.pointer_bits(), zero))
    }

    fn is_end(&mut self, state: &State, place: (ObjectId, TermId)) -> Option<[TermId; 2]> {
        self.is_end_in(&mut state.clone(), place)
    }

    /// That a place lies within an object and holds 0.
    fn is_end_in(
        &mut self,
        state: &mut State,
        (object, place): (ObjectId, TermId),
    ) -> Option<[TermId; 2]> {
        let size = match state.memory.object(object)?.size {
            Value::Int(size) => self.terms.bv(self.pointer_bits(), size),
            Value::Term(size) => size,
            _ => return None,
        };
        let window = state.memory.window(self.terms, place);
        let bounds = state.path.narrowed.bounds(self.terms, place);
        let window = bounds.map_or(window, |bounds| window.meet(Window::of(&bounds)));
        let at = (object, place);
        let byte = match state.memory.load_between(self.terms, at, Type::Int(8), window) {
            Value::Int(byte) => self.terms.bv(8, byte),
            Value::Term(byte) => byte,
            _ => return None,
        };
        let zero = self.terms.bv(8, 0);
        Some([self.terms.bv_ult(place, size), self.terms.eq(byte, zero)])
    }

    /// Places in the array term of an object that may be known to hold 0.
    fn zeros_in_array(&mut self, state: &State, object: ObjectId) -> Vec<TermId> {
        let Some(array) = state.memory.byte_array(object) else { return Vec::new() };
        let width = self.pointer_bits();
        let found = zeros_in(self.terms, state, array).into_iter();
        found.map(|index| self.terms.bv_zero_extend(index, width)).collect()
    }
}

/// Whether something was written at a place that is a number: it is more than a text.
fn has_fields(terms: &Terms, array: Option<TermId>) -> bool {
    let mut array = array;
    while let Some(writes) = array.filter(|array| terms.kind(*array) == Kind::Store) {
        let &[before, index, _] = terms.arguments(writes) else { return true };
        if terms.is_constant(index) {
            return true;
        }
        array = Some(before);
    }
    false
}

/// The indices at which an array may be known to hold 0, what was found or written last first: a text's length before any end of it.
pub(crate) fn zeros_in(terms: &Terms, state: &State, mut array: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    for _ in 0..MOST_WRITES {
        found.extend(known_zeros(terms, state, array));
        if terms.kind(array) != Kind::Store {
            break;
        }
        let &[before, index, value] = terms.arguments(array) else { break };
        if terms.as_u64(value) == Some(0) {
            found.push(index);
        }
        array = before;
    }
    found
}

/// The indices at which a path condition says that an array holds 0, the last one that was found first.
pub(crate) fn known_zeros(terms: &Terms, state: &State, array: TermId) -> Vec<TermId> {
    let symbols = terms.symbols(array).iter().copied().collect();
    let constraints = state.path.about(&symbols);
    let zeros = constraints.iter().rev().filter_map(|&constraint| {
        let is_equation = terms.kind(constraint) == Kind::Eq;
        let &[one, other] = terms.arguments(constraint) else { return None };
        let (read, value) = if terms.as_u64(one).is_some() { (other, one) } else { (one, other) };
        let is_zero = is_equation && terms.as_u64(value) == Some(0);
        let is_read = terms.kind(read) == Kind::Select;
        match *terms.arguments(read) {
            [from, index] if is_zero && is_read && from == array => Some(index),
            _ => None,
        }
    });
    zeros.collect()
}
