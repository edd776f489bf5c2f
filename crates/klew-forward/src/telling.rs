//! How long it takes to tell a path: the decisions at each place of the program, by runs of the same one.
//!
//! "32 turns of this loop, 2 of that one, 21 of the third" is told with fewer words than a path that is left and entered everywhere
//! anew, so paths with long runs at some places and short ones at others come early in that order, where a search by depth or by breadth has
//! to go through all that are longer, or shorter, throughout. Numbers of turns that are powers of two are told with the fewest
//! (compare description length: Rissanen, Modeling by shortest data description, Automatica 14, 1978).
//!
//! Invariant: only the order of states depends on it; it follows from the decisions of the path. It never falls along a path.

use std::rc::Rc;

/// A run of the same decision at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// The instruction that decides, by name.
    place: u64,
    /// What is decided.
    alternative: u64,
    /// How often in a row.
    length: u32,
}

/// What it takes to tell a path, in words: the logarithms of the runs' lengths, one for each change, and the digits of lengths that are no
/// powers of two.
#[derive(Clone, Debug, Default)]
pub struct Telling {
    words: u32,
    /// The run that each place is in; the one that was decided at last comes last.
    runs: Rc<[Run]>,
}

/// Places whose runs are kept.
const MOST_PLACES: usize = 24;

impl Telling {
    /// A decision at a place.
    pub fn decide(&mut self, place: u64, alternative: u64) {
        let mut runs = self.runs.to_vec();
        let known = runs.iter().position(|run| run.place == place).map(|index| runs.remove(index));
        let next = match known {
            Some(run) if run.alternative == alternative => {
                let length = run.length.saturating_add(1);
                self.words += u32::from(run.length.is_power_of_two());
                Run { length, ..run }
            }
            Some(run) => {
                self.words += 1 + digits(run.length);
                Run { place, alternative, length: 1 }
            }
            None => {
                self.words += 1;
                Run { place, alternative, length: 1 }
            }
        };
        runs.push(next);
        let forgotten = runs.len().saturating_sub(MOST_PLACES);
        self.runs = runs[forgotten..].into();
    }

    /// How many words it takes.
    pub fn words(&self) -> u32 {
        self.words
    }
}

/// What a length takes beyond its logarithm.
fn digits(length: u32) -> u32 {
    if length.is_power_of_two() { 0 } else { length.ilog2() - length.trailing_zeros() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(decisions: &[(u64, u64, u32)]) -> u32 {
        let mut telling = Telling::default();
        for &(place, alternative, times) in decisions {
            (0..times).for_each(|_| telling.decide(place, alternative));
        }
        telling.words()
    }

    #[test]
    fn long_runs_are_told_with_few_words() {
        assert_eq!(words(&[]), 0);
        assert_eq!(words(&[(1, 1, 1)]), 1);
        assert_eq!(words(&[(1, 1, 32)]), 6);
        assert!(words(&[(1, 1, 32), (1, 0, 1), (2, 1, 2)]) < words(&[(1, 1, 13), (1, 0, 1)]) + 3);
        assert!(words(&[(1, 1, 32), (1, 0, 1)]) < words(&[(1, 1, 21), (1, 0, 1)]));
    }

    #[test]
    fn runs_go_on_where_other_places_decide_between() {
        let turn = [(1, 1, 1), (2, 0, 1)];
        let turns: Vec<_> = std::iter::repeat_n(turn, 16).flatten().collect();
        assert_eq!(words(&turns), words(&[(1, 1, 16), (2, 0, 16)]));
    }
}
