//! Elements that are loaded between two points: the predicate of the point is asked once more, of each index.
//!
//! **Invariant**: for a state of a run, each index is a way to satisfy a clause: none is ruled out where its value is not asked for.

use std::collections::BTreeSet;

use klew_ir::{BlockId, Definition, Operation};
use klew_term::{Sort, TermId};

use crate::cells::{Cell, Place};
use crate::function::FunctionClauses;
use crate::objects::Objects;
use crate::state::State;
use crate::system::{Application, Head};

/// The most elements that are loaded between two points and known.
const MAXIMUM_SLOTS: usize = 4;

/// Indices at which elements are loaded between two points.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    /// How many indices the predicate keeps.
    kept: usize,
    /// How many there may be besides.
    most: usize,
    /// The terms that are the indices of those that are used.
    used: Vec<TermId>,
    /// The predicate where the run begins at a point, and where each kept place is among its arguments: the index, and what follows it.
    point: Option<(Application, Vec<usize>)>,
    /// The indices and what stands there at the point, by place: first those of the predicate.
    initial: Vec<(TermId, Vec<(Cell, TermId)>)>,
    /// What is kept of the same objects at fixed places, at the point.
    contents: Vec<(Cell, TermId)>,
}

impl Slots {
    /// As many as a function may need between two points.
    pub(crate) fn of(definition: &Definition, objects: &Objects, kept: usize) -> Slots {
        let all = definition.blocks.iter().flat_map(|block| &block.instructions);
        let loads = all.filter(|instruction| match &instruction.operation {
            Operation::Load(pointer) => objects.object(pointer).is_some(),
            _ => false,
        });
        Slots { kept, most: loads.count().min(MAXIMUM_SLOTS), ..Slots::default() }
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + use<> {
        (0..(self.kept + self.most) as u8).map(Place)
    }

    /// What the predicate says of these places, one for each index that it keeps.
    fn says(&self, places: &[usize]) -> Option<Application> {
        let (application, positions) =
            self.point.as_ref().filter(|(_, positions)| !positions.is_empty())?;
        let mut says = application.clone();
        for (place, position) in places.iter().zip(positions) {
            let (index, values) = self.initial.get(*place)?;
            let values = std::iter::once(index).chain(values.iter().map(|(_, value)| value));
            for (argument, value) in says.arguments.iter_mut().skip(*position).zip(values) {
                *argument = *value;
            }
        }
        Some(says)
    }

    /// What the predicate says of a place that is used now, by itself or beside each other one.
    fn says_of(&self, place: usize) -> Vec<Application> {
        let combinations = match self.kept {
            0 => Vec::new(),
            1 => vec![vec![place]],
            _ => {
                let mut found = vec![vec![0, place], vec![place, 1]];
                let before = self.kept..place;
                found.extend(before.flat_map(|other| [vec![other, place], vec![place, other]]));
                found
            }
        };
        combinations.iter().filter_map(|places| self.says(places)).collect()
    }
}

impl FunctionClauses<'_, '_> {
    /// Begins ways at a point, or at the function's entry: indices may be any.
    pub(crate) fn begin_slots(
        &mut self,
        state: &mut State,
        point: Option<(BlockId, &Application)>,
    ) {
        let (kept, most) = (self.slots.kept, self.slots.most);
        self.slots = Slots { kept, most, ..Slots::default() };
        if self.elements.is_empty() {
            return;
        }
        for place in self.slots.places() {
            let index = self.any(Sort::BitVec(self.pointer_bits()));
            let index = *state.cells.entry(Cell::Index(place)).or_insert(index);
            self.slots.initial.push((index, Vec::new()));
        }
        let Some((block, application)) = point else { return };
        let cells = self.cells_at(block);
        let first = self.registers_at(block).len();
        let own = cells.iter().filter_map(|cell| Some((*cell, *state.cells.get(cell)?)));
        self.slots.contents =
            own.clone().filter(|(cell, _)| matches!(cell, Cell::Contents(..))).collect();
        let positions = cells.iter().enumerate();
        let positions = positions.filter(|(_, cell)| matches!(cell, Cell::Index(_)));
        let positions = positions.map(|(number, _)| first + number).collect();
        self.slots.point = Some((application.clone(), positions));
        let elements = cells.iter().filter_map(|cell| match *cell {
            Cell::Element(object, field, Place::KEPT) => Some((object, field)),
            _ => None,
        });
        let elements: Vec<_> = elements.collect();
        for place in self.slots.places() {
            let mut initial = Vec::new();
            for (object, field) in &elements {
                let cell = Cell::Element(*object, *field, place);
                let value = self.any(self.cell_sort(cell));
                let value = *state.cells.entry(cell).or_insert(value);
                initial.push((Cell::Element(*object, *field, Place::KEPT), value));
            }
            self.slots.initial[usize::from(place.0)].1 = initial;
        }
    }

