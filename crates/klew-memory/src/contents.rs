//! What the bytes of an object hold, in three layers.
//!
//! `written`: what was written at concrete offsets since the last access at a symbolic one. Below it,
//! `base`: nothing (undefined), zeros, or an array term. When an access at a symbolic offset comes, what
//! is `written` there is stored into the array; what lies elsewhere stays. After a read it stays known as `clean`, so that concrete reads of
//! a table go on without terms; a write at a symbolic offset forgets it.
//!
//! **Invariant**: `clean` agrees with the array of `base`, and exists only over an array.

use std::{ops::Range, rc::Rc};

use klew_term::TermId;

use crate::layer::Layer;
use crate::page::Segment;
use crate::{ObjectId, Value};

/// An array term that holds an object's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ArrayBase {
    /// Of sort Array(BitVec(index_bits), BitVec(8 * element_bytes)).
    pub(crate) term: TermId,
    /// 1, 2, 4 or 8; element i is the little-endian number at byte offset (i + ahead) * element_bytes.
    pub(crate) element_bytes: u64,
    pub(crate) index_bits: u32,
    /// How many elements of the object lie ahead of the term's first: they are written, and so read in the layer above. Where
    /// elements were taken from another object, these may be more or fewer than there.
    pub(crate) ahead: i64,
}

/// What bytes hold that were not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Base {
    Undefined,
    Zero,
    Array(ArrayBase),
}

#[derive(Clone, Debug)]
pub(crate) struct Contents {
    pub(crate) base: Base,
    pub(crate) clean: Option<Rc<Layer>>,
    pub(crate) written: Layer,
}

/// Where a run of bytes comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Concrete bytes, in `written`.
    Written,
    /// Concrete bytes, in `clean`.
    Clean,
    /// Part of a cell.
    Cell { value: Value, size: u64, skip: u64 },
    /// Never written since the base was made.
    Base(Base),
}

/// Whether it points into an object.
fn is_pointer(value: Value) -> bool {
    match value {
        Value::Pointer(object, _) => object != ObjectId::NULL,
        Value::SymbolicPointer(_) => true,
        _ => false,
    }
}

impl Contents {
    pub(crate) fn new(size: Option<u64>, zeroed: bool) -> Contents {
        let mut written = Layer::new(size);
        if zeroed && let (Layer::Small(page), Some(size)) = (&mut written, size) {
            page.put_fill(0, size as usize, 0);
        }
        Contents { base: if zeroed { Base::Zero } else { Base::Undefined }, clean: None, written }
    }

    /// An offset behind everything that was written since the base was made.
    pub(crate) fn extent(&self) -> u64 {
        self.written.extent()
    }

    /// An offset behind which the base tells all that is known.
    pub(crate) fn known_extent(&self) -> u64 {
        self.extent().max(self.clean.as_ref().map_or(0, |clean| clean.extent()))
    }

    /// Where the bytes from `offset` come from, and for how many bytes that holds, at most `limit`.
    pub(crate) fn source(&self, offset: u64, limit: u64) -> (u64, Source) {
        match self.written.segment(offset, limit) {
            (size, Segment::Concrete) => (size, Source::Written),
            (size, Segment::Cell { value, size: whole, skip }) => {
                (size, Source::Cell { value, size: whole, skip })
            }
            (size, Segment::Below) => {
                match self.clean.as_ref().map(|clean| clean.segment(offset, size)) {
                    Some((size, Segment::Concrete)) => (size, Source::Clean),
                    Some((size, Segment::Cell { value, size: whole, skip })) => {
                        (size, Source::Cell { value, size: whole, skip })
                    }
                    Some((size, Segment::Below)) => (size, Source::Base(self.base)),
                    None => (size, Source::Base(self.base)),
                }
            }
        }
    }

    /// Concrete bytes of a source (which must be `Written` or `Clean`).
    pub(crate) fn concrete(&self, source: Source, offset: u64, size: u64) -> &[u8] {
        let layer = match source {
            Source::Written => Some(&self.written),
            Source::Clean => self.clean.as_deref(),
            _ => None,
        };
        match layer.and_then(|layer| layer.page(offset)) {
            Some((page, within)) => page.bytes(within, size as usize),
            None => &[],
        }
    }

    /// The value of a cell of exactly this place, with nothing above it.
    pub(crate) fn cell_at(&self, offset: u64, size: u64) -> Option<Value> {
        if let Some((page, within)) = self.written.page(offset)
            && let Some(value) = page.cell_at(within, size as usize)
        {
            return Some(value);
        }
        match self.source(offset, size) {
            (length, Source::Cell { value, size: whole, skip: 0 })
                if length == size && whole == size =>
            {
                Some(value)
            }
            _ => None,
        }
    }

    /// Whether any cell holds a pointer into an object.
    pub(crate) fn holds_pointers(&self) -> bool {
        self.written.values().any(is_pointer)
            || self.clean.as_ref().is_some_and(|clean| clean.values().any(is_pointer))
    }

    /// Whether a cell that reaches into these bytes does.
    pub(crate) fn holds_pointers_in(&self, bytes: &Range<u64>) -> bool {
        let among = |layer: &Layer| {
            layer.cells().any(|(start, cell)| {
                start < bytes.end
                    && bytes.start < start + u64::from(cell.size)
                    && is_pointer(cell.value)
            })
        };
        among(&self.written) || self.clean.as_ref().is_some_and(|clean| among(clean))
    }

    /// Whether something that is no number was written elsewhere than in these bytes.
    pub(crate) fn holds_cells_outside(&self, bytes: &Range<u64>) -> bool {
        self.written.cells().any(|(start, cell)| {
            cell.value != Value::Undefined
                && (start < bytes.start || bytes.end < start + u64::from(cell.size))
        })
    }

    /// Whether none of the bytes in a range are those of an array term, or were never written.
    pub(crate) fn is_written(&self, bytes: &Range<u64>) -> bool {
        let mut at = bytes.start;
        while at < bytes.end {
            let (length, source) = self.source(at, bytes.end - at);
            if matches!(source, Source::Base(Base::Array(_) | Base::Undefined)) {
                return false;
            }
            at += length;
        }
        true
    }

    /// Forgets of which of these bytes something is known besides the array.
    pub(crate) fn forget_clean(&mut self, bytes: &Range<u64>) {
        if let Some(clean) = &mut self.clean {
            Rc::make_mut(clean).forget(bytes);
        }
    }

    /// All values of cells that still matter.
    pub(crate) fn values(&self) -> Vec<Value> {
        let clean = self.clean.iter().flat_map(|clean| clean.values());
        self.written.values().chain(clean).collect()
    }
}

impl Contents {
    /// The page of `written` in which `offset` lies, to be written.
    pub(crate) fn page_mut(&mut self, offset: u64) -> Option<(&mut crate::page::Page, usize)> {
        // Over zeros an absent page reads as zeros; once it is there its bytes are marked so, and
        // loads find them on the fast path.
        let zeroed = self.base == Base::Zero;
        self.written.page_mut(offset, zeroed)
    }

    /// Clears whole pages within a range of `written`; gives the rest of it.
    pub(crate) fn drop_pages(&mut self, offset: u64, size: u64) -> Vec<(u64, u64)> {
        self.written.drop_pages(offset, size)
    }
}
