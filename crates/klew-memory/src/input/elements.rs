//! Elements of input arrays: rules r2 and c1 with the element index in place of the field.
//!
//! Numbers lie in an SMT array below the object of the elements; references in an SMT array of identities
//! (all such pointers point to starts of objects). Arrays as a whole are chosen among the possible aliases.
//! A reference that is an element is an input reference of its own, a symbol that is said to be equal to the
//! selection from the array, so that objects are always found by symbols.

use std::rc::Rc;

use klew_term::{Kind, ScalarSort, Sort, TermId, Terms};

use super::layout::{Cell, CellKind, Element};
use super::view::InitialValue;
use super::{Elements, blank, elements_id};
use crate::contents::{ArrayBase, Base, Contents};
use crate::value::OBJECT_BITS;
use crate::{Memory, MemoryError, ObjectId, ObjectKind, SymbolicPointer, Value};

/// Bits of the indices of input arrays.
const INDEX_BITS: u32 = 32;

/// Where the elements of an input array are kept: an object, an offset in it, and the bytes of one.
pub(crate) struct InputElements {
    pub object: ObjectId,
    pub offset: u64,
    pub unit: u64,
}

impl Memory {
    /// The elements from a place of an input array on, if these may be any numbers.
    pub(crate) fn plain_elements(
        &mut self,
        terms: &mut Terms,
        from: &SymbolicPointer,
    ) -> Option<InputElements> {
        let number = self.entry_of(terms, from.object)?;
        let at = terms.as_u64(from.offset)?;
        let element = self.element_at(number, at)?;
        let unit = element.cell.size;
        let plain = match element.cell.kind {
            CellKind::Bits(bits) => u64::from(bits) == 8 * unit,
            CellKind::Float(_) => true,
            CellKind::Reference(_) | CellKind::Union(_) => false,
        };
        let offset = at.checked_sub(element.start)?;
        if !plain || !offset.is_multiple_of(unit) {
            return None;
        }
        self.bind(terms, number);
        self.define_elements(terms, number, &element);
        Some(InputElements { object: elements_id(number), offset, unit })
    }

    /// Whether the elements of an object are defined, as such.
    pub(super) fn has_elements(&self, number: u32, element: &Element) -> bool {
        let entry = self.input.as_ref().and_then(|input| input.entry(number));
        let known = entry.and_then(|entry| entry.elements.as_ref());
        known.is_some_and(|known| {
            known.element.start == element.start && known.element.cell.agrees(&element.cell)
        })
    }

    /// Makes the elements of an object defined.
    pub(super) fn define_elements(&mut self, terms: &mut Terms, number: u32, element: &Element) {
        if self.has_elements(number, element) {
            return;
        }
        let Some(entry) = self.input.as_ref().and_then(|input| input.entry(number)) else { return };
        let (name, symbol) = (Rc::clone(&entry.name), format!("{}[]", entry.symbol));
        let references = matches!(element.cell.kind, CellKind::Reference(_));
        let width = if references { OBJECT_BITS } else { 8 * element.cell.size as u32 };
        let sort = Sort::Array(ScalarSort::BitVec(INDEX_BITS), ScalarSort::BitVec(width));
        let initial = terms.symbol_named(&symbol, sort);
        let mut array = initial;
        for (other, same) in self.aliases(terms, number).into_iter().rev() {
            if self.has_elements(other, element)
                && let Some(known) = self.array_of(terms, other, element)
            {
                array = terms.ite(same, known, array);
            }
        }
        let mut contents = Contents::new(None, false);
        if !references {
            contents.base = Base::Array(ArrayBase {
                term: array,
                element_bytes: element.cell.size,
                index_bits: INDEX_BITS,
                ahead: 0,
            });
        }
        let mut numbers = blank(ObjectKind::Input, Value::Int(u64::MAX), contents, &name);
        numbers.size = Value::Int(self.address_mask());
        let elements =
            Elements { element: element.clone(), numbers, references: references.then_some(array) };
        if let Some(entry) = self.input_mut().and_then(|input| input.entry_mut(number)) {
            entry.elements = Some(elements);
        }
        self.log(number, element.cell.clone(), InitialValue::Elements(initial, element.start));
    }

    /// The array term that holds all elements.
    fn array_of(&mut self, terms: &mut Terms, number: u32, element: &Element) -> Option<TermId> {
        let entry = self.input.as_ref()?.entry(number)?;
        if let Some(references) = entry.elements.as_ref()?.references {
            return Some(references);
        }
        let start = terms.bv(self.pointer_bits(), 0);
        Some(self.flush(terms, elements_id(number), start, element.cell.size, None)?.term)
    }

