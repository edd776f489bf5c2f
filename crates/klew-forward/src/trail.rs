//! What of the program a path went through: the set of its edges, as a searcher tells paths apart by it ([`crate::searcher`]).
//!
//! A set of [`BITS`] bits, so that it costs a test where an edge is taken. Edges of large programs share bits: paths look alike then
//! that are not, which makes a search coarser and nothing else.
//!
//! Invariant: only the order of states depends on it; it follows from the decisions of the path.

use crate::decode::op::Code;
use crate::searcher::Random;

/// Edges that are told apart.
const BITS: u32 = 1024;

/// A set of edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    words: [u64; BITS as usize / 64],
    /// The same for the same set.
    name: u64,
}

impl Default for Trail {
    fn default() -> Trail {
        Trail { words: [0; BITS as usize / 64], name: 0 }
    }
}

impl Trail {
    /// An edge of a function is taken.
    #[inline(always)]
    pub fn take(&mut self, code: &Code, edge: u32) {
        let number = code.first_edge.wrapping_add(edge) % BITS;
        let bit = 1 << (number % 64);
        if self.words[number as usize / 64] & bit == 0 && !code.is_library {
            self.insert(number);
        }
    }

    #[cold]
    fn insert(&mut self, number: u32) {
        self.words[number as usize / 64] |= 1 << (number % 64);
        self.name ^= Random::new(u64::from(number)).next();
    }

    /// The name of the set: others have another one, as good as always.
    pub fn name(&self) -> u64 {
        self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_edges_does_not_matter() {
        let of = |numbers: &[u32]| {
            let mut trail = Trail::default();
            numbers.iter().for_each(|&number| trail.insert(number));
            trail.name()
        };
        assert_eq!(of(&[1, 70, 1023]), of(&[1023, 1, 70]));
        assert_ne!(of(&[1, 70]), of(&[1, 71]));
        assert_ne!(of(&[]), of(&[0]));
    }
}
