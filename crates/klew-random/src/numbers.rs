//! Pseudo-random numbers, so that runs depend on the seed and nothing else.

/// Mixes two numbers so that all bits of the result depend on all of theirs (the finalizer of SplitMix64: G. L. Steele,
/// D. Lea, C. H. Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014).
pub fn mixed(seed: u64, number: u64) -> u64 {
    let mut mix = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mix = (mix ^ (mix >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mix = (mix ^ (mix >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mix ^ (mix >> 31)
}

/// A generator.
#[derive(Clone, Debug)]
pub struct Numbers {
    seed: u64,
    count: u64,
}

impl Numbers {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Numbers {
        Numbers { seed, count: 0 }
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.count += 1;
        mixed(self.seed, self.count)
    }

    /// A number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % (bound as u64).max(1)) as usize
    }

    /// One of them, if there is one.
    pub fn one_of<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        all.get(self.below(all.len()))
    }
}
