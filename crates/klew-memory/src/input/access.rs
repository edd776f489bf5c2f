//! Reads and writes through pointers that may point to input objects, without forking.
//!
//! Reads (rules c1, c2) go down the choice that the pointer's object is, and choose among what they find. Writes
//! (w1, w2) change every object that may be the one that is meant, under the condition that it is. What is null, or
//! of a class without such a field, is left out: the caller has seen to it that the access is allowed.

use std::rc::Rc;

use klew_ir::object_layout::HEADER_WORD;
use klew_ir::{SourceTypeId, Type};
use klew_term::{Kind, TermId, Terms};
use rustc_hash::FxHashMap;

use super::cells::one_of;
use super::layout::{Cell, CellKind, Element, Extent, Shape};
use super::{Leaf, elements_id, object_id};
use crate::{Memory, MemoryError, ObjectId, SymbolicPointer, Value};

/// What an access depends on that has to be decided first.
#[derive(Clone, Debug)]
pub enum Need {
    /// The offset has to be concrete.
    Offset,
    /// The object has to be one only.
    Object,
    /// The object's class has to be among one of these.
    Class(Vec<InputClass>),
    /// Not supported.
    Unsupported(MemoryError),
}

/// Classes of objects that have the same thing at the place of an access.
#[derive(Clone, Debug)]
pub struct InputClass {
    tags: Vec<u32>,
    placement: Placement,
}

/// What is at the place of an access.
#[derive(Clone, Debug, PartialEq)]
enum Placement {
    Cells(Vec<Cell>),
    Element(Element),
}

impl Placement {
    fn agrees(&self, other: &Placement) -> bool {
        match (self, other) {
            (Placement::Cells(cells), Placement::Cells(others)) => {
                cells.len() == others.len()
                    && cells.iter().zip(others).all(|(cell, other)| cell.agrees(other))
            }
            (Placement::Element(element), Placement::Element(other)) => {
                element.start == other.start && element.cell.agrees(&other.cell)
            }
            _ => false,
        }
    }
}

/// A place: an object and the offset in it, as terms.
type Place = (TermId, TermId);

/// A condition, and the places where it holds and where it does not.
type Choice = (TermId, Place, Place);

/// The places that a pointer chooses among, each after what it is a choice of; with the choice.
pub(crate) fn places(terms: &Terms, whole: Place) -> Vec<(Place, Option<Choice>)> {
    let split = |(object, offset): Place| {
        if terms.kind(object) != Kind::Ite {
            return None;
        }
        let parts = terms.arguments(object);
        let offsets = match terms.kind(offset) {
            Kind::Ite if terms.arguments(offset)[0] == parts[0] => {
                (terms.arguments(offset)[1], terms.arguments(offset)[2])
            }
            _ => (offset, offset),
        };
        Some((parts[0], (parts[1], offsets.0), (parts[2], offsets.1)))
    };
    let mut seen = rustc_hash::FxHashSet::default();
    let mut ordered = Vec::new();
    let mut open = vec![(whole, false)];
    while let Some((place, done)) = open.pop() {
        let choice = split(place);
        if done {
            ordered.push((place, choice));
        } else if seen.insert(place) {
            open.push((place, true));
            if let Some((_, then, otherwise)) = choice {
                open.extend([(otherwise, false), (then, false)]);
            }
        }
    }
    ordered
}

/// The offset of a pointer where its object is one of its alternatives.
pub fn offset_at(terms: &Terms, pointer: &SymbolicPointer, object: TermId) -> TermId {
    let places = places(terms, (pointer.object, pointer.offset)).into_iter();
    let mut offsets = places.filter(|((other, _), choice)| choice.is_none() && *other == object);
    match (offsets.next(), offsets.next()) {
        (Some(((_, offset), _)), None) => offset,
        _ => pointer.offset,
    }
}

