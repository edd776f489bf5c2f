//! Addresses as numbers.
//!
//! An object has a symbol for its address from the moment the program makes a number of it. What is
//! known of addresses: they are aligned, objects lie neither in the first nor in the last page of the address
//! space (which no system maps; error codes and marks such as `(void *)-1` rely on it), and two objects that
//! lived at the same time do not overlap. A freed object's address may be given out again.

use std::rc::Rc;

use klew_term::{Sort, SymbolId, TermId, Terms};

use crate::{Memory, ObjectId, ObjectKind, Value};

/// What the names of address symbols begin with.
const ADDRESS: &str = "address of object #";

/// Addresses below this, and this many at the top, belong to no object.
pub(crate) const UNMAPPED: u64 = 4096;

/// When no object has that address, an integer as wide as a pointer.
pub fn is_unmapped(terms: &mut Terms, address: TermId) -> TermId {
    let width = terms.width(address);
    let first = terms.bv(width, UNMAPPED);
    let below = terms.bv_ult(address, first);
    let last = terms.bv(width, (u64::MAX >> (64 - width)) - UNMAPPED);
    let above = terms.bv_ult(last, address);
    terms.or(below, above)
}

/// Whether a symbol of that name is the address of an object, also of one that is an input.
pub fn is_address_symbol(name: &str) -> bool {
    name.starts_with("address of ")
}

impl Memory {
    /// The symbol of an object's address; what is known of it comes through [`Memory::take_constraints`].
    /// Of the null object it is 0.
    pub fn address_of(&mut self, terms: &mut Terms, object: ObjectId) -> TermId {
        let width = self.pointer_bits();
        let Some(target) = self.object(object) else { return terms.bv(width, 0) };
        if let Some(address) = target.address {
            return address;
        }
        let address = terms.symbol_named(&format!("{ADDRESS}{}", object.0), Sort::BitVec(width));
        if let Some(target) = self.object_mut(object) {
            target.address = Some(address);
        }
        self.constrain_address(terms, object, address);
        self.constrain_apart(terms, object);
        let observed = Rc::make_mut(&mut self.observed);
        observed.push(object);
        address
    }

    /// The objects whose addresses the program has looked at.
    pub fn observed(&self) -> Vec<ObjectId> {
        self.observed.to_vec()
    }

    /// When an address is that of a byte of an object that lives, or of a function; nothing if it never is.
    pub fn lies_in(&self, terms: &mut Terms, address: TermId, object: ObjectId) -> Option<TermId> {
        let target = self.object(object).filter(|target| target.is_alive())?;
        let start = target.address?;
        if matches!(target.kind, ObjectKind::Function(_)) {
            return Some(terms.eq(address, start));
        }
        let extent = self.extent(terms, object);
        let offset = terms.bv_sub(address, start);
        Some(terms.bv_ult(offset, extent))
    }

    /// The object whose address a symbol stands for.
    pub fn object_of_symbol(&self, terms: &Terms, symbol: SymbolId) -> Option<ObjectId> {
        let number = terms.symbol_name(symbol).strip_prefix(ADDRESS)?.parse().ok()?;
        let object = ObjectId(number);
        let address = self.object(object)?.address?;
        (terms.as_symbol(address) == Some(symbol)).then_some(object)
    }

    /// Whether the address of some object occurs in a term.
    pub(crate) fn mentions_addresses(&self, terms: &Terms, term: TermId) -> bool {
        let input = self.has_input_references();
        (input || !self.observed.is_empty())
            && terms.symbols(term).iter().any(|symbol| {
                self.object_of_symbol(terms, *symbol).is_some()
                    || input && self.reference_of_symbol(terms, *symbol).is_some()
            })
    }

    /// The size as a term, at least 1: also empty objects have addresses of their own.
    pub(crate) fn extent(&self, terms: &mut Terms, object: ObjectId) -> TermId {
        let width = self.pointer_bits();
        match self.object(object).map(|target| target.size) {
            Some(Value::Int(size)) => terms.bv(width, size.max(1)),
            Some(Value::Term(size)) => {
                let (zero, one) = (terms.bv(width, 0), terms.bv(width, 1));
                let empty = terms.eq(size, zero);
                terms.ite(empty, one, size)
            }
            _ => terms.bv(width, 1),
        }
    }

    fn constrain_address(&mut self, terms: &mut Terms, object: ObjectId, address: TermId) {
        let width = self.pointer_bits();
        let Some(align) = self.object(object).map(|target| target.align) else { return };
        let first = terms.bv(width, UNMAPPED);
        let mapped = terms.bv_ule(first, address);
        self.constraints.push(mapped);
        // address + extent <= last, where neither side wraps.
        let extent = self.extent(terms, object);
        let last = terms.bv(width, self.address_mask() - UNMAPPED);
        let fits = terms.bv_ule(extent, last);
        let highest = terms.bv_sub(last, extent);
        let ends = terms.bv_ule(address, highest);
        self.constraints.push(fits);
        self.constraints.push(ends);
        let exponent = align.trailing_zeros().min(width - 1);
        if align > 1 && exponent > 0 {
            let low = terms.bv_extract(address, exponent - 1, 0);
            let zero = terms.bv(exponent, 0);
            let aligned = terms.eq(low, zero);
            self.constraints.push(aligned);
        }
        self.constraints.retain(|constraint| terms.as_bool(*constraint) != Some(true));
    }

    /// Objects that lived at the same time do not overlap.
    pub(crate) fn constrain_apart(&mut self, terms: &mut Terms, object: ObjectId) {
        let Some(target) = self.object(object).cloned() else { return };
        let Some(start) = target.address else { return };
        let extent = self.extent(terms, object);
        if self.has_input_references() && object.0 > 0 {
            self.constrain_apart_from_inputs(terms, (start, extent));
        }
        for other_id in Rc::clone(&self.observed).iter().copied() {
            let Some(other) = self.object(other_id) else { continue };
            let (Some(other_start), true) = (other.address, target.overlaps_life(other)) else {
                continue;
            };
            if other_id == object {
                continue;
            }
            let other_extent = self.extent(terms, other_id);
            // No end wraps, by the constraints of each address.
            let end = terms.bv_add(start, extent);
            let other_end = terms.bv_add(other_start, other_extent);
            let below = terms.bv_ule(end, other_start);
            let above = terms.bv_ule(other_end, start);
            let apart = terms.or(below, above);
            self.constraints.push(apart);
        }
    }
}
