//! Tables: arrays with constant contents, which programs read at indices that are not constant.
//!
//! The array of a table is a chain of writes of constants over one constant everywhere. To a solver, a read is
//! a multiplexer graph over the bits of the index ([`Table::read`]), where equal parts of the table are one node: as
//! nested writes, a table of 512 elements takes a solver seconds for each query.
//!
//! **Invariant**: a table gives the same element as the array at every index.

mod graph;
mod known;

use std::sync::OnceLock;

use crate::bitvec_value::mask;
use crate::bounds::Bounds;
use graph::Graph;
pub(crate) use known::KnownTables;

/// The most bits of an index that tell elements apart.
const MOST_BITS: u32 = 16;

/// Tables of at most this many elements may be as sparse as they like.
const SPARSE: usize = 1024;

/// How many places of a larger table there may be for each element that is not the default.
const PLACES_PER_ELEMENT: usize = 32;

/// A table.
#[derive(Debug)]
pub struct Table {
    element_width: u32,
    index_width: u32,
    /// The lowest bits of the index that tell elements apart.
    bits: u32,
    /// The elements at the first 2^bits indices.
    elements: Vec<u64>,
    /// The element at all others, if there are any.
    default: u64,
    graph: OnceLock<Graph>,
    bounds: OnceLock<Bounds>,
}

/// Builds the read of a table from a solver's terms.
pub trait TableReader {
    /// A term of the solver.
    type Term: Clone;
    /// Why it cannot make one.
    type Error;

    /// The constant of an element.
    ///
    /// # Errors
    /// The solver cannot make it.
    fn element(&mut self, value: u64) -> Result<Self::Term, Self::Error>;

    /// Whether one of the bits `high` to `low` of the index is 1.
    ///
    /// # Errors
    /// The solver cannot make it.
    fn any_bit(&mut self, high: u32, low: u32) -> Result<Self::Term, Self::Error>;

    /// If-then-else.
    ///
    /// # Errors
    /// The solver cannot make it.
    fn choose(
        &mut self,
        condition: &Self::Term,
        then: &Self::Term,
        otherwise: &Self::Term,
    ) -> Result<Self::Term, Self::Error>;
}

impl Table {
    /// The table of these writes, in their order, over `default` everywhere; nothing if it would take too much memory.
    fn new(
        index_width: u32,
        element_width: u32,
        default: u64,
        writes: &[(u64, u64)],
    ) -> Option<Table> {
        let last = writes.iter().filter(|write| write.1 != default).map(|write| write.0).max();
        let bits = last.map_or(0, |last| 64 - last.leading_zeros());
        if bits > MOST_BITS {
            return None;
        }
        let mut elements = vec![default; 1 << bits];
        for &(index, element) in writes {
            // Beyond the last that is not the default, everything is.
            if let Some(place) = elements.get_mut(index as usize) {
                *place = element;
            }
        }
        let used = elements.iter().filter(|&&element| element != default).count();
        if elements.len() > SPARSE && elements.len() > used * PLACES_PER_ELEMENT {
            return None;
        }
        Some(Table {
            element_width,
            index_width,
            bits,
            elements,
            default,
            graph: OnceLock::new(),
            bounds: OnceLock::new(),
        })
    }

    /// The element at an index.
    pub fn element(&self, index: u64) -> u64 {
        let place = usize::try_from(index).ok();
        place.and_then(|place| self.elements.get(place)).copied().unwrap_or(self.default)
    }

    /// The elements at the first indices; at all later ones [`Table::default_element`] is.
    pub fn elements(&self) -> &[u64] {
        &self.elements
    }

    /// The element behind the first ones; nothing if no index is there.
    pub fn default_element(&self) -> Option<u64> {
        (self.bits < self.index_width).then_some(self.default)
    }

    /// The width of the elements.
    pub fn element_width(&self) -> u32 {
        self.element_width
    }

    /// Bounds of the elements at the indices within bounds.
    pub(crate) fn bounds_of_elements(&self, index: &Bounds) -> Bounds {
        if index.low == 0 && index.high >= mask(self.bits) && index.zeros & mask(self.bits) == 0 {
            return *self.bounds.get_or_init(|| self.join_elements(&Bounds::all(self.index_width)));
        }
        self.join_elements(index)
    }

    fn join_elements(&self, index: &Bounds) -> Bounds {
        let beyond = (index.high > mask(self.bits)).then_some(self.default);
        // An index of no bits is 0: the mask of no bits.
        let last = index.high.min(self.elements.len() as u64 - 1);
        let within = (index.low..=last)
            .filter(|&at| index.contains(at))
            .map(|at| self.elements[at as usize]);
        within
            .chain(beyond)
            .map(|element| Bounds::constant(self.element_width, element))
            .reduce(|all, next| all.join(&next))
            .unwrap_or(Bounds::all(self.element_width))
    }

    /// The read at an index of which the bounds are known, in a solver's terms.
    ///
    /// # Errors
    /// The solver's.
    pub fn read<R: TableReader>(
        &self,
        index: &Bounds,
        reader: &mut R,
    ) -> Result<R::Term, R::Error> {
        let graph = self.graph.get_or_init(|| Graph::new(&self.elements));
        let within = graph.read(index, reader)?;
        if index.high <= mask(self.bits) || self.bits >= self.index_width {
            return Ok(within);
        }
        let default = reader.element(self.default)?;
        let beyond = reader.any_bit(self.index_width - 1, self.bits)?;
        reader.choose(&beyond, &default, &within)
    }
}
