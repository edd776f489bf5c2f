//! Texts in fields: arrays of characters in a record (`char name[16]`), of which each node of a list or tree is known to have an end.
//!
//! As in [`super::texts`], of part of an object: what a node's field holds is forgotten as the node is folded, that there is a 0 in it is
//! not, and a node that is unfolded has one again, at a place of its own. Where such fields are is guessed from the records of
//! the program that are as large as the object, as what `malloc` gives has no type.
//!
//! **Invariant**: a field is said to be a text only if the path condition implies that one of its bytes is 0. A wrong guess of where fields are
//! costs precision.

use std::ops::Range;

use klew_ir::{Program, SourceType, SourceTypeId, Type};
use klew_memory::{Memory, Object, ObjectId, ObjectKind, Value, Window};
use klew_term::TermId;
use rustc_hash::FxHashMap;

use super::segment::{Template, TextField};
use crate::machine::Machine;
use crate::place::Place;
use crate::state::State;

/// The most bytes of a field that are looked at.
const MOST_BYTES: u64 = 256;

/// The most fields of a record that are looked at.
const MOST_FIELDS: usize = 8;

/// How deep records are followed into each other.
const DEEPEST: u32 = 4;

/// Where records of a size have arrays of characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFields(FxHashMap<u64, Vec<Range<u64>>>);

impl TextFields {
    /// Those of a program.
    pub fn of(program: &Program) -> TextFields {
        let mut found: FxHashMap<u64, Vec<Range<u64>>> = FxHashMap::default();
        for (number, record) in program.types.iter().enumerate() {
            let SourceType::Record { size, .. } = record else { continue };
            let known = found.entry(*size).or_default();
            known.extend(fields_of_record(program, SourceTypeId(number as u32)));
            known.sort_unstable_by_key(|field| (field.start, field.end));
            known.dedup();
            known.truncate(MOST_FIELDS);
        }
        TextFields(found)
    }

    /// Those of records of so many bytes.
    pub fn of_size(&self, size: u64) -> &[Range<u64>] {
        self.0.get(&size).map_or(&[], Vec::as_slice)
    }
}

/// Where a record has arrays of characters.
fn fields_of_record(program: &Program, id: SourceTypeId) -> Vec<Range<u64>> {
    let mut fields = Vec::new();
    if matches!(program.source_types().get_resolved(id), SourceType::Record { .. }) {
        collect(program, id, (0, DEEPEST), &mut fields);
    }
    fields
}

/// Adds the arrays of characters in a type that begins at an offset.
fn collect(
    program: &Program,
    id: SourceTypeId,
    (offset, depth): (u64, u32),
    found: &mut Vec<Range<u64>>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let types = program.source_types();
    match types.get_resolved(id) {
        SourceType::Record { fields, .. } if !types.get_resolved(id).is_class() => {
            for field in fields.iter().filter(|field| field.bit_width.is_none()) {
                let at = offset.saturating_add(field.bit_offset / 8);
                collect(program, field.source_type, (at, depth), found);
            }
        }
        SourceType::Array(element, Some(count @ 2..=MOST_BYTES))
            if matches!(
                types.get_resolved(*element),
                SourceType::Int { bits: 8, character: true, .. }
            ) =>
        {
            found.push(offset..offset.saturating_add(*count));
        }
        _ => {}
    }
}

/// Whether a byte of a range is the number 0.
fn has_zero(memory: &Memory, object: ObjectId, field: &Range<u64>) -> bool {
    let mut places = field.clone();
    places.any(|at| memory.read_bytes(object, at, 1).is_some_and(|bytes| bytes[..] == [0]))
}