    /// What may be taken to be so of the indices where a run comes to a goal: the predicate holds with all, so with some that elements have.
    pub(crate) fn proper_index(&mut self) -> TermId {
        let kept = self.slots.initial.iter().take(self.slots.kept);
        let kept: Vec<TermId> = kept.map(|(index, _)| *index).collect();
        let zero = self.pointer_number(0);
        let terms = self.terms();
        let proper: Vec<TermId> = kept.into_iter().map(|index| terms.bv_sle(zero, index)).collect();
        terms.and_all(&proper)
    }

    /// Lets a slot be the one of an index; none if there are no more.
    pub(crate) fn slot(&mut self, state: &mut State, index: TermId) -> Option<Place> {
        let known = self.slots.used.iter().position(|used| *used == index);
        let number = match known {
            Some(number) => number,
            None if self.slots.used.len() < self.slots.most => {
                self.slots.used.push(index);
                let number = self.slots.used.len() - 1;
                let says = self.slots.says_of(self.slots.kept + number);
                self.body.extend(says);
                number
            }
            None => return None,
        };
        let place = Place((self.slots.kept + number) as u8);
        let own = *state.cells.get(&Cell::Index(place))?;
        let is = self.terms().eq(own, index);
        state.assume(self.terms(), is);
        Some(place)
    }

    /// What stands at one place is one value, whoever keeps it: at the point, elements of these places agree with those of others of
    /// them at the same index, and with what is kept of fixed places.
    fn agreements(&mut self, places: &[usize]) -> Vec<TermId> {
        let initial = places.iter().filter_map(|place| self.slots.initial.get(*place).cloned());
        let initial: Vec<(TermId, Vec<(Cell, TermId)>)> = initial.collect();
        let mut facts = Vec::new();
        for (number, (index, own)) in initial.iter().enumerate() {
            for (other_index, values) in &initial[..number] {
                for ((_, value), (_, other)) in own.iter().zip(values) {
                    facts.push(((*index, *other_index), (*value, *other)));
                }
            }
            for (cell, value) in own {
                for (fixed, other) in self.slots.contents.clone() {
                    if let Some(other_index) = self.same_place(*cell, fixed) {
                        facts.push(((*index, other_index), (*value, other)));
                    }
                }
            }
        }
        let terms = self.terms();
        let mut found = Vec::new();
        for ((index, other_index), (value, other)) in facts {
            let (same_index, same) = (terms.eq(index, other_index), terms.eq(value, other));
            found.push(terms.implies(same_index, same));
        }
        found
    }

    /// What a clause is about: its constraint together with what elements agree in, and what the present body says of it. Elements that are
    /// loaded on other ways only decide nothing.
    pub(crate) fn with_elements(
        &mut self,
        constraint: TermId,
        head: &Head,
    ) -> (TermId, Vec<Application>) {
        let mut roots = vec![constraint];
        if let Head::Predicate(head) = head {
            roots.extend(&head.arguments);
        }
        let used: BTreeSet<TermId> = self.terms().subterms(&roots).into_iter().collect();
        let kept = self.slots.kept;
        let indices = self.slots.initial.iter().map(|(index, _)| *index).enumerate();
        let (places, idle): (Vec<_>, Vec<_>) =
            indices.partition(|(place, index)| *place < kept || used.contains(index));
        let places: Vec<usize> = places.into_iter().map(|(place, _)| place).collect();
        let idle: BTreeSet<TermId> = idle.into_iter().map(|(_, index)| index).collect();
        let mut facts = self.agreements(&places);
        facts.push(constraint);
        let constraint = self.terms().and_all(&facts);
        let decides = |application: &&Application| {
            !application.arguments.iter().any(|argument| idle.contains(argument))
        };
        (constraint, self.body.iter().filter(decides).cloned().collect())
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
