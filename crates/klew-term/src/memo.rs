//! What constructors gave for the operators and arguments they were called with lately.
//!
//! A path builds the terms that the path before it built. A hit saves the sort check and all rules.
//!
//! **Invariant**: an entry is what the constructor would give again; whether one is there changes nothing
//! but speed, so it may be overwritten at any time.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::kind::{Kind, TermId};

/// Most arguments of a remembered application.
const ARGUMENTS: usize = 3;

/// Entries at the start.
const FEWEST: usize = 1 << 10;

/// Entries at most: 2 MiB.
const MOST: usize = 1 << 16;

#[derive(Clone, Copy)]
struct Entry {
    kind: Kind,
    arguments: [u32; ARGUMENTS],
    result: TermId,
}

/// A direct-mapped cache.
pub(crate) struct Memo {
    entries: Vec<Option<Entry>>,
    /// Entries written since it grew.
    written: usize,
}

/// Arguments as a fixed number of words: absent ones are no term.
fn padded(arguments: &[TermId]) -> Option<[u32; ARGUMENTS]> {
    let mut padded = [u32::MAX; ARGUMENTS];
    if arguments.len() > ARGUMENTS {
        return None;
    }
    for (word, argument) in padded.iter_mut().zip(arguments) {
        *word = argument.0;
    }
    Some(padded)
}

impl Memo {
    pub(crate) fn new() -> Memo {
        Memo { entries: vec![None; FEWEST], written: 0 }
    }

    fn place(&self, kind: Kind, arguments: &[u32; ARGUMENTS]) -> usize {
        let mut hasher = FxHasher::default();
        kind.hash(&mut hasher);
        arguments.iter().for_each(|&word| hasher.write_u32(word));
        hasher.finish() as usize & (self.entries.len() - 1)
    }

    pub(crate) fn get(&self, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
        let arguments = padded(arguments)?;
        let entry = self.entries[self.place(kind, &arguments)]?;
        (entry.arguments == arguments && entry.kind == kind).then_some(entry.result)
    }

    pub(crate) fn set(&mut self, kind: Kind, arguments: &[TermId], result: TermId) {
        let Some(arguments) = padded(arguments) else { return };
        self.written += 1;
        if self.written > self.entries.len() && self.entries.len() < MOST {
            self.grow();
        }
        let place = self.place(kind, &arguments);
        self.entries[place] = Some(Entry { kind, arguments, result });
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.entries);
        self.entries = vec![None; old.len() * 4];
        self.written = 0;
        for entry in old.into_iter().flatten() {
            let place = self.place(entry.kind, &entry.arguments);
            self.entries[place] = Some(entry);
        }
    }
}