    /// The index of the reference at an offset from the first.
    pub(super) fn element_index(&self, terms: &mut Terms, offset: TermId, size: u64) -> TermId {
        let index = crate::offset::quotient(terms, offset, size.trailing_zeros());
        let width = terms.width(index);
        if width > INDEX_BITS {
            terms.bv_extract(index, INDEX_BITS - 1, 0)
        } else {
            terms.bv_zero_extend(index, INDEX_BITS)
        }
    }

    /// The reference at an index.
    pub(super) fn load_reference(
        &mut self,
        terms: &mut Terms,
        number: u32,
        index: TermId,
        cell: &Cell,
    ) -> Option<Value> {
        let array = self.input.as_ref()?.entry(number)?.elements.as_ref()?.references?;
        let object = self.select_reference(terms, array, index, cell)?;
        Some(self.pointer_to(terms, object))
    }

    /// The identity at an index of an array: a choice among what was stored and what was there.
    fn select_reference(
        &mut self,
        terms: &mut Terms,
        array: TermId,
        index: TermId,
        cell: &Cell,
    ) -> Option<TermId> {
        let mut known = rustc_hash::FxHashMap::default();
        for part in array_parts(terms, array) {
            let arguments = terms.arguments(part).to_vec();
            let object = match terms.kind(part) {
                Kind::Ite => terms.ite(arguments[0], known[&arguments[1]], known[&arguments[2]]),
                Kind::Store => {
                    let here = terms.eq(index, arguments[1]);
                    terms.ite(here, arguments[2], known[&arguments[0]])
                }
                _ => self.element_reference(terms, part, index, cell)?,
            };
            known.insert(part, object);
        }
        known.get(&array).copied()
    }

    /// The input reference that an initial array has at an index.
    fn element_reference(
        &mut self,
        terms: &mut Terms,
        array: TermId,
        index: TermId,
        cell: &Cell,
    ) -> Option<TermId> {
        let selected = terms.select(array, index);
        if terms.is_constant(selected) {
            return Some(selected);
        }
        let input = self.input.as_ref()?;
        let known =
            input.elements.iter().find(|known| (known.0, known.1) == (array, index)).copied();
        if let Some((_, _, number)) = known {
            return input.entry(number).map(|entry| entry.term);
        }
        let CellKind::Reference(pointee) = cell.kind else { return None };
        let base = terms.symbol_name(terms.as_symbol(array)?).trim_end_matches("[]").to_owned();
        let count = input.elements.len();
        let at = terms.as_u64(index);
        let symbol = format!("{base}[#{count}]");
        let shown = base.split_once(' ').map_or(base.as_str(), |(_, name)| name);
        let name = match at {
            Some(at) => format!("{shown}[{at}]"),
            None => format!("{shown}[...]"),
        };
        let number = self.new_reference(terms, name.into(), symbol.into(), pointee)?;
        let term = self.input.as_ref()?.entry(number)?.term;
        self.hint(term, selected);
        let equal = terms.eq(term, selected);
        self.demand(terms, equal);
        Rc::make_mut(&mut self.input_mut()?.elements).push((array, index, number));
        Some(term)
    }

    /// Stores a reference at an index where a condition holds.
    pub(super) fn store_reference(
        &mut self,
        terms: &mut Terms,
        number: u32,
        index: TermId,
        (condition, value): (TermId, Value),
        cell: &Cell,
    ) -> Result<(), MemoryError> {
        let pointer = self.pointer_terms(terms, value);
        if terms.as_u64(pointer.offset) != Some(0) {
            return Err(MemoryError::InteriorElement);
        }
        let entry = self.input.as_ref().and_then(|input| input.entry(number));
        let array = entry.and_then(|entry| entry.elements.as_ref()?.references);
        let Some(array) = array else { return Ok(()) };
        let object = match terms.as_bool(condition) {
            Some(true) => pointer.object,
            _ => {
                let Some(old) = self.select_reference(terms, array, index, cell) else {
                    return Ok(());
                };
                terms.ite(condition, pointer.object, old)
            }
        };
        let stored = terms.store(array, index, object);
        if let Some(input) = self.input_mut()
            && let Some(elements) =
                input.entry_mut(number).and_then(|entry| entry.elements.as_mut())
        {
            elements.references = Some(stored);
        }
        Ok(())
    }
}

/// The arrays that an array is made of, each before what is made of it.
fn array_parts(terms: &Terms, array: TermId) -> Vec<TermId> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut ordered = Vec::new();
    let mut open = vec![(array, false)];
    while let Some((part, done)) = open.pop() {
        if done {
            ordered.push(part);
            continue;
        }
        if !seen.insert(part) {
            continue;
        }
        open.push((part, true));
        let arguments = terms.arguments(part);
        match terms.kind(part) {
            Kind::Ite => open.extend([(arguments[1], false), (arguments[2], false)]),
            Kind::Store => open.push((arguments[0], false)),
            _ => {}
        }
    }
    ordered
}
