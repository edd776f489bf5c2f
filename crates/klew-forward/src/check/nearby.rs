//! Of the runs that access bytes outside an object, one that misses it by little.
//!
//! AddressSanitizer watches the bytes next to an object only (Serebryany, Bruening, Potapenko, Vyukov, "AddressSanitizer: A
//! Fast Address Sanity Checker", USENIX ATC 2012, section 3.1), so such a run is the one that a compiled program shows.
//!
//! **Invariant**: the model given is one of the path, and satisfies what was demanded of it.

use std::rc::Rc;

use klew_memory::Value;
use klew_term::{Assignment, TermId};

use crate::decide::Feasibility;
use crate::machine::{Machine, Step};
use crate::report::Violation;
use crate::state::State;

/// The least that AddressSanitizer watches on each side.
const WATCHED: u64 = 16;

impl Machine<'_> {
    /// A model of the path and `fails` in which the access begins close to the object; `model`, which is one, where none does.
    pub(super) fn nearby(
        &mut self,
        state: &State,
        violation: Violation,
        fails: TermId,
        model: Rc<Assignment>,
    ) -> Step<Rc<Assignment>> {
        let Violation::Bounds { object, offset, .. } = violation else { return Ok(model) };
        if self.terms.is_constant(offset) {
            return Ok(model);
        }
        let bits = self.pointer_bits();
        let size = match state.memory.object(object).map(|target| target.size) {
            Some(Value::Int(size)) => self.terms.bv(bits, size),
            Some(Value::Term(size)) => size,
            _ => return Ok(model),
        };
        let before = self.terms.bv(bits, WATCHED);
        let around = self.terms.bv(bits, 2 * WATCHED);
        let place = self.terms.bv_add(offset, before);
        let end = self.terms.bv_add(size, around);
        let close = self.terms.bv_ult(place, end);
        if self.holds(&model, close)? {
            return Ok(model);
        }
        let both = self.terms.and(fails, close);
        Ok(match self.feasible_untold(state, both) {
            Feasibility::Feasible(closer) => closer,
            Feasibility::Infeasible | Feasibility::Unknown(_) => model,
        })
    }
}
