//! The history E of a backward path: what the executed statements did to memory, the target's first.
//!
//! Source: paper 002, table I. Reads are resolved from the most recent older effect that overlaps, so what may decide a read
//! is an entry here: writes, lives of objects, inputs that are bytes of memory. Constraints and unifications have lists of
//! their own in the state, which the forward pass goes through apart.
//!
//! **Invariant**: a later entry happened earlier in the run. A read that was executed when the history had length n sees entries
//! n, n + 1, … and none before.

use std::rc::Rc;

use klew_term::TermId;

use crate::abstract_objects::{Address, ObjectId};

/// A value: of a scalar, or of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A number.
    Scalar(TermId),
    /// An address.
    Pointer(Address),
}

/// Which objects a begin or end of life is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// A heap object is freed.
    Freed,
    /// A stack object comes into scope.
    ScopeStarts,
    /// A stack object goes out of scope.
    ScopeEnds,
}

/// What a statement did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Wrote a value of so many bytes.
    Write(Address, u64, Value),
    /// Copied bytes: to, from, how many.
    Copy(Address, Address, TermId),
    /// Set bytes: where, to what, how many.
    Fill(Address, TermId, TermId),
    /// Made bytes inputs: where, how many, which input of the path.
    InputBytes(Address, TermId, usize),
    /// Began or ended a life.
    Life(Address, Life),
    /// Allocated an object.
    Allocated(ObjectId),
    /// Ended the lives of stack objects, which know themselves which.
    Released,
}

const CHUNK: usize = 64;

/// The history; paths share what they have in common.
#[derive(Clone, Debug, Default)]
pub struct History {
    chunks: Vec<Rc<Vec<Effect>>>,
    length: usize,
}

impl History {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether nothing happened.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// One more, which happened before all others.
    pub fn push(&mut self, effect: Effect) {
        if self.length.is_multiple_of(CHUNK) {
            self.chunks.push(Rc::new(Vec::with_capacity(CHUNK)));
        }
        if let Some(last) = self.chunks.last_mut() {
            Rc::make_mut(last).push(effect);
            self.length += 1;
        }
    }

    /// An entry.
    pub fn get(&self, index: usize) -> Option<&Effect> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    /// All, the target's first.
    pub fn iter(&self) -> impl Iterator<Item = &Effect> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_share_and_part() {
        let mut one = History::default();
        (0..100).for_each(|id| one.push(Effect::Allocated(ObjectId(id))));
        let mut other = one.clone();
        other.push(Effect::Released);
        one.push(Effect::Allocated(ObjectId(7)));
        assert_eq!((one.len(), other.len()), (101, 101));
        assert_eq!(one.get(99), other.get(99));
        assert_eq!(other.get(100), Some(&Effect::Released));
        assert_eq!(one.get(100), Some(&Effect::Allocated(ObjectId(7))));
        assert_eq!(one.iter().count(), 101);
    }
}
