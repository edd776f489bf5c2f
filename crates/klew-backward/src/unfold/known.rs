//! What is known of memory and of conditions where unfolding has come to, so that branches on it need not be unfolded.
//!
//! For each object (a number, or the symbol of one) what some of its places hold, as constant propagation does for memory
//! (cf. M. Wegman, F. Zadeck, *Constant Propagation with Conditional Branches*, 1991). Only where memory is typed: a store
//! then changes nothing but values of its type at its offset.
//!
//! **Invariant**: what is known holds on every way to that place; a store forgets what it may change.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_ir::{GlobalId, SourceType, SourceTypeId, Type};
use klew_term::{Kind, TermId};

use super::cells::{Candidates, Cells, Known, Rest};
use super::contents::Contents;
use super::unfolder::{Cursor, Unfolder};
use crate::graph::{Pointer, Value, numbers};
use crate::initial::{self, Part};

/// The most elements that one copy tells.
const MOST_COPIED: u64 = 512;
/// The most objects among which a read chooses.
const MOST_CHOICES: usize = 6;
/// The most objects that a symbol is known to be one of.
const MOST_CANDIDATES: usize = 32;

impl Unfolder<'_> {
    /// The objects that a number may be.
    pub(super) fn candidates(&self, object: TermId) -> Option<Rc<Candidates>> {
        if let Some(number) = self.terms.as_u64(object) {
            let numbers = [number as u32].into();
            return Some(Rc::new(Candidates { numbers, inputs: false }));
        }
        self.symbols.candidates.get(&object).cloned()
    }

    /// Notes that a new symbol is one of some objects.
    pub(super) fn note_choice(&mut self, symbol: TermId, parts: &[TermId]) {
        self.symbols.below.insert(symbol, self.next.0);
        let mut all = Candidates::default();
        let mut anything = false;
        for part in parts {
            match self.candidates(*part) {
                Some(some) => {
                    all.numbers.extend(&some.numbers);
                    all.inputs |= some.inputs;
                }
                None => anything = true,
            }
        }
        if anything || all.numbers.len() > MOST_CANDIDATES {
            // Symbols of which nothing is known are one of those.
            self.symbols.escaped.extend(&all.numbers);
        } else {
            self.symbols.candidates.insert(symbol, Rc::new(all));
        }
    }

    /// Notes that a symbol is null or an object that was there before the run.
    pub(super) fn note_input(&mut self, symbol: TermId) {
        let numbers = [numbers::NULL].into();
        self.symbols.candidates.insert(symbol, Rc::new(Candidates { numbers, inputs: true }));
    }

    /// Whether two numbers may be of one object.
    pub(super) fn may_be_same(&self, a: TermId, b: TermId) -> bool {
        if a == b || self.terms.is_constant(a) && self.terms.is_constant(b) {
            return a == b;
        }
        let number = |term| self.terms.as_u64(term).map(|number| number as u32);
        let apart = |symbol, number: Option<u32>| {
            let below = self.symbols.below.get(&symbol);
            matches!((number, below), (Some(number), Some(below))
                if (numbers::HEAP..numbers::STACK).contains(&number) && number >= *below)
        };
        if apart(a, number(b)) || apart(b, number(a)) {
            return false;
        }
        match (self.candidates(a), self.candidates(b)) {
            (Some(one), Some(other)) => {
                let null = numbers::NULL;
                one.inputs && (other.inputs || other.numbers.contains(&null))
                    || other.inputs && one.numbers.contains(&null)
                    || one.numbers.iter().any(|number| other.numbers.contains(number))
            }
            _ => true,
        }
    }

    /// A condition, decided if it is among the facts.
    pub(super) fn decided(&mut self, cursor: &Cursor, condition: TermId) -> TermId {
        if cursor.known.facts.is_empty() || self.terms.as_bool(condition).is_some() {
            return condition;
        }
        if cursor.known.facts.contains(&condition) {
            return self.terms.true_();
        }
        let not = self.terms.not(condition);
        if cursor.known.facts.contains(&not) {
            return self.terms.false_();
        }
        condition
    }

    /// Takes note of what holds from here on.
    pub(super) fn note_fact(&self, known: &mut Known, condition: TermId) {
        if self.symbols.header.is_none() || self.terms.is_constant(condition) {
            return;
        }
        let mut work = vec![condition];
        while let Some(term) = work.pop() {
            if self.terms.kind(term) == Kind::And {
                work.extend(self.terms.arguments(term));
            } else if !known.facts.contains(&term) {
                Rc::make_mut(&mut known.facts).insert(term);
            }
        }
    }

    /// A new object.
    pub(super) fn note_object(&self, cursor: &mut Cursor, object: TermId, zeroed: bool) {
        if self.symbols.header.is_some() {
            let rest = if zeroed { Rest::Zero } else { Rest::Anything };
            let cells = Rc::new(Cells::new(rest));
            Rc::make_mut(&mut cursor.known.objects).insert(object, cells);
        }
    }

    /// What a place is known to hold.
    pub(super) fn held(
        &mut self,
        cursor: &mut Cursor,
        pointer: Pointer,
        value_type: Type,
    ) -> Option<Value> {
        let header = self.symbols.header?;
        if let Some(value) = self.held_by(&cursor.known, pointer, value_type, header) {
            return Some(value);
        }
        if self.terms.is_constant(pointer.object) {
            return None;
        }
        let candidates = self.candidates(pointer.object)?;
        if candidates.inputs || candidates.numbers.len() > MOST_CHOICES {
            return None;
        }
        let mut ways: Vec<(TermId, Value)> = Vec::new();
        for number in candidates.numbers.iter().filter(|number| **number != numbers::NULL) {
            let object = self.terms.bv(numbers::BITS, u64::from(*number));
            let at = Pointer { object, offset: pointer.offset };
            ways.push((object, self.held_by(&cursor.known, at, value_type, header)?));
        }
        let (_, mut result) = ways.pop()?;
        for (object, value) in ways.into_iter().rev() {
            if value == result {
                continue;
            }
            let this = self.terms.eq(pointer.object, object);
            result = self.selected(cursor, this, value, result);
        }
        Some(result)
    }

    fn held_by(
        &mut self,
        known: &Known,
        pointer: Pointer,
        value_type: Type,
        header: i64,
    ) -> Option<Value> {
        let offset = self.terms.as_bitvec(pointer.offset)?.to_i64()?;
        match known.objects.get(&pointer.object) {
            Some(cells) => self.cell(cells, offset, value_type, header),
            None => {
                let rest = self.global_of(pointer.object)?;
                self.rest(rest, offset, value_type)
            }
        }
    }

    fn cell(&mut self, cells: &Cells, offset: i64, value_type: Type, header: i64) -> Option<Value> {
        if let Some((own, value)) = cells.at.get(&offset) {
            return value.filter(|_| *own == value_type);
        }
        if offset >= header && cells.lost.contains(&value_type) {
            return None;
        }
        self.rest(cells.rest, offset, value_type)
    }

    fn rest(&mut self, rest: Rest, offset: i64, value_type: Type) -> Option<Value> {
        match rest {
            Rest::Anything => None,
            Rest::Zero => self.zero(value_type),
            Rest::Global(global) => self.initial(global, offset, value_type),
        }
    }

    fn global_of(&self, object: TermId) -> Option<Rest> {
        let number = self.terms.as_u64(object)? as u32;
        Some(Rest::Global(self.graph.objects.get(&number)?.global?))
    }

    fn zero(&mut self, value_type: Type) -> Option<Value> {
        let bits = self.program.data_model.pointer_bits;
        Some(match value_type {
            Type::Pointer => {
                let object = self.terms.bv(numbers::BITS, 0);
                Value::Pointer(Pointer { object, offset: self.terms.bv(bits, 0) })
            }
            Type::Int(width) => Value::Scalar(self.terms.bv(width, 0)),
            Type::Float(format) => {
                Value::Scalar(self.terms.float(klew_semantics::float_format(format), 0))
            }
        })
    }

    /// What a global holds before the run.
    fn initial(&mut self, global: GlobalId, offset: i64, value_type: Type) -> Option<Value> {
        let bits = self.program.data_model.pointer_bits;
        let mut contents = initial::Contents {
            graph: &self.graph,
            global: self.program.global(global),
            pointer_bits: bits,
            part: Part::Scalar(value_type),
            sort: klew_semantics::sort_of(value_type, bits),
        };
        if value_type != Type::Pointer {
            return contents.at(self.terms, offset).map(Value::Scalar);
        }
        contents.part = Part::Object;
        let object = contents.at(self.terms, offset)?;
        contents.part = Part::Offset;
        Some(Value::Pointer(Pointer { object, offset: contents.at(self.terms, offset)? }))
    }

    /// A store, or a load that shows what was there (`only_seen`).
    pub(super) fn note_value(
        &mut self,
        cursor: &mut Cursor,
        pointer: Pointer,
        (value_type, value): (Type, Value),
        only_seen: bool,
    ) {
        let Some(header) = self.symbols.header else { return };
        let offset = self.terms.as_bitvec(pointer.offset).and_then(|offset| offset.to_i64());
        if !only_seen {
            let touched = (pointer.object, offset, Some(value_type));
            self.change(cursor, touched, |cells| match offset {
                Some(offset) => cells.forget(offset, value_type),
                None => cells.lose(Some(value_type), header),
            });
        }
        if let Some(offset) = offset {
            let cells = self.own(cursor, pointer.object);
            cells.at.insert(offset, (value_type, Some(value)));
        }
    }

    /// What is known of an object, to be changed.
    fn own<'c>(&self, cursor: &'c mut Cursor, object: TermId) -> &'c mut Cells {
        let rest = self.global_of(object).unwrap_or(Rest::Anything);
        let objects = Rc::make_mut(&mut cursor.known.objects);
        Rc::make_mut(objects.entry(object).or_insert_with(|| Rc::new(Cells::new(rest))))
    }

    /// Changes what is known of all objects that may be that one and have such a place.
    fn change(
        &self,
        cursor: &mut Cursor,
        (object, offset, value_type): (TermId, Option<i64>, Option<Type>),
        change: impl Fn(&mut Cells),
    ) {
        let touched = |other: TermId| {
            other == object
                || self.may_be_same(other, object) && self.has_place(other, offset, value_type)
        };
        // Globals of which nothing is noted hold what they hold before the run.
        if !self.terms.is_constant(object) {
            for &global in &self.global_terms {
                if !cursor.known.objects.contains_key(&global) && touched(global) {
                    self.own(cursor, global);
                }
            }
        } else {
            self.own(cursor, object);
        }
        let same: Vec<TermId> =
            cursor.known.objects.keys().copied().filter(|other| touched(*other)).collect();
        let objects = Rc::make_mut(&mut cursor.known.objects);
        for object in same {
            if let Some(cells) = objects.get_mut(&object) {
                change(Rc::make_mut(cells));
            }
        }
    }

    /// Whether an object may hold a value of a type at an offset (none: one of its elements), by its declared type.
    fn has_place(&self, object: TermId, offset: Option<i64>, value_type: Option<Type>) -> bool {
        let Some(number) = self.terms.as_u64(object).map(|number| number as u32) else {
            return true;
        };
        let declared = match self.graph.objects.get(&number).and_then(|known| known.global) {
            // Variables are accessed by their own addresses only.
            Some(global) => match self.program.global(global).source_type {
                Some(declared) => declared,
                None => return false,
            },
            None => match self.declared.get(&number) {
                Some(declared) => *declared,
                None => return true,
            },
        };
        let declared = self.program.source_types().resolved(declared);
        let SourceType::Record { size, elements, .. } = &self.program.types[declared.0 as usize]
        else {
            return false;
        };
        let header = self.symbols.header.unwrap_or(0);
        let bits = self.program.data_model.pointer_bits;
        match (offset, elements) {
            (None, None) => value_type.is_none(),
            (Some(offset), None) => {
                let end = offset + value_type.map_or(0, |kind| kind.store_size(bits) as i64);
                u64::try_from(end).is_ok_and(|end| end <= *size)
            }
            (Some(offset), Some(_)) if offset < header => true,
            (_, Some(element)) => {
                let own = self.element_type(*element);
                own.is_none() || value_type.is_none() || own == value_type
            }
        }
    }

    /// A copy from elements to elements, or of whole objects.
    pub(super) fn note_copy(
        &mut self,
        cursor: &mut Cursor,
        (to, from, size): (Pointer, Pointer, TermId),
    ) {
        let Some(header) = self.symbols.header else { return };
        if let Some(cells) = self.copied_whole(cursor, (to, from, size)) {
            let objects = Rc::make_mut(&mut cursor.known.objects);
            objects.insert(to.object, cells);
            return;
        }
        let told = self.copied(cursor, (to, from, size), header);
        let whole = self.terms.as_u64(to.offset).is_none_or(|offset| (offset as i64) < header);
        let lost = match &told {
            Some((value_type, _)) if !whole => Some(*value_type),
            _ => None,
        };
        let exact = told.is_some() && self.terms.is_constant(to.object);
        let own = to.object;
        let start = if whole { 0 } else { header };
        let touched = (own, None, lost);
        self.change(cursor, touched, |cells| cells.lose(lost, start));
        let Some((value_type, values)) = told.filter(|_| exact) else { return };
        // The object itself is what was known, but for what is copied: put back below.
        for (offset, value) in values {
            self.own(cursor, own).at.insert(offset, (value_type, value));
        }
    }

    /// What an object holds that becomes a copy of a whole one.
    fn copied_whole(
        &self,
        cursor: &Cursor,
        (to, from, size): (Pointer, Pointer, TermId),
    ) -> Option<Rc<Cells>> {
        let starts = [to, from].iter().all(|at| self.terms.as_u64(at.offset) == Some(0));
        let whole = |object: TermId| {
            let number = self.terms.as_u64(object)? as u32;
            Some(self.graph.objects.get(&number)?.size == size)
        };
        if !starts || whole(to.object) != Some(true) || whole(from.object) != Some(true) {
            return None;
        }
        let cells = cursor.known.objects.get(&from.object).cloned();
        cells.or_else(|| Some(Rc::new(Cells::new(self.global_of(from.object)?))))
    }

    /// What elements hold after a copy: those of the target that are known, and the copied ones.
    fn copied(
        &mut self,
        cursor: &mut Cursor,
        (to, from, size): (Pointer, Pointer, TermId),
        header: i64,
    ) -> Option<(Type, BTreeMap<i64, Option<Value>>)> {
        let declared = self.elements_of(from.object).or_else(|| self.elements_of(to.object));
        let value_type = declared.or_else(|| self.seen_elements(cursor, [to, from], header))?;
        let step = value_type.store_size(self.program.data_model.pointer_bits);
        let count = self.terms.as_u64(size)? / step;
        let (to_at, from_at) = (self.terms.as_u64(to.offset)?, self.terms.as_u64(from.offset)?);
        let aligned = (to_at as i64) >= header && (from_at as i64) >= header;
        if count > MOST_COPIED || !aligned {
            return None;
        }
        let mut all = BTreeMap::new();
        let length = self
            .terms
            .as_u64(self.graph.objects.get(&(self.terms.as_u64(to.object)? as u32))?.size)?;
        let target = length.saturating_sub(header as u64) / step;
        if target > MOST_COPIED {
            return None;
        }
        let bits = self.program.data_model.pointer_bits;
        for index in 0..target {
            let offset = header as u64 + index * step;
            let place = self.terms.bv(bits, offset);
            let at = Pointer { object: to.object, offset: place };
            let value = self.held_by(&cursor.known, at, value_type, header);
            all.insert(offset as i64, value);
        }
        for index in 0..count {
            let place = self.terms.bv(bits, from_at + index * step);
            let at = Pointer { object: from.object, offset: place };
            let value = self.held_by(&cursor.known, at, value_type, header);
            all.insert((to_at + index * step) as i64, value);
        }
        Some((value_type, all))
    }

    /// The type of elements of arrays whose type is not declared, if only values of one type were seen there.
    fn seen_elements(&self, cursor: &Cursor, arrays: [Pointer; 2], header: i64) -> Option<Type> {
        let mut seen = Vec::new();
        for array in arrays {
            let cells = cursor.known.objects.get(&array.object)?;
            seen.extend(cells.at.range(header..).map(|(_, (kind, _))| *kind));
            seen.extend(&cells.lost);
        }
        let first = *seen.first()?;
        seen.iter().all(|kind| *kind == first).then_some(first)
    }

    /// The type of the elements that begin where a pointer points to, where memory is typed.
    pub(super) fn elements_at(&self, pointer: Pointer) -> Option<Type> {
        let header = self.symbols.header?;
        let at = self.terms.as_u64(pointer.offset)?;
        self.elements_of(pointer.object).filter(|_| at == header as u64)
    }

    /// Bytes of input that are the first elements of an array, or bytes of something else.
    pub(super) fn note_bytes(&mut self, cursor: &mut Cursor, pointer: Pointer, bytes: &[TermId]) {
        let elements = self.elements_at(pointer);
        let Some(value_type @ Type::Int(_)) = elements else {
            return self.note_change(cursor, pointer.object);
        };
        let size = value_type.store_size(64);
        let start = self.symbols.header.unwrap_or(0);
        for (index, bytes) in bytes.chunks_exact(size as usize).enumerate() {
            let mut image = bytes[0];
            for byte in &bytes[1..] {
                image = self.terms.bv_concat(*byte, image);
            }
            let offset = start + index as i64 * size as i64;
            let value = (value_type, Some(Value::Scalar(image)));
            self.own(cursor, pointer.object).at.insert(offset, value);
        }
    }

    /// The type of the elements of an array.
    fn elements_of(&self, object: TermId) -> Option<Type> {
        let number = self.terms.as_u64(object)? as u32;
        let declared: SourceTypeId = match self.graph.objects.get(&number)?.global {
            Some(global) => self.program.global(global).source_type?,
            None => *self.declared.get(&number)?,
        };
        let declared = self.program.source_types().resolved(declared);
        let SourceType::Record { elements: Some(elements), .. } =
            &self.program.types[declared.0 as usize]
        else {
            return None;
        };
        self.element_type(*elements)
    }

    fn element_type(&self, element: SourceTypeId) -> Option<Type> {
        let element = self.program.source_types().resolved(element);
        Some(match &self.program.types[element.0 as usize] {
            SourceType::Int { bits, .. } => Type::Int(bits.div_ceil(8) * 8),
            SourceType::Float { bits: 32, .. } => Type::Float(klew_ir::FloatFormat::Single),
            SourceType::Float { bits: 64, .. } => Type::Float(klew_ir::FloatFormat::Double),
            SourceType::Pointer(_) => Type::Pointer,
            _ => return None,
        })
    }

    /// An operation that changes bytes of an object in some way.
    pub(super) fn note_change(&mut self, cursor: &mut Cursor, object: TermId) {
        if self.symbols.header.is_some() {
            self.change(cursor, (object, None, None), |cells| cells.lose(None, 0));
        }
    }

    /// Nothing is known of memory any more.
    pub(super) fn forget_all(&mut self, cursor: &mut Cursor) {
        if self.symbols.header.is_none() {
            return;
        }
        for global in self.global_terms.clone() {
            self.own(cursor, global);
        }
        let objects = Rc::make_mut(&mut cursor.known.objects);
        for cells in objects.values_mut() {
            *cells = Rc::new(Cells::new(Rest::Anything));
        }
    }
}

