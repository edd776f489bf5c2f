//! Contents of objects of any size: of each, one element at an index that may be any, the same index for all objects.
//!
//! D. Monniaux, L. Gonnord, *Cell Morphing: From Array Programs to Array-Free Horn Clauses* (SAS 2016). A point's predicate has an index
//! more as a variable, and holds of a state with every index and what stands there; so what it is found to mean is true of
//! all elements. Where a run loads an element, the clause asks the predicate once more, of that index.
//!
//! **Invariant**: an element holds the exact value, or a symbol that may be anything. What is kept at an index that no element has (below 0, or
//! behind half of all addresses) means nothing, and is never loaded.

use klew_ir::pointer_bases::Object;
use klew_ir::{BlockId, Initializer, Type};
use klew_semantics::sort_of;
use klew_term::{Sort, TermId};
use num_bigint::Sign;

use crate::cells::{Cell, Field, Place};
use crate::function::FunctionClauses;
use crate::quotient::quotient;
use crate::state::State;
use crate::system::Predicate;

/// Bytes that are written: from where on, how many, and to what value of a type, if that is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) at: TermId,
    pub(crate) size: TermId,
    pub(crate) value: Option<(Type, TermId)>,
}

impl FunctionClauses<'_, '_> {
    /// What is kept of the elements of an object.
    fn fields(&self, object: Object) -> Vec<Field> {
        self.elements.get(&object).cloned().unwrap_or_default()
    }

    /// The elements that matter at a block, behind their index.
    pub(crate) fn elements_at(&self, block: BlockId) -> Vec<Cell> {
        let needed = self.elements.iter().filter(|(object, _)| self.needs(block, **object));
        let needed: Vec<(Object, Field)> = needed
            .flat_map(|(object, fields)| fields.iter().map(|field| (*object, *field)))
            .collect();
        if needed.is_empty() {
            return Vec::new();
        }
        let at = |place: Place| {
            let elements =
                needed.iter().map(move |(object, field)| Cell::Element(*object, *field, place));
            std::iter::once(Cell::Index(place)).chain(elements)
        };
        self.builder.contents.places().iter().flat_map(|place| at(*place)).collect()
    }

    /// That an index is one of an object's elements.
    fn is_inside(
        &mut self,
        (index, size): (TermId, TermId),
        object: Object,
        field: Field,
    ) -> TermId {
        match self.fixed_size(object) {
            Some(size) => {
                let of_elements = size.saturating_sub(field.header());
                let count = self.pointer_number(of_elements / field.stride);
                self.terms().bv_slt(index, count)
            }
            None => {
                let (is_index, (begin, _)) = (self.is_index(index, field), self.ends(index, field));
                let terms = self.terms();
                let before = terms.bv_ult(begin, size);
                terms.and(is_index, before)
            }
        }
    }

    /// For each object with elements at a block, that the index is one of its own; and that it is the last, where elements lie one behind the other.
    pub(crate) fn add_ends(&mut self, block: BlockId, predicate: &mut Predicate) {
        let cells = self.cells_at(block);
        let first = self.registers_at(block).len();
        let symbol = |cell: Cell| {
            let number = cells.iter().position(|other| *other == cell)?;
            predicate.variables.get(first + number).map(|variable| variable.symbol)
        };
        let (mut within, mut last, mut last_wide) = (Vec::new(), Vec::new(), Vec::new());
        let mut begins = Vec::new();
        let Some(index) = symbol(Cell::Index(Place::KEPT)) else { return };
        let index = self.terms().symbol_term(index);
        let second = symbol(Cell::Index(Place::SECOND));
        let mut second_within = Vec::new();
        for cell in &cells {
            let Cell::Element(object, field, Place::KEPT) = *cell else { continue };
            let size = match (self.fixed_size(object), symbol(Cell::Size(object))) {
                (Some(size), _) => self.pointer_number(size),
                (None, Some(size)) => self.terms().symbol_term(size),
                (None, None) => continue,
            };
            let (is_index, (begin, end)) = (self.is_index(index, field), self.ends(index, field));
            let inside = self.is_inside((index, size), object, field);
            if !within.contains(&inside) {
                within.push(inside);
            }
            if let Some(second) = second {
                let second = self.terms().symbol_term(second);
                let inside = self.is_inside((second, size), object, field);
                if !second_within.contains(&inside) {
                    second_within.push(inside);
                }
            }
            if field.stride > 1 && !begins.contains(&(is_index, begin)) {
                begins.push((is_index, begin));
            }
            let mut is_last = self.terms().eq(end, size);
            let is_whole = field.kept.store_size(self.pointer_bits()) == field.stride;
            let place = match field.stride {
                1 => &mut last,
                // Beyond the indices, others end there as well, by wrapping around.
                _ => {
                    is_last = self.terms().and(is_index, is_last);
                    &mut last_wide
                }
            };
            if is_whole && !place.contains(&is_last) {
                place.push(is_last);
            }
        }
        (predicate.within, predicate.last, predicate.last_wide) = (within, last, last_wide);
        (predicate.second_within, predicate.begins) = (second_within, begins);
    }

