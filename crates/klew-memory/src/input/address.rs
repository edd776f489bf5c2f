//! Extents, lives and addresses of input objects that belong to no class: what C asks of them.
//!
//! How many elements there are behind a pointer, and whether it was freed, are kept as cells are (rule r2). An
//! address is a symbol: 0 for null, equal for equal references, and apart from all others otherwise.

use std::rc::Rc;

use klew_term::{Sort, SymbolId, TermId, Terms};

use super::layout::{Cell, CellKind, Extent};
use super::view::InitialValue;
use super::{InputHeap, Leaf};
use crate::address::UNMAPPED;
use crate::value::OBJECT_BITS;
use crate::{Memory, Value};

impl Memory {
    /// How many elements there are, as wide as a pointer: at least 1, at most `Layouts::array_max`.
    fn length_of(&mut self, terms: &mut Terms, number: u32) -> TermId {
        let width = self.pointer_bits();
        let one = terms.bv(width, 1);
        let Some(input) = self.input.clone() else { return one };
        let Some(entry) = input.entry(number) else { return one };
        if let Some(length) = entry.length {
            return length;
        }
        self.bind(terms, number);
        let symbol = format!("{} count", entry.symbol);
        let initial = terms.symbol_named(&symbol, Sort::BitVec(width));
        let least = terms.bv_ule(one, initial);
        let most = terms.bv(width, input.layouts.array_max);
        let most = terms.bv_ule(initial, most);
        self.hint(initial, one);
        self.demand(terms, least);
        self.demand(terms, most);
        let mut length = initial;
        for (other, same) in self.aliases(terms, number).into_iter().rev() {
            let known = self.input.as_ref().and_then(|input| input.entry(other)?.length);
            if let Some(known) = known {
                length = terms.ite(same, known, length);
            }
        }
        let cell = Cell {
            name: "".into(),
            offset: 0,
            size: self.model().pointer_size(),
            kind: CellKind::Bits(width),
            source_type: None,
            never_null: false,
        };
        self.log(number, cell, InitialValue::Length(initial));
        if let Some(input) = self.input_mut() {
            input.bounded = true;
            if let Some(entry) = input.entry_mut(number) {
                entry.length = Some(length);
            }
        }
        length
    }

    /// The bytes of the object of a reference that has no alternatives, as wide as a pointer.
    pub fn input_size(&mut self, terms: &mut Terms, object: TermId) -> TermId {
        let width = self.pointer_bits();
        let entry = self.entry_of(terms, object);
        let entry = entry.and_then(|number| {
            let entry = self.input.as_ref()?.entry(number)?;
            Some((number, entry.shape.size, entry.shape.extent.clone()))
        });
        match entry {
            Some((number, size, Extent::Scalars(_) | Extent::Repeated)) => {
                let length = self.length_of(terms, number);
                let size = terms.bv(width, size);
                terms.bv_mul(length, size)
            }
            Some((_, size, Extent::Object(_))) => terms.bv(width, size),
            _ => terms.bv(width, 0),
        }
    }

    /// The bytes of an input object, if that was asked for before; else those of one element.
    pub fn known_input_size(&self, object: crate::ObjectId) -> Option<(u64, Option<TermId>)> {
        let input = self.input.as_ref()?;
        let entry = input.entry(super::numbers_of(object).0)?;
        Some((entry.shape.size, entry.length))
    }

    /// The condition that `length` bytes from `offset` lie within the object of a reference without alternatives.
    pub fn input_in_bounds(
        &mut self,
        terms: &mut Terms,
        object: TermId,
        offset: TermId,
        length: TermId,
    ) -> TermId {
        let one = self.entry_of(terms, object).and_then(|number| {
            let shape = &self.input.as_ref()?.entry(number)?.shape;
            match shape.extent {
                Extent::None => None,
                _ => Some(shape.size),
            }
        });
        let Some(one) = one else { return terms.false_() };
        if let (Some(offset), Some(length)) = (terms.as_u64(offset), terms.as_u64(length))
            && offset.checked_add(length).is_some_and(|end| end <= one)
        {
            return terms.true_();
        }
        let size = self.input_size(terms, object);
        let starts = terms.bv_ule(offset, size);
        let rest = terms.bv_sub(size, offset);
        let ends = terms.bv_ule(length, rest);
        terms.and(starts, ends)
    }

    /// When the object of a reference without alternatives was freed.
    pub fn input_freed(&mut self, terms: &mut Terms, object: TermId) -> TermId {
        let Some(number) = self.entry_of(terms, object) else { return terms.false_() };
        let known = self.input.as_ref().and_then(|input| input.entry(number)?.freed);
        if let Some(known) = known {
            return known;
        }
        // An object that is not known yet was freed through whoever it is the same as.
        let mut freed = terms.false_();
        for (other, same) in self.aliases(terms, number).into_iter().rev() {
            let known = self.input.as_ref().and_then(|input| input.entry(other)?.freed);
            if let Some(known) = known {
                freed = terms.ite(same, known, freed);
            }
        }
        freed
    }

