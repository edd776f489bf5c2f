//! Whether two pointers' objects are the same.
//!
//! An allocated object is no input object; input objects that cannot be of one type are different unless both
//! references are null. Everything else is an equality of symbols, which forks only if the program branches on it.

use klew_term::{Kind, TermId, Terms};
use rustc_hash::FxHashMap;

use super::{Leaf, nodes};
use crate::value::OBJECT_BITS;
use crate::{Memory, ObjectId};

/// Pairs of alternatives that are looked at one by one, at most.
const PAIRS: usize = 1 << 14;

impl Memory {
    /// Whether two object terms are the same object, or both null.
    pub fn same_object(&mut self, terms: &mut Terms, left: TermId, right: TermId) -> TermId {
        self.same_or_null(terms, left, right, true)
    }

    /// Whether two object terms are the same object, where it is known that the left one is not null.
    pub(super) fn same_and_not_null(
        &mut self,
        terms: &mut Terms,
        left: TermId,
        right: TermId,
    ) -> TermId {
        self.same_or_null(terms, left, right, false)
    }

    fn same_or_null(
        &mut self,
        terms: &mut Terms,
        left: TermId,
        right: TermId,
        nulls: bool,
    ) -> TermId {
        if left == right {
            return terms.true_();
        }
        let (lefts, rights) = (nodes(terms, left), nodes(terms, right));
        if lefts.len() * rights.len() > PAIRS {
            return terms.eq(left, right);
        }
        let mut known: FxHashMap<(TermId, TermId), TermId> = FxHashMap::default();
        for &one in &lefts {
            for &other in &rights {
                let same = match (terms.kind(one), terms.kind(other)) {
                    _ if one == other => terms.true_(),
                    (Kind::Ite, _) => {
                        let parts = terms.arguments(one);
                        let (condition, then, otherwise) = (parts[0], parts[1], parts[2]);
                        terms.ite(condition, known[&(then, other)], known[&(otherwise, other)])
                    }
                    (_, Kind::Ite) => {
                        let parts = terms.arguments(other);
                        let (condition, then, otherwise) = (parts[0], parts[1], parts[2]);
                        terms.ite(condition, known[&(one, then)], known[&(one, otherwise)])
                    }
                    _ => self.same_leaf(terms, one, other, nulls),
                };
                known.insert((one, other), same);
            }
        }
        known[&(left, right)]
    }

    fn same_leaf(&mut self, terms: &mut Terms, left: TermId, right: TermId, nulls: bool) -> TermId {
        let Some(input) = self.input.clone() else { return terms.eq(left, right) };
        match (input.leaf(terms, left), input.leaf(terms, right)) {
            (Leaf::Allocated(_), Leaf::Entry(_)) | (Leaf::Entry(_), Leaf::Allocated(_)) => {
                terms.false_()
            }
            (Leaf::Null, _) | (_, Leaf::Null) if !nulls => terms.false_(),
            (Leaf::Entry(one), Leaf::Entry(other)) => {
                let (Some(entry), Some(alias)) = (input.entry(one), input.entry(other)) else {
                    return terms.eq(left, right);
                };
                if entry.shape.is_compatible(&alias.shape) {
                    if entry.shape.source_type != alias.shape.source_type {
                        // That they are equal says something of their classes.
                        self.bind(terms, one);
                        self.bind(terms, other);
                    }
                    return terms.eq(left, right);
                }
                if !nulls {
                    return terms.false_();
                }
                let null = terms.bv(OBJECT_BITS, ObjectId::NULL.bits());
                let neither = terms.eq(left, null);
                let nor = terms.eq(right, null);
                terms.and(neither, nor)
            }
            _ => terms.eq(left, right),
        }
    }
}
