//! The states that wait: whole, or put away as the decisions that lead to them.
//!
//! A state is its decisions, so where memory is short the oldest states are dropped but for these, and executed again
//! when they are selected, without a solver. Only states that stand right behind a decision are put away: others would lose
//! what they did since.
//!
//! Invariant: nothing is lost. What is put away has the model and the name that it had, so the exploration is the same as
//! if it had stayed.

use std::collections::VecDeque;
use std::rc::Rc;

use klew_engine::Decision;
use klew_term::Assignment;
use rustc_hash::FxHashMap;

use crate::list::List;
use crate::state::{State, StateId};

/// However short memory is, so many states stay whole.
const LEAST: usize = 32;

/// A state that was put away.
#[derive(Debug)]
pub struct PutAway {
    /// The decisions that lead to it.
    pub decisions: List<Decision>,
    /// Inputs that take its path.
    pub model: Option<Rc<Assignment>>,
    /// Where the next address is put in the model; none of a piece that others began ([`klew_engine::frontier`]).
    pub next_address: Option<u64>,
    /// Whether it entered a block that no path had entered before.
    pub covered_new: bool,
    /// As the state's.
    pub short_input: u32,
    /// As the state's.
    pub tries: u8,
    /// As the state's; none of a piece.
    pub node: Option<usize>,
}

impl PutAway {
    /// Of a state that stands right behind a decision, or else loses what it did since its last one.
    pub fn of(state: &mut State) -> PutAway {
        PutAway {
            decisions: state.decisions.clone(),
            model: state.model.take(),
            next_address: Some(state.next_address),
            covered_new: state.covered_new,
            short_input: state.short_input,
            tries: state.tries,
            node: Some(state.node),
        }
    }
}

/// A state that waits.
#[derive(Debug)]
pub enum Waiting {
    /// In memory. If it stands right behind a decision: when it came there.
    Whole(Box<State>, Option<u64>),
    /// As what leads to it.
    PutAway(Box<PutAway>),
}

/// The states that wait.
#[derive(Debug, Default)]
pub struct WaitingStates {
    states: FxHashMap<StateId, Waiting>,
    /// Whole states that stand right behind a decision and when they came there, the oldest first, and some that do not
    /// wait there any more.
    ready: VecDeque<(StateId, u64)>,
    whole: usize,
    /// How many may stay whole.
    most_whole: Option<usize>,
    /// States added so far.
    added: u64,
    /// How many were put away.
    put_away: u64,
}

impl WaitingStates {
    /// Of which so many stay in memory.
    pub fn new(most_whole: Option<usize>) -> WaitingStates {
        WaitingStates { most_whole, ..WaitingStates::default() }
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// How many were put away so far.
    pub fn put_away(&self) -> u64 {
        self.put_away
    }

    /// Adds a state; `ready` if it stands right behind a decision.
    pub fn add(&mut self, state: Box<State>, ready: bool) {
        self.whole += 1;
        self.added += 1;
        let since = ready.then_some(self.added);
        self.ready.extend(since.map(|since| (state.id, since)));
        self.states.insert(state.id, Waiting::Whole(state, since));
        self.shrink();
        if self.ready.len() > 64 && self.ready.len() > 4 * self.states.len() {
            let states = &self.states;
            self.ready.retain(|(id, since)| {
                matches!(states.get(id), Some(Waiting::Whole(_, now)) if *now == Some(*since))
            });
        }
    }

    /// All of them, in no order that counts.
    pub fn all(&self) -> impl Iterator<Item = (StateId, &Waiting)> {
        self.states.iter().map(|(id, waiting)| (*id, waiting))
    }

    /// All of them, in the order of their names.
    pub fn in_order(&self) -> Vec<&Waiting> {
        let mut all: Vec<_> = self.all().collect();
        all.sort_by_key(|(id, _)| *id);
        all.into_iter().map(|(_, waiting)| waiting).collect()
    }

    /// Whether a state waits, and in memory.
    pub fn is_whole(&self, id: StateId) -> bool {
        matches!(self.states.get(&id), Some(Waiting::Whole(..)))
    }

    /// Takes a state out.
    pub fn take(&mut self, id: StateId) -> Option<Waiting> {
        let waiting = self.states.remove(&id)?;
        if let Waiting::Whole(..) = waiting {
            self.whole -= 1;
        }
        Some(waiting)
    }

    /// Takes out the states that are whole, in the order of their names.
    pub fn take_whole(&mut self) -> Vec<State> {
        let mut names: Vec<StateId> = self.states.keys().copied().collect();
        names.sort();
        let mut whole = Vec::new();
        for name in names {
            match self.states.remove(&name) {
                Some(Waiting::Whole(state, _)) => whole.push(*state),
                Some(away) => drop(self.states.insert(name, away)),
                None => {}
            }
        }
        self.whole = 0;
        whole
    }

    /// Forgets the states whose inputs are short; how many there were.
    pub fn forget_short(&mut self) -> usize {
        let before = self.states.len();
        self.states.retain(|_, waiting| match waiting {
            Waiting::Whole(state, _) => state.short_input == 0,
            Waiting::PutAway(put_away) => put_away.short_input == 0,
        });
        before - self.states.len()
    }

    /// Adds a state as its decisions, or gives it back if it could not be made whole.
    pub fn give_back(&mut self, id: StateId, put_away: Box<PutAway>) {
        self.states.insert(id, Waiting::PutAway(put_away));
    }

    /// Memory is short: half of the states stay whole.
    pub fn memory_is_short(&mut self) {
        let most = self.most_whole.unwrap_or(self.whole).min(self.whole);
        self.most_whole = Some((most / 2).max(LEAST));
        self.shrink();
    }

    /// There is memory: some more states may stay whole, if fewer do because it was short.
    pub fn memory_suffices(&mut self) {
        if let Some(most) = self.most_whole.as_mut().filter(|most| self.whole >= **most) {
            *most += LEAST / 2;
        }
    }

    /// Takes out all of them as their decisions, in the order of their names.
    pub fn into_put_away(self) -> Vec<PutAway> {
        let mut all: Vec<_> = self.states.into_iter().collect();
        all.sort_by_key(|(id, _)| *id);
        let put_away = |(_, waiting)| match waiting {
            Waiting::Whole(mut state, _) => PutAway::of(&mut state),
            Waiting::PutAway(put_away) => *put_away,
        };
        all.into_iter().map(put_away).collect()
    }

    fn shrink(&mut self) {
        let Some(most) = self.most_whole else { return };
        while self.whole > most {
            let Some((id, since)) = self.ready.pop_front() else { return };
            let Some(waiting) = self.states.get_mut(&id) else { continue };
            if let Waiting::Whole(state, now) = waiting
                && *now == Some(since)
            {
                *waiting = Waiting::PutAway(Box::new(PutAway::of(state)));
                self.whole -= 1;
                self.put_away += 1;
            }
        }
    }
}
