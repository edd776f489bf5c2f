//! Arrays of any length, where only proofs are wanted: what is read into them, or copied in a number that is not known, makes all their
//! elements anything.
//!
//! **Invariant**: what an array then may hold includes what it would hold.

use klew_ir::object_layout::HEADER_SIZE;
use klew_ir::{Type, inputs};
use klew_memory::Value;

use crate::decode::op::{InputSite, Source};
use crate::machine::{Machine, Step};
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

    /// Elements of one array are copied to another, which may then hold anything. Nothing is done if these may be no elements, or
    /// pointers: false then.
    pub(super) fn copy_anything(
        &mut self,
        state: &mut State,
        to: Place,
        from: Place,
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
        if !state.memory.set_anything(self.terms, to.object(), &symbol) {
            return Ok(false);
        }
        if is_whole {
            let (to, from) = ((to.object(), 0), (from.object(), 0));
            state.memory.copy(self.terms, to, from, HEADER_SIZE);
        }
        self.record_elements(state, COPIED, klew_ir::InputOrigin::Approximation)?;
        Ok(true)
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
