//! Pointers and numbers in the same bytes, as in unions and where `struct node **` points to a field or to a variable.
//!
//! Both have fields of their own, and next to each such pointer lies what was written there last: what is a pointer is
//! not read as a number, and the other way round; a run that does so ends in something unsupported.
//!
//! **Invariant**: what is read in one way was written in that way last, or neither was written since the bytes were 0 or
//! undefined. A pointer that is written makes the numbers below it anything.

use klew_ir::Type;
use klew_term::{BitVecValue, Sort, TermId};

use super::lowering::{Lowering, Offsets};
use crate::affine::Affine;
use crate::fields::{BOTH, FieldId, FieldKind, FieldOperation, NUMBER, POINTER, WRITTEN_BITS};
use crate::graph::{Pointer, Value};
use crate::heap::Heap;
use crate::layout::{Access, Place};

impl Lowering<'_> {
    /// An index of what lies at a distance from a pointer.
    fn index_at(&mut self, pointer: Pointer, place: Place, distance: i64) -> TermId {
        match place {
            Place::Fixed(_) => pointer.object,
            Place::Element(_) => {
                let distance = BitVecValue::from_i64(self.bits, distance);
                let distance = self.terms.bv_value(distance);
                let at = self.terms.bv_add(pointer.offset, distance);
                self.terms.bv_concat(pointer.object, at)
            }
        }
    }

    /// Fields and indices of what was written last to the bytes of an access that both kinds use.
    fn written(
        &mut self,
        heap: &Heap,
        (pointer, value_type): (Pointer, Type),
        offsets: &Offsets,
    ) -> Vec<(FieldId, TermId)> {
        let Some(class) = self.class_of(pointer.object, value_type) else { return Vec::new() };
        let Some(layout) = heap.layouts.get(&class) else { return Vec::new() };
        if layout.overlaid.is_empty() {
            return Vec::new();
        }
        let offset = offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let over = layout.pointers_over(Access { offset, value_type }, self.bits);
        over.into_iter()
            .filter_map(|(place, distance)| {
                let field = *heap.by_kind.get(&(class, FieldKind::Written(place)))?;
                Some((field, self.index_at(pointer, place, distance)))
            })
            .collect()
    }

    /// Reads what was written last; the condition under which it is not what is read now.
    pub(super) fn read_otherwise(
        &mut self,
        heap: &Heap,
        (pointer, value_type): (Pointer, Type),
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> TermId {
        let bad = if value_type == Type::Pointer { NUMBER } else { POINTER };
        let mut wrong = Vec::new();
        for (field, index) in self.written(heap, (pointer, value_type), offsets) {
            let result = self.terms.symbol("written", Sort::BitVec(WRITTEN_BITS));
            found.push(FieldOperation::Read { field, index, result });
            let bad = self.terms.bv(WRITTEN_BITS, bad);
            wrong.push(self.terms.eq(result, bad));
        }
        self.terms.or_all(&wrong)
    }

    /// Says what is written.
    pub(super) fn write_over(
        &mut self,
        heap: &Heap,
        (pointer, value_type, value): (Pointer, Type, Value),
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) {
        let written = self.written(heap, (pointer, value_type), offsets);
        if written.is_empty() {
            return;
        }
        let number = match value {
            Value::Pointer(value) if self.terms.as_u64(value.object) == Some(0) => {
                Some(value.offset)
            }
            _ => None,
        };
        let kind = match value {
            Value::Scalar(_) => NUMBER,
            Value::Pointer(_) if number.is_some() => BOTH,
            Value::Pointer(_) => POINTER,
        };
        for (field, index) in written {
            let value = self.terms.bv(WRITTEN_BITS, kind);
            found.push(FieldOperation::Write { field, index, value });
        }
        if value_type == Type::Pointer {
            self.write_numbers(heap, (pointer, number), offsets, found);
        }
    }

    /// The numbers in the bytes of a pointer that is written: parts of it if it is a number itself.
    fn write_numbers(
        &mut self,
        heap: &Heap,
        (pointer, number): (Pointer, Option<TermId>),
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) {
        let Some(class) = self.class_of(pointer.object, Type::Pointer) else { return };
        let Some(layout) = heap.layouts.get(&class) else { return };
        let offset = offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let access = Access { offset, value_type: Type::Pointer };
        for (place, value_type, distance) in layout.numbers_under(access, self.bits) {
            let key = (class, FieldKind::Scalar(place, value_type));
            let Some(&field) = heap.by_kind.get(&key) else { continue };
            let index = self.index_at(pointer, place, distance);
            let sort = heap.element_sort(self.terms, field);
            let bits = 8 * value_type.store_size(self.bits) as i64;
            let low = 8 * distance;
            let part = number
                .filter(|_| low >= 0 && low + bits <= i64::from(self.bits))
                .map(|number| self.terms.bv_extract(number, (low + bits - 1) as u32, low as u32))
                .and_then(|part| klew_semantics::reinterpret(self.terms, part, sort))
                .and_then(|(value, fact)| fact.is_none().then_some(value));
            let value = match part {
                Some(value) => value,
                None => self.terms.symbol("bytes of a pointer", sort),
            };
            found.push(FieldOperation::Write { field, index, value });
        }
    }
}