impl Memory {
    /// The cell that begins at an offset of an input object: its size and type.
    ///
    /// # Errors
    /// It is of a union, and nothing said yet what it holds.
    pub fn input_unit(
        &self,
        terms: &Terms,
        object: TermId,
        offset: u64,
    ) -> Result<Option<(u64, Type)>, MemoryError> {
        let number = self.entry_of(terms, object);
        let place = number.and_then(|number| self.own_placement(number, Some(offset), 1));
        Ok(match (number, place) {
            (Some(number), Some(Placement::Cells(cells))) => {
                let Some(cell) = cells.first().filter(|cell| cell.offset == offset) else {
                    return Ok(None);
                };
                let value_type = match cell.kind {
                    CellKind::Union(_) => self.known_type(number, cell)?,
                    _ => cell.value_type(),
                };
                Some((cell.size, value_type))
            }
            (Some(_), Some(Placement::Element(Element { start, cell }))) => {
                let begins = |at: &u64| at.is_multiple_of(cell.size);
                offset.checked_sub(start).filter(begins).map(|_| (cell.size, cell.value_type()))
            }
            _ => None,
        })
    }

    /// As what a cell of a union is known.
    fn known_type(&self, number: u32, cell: &Cell) -> Result<Type, MemoryError> {
        let entry = self.input.as_ref().and_then(|input| input.entry(number));
        let known = entry.and_then(|entry| {
            entry.defined.iter().find(|it| (it.offset, it.size) == (cell.offset, cell.size))
        });
        known.map(Cell::value_type).ok_or(MemoryError::PointerInUnion)
    }

    /// The identity under which the object of an alternative of a pointer is found.
    pub fn input_identity(&self, terms: &Terms, object: TermId) -> ObjectId {
        match terms.as_u64(object) {
            Some(bits) => ObjectId::from_bits(bits),
            None => self.entry_of(terms, object).map_or(ObjectId::NULL, object_id),
        }
    }

    fn shape_of(&self, number: u32) -> Option<Rc<Shape>> {
        let entry = self.input.as_ref()?.entry(number)?;
        Some(Rc::clone(&entry.shape))
    }

    /// What the elements at an offset are, if the declared type of an entry has such there.
    pub(super) fn element_at(&self, number: u32, offset: u64) -> Option<Element> {
        match self.own_placement(number, Some(offset), 1)? {
            Placement::Element(element) => Some(element),
            Placement::Cells(_) => None,
        }
    }

    /// What the declared type of an entry has at a place.
    fn own_placement(&self, number: u32, offset: Option<u64>, size: u64) -> Option<Placement> {
        let shape = self.shape_of(number)?;
        placement(&shape, offset, size)
    }

    /// What the classes that an entry can be of have at a place, and no more than its declared type.
    fn classes_at(&self, number: u32, offset: Option<u64>, size: u64) -> Vec<InputClass> {
        let mut found: Vec<InputClass> = Vec::new();
        let Some(input) = &self.input else { return found };
        let Some(shape) = self.shape_of(number) else { return found };
        for &(tag, class) in shape.classes.iter().flatten() {
            let Some(mut placement) = placement(&input.layouts.shape(class), offset, size) else {
                continue;
            };
            if let Placement::Cells(cells) = &mut placement {
                for cell in cells {
                    cell.name = format!("{}@{}", cell.name, cell.offset).into();
                }
            }
            match found.iter_mut().find(|group| group.placement.agrees(&placement)) {
                Some(group) => group.tags.push(tag),
                None => found.push(InputClass { tags: vec![tag], placement }),
            }
        }
        found
    }

