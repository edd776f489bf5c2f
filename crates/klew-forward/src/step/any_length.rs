//! Arrays of any length, where only proofs are wanted: what is read into them, or copied in a number that is not known, makes all their
//! elements anything.
//!
//! **Invariant**: what an array then may hold includes what it would hold.

use klew_ir::object_layout::HEADER_SIZE;
use klew_ir::{ElementRelation, Type, inputs};
use klew_memory::Value;
use klew_term::TermId;

use crate::decode::op::{InputSite, Source};
use crate::machine::{Flow, Machine, Step};
use crate::place::Place;
use crate::state::{InputRecord, State};

/// The most bytes that are told apart.
const MOST_BYTES: u64 = 1 << 12;

/// What elements that were copied are called.
const COPIED: &str = "copied";

impl Machine<'_> {
    /// Whether arrays of any length are looked at, and this many bytes is no number, or a large one.
    pub(super) fn is_any_length(&mut self, state: &mut State, size: Source) -> bool {
        (self.configuration.any_lengths || self.run.beyond.is_some())
            && match self.operand(state, size, Type::Int(self.pointer_bits())) {
                Value::Int(bytes) => bytes > MOST_BYTES,
                _ => true,
            }
    }

    /// All elements of an array are an input. Nothing is done if it is none, or the rest of one: false then.
    pub(super) fn input_elements(
        &mut self,
        state: &mut State,
        pointer: Source,
        site: &InputSite,
    ) -> Step<bool> {
        let Place::At(object, HEADER_SIZE) = self.place(state, pointer) else { return Ok(false) };
        let symbol = inputs::symbol(state.input_count() + 1, &site.name);
        if !state.memory.set_anything(self.terms, object, &symbol) {
            return Ok(false);
        }
        self.record_elements(state, &site.name, site.origin)?;
        Ok(true)
    }

    /// Elements of one array are copied to another, in an unknown number of bytes. Nothing is done if these may be no elements, or
    /// pointers: false then.
    pub(super) fn copy_anything(
        &mut self,
        state: &mut State,
        (to, from): (Place, Place),
        size: Source,
    ) -> Step<bool> {
        let is_whole = matches!((to, from), (Place::At(_, 0), Place::At(_, 0)));
        let is_element = |place: Place| match place {
            Place::At(_, offset) => offset >= HEADER_SIZE,
            // Elements are addressed from the end of the header on.
            Place::Within(..) => true,
        };
        let objects = is_whole || is_element(to) && is_element(from);
        if !objects || state.memory.holds_pointers(from.object()) {
            return Ok(false);
        }
        let symbol = inputs::symbol(state.input_count() + 1, COPIED);
        let [target, source] = [to, from].map(|place| match (is_whole, place) {
            (true, place) => (place.object(), self.number(HEADER_SIZE)),
            (false, place) => (place.object(), self.offset_term(place)),
        });
        let bytes = self.operand_term(state, size, Type::Int(self.pointer_bits()));
        let count = (!is_whole).then(|| self.element_count(bytes));
        if !state.memory.copy_elements(self.terms, (target, source), count, &symbol) {
            return Ok(false);
        }
        if is_whole {
            let (to, from) = ((to.object(), 0), (from.object(), 0));
            state.memory.copy(self.terms, to, from, HEADER_SIZE);
        }
        self.record_elements(state, COPIED, klew_ir::InputOrigin::Approximation)?;
        Ok(true)
    }

    /// How many elements these bytes are.
    fn element_count(&mut self, bytes: TermId) -> TermId {
        let width = self.terms.width(bytes);
        let half = self.terms.bv_extract(bytes, width - 1, 1);
        self.terms.bv_zero_extend(half, width)
    }

    /// What is so of each of some elements is known from here on, where arrays of any length are looked at.
    pub(super) fn assume_each(
        &mut self,
        state: &mut State,
        relation: ElementRelation,
        (elements, others): (Source, Source),
        (number, count): (Source, Source),
    ) -> Step {
        if !self.configuration.any_lengths && self.run.beyond.is_none() {
            return Ok(Flow::Next);
        }
        let count = self.operand_term(state, count, Type::Int(self.pointer_bits()));
        let number = self.operand_term(state, number, Type::Int(32));
        let others = relation.has_others().then_some(others);
        let mut places = Vec::new();
        for pointer in [Some(elements), others].into_iter().flatten() {
            if self.resolve_object(state, pointer)? == Some(true) {
                return Ok(Flow::Forked);
            }
            let is_one = match self.operand(state, pointer, Type::Pointer) {
                Value::Pointer(object, _) => !object.is_null(),
                Value::SymbolicPointer(_) => true,
                _ => false,
            };
            if !is_one || self.input_operand(state, pointer).is_some() {
                return Ok(Flow::Next);
            }
            let place = self.place(state, pointer);
            places.push((place.object(), self.offset_term(place)));
        }
        let related = (relation, places.get(1).copied(), number);
        state.memory.relate_each(self.terms, places[0], count, related);
        self.settle(state)?;
        Ok(Flow::Next)
    }

    /// Such an input counts, and no run is made with it.
    fn record_elements(
        &mut self,
        state: &mut State,
        name: &str,
        origin: klew_ir::InputOrigin,
    ) -> Step<()> {
        let record = InputRecord {
            name: self.name_of(name),
            image: [].into(),
            value_type: None,
            position: self.position(state),
            origin,
            modelled: true,
        };
        state.inputs.push(record);
        self.settle(state)
    }
}
