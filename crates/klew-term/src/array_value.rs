//! Values of arrays: a default and the entries that differ from it.
//!
//! Invariant (canonical form): no entry equals the default; over a finite index sort the default is the most
//! frequent element, the smallest of several. So equality of values is equality of functions.

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
        } else {
            self.entries.insert(index, element);
        }
        // With fewer entries the default is at more than half of the indices.
        if let Some(count) =
            self.index_count().filter(|&count| self.entries.len() as u64 * 2 >= count)
        {
            self.choose_default(count);
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

    fn choose_default(&mut self, count: u64) {
        let mut frequencies: BTreeMap<&Constant, u64> = BTreeMap::new();
        frequencies.insert(&self.default, count - self.entries.len() as u64);
        for element in self.entries.values() {
            *frequencies.entry(element).or_default() += 1;
        }
        // Ascending order and a strict comparison: the smallest of the most frequent.
        let mut best = (&*self.default, 0);
        for (element, frequency) in frequencies {
            if frequency > best.1 {
                best = (element, frequency);
            }
        }
        let default = best.0.clone();
        if default == *self.default {
            return;
        }
        for position in 0..count {
            let index = match self.index {
                ScalarSort::BitVec(width) => Constant::bv(width, position),
                _ => Constant::Bool(position == 1),
            };
            let old = &*self.default;
            self.entries.entry(index).or_insert_with(|| old.clone());
        }
        self.entries.retain(|_, element| *element != default);
        *self.default = default;
    }
}
