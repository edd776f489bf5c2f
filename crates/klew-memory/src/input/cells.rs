//! Cells of input objects: their values in the initial heap (rule r2), and classes.
//!
//! `H(Y)(f) := ite(Y = Y1, H(Y1)(f), ... ite(Y = Ym, H(Ym)(f), Z))`, where `Y1 ... Ym` are the other references with
//! an object that may be of the same type and in which `f` is defined and may have been written; that `Z` is the initial value of
//! the others is for `congruence` to say. That the initial value is `Z`, where `Y` is
//! none of these, is written down for rebuilding the input: in the order in which cells came to be defined so.

use klew_ir::SourceTypeId;
use klew_ir::object_layout::{HEADER_WORD_SIZE, LENGTH_OFFSET};
use klew_term::{Sort, TermId, Terms};

use super::layout::{Cell, CellKind, Shape};
use super::view::InitialValue;
use super::{Logged, object_id};
use crate::value::OBJECT_BITS;
use crate::{Memory, SymbolicPointer, Value};

use std::rc::Rc;

impl Memory {
    /// Other entries with an object that may be the same: their numbers and when they are, in the order in which
    /// they got their objects.
    pub(super) fn aliases(&mut self, terms: &mut Terms, number: u32) -> Vec<(u32, TermId)> {
        let Some(input) = self.input.clone() else { return Vec::new() };
        let Some(entry) = input.entry(number) else { return Vec::new() };
        let mut found = Vec::new();
        for &other in input.bound.iter().filter(|&&other| other != number) {
            let Some(alias) = input.entry(other) else { continue };
            if !alias.shape.is_compatible(&entry.shape) {
                continue;
            }
            let same = terms.eq(entry.term, alias.term);
            if terms.as_bool(same) != Some(false) {
                found.push((other, same));
            }
        }
        found
    }

    /// Whether a cell of an entry's object holds something.
    pub(super) fn is_defined(&self, number: u32, cell: &Cell) -> bool {
        let entry = self.input.as_ref().and_then(|input| input.entry(number));
        entry.is_some_and(|entry| entry.defined.iter().any(|known| known.agrees(cell)))
    }

    pub(super) fn set_defined(&mut self, number: u32, cell: &Cell) {
        if self.is_defined(number, cell) {
            return;
        }
        if let Some(entry) = self.input_mut().and_then(|input| input.entry_mut(number)) {
            entry.defined.push(cell.clone());
        }
    }

    /// Makes a cell defined (rule r2).
    pub(super) fn define(&mut self, terms: &mut Terms, number: u32, cell: &Cell) {
        if self.is_defined(number, cell) {
            return;
        }
        let value_type = cell.value_type();
        let written = self.written_aliases(terms, number, cell);
        let mut value = self.initial_value(terms, number, cell);
        for (same, other) in written.into_iter().rev() {
            value = self.select(terms, same, other, value, value_type);
        }
        self.store(terms, object_id(number), cell.offset, value_type, value);
        self.set_defined(number, cell);
    }

    /// What a cell holds in other entries that may be the same object, each with when it is, unless that is its initial value:
    /// that initial values agree is for congruences to say.
    fn written_aliases(
        &mut self,
        terms: &mut Terms,
        number: u32,
        cell: &Cell,
    ) -> Vec<(TermId, Value)> {
        let Some(input) = self.input.clone() else { return Vec::new() };
        let Some(entry) = input.entry(number) else { return Vec::new() };
        let mut written = Vec::new();
        for &other in input.bound.iter().filter(|&&other| other != number) {
            let Some(alias) = input.entry(other) else { continue };
            if !alias.shape.is_compatible(&entry.shape) || !self.is_defined(other, cell) {
                continue;
            }
            let value = self.load(terms, object_id(other), cell.offset, cell.value_type());
            if alias.term != entry.term && input.is_initial(other, cell, value) {
                continue;
            }
            let same = terms.eq(entry.term, alias.term);
            if terms.as_bool(same) != Some(false) {
                written.push((same, value));
            }
        }
        written
    }