    /// Finds what is at each place that an access may be at; nothing where it cannot be.
    fn placements(
        &self,
        terms: &Terms,
        entries: &[(u32, TermId)],
        size: u64,
        class: Option<&InputClass>,
    ) -> Result<Vec<Option<Placement>>, Need> {
        let mut found = Vec::new();
        let mut groups: Vec<InputClass> = Vec::new();
        for &(number, offset) in entries {
            let at = terms.as_u64(offset);
            let own = self.own_placement(number, at, size);
            if own.is_some() {
                found.push(own);
                continue;
            }
            let shape = self.shape_of(number);
            let Some(classes) = shape.as_ref().and_then(|shape| shape.classes.as_ref()) else {
                let repeated = shape.is_some_and(|shape| shape.extent == Extent::Repeated);
                if repeated && at.is_none() {
                    return Err(Need::Offset);
                }
                found.push(None);
                continue;
            };
            if let Some(class) = class {
                let may = classes.iter().any(|(tag, _)| class.tags.contains(tag));
                found.push(may.then(|| class.placement.clone()));
                continue;
            }
            for group in self.classes_at(number, at, size) {
                match groups.iter_mut().find(|other| other.placement.agrees(&group.placement)) {
                    Some(other) => {
                        other.tags.extend(group.tags);
                        other.tags.sort_unstable();
                        other.tags.dedup();
                    }
                    None => groups.push(group),
                }
            }
            found.push(None);
        }
        match (groups.len(), class) {
            (0, _) => Ok(found),
            (1, None) => self.placements(terms, entries, size, groups.first()),
            _ => Err(Need::Class(groups)),
        }
    }

    /// The cells of unions as what the access takes them for, if nothing took them for anything else.
    fn as_accessed(
        &self,
        entries: &[(u32, TermId)],
        mut placements: Vec<Option<Placement>>,
        value_type: Type,
    ) -> Result<Vec<Option<Placement>>, Need> {
        for (&(number, _), placement) in entries.iter().zip(&mut placements) {
            let Some(Placement::Cells(cells)) = placement else { continue };
            let is_reference = value_type == Type::Pointer && cells.len() == 1;
            for cell in cells.iter_mut() {
                if let CellKind::Union(overlaid) = cell.kind {
                    let accessed = self.union_cell(number, cell, overlaid, is_reference);
                    *cell = accessed.ok_or(Need::Unsupported(MemoryError::PointerInUnion))?;
                }
            }
        }
        Ok(placements)
    }

    fn union_cell(
        &self,
        number: u32,
        cell: &Cell,
        overlaid: u32,
        is_reference: bool,
    ) -> Option<Cell> {
        let input = self.input.as_ref()?;
        let accessed = input.layouts.overlaid(overlaid)?.accessed(cell, is_reference)?;
        let differs = |known: &&Cell| {
            known.offset < accessed.end()
                && accessed.offset < known.end()
                && !known.agrees(&accessed)
        };
        let others = input.bound.iter().filter(|&&other| self.may_be_same(number, other));
        let mut entries = others.filter_map(|&other| input.entry(other));
        let is_another = entries.any(|entry| entry.defined.iter().find(differs).is_some());
        (!is_another).then_some(accessed)
    }

    /// When an object is of those classes.
    pub fn input_class_condition(
        &mut self,
        terms: &mut Terms,
        pointer: Value,
        class: &InputClass,
    ) -> Result<TermId, Need> {
        let pointer = self.pointer_terms(terms, pointer);
        let start = self.pointer_to(terms, pointer.object);
        let tag = self.load_input(terms, start, HEADER_WORD, None)?;
        let tag = crate::term_of(terms, tag, HEADER_WORD);
        Ok(one_of(terms, tag, &class.tags))
    }

    /// The entries among some places.
    fn entries_at(&self, terms: &Terms, places: &[Place]) -> Result<Vec<(u32, TermId)>, Need> {
        let mut found = Vec::new();
        let Some(input) = &self.input else { return Ok(found) };
        for &(object, offset) in places {
            match input.leaf(terms, object) {
                Leaf::Entry(number) => found.push((number, offset)),
                Leaf::Unknown => return Err(Need::Unsupported(MemoryError::UnboundedPointer)),
                Leaf::Null | Leaf::Allocated(_) => {}
            }
        }
        Ok(found)
    }

