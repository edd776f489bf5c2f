//! Exploration: the loop over the frontier, and what it comes to.
//!
//! **Invariant**: every state that was made has ended, is in the frontier, or was counted as left out.

use klew_ir::FunctionId;
use klew_memory::Memory;
use rustc_hash::FxHashMap;

use crate::coverage::Coverage;
use crate::ending::{Limit, PathEndKind};
use crate::frontier::prospect;
use crate::machine::Machine;
use crate::monitor::PathEnd;
use crate::outcome::Outcome;
use crate::searcher::{Prospect, Searcher, StateId};
use crate::state::State;
use crate::step::Event;
use crate::strategy::Strategy;

/// Instructions between two looks at the monitor.
const TICK: u64 = 1 << 14;

/// Instructions after which another state may be selected.
const SHARE: u64 = 1 << 16;

/// An exploration under way.
pub struct Exploration<'a> {
    machine: Machine<'a>,
    searcher: Box<dyn Searcher>,
    states: FxHashMap<StateId, Box<State>>,
}

impl<'a> Exploration<'a> {
    /// Explores all that the machine's strategy wants, in the order that a searcher says.
    pub fn run(
        machine: Machine<'a>,
        (entry, memory): (FunctionId, Memory),
        searcher: Box<dyn Searcher>,
    ) -> (Outcome, Strategy) {
        let states = FxHashMap::default();
        let mut exploration = Exploration { machine, searcher, states };
        match exploration.machine.initial_state(entry, memory) {
            Ok(state) => {
                let id = exploration.add(Box::new(state));
                exploration.searcher.add(id, Prospect::default());
                exploration.explore();
            }
            Err(end) => exploration.machine.run.count_end(&end),
        }
        exploration.finish()
    }

    fn add(&mut self, state: Box<State>) -> StateId {
        let id = state.id;
        self.states.insert(id, state);
        self.machine.run.statistics.max_states =
            self.machine.run.statistics.max_states.max(self.states.len());
        id
    }

    fn explore(&mut self) {
        while self.machine.run.stop.is_none() {
            let Some(id) = self.searcher.select() else {
                if self.reopen() {
                    continue;
                }
                break;
            };
            // What is selected is in the frontier: searchers are told of every end.
            let Some(mut state) = self.states.remove(&id) else { break };
            self.machine.run.frontier = self.states.len();
            let event = self.run_state(&mut state);
            let forked = self.collect_forked();
            match event {
                Event::Ended(end) => {
                    self.searcher.end(id, &forked);
                    self.ended(state, end);
                }
                Event::Share | Event::Forked => {
                    let seen = prospect(&state, self.machine.run.statistics.covered_instructions);
                    state.covered_new = false;
                    self.states.insert(id, state);
                    self.searcher.update(id, seen, &forked);
                }
            }
        }
    }

    /// Runs a state until it forks, ends, or used up its share.
    fn run_state(&mut self, state: &mut State) -> Event {
        let mut share = SHARE;
        loop {
            let event = self.machine.advance(state, TICK);
            self.machine.tick();
            let used = self.machine.run.statistics.instructions;
            if self.machine.configuration.limits.max_instructions.is_some_and(|most| used >= most) {
                self.machine.run.stop.get_or_insert(Limit::Instructions);
            }
            share = share.saturating_sub(TICK);
            let over = share == 0 && !self.searcher.runs_to_end();
            if event != Event::Share || over || self.machine.run.stop.is_some() {
                return event;
            }
        }
    }

    /// Takes the forked states into the frontier, as many as may be.
    fn collect_forked(&mut self) -> Vec<(StateId, Prospect)> {
        let mut added = Vec::new();
        for state in std::mem::take(&mut self.machine.run.forked) {
            let most = self.machine.configuration.limits.max_states;
            if most.is_some_and(|most| self.states.len() + 1 >= most) {
                let end = PathEndKind::Cut(Limit::States);
                self.machine.run.count_end(&end);
                self.machine.tell_ended(&state, &end);
                continue;
            }
            self.machine.monitor.forked(&state);
            let seen = prospect(&state, self.machine.run.statistics.covered_instructions);
            added.push((self.add(state), seen));
        }
        added
    }

    /// Takes back what a listener had closed; whether there was anything.
    fn reopen(&mut self) -> bool {
        if !self.machine.interests.points {
            return false;
        }
        let states = self.machine.hooks.reopened();
        let any = !states.is_empty();
        for state in states {
            self.machine.run.statistics.reopened_paths += 1;
            let seen = prospect(&state, self.machine.run.statistics.covered_instructions);
            let id = self.add(Box::new(state));
            self.searcher.add(id, seen);
        }
        any
    }

    fn ended(&mut self, mut state: Box<State>, end: PathEndKind) {
        self.machine.run.count_end(&end);
        self.machine.tell_ended(&state, &end);
        self.machine.end_branch(&mut state, &end);
        if state.memory.has_bounded_inputs() {
            let most = self.machine.configuration.input_array_max;
            self.machine.run.limit_counts.entry(Limit::InputArrays(most)).or_insert(1);
        }
        let tells = end != PathEndKind::Infeasible;
        if tells
            && self.machine.monitor.wants_paths()
            && let Ok(model) = self.machine.model(&mut state)
            && let Ok(inputs) = self.machine.tape(&state, &model)
            && let Ok(heap) = self.machine.heap_of(&state, &model)
        {
            let end = PathEnd {
                kind: end,
                inputs,
                heap,
                decisions: state.decisions.to_vec(),
                covered_new: state.covered_new,
            };
            let control = self.machine.monitor.path_ended(&end);
            self.machine.obey(control);
        }
    }

    /// What it has come to, and the strategy, which may have learnt something.
    fn finish(self) -> (Outcome, Strategy) {
        let Exploration { machine, states, .. } = self;
        let mut run = machine.run;
        run.statistics.partial_paths += states.len() as u64;
        // Stopping at a finding leaves nothing out if nothing was left.
        match run.stop.take() {
            Some(stop) if !states.is_empty() || !run.limit_counts.contains_key(&stop) => {
                run.limit_counts.entry(stop).or_insert(states.len() as u64);
            }
            _ => {}
        }
        let mut coverage = Coverage::new(machine.program.functions.len());
        for (function, code) in machine.codes.decoded() {
            coverage.set(function, code.covered.iter().map(|covered| covered.get()).collect());
        }
        machine.solver.statistics(&mut run.statistics.solver);
        let outcome = Outcome {
            findings: run.findings,
            limits: run.limit_counts.into_iter().collect(),
            approximations: run.approximations.into_iter().collect(),
            assumptions: run.assumptions.into_iter().collect(),
            tree: run.tree,
            statistics: run.statistics,
            coverage,
        };
        (outcome, machine.strategy)
    }
}
