//! Who of the workers works: more engines than processors take turns.
//!
//! Each engine is a process of its own. When its slice of time is over and others wait, it is stopped, wherever it is, and goes on from
//! there when it has its turn again. So no engine begins anew because others had their turn, and none keeps the others waiting,
//! whatever it is doing (a solver that simplifies does not look at a clock).
//!
//! **Invariant**: at most as many have their turn as there are seats, and a seat is empty only if nobody waits.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::companions::Slices;

/// How many times its slice who settles something has: what is left is likely to be of the same kind.
const LONGER: u32 = 3;

/// The workers' turns.
#[derive(Debug)]
pub(super) struct Rotation {
    members: Vec<Member>,
    /// Who has a first look waits for its first turn besides.
    waiting: VecDeque<usize>,
    seats: usize,
    /// Whose turn began last.
    last: Option<usize>,
}

#[derive(Debug)]
struct Member {
    slices: Slices,
    has_looked: bool,
    has_begun: bool,
    has_settled: bool,
    /// When its turn began, and when that is over.
    turn: Option<(Instant, Duration)>,
}

/// What changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// That one has its turn.
    Works(usize),
    /// Its turn is over.
    Rests(usize),
}

impl Rotation {
    /// Of workers with these slices, which begin in this order; so many work at the same time.
    pub(super) fn new(slices: impl Iterator<Item = Slices>, seats: usize) -> Rotation {
        let member = |slices| Member {
            slices,
            has_looked: false,
            has_begun: false,
            has_settled: false,
            turn: None,
        };
        let members: Vec<Member> = slices.map(member).collect();
        let looks = (0..members.len()).filter(|number| members[*number].slices.look.is_some());
        let waiting = looks.chain(0..members.len()).collect();
        Rotation { waiting, members, seats, last: None }
    }

    /// So many have their turn from now on, or more.
    pub(super) fn seats(&mut self, seats: usize) {
        self.seats = self.seats.max(seats);
    }

    /// What changes now.
    pub(super) fn advance(&mut self, now: Instant) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut free = self.seats - self.seated();
        let is_over = |member: &Member| {
            member.turn.is_some_and(|(begun, time)| now.saturating_duration_since(begun) >= time)
        };
        let over: Vec<usize> =
            (0..self.members.len()).filter(|number| is_over(&self.members[*number])).collect();
        let mut waiting = self.waiting.iter().filter(|number| self.rests(**number)).count();
        for number in over {
            let waits = self.waiting.contains(&number);
            if free >= waiting + usize::from(waits) {
                break;
            }
            self.members[number].turn = None;
            match waits {
                true => waiting += 1,
                false => self.waiting.push_back(number),
            }
            changes.push(Change::Rests(number));
            free += 1;
        }
        while free > 0
            && let Some(number) = self.next()
        {
            self.members[number].begin(now);
            changes.push(Change::Works(number));
            free -= 1;
        }
        changes
    }

    /// Whose turn is next; it waits no more.
    fn next(&mut self) -> Option<usize> {
        let has_every_other = |number: usize| {
            let member = &self.members[number];
            member.slices.every_other && member.has_begun
        };
        let comes_first =
            |number: &usize| has_every_other(*number) && !self.last.is_some_and(has_every_other);
        let rest = || self.waiting.iter().enumerate().filter(|(_, number)| self.rests(**number));
        let favoured = rest().find(|(_, number)| comes_first(number));
        let (place, _) = favoured.or_else(|| rest().next())?;
        self.last = self.waiting.remove(place);
        self.last
    }

    /// Whether it is not that one's turn.
    fn rests(&self, number: usize) -> bool {
        self.members[number].turn.is_none()
    }

    fn seated(&self) -> usize {
        self.members.iter().filter(|member| member.turn.is_some()).count()
    }

    /// That one has nothing more to say.
    pub(super) fn ended(&mut self, number: usize) {
        self.waiting.retain(|other| *other != number);
        if let Some(member) = self.members.get_mut(number) {
            member.turn = None;
        }
    }

    /// That one has every other turn from now on.
    pub(super) fn favoured(&mut self, number: usize) {
        if let Some(member) = self.members.get_mut(number) {
            member.slices = member.slices.every_other();
        }
    }

    /// That one settled something: its turn is longer, or its next one if it is over.
    pub(super) fn settled(&mut self, number: usize) {
        if let Some(member) = self.members.get_mut(number) {
            match &mut member.turn {
                Some((_, time)) => *time = member.slices.later.max(member.slices.first) * LONGER,
                None => member.has_settled = true,
            }
        }
    }
}

impl Member {
    fn begin(&mut self, now: Instant) {
        if let Some(look) = self.slices.look
            && !self.has_looked
        {
            self.has_looked = true;
            self.turn = Some((now, look));
            return;
        }
        let slice = if self.has_begun { self.slices.later } else { self.slices.first };
        let times = if self.has_settled { LONGER } else { 1 };
        (self.has_begun, self.has_settled) = (true, false);
        self.turn = Some((now, slice * times));
    }
}

#[cfg(test)]
mod tests {
    use super::Change::{Rests, Works};
    use super::*;

    fn rotation(slices: &[(u64, u64)], seats: usize) -> (Rotation, impl Fn(u64) -> Instant) {
        let begin = Instant::now();
        let slices = slices.iter().map(|(first, later)| Slices::of(*first, *later));
        (Rotation::new(slices, seats), move |after| begin + Duration::from_millis(after))
    }

