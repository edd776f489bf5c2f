//! A pointer of which a path has just learnt the object: its offset may be known then, too.
//!
//! Where a pointer was chosen by a condition, object and offset were chosen together. Memory tells cells apart
//! by their offsets, so a store through an offset that looks as if it could be any would reach all of them.

use klew_engine::Decision;
use klew_memory::PointerCase;
use klew_term::TermId;

use crate::decide::Feasibility;
use crate::decode::op::Source;
use crate::machine::Machine;
use crate::state::State;
use crate::strategy::Authority;

impl Machine<'_> {
    /// Makes a register point into that one of its objects.
    pub(super) fn narrow(
        &mut self,
        state: &mut State,
        source: Source,
        cases: &[PointerCase],
        number: u64,
    ) {
        let case = cases.iter().find(|case| case.object.bits() == number);
        let (Some(case), Some(slot)) = (case, source.slot()) else { return };
        let offset = match case.object.is_null() {
            true => case.offset,
            false => self.only_value(state, case.offset),
        };
        let object = self.terms.bv(32, number);
        let pointer = state.memory.pointer_from(self.terms, object, offset);
        state.frame.registers[slot as usize] = pointer;
    }

    /// The number that a term is on every run of the path, if there is one; otherwise the term. It is a
    /// decision, because only a solver can tell.
    pub(super) fn only_value(&mut self, state: &mut State, term: TermId) -> TermId {
        if self.terms.is_constant(term) {
            return term;
        }
        let width = self.terms.width(term);
        if let Authority::Recorded(decision) = self.authority(state) {
            state.decisions.push(decision);
            return match decision.is_forced() {
                true => self.terms.bv(width, number_of(decision)),
                false => term,
            };
        }
        if self.strategy.retraces() {
            return self.pinned(state, term).unwrap_or(term);
        }
        let known = self.known_value(state, term);
        if self.authority(state) == Authority::Solver {
            let decision = known.map(|(_, number)| Decision::forced(number));
            state.decisions.push(decision.unwrap_or(Decision::fork(0)));
        }
        known.map_or(term, |(constant, _)| constant)
    }

    /// That number, as a constant as well.
    pub(super) fn known_value(&mut self, state: &mut State, term: TermId) -> Option<(TermId, u64)> {
        let model = self.model(state).ok()?;
        let number = self.evaluate_u64(&model, term).ok()?;
        if number_of(Decision::forced(number)) != number {
            return None;
        }
        let constant = self.terms.bv(self.terms.width(term), number);
        let same = self.terms.eq(term, constant);
        if self.authority(state) == Authority::Model {
            self.constrain(state, same, true);
            return Some((constant, number));
        }
        let different = self.terms.not(same);
        match self.feasible(state, different) {
            Feasibility::Infeasible => {
                state.path.learn(self.terms, same);
                Some((constant, number))
            }
            Feasibility::Feasible(_) | Feasibility::Unknown(_) => None,
        }
    }
}

/// The number that a decision holds: its highest bit is not kept, so small negative ones are extended.
fn number_of(decision: Decision) -> u64 {
    ((decision.alternative() << 1) as i64 >> 1) as u64
}
