//! Whether two memories are the same: for tests that a path, followed twice, leads to one state.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::contents::Contents;
use crate::input::InputHeap;
use crate::layer::Layer;
use crate::{Memory, Object};

fn hash_layer(layer: &Layer, hasher: &mut FxHasher) {
    for (offset, page) in layer.pages() {
        offset.hash(hasher);
        page.digest().hash(hasher);
    }
    usize::MAX.hash(hasher);
}

fn same_layer(left: &Layer, right: &Layer) -> bool {
    let (left, right) = (left.pages(), right.pages());
    left.len() == right.len()
        && left.iter().zip(&right).all(|((offset, page), (other_offset, other))| {
            offset == other_offset && page.digest() == other.digest()
        })
}

fn hash_object(object: &Object, hasher: &mut FxHasher) {
    object.kind.hash(hasher);
    object.liveness.hash(hasher);
    object.writable.hash(hasher);
    (object.size, object.align, object.born, object.died, object.address).hash(hasher);
    (&object.name, object.source_type, object.allocated_at, object.freed_at).hash(hasher);
    object.contents.base.hash(hasher);
    hash_layer(&object.contents.written, hasher);
    if let Some(clean) = &object.contents.clean {
        hash_layer(clean, hasher);
    }
}

fn same_contents(left: &Contents, right: &Contents) -> bool {
    let clean = match (&left.clean, &right.clean) {
        (None, None) => true,
        (Some(left), Some(right)) => same_layer(left, right),
        _ => false,
    };
    left.base == right.base && clean && same_layer(&left.written, &right.written)
}

fn same_object(left: &Object, right: &Object) -> bool {
    left.kind == right.kind
        && left.liveness == right.liveness
        && left.writable == right.writable
        && (left.size, left.align, left.born, left.died, left.address)
            == (right.size, right.align, right.born, right.died, right.address)
        && (&left.name, left.source_type, left.allocated_at, left.freed_at)
            == (&right.name, right.source_type, right.allocated_at, right.freed_at)
        && same_contents(&left.contents, &right.contents)
}

/// Everything of the input heap but what objects hold.
fn input_digest(input: &InputHeap) -> u64 {
    let mut hasher = FxHasher::default();
    input.digest(&mut hasher);
    hasher.finish()
}

fn same_input(left: &InputHeap, right: &InputHeap) -> bool {
    let (objects, others): (Vec<_>, Vec<_>) = (left.objects().collect(), right.objects().collect());
    input_digest(left) == input_digest(right)
        && objects.len() == others.len()
        && objects.iter().zip(others).all(|(object, other)| same_object(object, other))
}

impl Memory {
    /// Whether both hold the same objects with the same contents, term by term.
    pub fn same(&self, other: &Memory) -> bool {
        let (objects, others) = (self.objects.entries(), other.objects.entries());
        self.model() == other.model()
            && (self.count, self.clock, self.uninitialised)
                == (other.count, other.clock, other.uninitialised)
            && self.observed == other.observed
            && self.constraints == other.constraints
            && self.relations == other.relations
            && match (&self.input, &other.input) {
                (None, None) => true,
                (Some(input), Some(other)) => same_input(input, other),
                _ => false,
            }
            && objects.len() == others.len()
            && objects.iter().zip(&others).all(|((index, object), (other_index, other))| {
                index == other_index && same_object(object, other)
            })
    }

    /// A number that is the same for the same memories.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.count, self.clock, self.uninitialised).hash(&mut hasher);
        self.observed.hash(&mut hasher);
        self.constraints.hash(&mut hasher);
        self.relations.hash(&mut hasher);
        for (index, object) in self.objects.entries() {
            index.hash(&mut hasher);
            hash_object(object, &mut hasher);
        }
        if let Some(input) = &self.input {
            input_digest(input).hash(&mut hasher);
            for object in input.objects() {
                hash_object(object, &mut hasher);
            }
        }
        hasher.finish()
    }
}