    /// The cell's value in the initial heap, where no other entry is known to be the same object.
    fn initial_value(&mut self, terms: &mut Terms, number: u32, cell: &Cell) -> Value {
        let entry = self.input.as_ref().and_then(|input| input.entry(number));
        let Some(entry) = entry else { return Value::Int(0) };
        let join = |base: &str| match cell.name.is_empty() || cell.name.starts_with('[') {
            true => format!("{base}{}", if cell.name.is_empty() { "[0]" } else { &cell.name }),
            false => format!("{base}.{}", cell.name),
        };
        let (name, symbol) = (join(&entry.name), join(&entry.symbol));
        let (value, initial) = match cell.kind {
            CellKind::Reference(pointee) => {
                let reference = self.new_reference(terms, name.into(), symbol.into(), pointee);
                let Some(reference) = reference else { return Value::NULL };
                let value = self.reference_value(terms, reference);
                self.demand_not_null(terms, number, cell, reference);
                if let Some(symbol) = self.reference_term(reference) {
                    self.note_initial(number, cell, symbol, value);
                }
                (value, InitialValue::Reference(reference))
            }
            // An access says which of both it is.
            CellKind::Union(_) => return Value::Undefined,
            CellKind::Bits(bits) => {
                let width = 8 * cell.size as u32;
                let bits = bits.clamp(1, width);
                let term = terms.symbol_named(&symbol, Sort::BitVec(bits));
                let wide = terms.bv_zero_extend(term, width);
                if cell.offset == LENGTH_OFFSET
                    && cell.size == HEADER_WORD_SIZE
                    && self.has_class(number)
                {
                    let zero = terms.bv(width, 0);
                    let positive = terms.bv_sle(zero, term);
                    self.constraints.push(positive);
                    self.bound_elements(terms, term, width);
                }
                let value = crate::from_term(terms, wide);
                self.note_initial(number, cell, term, value);
                (value, InitialValue::Bits(wide))
            }
            CellKind::Float(format) => {
                let image = terms.symbol_named(&symbol, Sort::BitVec(8 * cell.size as u32));
                let float = terms.fp_from_bits(image, klew_semantics::float_format(format));
                let value = crate::from_term(terms, float);
                self.note_initial(number, cell, image, value);
                (value, InitialValue::Bits(image))
            }
        };
        self.log(number, cell.clone(), initial);
        value
    }

    /// Demands that a reference in an object of a class is not null, where the object's class says so.
    fn demand_not_null(&mut self, terms: &mut Terms, number: u32, cell: &Cell, reference: u32) {
        let Some(input) = self.input.clone() else { return };
        let (Some(owner), Some(field)) = (input.entry(number), input.entry(reference)) else {
            return;
        };
        let Some(classes) = &owner.shape.classes else { return };
        // A type without a class has null only.
        if field.shape.classes.as_ref().is_some_and(|classes| classes.is_empty()) {
            return;
        }
        let says_so = |class: SourceTypeId| {
            let shape = input.layouts.shape(class);
            shape.cells.iter().any(|other| other.never_null && other.agrees(cell))
        };
        let tags: Vec<u32> =
            classes.iter().filter(|(_, class)| says_so(*class)).map(|(tag, _)| *tag).collect();
        if tags.is_empty() {
            return;
        }
        let null = terms.bv(OBJECT_BITS, 0);
        let is_null = terms.eq(field.term, null);
        let mut rule = terms.not(is_null);
        if tags.len() < classes.len()
            && let Some(class) = self.class_of(terms, number)
        {
            let is_one = one_of(terms, class, &tags);
            rule = terms.implies(is_one, rule);
        }
        let without = terms.eq(owner.term, null);
        let rule = terms.or(without, rule);
        self.demand(terms, rule);
    }

    /// Demands that an array of a class has no more elements than the bound says, if there is one.
    fn bound_elements(&mut self, terms: &mut Terms, length: TermId, width: u32) {
        let most = self.input.as_ref().and_then(|input| input.layouts.element_max);
        let Some(most) = most else { return };
        let most = terms.bv(width, most);
        let few = terms.bv_sle(length, most);
        self.demand(terms, few);
        if let Some(input) = self.input_mut() {
            input.bounded = true;
        }
    }

    pub(super) fn log(&mut self, entry: u32, cell: Cell, value: InitialValue) {
        if let Some(input) = self.input_mut() {
            input.logged += 1;
            let index = u64::from(input.logged);
            input.log.insert(index, Rc::new(Logged { entry, cell, value }));
        }
    }

    fn has_class(&self, number: u32) -> bool {
        let entry = self.input.as_ref().and_then(|input| input.entry(number));
        entry.is_some_and(|entry| entry.shape.classes.is_some())
    }

    /// The cell in which the tag of an object's class is.
    fn class_cell(&self, number: u32) -> Option<Cell> {
        let entry = self.input.as_ref()?.entry(number)?;
        entry.shape.classes.as_ref()?;
        entry.shape.cells.first().cloned()
    }

    /// The tag of an object that has one, as a term of 32 bits.
    pub(super) fn class_of(&mut self, terms: &mut Terms, number: u32) -> Option<TermId> {
        let cell = self.class_cell(number)?;
        self.bind(terms, number);
        let value = self.load(terms, object_id(number), cell.offset, cell.value_type());
        Some(crate::term_of(terms, value, cell.value_type()))
    }

