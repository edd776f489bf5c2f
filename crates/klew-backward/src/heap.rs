//! The heap as fields: arrays from references (and offsets) to values, and what operations do to them
//! (the paper's section 4, with what C needs: sizes, liveness, ranges of bytes).
//!
//! An operation is described by what an element of a field is after it, in terms of elements before it
//! ([`Heap::after`]); both representations of states use this one description.
//!
//! **Invariant**: what is not described exactly is a new symbol, which over-approximates.

use std::collections::BTreeMap;

use klew_ir::object_layout::{HEADER_WORD, LENGTH_OFFSET};
use klew_ir::{FloatFormat, Program, Type};
use klew_term::{ScalarSort, Sort, TermId, Terms};

use crate::graph::{Graph, numbers};
use crate::layout::{Layout, Place};
use crate::overlaid;
use crate::regions::{ClassId, Regions};

/// A field, by index in [`Heap::fields`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(pub u32);

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FieldKind {
    /// Numbers in memory.
    Scalar(Place, Type),
    /// The objects of pointers in memory.
    Object(Place),
    /// The offsets of pointers in memory.
    Offset(Place),
    /// What was written last where pointers and numbers share bytes.
    Written(Place),
    /// Whether an object is dead, one bit.
    Dead,
    /// The size of an object.
    Size,
}

/// A field of a class of objects.
#[derive(Clone, Debug)]
pub struct Field {
    /// The class.
    pub class: ClassId,
    /// What it holds.
    pub kind: FieldKind,
    /// The array before the first operation.
    pub array: TermId,
    /// What it is called.
    pub name: String,
}

/// Where the bytes of a range come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// All are this one.
    Byte(TermId),
    /// Another range of the same class.
    Copy {
        /// The object.
        object: TermId,
        /// Where it starts.
        start: TermId,
        /// By how much the places differ, as far as elements go; none where memory is typed: from elements to elements.
        shift: Option<i64>,
    },
    /// Anything.
    Undefined,
}

/// What an operation does to fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldOperation {
    /// The symbol is an element.
    Read {
        /// Of which field.
        field: FieldId,
        /// At which index.
        index: TermId,
        /// The symbol.
        result: TermId,
    },
    /// An element is set.
    Write {
        /// Of which field.
        field: FieldId,
        /// At which index.
        index: TermId,
        /// To what.
        value: TermId,
    },
    /// The symbol is a term over what is above.
    Define {
        /// The symbol.
        symbol: TermId,
        /// The term.
        term: TermId,
    },
    /// Bytes of an object are set.
    Range {
        /// Its class.
        class: ClassId,
        /// The object.
        object: TermId,
        /// From where on; none for all of it.
        start: Option<(TermId, TermId)>,
        /// To what.
        source: Source,
    },
}

/// Fields, and what each node does to them.
pub struct Heap {
    /// The fields.
    pub fields: Vec<Field>,
    /// For each node, in the order of execution.
    pub operations: Vec<Vec<FieldOperation>>,
    /// Layouts of classes.
    pub layouts: BTreeMap<ClassId, Layout>,
    pub(crate) by_kind: BTreeMap<(ClassId, FieldKind), FieldId>,
    pub(crate) globals: BTreeMap<ClassId, Vec<u32>>,
    /// The classes of input references.
    pub(crate) input_classes: BTreeMap<TermId, ClassId>,
    /// The classes of what fields point to.
    pub(crate) pointees: BTreeMap<FieldId, ClassId>,
    /// The fields that tell the dynamic class of objects.
    pub(crate) tags: BTreeMap<ClassId, FieldId>,
    /// Whether input arrays are short, as they are tried first.
    pub(crate) small: std::cell::Cell<bool>,
    /// The declared types of input objects.
    pub(crate) input_types: BTreeMap<ClassId, Vec<klew_ir::SourceTypeId>>,
    pub(crate) pointer_bits: u32,
    /// Whether fields are of one type each, and a class and a type say which.
    pub(crate) typed: bool,
}

