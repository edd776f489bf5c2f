//! What operations do to what is kept of memory.
//!
//! **Invariant**: a cell holds the exact value, or a symbol that may be anything.

use klew_ir::pointer_bases::Object;
use klew_ir::{Access, Comparison, Operand, Type};
use klew_semantics::sort_of;
use klew_term::{Sort, TermId};

use crate::cells::{Cell, initial};
use crate::elements::Written;
use crate::function::FunctionClauses;
use crate::state::State;

/// When a check holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Holds {
    /// If and only if that is so.
    Exactly(TermId),
    /// If that is so, and perhaps otherwise, too: runs go on in any case.
    IfAtLeast(TermId),
}

impl FunctionClauses<'_, '_> {
    /// The size of an object.
    pub(crate) fn size(&mut self, state: &State, object: Object) -> TermId {
        if let Some(size) = self.fixed_size(object) {
            return self.pointer_number(size);
        }
        match state.cells.get(&Cell::Size(object)) {
            Some(size) => *size,
            None => self.any(Sort::BitVec(self.pointer_bits())),
        }
    }

    /// Whether an object is alive; none if nothing is known of that.
    pub(crate) fn alive(&mut self, state: &State, object: Object) -> Option<TermId> {
        if !self.may_die(object) {
            return Some(self.terms().true_());
        }
        if self.dies_unseen(object) {
            return None;
        }
        let bit = *state.cells.get(&Cell::Alive(object))?;
        Some(self.terms().bv_to_bool(bit))
    }

    /// Whether an access is possible, where that is known.
    pub(crate) fn accessible(
        &mut self,
        state: &State,
        pointer: &Operand,
        size: TermId,
        access: Access,
    ) -> Holds {
        let zero = self.pointer_number(0);
        let nothing = self.terms().eq(size, zero);
        let Some(object) = self.object(pointer) else { return Holds::IfAtLeast(nothing) };
        let Some(alive) = self.alive(state, object) else { return Holds::IfAtLeast(nothing) };
        if access == Access::Write && self.is_constant(object) {
            return Holds::Exactly(nothing);
        }
        let offset = self.operand(state, pointer);
        let whole = self.size(state, object);
        let terms = self.terms();
        let begins = terms.bv_ule(offset, whole);
        let rest = terms.bv_sub(whole, offset);
        let ends = terms.bv_ule(size, rest);
        let within = terms.and(begins, ends);
        let possible = terms.and(alive, within);
        Holds::Exactly(terms.or(nothing, possible))
    }

    /// Whether something may be freed.
    pub(crate) fn freeable(&mut self, state: &State, pointer: &Operand) -> Holds {
        let at = self.operand(state, pointer);
        let zero = self.pointer_number(0);
        let is_zero = self.terms().eq(at, zero);
        match self.object(pointer) {
            None => Holds::IfAtLeast(is_zero),
            Some(object) if self.is_heap(object) => match self.alive(state, object) {
                Some(alive) => Holds::Exactly(self.terms().and(alive, is_zero)),
                None => Holds::IfAtLeast(self.terms().false_()),
            },
            Some(_) => Holds::Exactly(self.terms().false_()),
        }
    }

    /// The address that a pointer is; of one into an object all that is known is that it is not null.
    pub(crate) fn address(&mut self, state: &mut State, pointer: &Operand) -> TermId {
        let at = self.operand(state, pointer);
        let Some(object) = self.object(pointer) else { return at };
        let address = self.any(Sort::BitVec(self.pointer_bits()));
        let whole = self.size(state, object);
        let zero = self.pointer_number(0);
        let terms = self.terms();
        let within = terms.bv_ule(at, whole);
        let not_null = terms.ne(address, zero);
        let fact = terms.implies(within, not_null);
        state.assume(terms, fact);
        address
    }

