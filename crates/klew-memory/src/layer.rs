//! The bytes of an object as one page, or as a sparse table of pages above 4 KiB.

use std::ops::Range;

use crate::page::{Cell, PAGE_SIZE, Page, Segment};
use crate::table::Table;

#[derive(Clone, Debug)]
pub(crate) enum Layer {
    /// An object of at most a page, which is as long as the object.
    Small(Page),
    /// Whole pages, absent where nothing was written.
    Paged(Table<Page>),
}

/// The index of a page and the offset in it.
#[inline]
fn split(offset: u64) -> (u64, usize) {
    (offset / PAGE_SIZE, (offset % PAGE_SIZE) as usize)
}

impl Layer {
    /// Nothing known of `size` bytes (`None`: any number of bytes).
    pub(crate) fn new(size: Option<u64>) -> Layer {
        match size {
            Some(size) if size <= PAGE_SIZE => Layer::Small(Page::new(size as usize, false)),
            _ => Layer::Paged(Table::new()),
        }
    }

    /// Of the same shape, nothing known.
    pub(crate) fn blank(&self) -> Layer {
        match self {
            Layer::Small(page) => Layer::Small(Page::new(page.len(), false)),
            Layer::Paged(_) => Layer::Paged(Table::new()),
        }
    }

    /// The page in which `offset` lies, and the offset in it.
    #[inline]
    pub(crate) fn page(&self, offset: u64) -> Option<(&Page, usize)> {
        match self {
            Layer::Small(page) => Some((page, usize::try_from(offset).ok()?)),
            Layer::Paged(table) => {
                let (index, within) = split(offset);
                Some((table.get(index)?, within))
            }
        }
    }

    /// The same, to be written; an absent page comes into being, with all bytes 0 if `zeroed`.
    pub(crate) fn page_mut(&mut self, offset: u64, zeroed: bool) -> Option<(&mut Page, usize)> {
        match self {
            Layer::Small(page) => Some((page, usize::try_from(offset).ok()?)),
            Layer::Paged(table) => {
                let (index, within) = split(offset);
                if table.get(index).is_none() {
                    table.insert(index, Page::new(PAGE_SIZE as usize, zeroed).into());
                }
                Some((table.get_mut(index)?, within))
            }
        }
    }

    /// How many of the bytes from `offset` lie in one page, at most `size`.
    pub(crate) fn page_part(&self, offset: u64, size: u64) -> u64 {
        match self {
            Layer::Small(_) => size,
            Layer::Paged(_) => size.min(PAGE_SIZE - offset % PAGE_SIZE),
        }
    }

    #[inline]
    pub(crate) fn read(&self, offset: u64, size: usize) -> Option<u64> {
        let (page, within) = self.page(offset)?;
        page.read(within, size)
    }

    #[inline]
    pub(crate) fn write(&mut self, offset: u64, size: usize, number: u64) -> bool {
        match self {
            Layer::Small(page) => {
                usize::try_from(offset).is_ok_and(|offset| page.write(offset, size, number))
            }
            Layer::Paged(table) => {
                let (index, within) = split(offset);
                table.get_mut(index).is_some_and(|page| page.write(within, size, number))
            }
        }
    }

    pub(crate) fn segment(&self, offset: u64, limit: u64) -> (u64, Segment) {
        let part = self.page_part(offset, limit);
        match self.page(offset) {
            Some((page, within)) => {
                let (size, segment) = page.segment(within, part as usize);
                (size as u64, segment)
            }
            None => (part, Segment::Below),
        }
    }

    /// Drops whole pages within the range; gives the parts of it that remain, each in one page.
    pub(crate) fn drop_pages(&mut self, offset: u64, size: u64) -> Vec<(u64, u64)> {
        let mut rest = Vec::new();
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let part = self.page_part(at, end - at);
            match self {
                Layer::Paged(table) if part == PAGE_SIZE => table.remove(at / PAGE_SIZE),
                _ => rest.push((at, part)),
            }
            at += part;
        }
        rest
    }

    /// The pages of which something is known, with their offsets, in order.
    pub(crate) fn pages(&self) -> Vec<(u64, &Page)> {
        match self {
            Layer::Small(page) if page.is_blank() => Vec::new(),
            Layer::Small(page) => vec![(0, page)],
            Layer::Paged(table) => table
                .entries()
                .into_iter()
                .filter(|(_, page)| !page.is_blank())
                .map(|(index, page)| (index * PAGE_SIZE, page))
                .collect(),
        }
    }

    /// An offset behind everything of which something is known.
    pub(crate) fn extent(&self) -> u64 {
        self.pages().last().map_or(0, |(offset, page)| offset + page.len() as u64)
    }

    /// All values of cells.
    pub(crate) fn values(&self) -> impl Iterator<Item = crate::Value> {
        self.cells().map(|(_, cell)| cell.value)
    }

    /// All cells, each with its offset in the object.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (u64, Cell)> {
        self.pages().into_iter().flat_map(|(start, page)| {
            page.cells().iter().map(move |cell| (start + u64::from(cell.offset), *cell))
        })
    }

    /// Forgets these bytes, and with them cells that reach beyond.
    pub(crate) fn forget(&mut self, bytes: &Range<u64>) {
        for (at, part) in self.drop_pages(bytes.start, bytes.end - bytes.start) {
            if let Some(page) = self.existing_page_mut(at) {
                page.forget((at % PAGE_SIZE) as usize, part as usize);
            }
        }
    }

    fn existing_page_mut(&mut self, offset: u64) -> Option<&mut Page> {
        match self {
            Layer::Small(page) => Some(page),
            Layer::Paged(table) => table.get_mut(offset / PAGE_SIZE),
        }
    }
}
