//! `Check::Accessible` and `Check::Freeable` where the pointer may point to an input object: it is not null, the
//! object was not freed, and the bytes lie within it. Nothing here forks; the runs that fail are reported.

use klew_ir::Access;
use klew_memory::{AccessResult, ObjectId, SymbolicPointer, Value};
use klew_term::TermId;

use crate::decode::op::CheckSite;
use crate::machine::{Machine, Step};
use crate::report::Violation;
use crate::state::State;
use crate::step::note_external;

impl Machine<'_> {
    /// Checks an access of `size` bytes (a term as wide as a pointer).
    pub fn check_input(
        &mut self,
        state: &mut State,
        pointer: Value,
        size: TermId,
        access: Access,
        site: &CheckSite,
    ) -> Step<()> {
        let pointer = state.memory.pointer_terms(self.terms, pointer);
        let Some(objects) = state.memory.alternatives(self.terms, &pointer) else {
            let error = klew_memory::MemoryError::UnboundedPointer;
            return Err(self.memory_error(state, &error));
        };
        let zero = self.number(0);
        let nothing = self.terms.eq(size, zero);
        let null = self.terms.bv(32, 0);
        let is_null = state.memory.same_object(self.terms, pointer.object, null);
        let not_null = self.terms.not(is_null);
        let allowed = self.terms.or(nothing, not_null);
        self.settle(state)?;
        self.demand(state, site, allowed, Violation::Address(pointer.offset))?;
        for object in objects {
            if self.terms.as_u64(object) == Some(0) {
                continue;
            }
            let here = state.memory.same_object(self.terms, pointer.object, object);
            let elsewhere = self.terms.not(here);
            let elsewhere = self.terms.or(nothing, elsewhere);
            if self.terms.as_bool(elsewhere) == Some(true) {
                continue;
            }
            let offset = klew_memory::offset_at(self.terms, &pointer, object);
            if state.memory.is_input_object(self.terms, object) {
                self.check_input_object(state, (object, elsewhere), (offset, size), site)?;
            } else {
                let id = ObjectId::from_bits(self.terms.as_u64(object).unwrap_or(0));
                self.check_allocated(state, (id, elsewhere), (offset, size), access, site)?;
            }
        }
        Ok(())
    }

    fn check_input_object(
        &mut self,
        state: &mut State,
        (object, elsewhere): (TermId, TermId),
        (offset, size): (TermId, TermId),
        site: &CheckSite,
    ) -> Step<()> {
        let id = self.input_identity(state, object);
        let freed = state.memory.input_freed(self.terms, object);
        let alive = self.terms.not(freed);
        let alive = self.terms.or(elsewhere, alive);
        self.demand(state, site, alive, Violation::Freed(id))?;
        let within = state.memory.input_in_bounds(self.terms, object, offset, size);
        let within = self.terms.or(elsewhere, within);
        self.settle(state)?;
        self.demand(state, site, within, Violation::Bounds { object: id, offset, size })
    }

    fn check_allocated(
        &mut self,
        state: &mut State,
        (id, elsewhere): (ObjectId, TermId),
        (offset, size): (TermId, TermId),
        access: Access,
        site: &CheckSite,
    ) -> Step<()> {
        note_external(self.external_globals, id, &mut self.run.approximations);
        let violation = match state.memory.access_object(id, access) {
            AccessResult::Valid | AccessResult::SymbolicSize(_) => {
                let within = state.memory.in_bounds(self.terms, id, offset, size);
                let within = self.terms.or(elsewhere, within);
                return self.demand(
                    state,
                    site,
                    within,
                    Violation::Bounds { object: id, offset, size },
                );
            }
            AccessResult::OutOfBounds(_) => Violation::Bounds { object: id, offset, size },
            AccessResult::NoObject | AccessResult::Input => Violation::Address(offset),
            AccessResult::Freed => Violation::Freed(id),
            AccessResult::OutOfScope => Violation::OutOfScope(id),
            AccessResult::ReadOnly => Violation::ReadOnly(id),
            AccessResult::Function => Violation::Function(id),
        };
        self.demand(state, site, elsewhere, violation)
    }

    /// Checks what is freed, the object being one alternative.
    pub fn check_freeable_input(
        &mut self,
        state: &mut State,
        pointer: SymbolicPointer,
        site: &CheckSite,
    ) -> Step<()> {
        let SymbolicPointer { object, offset } = pointer;
        let id = self.input_identity(state, object);
        let zero = self.number(0);
        let start = self.terms.eq(offset, zero);
        self.demand(state, site, start, Violation::InvalidFree { object: id, offset })?;
        let null = self.terms.bv(32, 0);
        let is_null = self.terms.eq(object, null);
        let freed = state.memory.input_freed(self.terms, object);
        let alive = self.terms.not(freed);
        let alive = self.terms.or(is_null, alive);
        self.settle(state)?;
        self.demand(state, site, alive, Violation::DoubleFree(id))
    }
}