    /// Says of which classes a new object can be: also that it is of the class of any object that it is the
    /// same as.
    pub(super) fn begin_class(&mut self, terms: &mut Terms, number: u32) {
        let Some(cell) = self.class_cell(number) else { return };
        let Some(entry) = self.input.as_ref().and_then(|input| input.entry(number)).cloned() else {
            return;
        };
        let classes = entry.shape.classes.as_deref().unwrap_or_default();
        let zero = terms.bv(OBJECT_BITS, 0);
        let null = terms.eq(entry.term, zero);
        if let [(tag, _)] = classes {
            let value = Value::Int(u64::from(*tag));
            self.store(terms, object_id(number), cell.offset, cell.value_type(), value);
            self.set_defined(number, &cell);
            self.agree_on_class(terms, number, null);
            return;
        }
        self.define(terms, number, &cell);
        let fresh = match self.input.as_ref().and_then(|input| input.log.get(input.logged.into())) {
            Some(Logged { entry, value: InitialValue::Bits(term), .. }) if *entry == number => {
                Some(*term)
            }
            _ => None,
        };
        if let (Some(fresh), Some((tag, _))) = (fresh, classes.first()) {
            let tag = terms.bv(32, u64::from(*tag));
            self.hint(fresh, tag);
        }
        let of_class = self.is_of_class(terms, number, &entry.shape);
        let constraint = terms.or(null, of_class);
        self.demand(terms, constraint);
        if !self.has_like_aliases(terms, number) {
            self.agree_on_class(terms, number, null);
        }
    }

    /// Whether all objects that a new one may be the same as can be the same: then it has the class of each once
    /// it has that of the first.
    fn has_like_aliases(&mut self, terms: &mut Terms, number: u32) -> bool {
        let aliases = self.aliases(terms, number);
        let Some(input) = &self.input else { return true };
        let mut shapes: Vec<&Shape> = Vec::new();
        for (other, _) in &aliases {
            let Some(entry) = input.entry(*other) else { continue };
            if shapes.iter().all(|shape| shape.source_type != entry.shape.source_type) {
                shapes.push(&entry.shape);
            }
        }
        shapes.len() < 2
    }

    /// Demands that an object is of the class of whichever it is the same as.
    fn agree_on_class(&mut self, terms: &mut Terms, number: u32, null: TermId) {
        let Some(own) = self.class_of(terms, number) else { return };
        for (other, same) in self.aliases(terms, number) {
            let Some(class) = self.class_of(terms, other) else { continue };
            let equal = terms.eq(own, class);
            let agrees = terms.implies(same, equal);
            let constraint = terms.or(null, agrees);
            self.demand(terms, constraint);
        }
    }

    pub(super) fn demand(&mut self, terms: &Terms, constraint: TermId) {
        if terms.as_bool(constraint) != Some(true) {
            self.constraints.push(constraint);
        }
    }

    /// Whether an object (that is not null) is of a class below that of a shape.
    pub(super) fn is_of_class(&mut self, terms: &mut Terms, number: u32, shape: &Shape) -> TermId {
        let (Some(class), Some(classes)) = (self.class_of(terms, number), &shape.classes) else {
            return terms.true_();
        };
        let tags: Vec<u32> = classes.iter().map(|(tag, _)| *tag).collect();
        one_of(terms, class, &tags)
    }
}

/// Whether a term of 32 bits is one of some numbers, which ascend.
pub(super) fn one_of(terms: &mut Terms, term: TermId, numbers: &[u32]) -> TermId {
    let mut any = Vec::new();
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let steps = rest.windows(2).take_while(|pair| pair[1] == pair[0] + 1).count();
        let last = rest[steps];
        let (low, high) = (terms.bv(32, u64::from(first)), terms.bv(32, u64::from(last)));
        any.push(if first == last {
            terms.eq(term, low)
        } else {
            let above = terms.bv_ule(low, term);
            let below = terms.bv_ule(term, high);
            terms.and(above, below)
        });
        rest = &rest[steps + 1..];
    }
    terms.or_all(&any)
}

impl Memory {
    /// A pointer to the start of an object.
    pub(super) fn pointer_to(&self, terms: &mut Terms, object: TermId) -> Value {
        let offset = terms.bv(self.pointer_bits(), 0);
        match terms.as_u64(object) {
            Some(_) => self.pointer_from(terms, object, offset),
            None => Value::SymbolicPointer(SymbolicPointer { object, offset }),
        }
    }
}
