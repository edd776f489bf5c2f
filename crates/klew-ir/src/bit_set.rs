//! Sets of small numbers, such as the places of blocks or values, for data flow over whole functions.

/// A set of small numbers.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BitSet(Vec<u64>);

impl BitSet {
    /// An empty one, of numbers below that.
    pub fn new(size: usize) -> BitSet {
        BitSet(vec![0; size.div_ceil(64)])
    }

    /// Puts a number in; whether it was not.
    pub fn insert(&mut self, number: usize) -> bool {
        let word = &mut self.0[number / 64];
        let before = *word;
        *word |= 1 << (number % 64);
        *word != before
    }

    /// Takes a number out.
    pub fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Whether the number is in it.
    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Adds all of another set of the same size; whether something was new.
    pub fn union(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *other & !*word != 0;
            *word |= other;
        }
        changed
    }

    /// Its numbers, the least first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| index * 64 + bit)
        })
    }
}
