//! What was done least: states are grouped by the set of edges of the program that their paths went through, and the group on
//! which least was spent goes on.
//!
//! After "Steering Symbolic Execution to Less Traveled Paths" (Li, Su, Wang, Li, OOPSLA 2013), which tells paths apart by their last
//! branches; here all that a path went through counts, in whatever order: a program that reads one command after the other is in
//! few groups, and the path that did the rarest things is in a group of its own, however many ways there are to spell a command.
//!
//! In a group the newest states, which end what is under way, go on by turns with the oldest, which begin with what is shorter.
//!
//! Invariant: every state is in one group.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Prospect, Searcher, StateId};

/// Selections in one turn, at most.
const TURN: u32 = 4;

/// States whose paths went through the same.
#[derive(Default)]
struct Group {
    /// Those that this searcher came to, the newest last.
    own: BTreeSet<StateId>,
    /// Those that others came to.
    foreign: BTreeSet<StateId>,
    /// Work spent on them.
    spent: u64,
    /// Turns they had.
    turns: u64,
}

/// What was done least.
#[derive(Default)]
pub struct Trails {
    groups: FxHashMap<u64, Group>,
    /// Those with states, by what was spent.
    order: BTreeSet<(u64, u64)>,
    /// The group of each state.
    of: FxHashMap<StateId, u64>,
    /// The state of this turn and the selections that are left of it.
    current: Option<(StateId, u32)>,
}

impl Group {
    fn is_empty(&self) -> bool {
        self.own.is_empty() && self.foreign.is_empty()
    }

    /// The state that goes on: what others left behind is many siblings of few paths, so it comes last.
    fn next(&mut self) -> Option<StateId> {
        let states = if self.own.is_empty() { &self.foreign } else { &self.own };
        self.turns += 1;
        let chosen = if self.turns.is_multiple_of(2) { states.first() } else { states.last() };
        chosen.copied()
    }
}

impl Trails {
    fn insert(&mut self, (state, prospect): (StateId, Prospect), is_own: bool) {
        let trail = prospect.trail;
        let group = self.groups.entry(trail).or_default();
        if group.is_empty() {
            self.order.insert((group.spent, trail));
        }
        if is_own {
            group.own.insert(state)
        } else {
            group.foreign.insert(state)
        };
        self.of.insert(state, trail);
    }

    fn insert_all(&mut self, forked: &[(StateId, Prospect)], are_own: bool) {
        for &forked in forked {
            self.insert(forked, are_own);
        }
    }

    /// Takes out a state; whether it was this searcher's.
    fn remove(&mut self, state: StateId) -> bool {
        let Some(trail) = self.of.remove(&state) else { return false };
        let Some(group) = self.groups.get_mut(&trail) else { return false };
        let was_own = group.own.remove(&state);
        group.foreign.remove(&state);
        if group.is_empty() {
            self.order.remove(&(group.spent, trail));
        }
        was_own
    }

    fn moved(&mut self, state: StateId, prospect: Prospect) {
        if self.of.get(&state) != Some(&prospect.trail) {
            let was_own = self.remove(state);
            self.insert((state, prospect), was_own);
        }
    }
}

impl Searcher for Trails {
    fn add(&mut self, state: StateId, prospect: Prospect) {
        self.insert((state, prospect), true);
    }

    fn update(&mut self, state: StateId, prospect: Prospect, forked: &[(StateId, Prospect)]) {
        self.insert_all(forked, true);
        self.moved(state, prospect);
    }

    fn update_foreign(
        &mut self,
        state: StateId,
        prospect: Prospect,
        forked: &[(StateId, Prospect)],
    ) {
        self.insert_all(forked, false);
        self.moved(state, prospect);
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.insert_all(forked, true);
        self.remove(state);
        self.current = self.current.filter(|&(current, _)| current != state);
    }

    fn end_foreign(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.insert_all(forked, false);
        self.remove(state);
        self.current = self.current.filter(|&(current, _)| current != state);
    }

    fn worked(&mut self, work: u64) {
        let Some((state, _)) = self.current else { return };
        let Some(&trail) = self.of.get(&state) else { return };
        let Some(group) = self.groups.get_mut(&trail) else { return };
        self.order.remove(&(group.spent, trail));
        group.spent += work;
        self.order.insert((group.spent, trail));
    }

    fn select(&mut self) -> Option<StateId> {
        if let Some((state, left)) = &mut self.current
            && *left > 0
        {
            *left -= 1;
            return Some(*state);
        }
        let &(_, trail) = self.order.first()?;
        let chosen = self.groups.get_mut(&trail)?.next()?;
        self.current = Some((chosen, TURN - 1));
        Some(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_paths_come_first() {
        let on = |trail| Prospect { trail, ..Prospect::default() };
        let mut trails = Trails::default();
        trails.add(StateId(0), on(1));
        assert_eq!(trails.select(), Some(StateId(0)));
        trails.worked(100);
        // It forks, and one of them does something new.
        trails.update(StateId(0), on(1), &[(StateId(1), on(1)), (StateId(2), on(2))]);
        for _ in 1..TURN {
            assert_eq!(trails.select(), Some(StateId(0)));
            trails.worked(100);
            trails.update(StateId(0), on(1), &[]);
        }
        assert_eq!(trails.select(), Some(StateId(2)));
        trails.worked(1);
        trails.end(StateId(2), &[]);
        // The oldest of the group is next.
        assert_eq!(trails.select(), Some(StateId(0)));
    }
}
