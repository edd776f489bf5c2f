//! States that wait because a query of theirs takes long, while there are others.
//!
//! One query can take longer than all others of a run together (products of many inputs), and what it decides is seldom what
//! a finding needs. So each query of a state has a moment first; a state that needs more is put away as its decisions
//! ([`crate::waiting`]) and goes on later, with a multiple of that for each query, as long as that stays a small part of the work, or when
//! nothing else is left. At last, a query has all the time that the run gives it.
//!
//! Where other engines wait for their turn ([`crate::Monitor::patience`]), a query ends for them, and its state is not a try the worse.
//!
//! Invariant: nothing is dropped. The step at hand is undone, with what it decided and forked, and what happened since the
//! state's last decision before it happens again.

use std::collections::VecDeque;
use std::time::Duration;

use crate::state::StateId;

/// Time of a query, by how often its state was postponed; behind these, that which the run gives it.
const MOMENTS: [Duration; 3] =
    [Duration::from_millis(250), Duration::from_secs(2), Duration::from_secs(15)];

/// So much more work is done on other states.
const SHARE: u64 = 8;

/// The states that wait so, the first of those with the fewest tries first.
#[derive(Debug)]
pub struct Postponed {
    queues: [VecDeque<StateId>; MOMENTS.len()],
    /// Work on states that had been postponed, until their next fork.
    spent: u64,
    /// What the run gives a query.
    limit: Option<Duration>,
}

impl Postponed {
    /// None so far.
    pub fn new(limit: Option<Duration>) -> Postponed {
        Postponed { queues: Default::default(), spent: 0, limit }
    }

    /// The time of a query of a state that was postponed so often.
    pub fn moment(&self, tries: u8) -> Option<Duration> {
        sooner(MOMENTS.get(usize::from(tries)).copied(), self.limit)
    }

    /// The time of such a query where others want the time after so much of it; nothing if the state has to wait by then anyway.
    pub fn moment_before_others(&self, tries: u8, patience: Duration) -> Option<Duration> {
        let moment = patience.max(2 * MOMENTS[0]);
        let is_before = self.moment(tries).is_none_or(|own| moment < own);
        (tries > 0 && is_before).then_some(moment)
    }

    /// Whether a state that was postponed so often may be once more.
    pub fn may_wait(tries: u8) -> bool {
        usize::from(tries) < MOMENTS.len()
    }

    /// A state waits that was postponed so often before.
    pub fn add(&mut self, state: StateId, tries: u8) {
        self.queues[usize::from(tries).min(MOMENTS.len() - 1)].push_back(state);
    }

    /// The state that goes on, after so much work of the run, if one is due; any, if there are no other states.
    pub fn next(&mut self, work: impl FnOnce() -> u64, others: bool) -> Option<StateId> {
        if self.queues.iter().all(VecDeque::is_empty) {
            return None;
        }
        if others && self.spent.saturating_mul(SHARE) >= work() {
            return None;
        }
        self.queues.iter_mut().find_map(VecDeque::pop_front)
    }

    /// Work was done on a state that had been postponed.
    pub fn worked(&mut self, work: u64) {
        self.spent += work;
    }
}

/// The shorter of two times, none of which need be limited.
fn sooner(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_are_a_small_part_of_the_work() {
        let mut postponed = Postponed::new(None);
        postponed.add(StateId(1), 0);
        postponed.add(StateId(2), 1);
        postponed.add(StateId(3), 0);
        assert_eq!(postponed.next(|| 1, true), Some(StateId(1)));
        postponed.worked(100);
        assert_eq!(postponed.next(|| 800, true), None);
        assert_eq!(postponed.next(|| 801, true), Some(StateId(3)));
        postponed.worked(1000);
        assert_eq!(postponed.next(|| 1000, false), Some(StateId(2)));
        assert_eq!(postponed.next(|| 1_000_000, false), None);
    }

    #[test]
    fn at_last_a_query_has_all_the_time_there_is() {
        let limit = Some(Duration::from_secs(3));
        let postponed = Postponed::new(limit);
        let moments = [0, 1, 2, 3].map(|tries| postponed.moment(tries));
        assert_eq!(moments, [Some(MOMENTS[0]), Some(MOMENTS[1]), limit, limit]);
        assert_eq!(Postponed::new(None).moment(3), None);
        assert!(Postponed::may_wait(2) && !Postponed::may_wait(3));
    }

    #[test]
    fn a_query_ends_for_others_that_wait() {
        let postponed = Postponed::new(None);
        let (short, long) = (Duration::from_millis(600), Duration::from_secs(9));
        let moments = [0, 1, 2, 3].map(|tries| postponed.moment_before_others(tries, short));
        assert_eq!(moments, [None, Some(short), Some(short), Some(short)]);
        let moments = [0, 1, 2, 3].map(|tries| postponed.moment_before_others(tries, long));
        assert_eq!(moments, [None, None, Some(long), Some(long)]);
        // A first try again would come to nothing.
        assert!(postponed.moment_before_others(1, Duration::ZERO) > postponed.moment(0));
    }
}
