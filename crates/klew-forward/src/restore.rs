//! Makes a state whole that was put away ([`crate::waiting`]): its decisions are followed from the start.
//!
//! Invariant: nothing that this does is counted or told; it was, when the path was explored. Only blocks are entered again, as
//! whoever explored the path may have been another run.

use klew_ir::FunctionId;
use klew_memory::Memory;

use crate::ending::PathEndKind;
use crate::machine::{Machine, Step};
use crate::state::{State, StateId};
use crate::statistics::Statistics;
use crate::step::Event;
use crate::strategy::Strategy;
use crate::waiting::PutAway;

/// Instructions between two looks at the monitor.
const TICK: u64 = 1 << 12;

impl Machine<'_> {
    /// The state that was put away under that name.
    ///
    /// # Errors
    /// The run stops, or the decisions are none of the program's.
    pub fn restore(
        &mut self,
        (entry, memory): (FunctionId, Memory),
        id: StateId,
        put_away: &PutAway,
    ) -> Step<Box<State>> {
        let followed = Strategy::Follow(put_away.decisions.to_vec());
        let strategy = std::mem::replace(&mut self.strategy, followed);
        let statistics = self.run.statistics.clone();
        let (limits, states) = (self.run.limit_counts.clone(), self.run.states);
        let state = self.follow_again(entry, memory, put_away.decisions.len());
        self.strategy = strategy;
        let covered_instructions = self.run.statistics.covered_instructions;
        self.run.statistics = Statistics { covered_instructions, ..statistics };
        (self.run.limit_counts, self.run.states) = (limits, states);
        let mut state = state?;
        state.id = id;
        state.model.clone_from(&put_away.model);
        state.next_address = put_away.next_address.unwrap_or(state.next_address);
        state.covered_new = put_away.covered_new;
        state.short_input = put_away.short_input;
        state.tries = put_away.tries;
        state.node = put_away.node.unwrap_or_default();
        Ok(Box::new(state))
    }

    fn follow_again(&mut self, entry: FunctionId, memory: Memory, decided: usize) -> Step<State> {
        let mut state = self.initial_state(entry, memory)?;
        let mut ticked: u64 = 0;
        while state.decisions.len() < decided {
            if let Event::Ended(end) = self.advance(&mut state, 1) {
                return Err(end);
            }
            ticked += 1;
            if ticked.is_multiple_of(TICK) {
                self.tick();
            }
        }
        match &self.run.stop {
            Some(stop) => Err(PathEndKind::Cut(stop.clone())),
            None => Ok(state),
        }
    }
}
