//! Whether an access is allowed: the decision behind `Check::Accessible`.

use klew_ir::Access;
use klew_term::{TermId, Terms};

use crate::{Liveness, Memory, ObjectId, ObjectKind, Value};

/// What an access to concrete bytes of an object comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessResult {
    /// It is allowed.
    Valid,
    /// The object is null: the pointer is a number.
    NoObject,
    /// The object was freed.
    Freed,
    /// The object's scope was left.
    OutOfScope,
    /// The object ends before the access does; its size.
    OutOfBounds(u64),
    /// Whether it is within bounds depends on this size; see [`Memory::in_bounds`]. All else is in order.
    SymbolicSize(TermId),
    /// A write to an object that may not be written.
    ReadOnly,
    /// The object is a function.
    Function,
    /// It is an input object: see [`Memory::load_input`].
    Input,
}

impl Memory {
    /// Whether `size` bytes (not 0) from a concrete offset may be accessed.
    #[inline]
    pub fn access(&self, object: ObjectId, offset: u64, size: u64, access: Access) -> AccessResult {
        let Some(target) = self.object(object) else { return AccessResult::NoObject };
        if target.liveness == Liveness::Alive
            && let Value::Int(bytes) = target.size
            && offset <= bytes
            && size <= bytes - offset
            && (target.writable || access == Access::Read)
            && !matches!(target.kind, ObjectKind::Function(_))
            && object.0 > 0
        {
            return AccessResult::Valid;
        }
        self.access_violation(object, access)
    }

    /// What is wrong with an access that is within bounds only if [`Memory::in_bounds`] holds: the
    /// checks that do not depend on the offset. `Valid` if none fails and the size is concrete.
    pub fn access_object(&self, object: ObjectId, access: Access) -> AccessResult {
        match self.access_violation(object, access) {
            AccessResult::OutOfBounds(_) => AccessResult::Valid,
            other => other,
        }
    }

    #[cold]
    fn access_violation(&self, object: ObjectId, access: Access) -> AccessResult {
        let Some(target) = self.object(object) else { return AccessResult::NoObject };
        if object.is_input() {
            return AccessResult::Input;
        }
        match target.liveness {
            Liveness::Freed => return AccessResult::Freed,
            Liveness::OutOfScope => return AccessResult::OutOfScope,
            Liveness::Alive => {}
        }
        if matches!(target.kind, ObjectKind::Function(_)) {
            return AccessResult::Function;
        }
        if !target.writable && access == Access::Write {
            return AccessResult::ReadOnly;
        }
        match target.size {
            Value::Int(size) => AccessResult::OutOfBounds(size),
            Value::Term(size) => AccessResult::SymbolicSize(size),
            _ => AccessResult::OutOfBounds(0),
        }
    }

    /// The condition (of sort Bool) that `length` bytes from `offset` lie within the object; both terms
    /// as wide as a pointer. `offset <= size && length <= size - offset`.
    pub fn in_bounds(
        &self,
        terms: &mut Terms,
        object: ObjectId,
        offset: TermId,
        length: TermId,
    ) -> TermId {
        let size = match self.object(object).map(|target| target.size) {
            Some(Value::Int(size)) => terms.bv(self.pointer_bits(), size),
            Some(Value::Term(size)) => size,
            _ => return terms.false_(),
        };
        if let Some(end) = self.constant_end(terms, offset, length) {
            return terms.bv_ule(end, size);
        }
        let starts = terms.bv_ule(offset, size);
        let rest = terms.bv_sub(size, offset);
        let ends = terms.bv_ule(length, rest);
        terms.and(starts, ends)
    }

    /// Where constant bytes end, if that is an address.
    fn constant_end(&self, terms: &mut Terms, offset: TermId, length: TermId) -> Option<TermId> {
        let bits = self.pointer_bits();
        let end = terms.as_u64(offset)?.checked_add(terms.as_u64(length)?)?;
        (bits == 64 || end >> bits == 0).then(|| terms.bv(bits, end))
    }
}
