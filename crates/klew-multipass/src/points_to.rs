//! The points-to map Φ for cells of memory: what the pointer in a cell points to, at the point that the path came to.
//!
//! Source: paper 002, table I and figure 4. The paper's rules look at the text of the left-hand side only; a store through
//! another pointer to the same cell would be missed. Here whatever may write a cell forgets what is known of it, and the
//! read that needs it is left to the forward pass. (What registers point to is in the frames: they have no aliases.)
//!
//! **Invariant**: an entry says of the run: between here and the reads that it is for, nothing writes the cell.

use std::collections::BTreeMap;

use crate::abstract_objects::{ObjectId, Objects};
use crate::unification::Classes;

/// A cell: an object and a constant offset in it.
pub type Cell = (ObjectId, u64);

/// What is known of cells.
#[derive(Clone, Debug, Default)]
pub struct PointsTo {
    cells: BTreeMap<Cell, ObjectId>,
}

impl PointsTo {
    /// The object that the pointer in a cell points to the begin of.
    pub fn get(&self, cell: Cell) -> Option<ObjectId> {
        self.cells.get(&cell).copied()
    }

    /// The pointer in that cell points to that object.
    pub fn set(&mut self, cell: Cell, object: ObjectId) {
        self.cells.insert(cell, object);
    }

    /// The cell is written with a pointer, so it held another one before (the kill of rules S2 and S4).
    pub fn kill(&mut self, cell: Cell) {
        self.cells.remove(&cell);
    }

    /// Some bytes of an object are written (all, if nothing is said): what may lie there is not known any more.
    pub fn forget(
        &mut self,
        (objects, classes): (&Objects, &Classes),
        root: ObjectId,
        bytes: Option<(u64, u64)>,
        pointer: u64,
    ) {
        self.cells.retain(|&(object, offset), _| {
            let own = classes.root(object);
            if own == root
                && own == object
                && let Some((from, size)) = bytes
            {
                let apart =
                    from.wrapping_add(size) <= offset || offset.wrapping_add(pointer) <= from;
                return apart
                    && from.checked_add(size).is_some()
                    && offset.checked_add(pointer).is_some();
            }
            !objects.may_be_same(own, root)
        });
    }

    /// All, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, ObjectId)> + '_ {
        self.cells.iter().map(|(cell, object)| (*cell, *object))
    }
}
