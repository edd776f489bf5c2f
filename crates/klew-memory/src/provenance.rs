//! From pointers to numbers and back, without losing what they point to.

use klew_term::{Kind, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::value::OBJECT_BITS;
use crate::{Memory, ObjectId, SymbolicPointer, Value};

/// What is known of where a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PointerOrigin {
    /// Every case is an object or a constant address.
    Known,
    /// Some case is an arbitrary number that has nothing to do with the address of an object: it points
    /// into nothing, and an access there is a fault.
    Number,
    /// Some case is a number computed from addresses in a way that is not understood. An access is not
    /// a fault of the program but beyond what memory supports.
    Lost,
}

/// One of the objects that a symbolic pointer may point into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerCase {
    /// When it does; of sort Bool. The conditions of all cases exclude each other, and one of them holds.
    pub condition: TermId,
    /// The object.
    pub object: ObjectId,
    /// The offset in it under that condition; may be constant.
    pub offset: TermId,
}

/// How deep terms are looked into.
const DEPTH: u32 = 64;

/// The objects that a pointer may point into, sorted: the constants that its object term chooses among.
/// `None` if that is not all of it.
pub fn candidates(terms: &Terms, pointer: &SymbolicPointer) -> Option<Vec<ObjectId>> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut open = vec![pointer.object];
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Some(bits) = terms.as_u64(term) {
            found.push(ObjectId::from_bits(bits));
        } else if terms.kind(term) == Kind::Ite {
            open.extend_from_slice(&terms.arguments(term)[1..]);
        } else {
            return None;
        }
    }
    found.sort_unstable();
    Some(found)
}

/// The cases of a pointer, one for each of its [`candidates`], in their order.
pub fn cases(terms: &mut Terms, pointer: &SymbolicPointer) -> Option<Vec<PointerCase>> {
    let objects = candidates(terms, pointer)?;
    let mut found = Vec::new();
    for object in objects {
        let identity = terms.bv(OBJECT_BITS, object.bits());
        let condition = terms.eq(pointer.object, identity);
        let offset = offset_under(terms, pointer, object);
        found.push(PointerCase { condition, object, offset });
    }
    Some(found)
}

/// The offset where the object is that one: alternatives that belong to other objects are left out.
fn offset_under(terms: &Terms, pointer: &SymbolicPointer, object: ObjectId) -> TermId {
    let leads_there = |term: TermId| {
        let pointer = SymbolicPointer { object: term, offset: term };
        candidates(terms, &pointer).is_none_or(|objects| objects.contains(&object))
    };
    let SymbolicPointer { object: mut choice, mut offset } = *pointer;
    let mut known: FxHashMap<TermId, bool> = FxHashMap::default();
    for _ in 0..DEPTH {
        if terms.kind(choice) != Kind::Ite {
            break;
        }
        let (condition, then, otherwise) = three(terms, choice);
        match (leads_there(then), leads_there(otherwise)) {
            (true, false) => (choice, _) = (then, known.insert(condition, true)),
            (false, true) => (choice, _) = (otherwise, known.insert(condition, false)),
            _ => break,
        }
    }
    for _ in 0..DEPTH {
        if terms.kind(offset) != Kind::Ite {
            break;
        }
        let (condition, then, otherwise) = three(terms, offset);
        match known.get(&condition) {
            Some(true) => offset = then,
            Some(false) => offset = otherwise,
            None => break,
        }
    }
    offset
}

fn three(terms: &Terms, ite: TermId) -> (TermId, TermId, TermId) {
    let arguments = terms.arguments(ite);
    (arguments[0], arguments[1], arguments[2])
}

impl Memory {
    /// The address that a pointer holds, an integer as wide as a pointer.
    pub fn pointer_to_int(&mut self, terms: &mut Terms, pointer: Value) -> Value {
        let width = self.pointer_bits();
        match pointer {
            Value::Int(_) | Value::Term(_) => pointer,
            Value::Undefined => self.fresh_uninitialised(terms, klew_ir::Type::Int(width)),
            Value::Pointer(ObjectId::NULL, address) => Value::Int(address),
            Value::Pointer(object, offset) => {
                let base = self.address_of(terms, object);
                let offset = terms.bv(width, offset);
                let address = terms.bv_add(base, offset);
                crate::from_term(terms, address)
            }
            Value::SymbolicPointer(pointer) => {
                let known = candidates(terms, &pointer).is_some()
                    || self.alternatives(terms, &pointer).is_some();
                let base = match known {
                    true => self.base_of(terms, pointer.object, &mut FxHashMap::default()),
                    false => self.uninitialised_symbol(terms, klew_term::Sort::BitVec(width)),
                };
                let address = terms.bv_add(base, pointer.offset);
                crate::from_term(terms, address)
            }
        }
    }

