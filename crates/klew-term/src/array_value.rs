//! Values of arrays: a default and the entries that differ from it.
//!
//! Invariant (canonical form): no entry equals the default; if every index of a finite sort had an entry,
//! the default is the element at the smallest index. So equality of values is equality of functions.

use std::collections::BTreeMap;

use crate::constant::Constant;
use crate::sort::{ScalarSort, Sort};

/// An array value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayValue {
    index: ScalarSort,
    default: Box<Constant>,
    entries: BTreeMap<Constant, Constant>,
}

impl ArrayValue {
    /// The array with one element at every index.
    pub fn constant(index: ScalarSort, default: Constant) -> Self {
        ArrayValue { index, default: Box::new(default), entries: BTreeMap::new() }
    }

    /// The sort of the array.
    pub fn sort(&self) -> Sort {
        match self.default.sort().scalar() {
            Some(element) => Sort::Array(self.index, element),
            // Elements are scalars by construction; the answer keeps the function total.
            None => Sort::Array(self.index, ScalarSort::Bool),
        }
    }

    /// The element at the indices that have no entry.
    pub fn default_element(&self) -> &Constant {
        &self.default
    }

    /// Entries by ascending index; they differ from the default.
    pub fn entries(&self) -> impl Iterator<Item = (&Constant, &Constant)> {
        self.entries.iter()
    }

    /// The element at an index.
    pub fn select(&self, index: &Constant) -> &Constant {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Changes one element.
    pub fn store(&mut self, index: Constant, element: Constant) {
        if element == *self.default {
            self.entries.remove(&index);
            return;
        }
        self.entries.insert(index, element);
        if self.index_count().is_some_and(|count| self.entries.len() as u64 == count) {
            self.change_default();
        }
    }

    /// The number of indices, when entries could ever cover them all.
    fn index_count(&self) -> Option<u64> {
        match self.index {
            ScalarSort::Bool => Some(2),
            ScalarSort::BitVec(width) if width < 32 => Some(1 << width),
            _ => None,
        }
    }

    fn change_default(&mut self) {
        if let Some(first) = self.entries.values().next().cloned() {
            self.entries.retain(|_, element| *element != first);
            *self.default = first;
        }
    }
}
