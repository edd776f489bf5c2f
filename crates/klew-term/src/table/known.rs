//! Which arrays are tables.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Table;
use crate::arena::Terms;
use crate::kind::{Kind, TermId};
use crate::sort::{ScalarSort, Sort};

/// Elements held by all tables together; beyond, all are forgotten.
const MOST_ELEMENTS: usize = 1 << 20;

/// Arrays of which something is remembered; beyond, all are forgotten.
const MOST_ARRAYS: usize = 1 << 16;

/// What an array is.
#[derive(Clone, Debug)]
enum Known {
    Table(Arc<Table>),
    Above(Writes),
    Other,
}

/// Writes over a table, the first of them not of a constant at a constant index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Writes {
    /// How many.
    pub(crate) count: u32,
    /// How many bits of an index tell the elements of the table apart.
    pub(crate) table_bits: u32,
}

/// What is known of the arrays asked for. Whether something is there changes nothing but speed.
#[derive(Default)]
pub(crate) struct KnownTables {
    arrays: FxHashMap<TermId, Known>,
    elements: usize,
}

impl KnownTables {
    fn remember(&mut self, array: TermId, known: Known) {
        if let Known::Table(table) = &known {
            self.elements += table.elements().len();
        }
        if self.elements > MOST_ELEMENTS || self.arrays.len() > MOST_ARRAYS {
            self.arrays.clear();
            self.elements = 0;
        } else {
            self.arrays.insert(array, known);
        }
    }
}

/// A table under construction: one below, and writes over it.
struct Draft {
    default: u64,
    writes: Vec<(u64, u64)>,
}

impl Draft {
    fn over(table: &Table) -> Draft {
        let place = |(at, &element): (usize, &u64)| (at as u64, element);
        Draft {
            default: table.default,
            writes: table.elements.iter().enumerate().map(place).collect(),
        }
    }
}

impl Terms {
    /// The table that an array is, if it is one.
    pub fn table(&self, array: TermId) -> Option<Arc<Table>> {
        match self.known_array(array) {
            Known::Table(table) => Some(table),
            _ => None,
        }
    }

    /// Table and index of a term that reads a table.
    pub fn table_read(&self, term: TermId) -> Option<(Arc<Table>, TermId)> {
        let (array, index) = self.as_binary(term, Kind::Select)?;
        Some((self.table(array)?, index))
    }

    /// The writes over the table that an array is based on; nothing for tables.
    pub(crate) fn writes_over_table(&self, array: TermId) -> Option<Writes> {
        match self.known_array(array) {
            Known::Above(writes) => Some(writes),
            Known::Table(_) | Known::Other => None,
        }
    }

    fn known_array(&self, array: TermId) -> Known {
        let Sort::Array(ScalarSort::BitVec(1..=64), ScalarSort::BitVec(1..=64)) = self.sort(array)
        else {
            return Known::Other;
        };
        if !matches!(self.kind(array), Kind::Store | Kind::ConstArray(_)) {
            return Known::Other;
        }
        if let Some(known) = self.tables.borrow().arrays.get(&array) {
            return known.clone();
        }
        self.find_table(array)
    }

    /// Walks the chain of writes down to something known, and up again.
    fn find_table(&self, array: TermId) -> Known {
        let Sort::Array(ScalarSort::BitVec(index_width), ScalarSort::BitVec(element_width)) =
            self.sort(array)
        else {
            return Known::Other;
        };
        let mut chain = Vec::new();
        let mut bottom = array;
        let mut draft = None;
        let mut above = Writes { count: 0, table_bits: 0 };
        loop {
            let known = self.tables.borrow().arrays.get(&bottom).cloned();
            match known {
                Some(Known::Other) => return self.remembered(array, Known::Other),
                Some(Known::Table(table)) => {
                    draft = Some(Draft::over(&table));
                    break;
                }
                Some(Known::Above(writes)) => {
                    above = writes;
                    break;
                }
                None => {}
            }
            match (self.kind(bottom), self.arguments(bottom)) {
                (Kind::Store, &[inner, index, element]) => {
                    chain.push((bottom, self.as_u64(index).zip(self.as_u64(element))));
                    bottom = inner;
                }
                (Kind::ConstArray(_), &[element]) => {
                    let Some(default) = self.as_u64(element) else {
                        return self.remembered(array, Known::Other);
                    };
                    draft = Some(Draft { default, writes: Vec::new() });
                    break;
                }
                _ => return self.remembered(array, Known::Other),
            }
        }
        let table = |draft: Draft| {
            Table::new(index_width, element_width, draft.default, &draft.writes)
                .map_or(Known::Other, |table| Known::Table(table.into()))
        };
        for (position, (_, constants)) in chain.iter().enumerate().rev() {
            match (&mut draft, constants) {
                (Some(draft), Some(write)) => draft.writes.push(*write),
                (Some(_), None) => {
                    // What is below is a table of its own.
                    let below = chain.get(position + 1).map_or(bottom, |next| next.0);
                    let Some(found) = draft.take().map(table) else { return Known::Other };
                    let Known::Table(table) = self.remembered(below, found) else {
                        return self.remembered(array, Known::Other);
                    };
                    above = Writes { count: 1, table_bits: table.bits };
                }
                (None, _) => above.count += 1,
            }
        }
        let found = draft.map_or(Known::Above(above), table);
        self.remembered(array, found)
    }

    fn remembered(&self, array: TermId, known: Known) -> Known {
        self.tables.borrow_mut().remember(array, known.clone());
        known
    }
}