    /// Compares two pointers.
    pub(crate) fn compare_pointers(
        &mut self,
        state: &State,
        comparison: Comparison,
        (a, b): (&Operand, &Operand),
    ) -> TermId {
        let (at_a, at_b) = (self.operand(state, a), self.operand(state, b));
        let equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let unequal = self.terms().bool(comparison == Comparison::NotEqual);
        let any = |context: &mut Self| context.any(Sort::Bool);
        match (self.object(a), self.object(b)) {
            (None, None) => klew_semantics::compare(self.terms(), comparison, at_a, at_b),
            (Some(one), Some(other)) if one == other => {
                let compared = klew_semantics::compare(self.terms(), comparison, at_a, at_b);
                if equality {
                    return compared;
                }
                let (size, any) = (self.size(state, one), any(self));
                let terms = self.terms();
                let (in_a, in_b) = (terms.bv_ule(at_a, size), terms.bv_ule(at_b, size));
                let within = terms.and(in_a, in_b);
                terms.ite(within, compared, any)
            }
            (Some(object), None) | (None, Some(object)) if equality => {
                let (at, other) = match self.object(a) {
                    Some(_) => (at_a, at_b),
                    None => (at_b, at_a),
                };
                let (size, any) = (self.size(state, object), any(self));
                let zero = self.pointer_number(0);
                let terms = self.terms();
                let within = terms.bv_ule(at, size);
                let null = terms.eq(other, zero);
                let known = terms.and(within, null);
                terms.ite(known, unequal, any)
            }
            // Two objects that live lie apart, but one may begin where the other ends.
            (Some(one), Some(other)) if equality => {
                let mut known = self.terms().true_();
                for (object, at) in [(one, at_a), (other, at_b)] {
                    let size = self.size(state, object);
                    let alive = self.alive(state, object);
                    let terms = self.terms();
                    let alive = alive.unwrap_or_else(|| terms.false_());
                    let within = terms.bv_ult(at, size);
                    let here = terms.and(alive, within);
                    known = terms.and(known, here);
                }
                let any = any(self);
                self.terms().ite(known, unequal, any)
            }
            _ => any(self),
        }
    }

    /// What a load reads.
    pub(crate) fn load(
        &mut self,
        state: &mut State,
        pointer: &Operand,
        value_type: Type,
    ) -> TermId {
        let anything = self.any(sort_of(value_type, self.pointer_bits()));
        self.loaded_field(pointer, value_type, anything);
        let Some(object) = self.object(pointer) else { return anything };
        let at = self.operand(state, pointer);
        let element = self.load_element(state, (object, at), value_type);
        let mut result = element.unwrap_or(anything);
        for cell in self.cells_of(object).into_iter().rev() {
            let Cell::Contents(_, offset, kept) = cell else { continue };
            if kept != value_type {
                continue;
            }
            let value = match state.cells.get(&cell) {
                Some(value) => *value,
                None if self.never_changes(object) => {
                    let (program, terms) = self.program_and_terms();
                    let Some(value) = initial(program, cell, terms) else { continue };
                    value
                }
                None => continue,
            };
            let place = self.pointer_number(offset);
            let terms = self.terms();
            let here = terms.eq(at, place);
            result = terms.ite(here, value, result);
        }
        result
    }

    /// Writes a value.
    pub(crate) fn store(&mut self, state: &mut State, pointer: &Operand, value: &Operand) {
        self.store_field(state, pointer, value);
        let Some(object) = self.object(pointer) else { return };
        let at = self.operand(state, pointer);
        let value_type = self.type_of(value);
        let value = match value_type {
            Type::Pointer => self.address(state, value),
            _ => self.operand(state, value),
        };
        let size = self.pointer_number(value_type.store_size(self.pointer_bits()));
        let written = Written { at, size, value: Some((value_type, value)) };
        self.write_elements(state, object, written);
        for cell in self.cells_of(object) {
            let Cell::Contents(_, offset, kept) = cell else { continue };
            let place = self.pointer_number(offset);
            let exact = match kept == value_type {
                true => Some((self.terms().eq(at, place), value)),
                false => None,
            };
            self.overwrite(state, cell, (at, size), exact);
        }
    }

