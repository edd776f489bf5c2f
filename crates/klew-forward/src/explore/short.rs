//! Turns of paths with short inputs ([`crate::short_inputs`]).

use super::{Exploration, explores_alone};
use crate::configuration::SearchStrategy;
use crate::machine::Machine;
use crate::searcher::{Prospect, StateId, searcher};
use crate::short_inputs::ShortInputs;

impl Exploration<'_> {
    /// The next state with a short input, where it is their turn.
    pub(super) fn short_turn(&mut self) -> Option<StateId> {
        let short = self.short.as_mut()?;
        if !short.has_turn() {
            return None;
        }
        if let Some(id) = short.select() {
            return Some(id);
        }
        let size = short.next_size()?;
        let (entry, memory) = &self.start;
        let memory = short.of_size(self.machine.terms, memory, size);
        let mut state = self.machine.initial_state(*entry, memory).ok()?;
        state.short_input = size;
        let when = format!("(with {size} bytes of input)");
        self.machine.record_root(&mut state, &when);
        let id = self.add(Box::new(state), false);
        let configuration = self.machine.configuration;
        let mut searcher = searcher(&of_short_inputs(&configuration.search), configuration.seed);
        searcher.add(id, Prospect::default());
        let short = self.short.as_mut()?;
        short.begin(searcher);
        short.select()
    }
}

/// Inputs of one size are few, and soon all looked at: depth first needs least for each of them, and has most of the work. Others may come
/// sooner to what shows in one of many.
fn of_short_inputs(search: &SearchStrategy) -> SearchStrategy {
    match search {
        SearchStrategy::Interleaved(_) => {
            SearchStrategy::Interleaved(vec![SearchStrategy::Depth, search.clone()])
        }
        chosen => chosen.clone(),
    }
}

/// Where the configuration asks for them; not where somebody writes down or is told of what paths do.
pub fn short_inputs(machine: &Machine<'_>) -> Option<ShortInputs> {
    let configuration = machine.configuration;
    let global = machine.codes.object_of(configuration.short_inputs?)?;
    // Limits of short paths are not told, so what is learnt of them does not hold for others.
    explores_alone(machine).then(|| ShortInputs::new(global, configuration.short_done))
}