    /// What a load reads of an element; none if nothing is known of it.
    pub(crate) fn load_element(
        &mut self,
        state: &mut State,
        (object, at): (Object, TermId),
        value_type: Type,
    ) -> Option<TermId> {
        let fields = self.fields(object).into_iter().filter(|field| field.kept == value_type);
        let fields: Vec<Field> = fields.collect();
        let found = fields.iter().find_map(|field| Some((*field, self.index(*field, at)?)));
        let (field, index, exact) = match found {
            Some((field, index)) => (field, index, self.is_index(index, field)),
            None => {
                let field = *fields.first()?;
                let (index, exact) = self.divided(state, at, field);
                (field, index, exact)
            }
        };
        let anything = self.any(sort_of(value_type, self.pointer_bits()));
        let place = self.slot(state, index)?;
        let value = *state.cells.get(&Cell::Element(object, field, place))?;
        Some(self.terms().ite(exact, value, anything))
    }

    /// The index of the element in which a field is at a byte, as far as numbers wrap; none if that is not seen.
    fn index(&mut self, field: Field, at: TermId) -> Option<TermId> {
        let offset = self.pointer_number(field.offset);
        let terms = self.terms();
        let begin = terms.bv_sub(at, offset);
        quotient(terms, begin, i64::try_from(field.stride).ok()?)
    }

    /// An index, and whether its field begins at that byte.
    fn divided(&mut self, state: &mut State, at: TermId, field: Field) -> (TermId, TermId) {
        let sort = Sort::BitVec(self.pointer_bits());
        let (index, rest) = (self.any(sort), self.any(sort));
        let (zero, step) = (self.pointer_number(0), self.pointer_number(field.stride));
        let offset = self.pointer_number(field.offset);
        let is_index = self.is_index(index, field);
        let terms = self.terms();
        let at = terms.bv_sub(at, offset);
        let not_negative = terms.bv_sle(zero, at);
        let behind = terms.bv_add(at, step);
        let behind = terms.bv_add(behind, step);
        let not_last = terms.bv_slt(at, behind);
        let begin = terms.bv_mul(index, step);
        let sum = terms.bv_add(begin, rest);
        let (same, less) = (terms.eq(at, sum), terms.bv_ult(rest, step));
        let fact = terms.and_all(&[is_index, same, less]);
        // Of elements that can be: half of all addresses, less two.
        let is_low = terms.and(not_negative, not_last);
        let fact = terms.implies(is_low, fact);
        let begins = terms.eq(rest, zero);
        let exact = terms.and(is_low, begins);
        state.assume(terms, fact);
        (index, exact)
    }

    /// Whether there can be such an element: it ends in the lower half of all addresses.
    fn is_index(&mut self, index: TermId, field: Field) -> TermId {
        let bits = self.pointer_bits();
        // Pointers have at most 64 bits.
        let half = u64::MAX >> (65 - bits.clamp(2, 64));
        let of_elements = half.saturating_sub(field.header());
        let most = (of_elements / field.stride.max(1)).saturating_sub(1);
        let (zero, most) = (self.pointer_number(0), self.pointer_number(most));
        let terms = self.terms();
        let (low, high) = (terms.bv_sle(zero, index), terms.bv_sle(index, most));
        terms.and(low, high)
    }

    /// Writes a value, or bytes of which nothing is known.
    pub(crate) fn write_elements(&mut self, state: &mut State, object: Object, written: Written) {
        let fields = self.fields(object);
        let hit = written.value.and_then(|(kept, value)| {
            let mut same = fields.iter().filter(|field| field.kept == kept);
            same.find_map(|field| Some((*field, self.index(*field, written.at)?, value)))
        });
        // What is written before the first element is no element.
        let hit = hit.filter(|(_, index, _)| {
            let index = self.terms().as_bitvec(*index);
            index.is_none_or(|index| index.to_bigint_signed().sign() != Sign::Minus)
        });
        for field in fields {
            for place in self.slots.places() {
                let Some((before, own)) = self.known(state, object, (field, place)) else {
                    continue;
                };
                let anything = self.any(sort_of(field.kept, self.pointer_bits()));
                let after = match hit {
                    Some((of, index, value)) if of.stride == field.stride => {
                        let is_index = self.is_index(index, of);
                        let terms = self.terms();
                        // Other fields lie apart from it.
                        let known = match of == field {
                            true => {
                                let here = terms.eq(index, own);
                                terms.ite(here, value, before)
                            }
                            false => before,
                        };
                        terms.ite(is_index, known, anything)
                    }
                    _ => {
                        let value = written.value.filter(|(kept, _)| *kept == field.kept);
                        let value = value.map(|(_, value)| value);
                        self.overlapped(written, value, (own, field), (before, anything))
                    }
                };
                state.cells.insert(Cell::Element(object, field, place), after);
            }
        }
    }

