//! Comparisons of pointers.
//!
//! Within one object offsets are compared, as signed numbers (a pointer a little before the start of its
//! object is below it). Different objects have different addresses where both pointers point into bytes of
//! objects that lived at the same time; everything else is decided by the addresses, which may be any that the
//! rules of [`Memory::address_of`] allow: so a dangling pointer may equal a newer one.

use klew_ir::{Comparison, Type};
use klew_term::{TermId, Terms};

use crate::address::UNMAPPED;
use crate::conversion::term_of;
use crate::input::places;
use crate::provenance::cases;
use crate::{Memory, ObjectId, PointerCase, SymbolicPointer, Value};

/// A truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Known.
    Concrete(bool),
    /// A term of sort Bool, not constant.
    Symbolic(TermId),
}

impl Truth {
    /// From a term of sort Bool.
    pub fn of(terms: &Terms, term: TermId) -> Truth {
        terms.as_bool(term).map_or(Truth::Symbolic(term), Truth::Concrete)
    }

    /// As a term of sort Bool.
    pub fn term(self, terms: &mut Terms) -> TermId {
        match self {
            Truth::Concrete(value) => terms.bool(value),
            Truth::Symbolic(term) => term,
        }
    }

    /// As a value of `Type::Int(1)`.
    pub fn value(self, terms: &mut Terms) -> Value {
        match self {
            Truth::Concrete(value) => Value::Int(u64::from(value)),
            Truth::Symbolic(term) => {
                let bit = terms.bool_to_bv(term, 1);
                crate::from_term(terms, bit)
            }
        }
    }
}

/// Cases of two pointers that are compared pairwise, at most.
const PAIRS: usize = 256;

