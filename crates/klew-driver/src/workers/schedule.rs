//! In which order a worker lets engines work, and how long: shortly at first, and again and again with more time, until each has
//! nothing more to say.

use std::time::Duration;

/// How long an engine works in the first round; each round gives twice the time of the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The first time.
    pub first: Duration,
    /// Whether it is asked again: it goes on where it was, or comes further with more time.
    pub again: bool,
}

/// Whose turn it is next.
#[derive(Debug)]
pub struct Schedule {
    shares: Vec<Share>,
    /// Whether each has nothing more to say.
    done: Vec<bool>,
    /// How many times its share each has next: more for one whose last turn settled something.
    times: Vec<u32>,
    round: u32,
    next: usize,
    /// The round of the last turn, and whether it was its first one.
    last: Option<u32>,
    has_begun: bool,
}

/// How many times its share an engine has whose last turn settled something.
const LONGER: u32 = 3;

/// More rounds than that double the time beyond any call's.
const MOST_ROUNDS: u32 = 20;

impl Schedule {
    /// Of engines with these shares, in this order.
    pub fn new(shares: Vec<Share>) -> Schedule {
        Schedule {
            done: vec![false; shares.len()],
            times: vec![1; shares.len()],
            shares,
            round: 0,
            next: 0,
            last: None,
            has_begun: false,
        }
    }

    /// The next engine and its time; none if all have nothing more to say.
    pub fn next(&mut self) -> Option<(usize, Duration)> {
        while self.round < MOST_ROUNDS && self.done.iter().any(|done| !done) {
            let index = self.next;
            let round = self.round;
            self.next += 1;
            if self.next == self.shares.len() {
                (self.next, self.round) = (0, self.round + 1);
            }
            let Share { first, again } = self.shares[index];
            if !self.done[index] {
                self.done[index] |= !again;
                self.has_begun = self.last.is_some_and(|last| last != round);
                self.last = Some(round);
                return Some((index, first * (1 << round) * self.times[index]));
            }
        }
        None
    }

    /// Whether the last turn is the first of a round, and not of the first one.
    pub fn has_begun_round(&self) -> bool {
        self.has_begun
    }

    /// Whether the turn of that engine settled something: what is left is likely to be of the same kind, so its next one is longer.
    pub fn settled(&mut self, engine: usize, something: bool) {
        self.times[engine] = if something { LONGER } else { 1 };
    }

    /// That engine ended before its time was over.
    pub fn ended(&mut self, engine: usize) {
        self.done[engine] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(first: u64, again: bool) -> Share {
        Share { first: Duration::from_millis(first), again }
    }

    #[test]
    fn turns_grow_and_end() {
        let mut schedule = Schedule::new(vec![share(4, true), share(3, false), share(6, true)]);
        let mut next = || schedule.next().map(|(engine, time)| (engine, time.as_millis()));
        assert_eq!([next(), next(), next()], [Some((0, 4)), Some((1, 3)), Some((2, 6))]);
        assert_eq!([next(), next(), next()], [Some((0, 8)), Some((2, 12)), Some((0, 16))]);
        assert!(schedule.has_begun_round());
        schedule.ended(0);
        let mut next = || schedule.next().map(|(engine, time)| (engine, time.as_millis()));
        assert_eq!(next(), Some((2, 24)));
        assert!(!schedule.has_begun_round());
        assert_eq!(schedule.next().map(|(engine, _)| engine), Some(2));
        assert!(schedule.has_begun_round());
        schedule.ended(2);
        assert_eq!(schedule.next(), None);
    }

    #[test]
    fn who_settles_something_has_more() {
        let mut schedule = Schedule::new(vec![share(4, true), share(6, true)]);
        assert_eq!(schedule.next().map(|(engine, _)| engine), Some(0));
        schedule.settled(0, true);
        assert_eq!(schedule.next(), Some((1, Duration::from_millis(6))));
        schedule.settled(1, false);
        let mut next = || schedule.next().map(|(engine, time)| (engine, time.as_millis()));
        assert_eq!([next(), next()], [Some((0, 24)), Some((1, 12))]);
        schedule.settled(0, false);
        assert_eq!(schedule.next(), Some((0, Duration::from_millis(16))));
    }

    #[test]
    fn rounds_have_an_end() {
        let mut schedule = Schedule::new(vec![share(1, true)]);
        assert_eq!(std::iter::from_fn(|| schedule.next()).count(), MOST_ROUNDS as usize);
        assert_eq!(Schedule::new(Vec::new()).next(), None);
    }
}