    /// What is known of a field at a place, and the index.
    fn known(
        &self,
        state: &State,
        object: Object,
        (field, place): (Field, Place),
    ) -> Option<(TermId, TermId)> {
        let before = state.cells.get(&Cell::Element(object, field, place))?;
        Some((*before, *state.cells.get(&Cell::Index(place))?))
    }

    /// Where a field of an element begins and ends.
    fn ends(&mut self, index: TermId, field: Field) -> (TermId, TermId) {
        let size = field.kept.store_size(self.pointer_bits());
        let [step, offset, size] =
            [field.stride, field.offset, size].map(|number| self.pointer_number(number));
        let terms = self.terms();
        let begin = terms.bv_mul(index, step);
        let begin = terms.bv_add(begin, offset);
        (begin, terms.bv_add(begin, size))
    }

    /// A field of an element after a write that may hit parts of it.
    fn overlapped(
        &mut self,
        written: Written,
        value: Option<TermId>,
        (index, field): (TermId, Field),
        (before, anything): (TermId, TermId),
    ) -> TermId {
        let is_index = self.is_index(index, field);
        let (begin, end) = self.ends(index, field);
        let terms = self.terms();
        let after = terms.bv_add(written.at, written.size);
        let (starts, stops) = (terms.bv_ult(written.at, end), terms.bv_ult(begin, after));
        let touched = terms.and(starts, stops);
        let mut result = terms.ite(touched, anything, before);
        if let Some(value) = value {
            let exact = terms.eq(written.at, begin);
            result = terms.ite(exact, value, result);
        }
        terms.ite(is_index, result, anything)
    }

    /// Sets all bytes from one on to a value.
    pub(crate) fn fill_elements(
        &mut self,
        state: &mut State,
        object: Object,
        (at, size): (TermId, TermId),
        byte: TermId,
    ) {
        let written = Written { at, size, value: None };
        for field in self.fields(object) {
            let mut all = byte;
            for _ in 1..field.kept.bits(self.pointer_bits()) / 8 {
                all = self.terms().bv_concat(all, byte);
            }
            for place in self.slots.places() {
                let Some((before, own)) = self.known(state, object, (field, place)) else {
                    continue;
                };
                let anything = self.any(sort_of(field.kept, self.pointer_bits()));
                let other = self.overlapped(written, None, (own, field), (before, anything));
                let is_index = self.is_index(own, field);
                let (begin, end) = self.ends(own, field);
                let terms = self.terms();
                let after = terms.bv_add(at, size);
                let (from, to) = (terms.bv_ule(at, begin), terms.bv_ule(end, after));
                let inside = terms.and_all(&[is_index, from, to]);
                let value = terms.ite(inside, all, other);
                state.cells.insert(Cell::Element(object, field, place), value);
            }
        }
    }

    /// The elements of globals where a run begins.
    pub(crate) fn initial_elements(&mut self, state: &mut State) {
        let globals: Vec<Object> = self.elements.keys().copied().collect();
        for object in globals {
            let Object::Global(id) = object else { continue };
            let zeroed = self.builder.program.global(id).initializer == Initializer::Zero;
            self.new_elements(state, object, zeroed);
        }
    }

    /// A new object's elements, or those of one that lives again: zero, or anything.
    pub(crate) fn new_elements(&mut self, state: &mut State, object: Object, zeroed: bool) {
        for field in self.fields(object) {
            // What was never written stays what it is: at the same index there is the same.
            let mut before: Vec<(TermId, TermId)> = Vec::new();
            for place in self.slots.places() {
                let cell = Cell::Element(object, field, place);
                let bits = cell.bits(self.pointer_bits());
                let value = match zeroed {
                    true => self.terms().bv(bits, 0),
                    false => {
                        let any = self.any(Sort::BitVec(bits));
                        match state.cells.get(&Cell::Index(place)).copied() {
                            Some(index) => self.same_as_before(&mut before, (index, any)),
                            None => any,
                        }
                    }
                };
                state.cells.insert(cell, value);
            }
        }
    }

    /// A value at an index, or what was said to stand there before.
    fn same_as_before(
        &mut self,
        before: &mut Vec<(TermId, TermId)>,
        (index, any): (TermId, TermId),
    ) -> TermId {
        let mut value = any;
        for (other, known) in before.iter().rev() {
            let terms = self.terms();
            let is_same = terms.eq(index, *other);
            value = terms.ite(is_same, *known, value);
        }
        before.push((index, value));
        value
    }
}
