//! `Check::Freeable`: null, or the start of a live heap object.

use klew_memory::{Liveness, ObjectKind};

use crate::decode::op::{CheckSite, Source};
use crate::machine::{Flow, Machine, Step};
use crate::report::Violation;
use crate::state::State;

impl Machine<'_> {
    /// Checks what is freed.
    pub fn check_freeable(&mut self, state: &mut State, pointer: Source, site: &CheckSite) -> Step {
        if self.resolve_object(state, pointer)? == Some(true) {
            return Ok(Flow::Forked);
        }
        if let Some(value) = self.input_operand(state, pointer) {
            let value = state.memory.pointer_terms(self.terms, value);
            self.check_freeable_input(state, value, site)?;
            return Ok(Flow::Next);
        }
        let place = self.place(state, pointer);
        let (object, offset) = (place.object(), self.offset_term(place));
        let heap = state.memory.object(object).map(|target| (target.kind, target.liveness));
        let violation = match heap {
            Some((ObjectKind::Heap | ObjectKind::Input, Liveness::Alive)) => {
                Violation::InvalidFree { object, offset }
            }
            Some((ObjectKind::Heap | ObjectKind::Input, _)) => {
                return Err(self.violated(state, site, Violation::DoubleFree(object)));
            }
            Some(_) => {
                let violation = Violation::InvalidFree { object, offset };
                return Err(self.violated(state, site, violation));
            }
            None => Violation::InvalidFree { object, offset },
        };
        let zero = self.number(0);
        let start = self.terms.eq(offset, zero);
        self.demand(state, site, start, violation)?;
        Ok(Flow::Next)
    }
}