    /// The value of a type through a pointer of which some alternative is an input object. The access was
    /// checked.
    pub fn load_input(
        &mut self,
        terms: &mut Terms,
        pointer: Value,
        value_type: Type,
        class: Option<&InputClass>,
    ) -> Result<Value, Need> {
        let pointer = self.pointer_terms(terms, pointer);
        let whole = (pointer.object, pointer.offset);
        let places = places(terms, whole);
        let leaves: Vec<Place> =
            places.iter().filter(|(_, choice)| choice.is_none()).map(|(place, _)| *place).collect();
        let entries = self.entries_at(terms, &leaves)?;
        let size = value_type.store_size(self.pointer_bits());
        let placements = self.placements(terms, &entries, size, class)?;
        let placements = self.as_accessed(&entries, placements, value_type)?;
        let mut placements = placements.into_iter();
        let mut known: FxHashMap<Place, Option<Value>> = FxHashMap::default();
        for (place, choice) in places {
            let value = match choice {
                None => match self.input.as_ref().map(|input| input.leaf(terms, place.0)) {
                    Some(Leaf::Entry(number)) => match placements.next().flatten() {
                        Some(placement) => {
                            Some(self.load_entry(terms, number, place.1, value_type, &placement)?)
                        }
                        None => None,
                    },
                    Some(Leaf::Allocated(object)) => {
                        self.load_allocated(terms, object, place.1, value_type)
                    }
                    _ => None,
                },
                Some((condition, then, otherwise)) => match (known[&then], known[&otherwise]) {
                    (Some(then), Some(otherwise)) => {
                        Some(self.select(terms, condition, then, otherwise, value_type))
                    }
                    (one, other) => one.or(other),
                },
            };
            known.insert(place, value);
        }
        match known[&whole] {
            Some(value) => Ok(value),
            // No alternative is allowed: the path cannot be.
            None => Ok(self.fresh_uninitialised(terms, value_type)),
        }
    }

    fn load_allocated(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: TermId,
        value_type: Type,
    ) -> Option<Value> {
        let size = value_type.store_size(self.pointer_bits());
        if !self.has_bytes(object, terms.as_u64(offset).unwrap_or(0), size) {
            return None;
        }
        Some(self.load_at(terms, object, offset, value_type))
    }

    fn load_entry(
        &mut self,
        terms: &mut Terms,
        number: u32,
        offset: TermId,
        value_type: Type,
        placement: &Placement,
    ) -> Result<Value, Need> {
        self.bind(terms, number);
        match placement {
            Placement::Cells(cells) => {
                for cell in cells {
                    self.define(terms, number, cell);
                }
                Ok(self.load_at(terms, object_id(number), offset, value_type))
            }
            Placement::Element(element) => {
                self.define_elements(terms, number, element);
                let offset = self.offset_from_first(terms, offset, element);
                if let CellKind::Reference(_) = element.cell.kind {
                    if value_type != Type::Pointer {
                        return Err(Need::Unsupported(MemoryError::InteriorElement));
                    }
                    let index = self.element_index(terms, offset, element.cell.size);
                    let value = self.load_reference(terms, number, index, &element.cell);
                    return value.ok_or(Need::Unsupported(MemoryError::TooManyObjects));
                }
                let value = self.load_at(terms, elements_id(number), offset, value_type);
                if let (CellKind::Bits(bits), Value::Term(term)) = (element.cell.kind, value)
                    && value_type == element.cell.value_type()
                    && u64::from(bits) < 8 * element.cell.size
                {
                    // Truth values: whatever is in the initial array, and whatever is stored there, has no more bits.
                    let limit = terms.bv(8 * element.cell.size as u32, 1 << bits);
                    let fits = terms.bv_ult(term, limit);
                    self.demand(terms, fits);
                }
                Ok(value)
            }
        }
    }

