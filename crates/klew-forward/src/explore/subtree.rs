//! The subtree of a state that was made whole again ([`crate::waiting`]): what the search goes on with until it was worth it.
//!
//! A searcher that draws states goes from one to the other; where most of them are put away, nearly all work would be to follow
//! their decisions once more. So behind each such state twice as much work is done on it and what it forks. What was forked comes first: a path
//! that goes on and on would be longer whenever it is made whole.
//!
//! Invariant: only the order of states depends on it; searchers are told of everything.

use crate::searcher::StateId;

/// Work on the subtree, for each of the work that making its state whole took.
const WORTH: u64 = 2;

/// The subtree.
#[derive(Debug, Default)]
pub(super) struct Subtree {
    /// States of it that wait, and some that do not any more; the next one last.
    waiting: Vec<StateId>,
    /// Work on it that is left.
    left: u64,
    /// How many bytes of input its paths have ([`crate::short_inputs`]).
    size: u32,
}

impl Subtree {
    /// Of a state with so many bytes of input, which took that much work.
    pub(super) fn of(state: StateId, size: u32, work: u64) -> Subtree {
        Subtree { waiting: vec![state], left: work.saturating_mul(WORTH), size }
    }

    /// The state to go on with, if it is worth it: the first of those that wait, whole.
    pub(super) fn next(&mut self, waits: impl Fn(StateId) -> bool) -> Option<(StateId, u32)> {
        if self.left == 0 {
            self.waiting.clear();
        }
        while let Some(&state) = self.waiting.last() {
            if waits(state) {
                return Some((state, self.size));
            }
            self.waiting.pop();
        }
        None
    }

    /// A state of it forked these, and work was done.
    pub(super) fn grow(&mut self, from: StateId, forked: impl Iterator<Item = StateId>, work: u64) {
        if self.waiting.last() == Some(&from) {
            self.left = self.left.saturating_sub(work);
            self.waiting.extend(forked);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subtree_is_left_when_it_was_worth_it_or_is_done() {
        let [one, two, three] = [1, 2, 3].map(StateId);
        let mut subtree = Subtree::of(one, 5, 10);
        assert_eq!(subtree.next(|_| true), Some((one, 5)));
        subtree.grow(one, [two, three].into_iter(), 3);
        // One of them ended.
        assert_eq!(subtree.next(|state| state != three), Some((two, 5)));
        // Somebody else chose another one.
        subtree.grow(one, std::iter::empty(), 1000);
        assert_eq!(subtree.next(|_| true), Some((two, 5)));
        subtree.grow(two, [three].into_iter(), 17);
        assert_eq!(subtree.next(|_| true), None);
        assert_eq!(Subtree::default().next(|_| true), None);
    }
}