    #[test]
    fn turns_go_round() {
        let (mut rotation, at) = rotation(&[(4, 8), (3, 3)], 1);
        assert_eq!(rotation.advance(at(0)), [Works(0)]);
        assert_eq!(rotation.advance(at(3)), []);
        assert_eq!(rotation.advance(at(4)), [Rests(0), Works(1)]);
        assert_eq!(rotation.advance(at(7)), [Rests(1), Works(0)]);
        assert_eq!(rotation.advance(at(14)), []);
        assert_eq!(rotation.advance(at(15)), [Rests(0), Works(1)]);
        // Who is alone goes on.
        rotation.ended(0);
        assert_eq!(rotation.advance(at(100)), []);
        rotation.ended(1);
        assert_eq!(rotation.advance(at(200)), []);
    }

    #[test]
    fn who_settles_something_has_more() {
        let (mut rotation, at) = rotation(&[(4, 5), (3, 3)], 1);
        rotation.advance(at(0));
        rotation.settled(0);
        assert_eq!(rotation.advance(at(14)), []);
        assert_eq!(rotation.advance(at(15)), [Rests(0), Works(1)]);
        rotation.settled(0);
        assert_eq!(rotation.advance(at(18)), [Rests(1), Works(0)]);
        assert_eq!(rotation.advance(at(32)), []);
        assert_eq!(rotation.advance(at(33)), [Rests(0), Works(1)]);
        assert_eq!(rotation.advance(at(36)), [Rests(1), Works(0)]);
        assert_eq!(rotation.advance(at(41)), [Rests(0), Works(1)]);
    }

    #[test]
    fn every_other_turn_may_be_of_one() {
        let begin = Instant::now();
        let slices = [Slices::of(1, 1), Slices::of(1, 1).every_other(), Slices::of(1, 1)];
        let mut rotation = Rotation::new(slices.into_iter(), 1);
        let turns = (0..7).map(|after| {
            let changes = rotation.advance(begin + Duration::from_millis(after));
            changes.into_iter().find_map(|change| match change {
                Works(number) => Some(number),
                Rests(_) => None,
            })
        });
        let turns: Vec<usize> = turns.flatten().collect();
        assert_eq!(turns, [0, 1, 2, 1, 0, 1, 2]);
    }

    #[test]
    fn a_first_look_comes_before_all_else() {
        let begin = Instant::now();
        let slices = [Slices::of(3, 3), Slices::of(5, 4).looking(1), Slices::of(2, 2)];
        let mut rotation = Rotation::new(slices.into_iter(), 1);
        let mut advance = |after| rotation.advance(begin + Duration::from_millis(after));
        assert_eq!(advance(0), [Works(1)]);
        // Then it has its place among the others.
        assert_eq!(advance(1), [Rests(1), Works(0)]);
        assert_eq!(advance(4), [Rests(0), Works(1)]);
        assert_eq!(advance(8), []);
        assert_eq!(advance(9), [Rests(1), Works(2)]);
        assert_eq!(advance(11), [Rests(2), Works(0)]);
        assert_eq!(advance(14), [Rests(0), Works(1)]);
        assert_eq!(advance(18), [Rests(1), Works(2)]);
    }

    #[test]
    fn who_looks_first_may_be_alone() {
        let begin = Instant::now();
        let slices = [Slices::of(3, 3).looking(1)];
        let mut rotation = Rotation::new(slices.into_iter(), 1);
        let mut advance = |after| rotation.advance(begin + Duration::from_millis(after));
        assert_eq!(advance(0), [Works(0)]);
        assert_eq!(advance(1), [Rests(0), Works(0)]);
        assert_eq!(advance(100), []);
    }

    #[test]
    fn two_that_are_favoured_leave_others_their_turns() {
        let (mut rotation, at) = rotation(&[(1, 1), (1, 1), (1, 1)], 1);
        rotation.favoured(0);
        rotation.favoured(1);
        let works = |change: &Change| matches!(change, Works(_));
        let mut turn = |after| rotation.advance(at(after)).into_iter().find(works);
        let turns: Vec<Change> = (0..8).filter_map(&mut turn).collect();
        assert_eq!(turns, [0, 1, 2, 0, 1, 2, 0, 1].map(Works));
    }

    #[test]
    fn who_is_favoured_later_has_every_other_turn() {
        let (mut rotation, at) = rotation(&[(1, 1), (1, 1), (1, 1)], 1);
        assert_eq!(rotation.advance(at(0)), [Works(0)]);
        rotation.favoured(0);
        assert_eq!(rotation.advance(at(1)), [Rests(0), Works(1)]);
        assert_eq!(rotation.advance(at(2)), [Rests(1), Works(0)]);
        assert_eq!(rotation.advance(at(3)), [Rests(0), Works(2)]);
        assert_eq!(rotation.advance(at(4)), [Rests(2), Works(0)]);
    }

    #[test]
    fn seats_are_taken_while_somebody_waits() {
        let (mut rotation, at) = rotation(&[(4, 4), (4, 4), (4, 4)], 2);
        assert_eq!(rotation.advance(at(0)), [Works(0), Works(1)]);
        // Only one waits.
        assert_eq!(rotation.advance(at(4)), [Rests(0), Works(2)]);
        assert_eq!(rotation.advance(at(5)), [Rests(1), Works(0)]);
        rotation.ended(2);
        assert_eq!(rotation.advance(at(6)), [Works(1)]);
        rotation.ended(0);
        assert_eq!(rotation.advance(at(60)), []);
    }

    #[test]
    fn a_seat_more_is_taken_at_once() {
        let (mut rotation, at) = rotation(&[(4, 4), (4, 4), (4, 4)], 1);
        assert_eq!(rotation.advance(at(0)), [Works(0)]);
        rotation.seats(2);
        rotation.seats(1);
        assert_eq!(rotation.advance(at(1)), [Works(1)]);
        assert_eq!(rotation.advance(at(4)), [Rests(0), Works(2)]);
    }
}