    /// An offset from the first element.
    fn offset_from_first(&self, terms: &mut Terms, offset: TermId, element: &Element) -> TermId {
        let start = terms.bv(self.pointer_bits(), element.start);
        terms.bv_sub(offset, start)
    }

    /// Stores a value of a type through a pointer of which some alternative is an input object. The access was
    /// checked.
    pub fn store_input(
        &mut self,
        terms: &mut Terms,
        pointer: Value,
        value_type: Type,
        value: Value,
        class: Option<&InputClass>,
    ) -> Result<(), Need> {
        let pointer = self.pointer_terms(terms, pointer);
        let (whole, size) = (pointer.object, value_type.store_size(self.pointer_bits()));
        let places = places(terms, (whole, pointer.offset));
        let mut leaves: Vec<Place> = Vec::new();
        leaves.extend(places.iter().filter(|(_, choice)| choice.is_none()).map(|(place, _)| place));
        let entries = self.entries_at(terms, &leaves)?;
        let first = entries.first().map(|entry| entry.1);
        if entries.iter().any(|entry| Some(entry.1) != first) {
            return Err(Need::Object);
        }
        let placements = self.placements(terms, &entries, size, class)?;
        let placements = self.as_accessed(&entries, placements, value_type)?;
        let value = match value {
            Value::Undefined => self.fresh_uninitialised(terms, value_type),
            value => value,
        };
        let mut kinds: Vec<Placement> = Vec::new();
        for (&(number, offset), placement) in entries.iter().zip(placements) {
            let Some(placement) = placement else { continue };
            self.bind(terms, number);
            let alone = leaves.len() == 1;
            self.prepare(terms, number, (offset, size), &placement, alone)?;
            if !kinds.iter().any(|known| known.agrees(&placement)) {
                kinds.push(placement);
            }
        }
        let bound = self.input.as_ref().map(|input| Rc::clone(&input.bound)).unwrap_or_default();
        for &number in bound.iter() {
            let Some(identity) =
                self.input.as_ref().and_then(|input| input.entry(number)).map(|entry| entry.term)
            else {
                continue;
            };
            if !entries.iter().any(|(entry, _)| self.may_be_same(*entry, number)) {
                continue;
            }
            let here = self.same_and_not_null(terms, whole, identity);
            if terms.as_bool(here) == Some(false) {
                continue;
            }
            for kind in &kinds {
                let at = first.unwrap_or(pointer.offset);
                self.store_entry(terms, number, at, (here, value_type, value), kind)?;
            }
        }
        for (object, offset) in leaves {
            if let Some(Leaf::Allocated(id)) =
                self.input.as_ref().map(|input| input.leaf(terms, object))
            {
                let here = self.same_and_not_null(terms, whole, object);
                self.store_allocated(terms, id, offset, (here, value_type, value));
            }
        }
        Ok(())
    }

    fn may_be_same(&self, one: u32, other: u32) -> bool {
        match (self.shape_of(one), self.shape_of(other)) {
            (Some(shape), Some(others)) => one == other || shape.is_compatible(&others),
            _ => false,
        }
    }

    /// Makes what a write may leave unchanged in part defined.
    fn prepare(
        &mut self,
        terms: &mut Terms,
        number: u32,
        (offset, size): (TermId, u64),
        placement: &Placement,
        alone: bool,
    ) -> Result<(), Need> {
        match placement {
            Placement::Cells(cells) => {
                let whole = matches!(
                    (cells.as_slice(), terms.as_u64(offset)),
                    ([cell], Some(offset)) if cell.offset == offset && cell.size == size
                );
                for cell in cells {
                    if alone && whole {
                        self.set_defined(number, cell);
                    } else {
                        self.define(terms, number, cell);
                    }
                }
            }
            Placement::Element(element) => self.define_elements(terms, number, element),
        }
        Ok(())
    }

