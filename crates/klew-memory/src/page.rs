//! Up to 4 KiB of an object: concrete bytes, a bitmap of which bytes are concrete, and cells for the rest.
//!
//! **Invariant**: a byte is concrete (its bit is set), or lies in exactly one cell, or neither: then its value
//! is what lies below (see `Contents`). Cells are sorted, do not overlap, and lie within the page.

use smallvec::SmallVec;

use crate::Value;

/// Bytes of a page.
pub(crate) const PAGE_SIZE: u64 = 4096;

/// A value that is not concrete bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    pub(crate) offset: u32,
    pub(crate) size: u32,
    /// A pointer, a term of sort BitVec(8 * size) or Float, or `Undefined`.
    pub(crate) value: Value,
}

impl Cell {
    pub(crate) fn end(&self) -> u32 {
        self.offset + self.size
    }
}

#[derive(Debug, Default)]
pub(crate) struct Page {
    bytes: SmallVec<[u8; 24]>,
    concrete: SmallVec<[u64; 2]>,
    cells: Vec<Cell>,
}

impl Clone for Page {
    /// The first write behind a fork copies a page, and the clone of a `SmallVec` goes byte by byte.
    fn clone(&self) -> Page {
        Page {
            bytes: SmallVec::from_slice(&self.bytes),
            concrete: SmallVec::from_slice(&self.concrete),
            cells: self.cells.clone(),
        }
    }
}

/// What lies at a place of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    /// Concrete bytes.
    Concrete,
    /// Part of a cell: its value, its size, and how many of its bytes come before.
    Cell { value: Value, size: u64, skip: u64 },
    /// Nothing.
    Below,
}

fn mask(bits: usize) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

