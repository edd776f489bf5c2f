//! Between values, terms and memory images.

use klew_ir::Type;
use klew_semantics::float_format;
use klew_term::{Sort, TermId, Terms};

use crate::value::OBJECT_BITS;
use crate::{Memory, ObjectId, SymbolicPointer, Value};

/// The term of an integer or floating-point value. Not for pointers ([`Memory::pointer_to_int`]) nor
/// `Undefined`, whose place a 0 takes.
pub fn term_of(terms: &mut Terms, value: Value, value_type: Type) -> TermId {
    let number = match value {
        Value::Term(term) => return term,
        Value::Int(number) => number,
        Value::Pointer(ObjectId::NULL, address) => address,
        Value::Pointer(..) | Value::SymbolicPointer(_) | Value::Undefined => 0,
    };
    match value_type {
        Type::Int(width) => terms.bv(width, number),
        Type::Float(format) => terms.float(float_format(format), u128::from(number)),
        Type::Pointer => terms.bv(64, number),
    }
}

/// The value of a term of sort BitVec or Float: constants of at most 64 bits become `Int`.
pub fn from_term(terms: &Terms, term: TermId) -> Value {
    match terms.sort(term) {
        Sort::Float(format) if format.storage_bits() <= 64 => match terms.as_float(term) {
            Some((_, bits)) => Value::Int(bits as u64),
            None => Value::Term(term),
        },
        Sort::BitVec(width) if width <= 64 => {
            terms.as_u64(term).map_or(Value::Term(term), Value::Int)
        }
        _ => Value::Term(term),
    }
}

/// Bits from `low`, `width` of them.
pub(crate) fn extract(terms: &mut Terms, term: TermId, low: u64, width: u64) -> TermId {
    let low = low as u32;
    terms.bv_extract(term, low + width as u32 - 1, low)
}

impl Memory {
    /// The image of a value in memory as a term of `8 * size` bits. The value is no `Undefined`.
    pub(crate) fn bits_of(&mut self, terms: &mut Terms, value: Value, size: u64) -> TermId {
        let width = 8 * size as u32;
        let bits = match value {
            Value::Int(number) => return terms.bv(width, number),
            Value::Term(term) => match terms.sort(term) {
                Sort::Float(_) => {
                    let (bits, constraint) = terms.fp_to_bits(term);
                    self.constraints.extend(constraint);
                    bits
                }
                _ => term,
            },
            Value::Undefined => return terms.bv(width, 0),
            Value::Pointer(..) | Value::SymbolicPointer(_) => {
                match self.pointer_to_int(terms, value) {
                    Value::Term(address) => address,
                    Value::Int(address) => terms.bv(self.pointer_bits(), address),
                    _ => return terms.bv(width, 0),
                }
            }
        };
        if terms.width(bits) < width { terms.bv_zero_extend(bits, width) } else { bits }
    }

    /// The value of a type whose image in memory is a term (of as many bits as its stored size has).
    pub(crate) fn value_of_bits(
        &mut self,
        terms: &mut Terms,
        bits: TermId,
        value_type: Type,
    ) -> Value {
        match value_type {
            Type::Int(width) => {
                let number = extract(terms, bits, 0, u64::from(width));
                from_term(terms, number)
            }
            Type::Float(format) => {
                if format.storage_bits() <= 64
                    && let Some(image) = terms.as_u64(bits)
                {
                    return Value::Int(image);
                }
                let number = terms.fp_from_bits(bits, float_format(format));
                from_term(terms, number)
            }
            Type::Pointer => {
                let address = from_term(terms, bits);
                self.int_to_pointer(terms, address).0
            }
        }
    }

    /// The object and the offset of a pointer as terms, constant where they are concrete.
    pub fn pointer_terms(&self, terms: &mut Terms, pointer: Value) -> SymbolicPointer {
        match pointer {
            Value::SymbolicPointer(pointer) => pointer,
            Value::Pointer(object, offset) => SymbolicPointer {
                object: terms.bv(OBJECT_BITS, object.bits()),
                offset: terms.bv(self.pointer_bits(), offset),
            },
            Value::Term(offset) => SymbolicPointer { object: terms.bv(OBJECT_BITS, 0), offset },
            Value::Int(address) => SymbolicPointer {
                object: terms.bv(OBJECT_BITS, 0),
                offset: terms.bv(self.pointer_bits(), address),
            },
            Value::Undefined => SymbolicPointer {
                object: terms.bv(OBJECT_BITS, 0),
                offset: terms.bv(self.pointer_bits(), 0),
            },
        }
    }

    /// The pointer of these terms, concrete if both are constant.
    pub fn pointer_from(&self, terms: &Terms, object: TermId, offset: TermId) -> Value {
        match (terms.as_u64(object), terms.as_u64(offset)) {
            (Some(object), Some(offset)) => Value::Pointer(ObjectId::from_bits(object), offset),
            _ => Value::SymbolicPointer(SymbolicPointer { object, offset }),
        }
    }

    /// The pointer moved by an integer as wide as a pointer, wrapping.
    pub fn offset_pointer(&self, terms: &mut Terms, pointer: Value, by: Value) -> Value {
        if let (Value::Pointer(object, offset), Value::Int(by)) = (pointer, by) {
            return Value::Pointer(object, offset.wrapping_add(by) & self.address_mask());
        }
        let start = self.pointer_terms(terms, pointer);
        let by = term_of(terms, by, Type::Int(self.pointer_bits()));
        let offset = terms.bv_add(start.offset, by);
        self.pointer_from(terms, start.object, offset)
    }

    /// If-then-else of two values of one type; the condition is of sort Bool.
    pub fn select(
        &mut self,
        terms: &mut Terms,
        condition: TermId,
        then: Value,
        otherwise: Value,
        value_type: Type,
    ) -> Value {
        match terms.as_bool(condition) {
            Some(true) => return then,
            Some(false) => return otherwise,
            None if then == otherwise => return then,
            None => {}
        }
        let then = self.defined(terms, then, value_type);
        let otherwise = self.defined(terms, otherwise, value_type);
        if value_type == Type::Pointer {
            let (left, right) =
                (self.pointer_terms(terms, then), self.pointer_terms(terms, otherwise));
            let object = terms.ite(condition, left.object, right.object);
            let offset = terms.ite(condition, left.offset, right.offset);
            return self.pointer_from(terms, object, offset);
        }
        let (left, right) =
            (term_of(terms, then, value_type), term_of(terms, otherwise, value_type));
        let chosen = terms.ite(condition, left, right);
        from_term(terms, chosen)
    }

    /// The value, or a fresh symbol if it is undefined.
    fn defined(&mut self, terms: &mut Terms, value: Value, value_type: Type) -> Value {
        match value {
            Value::Undefined => self.fresh_uninitialised(terms, value_type),
            _ => value,
        }
    }
}
