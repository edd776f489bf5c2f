//! Accesses at a symbolic index of few values, where terms would grow without end.
//!
//! Three causes. Where writes at symbolic places nest, each read compares its place with theirs, and what it gives is the next
//! place (`parent[parent[x]]`, `count[length[i]]++`). And an object with pointers in it (a structure with arrays within) would
//! become one array of bytes, its pointers numbers. And where chains of nodes are folded, it has to be known where they begin. There
//! the path forks over the places if a solver finds few, and what follows is concrete. One write in an object without pointers, and
//! tables without any, stay terms.

use klew_engine::Decision;
use klew_ir::Type;
use klew_term::TermId;

use crate::decide::{Chosen, Feasibility};
use crate::decode::op::Source;
use crate::machine::{Machine, Step};
use crate::place::Place;
use crate::state::State;
use crate::strategy::Authority;

use super::window::{Keeps, Touch};

/// The most places that are told apart by paths.
const FEW: usize = 16;

/// How many writes at symbolic places there are at least.
const NESTED: usize = 3;

/// The decision that there are more places: no offset of an object that is looked at.
const MANY: u64 = u32::MAX as u64;

impl Machine<'_> {
    /// Makes the place of a checked access one number. Whether that was done: then the instruction is to be run again.
    pub(super) fn fork_on_index(
        &mut self,
        state: &mut State,
        pointer: Source,
        place: Place,
        value_type: Type,
    ) -> Step<bool> {
        let (Some(slot), Place::Within(object, offset)) = (pointer.slot(), place) else {
            return Ok(false);
        };
        let size = value_type.store_size(self.pointer_bits());
        let touch = Touch { object, offset, size, keeps: Keeps::Pointers };
        if !self.is_told_apart(state, touch, value_type) {
            return Ok(false);
        }
        let Some((number, others)) = self.choose_few(state, offset)? else { return Ok(false) };
        let base = self.terms.bv(32, object.bits());
        for (number, mut other) in others {
            let offset = self.number(number);
            other.frame.registers[slot as usize] =
                other.memory.pointer_from(self.terms, base, offset);
            self.run.forked.push(other);
        }
        let offset = self.number(number);
        state.frame.registers[slot as usize] = state.memory.pointer_from(self.terms, base, offset);
        Ok(true)
    }

    /// Whether what an object holds would grow with an access; or, where chains of nodes are folded, it would not be told any more which of a few
    /// cells points to which, as in a table of lists.
    fn is_told_apart(&mut self, state: &State, touch: Touch, value_type: Type) -> bool {
        let Touch { object, offset, size, .. } = touch;
        let window = self.bounded_window(state, touch);
        match state.memory.places(self.terms, object, offset, size, window) {
            None => state.memory.loses_pointers(self.terms, object, offset, size, window),
            Some(most) if most <= FEW as u64 => {
                let begins_chains =
                    self.configuration.fold.is_some() && value_type == Type::Pointer;
                begins_chains || state.memory.nested_writes(self.terms, object, NESTED) >= NESTED
            }
            Some(most) => {
                most < MANY && state.memory.loses_pointers(self.terms, object, offset, size, window)
            }
        }
    }

    /// Chooses a value for a term where there are few; nothing where there are more, or it is not known.
    fn choose_few(&mut self, state: &mut State, term: TermId) -> Step<Option<Chosen>> {
        if let Authority::Recorded(decision) = self.authority(state)
            && decision == Decision::forced(MANY)
        {
            state.decisions.push(decision);
            return Ok(None);
        }
        if self.authority(state) == Authority::Solver && !self.has_few(state, term)? {
            state.decisions.push(Decision::forced(MANY));
            return Ok(None);
        }
        self.choose_value(state, term, FEW + 1, "the index of an access").map(Some)
    }

    fn has_few(&mut self, state: &mut State, term: TermId) -> Step<bool> {
        let width = self.terms.width(term);
        let mut model = self.model(state)?;
        let mut others = self.terms.true_();
        for _ in 0..FEW {
            let value = self.evaluate_u64(&model, term)?;
            let value = self.terms.bv(width, value);
            let same = self.terms.eq(term, value);
            let different = self.terms.not(same);
            others = self.terms.and(others, different);
            match self.feasible_untold(state, others) {
                Feasibility::Feasible(next) => model = next,
                Feasibility::Infeasible => return Ok(true),
                Feasibility::Unknown(_) => return Ok(false),
            }
        }
        Ok(false)
    }
}