    /// Frees the object of a reference without alternatives, which is neither null nor freed.
    pub fn free_input(&mut self, terms: &mut Terms, object: TermId) {
        let Some(number) = self.entry_of(terms, object) else { return };
        self.bind(terms, number);
        let Some(input) = self.input.clone() else { return };
        for &other in input.bound.iter() {
            let Some(alias) = input.entry(other) else { continue };
            let before = self.input_freed(terms, alias.term);
            let here = self.same_and_not_null(terms, object, alias.term);
            let freed = terms.or(before, here);
            if terms.as_bool(freed) == Some(false) {
                continue;
            }
            if let Some(entry) = self.input_mut().and_then(|input| input.entry_mut(other)) {
                entry.freed = Some(freed);
            }
        }
    }

    /// The address of an input object; what is known of it comes as a constraint.
    pub(crate) fn input_address(&mut self, terms: &mut Terms, object: TermId) -> Option<TermId> {
        let number = self.entry_of(terms, object)?;
        let entry = self.input.as_ref()?.entry(number)?.clone();
        if let Some(address) = entry.address {
            return Some(address);
        }
        let width = self.pointer_bits();
        let symbol = format!("address of {}", entry.symbol);
        let address = terms.symbol_named(&symbol, Sort::BitVec(width));
        let size = self.input_size(terms, object);
        let (null, zero) = (terms.bv(OBJECT_BITS, 0), terms.bv(width, 0));
        let (is_null, is_zero) = (terms.eq(object, null), terms.eq(address, zero));
        let same = terms.eq(is_null, is_zero);
        self.demand(terms, same);
        let last = terms.bv(width, self.address_mask() - UNMAPPED);
        let first = terms.bv(width, UNMAPPED);
        let highest = terms.bv_sub(last, size);
        let (above, below) = (terms.bv_ule(first, address), terms.bv_ule(address, highest));
        let mut rules = vec![above, below];
        let align = entry.shape.cells.iter().map(|cell| cell.size).max().unwrap_or(1);
        let align = match &entry.shape.extent {
            Extent::Scalars(cell) => cell.size,
            _ => align,
        };
        if align > 1 && align.is_power_of_two() {
            let exponent = align.trailing_zeros();
            let low = terms.bv_extract(address, exponent - 1, 0);
            let none = terms.bv(exponent, 0);
            rules.push(terms.eq(low, none));
        }
        for observed in Rc::clone(&self.observed).iter() {
            let Some(start) = self.object(*observed).and_then(|object| object.address) else {
                continue;
            };
            let extent = self.extent(terms, *observed);
            rules.push(apart(terms, (address, size), (start, extent)));
        }
        let rules = terms.and_all(&rules);
        let rules = terms.or(is_null, rules);
        self.demand(terms, rules);
        let others: Vec<(TermId, TermId)> = self.input_addresses();
        for (other, start) in others {
            let same = self.same_object(terms, object, other);
            let equal = terms.eq(address, start);
            let extent = self.input_size(terms, other);
            let apart = apart(terms, (address, size), (start, extent));
            let other_null = terms.eq(other, null);
            let apart = terms.or(other_null, apart);
            let apart = terms.or(is_null, apart);
            let rule = terms.ite(same, equal, apart);
            self.demand(terms, rule);
        }
        if let Some(entry) = self.input_mut().and_then(|input| input.entry_mut(number)) {
            entry.address = Some(address);
        }
        Some(address)
    }

    /// References whose address is a number, with it.
    pub(crate) fn input_addresses(&self) -> Vec<(TermId, TermId)> {
        let Some(input) = &self.input else { return Vec::new() };
        let entries = input.entries.entries().into_iter();
        entries.filter_map(|(_, entry)| Some((entry.term, entry.address?))).collect()
    }

    /// The reference whose address a symbol is.
    pub(crate) fn reference_of_symbol(&self, terms: &Terms, symbol: SymbolId) -> Option<TermId> {
        let name = terms.symbol_name(symbol);
        if !name.starts_with("address of ") {
            return None;
        }
        let found = self.input_addresses().into_iter();
        found
            .into_iter()
            .find(|(_, address)| terms.as_symbol(*address) == Some(symbol))
            .map(|f| f.0)
    }

    /// An allocated object's address is apart from those of input objects.
    pub(crate) fn constrain_apart_from_inputs(
        &mut self,
        terms: &mut Terms,
        place: (TermId, TermId),
    ) {
        for (object, start) in self.input_addresses() {
            let size = self.input_size(terms, object);
            let null = terms.bv(OBJECT_BITS, 0);
            let is_null = terms.eq(object, null);
            let apart = apart(terms, place, (start, size));
            let rule = terms.or(is_null, apart);
            self.demand(terms, rule);
        }
    }

    /// Whether an object term that is no choice is an input reference or object.
    pub fn is_input_object(&self, terms: &Terms, object: TermId) -> bool {
        let leaf = |input: &Rc<InputHeap>| matches!(input.leaf(terms, object), Leaf::Entry(_));
        self.input.as_ref().is_some_and(leaf)
    }
}

/// Whether two ranges of addresses, which do not wrap, have nothing in common.
fn apart(terms: &mut Terms, one: (TermId, TermId), other: (TermId, TermId)) -> TermId {
    let (end, other_end) = (terms.bv_add(one.0, one.1), terms.bv_add(other.0, other.1));
    let (below, above) = (terms.bv_ule(end, other.0), terms.bv_ule(other_end, one.0));
    terms.or(below, above)
}

impl Memory {
    /// The value of a pointer whose object is one alternative.
    pub fn pointer_into(&self, terms: &mut Terms, object: TermId, offset: TermId) -> Value {
        self.pointer_from(terms, object, offset)
    }
}
