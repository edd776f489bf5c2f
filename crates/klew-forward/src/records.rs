//! How far accesses have reached: for each place of the program, the largest concrete offset so far.
//!
//! An access of a model of a library counts for the call in the program that led to it, so that copies into a small
//! buffer and into a large one do not hide each other. What sets a record may be on its way out of an object; searchers
//! look for more beside it ([`crate::searcher`]).
//!
//! A small direct-mapped table, as every access looks into it: the first place in an entry keeps it.
//!
//! Invariant: only the order of states depends on it.

/// Entries, a power of two.
const ENTRIES: usize = 4096;

/// Records set in one turn of a state that are told.
const MOST_TOLD: usize = 8;

/// How far accesses have reached.
pub struct Records {
    /// Place and offset; place 0 is none.
    furthest: Box<[(u32, u32)]>,
    /// Places with new records since they were last taken.
    new: Vec<u32>,
    /// Records so far.
    count: u64,
}

impl Default for Records {
    fn default() -> Records {
        Records { furthest: vec![(0, 0); ENTRIES].into_boxed_slice(), new: Vec::new(), count: 0 }
    }
}

/// Mixes a number into a place.
pub fn place(within: u32, number: u32) -> u32 {
    (within.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9)
}

impl Records {
    /// Takes note of an access.
    #[inline(always)]
    pub fn note(&mut self, within: u32, op: usize, offset: u64) {
        if offset == 0 {
            return;
        }
        let place = place(within, op as u32) | 1;
        let entry = &mut self.furthest[(place >> 20) as usize % ENTRIES];
        if entry.0 == place && u64::from(entry.1) >= offset {
            return;
        }
        self.set(place, offset);
    }

    #[cold]
    fn set(&mut self, place: u32, offset: u64) {
        let entry = &mut self.furthest[(place >> 20) as usize % ENTRIES];
        let first = entry.0 == 0;
        if !first && entry.0 != place {
            return;
        }
        *entry = (place, u32::try_from(offset).unwrap_or(u32::MAX));
        self.count += u64::from(!first);
        if !first && self.new.len() < MOST_TOLD && !self.new.contains(&place) {
            self.new.push(place);
        }
    }

    /// How many records were set so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Places with new records since this was last called.
    pub fn take_new(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_reaches_further_is_a_record() {
        let mut records = Records::default();
        let mut check = |op: usize, offset: u64, new: usize| {
            records.note(7, op, offset);
            assert_eq!(records.take_new().len(), new, "op {op}, offset {offset}");
        };
        check(1, 0, 0);
        check(1, 4, 0);
        check(1, 4, 0);
        check(1, 8, 1);
        check(1, 4, 0);
        check(2, 4, 0);
        check(2, 5, 1);
    }
}
