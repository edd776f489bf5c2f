//! Elements that are loaded between two points: the predicate of the point is asked once more, of each index.
//!
//! **Invariant**: for a state of a run, each index is a way to satisfy a clause: none is ruled out where its value is not asked for.

use klew_ir::{BlockId, Definition, Operation};
use klew_term::{Sort, TermId};

use crate::cells::{Cell, Place};
use crate::function::FunctionClauses;
use crate::objects::Objects;
use crate::state::State;
use crate::system::Application;

/// The most elements that are loaded between two points and known.
const MAXIMUM_SLOTS: usize = 4;

/// Indices at which elements are loaded between two points.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    /// How many there may be.
    most: usize,
    /// The terms that are the indices of those that are used.
    used: Vec<TermId>,
    /// What the predicate says of them, where the run begins at a point.
    says: Vec<Application>,
    /// The indices and what stands there at the point, by place: first that of the predicate.
    initial: Vec<(TermId, Vec<(Cell, TermId)>)>,
    /// The index that the predicate keeps.
    kept: Option<TermId>,
    /// What is kept of the same objects at fixed places, at the point.
    contents: Vec<(Cell, TermId)>,
}

impl Slots {
    /// As many as a function may need between two points.
    pub(crate) fn of(definition: &Definition, objects: &Objects) -> Slots {
        let all = definition.blocks.iter().flat_map(|block| &block.instructions);
        let loads = all.filter(|instruction| match &instruction.operation {
            Operation::Load(pointer) => objects.object(pointer).is_some(),
            _ => false,
        });
        Slots { most: loads.count().min(MAXIMUM_SLOTS), ..Slots::default() }
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + use<> {
        (0..=self.most as u8).map(Place)
    }
}

impl FunctionClauses<'_, '_> {
    /// Begins ways at a point, or at the function's entry: indices may be any.
    pub(crate) fn begin_slots(
        &mut self,
        state: &mut State,
        point: Option<(BlockId, &Application)>,
    ) {
        self.slots = Slots { most: self.slots.most, ..Slots::default() };
        if self.elements.is_empty() {
            return;
        }
        for place in self.slots.places() {
            let index = self.any(Sort::BitVec(self.pointer_bits()));
            state.cells.entry(Cell::Index(place)).or_insert(index);
        }
        self.slots.kept = state.cells.get(&Cell::Index(Place::KEPT)).copied();
        let Some((block, application)) = point else { return };
        let cells = self.cells_at(block);
        let first = self.registers_at(block).len();
        let own = cells.iter().filter_map(|cell| Some((*cell, *state.cells.get(cell)?)));
        self.slots.contents =
            own.clone().filter(|(cell, _)| matches!(cell, Cell::Contents(..))).collect();
        let elements: Vec<_> = own.filter(|(cell, _)| matches!(cell, Cell::Element(..))).collect();
        for place in self.slots.places() {
            let Some(index) = state.cells.get(&Cell::Index(place)).copied() else { continue };
            if place == Place::KEPT {
                self.slots.initial.push((index, elements.clone()));
                self.agree(state, place);
                continue;
            }
            let mut says = application.clone();
            let mut initial = Vec::new();
            for (number, cell) in cells.iter().enumerate() {
                let argument = match *cell {
                    Cell::Index(_) => index,
                    Cell::Element(object, field, _) => {
                        let value = self.any(self.cell_sort(*cell));
                        state.cells.insert(Cell::Element(object, field, place), value);
                        initial.push((*cell, value));
                        value
                    }
                    _ => continue,
                };
                if let Some(old) = says.arguments.get_mut(first + number) {
                    *old = argument;
                }
            }
            self.slots.says.push(says);
            self.slots.initial.push((index, initial));
        }
    }

    /// What may be taken to be so of the index where a run comes to a goal: the predicate holds with all, so with one that elements have.
    pub(crate) fn proper_index(&mut self) -> TermId {
        match self.slots.kept {
            Some(index) => {
                let zero = self.pointer_number(0);
                self.terms().bv_sle(zero, index)
            }
            None => self.terms().true_(),
        }
    }

    /// Lets a slot be the one of an index; none if there are no more.
    pub(crate) fn slot(&mut self, state: &mut State, index: TermId) -> Option<Place> {
        let known = self.slots.used.iter().position(|used| *used == index);
        let number = match known {
            Some(number) => number,
            None if self.slots.used.len() < self.slots.most => {
                self.slots.used.push(index);
                let number = self.slots.used.len() - 1;
                if let Some(says) = self.slots.says.get(number) {
                    self.body.push(says.clone());
                }
                number
            }
            None => return None,
        };
        let place = Place(number as u8 + 1);
        let own = *state.cells.get(&Cell::Index(place))?;
        let is = self.terms().eq(own, index);
        state.assume(self.terms(), is);
        self.agree(state, place);
        Some(place)
    }

    /// What stands at one place is one value, whoever keeps it: at the point, elements agree with those of other places at the
    /// same index, and with what is kept of fixed places.
    fn agree(&mut self, state: &mut State, place: Place) {
        let number = usize::from(place.0);
        let Some((index, own)) = self.slots.initial.get(number).cloned() else { return };
        let used = self.slots.initial.iter().take(self.slots.used.len().max(number) + 1);
        let mut facts = Vec::new();
        for (_, (other_index, values)) in used.enumerate().filter(|(other, _)| *other != number) {
            for ((_, value), (_, other)) in own.iter().zip(values) {
                facts.push((*other_index, *value, *other));
            }
        }
        for (cell, value) in &own {
            for (fixed, other) in self.slots.contents.clone() {
                if let Some(other_index) = self.same_place(*cell, fixed) {
                    facts.push((other_index, *value, other));
                }
            }
        }
        for (other_index, value, other) in facts {
            let terms = self.terms();
            let (same_index, same) = (terms.eq(index, other_index), terms.eq(value, other));
            let fact = terms.implies(same_index, same);
            state.assume(terms, fact);
        }
    }

    /// The index with which an element is what is kept of a fixed place.
    fn same_place(&mut self, element: Cell, fixed: Cell) -> Option<TermId> {
        let (Cell::Element(object, field, _), Cell::Contents(of, offset, kept)) = (element, fixed)
        else {
            return None;
        };
        let begin = offset.checked_sub(field.offset)?;
        let is_same = of == object && kept == field.kept && begin % field.stride == 0;
        is_same.then(|| self.pointer_number(begin / field.stride))
    }
}