impl Heap {
    /// A field.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.0 as usize]
    }

    pub(crate) fn field_of(
        &mut self,
        terms: &mut Terms,
        class: ClassId,
        kind: FieldKind,
        name: &str,
    ) -> FieldId {
        if let Some(&known) = self.by_kind.get(&(class, kind)) {
            return known;
        }
        let index = match kind {
            FieldKind::Scalar(Place::Element(_), _)
            | FieldKind::Object(Place::Element(_))
            | FieldKind::Offset(Place::Element(_))
            | FieldKind::Written(Place::Element(_)) => numbers::BITS + self.pointer_bits,
            _ => numbers::BITS,
        };
        let element = match kind {
            FieldKind::Scalar(_, value_type) => {
                klew_semantics::sort_of(value_type, self.pointer_bits).scalar()
            }
            FieldKind::Object(_) => Some(ScalarSort::BitVec(numbers::BITS)),
            FieldKind::Offset(_) | FieldKind::Size => Some(ScalarSort::BitVec(self.pointer_bits)),
            FieldKind::Dead => Some(ScalarSort::BitVec(1)),
            FieldKind::Written(_) => Some(ScalarSort::BitVec(overlaid::WRITTEN_BITS)),
        };
        let element = element.unwrap_or(ScalarSort::BitVec(8));
        let sort = Sort::Array(ScalarSort::BitVec(index), element);
        let id = FieldId(self.fields.len() as u32);
        let array = terms.symbol(name, sort);
        self.fields.push(Field { class, kind, array, name: name.to_owned() });
        self.by_kind.insert((class, kind), id);
        id
    }

    /// The sort of a field's elements.
    pub fn element_sort(&self, terms: &Terms, field: FieldId) -> Sort {
        match terms.sort(self.field(field).array) {
            Sort::Array(_, element) => element.into(),
            other => other,
        }
    }

    /// The object of an index.
    pub fn object_of(&self, terms: &mut Terms, field: FieldId, index: TermId) -> TermId {
        if terms.width(index) == numbers::BITS {
            return index;
        }
        let _ = field;
        terms.bv_extract(index, numbers::BITS + self.pointer_bits - 1, self.pointer_bits)
    }

    /// The byte offset of an index.
    pub fn offset_of(&self, terms: &mut Terms, field: FieldId, index: TermId) -> TermId {
        match self.place(field) {
            Some(Place::Element(_)) => terms.bv_extract(index, self.pointer_bits - 1, 0),
            Some(Place::Fixed(at)) => {
                terms.bv_value(klew_term::BitVecValue::from_i64(self.pointer_bits, at))
            }
            None => terms.bv(self.pointer_bits, 0),
        }
    }

    /// The place of a field in memory.
    pub fn place(&self, field: FieldId) -> Option<Place> {
        match self.field(field).kind {
            FieldKind::Scalar(place, _)
            | FieldKind::Object(place)
            | FieldKind::Offset(place)
            | FieldKind::Written(place) => Some(place),
            FieldKind::Dead | FieldKind::Size => None,
        }
    }

    fn bytes(&self, field: FieldId) -> u64 {
        match self.field(field).kind {
            FieldKind::Scalar(_, value_type) => value_type.store_size(self.pointer_bits),
            _ => u64::from(self.pointer_bits / 8),
        }
    }

    /// What an element of a field is after an operation, in terms of elements `before` it; none if it is the same.
    pub fn after(
        &self,
        terms: &mut Terms,
        operation: &FieldOperation,
        (field, index): (FieldId, TermId),
        before: &mut dyn FnMut(&mut Terms, FieldId, TermId) -> TermId,
    ) -> Option<TermId> {
        match operation {
            FieldOperation::Read { .. } | FieldOperation::Define { .. } => None,
            FieldOperation::Write { field: written, index: at, value } => {
                if *written != field {
                    return None;
                }
                let same = terms.eq(*at, index);
                match terms.as_bool(same) {
                    Some(true) => Some(*value),
                    Some(false) => None,
                    None => {
                        let old = before(terms, field, index);
                        Some(terms.ite(same, *value, old))
                    }
                }
            }
            FieldOperation::Range { class, object, start, source } => {
                self.place(field)?;
                if self.field(field).class.region() != *class {
                    return None;
                }
                let elements_only = matches!(source, Source::Copy { shift: None, .. });
                if self.typed && elements_only && matches!(self.place(field), Some(Place::Fixed(_)))
                {
                    return None;
                }
                self.after_range(terms, (*object, *start, source), (field, index), before)
            }
        }
    }

    fn after_range(
        &self,
        terms: &mut Terms,
        (object, range, source): (TermId, Option<(TermId, TermId)>, &Source),
        (field, index): (FieldId, TermId),
        before: &mut dyn FnMut(&mut Terms, FieldId, TermId) -> TermId,
    ) -> Option<TermId> {
        let own = self.object_of(terms, field, index);
        let same = terms.eq(own, object);
        let truth = terms.true_();
        let (mut inside, mut touched) = (truth, truth);
        if let Some((start, size)) = range {
            let at = self.offset_of(terms, field, index);
            let bytes = terms.bv(self.pointer_bits, self.bytes(field));
            let distance = terms.bv_sub(at, start);
            let begins = terms.bv_ule(distance, size);
            let left = terms.bv_sub(size, distance);
            let fits = terms.bv_ule(bytes, left);
            inside = terms.and(begins, fits);
            let starts = terms.bv_ult(distance, size);
            let behind = terms.bv_sub(start, at);
            let reaches = terms.bv_ult(behind, bytes);
            let zero = terms.bv(self.pointer_bits, 0);
            let some = terms.bv_ult(zero, size);
            let reaches = terms.and(some, reaches);
            touched = terms.or(starts, reaches);
        }
        let inside = terms.and(same, inside);
        let touched = terms.and(same, touched);
        let touched = terms.or(touched, inside);
        if terms.as_bool(touched) == Some(false) {
            return None;
        }
        let value = self.source_value(terms, source, range, (field, index), before);
        let old =
            if terms.as_bool(touched) == Some(true) { value } else { before(terms, field, index) };
        let outside = terms.not(inside);
        let partly = terms.and(touched, outside);
        let rest = match terms.as_bool(partly) {
            Some(false) => old,
            _ => {
                let any = self.any(terms, field);
                terms.ite(touched, any, old)
            }
        };
        Some(terms.ite(inside, value, rest))
    }

    fn any(&self, terms: &mut Terms, field: FieldId) -> TermId {
        let sort = self.element_sort(terms, field);
        terms.symbol("undefined", sort)
    }

    fn source_value(
        &self,
        terms: &mut Terms,
        source: &Source,
        range: Option<(TermId, TermId)>,
        (field, index): (FieldId, TermId),
        before: &mut dyn FnMut(&mut Terms, FieldId, TermId) -> TermId,
    ) -> TermId {
        if matches!(self.field(field).kind, FieldKind::Written(_)) {
            let now = match source {
                Source::Undefined => Some(overlaid::BOTH),
                Source::Byte(byte) if terms.as_u64(*byte) == Some(0) => Some(overlaid::BOTH),
                Source::Byte(_) => Some(overlaid::NUMBER),
                Source::Copy { .. } => None,
            };
            if let Some(now) = now {
                return terms.bv(overlaid::WRITTEN_BITS, now);
            }
        }
        match source {
            Source::Undefined => self.any(terms, field),
            Source::Byte(byte) => {
                if terms.as_u64(*byte) != Some(0)
                    && !matches!(self.field(field).kind, FieldKind::Scalar(..))
                {
                    return self.any(terms, field);
                }
                let bytes = match self.field(field).kind {
                    FieldKind::Object(_) => u64::from(numbers::BITS / 8),
                    _ => self.bytes(field),
                };
                let mut image = *byte;
                for _ in 1..bytes {
                    image = terms.bv_concat(image, *byte);
                }
                let sort = self.element_sort(terms, field);
                match klew_semantics::reinterpret(terms, image, sort) {
                    Some((value, None)) => value,
                    _ => self.any(terms, field),
                }
            }
            Source::Copy { object, start, shift } => {
                let found =
                    self.copied_from(terms, (field, index), range, (*object, *start), *shift);
                match found {
                    Some((field, index)) => before(terms, field, index),
                    None => self.any(terms, field),
                }
            }
        }
    }

    /// The element that is copied to another one.
    fn copied_from(
        &self,
        terms: &mut Terms,
        (field, index): (FieldId, TermId),
        range: Option<(TermId, TermId)>,
        (object, start): (TermId, TermId),
        shift: Option<i64>,
    ) -> Option<(FieldId, TermId)> {
        let (to, _) = range?;
        let shift = match shift {
            None if self.typed => 0,
            shift => shift?,
        };
        let class = self.field(field).class;
        let layout = self.layouts.get(&class)?;
        let place = match self.place(field)? {
            Place::Fixed(at) => match layout.elements {
                Some((base, modulus)) if at + shift >= base => {
                    Place::Element((at + shift - base).rem_euclid(modulus as i64) as u64)
                }
                _ => Place::Fixed(at + shift),
            },
            Place::Element(residue) => {
                let (_, modulus) = layout.elements?;
                Place::Element((residue as i64 + shift).rem_euclid(modulus as i64) as u64)
            }
        };
        let kind = match self.field(field).kind {
            FieldKind::Scalar(_, value_type) => FieldKind::Scalar(place, value_type),
            FieldKind::Object(_) => FieldKind::Object(place),
            FieldKind::Offset(_) => FieldKind::Offset(place),
            FieldKind::Written(_) => FieldKind::Written(place),
            other => other,
        };
        let source = *self.by_kind.get(&(class, kind))?;
        let index = match place {
            Place::Fixed(_) => object,
            Place::Element(_) => {
                let at = self.offset_of(terms, field, index);
                let distance = terms.bv_sub(at, to);
                let offset = terms.bv_add(start, distance);
                terms.bv_concat(object, offset)
            }
        };
        Some((source, index))
    }

    /// What is known of an element before the first node's operation: nothing but that it is no object allocated
    /// later; at the entry what globals hold, and that input objects point to input objects.
    pub fn initial_fact(
        &self,
        terms: &mut Terms,
        program: &Program,
        graph: &Graph,
        (field, index, value): (FieldId, TermId, TermId),
        fresh: Option<(u32, u32)>,
    ) -> TermId {
        if let Some(fresh) = fresh {
            return match self.field(field).kind {
                FieldKind::Object(_) => existing(terms, value, fresh),
                _ => terms.true_(),
            };
        }
        let object = self.object_of(terms, field, index);
        let kind = self.field(field).kind;
        let mut facts = Vec::new();
        let zero = terms.bv(numbers::BITS, 0);
        let before = terms.bv_sle(object, zero);
        match kind {
            FieldKind::Object(place) => {
                let input = terms.bv_sle(value, zero);
                let at = (object, self.offset_of(terms, field, index));
                let typed = self.field_type_fact(terms, program, (field, place), at, value);
                let input = terms.and(input, typed);
                facts.push(terms.implies(before, input));
            }
            FieldKind::Offset(_) => {
                let start = terms.bv(self.pointer_bits, 0);
                let start = terms.eq(value, start);
                facts.push(terms.implies(before, start));
            }
            FieldKind::Written(_) => {
                // What input objects hold is free, so both may be read of it.
                let both = terms.bv(overlaid::WRITTEN_BITS, overlaid::BOTH);
                let both = terms.eq(value, both);
                facts.push(terms.implies(before, both));
            }
            FieldKind::Scalar(Place::Fixed(at), HEADER_WORD) if at == LENGTH_OFFSET as i64 => {
                let class = self.field(field).class.region();
                let length = self.length_fact(terms, program, class, value);
                facts.push(terms.implies(before, length));
            }
            FieldKind::Dead => {
                let global = terms.bv(numbers::BITS, u64::from(numbers::GLOBAL));
                let global = terms.bv_sle(global, object);
                let exists = terms.or(before, global);
                let set = terms.bv_to_bool(value);
                let same = terms.xor(exists, set);
                facts.push(same);
            }
            FieldKind::Size => {
                let fits = self.size_fact(terms, program, self.field(field).class.region(), value);
                facts.push(terms.implies(before, fits));
            }
            _ => {}
        }
        let class = self.field(field).class.region();
        for &number in self.globals.get(&class).into_iter().flatten() {
            let known = terms.bv(numbers::BITS, u64::from(number));
            let this = terms.eq(object, known);
            if terms.as_bool(this) == Some(false) {
                continue;
            }
            if let Some(fact) =
                self.global_fact(terms, program, graph, number, (field, index, value))
            {
                facts.push(terms.implies(this, fact));
            }
        }
        terms.and_all(&facts)
    }

    fn global_fact(
        &self,
        terms: &mut Terms,
        program: &Program,
        graph: &Graph,
        number: u32,
        (field, index, value): (FieldId, TermId, TermId),
    ) -> Option<TermId> {
        let object = graph.objects.get(&number)?;
        if self.field(field).kind == FieldKind::Size {
            return Some(terms.eq(value, object.size));
        }
        let global = program.global(object.global?);
        let place = self.place(field)?;
        let offset = self.offset_of(terms, field, index);
        let contents = crate::initial::Contents {
            graph,
            global,
            pointer_bits: self.pointer_bits,
            part: crate::initial::Part::of(self.field(field).kind)?,
            sort: self.element_sort(terms, field),
        };
        if let Some(at) = terms.as_bitvec(offset).and_then(|offset| offset.to_i64()) {
            let held = contents.at(terms, at)?;
            return Some(terms.eq(value, held));
        }
        let Place::Element(residue) = place else { return None };
        let (base, modulus) = self.layouts.get(&self.field(field).class)?.elements?;
        let held = contents.elements(terms, offset, base + residue as i64, modulus)?;
        Some(terms.eq(value, held))
    }
}

