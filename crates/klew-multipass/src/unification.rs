//! Unification: which objects are the same, and where in each other they lie.
//!
//! Source: paper 002, sections III-C1 (pairs are recorded by assignments of pointers) and III-C2 (their transitive
//! closure with offsets: `(o1,f1)~(o2,f2)` and `(o3,f3)~(o2,f4)` give how o1 lies in o3). The closure is kept as a union-find
//! structure whose edges carry offsets, so it is always closed, and one more pair is one more edge: nothing is computed again.
//!
//! **Invariant**: of a class at most one object is concrete, and it is the root.

use klew_term::{TermId, Terms};

use crate::abstract_objects::{Address, ObjectId, Objects};

/// The classes of a path's objects.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    /// By object, the address at which its own begin lies; none for roots.
    parents: Vec<Option<Address>>,
    /// All pairs that were unified, in the order of the backward pass.
    pairs: Vec<(Address, Address)>,
}

/// What unification came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unified {
    /// Two classes are one now.
    Joined,
    /// They were one before, so these offsets are equal.
    Equal(TermId, TermId),
    /// Two different objects of the run: no run does that, unless a pointer was compared by its number.
    Different,
}

impl Classes {
    /// Where an address lies in the root of its class.
    pub fn find(&self, terms: &mut Terms, address: Address) -> Address {
        let mut at = address;
        while let Some(Some(parent)) = self.parents.get(at.object.0 as usize) {
            let offset = terms.bv_add(parent.offset, at.offset);
            at = Address { object: parent.object, offset };
        }
        at
    }

    /// The root of an object's class.
    pub fn root(&self, object: ObjectId) -> ObjectId {
        let mut at = object;
        while let Some(Some(parent)) = self.parents.get(at.0 as usize) {
            at = parent.object;
        }
        at
    }

    /// Both are the same address. If both classes are abstract, the root of `other` stays one.
    pub fn unify(
        &mut self,
        terms: &mut Terms,
        objects: &Objects,
        one: Address,
        other: Address,
    ) -> Unified {
        self.pairs.push((one, other));
        let (one, other) = (self.find(terms, one), self.find(terms, other));
        if one.object == other.object {
            return Unified::Equal(one.offset, other.offset);
        }
        let (child, root) =
            match (objects.is_abstract(one.object), objects.is_abstract(other.object)) {
                (true, _) => (one, other),
                (false, true) => (other, one),
                (false, false) => return Unified::Different,
            };
        let offset = terms.bv_sub(root.offset, child.offset);
        if self.parents.len() < objects.len() {
            self.parents.resize(objects.len(), None);
        }
        self.parents[child.object.0 as usize] = Some(Address { object: root.object, offset });
        Unified::Joined
    }

    /// The pairs that were unified, those next to the target first.
    pub fn pairs(&self) -> &[(Address, Address)] {
        &self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abstract_objects::{Object, Origin};

    /// The rule of section III-C2, both cases.
    #[test]
    fn offsets_go_along_the_closure() {
        let mut terms = Terms::new();
        let mut objects = Objects::new(2, 0);
        let (one, two) = (
            objects.add(Object::Abstract(Origin::Register)),
            objects.add(Object::Abstract(Origin::Register)),
        );
        let global = objects.global(klew_ir::GlobalId(0));
        let mut classes = Classes::default();
        let mut at = |object, offset| Address { object, offset: terms.bv(64, offset) };
        let (a, b, c, d) = (at(one, 4), at(two, 12), at(global, 20), at(two, 8));
        assert_eq!(classes.unify(&mut terms, &objects, a, b), Unified::Joined);
        assert_eq!(classes.unify(&mut terms, &objects, c, d), Unified::Joined);
        let begin = Address { object: one, offset: terms.bv(64, 0) };
        let found = classes.find(&mut terms, begin);
        assert_eq!((found.object, terms.as_u64(found.offset)), (global, Some(20)));
        let other = Address { object: objects.global(klew_ir::GlobalId(1)), offset: c.offset };
        assert_eq!(classes.unify(&mut terms, &objects, other, c), Unified::Different);
        assert!(matches!(classes.unify(&mut terms, &objects, a, c), Unified::Equal(..)));
    }
}
