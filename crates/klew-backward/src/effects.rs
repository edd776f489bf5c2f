//! What an element of a field is after an operation, in terms of elements before it ([`Heap::after`]); both
//! representations of states use this one description.
//!
//! **Invariant**: what is not described exactly is a new symbol, which over-approximates.

use klew_term::{TermId, Terms};

use crate::fields::{BOTH, FieldId, FieldKind, FieldOperation, NUMBER, Source, WRITTEN_BITS};
use crate::graph::numbers;
use crate::heap::Heap;
use crate::layout::Place;

impl Heap {
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
                Source::Undefined => Some(BOTH),
                Source::Byte(byte) if terms.as_u64(*byte) == Some(0) => Some(BOTH),
                Source::Byte(_) => Some(NUMBER),
                Source::Copy { .. } => None,
            };
            if let Some(now) = now {
                return terms.bv(WRITTEN_BITS, now);
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
}
