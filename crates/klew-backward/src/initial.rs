//! What globals hold before the first instruction.

use klew_ir::{Constant, Global, Initializer, Type};
use klew_term::{BitVecValue, Sort, TermId, Terms};
use num_bigint::BigUint;

use crate::fields::{BOTH, FieldKind, NUMBER, POINTER, WRITTEN_BITS};
use crate::graph::{Graph, numbers};

/// The most elements of a global that are told one by one.
const MOST_ELEMENTS: u64 = 4096;

/// What of the bytes at an offset is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A number.
    Scalar(Type),
    /// The object of a pointer.
    Object,
    /// The offset of a pointer.
    Offset,
    /// What was written last, a number or a pointer.
    Written,
}

impl Part {
    /// Of what a field holds; none if that is not in bytes.
    pub fn of(kind: FieldKind) -> Option<Part> {
        match kind {
            FieldKind::Scalar(_, value_type) => Some(Part::Scalar(value_type)),
            FieldKind::Object(_) => Some(Part::Object),
            FieldKind::Offset(_) => Some(Part::Offset),
            FieldKind::Written(_) => Some(Part::Written),
            FieldKind::Dead | FieldKind::Size => None,
        }
    }
}

/// Contents of a global, for one field.
pub struct Contents<'a> {
    /// The graph, which numbers globals.
    pub graph: &'a Graph,
    /// Which.
    pub global: &'a Global,
    /// Bits of a pointer.
    pub pointer_bits: u32,
    /// What is asked for.
    pub part: Part,
    /// The sort of its elements.
    pub sort: Sort,
}

impl Contents<'_> {
    fn bytes(&self) -> u64 {
        match self.part {
            Part::Scalar(value_type) => value_type.store_size(self.pointer_bits),
            Part::Object | Part::Offset | Part::Written => u64::from(self.pointer_bits / 8),
        }
    }

    /// What lies at an offset; none if that is not known.
    pub fn at(&self, terms: &mut Terms, offset: i64) -> Option<TermId> {
        let start = u64::try_from(offset).ok()?;
        let size = self.bytes();
        if start.checked_add(size)? > self.global.size {
            return None;
        }
        let (data, relocations) = match &self.global.initializer {
            Initializer::External => return None,
            Initializer::Zero => (None, &[][..]),
            Initializer::Bytes(data, relocations) => (Some(data), &relocations[..]),
        };
        let pointer = u64::from(self.pointer_bits / 8);
        let over = relocations.iter().find(|relocation| {
            relocation.offset < start + size && start < relocation.offset + pointer
        });
        if let Some(relocation) = over {
            if relocation.offset != start {
                return None;
            }
            let (number, inner) = match relocation.value {
                Constant::Global(target, inner) => (self.number_of(target)?, inner),
                Constant::Function(target) => (numbers::FUNCTION + target.0, 0),
                Constant::Null => (numbers::NULL, 0),
                _ => return None,
            };
            return match self.part {
                Part::Object => Some(terms.bv(numbers::BITS, u64::from(number))),
                Part::Offset => {
                    Some(terms.bv_value(BitVecValue::from_i64(self.pointer_bits, inner)))
                }
                Part::Written => Some(terms.bv(WRITTEN_BITS, POINTER)),
                Part::Scalar(_) => None,
            };
        }
        let image = match data {
            None => BigUint::default(),
            Some(data) => {
                let range = start as usize..(start + size) as usize;
                BigUint::from_bytes_le(data.get(range)?)
            }
        };
        match self.part {
            Part::Object => Some(terms.bv(numbers::BITS, 0)),
            Part::Offset => {
                Some(terms.bv_value(BitVecValue::from_biguint(self.pointer_bits, image)))
            }
            Part::Scalar(value_type) => {
                let width = match value_type {
                    Type::Int(width) => width,
                    other => other.bits(self.pointer_bits),
                };
                let image = terms.bv_value(BitVecValue::from_biguint(width, image));
                match klew_semantics::reinterpret(terms, image, self.sort)? {
                    (value, None) => Some(value),
                    _ => None,
                }
            }
            Part::Written => {
                let zero = image == BigUint::default();
                let kind = if zero { BOTH } else { NUMBER };
                Some(terms.bv(WRITTEN_BITS, kind))
            }
        }
    }

    fn number_of(&self, target: klew_ir::GlobalId) -> Option<u32> {
        self.graph.globals.get(target.0 as usize).copied()
    }

    /// What lies at an offset that is not known, one of `first + modulus·t`.
    pub fn elements(
        &self,
        terms: &mut Terms,
        offset: TermId,
        first: i64,
        modulus: u64,
    ) -> Option<TermId> {
        let start = first.rem_euclid(modulus.max(1) as i64);
        let size = self.bytes();
        let count = self.global.size.checked_sub(start as u64 + size)? / modulus.max(1) + 1;
        if count > MOST_ELEMENTS {
            return None;
        }
        let mut result: Option<TermId> = None;
        for index in (0..count).rev() {
            let at = start + (index * modulus) as i64;
            let held = self.at(terms, at)?;
            result = Some(match result {
                None => held,
                Some(rest) if rest == held => rest,
                Some(rest) => {
                    let known = terms.bv_value(BitVecValue::from_i64(self.pointer_bits, at));
                    let here = terms.eq(offset, known);
                    terms.ite(here, held, rest)
                }
            });
        }
        result
    }
}
