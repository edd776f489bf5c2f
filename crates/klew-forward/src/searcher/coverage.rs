//! Coverage-guided: of a few states drawn at random, one that just covered something new, else the one
//! nearest to code that was never entered.

use rustc_hash::FxHashMap;

use super::random::Random;
use super::{Prospect, Searcher, StateId};

/// How many states are drawn.
const DRAWN: usize = 16;

/// Coverage-guided.
pub struct CoverageGuided {
    random: Random,
    states: Vec<(StateId, Prospect)>,
    /// Where each state is in `states`.
    places: FxHashMap<StateId, usize>,
}

impl CoverageGuided {
    /// With nothing in it.
    pub fn new(seed: u64) -> CoverageGuided {
        CoverageGuided {
            random: Random::new(seed),
            states: Vec::new(),
            places: FxHashMap::default(),
        }
    }

    fn remove(&mut self, state: StateId) {
        let Some(place) = self.places.remove(&state) else { return };
        self.states.swap_remove(place);
        if let Some(&(moved, _)) = self.states.get(place) {
            self.places.insert(moved, place);
        }
    }

    fn add_all(&mut self, forked: &[(StateId, Prospect)]) {
        for &(state, prospect) in forked {
            self.add(state, prospect);
        }
    }
}

/// Smaller is better.
fn rank(prospect: Prospect) -> u32 {
    match prospect {
        Prospect { covered_new: true, .. } => 0,
        Prospect { distance_to_new: Some(distance), .. } => distance.saturating_add(1),
        _ => u32::MAX,
    }
}

impl Searcher for CoverageGuided {
    fn add(&mut self, state: StateId, prospect: Prospect) {
        self.places.insert(state, self.states.len());
        self.states.push((state, prospect));
    }

    fn update(&mut self, state: StateId, prospect: Prospect, forked: &[(StateId, Prospect)]) {
        if let Some(&place) = self.places.get(&state) {
            self.states[place].1 = prospect;
        }
        self.add_all(forked);
    }

    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.add_all(forked);
        self.remove(state);
    }

    fn select(&mut self) -> Option<StateId> {
        if self.states.is_empty() {
            return None;
        }
        let mut best: Option<(u32, StateId)> = None;
        for _ in 0..DRAWN.min(self.states.len()) {
            let (state, prospect) = self.states[self.random.below(self.states.len())];
            let candidate = (rank(prospect), state);
            if best.is_none_or(|best| candidate.0 < best.0) {
                best = Some(candidate);
            }
        }
        best.map(|(_, state)| state)
    }
}