    /// The address of whichever object a choice among constants is.
    fn base_of(
        &mut self,
        terms: &mut Terms,
        object: TermId,
        known: &mut FxHashMap<TermId, TermId>,
    ) -> TermId {
        let mut open = vec![object];
        while let Some(&term) = open.last() {
            if known.contains_key(&term) {
                open.pop();
                continue;
            }
            if let Some(base) = self.input_address(terms, term) {
                known.insert(term, base);
                continue;
            }
            if let Some(bits) = terms.as_u64(term) {
                let base = self.address_of(terms, ObjectId::from_bits(bits));
                known.insert(term, base);
                continue;
            }
            let (condition, then, otherwise) = three(terms, term);
            match (known.get(&then).copied(), known.get(&otherwise).copied()) {
                (Some(left), Some(right)) => {
                    let base = terms.ite(condition, left, right);
                    known.insert(term, base);
                }
                (None, _) => open.push(then),
                (_, None) => open.push(otherwise),
            }
        }
        known[&object]
    }

    /// The pointer to an address, an integer as wide as a pointer. Addresses of the form "address of an
    /// object plus something", choices among such, and such with their alignment bits changed point into that
    /// object again.
    pub fn int_to_pointer(&mut self, terms: &mut Terms, address: Value) -> (Value, PointerOrigin) {
        let pointer = match address {
            Value::Int(number) => Value::Pointer(ObjectId::NULL, number & self.address_mask()),
            Value::Term(address) => {
                let found = match self.mentions_addresses(terms, address) {
                    true => Resolver { memory: self, known: FxHashMap::default() }
                        .resolve(terms, address, DEPTH),
                    false => None,
                };
                let (object, offset) = found.unwrap_or_else(|| (terms.bv(OBJECT_BITS, 0), address));
                self.pointer_from(terms, object, offset)
            }
            pointer => pointer,
        };
        (pointer, self.origin(terms, pointer))
    }

    /// What is known of where a pointer points to.
    pub fn origin(&self, terms: &Terms, pointer: Value) -> PointerOrigin {
        let Value::SymbolicPointer(pointer) = pointer else { return PointerOrigin::Known };
        let Some(objects) = candidates(terms, &pointer) else {
            let known = self.alternatives(terms, &pointer).is_some();
            return if known { PointerOrigin::Known } else { PointerOrigin::Lost };
        };
        if !objects.contains(&ObjectId::NULL) {
            return PointerOrigin::Known;
        }
        let address = offset_under(terms, &pointer, ObjectId::NULL);
        let constants = SymbolicPointer { object: address, offset: address };
        if candidates(terms, &constants).is_some() {
            PointerOrigin::Known
        } else if self.mentions_addresses(terms, address) {
            PointerOrigin::Lost
        } else {
            PointerOrigin::Number
        }
    }
}

/// Finds objects in addresses. An answer is an object term and an offset term; none: a number.
struct Resolver<'a> {
    memory: &'a Memory,
    known: FxHashMap<TermId, Option<(TermId, TermId)>>,
}