impl Page {
    pub(crate) fn new(size: usize, zeroed: bool) -> Page {
        let mut page = Page {
            bytes: SmallVec::from_elem(0, size),
            concrete: SmallVec::from_elem(0, size.div_ceil(64)),
            cells: Vec::new(),
        };
        if zeroed {
            page.mark_concrete(0, size);
        }
        page
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether these bytes (at most 8, within the page) are concrete.
    #[inline]
    fn is_concrete(&self, offset: usize, size: usize) -> bool {
        let (word, shift) = (offset / 64, offset % 64);
        let wanted = mask(size);
        let first = self.concrete[word] >> shift;
        if shift + size <= 64 {
            first & wanted == wanted
        } else {
            (first | self.concrete[word + 1] << (64 - shift)) & wanted == wanted
        }
    }

    /// A little-endian number of at most 8 bytes, if all of them are within the page and concrete.
    #[inline]
    pub(crate) fn read(&self, offset: usize, size: usize) -> Option<u64> {
        let bytes = self.bytes.get(offset..offset.checked_add(size)?)?;
        if !self.is_concrete(offset, size) {
            return None;
        }
        Some(match *bytes {
            [a] => u64::from(a),
            [a, b] => u64::from(u16::from_le_bytes([a, b])),
            [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => bytes.iter().rev().fold(0, |number, &byte| (number << 8) | u64::from(byte)),
        })
    }

    /// Writes a number of at most 8 bytes if no cell of the page can be in the way.
    #[inline]
    pub(crate) fn write(&mut self, offset: usize, size: usize, number: u64) -> bool {
        let Some(end) = offset.checked_add(size).filter(|end| *end <= self.bytes.len()) else {
            return false;
        };
        if !self.is_concrete(offset, size) {
            if !self.cells.is_empty() {
                return false;
            }
            self.mark_concrete(offset, size);
        }
        let bytes = &mut self.bytes[offset..end];
        match size {
            1 => bytes[0] = number as u8,
            2 => bytes.copy_from_slice(&(number as u16).to_le_bytes()),
            4 => bytes.copy_from_slice(&(number as u32).to_le_bytes()),
            8 => bytes.copy_from_slice(&number.to_le_bytes()),
            _ => bytes.copy_from_slice(&number.to_le_bytes()[..size]),
        }
        true
    }

    /// Those of the bytes; meaningful where they are concrete.
    pub(crate) fn bytes(&self, offset: usize, size: usize) -> &[u8] {
        &self.bytes[offset..offset + size]
    }

    fn mark_concrete(&mut self, offset: usize, size: usize) {
        self.change_marks(offset, size, |word, bits| *word |= bits);
    }

    fn change_marks(&mut self, offset: usize, size: usize, change: impl Fn(&mut u64, u64)) {
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let count = (64 - at % 64).min(end - at);
            change(&mut self.concrete[at / 64], mask(count) << (at % 64));
            at += count;
        }
    }

    /// The first byte at or after `offset`, before `end`, whose bit is `wanted`; else `end`.
    fn next_mark(&self, offset: usize, end: usize, wanted: bool) -> usize {
        let mut at = offset;
        while at < end {
            let word = if wanted { self.concrete[at / 64] } else { !self.concrete[at / 64] };
            let rest = word >> (at % 64);
            if rest != 0 {
                return (at + rest.trailing_zeros() as usize).min(end);
            }
            at += 64 - at % 64;
        }
        end
    }

    /// The index of the first cell that ends after `offset`.
    fn cell_after(&self, offset: usize) -> usize {
        self.cells.partition_point(|cell| cell.end() as usize <= offset)
    }

    /// The cell in which `offset` lies, but not at its start.
    pub(crate) fn cell_across(&self, offset: usize) -> Option<Cell> {
        let cell = *self.cells.get(self.cell_after(offset))?;
        ((cell.offset as usize) < offset).then_some(cell)
    }

    /// The cell of exactly this place.
    #[inline]
    pub(crate) fn cell_at(&self, offset: usize, size: usize) -> Option<Value> {
        let cell = self.cells.get(self.cell_after(offset))?;
        (cell.offset as usize == offset && cell.size as usize == size).then_some(cell.value)
    }

    /// Puts another value into the cell of exactly this place, if there is one.
    pub(crate) fn replace_cell(&mut self, offset: usize, size: usize, value: Value) -> bool {
        let index = self.cell_after(offset);
        match self.cells.get_mut(index) {
            Some(cell) if cell.offset as usize == offset && cell.size as usize == size => {
                cell.value = value;
                true
            }
            _ => false,
        }
    }

    /// What lies at `offset`, and for how many bytes, at most `limit`.
    pub(crate) fn segment(&self, offset: usize, limit: usize) -> (usize, Segment) {
        let end = self.bytes.len().min(offset + limit);
        if offset >= end {
            return (limit, Segment::Below);
        }
        let run = self.next_mark(offset, end, false);
        if run > offset {
            return (run - offset, Segment::Concrete);
        }
        let next = self.cells.get(self.cell_after(offset));
        match next {
            Some(cell) if cell.offset as usize <= offset => {
                let skip = offset as u64 - u64::from(cell.offset);
                let segment = Segment::Cell { value: cell.value, size: u64::from(cell.size), skip };
                ((cell.end() as usize).min(end) - offset, segment)
            }
            _ => {
                let next_cell = next.map_or(end, |cell| cell.offset as usize);
                (self.next_mark(offset, end, true).min(next_cell) - offset, Segment::Below)
            }
        }
    }

    /// Forgets these bytes and the cells within them. No cell may lie across an end of the range.
    pub(crate) fn clear(&mut self, offset: usize, size: usize) {
        self.change_marks(offset, size, |word, bits| *word &= !bits);
        if !self.cells.is_empty() {
            let first = self.cells.partition_point(|cell| (cell.offset as usize) < offset);
            let last = self.cells.partition_point(|cell| (cell.offset as usize) < offset + size);
            self.cells.drain(first..last);
        }
    }

    /// Forgets these bytes, and the whole of cells that reach into the range.
    pub(crate) fn forget(&mut self, offset: usize, size: usize) {
        self.change_marks(offset, size, |word, bits| *word &= !bits);
        let (first, last) = (self.cell_after(offset), offset + size);
        let last = self.cells.partition_point(|cell| (cell.offset as usize) < last);
        self.cells.drain(first..last.max(first));
    }

    /// Writes bytes over a cleared range.
    pub(crate) fn put_bytes(&mut self, offset: usize, bytes: &[u8]) {
        self.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
        self.mark_concrete(offset, bytes.len());
    }

    /// Writes one byte all over a cleared range.
    pub(crate) fn put_fill(&mut self, offset: usize, size: usize, byte: u8) {
        self.bytes[offset..offset + size].fill(byte);
        self.mark_concrete(offset, size);
    }

    /// Puts a cell where none is. The bytes are not concrete any more: those of a page that only now comes into being over zeros are.
    pub(crate) fn put_cell(&mut self, offset: usize, size: usize, value: Value) {
        self.change_marks(offset, size, |word, bits| *word &= !bits);
        let cell = Cell { offset: offset as u32, size: size as u32, value };
        let index = self.cells.partition_point(|other| other.offset < cell.offset);
        self.cells.insert(index, cell);
    }

    /// Whether it says nothing about any byte.
    pub(crate) fn is_blank(&self) -> bool {
        self.cells.is_empty() && self.concrete.iter().all(|word| *word == 0)
    }

    /// The bitmap and, for every run of concrete bytes, the bytes: what two pages are compared by.
    pub(crate) fn digest(&self) -> (&[u64], Vec<u8>, &[Cell]) {
        let mut concrete = Vec::new();
        let mut at = 0;
        while at < self.bytes.len() {
            let start = self.next_mark(at, self.bytes.len(), true);
            at = self.next_mark(start, self.bytes.len(), false);
            concrete.extend_from_slice(&self.bytes[start..at]);
        }
        (&self.concrete, concrete, &self.cells)
    }
}
