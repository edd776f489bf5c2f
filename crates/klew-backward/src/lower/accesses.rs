//! Loads and stores: the fields that their bytes are in.

use klew_ir::Type;
use klew_term::TermId;

use super::lowering::{Lowering, Offsets, Told, field_at};
use crate::affine::Affine;
use crate::fields::{FieldKind, FieldOperation};
use crate::graph::{Graph, Pointer, Value};
use crate::heap::Heap;
use crate::inexpressible::Inexpressible;
use crate::layout::{Access, Place};

impl Lowering<'_> {
    /// An element before the first one would be a field.
    pub(super) fn guard(
        &mut self,
        graph: &mut Graph,
        heap: &Heap,
        index: usize,
        (pointer, value_type): (Pointer, Type),
        offsets: &Offsets,
    ) {
        let Some(class) = self.class_of(pointer.object, value_type) else { return };
        let Some(layout) = heap.layouts.get(&class) else { return };
        let known = offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let Some((base, modulus)) = layout.elements else { return };
        if known.modulus == 0 {
            return;
        }
        let mut wrong = Vec::new();
        if layout.fields.keys().any(|place| matches!(place, Place::Fixed(_))) {
            let base = klew_term::BitVecValue::from_i64(self.bits, base);
            let base = self.terms.bv_value(base);
            wrong.push(self.terms.bv_slt(pointer.offset, base));
        }
        // Where a product may wrap only powers of two are kept of it, so nothing is to be seen to here.
        let _ = modulus;
        let wrong = self.terms.or_all(&wrong);
        if self.terms.as_bool(wrong) != Some(false) {
            self.detour(graph, index, wrong, Inexpressible::BelowElements);
        }
    }

    /// The fields of an access, with their indices and distances.
    fn pieces(
        &mut self,
        heap: &mut Heap,
        pointer: Pointer,
        value_type: Type,
        offsets: &Offsets,
    ) -> Result<Vec<(Place, Type, u64, TermId)>, Inexpressible> {
        let class = self.class_of(pointer.object, value_type).ok_or(Inexpressible::NoObject)?;
        let layout = heap.layouts.get(&class).ok_or(Inexpressible::NoObject)?;
        if !self.regions.is_inhabited(class) {
            return Err(Inexpressible::NeverWritten);
        }
        if let Some(why) = layout.broken {
            return Err(why);
        }
        let offset = offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let pieces = layout
            .pieces(Access { offset, value_type }, self.bits)
            .ok_or(Inexpressible::AcrossFields)?;
        Ok(pieces
            .into_iter()
            .map(|(place, kind, distance)| {
                let index = match place {
                    Place::Fixed(_) => pointer.object,
                    Place::Element(_) => {
                        let distance = self.terms.bv(self.bits, distance);
                        let at = self.terms.bv_add(pointer.offset, distance);
                        self.terms.bv_concat(pointer.object, at)
                    }
                };
                (place, kind, distance, index)
            })
            .collect())
    }

    /// Reads of what is loaded.
    pub(super) fn load(
        &mut self,
        heap: &mut Heap,
        (pointer, value_type, result): (Pointer, Type, Value),
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> Told {
        let pieces = self.pieces(heap, pointer, value_type, offsets)?;
        let class = self.class_of(pointer.object, value_type).ok_or(Inexpressible::NoObject)?;
        let whole = pieces.len() == 1;
        match result {
            Value::Pointer(result) => {
                let [(place, Type::Pointer, _, index)] = pieces[..] else {
                    return Err(Inexpressible::PointerFromBytes);
                };
                let field = field_at(heap, class, FieldKind::Object(place))?;
                found.push(FieldOperation::Read { field, index, result: result.object });
                let field = field_at(heap, class, FieldKind::Offset(place))?;
                if self.terms.as_symbol(result.offset).is_some() {
                    found.push(FieldOperation::Read { field, index, result: result.offset });
                }
                Ok(())
            }
            Value::Scalar(result) => {
                if pieces.iter().any(|(_, kind, ..)| *kind == Type::Pointer) {
                    return Err(Inexpressible::NumberFromPointer);
                }
                let sort = klew_semantics::sort_of(value_type, self.bits);
                let mut image: Option<TermId> = None;
                for (place, kind, _, index) in pieces {
                    let field = field_at(heap, class, FieldKind::Scalar(place, kind))?;
                    let own = heap.element_sort(self.terms, field);
                    if whole && own == sort {
                        found.push(FieldOperation::Read { field, index, result });
                        return Ok(());
                    }
                    let part = self.terms.symbol("part", own);
                    found.push(FieldOperation::Read { field, index, result: part });
                    image = Some(match image {
                        None => part,
                        Some(low) => self.terms.bv_concat(part, low),
                    });
                }
                let read =
                    image.and_then(|image| klew_semantics::reinterpret(self.terms, image, sort));
                match read {
                    Some((term, None)) => {
                        found.push(FieldOperation::Define { symbol: result, term });
                        Ok(())
                    }
                    _ => Err(Inexpressible::BytesAsOther),
                }
            }
        }
    }

    /// Writes of what is stored.
    pub(super) fn store(
        &mut self,
        heap: &mut Heap,
        (pointer, value_type, value): (Pointer, Type, Value),
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> Told {
        let pieces = self.pieces(heap, pointer, value_type, offsets)?;
        let class = self.class_of(pointer.object, value_type).ok_or(Inexpressible::NoObject)?;
        match value {
            Value::Pointer(value) => {
                let [(place, Type::Pointer, _, index)] = pieces[..] else {
                    return Err(Inexpressible::PointerToBytes);
                };
                let field = field_at(heap, class, FieldKind::Object(place))?;
                found.push(FieldOperation::Write { field, index, value: value.object });
                let field = field_at(heap, class, FieldKind::Offset(place))?;
                found.push(FieldOperation::Write { field, index, value: value.offset });
                Ok(())
            }
            Value::Scalar(value) => {
                if pieces.iter().any(|(_, kind, ..)| *kind == Type::Pointer) {
                    return Err(Inexpressible::NumberToPointer);
                }
                let whole = pieces.len() == 1;
                for (place, kind, distance, index) in pieces {
                    let field = field_at(heap, class, FieldKind::Scalar(place, kind))?;
                    let sort = heap.element_sort(self.terms, field);
                    let bits = value_type.bits(self.bits);
                    let part = if whole {
                        klew_semantics::reinterpret(self.terms, value, sort)
                    } else {
                        let image = klew_term::Sort::BitVec(bits);
                        klew_semantics::reinterpret(self.terms, value, image).map(
                            |(image, fact)| {
                                let low = 8 * distance as u32;
                                (self.terms.bv_extract(image, low + 7, low), fact)
                            },
                        )
                    };
                    match part {
                        Some((value, None)) => {
                            found.push(FieldOperation::Write { field, index, value });
                        }
                        Some((_, Some(_))) => return Err(Inexpressible::FloatAsBytes),
                        None => return Err(Inexpressible::NumberAsOther),
                    }
                }
                Ok(())
            }
        }
    }
}