    /// Sets bytes: to one value, or to what is not known.
    pub(crate) fn set_bytes(
        &mut self,
        state: &mut State,
        pointer: &Operand,
        byte: Option<TermId>,
        size: TermId,
    ) {
        let Some(object) = self.object(pointer) else { return };
        let at = self.operand(state, pointer);
        match byte {
            Some(byte) => self.fill_elements(state, object, (at, size), byte),
            None => self.write_elements(state, object, Written { at, size, value: None }),
        }
        for cell in self.cells_of(object) {
            let Cell::Contents(_, offset, kept) = cell else { continue };
            let bits = kept.bits(self.pointer_bits());
            let exact = byte.filter(|_| bits % 8 == 0).map(|byte| {
                let (begin, end) = (
                    self.pointer_number(offset),
                    self.pointer_number(offset + u64::from(bits / 8)),
                );
                let terms = self.terms();
                let mut all = byte;
                for _ in 1..bits / 8 {
                    all = terms.bv_concat(all, byte);
                }
                let after = terms.bv_add(at, size);
                let (from, to) = (terms.bv_ule(at, begin), terms.bv_ule(end, after));
                (terms.and(from, to), all)
            });
            self.overwrite(state, cell, (at, size), exact);
        }
    }

    /// A cell after bytes were written: the value where that is exact, anything where bytes of it were, else as before.
    fn overwrite(
        &mut self,
        state: &mut State,
        cell: Cell,
        (at, size): (TermId, TermId),
        exact: Option<(TermId, TermId)>,
    ) {
        let Cell::Contents(_, offset, kept) = cell else { return };
        let Some(before) = state.cells.get(&cell).copied() else { return };
        let end = offset + kept.store_size(self.pointer_bits());
        let (begin, end) = (self.pointer_number(offset), self.pointer_number(end));
        let anything = self.any(sort_of(kept, self.pointer_bits()));
        let terms = self.terms();
        let after = terms.bv_add(at, size);
        let (starts, stops) = (terms.bv_ult(at, end), terms.bv_ult(begin, after));
        let touched = terms.and(starts, stops);
        let mut value = terms.ite(touched, anything, before);
        if let Some((exact, written)) = exact {
            value = terms.ite(exact, written, value);
        }
        state.cells.insert(cell, value);
    }

    /// A new object.
    pub(crate) fn allocate(
        &mut self,
        state: &mut State,
        object: Object,
        size: TermId,
        zeroed: bool,
    ) {
        if self.fixed_size(object).is_none() {
            state.cells.insert(Cell::Size(object), size);
        }
        let alive = self.terms().bv(1, 1);
        if self.may_die(object) {
            state.cells.insert(Cell::Alive(object), alive);
        }
        self.new_elements(state, object, zeroed);
        for cell in self.cells_of(object) {
            let Cell::Contents(_, _, kept) = cell else { continue };
            let sort = sort_of(kept, self.pointer_bits());
            let bits = cell.bits(self.pointer_bits());
            let value = match zeroed {
                true => self.terms().bv(bits, 0),
                false => self.any(sort),
            };
            state.cells.insert(cell, value);
        }
    }

    /// A life may be over.
    pub(crate) fn may_end(&mut self, state: &mut State, object: Object) {
        let Some(before) = state.cells.get(&Cell::Alive(object)).copied() else { return };
        let any = self.any(Sort::BitVec(1));
        let alive = self.terms().bv_and(before, any);
        state.cells.insert(Cell::Alive(object), alive);
    }

    /// Ends or begins a life.
    pub(crate) fn set_alive(&mut self, state: &mut State, object: Object, alive: bool) {
        let bit = self.terms().bv(1, alive.into());
        if self.may_die(object) {
            state.cells.insert(Cell::Alive(object), bit);
        }
        if alive {
            // Contents are undefined again.
            self.new_elements(state, object, false);
            for cell in self.cells_of(object) {
                if let Cell::Contents(_, _, kept) = cell {
                    let value = self.any(sort_of(kept, self.pointer_bits()));
                    state.cells.insert(cell, value);
                }
            }
        }
    }
}