/// The number is of an object that exists before those from `fresh` on.
pub fn existing(terms: &mut Terms, value: TermId, (heap, stack): (u32, u32)) -> TermId {
    let mut number = |number: u32| terms.bv(numbers::BITS, u64::from(number));
    let (heap, stack) = (number(heap), number(stack));
    let (first_stack, first_global) = (number(numbers::STACK), number(numbers::GLOBAL));
    let old_heap = terms.bv_slt(value, heap);
    let global = terms.bv_sle(first_global, value);
    let from_stack = terms.bv_sle(first_stack, value);
    let below = terms.bv_slt(value, stack);
    let old_stack = terms.and(from_stack, below);
    terms.or_all(&[old_heap, old_stack, global])
}

/// Whether klew can keep values of a type in fields.
pub fn is_kept(value_type: Type) -> bool {
    value_type != Type::Float(FloatFormat::X87)
}

/// The classes of globals.
pub(crate) fn globals_by_class(
    regions: &Regions,
    graph: &Graph,
    terms: &mut Terms,
) -> BTreeMap<ClassId, Vec<u32>> {
    let mut found: BTreeMap<ClassId, Vec<u32>> = BTreeMap::new();
    for (number, object) in &graph.objects {
        if object.global.is_some() {
            let term = terms.bv(numbers::BITS, u64::from(*number));
            if let Some(class) = regions.class(term) {
                found.entry(class).or_default().push(*number);
            }
        }
    }
    found
}
