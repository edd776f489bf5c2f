//! `Check::Accessible`: bytes lie within one live object, which may be written if they are.

use klew_engine::InputHeapPolicy;
use klew_ir::{Access, Type};
use klew_memory::{AccessResult, ObjectId, PointerOrigin, Value};
use klew_term::TermId;

use crate::decode::op::{CheckSite, Source};
use crate::machine::{Flow, Machine, Step};
use crate::place::Place;
use crate::report::Violation;
use crate::state::State;

impl Machine<'_> {
    /// Checks an access of any size.
    pub fn check_accessible(
        &mut self,
        state: &mut State,
        pointer: Source,
        size: Source,
        access: Access,
        site: &CheckSite,
    ) -> Step {
        let width = Type::Int(self.pointer_bits());
        let bytes = self.operand(state, size, width);
        if bytes == Value::Int(0) {
            return Ok(Flow::Next);
        }
        if self.input_operand(state, pointer).is_some() {
            if self.configuration.input_heap != InputHeapPolicy::PathOptimal
                && self.resolve_input(state, pointer)?
            {
                return Ok(Flow::Forked);
            }
            let value = self.operand(state, pointer, Type::Pointer);
            let bytes = self.value_term(&mut state.memory, bytes, width);
            self.check_input(state, value, bytes, access, site)?;
            return Ok(Flow::Next);
        }
        if self.resolve_object(state, pointer)? == Some(true) {
            return Ok(Flow::Forked);
        }
        let place = self.place(state, pointer);
        let bytes = self.value_term(&mut state.memory, bytes, width);
        self.check_place(state, place, bytes, access, site)?;
        Ok(Flow::Next)
    }

    /// Checks an access of a known object.
    pub fn check_place(
        &mut self,
        state: &mut State,
        place: Place,
        size: TermId,
        access: Access,
        site: &CheckSite,
    ) -> Step<()> {
        let result = match (place, self.terms.as_u64(size)) {
            (Place::At(object, offset), Some(size)) => {
                state.memory.access(object, offset, size, access)
            }
            (place, _) => state.memory.access_object(place.object(), access),
        };
        let offset = self.offset_term(place);
        let object = place.object();
        let violation = match result {
            AccessResult::Valid => {
                if self.terms.is_constant(size) && matches!(place, Place::At(..)) {
                    return Ok(());
                }
                return self.check_bounds(state, object, (offset, size), site);
            }
            AccessResult::SymbolicSize(_) => {
                return self.check_bounds(state, object, (offset, size), site);
            }
            AccessResult::OutOfBounds(_) => Violation::Bounds { object, offset, size },
            AccessResult::NoObject | AccessResult::Input => {
                self.known_number(state, offset)?;
                Violation::Address(offset)
            }
            AccessResult::Freed => Violation::Freed(object),
            AccessResult::OutOfScope => Violation::OutOfScope(object),
            AccessResult::ReadOnly => Violation::ReadOnly(object),
            AccessResult::Function => Violation::Function(object),
        };
        // Nothing is accessed where the size is 0.
        let zero = self.number(0);
        let nothing = self.terms.eq(size, zero);
        self.demand(state, site, nothing, violation)
    }

    fn check_bounds(
        &mut self,
        state: &mut State,
        object: ObjectId,
        (offset, size): (TermId, TermId),
        site: &CheckSite,
    ) -> Step<()> {
        let within = state.memory.in_bounds(self.terms, object, offset, size);
        let zero = self.number(0);
        let nothing = self.terms.eq(size, zero);
        let condition = self.terms.or(nothing, within);
        self.demand(state, site, condition, Violation::Bounds { object, offset, size })
    }

    /// Ends the path where a number may be the address of an object after all.
    fn known_number(&mut self, state: &mut State, address: TermId) -> Step<()> {
        let null = self.terms.bv(32, 0);
        let pointer = state.memory.pointer_from(self.terms, null, address);
        if matches!(state.memory.origin(self.terms, pointer), PointerOrigin::Lost) {
            let what = "an access through a number that was computed from addresses";
            return Err(self.unsupported(state, what));
        }
        Ok(())
    }
}