impl Memory {
    /// Compares two pointers. Constraints on addresses that it rests on come through
    /// [`Memory::take_constraints`].
    pub fn compare_pointers(
        &mut self,
        terms: &mut Terms,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> Truth {
        let decided = match (left, right) {
            (Value::Pointer(object, offset), Value::Pointer(other, other_offset)) => {
                self.compare_concrete(comparison, (object, offset), (other, other_offset))
            }
            _ if left == right && left != Value::Undefined => Some(matches!(
                comparison,
                Comparison::Equal | Comparison::UnsignedLessEqual | Comparison::SignedLessEqual
            )),
            _ => None,
        };
        if let Some(truth) = decided {
            return Truth::Concrete(truth);
        }
        if self.is_input_pointer(terms, left) || self.is_input_pointer(terms, right) {
            let condition = self.compare_inputs(terms, comparison, left, right);
            return Truth::of(terms, condition);
        }
        let condition = match (self.cases_of(terms, left), self.cases_of(terms, right)) {
            (Some(lefts), Some(rights)) if lefts.len() * rights.len() <= PAIRS => {
                self.compare_cases(terms, comparison, &lefts, &rights)
            }
            _ => self.compare_addresses(terms, comparison, left, right),
        };
        Truth::of(terms, condition)
    }

    /// Input objects are apart from all others, also at their ends. Where something else than their addresses can make a
    /// pointer (a number that the program made one of, a union that was passed in registers), addresses decide.
    fn compare_inputs(
        &mut self,
        terms: &mut Terms,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> TermId {
        let (one, other) = (self.pointer_terms(terms, left), self.pointer_terms(terms, right));
        match comparison {
            _ if may_be_number(terms, one) != may_be_number(terms, other) => {
                self.compare_addresses(terms, comparison, left, right)
            }
            Comparison::Equal | Comparison::NotEqual => {
                let same = self.same_object(terms, one.object, other.object);
                let offsets = terms.eq(one.offset, other.offset);
                let equal = terms.and(same, offsets);
                if comparison == Comparison::Equal { equal } else { terms.not(equal) }
            }
            _ if one.object == other.object => {
                compare_terms(terms, signed(comparison), one.offset, other.offset)
            }
            _ => self.compare_addresses(terms, comparison, left, right),
        }
    }

    fn cases_of(&self, terms: &mut Terms, pointer: Value) -> Option<Vec<PointerCase>> {
        match pointer {
            Value::Undefined => None,
            _ => {
                let pointer = self.pointer_terms(terms, pointer);
                cases(terms, &pointer)
            }
        }
    }

    fn compare_cases(
        &mut self,
        terms: &mut Terms,
        comparison: Comparison,
        lefts: &[PointerCase],
        rights: &[PointerCase],
    ) -> TermId {
        let mut outcome = None;
        for left in lefts {
            for right in rights {
                let when = terms.and(left.condition, right.condition);
                if terms.as_bool(when) == Some(false) {
                    continue;
                }
                let truth = self.compare_case(terms, comparison, left, right);
                outcome = Some(match outcome {
                    None => truth,
                    Some(other) => terms.ite(when, truth, other),
                });
            }
        }
        outcome.unwrap_or_else(|| terms.false_())
    }

    fn compare_case(
        &mut self,
        terms: &mut Terms,
        comparison: Comparison,
        left: &PointerCase,
        right: &PointerCase,
    ) -> TermId {
        let concrete = (terms.as_u64(left.offset), terms.as_u64(right.offset));
        if let (Some(offset), Some(other)) = concrete
            && let Some(truth) =
                self.compare_concrete(comparison, (left.object, offset), (right.object, other))
        {
            return terms.bool(truth);
        }
        if left.object == right.object {
            let comparison = match left.object {
                ObjectId::NULL => comparison,
                _ => signed(comparison),
            };
            return compare_terms(terms, comparison, left.offset, right.offset);
        }
        let left = Value::SymbolicPointer(self.case_pointer(terms, left));
        let right = Value::SymbolicPointer(self.case_pointer(terms, right));
        self.compare_addresses(terms, comparison, left, right)
    }

    fn case_pointer(&self, terms: &mut Terms, case: &PointerCase) -> crate::SymbolicPointer {
        let object = terms.bv(crate::value::OBJECT_BITS, case.object.bits());
        crate::SymbolicPointer { object, offset: case.offset }
    }

    fn compare_addresses(
        &mut self,
        terms: &mut Terms,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> TermId {
        let address = Type::Int(self.pointer_bits());
        let left = self.pointer_to_int(terms, left);
        let left = term_of(terms, left, address);
        let right = self.pointer_to_int(terms, right);
        let right = term_of(terms, right, address);
        compare_terms(terms, comparison, left, right)
    }

    /// What can be said without addresses.
    fn compare_concrete(
        &self,
        comparison: Comparison,
        left: (ObjectId, u64),
        right: (ObjectId, u64),
    ) -> Option<bool> {
        if left.0 == right.0 {
            let comparison = if left.0.is_null() { comparison } else { signed(comparison) };
            return Some(self.compare_numbers(comparison, left.1, right.1));
        }
        let apart = match (left.0, right.0) {
            (ObjectId::NULL, _) => self.is_unmapped(left.1) && self.within(right, true),
            (_, ObjectId::NULL) => self.is_unmapped(right.1) && self.within(left, true),
            (one, other) => {
                let (one, other) = (self.object(one)?, self.object(other)?);
                one.overlaps_life(other) && self.within(left, false) && self.within(right, false)
            }
        };
        if !apart {
            return None;
        }
        match comparison {
            Comparison::Equal => Some(false),
            Comparison::NotEqual => Some(true),
            // An object lies above the first page and below the last.
            Comparison::UnsignedLess | Comparison::UnsignedLessEqual => match (left.0, right.0) {
                (ObjectId::NULL, _) => Some(left.1 < UNMAPPED),
                (_, ObjectId::NULL) => Some(right.1 >= UNMAPPED),
                _ => None,
            },
            Comparison::SignedLess | Comparison::SignedLessEqual => None,
        }
    }

    fn compare_numbers(&self, comparison: Comparison, left: u64, right: u64) -> bool {
        let shift = 64 - self.pointer_bits();
        let (one, other) = ((left << shift) as i64, (right << shift) as i64);
        match comparison {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::UnsignedLess => left < right,
            Comparison::UnsignedLessEqual => left <= right,
            Comparison::SignedLess => one < other,
            Comparison::SignedLessEqual => one <= other,
        }
    }

    /// Whether no object has that address or ends there.
    fn is_unmapped(&self, address: u64) -> bool {
        address < UNMAPPED || address > self.address_mask() - UNMAPPED
    }

    /// Whether a pointer points to a byte of its object, or (`end`) right behind the last.
    fn within(&self, pointer: (ObjectId, u64), end: bool) -> bool {
        let Some(target) = self.object(pointer.0) else { return false };
        match target.concrete_size() {
            Some(size) => pointer.1 < size.max(1) || (end && pointer.1 == size),
            // Objects without any byte have addresses of their own, too.
            None => pointer.1 == 0,
        }
    }
}

/// Whether a pointer may be a number that is not known, in no object.
fn may_be_number(terms: &Terms, pointer: SymbolicPointer) -> bool {
    if terms.is_constant(pointer.offset) {
        return false;
    }
    let mut places = places(terms, (pointer.object, pointer.offset)).into_iter();
    places.any(|((object, offset), choice)| {
        choice.is_none() && terms.as_u64(object) == Some(0) && !terms.is_constant(offset)
    })
}

/// Offsets order as signed numbers.
fn signed(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::UnsignedLess => Comparison::SignedLess,
        Comparison::UnsignedLessEqual => Comparison::SignedLessEqual,
        other => other,
    }
}

fn compare_terms(terms: &mut Terms, comparison: Comparison, left: TermId, right: TermId) -> TermId {
    match comparison {
        Comparison::Equal => terms.eq(left, right),
        Comparison::NotEqual => {
            let equal = terms.eq(left, right);
            terms.not(equal)
        }
        Comparison::UnsignedLess => terms.bv_ult(left, right),
        Comparison::UnsignedLessEqual => terms.bv_ule(left, right),
        Comparison::SignedLess => terms.bv_slt(left, right),
        Comparison::SignedLessEqual => terms.bv_sle(left, right),
    }
}
