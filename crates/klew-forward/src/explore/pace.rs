//! How many instructions run between two looks at the monitor.
//!
//! The monitor ends runs, shows progress, and gives other engines their turns. An instruction takes nanoseconds where values are
//! known, and milliseconds where a term has grown over thousands of rounds of a loop: a fixed number of them is seconds, then.
//!
//! **Invariant**: what is explored does not depend on the time that instructions take: only how often the monitor is looked at does.

use std::time::Duration;

/// Most instructions between two looks at the monitor.
const TICK: u64 = 1 << 14;

/// Fewest of them.
const LEAST: u64 = 1 << 4;

/// The first number where lists are folded: widened sizes make single instructions slow.
const FOLDED: u64 = 1 << 7;

/// What is too long between two looks.
const LONG: Duration = Duration::from_millis(20);

/// What is so short that twice as many instructions are not too long.
const SHORT: Duration = Duration::from_millis(5);

/// The number of instructions, by what the last ones took.
pub struct Pace {
    instructions: u64,
    most: u64,
}

impl Pace {
    /// The pace at the beginning.
    pub fn new(is_folded: bool) -> Pace {
        let instructions = if is_folded { FOLDED } else { TICK };
        Pace { instructions, most: instructions }
    }

    /// How many instructions run until the next look.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Whether a state whose share went from `before` to `left` instructions has gone on for a while: a number of instructions, whatever
    /// time they took.
    pub fn is_step(&self, before: u64, left: u64) -> bool {
        before.div_ceil(self.most) != left.div_ceil(self.most)
    }

    /// Notes what the last ones took.
    pub fn took(&mut self, time: Duration) {
        if time > LONG {
            self.instructions = (self.instructions / 2).max(LEAST);
        } else if time < SHORT {
            self.instructions = (self.instructions * 2).min(self.most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_a_number_of_instructions_whatever_the_pace() {
        let pace = Pace::new(false);
        assert!(pace.is_step(4 * TICK, 3 * TICK));
        let steps = (0..4 * TICK / LEAST).rev();
        let steps = steps.filter(|left| pace.is_step((left + 1) * LEAST, left * LEAST));
        assert_eq!(steps.count(), 4);
    }

    #[test]
    fn slow_instructions_are_looked_after_more_often_and_quick_ones_less() {
        let mut pace = Pace::new(false);
        assert_eq!(pace.instructions(), TICK);
        for _ in 0..30 {
            pace.took(Duration::from_millis(100));
        }
        assert_eq!(pace.instructions(), LEAST);
        pace.took(Duration::from_millis(10));
        assert_eq!(pace.instructions(), LEAST);
        for _ in 0..30 {
            pace.took(Duration::from_millis(1));
        }
        assert_eq!(pace.instructions(), TICK);
    }
}
