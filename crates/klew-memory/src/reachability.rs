//! Which heap objects can still be reached: the question behind memory leaks.

use klew_term::{Sort, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::contents::Base;
use crate::provenance::candidates;
use crate::{Memory, MemoryError, ObjectId, ObjectKind, Value};

/// Which bytes in memory keep an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    /// Whole addresses.
    Whole,
    /// Any part of one as well.
    Parts,
}

/// Whether a number is narrower than an address.
fn is_part(terms: &Terms, number: TermId, pointer_bits: u32) -> bool {
    matches!(terms.sort(number), Sort::BitVec(width) if width < pointer_bits)
}

impl Memory {
    /// The heap objects that were not freed, in the order of their allocation.
    pub fn alive_heap_objects(&self) -> Vec<ObjectId> {
        self.alive(ObjectKind::Heap)
    }

    /// All objects that live and are neither globals nor functions, in the order of their allocation.
    pub fn alive_objects(&self) -> Vec<ObjectId> {
        let is_fixed = |kind| matches!(kind, ObjectKind::Global | ObjectKind::Function(_));
        let entries = self.objects.entries().into_iter();
        let wanted = entries.filter(|(_, object)| object.is_alive() && !is_fixed(object.kind));
        wanted.map(|(index, _)| ObjectId(index as i32)).collect()
    }

    /// All objects that live and may hold something: globals, too.
    pub fn holders(&self) -> Vec<ObjectId> {
        let entries = self.objects.entries().into_iter();
        let wanted = entries.filter(|(_, object)| {
            object.is_alive() && !matches!(object.kind, ObjectKind::Function(_))
        });
        wanted.map(|(index, _)| ObjectId(index as i32)).collect()
    }

    fn alive(&self, kind: ObjectKind) -> Vec<ObjectId> {
        let entries = self.objects.entries();
        let wanted =
            entries.into_iter().filter(|(_, object)| object.is_alive() && object.kind == kind);
        wanted.map(|(index, _)| ObjectId(index as i32)).collect()
    }

    /// The alive heap objects that nothing points to: neither the roots, nor globals, nor an alive object
    /// that these lead to. A pointer to any byte counts, also as a number; so does every case of a
    /// pointer that is not concrete. An error if it depends on parts of addresses.
    pub fn unreachable_heap_objects(
        &self,
        terms: &Terms,
        roots: &[Value],
    ) -> Result<Vec<ObjectId>, MemoryError> {
        let lost = self.unreachable(terms, roots, Count::Whole)?;
        if lost.is_empty() || self.observed.is_empty() {
            return Ok(lost);
        }
        // Bytes of an address may be all of it, one after the other, or what was left of it.
        let surely = self.unreachable(terms, roots, Count::Parts)?;
        if surely == lost { Ok(lost) } else { Err(MemoryError::PartOfAddress) }
    }

    fn unreachable(
        &self,
        terms: &Terms,
        roots: &[Value],
        count: Count,
    ) -> Result<Vec<ObjectId>, MemoryError> {
        let mut reached = FxHashSet::default();
        let mut open = self.alive(ObjectKind::Global);
        open.extend(self.alive(ObjectKind::Input));
        reached.extend(open.iter().copied());
        reached.insert(ObjectId::NULL);
        let mut targets = Vec::new();
        for &root in roots {
            self.targets(terms, root, &mut targets)?;
        }
        self.input_targets(terms, &mut targets)?;
        loop {
            for target in targets.drain(..) {
                if reached.insert(target) {
                    open.push(target);
                }
            }
            let Some(object) = open.pop().and_then(|id| self.object(id)) else {
                if open.is_empty() {
                    break;
                }
                continue;
            };
            if !object.is_alive() {
                continue;
            }
            for value in object.contents.values() {
                if let Value::Term(term) = value
                    && count == Count::Whole
                    && is_part(terms, term, self.pointer_bits())
                {
                    continue;
                }
                self.targets(terms, value, &mut targets)?;
            }
            if let Base::Array(array) = object.contents.base {
                self.addressed(terms, array.term, &mut targets);
            }
        }
        let mut left = self.alive_heap_objects();
        left.retain(|object| !reached.contains(object));
        Ok(left)
    }

    fn targets(
        &self,
        terms: &Terms,
        value: Value,
        targets: &mut Vec<ObjectId>,
    ) -> Result<(), MemoryError> {
        match value {
            Value::Pointer(object, _) => targets.push(object),
            Value::Term(term) => self.addressed(terms, term, targets),
            Value::SymbolicPointer(pointer) => {
                match candidates(terms, &pointer) {
                    Some(objects) => targets.extend(objects),
                    None => self.allocated_among(terms, pointer.object, targets)?,
                }
                self.addressed(terms, pointer.offset, targets);
            }
            Value::Int(_) | Value::Undefined => {}
        }
        Ok(())
    }

    /// What input objects hold: whoever gave them to the program can reach it.
    fn input_targets(&self, terms: &Terms, targets: &mut Vec<ObjectId>) -> Result<(), MemoryError> {
        let Some(input) = &self.input else { return Ok(()) };
        for contents in input.contents() {
            for value in contents.values() {
                self.targets(terms, value, targets)?;
            }
            if let Base::Array(array) = contents.base {
                self.addressed(terms, array.term, targets);
            }
        }
        for array in input.reference_arrays() {
            for part in terms.subterms(&[array]) {
                if terms.kind(part) == klew_term::Kind::Store {
                    self.allocated_among(terms, terms.arguments(part)[2], targets)?;
                }
            }
        }
        Ok(())
    }

    /// The allocated objects that an object term chooses among.
    fn allocated_among(
        &self,
        terms: &Terms,
        object: klew_term::TermId,
        targets: &mut Vec<ObjectId>,
    ) -> Result<(), MemoryError> {
        let zero = object;
        let pointer = crate::SymbolicPointer { object, offset: zero };
        let objects = self.alternatives(terms, &pointer).ok_or(MemoryError::UnboundedPointer)?;
        let constants = objects.into_iter().filter_map(|object| terms.as_u64(object));
        targets.extend(constants.map(ObjectId::from_bits).filter(|object| object.0 > 0));
        Ok(())
    }

    /// The objects whose addresses occur in a term.
    fn addressed(&self, terms: &Terms, term: TermId, targets: &mut Vec<ObjectId>) {
        if !self.observed.is_empty() {
            let symbols = terms.symbols(term);
            targets
                .extend(symbols.iter().filter_map(|symbol| self.object_of_symbol(terms, *symbol)));
        }
    }
}
