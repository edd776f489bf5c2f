//! Constructors of array terms.

use crate::arena::Terms;
use crate::kind::{Kind, TermId};
use crate::sort::Sort;

impl Terms {
    /// The array of an array sort with `default` at every index.
    ///
    /// # Panics
    /// If the sort is no array sort with the default's sort as element: an error of the caller.
    pub fn const_array(&mut self, sort: Sort, default: TermId) -> TermId {
        match sort {
            Sort::Array(index, element) if Sort::from(element) == self.sort(default) => {
                self.apply(Kind::ConstArray(index), &[default])
            }
            _ => panic!("constant array of sort {sort}: the caller confuses sorts"),
        }
    }

    /// The element at an index.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        self.apply(Kind::Select, &[array, index])
    }

    /// The array with one element changed.
    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        self.apply(Kind::Store, &[array, index, value])
    }
}