impl Machine<'_> {
    /// The field of an object that holds a byte.
    pub(crate) fn field_at(&self, state: &State, object: ObjectId, at: u64) -> Option<Range<u64>> {
        self.fields_of(state, object).into_iter().find(|field| field.contains(&at))
    }

    /// Where an object may have arrays of characters among others: by its type, or as records of its size have them.
    fn fields_of(&self, state: &State, object: ObjectId) -> Vec<Range<u64>> {
        let known = state.memory.object(object).filter(|_| state.segments.get(object).is_none());
        let Some((known, size)) = known.and_then(|it| Some((it, it.concrete_size()?))) else {
            return Vec::new();
        };
        match known.source_type {
            _ if known.kind == ObjectKind::Heap => self.fields_of_size(size),
            Some(declared) if self.header_size() == 0 => fields_of_record(self.program, declared),
            _ => Vec::new(),
        }
    }

    /// Where records of so many bytes have arrays of characters; in C alone.
    pub(super) fn fields_of_size(&self, size: u64) -> Vec<Range<u64>> {
        if self.header_size() > 0 {
            return Vec::new();
        }
        let fields = self.text_fields.get_or_init(|| TextFields::of(self.program));
        fields.of_size(size).to_vec()
    }

    /// Which fields of some objects are texts. What they hold is forgotten, unless it is a number where they end, as is all else that
    /// is no number of its own.
    pub(super) fn fold_text_fields(
        &mut self,
        state: &mut State,
        parts: impl IntoIterator<Item = ObjectId>,
    ) -> Vec<TextField> {
        let mut found = Vec::new();
        for part in parts {
            let fields = self.texts_in(state, part);
            let open = fields.iter().filter(|field| !has_zero(&state.memory, part, field));
            let open: Vec<Range<u64>> = open.cloned().collect();
            self.forget_fields(state, part, &open);
            found.extend(fields.into_iter().map(|bytes| TextField { part, bytes }));
        }
        found
    }

    /// The fields of an object that are texts.
    pub(super) fn texts_in(&mut self, state: &State, object: ObjectId) -> Vec<Range<u64>> {
        let mut fields = self.fields_of(state, object);
        fields.retain(|field| self.holds_zero(state, object, field));
        fields
    }

    /// What an object holds at places that are no numbers may be anything; fields that are texts are texts.
    pub(super) fn forget_but_ends(&mut self, state: &mut State, object: ObjectId) {
        if state.memory.elements_term(object).is_none() {
            return;
        }
        let fields = self.fold_text_fields(state, [object]);
        self.forget_arrays(state, &[object]);
        for TextField { part, bytes } in fields {
            self.end_text_in_field(state, part, &bytes);
        }
    }

    /// Whether some byte of a range of an object is 0 in all runs.
    pub(super) fn holds_zero(
        &mut self,
        state: &State,
        object: ObjectId,
        field: &Range<u64>,
    ) -> bool {
        if has_zero(&state.memory, object, field) {
            return true;
        }
        let mut memory = state.memory.clone();
        let zero = self.terms.bv(8, 0);
        let mut zeros: Vec<TermId> = Vec::new();
        for at in field.clone() {
            if memory.is_undefined(object, at, 1) {
                continue;
            }
            match memory.load(self.terms, object, at, Type::Int(8)) {
                Value::Term(byte) => zeros.push(self.terms.eq(byte, zero)),
                Value::Int(_) => {}
                _ => return false,
            }
        }
        if zeros.is_empty() {
            return false;
        }
        let any = self.terms.or_all(&zeros);
        self.is_always(state, any)
    }

    /// What some fields hold may be anything, as may what an array term says of others.
    pub(super) fn forget_fields(
        &mut self,
        state: &mut State,
        object: ObjectId,
        fields: &[Range<u64>],
    ) {
        if !fields.is_empty() && state.memory.elements_term(object).is_some() {
            state.memory.forget_array(self.terms, object);
        }
        for field in fields {
            state.memory.forget_bytes(self.terms, object, field);
        }
    }

    /// Fields that are texts in two templates are forgotten in both where they do not end alike.
    pub(super) fn forget_texts_in_both(
        &mut self,
        state: &mut State,
        (one, other): (&Template, &Template),
    ) {
        for field in &one.fields {
            let place = one.parts.iter().position(|part| *part == field.part);
            let Some(&same) = place.and_then(|place| other.parts.get(place)) else { continue };
            let text = TextField { part: same, bytes: field.bytes.clone() };
            if !other.fields.contains(&text) {
                continue;
            }
            let ends_alike = field.bytes.clone().any(|at| {
                let byte = at..at + 1;
                [field.part, same].iter().all(|part| has_zero(&state.memory, *part, &byte))
            });
            if !ends_alike {
                for part in [field.part, same] {
                    self.forget_fields(state, part, std::slice::from_ref(&field.bytes));
                }
            }
        }
    }

    /// Some byte of a field is 0: which one. Nothing is said where one is the number, or if that cannot be told.
    pub(super) fn end_text_in_field(
        &mut self,
        state: &mut State,
        object: ObjectId,
        field: &Range<u64>,
    ) -> Option<TermId> {
        if field.is_empty() || has_zero(&state.memory, object, field) {
            return None;
        }
        let [first, last] = [field.start, field.end - 1];
        let [low, high] = [first, last].map(|at| self.terms.bv(self.pointer_bits(), at));
        let place = self.new_end(state, Some(low))?;
        for within in [self.terms.bv_ule(low, place), self.terms.bv_ule(place, high)] {
            self.learn_of_text(state, within);
        }
        let window = Window { first, last };
        let byte = state.memory.load_between(self.terms, (object, place), Type::Int(8), window);
        let Value::Term(byte) = byte else { return None };
        let zero = self.terms.bv(8, 0);
        let is_end = self.terms.eq(byte, zero);
        self.learn_of_text(state, is_end);
        Some(place)
    }

    /// Numbers are written, so many bytes, over those of a field from a place on, of which nothing else is known then but that it is a text if
    /// what is copied is. Not done where it is no field, or may not have as many bytes: false then.
    pub(crate) fn overwrite_field(
        &mut self,
        state: &mut State,
        end: Option<TermId>,
        (to, from, count): (Place, TermId, TermId),
    ) -> bool {
        let Place::At(object, at) = to else { return false };
        let is_written = |object: &Object| object.is_alive() && object.writable;
        if !state.memory.object(object).is_some_and(is_written) {
            return false;
        }
        let Some(field) = self.field_at(state, object, at) else { return false };
        let room = self.terms.bv(self.pointer_bits(), field.end - at);
        let fits = self.terms.bv_ule(count, room);
        if !self.is_always(state, fits) {
            return false;
        }
        let is_copied = end.map(|end| {
            let far = self.terms.bv_sub(end, from);
            self.terms.bv_ult(far, count)
        });
        let is_text = is_copied.is_some_and(|is_copied| self.is_always(state, is_copied));
        let bytes = at..field.end;
        let mut others = match state.memory.elements_term(object) {
            Some(_) => self.texts_in(state, object),
            None => Vec::new(),
        };
        // Fields overlap in unions, and where records of one size differ.
        others.retain(|other| other.end <= bytes.start || bytes.end <= other.start);
        self.forget_fields(state, object, std::slice::from_ref(&bytes));
        for text in others.into_iter().chain(is_text.then_some(bytes)) {
            self.end_text_in_field(state, object, &text);
        }
        true
    }

    /// That a place is one of those in a window.
    pub(crate) fn lies_within(&mut self, place: TermId, window: Window) -> TermId {
        let [first, last] = [window.first, window.last].map(|at| self.number(at));
        let (starts, ends) = (self.terms.bv_ule(first, place), self.terms.bv_ule(place, last));
        self.terms.and(starts, ends)
    }

    /// That a place lies in a field and holds 0.
    pub(super) fn is_end_in_field(
        &mut self,
        state: &State,
        (object, place): (ObjectId, TermId),
        field: &Range<u64>,
    ) -> Option<[TermId; 2]> {
        let window = Window { first: field.start, last: field.end.checked_sub(1)? };
        let is_within = self.lies_within(place, window);
        let mut memory = state.memory.clone();
        let byte = memory.load_between(self.terms, (object, place), Type::Int(8), window);
        let byte = match byte {
            Value::Term(byte) => byte,
            Value::Int(byte) => self.terms.bv(8, byte),
            _ => return None,
        };
        let zero = self.terms.bv(8, 0);
        Some([is_within, self.terms.eq(byte, zero)])
    }

    /// Where the text in a field ends, from a place on, if it does: a place of its own.
    pub(crate) fn end_within_field(
        &mut self,
        state: &mut State,
        (object, from): (ObjectId, TermId),
    ) -> Option<TermId> {
        let from = self.terms.as_u64(from)?;
        let bytes = from..self.field_at(state, object, from)?.end;
        let is_text = self.holds_zero(state, object, &bytes);
        is_text.then(|| self.end_text_in_field(state, object, &bytes))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_characters_in_records() {
        let character =
            SourceType::Int { name: "char".into(), bits: 8, signed: true, character: true };
        let field = |bytes: u64, source_type: u32| klew_ir::SourceField {
            name: "f".into(),
            bit_offset: 8 * bytes,
            bit_width: None,
            source_type: SourceTypeId(source_type),
            never_null: false,
        };
        let record = |size: u64, fields: Vec<klew_ir::SourceField>| SourceType::Record {
            name: "r".into(),
            size,
            union: false,
            fields,
            bases: Vec::new(),
            tag: None,
            inputs: klew_ir::InputObjects::Shared,
            elements: None,
        };
        let types = vec![
            character,
            SourceType::Array(SourceTypeId(0), Some(12)),
            record(20, vec![field(0, 0), field(4, 1)]),
            record(48, vec![field(8, 2), field(28, 1), field(40, 0)]),
        ];
        let program = Program { types, ..klew_ir::parse_program("", "a.kir").expect("is empty") };
        let found = TextFields::of(&program);
        assert_eq!(found.of_size(20).to_vec(), vec![Range { start: 4, end: 16 }]);
        assert_eq!(found.of_size(48), [12..24, 28..40]);
        assert!(found.of_size(12).is_empty());
    }
}