    /// Writes into an entry's object where it is the one that is meant; what is not defined there needs nothing.
    fn store_entry(
        &mut self,
        terms: &mut Terms,
        number: u32,
        offset: TermId,
        (here, value_type, value): (TermId, Type, Value),
        placement: &Placement,
    ) -> Result<(), Need> {
        match placement {
            Placement::Cells(cells) => {
                if !cells.iter().any(|cell| self.is_defined(number, cell)) {
                    return Ok(());
                }
                for cell in cells {
                    self.define(terms, number, cell);
                }
                let (value_type, value) = self.as_held(terms, cells, value_type, value);
                self.store_where(terms, object_id(number), offset, (here, value_type, value));
            }
            Placement::Element(element) => {
                if !self.has_elements(number, element) {
                    return Ok(());
                }
                let offset = self.offset_from_first(terms, offset, element);
                if let CellKind::Reference(_) = element.cell.kind {
                    let index = self.element_index(terms, offset, element.cell.size);
                    let stored =
                        self.store_reference(terms, number, index, (here, value), &element.cell);
                    return stored.map_err(Need::Unsupported);
                }
                self.store_where(terms, elements_id(number), offset, (here, value_type, value));
            }
        }
        Ok(())
    }

    /// A number that is stored as a reference becomes a pointer, so that references stay pointers.
    fn as_held(
        &mut self,
        terms: &mut Terms,
        cells: &[Cell],
        value_type: Type,
        value: Value,
    ) -> (Type, Value) {
        let size = value_type.store_size(self.pointer_bits());
        match cells {
            [cell] if cell.size == size && matches!(cell.kind, CellKind::Reference(_)) => {
                match value {
                    Value::Int(_) | Value::Term(_) if value_type != Type::Pointer => {
                        (Type::Pointer, self.int_to_pointer(terms, value).0)
                    }
                    value => (Type::Pointer, value),
                }
            }
            _ => (value_type, value),
        }
    }

    fn store_allocated(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: TermId,
        (here, value_type, value): (TermId, Type, Value),
    ) {
        let size = value_type.store_size(self.pointer_bits());
        if self.has_bytes(object, terms.as_u64(offset).unwrap_or(0), size) {
            self.store_where(terms, object, offset, (here, value_type, value));
        }
    }

    /// Stores a value if a condition holds.
    fn store_where(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: TermId,
        (here, value_type, value): (TermId, Type, Value),
    ) {
        let value = match terms.as_bool(here) {
            Some(true) => value,
            Some(false) => return,
            None => {
                let old = self.load_at(terms, object, offset, value_type);
                self.select(terms, here, value, old, value_type)
            }
        };
        self.store_at(terms, object, offset, value_type, value);
    }
}

/// What a shape has at a place; nothing if it does not say.
fn placement(shape: &Shape, offset: Option<u64>, size: u64) -> Option<Placement> {
    match (&shape.extent, offset) {
        (Extent::Scalars(cell), _) => {
            Some(Placement::Element(Element { start: 0, cell: cell.clone() }))
        }
        (Extent::Object(Some(element)), Some(at)) if at >= element.start => {
            Some(Placement::Element(element.clone()))
        }
        (Extent::Object(Some(element)), None) => Some(Placement::Element(element.clone())),
        (Extent::Object(_) | Extent::Repeated, Some(at)) => {
            shape.cells_at(at, size).map(Placement::Cells)
        }
        _ => None,
    }
}

impl Memory {
    /// The types of objects that an entry's object can be of.
    pub(super) fn class_type(&self, number: u32, tag: Option<u32>) -> Option<SourceTypeId> {
        let shape = self.shape_of(number)?;
        let class = tag.and_then(|tag| {
            let classes = shape.classes.as_ref()?;
            classes.iter().find(|(other, _)| *other == tag).map(|(_, class)| *class)
        });
        Some(class.unwrap_or(shape.source_type))
    }
}