impl Resolver<'_> {
    fn resolve(
        &mut self,
        terms: &mut Terms,
        address: TermId,
        depth: u32,
    ) -> Option<(TermId, TermId)> {
        if depth == 0 || !self.memory.mentions_addresses(terms, address) {
            return None;
        }
        if let Some(known) = self.known.get(&address) {
            return *known;
        }
        let found = self.resolve_new(terms, address, depth);
        self.known.insert(address, found);
        found
    }

    fn resolve_new(
        &mut self,
        terms: &mut Terms,
        address: TermId,
        depth: u32,
    ) -> Option<(TermId, TermId)> {
        let width = terms.width(address);
        if width != self.memory.pointer_bits() {
            return None;
        }
        let arguments = terms.arguments(address).to_vec();
        match terms.kind(address) {
            Kind::Symbol(symbol) => {
                if let Some(reference) = self.memory.reference_of_symbol(terms, symbol) {
                    return Some((reference, terms.bv(width, 0)));
                }
                let object = self.memory.object_of_symbol(terms, symbol)?;
                Some((terms.bv(OBJECT_BITS, object.bits()), terms.bv(width, 0)))
            }
            Kind::Ite => {
                // An alternative that is no object's address stays a number: the null object at that offset.
                let null = terms.bv(OBJECT_BITS, 0);
                let then = self.resolve(terms, arguments[1], depth - 1);
                let otherwise = self.resolve(terms, arguments[2], depth - 1);
                if then.is_none() && otherwise.is_none() {
                    return None;
                }
                let then = then.unwrap_or((null, arguments[1]));
                let otherwise = otherwise.unwrap_or((null, arguments[2]));
                let object = terms.ite(arguments[0], then.0, otherwise.0);
                let offset = terms.ite(arguments[0], then.1, otherwise.1);
                Some((object, offset))
            }
            Kind::BvAdd => self.sum(terms, &arguments, depth),
            Kind::BvAnd | Kind::BvOr | Kind::BvXor => {
                let (mask, other) = match terms.as_u64(arguments[0]) {
                    Some(mask) => (mask, arguments[1]),
                    None => (terms.as_u64(arguments[1])?, arguments[0]),
                };
                self.masked(terms, address, other, mask, depth)
            }
            Kind::BvConcat => self.low_bits_replaced(terms, &arguments, depth),
            _ => None,
        }
    }

    /// A sum with exactly one address in it. What is added is a number then: if addresses of objects occur
    /// in it too, the sum is nothing that is understood.
    fn sum(
        &mut self,
        terms: &mut Terms,
        addends: &[TermId],
        depth: u32,
    ) -> Option<(TermId, TermId)> {
        let mut found = None;
        let mut rest = terms.bv(self.memory.pointer_bits(), 0);
        for &addend in addends {
            if self.memory.mentions_addresses(terms, addend)
                && let Some(base) = self.resolve(terms, addend, depth - 1)
                && found.is_none()
            {
                found = Some(base);
            } else {
                rest = terms.bv_add(rest, addend);
            }
        }
        let (object, offset) = found?;
        if self.memory.mentions_addresses(terms, rest) {
            return None;
        }
        Some((object, terms.bv_add(offset, rest)))
    }

    /// Bits below the alignment of every object in question changed by a constant mask.
    fn masked(
        &mut self,
        terms: &mut Terms,
        address: TermId,
        other: TermId,
        mask: u64,
        depth: u32,
    ) -> Option<(TermId, TermId)> {
        let (object, offset) = self.resolve(terms, other, depth - 1)?;
        let all = self.memory.address_mask();
        let kind = terms.kind(address);
        let changed = if kind == Kind::BvAnd { !mask & all } else { mask };
        if changed >= self.alignment(terms, object)? {
            return None;
        }
        let mask = terms.bv(self.memory.pointer_bits(), mask);
        let offset = match kind {
            Kind::BvAnd => terms.bv_and(offset, mask),
            Kind::BvOr => terms.bv_or(offset, mask),
            _ => terms.bv_xor(offset, mask),
        };
        Some((object, offset))
    }

    /// The high bits of an address, over other low bits.
    fn low_bits_replaced(
        &mut self,
        terms: &mut Terms,
        arguments: &[TermId],
        depth: u32,
    ) -> Option<(TermId, TermId)> {
        let (high, low) = (arguments[0], arguments[1]);
        let width = self.memory.pointer_bits();
        let replaced = terms.width(low);
        if self.memory.mentions_addresses(terms, low) {
            return None;
        }
        let address = match terms.kind(high) {
            Kind::BvExtract { high: top, low } if top == width - 1 && low == replaced => {
                terms.arguments(high)[0]
            }
            _ => return None,
        };
        let (object, offset) = self.resolve(terms, address, depth - 1)?;
        if replaced >= 32 || 1 << replaced > self.alignment(terms, object)? {
            return None;
        }
        let kept = terms.bv_extract(offset, width - 1, replaced);
        Some((object, terms.bv_concat(kept, low)))
    }

    /// The least alignment of the objects that a term chooses among; none if null is one of them.
    fn alignment(&self, terms: &Terms, object: TermId) -> Option<u64> {
        let pointer = SymbolicPointer { object, offset: object };
        let mut least = u64::MAX;
        for object in candidates(terms, &pointer)? {
            least = least.min(self.memory.object(object)?.align);
        }
        Some(least)
    }
}
