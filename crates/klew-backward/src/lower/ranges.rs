//! Operations on ranges of bytes: copies, fills, input bytes.

use klew_ir::{FloatFormat, Type};
use klew_term::TermId;

use super::lowering::{Lowering, Offsets, Told, field_at};
use crate::affine::Affine;
use crate::fields::{FieldKind, FieldOperation, Source};
use crate::graph::{Graph, Pointer, numbers};
use crate::heap::Heap;
use crate::inexpressible::Inexpressible;
use crate::layout::{Access, Place};
use crate::regions::ClassId;

impl Lowering<'_> {
    /// A copy of elements that began before the first one would copy what lies there.
    pub(super) fn guard_copy(
        &mut self,
        graph: &mut Graph,
        index: usize,
        (to, from): (Pointer, Pointer),
        offsets: &Offsets,
    ) {
        let Some(header) = self.typed else { return };
        let known =
            |pointer: Pointer| offsets.get(&pointer.offset).and_then(|offset| offset.as_constant());
        if known(to) == Some(0) && known(from) == Some(0) {
            return;
        }
        let header = klew_term::BitVecValue::from_i64(self.bits, header);
        let header = self.terms.bv_value(header);
        let to = self.terms.bv_slt(to.offset, header);
        let from = self.terms.bv_slt(from.offset, header);
        let wrong = self.terms.or(to, from);
        if self.terms.as_bool(wrong) != Some(false) {
            self.detour(graph, index, wrong, Inexpressible::CopyBelowElements);
        }
    }

    /// The class of what a range lies in; none for null, where no range has a byte.
    fn class_of_range(&self, pointer: Pointer) -> Result<Option<ClassId>, Inexpressible> {
        if self.terms.as_u64(pointer.object) == Some(u64::from(numbers::NULL)) {
            return Ok(None);
        }
        self.regions.class(pointer.object).map(Some).ok_or(Inexpressible::NoObject)
    }

    pub(super) fn fill(
        &mut self,
        heap: &Heap,
        pointer: Pointer,
        (byte, size): (TermId, TermId),
        found: &mut Vec<FieldOperation>,
    ) -> Told {
        let Some(class) = self.class_of_range(pointer)? else { return Ok(()) };
        let own = heap.layouts.iter().filter(|(other, _)| other.region() == class);
        let pointers =
            own.flat_map(|(_, layout)| layout.fields.values()).any(|field| *field == Type::Pointer);
        if pointers && self.terms.as_u64(byte) != Some(0) {
            return Err(Inexpressible::FilledPointers);
        }
        let start = Some((pointer.offset, size));
        let source = Source::Byte(byte);
        found.push(FieldOperation::Range { class, object: pointer.object, start, source });
        Ok(())
    }

    pub(super) fn copy(
        &mut self,
        heap: &Heap,
        (to, from, size): (Pointer, Pointer, TermId),
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> Told {
        let Some(class) = self.class_of_range(to)? else { return Ok(()) };
        if self.typed.is_some() {
            let layouts = heap.layouts.iter().filter(|(other, _)| other.region() == class);
            if let Some(why) = layouts.filter_map(|(_, layout)| layout.broken).next() {
                return Err(why);
            }
            let whole = [to, from].iter().all(|pointer| {
                offsets.get(&pointer.offset).and_then(|known| known.as_constant()) == Some(0)
            });
            let shift = whole.then_some(0);
            let source = Source::Copy { object: from.object, start: from.offset, shift };
            let start = Some((to.offset, size));
            found.push(FieldOperation::Range { class, object: to.object, start, source });
            return Ok(());
        }
        // Nothing of a class without a layout is read or written.
        let Some(layout) = heap.layouts.get(&class) else { return Ok(()) };
        if let Some(why) = layout.broken {
            return Err(why);
        }
        let of = |pointer: Pointer| offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let (at, source) = (of(to), of(from));
        let apart = source.rest.wrapping_sub(at.rest);
        let shift = match (at.as_constant(), source.as_constant(), layout.elements) {
            (Some(_), Some(_), _) => Some(apart),
            (_, _, Some((_, modulus)))
                if at.modulus % modulus == 0 && source.modulus % modulus == 0 =>
            {
                let fixed = layout.fields.keys().any(|place| matches!(place, Place::Fixed(_)));
                (!fixed).then_some(apart)
            }
            _ => None,
        };
        if shift.is_none() && !layout.fields.is_empty() {
            return Err(Inexpressible::CopyAnywhere);
        }
        let source = Source::Copy { object: from.object, start: from.offset, shift };
        let start = Some((to.offset, size));
        found.push(FieldOperation::Range { class, object: to.object, start, source });
        Ok(())
    }

    pub(super) fn input_bytes(
        &mut self,
        heap: &mut Heap,
        pointer: Pointer,
        bytes: &[TermId],
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> Told {
        if self.typed.is_some() {
            return self.input_elements(heap, pointer, bytes, offsets, found);
        }
        let Some(class) = self.class_of_range(pointer)? else { return Ok(()) };
        // Nothing of a class without a layout is read or written.
        let Some(layout) = heap.layouts.get(&class).cloned() else { return Ok(()) };
        let offset = offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let Some(start) = offset.as_constant() else {
            return Err(Inexpressible::InputAnywhere);
        };
        let end = start + bytes.len() as i64;
        let mut places: Vec<(Place, Type, i64)> = Vec::new();
        for (&place, &kind) in &layout.fields {
            match (place, layout.elements) {
                (Place::Fixed(at), _) => places.push((place, kind, at)),
                (Place::Element(residue), Some((base, modulus))) => {
                    let first = (base + residue as i64 - start).rem_euclid(modulus as i64);
                    let mut at = start + first;
                    while at < end {
                        places.push((place, kind, at));
                        at += modulus as i64;
                    }
                }
                (Place::Element(_), None) => {}
            }
        }
        if !layout.overlaid.is_empty() {
            return Err(Inexpressible::InputOverPointers);
        }
        for (place, kind, at) in places {
            let size = kind.store_size(self.bits) as i64;
            if at + size <= start || at >= end {
                continue;
            }
            if kind == Type::Pointer {
                return Err(Inexpressible::InputAsPointer);
            }
            if at < start || at + size > end {
                return Err(Inexpressible::InputAsPart);
            }
            let first = (at - start) as usize;
            let mut image = bytes[first];
            for byte in &bytes[first + 1..first + size as usize] {
                image = self.terms.bv_concat(*byte, image);
            }
            let field = field_at(heap, class, FieldKind::Scalar(place, kind))?;
            let sort = heap.element_sort(self.terms, field);
            let Some((value, None)) = klew_semantics::reinterpret(self.terms, image, sort) else {
                return Err(Inexpressible::InputAsOther);
            };
            let index = match place {
                Place::Fixed(_) => pointer.object,
                Place::Element(_) => {
                    let at = klew_term::BitVecValue::from_i64(self.bits, at);
                    let at = self.terms.bv_value(at);
                    self.terms.bv_concat(pointer.object, at)
                }
            };
            found.push(FieldOperation::Write { field, index, value });
        }
        Ok(())
    }
}

impl Lowering<'_> {
    /// Bytes of input that are elements of an array, where memory is typed: those of each type that is accessed there.
    fn input_elements(
        &mut self,
        heap: &Heap,
        pointer: Pointer,
        bytes: &[TermId],
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> Told {
        let Some(region) = self.class_of_range(pointer)? else { return Ok(()) };
        let offset = offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let Some(start) = offset.as_constant() else {
            return Err(Inexpressible::InputAnywhere);
        };
        let floats = [FloatFormat::Single, FloatFormat::Double].map(Type::Float);
        for value_type in [8, 16, 32, 64].map(Type::Int).into_iter().chain(floats) {
            let class = region.of_type(value_type);
            let Some(layout) = heap.layouts.get(&class) else { continue };
            let size = value_type.store_size(self.bits);
            for (index, bytes) in bytes.chunks_exact(size as usize).enumerate() {
                let mut value = bytes[0];
                for byte in &bytes[1..] {
                    value = self.terms.bv_concat(*byte, value);
                }
                let at = start + (index as u64 * size) as i64;
                let access = Access { offset: Affine::constant(at), value_type };
                // What is not accessed has no field.
                let Some(pieces) = layout.pieces(access, self.bits) else { continue };
                let [(place, _, _)] = pieces[..] else { return Err(Inexpressible::AcrossFields) };
                let field = field_at(heap, class, FieldKind::Scalar(place, value_type))?;
                let sort = heap.element_sort(self.terms, field);
                let Some((value, None)) = klew_semantics::reinterpret(self.terms, value, sort)
                else {
                    return Err(Inexpressible::InputAsOther);
                };
                let index = match place {
                    Place::Fixed(_) => pointer.object,
                    Place::Element(_) => {
                        let at = klew_term::BitVecValue::from_i64(self.bits, at);
                        let at = self.terms.bv_value(at);
                        self.terms.bv_concat(pointer.object, at)
                    }
                };
                found.push(FieldOperation::Write { field, index, value });
            }
        }
        Ok(())
    }
}
