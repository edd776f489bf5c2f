//! Accesses through pointers that are numbers which the program was given: bytes of input, or what was computed from
//! them.
//!
//! Such a number points into those objects that the path condition lets it point into. Only objects whose addresses the
//! program has looked at can occur in a path condition; so where the number may lie outside all of them, it may be
//! anything, and an access is beyond what is supported rather than an error. It is an error where the path says so:
//! the number lies where nothing is mapped, or at a known distance from an object that it is not in.
//!
//! In a replay, and where inputs are given, such numbers are constants, and look like those that the program writes
//! itself.

use std::rc::Rc;

use klew_engine::Decision;
use klew_ir::InputOrigin;
use klew_memory::{ObjectId, Value};
use klew_term::{Assignment, Kind, TermId, Terms};

use crate::decide::Feasibility;
use crate::decode::op::{Slot, Source};
use crate::machine::{Machine, Step};
use crate::state::{InputRecord, State};
use crate::strategy::Authority;

/// How far from an object, in bytes, a number is still taken to be meant for it.
const NEAR: u64 = 1 << 16;

const ANYWHERE: &str = "an access through a pointer that is an input and may point anywhere";

impl Machine<'_> {
    /// Finds the object that a pointer operand points into, if it is a number from outside. Whether the register has
    /// changed or states were forked: then the instruction is to be run again.
    pub(super) fn resolve_number(&mut self, state: &mut State, source: Source) -> Step<bool> {
        let (Some(slot), Some(address)) = (source.slot(), self.given_number(state, source)) else {
            return Ok(false);
        };
        if let Some(bytes) = self.union_bytes(state, address) {
            let null = self.number(0);
            let is_null = self.terms.eq(bytes, null);
            self.assume_term(state, is_null)?;
        }
        let mut alternatives = self.objects_around(state, address);
        if alternatives.len() > self.configuration.limits.max_objects {
            return Err(self.unsupported(state, ANYWHERE));
        }
        if !alternatives.is_empty() {
            let mut nowhere = self.terms.true_();
            for &(_, here) in &alternatives {
                let elsewhere = self.terms.not(here);
                nowhere = self.terms.and(nowhere, elsewhere);
            }
            if self.may_be_anything(state, address, nowhere)? {
                return Err(self.unsupported(state, ANYWHERE));
            }
            alternatives.push((0, nowhere));
            let (number, others) = self.choose(state, &alternatives, true)?;
            let forked = !others.is_empty();
            for (number, mut other) in others {
                self.point_into(&mut other, slot, address, number);
                self.run.forked.push(other);
            }
            self.point_into(state, slot, address, number);
            if forked || number != 0 {
                return Ok(true);
            }
        }
        let unmapped = klew_memory::is_unmapped(self.terms, address);
        if self.always(state, unmapped)? {
            return Ok(false);
        }
        match self.nearby_object(state, address)? {
            Some(object) => {
                self.point_into(state, slot, address, object.bits());
                Ok(true)
            }
            // A replay shows what was found; the program may have written this number itself.
            None if self.authority(state) == Authority::Model => Ok(false),
            None => Err(self.unsupported(state, ANYWHERE)),
        }
    }

    /// The address that a pointer operand is, if it is a number that comes from outside.
    fn given_number(&mut self, state: &mut State, source: Source) -> Option<TermId> {
        match state.frame.read(source) {
            Value::Pointer(ObjectId::NULL, number) => {
                let constant = self.strategy.fixes_inputs();
                let address = self.number(number);
                let unmapped = klew_memory::is_unmapped(self.terms, address);
                (constant && self.terms.as_bool(unmapped) == Some(false)).then_some(address)
            }
            Value::SymbolicPointer(pointer) if self.terms.as_u64(pointer.object) == Some(0) => {
                let given = !self.beside_null.contains(&pointer.offset);
                (given && is_given(self.terms, pointer.offset)).then_some(pointer.offset)
            }
            _ => None,
        }
    }

    /// Whether a pointer operand is bytes of a union which holds no pointer to data: as a pointer to a function, it may be any.
    pub fn is_union_bytes(&mut self, state: &mut State, source: Source) -> bool {
        let address = self.given_number(state, source);
        address.is_some_and(|address| self.union_bytes(state, address).is_some())
    }

    /// The part of an address that is bytes of a union which holds no pointer, if it is such bytes and what was added to them:
    /// by the declared type, they are null where they are used as a pointer.
    fn union_bytes(&mut self, state: &State, address: TermId) -> Option<TermId> {
        let is_union = |record: &&InputRecord| record.origin == InputOrigin::UnionBytes;
        let images: Vec<Rc<[(Value, u32)]>> = (state.inputs.iter_backwards())
            .filter(is_union)
            .map(|record| Rc::clone(&record.image))
            .collect();
        if images.is_empty() {
            return None;
        }
        let addends = match self.terms.kind(address) {
            Kind::BvAdd => self.terms.arguments(address).to_vec(),
            _ => vec![address],
        };
        addends.into_iter().find(|addend| {
            let bytes = self.bytes_of(*addend);
            images.iter().any(|image| {
                image
                    .chunks_exact(bytes.len())
                    .any(|part| part.iter().map(|(value, _)| *value).eq(bytes.iter().copied()))
            })
        })
    }

    /// The bytes of an address, the lowest first.
    fn bytes_of(&mut self, address: TermId) -> Vec<Value> {
        let bits = self.pointer_bits();
        let byte = |low: u32| {
            let byte = self.terms.bv_extract(address, low + 7, low);
            klew_memory::from_term(self.terms, byte)
        };
        (0..bits).step_by(8).map(byte).collect()
    }

    /// Notes that a pointer was moved by what is not known, where the pointer itself is no number that the program was
    /// given: where it is null, an access there is an error and nothing else.
    pub(super) fn note_distance(&mut self, pointer: Value, moved: Value) {
        let Value::SymbolicPointer(moved) = moved else { return };
        let beside_null = match pointer {
            Value::Pointer(object, _) => object.is_null(),
            Value::SymbolicPointer(from) => {
                let may_be_null = self.terms.as_u64(from.object).is_none_or(|object| object == 0);
                let is_number = !self.terms.is_constant(from.offset)
                    && !self.beside_null.contains(&from.offset);
                may_be_null && !is_number
            }
            _ => false,
        };
        if beside_null && !self.terms.is_constant(moved.offset) {
            self.beside_null.insert(moved.offset);
        }
    }

    /// The objects that an address may lie in, and when it does.
    fn objects_around(&mut self, state: &State, address: TermId) -> Vec<(u64, TermId)> {
        let mut found = Vec::new();
        for object in state.memory.observed() {
            let here = state.memory.lies_in(self.terms, address, object);
            if let Some(here) = here
                && self.terms.as_bool(here) != Some(false)
            {
                found.push((object.bits(), here));
            }
        }
        found
    }

    /// Makes a register point into that object, if it is one, at the address.
    fn point_into(&mut self, state: &mut State, slot: Slot, address: TermId, number: u64) {
        if number == 0 {
            return;
        }
        let base = state.memory.address_of(self.terms, ObjectId::from_bits(number));
        let offset = self.terms.bv_sub(address, base);
        let offset = self.only_value(state, offset);
        let object = self.terms.bv(32, number);
        let pointer = state.memory.pointer_from(self.terms, object, offset);
        state.frame.registers[slot as usize] = pointer;
    }

    /// Whether runs are left in which the address is `nowhere` near what is known, so that objects that it may also
    /// lie in are only some of many.
    fn may_be_anything(
        &mut self,
        state: &mut State,
        address: TermId,
        nowhere: TermId,
    ) -> Step<bool> {
        match self.authority(state) {
            Authority::Model => return Ok(false),
            Authority::Recorded(decision) => {
                state.decisions.push(decision);
                return Ok(decision.alternative() == 1);
            }
            Authority::Solver => {}
        }
        let unmapped = klew_memory::is_unmapped(self.terms, address);
        let mapped = self.terms.not(unmapped);
        let left = self.terms.and(nowhere, mapped);
        let anything = match self.feasible(state, left) {
            Feasibility::Infeasible => false,
            Feasibility::Unknown(_) => true,
            Feasibility::Feasible(model) => {
                let near = self.near(state, address, &model)?.into_iter();
                !near.into_iter().any(|(_, distance, by)| self.is_only(state, left, (distance, by)))
            }
        };
        state.decisions.push(Decision::forced(u64::from(anything)));
        Ok(anything)
    }

    /// Whether a term has that value in all runs of the path that satisfy a condition.
    fn is_only(&mut self, state: &State, condition: TermId, (term, value): (TermId, u64)) -> bool {
        let value = self.number(value);
        let same = self.terms.eq(term, value);
        let different = self.terms.not(same);
        let others = self.terms.and(condition, different);
        matches!(self.feasible(state, others), Feasibility::Infeasible)
    }

    /// Objects that an address is near to under a model, those whose life is over first, with its distance.
    fn near(
        &mut self,
        state: &mut State,
        address: TermId,
        model: &Rc<Assignment>,
    ) -> Step<Vec<(ObjectId, TermId, u64)>> {
        let mut near = Vec::new();
        for object in state.memory.observed() {
            let base = state.memory.address_of(self.terms, object);
            let distance = self.terms.bv_sub(address, base);
            let by = self.evaluate_u64(model, distance)?;
            let size = by.min(by.wrapping_neg());
            let alive = state.memory.object(object).is_some_and(klew_memory::Object::is_alive);
            if size < NEAR {
                near.push(((alive, size, object), (object, distance, by)));
            }
        }
        near.sort_unstable();
        Ok(near.into_iter().map(|(_, found)| found).collect())
    }

    /// Whether a condition holds in all runs of the path. As in `only_value`, that is a decision.
    pub(super) fn always(&mut self, state: &mut State, condition: TermId) -> Step<bool> {
        if let Some(known) = self.terms.as_bool(condition) {
            return Ok(known);
        }
        if let Authority::Recorded(decision) = self.authority(state) {
            state.decisions.push(decision);
            return Ok(decision.is_forced());
        }
        let model = self.model(state)?;
        let holds = self.holds(&model, condition)?;
        if self.authority(state) == Authority::Model {
            if holds {
                self.constrain(state, condition, true);
            }
            return Ok(holds);
        }
        let not = self.terms.not(condition);
        let always = holds && matches!(self.feasible(state, not), Feasibility::Infeasible);
        if always {
            state.path.learn(self.terms, condition);
        }
        state.decisions.push(if always { Decision::forced(1) } else { Decision::fork(0) });
        Ok(always)
    }

    /// The object that an address is always at the same distance from, although not within it while it lives: one
    /// whose life is over if there is one.
    fn nearby_object(&mut self, state: &mut State, address: TermId) -> Step<Option<ObjectId>> {
        if let Authority::Recorded(decision) = self.authority(state) {
            state.decisions.push(decision);
            let object = ObjectId::from_bits(decision.alternative());
            return Ok((!object.is_null()).then_some(object));
        }
        let model = self.model(state)?;
        let mut found = None;
        for (object, distance, _) in self.near(state, address, &model)? {
            if self.known_value(state, distance).is_some() {
                found = Some(object);
                break;
            }
        }
        if self.authority(state) == Authority::Solver {
            state.decisions.push(Decision::forced(found.map_or(0, ObjectId::bits)));
        }
        Ok(found)
    }
}

/// Whether an input occurs in a term.
fn is_given(terms: &Terms, term: TermId) -> bool {
    let symbols = terms.symbols(term);
    symbols.iter().any(|&symbol| klew_ir::inputs::is_symbol(terms.symbol_name(symbol)))
}
