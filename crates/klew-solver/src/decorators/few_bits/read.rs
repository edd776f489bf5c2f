//! Reads of arrays that are writes over a table of constants, or over one element everywhere.

use std::sync::Arc;

use klew_term::{Kind, Table, TermId, Terms};

/// Writes that a read looks through.
const MOST_WRITES: usize = 64;

/// What lies below all writes.
pub(super) enum Below {
    /// A table.
    Table(Arc<Table>),
    /// The same everywhere.
    Element(TermId),
}

/// A read.
pub(super) struct Read {
    /// Where.
    pub index: TermId,
    /// Indices and elements, the last write first.
    pub writes: Vec<(TermId, TermId)>,
    /// What is read if none of them is.
    pub below: Below,
}

impl Read {
    /// The read that a term is, if its array is of that kind.
    pub(super) fn of(terms: &Terms, term: TermId) -> Option<Read> {
        let (Kind::Select, [array, index]) = (terms.kind(term), terms.arguments(term)) else {
            return None;
        };
        let (mut array, index) = (*array, *index);
        let mut writes = Vec::new();
        loop {
            if let Some(table) = terms.table(array) {
                return Some(Read { index, writes, below: Below::Table(table) });
            }
            match (terms.kind(array), terms.arguments(array)) {
                (Kind::Store, &[below, at, element]) if writes.len() < MOST_WRITES => {
                    writes.push((at, element));
                    array = below;
                }
                (Kind::ConstArray(_), &[element]) => {
                    return Some(Read { index, writes, below: Below::Element(element) });
                }
                _ => return None,
            }
        }
    }

    /// The terms that it depends on.
    pub(super) fn needed(&self) -> Vec<TermId> {
        let mut all = vec![self.index];
        all.extend(self.writes.iter().flat_map(|(at, element)| [*at, *element]));
        if let Below::Element(element) = self.below {
            all.push(element);
        }
        all
    }
}
