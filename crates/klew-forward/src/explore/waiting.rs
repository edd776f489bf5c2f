//! States that wait: those whose queries take long, and those that were put away, which are made whole again.

use super::Exploration;
use super::subtree::Subtree;
use crate::ending::Limit;
use crate::searcher::{Prospect, StateId};
use crate::state::State;
use crate::waiting::{PutAway, Waiting};

impl Exploration<'_> {
    /// A postponed state that goes on now. Whatever chose it before, it is an ordinary one from here on.
    pub(super) fn retry(&mut self, others: bool) -> Option<StateId> {
        let id = self.postponed.next(|| self.machine.work(), others)?;
        self.searcher.add(id, Prospect::default());
        Some(id)
    }

    /// Puts a state away whose query takes long.
    pub(super) fn postpone(&mut self, mut state: Box<State>) {
        self.postponed.add(state.id, state.tries);
        if !self.machine.run.others_wait {
            state.tries += 1;
        }
        while state.decisions.len() > self.machine.run.decided {
            state.decisions.pop();
        }
        self.machine.take_back(&mut state);
        let put_away = PutAway::of(&mut state);
        self.states.give_back(state.id, Box::new(put_away));
    }

    /// Gives the queries of a state the time that they have that was postponed so often.
    pub(super) fn set_moment(&mut self, tries: u8) {
        if !self.machine.run.postpones {
            return;
        }
        // Who never waited asks nobody, nor who is to have all the time there is.
        let may_end = (1..u8::MAX).contains(&tries);
        let patience = may_end.then(|| self.machine.monitor.patience()).flatten();
        let before_others =
            patience.and_then(|patience| self.postponed.moment_before_others(tries, patience));
        let moment = before_others.or(self.postponed.moment(tries));
        self.machine.run.others_wait = before_others.is_some();
        if moment != self.machine.run.query_time {
            self.machine.solver.set_limit(moment);
            self.machine.run.query_time = moment;
        }
    }

    /// Takes a state out of the frontier, whole; nothing if the run stops before it is.
    pub(super) fn take(&mut self, id: StateId) -> Option<Box<State>> {
        match self.states.take(id)? {
            Waiting::Whole(state, _) => Some(state),
            Waiting::PutAway(put_away) => {
                let (entry, mut memory) = self.start.clone();
                if let (Some(short), 1..) = (&self.short, put_away.short_input) {
                    memory = short.of_size(self.machine.terms, &memory, put_away.short_input);
                }
                let before = self.machine.work();
                let state = self.machine.restore((entry, memory), id, &put_away);
                let work = self.machine.work().saturating_sub(before);
                self.subtree = Subtree::of(id, put_away.short_input, work);
                if let Err(end) = &state {
                    self.states.give_back(id, put_away);
                    // Decisions that are none of the program's: what they were to lead to is not explored.
                    let limit = Limit::Incomplete(format!("a waiting state is no more: {end:?}"));
                    self.machine.run.stop.get_or_insert(limit);
                }
                state.ok()
            }
        }
    }
}
