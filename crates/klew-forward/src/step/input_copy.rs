//! Copies and fills of ranges where a place is an input object: cell by cell, as loads and stores.

use klew_ir::Type;
use klew_memory::{Need, SymbolicPointer, Value};

use crate::decode::op::Source;
use crate::machine::{Flow, Machine, Step};
use crate::place::Place;
use crate::state::State;

/// The most bytes.
const MOST_BYTES: u64 = 4096;

/// A part of a range: where it begins, its type.
type Unit = (u64, Type);

impl Machine<'_> {
    /// The operand's pointer, of one alternative and at a concrete offset. Nothing if the instruction is to be run
    /// again.
    fn input_place(&mut self, state: &mut State, source: Source) -> Step<Option<SymbolicPointer>> {
        if self.resolve_object(state, source)? == Some(true) {
            return Ok(None);
        }
        let pointer = self.operand(state, source, Type::Pointer);
        let pointer = state.memory.pointer_terms(self.terms, pointer);
        if self.terms.as_u64(pointer.offset).is_some() {
            return Ok(Some(pointer));
        }
        let most = self.configuration.limits.max_sizes;
        let what = "the offset of a copy";
        let (number, others) = self.choose_value(state, pointer.offset, most, what)?;
        let Some(slot) = source.slot() else {
            return Err(self.unsupported(state, "such a copy"));
        };
        for (number, mut other) in others {
            let offset = self.number(number);
            let narrowed = other.memory.pointer_from(self.terms, pointer.object, offset);
            other.frame.registers[slot as usize] = narrowed;
            self.run.forked.push(other);
        }
        let offset = self.number(number);
        let narrowed = state.memory.pointer_from(self.terms, pointer.object, offset);
        state.frame.registers[slot as usize] = narrowed;
        Ok(None)
    }

    fn input_count(&mut self, state: &mut State, size: Source) -> Step<Option<u64>> {
        match self.operand(state, size, Type::Int(self.pointer_bits())) {
            Value::Int(count) if count <= MOST_BYTES => Ok(Some(count)),
            Value::Int(_) => {
                let what = format!("a copy of more than {MOST_BYTES} bytes of an input object");
                Err(self.unsupported(state, what))
            }
            _ => {
                self.resolve_size(state, size)?;
                Ok(None)
            }
        }
    }

    /// The parts of a range, as the places that are input objects have them.
    fn units(&mut self, state: &State, places: &[SymbolicPointer], count: u64) -> Step<Vec<Unit>> {
        let mut units = Vec::new();
        let mut at = 0;
        while at < count {
            let mut unit = (1, Type::Int(8));
            for place in places {
                let start = self.terms.as_u64(place.offset).unwrap_or(0);
                let found = state.memory.input_unit(self.terms, place.object, start + at);
                let found = found.map_err(|error| self.memory_error(state, &error))?;
                if let Some((size, value_type)) = found
                    && size <= count - at
                {
                    unit = (size, value_type);
                    break;
                }
            }
            units.push((at, unit.1));
            at += unit.0;
        }
        Ok(units)
    }

    fn moved_place(&mut self, state: &State, place: SymbolicPointer, by: u64) -> Value {
        let by = self.number(by);
        let offset = self.terms.bv_add(place.offset, by);
        state.memory.pointer_from(self.terms, place.object, offset)
    }

    fn copy_failed(&self, state: &State, need: Need) -> crate::ending::PathEndKind {
        match need {
            Need::Unsupported(error) => self.memory_error(state, &error),
            _ => self.unsupported(state, "such a copy of an input object"),
        }
    }

    /// Copies many elements of an input array, or any number, to an object that they fill. Whether that was done.
    fn copy_all_input(
        &mut self,
        state: &mut State,
        (destination, source, size): (Source, Source, Source),
    ) -> Step<bool> {
        let width = Type::Int(self.pointer_bits());
        let few = |size: Value| matches!(size, Value::Int(count) if count <= MOST_BYTES);
        let size = self.operand(state, size, width);
        if few(size) || self.input_operand(state, destination).is_some() {
            return Ok(false);
        }
        let (Some(from), Place::At(to, at)) =
            (self.input_operand(state, source), self.place(state, destination))
        else {
            return Ok(false);
        };
        let size = self.value_term(&mut state.memory, size, width);
        let Some(behind) = self.bytes_behind(state, (to, at), size)? else { return Ok(false) };
        let from = state.memory.pointer_terms(self.terms, from);
        Ok(state.memory.copy_input_to_end(self.terms, (to, at), &from, (size, behind)))
    }

    pub(super) fn copy_input(
        &mut self,
        state: &mut State,
        (destination, source, size): (Source, Source, Source),
    ) -> Step {
        if self.copy_all_input(state, (destination, source, size))? {
            self.settle(state)?;
            return Ok(Flow::Next);
        }
        let Some(to) = self.input_place(state, destination)? else { return Ok(Flow::Forked) };
        let Some(from) = self.input_place(state, source)? else { return Ok(Flow::Forked) };
        let Some(count) = self.input_count(state, size)? else { return Ok(Flow::Forked) };
        let units = self.units(state, &[from, to], count)?;
        let mut values = Vec::new();
        // All is read before anything is written: the ranges may overlap.
        for &(at, value_type) in &units {
            let place = self.moved_place(state, from, at);
            let value = state.memory.load_input(self.terms, place, value_type, None);
            values.push(value.map_err(|need| self.copy_failed(state, need))?);
        }
        for (&(at, value_type), value) in units.iter().zip(values) {
            let place = self.moved_place(state, to, at);
            let stored = state.memory.store_input(self.terms, place, value_type, value, None);
            stored.map_err(|need| self.copy_failed(state, need))?;
        }
        self.settle(state)?;
        Ok(Flow::Next)
    }

    pub(super) fn fill_input(
        &mut self,
        state: &mut State,
        (destination, byte, size): (Source, Source, Source),
    ) -> Step {
        let Some(to) = self.input_place(state, destination)? else { return Ok(Flow::Forked) };
        let Some(count) = self.input_count(state, size)? else { return Ok(Flow::Forked) };
        let byte = self.operand(state, byte, Type::Int(8));
        let units = match byte {
            Value::Int(0) => self.units(state, &[to], count)?,
            _ => (0..count).map(|at| (at, Type::Int(8))).collect(),
        };
        for (at, value_type) in units {
            let place = self.moved_place(state, to, at);
            let value = match value_type {
                Type::Pointer => Value::NULL,
                _ => byte,
            };
            let stored = state.memory.store_input(self.terms, place, value_type, value, None);
            stored.map_err(|need| self.copy_failed(state, need))?;
        }
        self.settle(state)?;
        Ok(Flow::Next)
    }
}