/// A place that holds different values on different ways.
pub(super) struct Differing {
    pub(super) object: TermId,
    pub(super) offset: i64,
    pub(super) value_type: Type,
    pub(super) values: Vec<Value>,
}

impl Unfolder<'_> {
    /// What is known where ways meet, and the places at which they differ.
    pub(super) fn meet(&mut self, ways: &[&Known]) -> (Known, Vec<Differing>) {
        let mut facts = Rc::clone(&ways[0].facts);
        if !ways.iter().all(|way| Rc::ptr_eq(&way.facts, &facts)) {
            let least = ways.iter().map(|way| &way.facts).min_by_key(|facts| facts.len());
            let all = least.into_iter().flat_map(|facts| facts.iter().copied());
            let everywhere = |fact: &TermId| ways.iter().all(|way| way.facts.contains(fact));
            facts = Rc::new(all.filter(everywhere).collect());
        }
        let first = &ways[0].objects;
        if ways.iter().all(|way| Rc::ptr_eq(&way.objects, first)) {
            return (
                Known { objects: Rc::clone(first), facts, bytes: Contents::default() },
                Vec::new(),
            );
        }
        let mut objects: BTreeMap<TermId, Rc<Cells>> = BTreeMap::new();
        let mut differing = Vec::new();
        let all: BTreeSet<TermId> =
            ways.iter().flat_map(|way| way.objects.keys().copied()).collect();
        for object in all {
            let cells: Vec<Option<&Rc<Cells>>> =
                ways.iter().map(|way| way.objects.get(&object)).collect();
            if let [Some(one), rest @ ..] = &cells[..]
                && rest.iter().all(|other| other.is_some_and(|other| Rc::ptr_eq(other, one)))
            {
                objects.insert(object, Rc::clone(one));
                continue;
            }
            if let Some(met) = self.meet_cells(object, &cells, &mut differing) {
                objects.insert(object, Rc::new(met));
            }
        }
        (Known { objects: Rc::new(objects), facts, bytes: Contents::default() }, differing)
    }

    fn meet_cells(
        &mut self,
        object: TermId,
        ways: &[Option<&Rc<Cells>>],
        differing: &mut Vec<Differing>,
    ) -> Option<Cells> {
        let header = self.symbols.header?;
        let untouched = self.global_of(object).map(|rest| Rc::new(Cells::new(rest)));
        let is_new = untouched.is_none() && self.terms.is_constant(object);
        let mut known: Vec<Option<&Rc<Cells>>> = Vec::new();
        for way in ways {
            match way.or(untouched.as_ref()) {
                // An object that was not made on that way is not met with behind it.
                None if is_new => known.push(None),
                None => return None,
                found => known.push(found),
            }
        }
        let some: Vec<&Rc<Cells>> = known.iter().flatten().copied().collect();
        let mut met = Cells::new(some[0].rest);
        if some.iter().any(|cells| cells.rest != met.rest) {
            met.rest = Rest::Anything;
        }
        for lost in some.iter().flat_map(|cells| &cells.lost) {
            if !met.lost.contains(lost) {
                met.lost.push(*lost);
            }
        }
        let places: BTreeMap<i64, Type> = some
            .iter()
            .flat_map(|cells| cells.at.iter().map(|(offset, (kind, _))| (*offset, *kind)))
            .collect();
        for (offset, value_type) in places {
            let mut values = Vec::new();
            for cells in &known {
                values.push(match cells {
                    Some(cells) => self.cell(cells, offset, value_type, header),
                    None => some_value(&some, offset, value_type),
                });
            }
            let all: Option<Vec<Value>> = values.into_iter().collect();
            match all {
                Some(values) if values.iter().all(|value| *value == values[0]) => {
                    met.at.insert(offset, (value_type, Some(values[0])));
                }
                other => {
                    met.at.insert(offset, (value_type, None));
                    if let Some(mut values) = other {
                        let nothing = self.zero(value_type)?;
                        for (value, cells) in values.iter_mut().zip(&known) {
                            if cells.is_none() {
                                *value = nothing;
                            }
                        }
                        differing.push(Differing { object, offset, value_type, values });
                    }
                }
            }
        }
        Some(met)
    }

    /// Puts in what joins the values of places that differ.
    pub(super) fn note_joined(&self, known: &mut Known, place: &Differing, value: Value) {
        let objects = Rc::make_mut(&mut known.objects);
        if let Some(cells) = objects.get_mut(&place.object) {
            let cells = Rc::make_mut(cells);
            cells.at.insert(place.offset, (place.value_type, Some(value)));
        }
    }
}

/// What the first way that has an object holds there.
fn some_value(some: &[&Rc<Cells>], offset: i64, value_type: Type) -> Option<Value> {
    let held = some.iter().find_map(|cells| cells.at.get(&offset))?;
    held.1.filter(|_| held.0 == value_type)
}
