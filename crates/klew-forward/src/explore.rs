//! Exploration: the loop over the frontier, and what it comes to.
//!
//! **Invariant**: every state that was made has ended, is in the frontier, or was counted as left out.

use std::rc::Rc;
use std::time::Instant;

use klew_engine::Exchange;
use klew_ir::FunctionId;
use klew_memory::Memory;

use crate::configuration::Telling;
use crate::ending::{Limit, PathEndKind};
use crate::frontier::prospect;
use crate::hooks::Interests;
use crate::machine::Machine;
use crate::outcome::Outcome;
use crate::postponed::Postponed;
use crate::records::Records;
use crate::searcher::{Goal, Prospect, Searcher, StateId};
use crate::short_inputs::ShortInputs;
use crate::state::State;
use crate::step::Event;
use crate::strategy::Strategy;
use crate::waiting::WaitingStates;
use memory::Shortage;
use pace::Pace;
use subtree::Subtree;

mod memory;
mod outcome;
mod pace;
mod pieces;
mod renewal;
mod short;
mod subtree;
mod telling;
mod waiting;

pub use renewal::Remainder;

/// Instructions after which another state may be selected.
const SHARE: u64 = 1 << 16;

/// States that are expected to be closed where states are pruned: whether they are shows only after whole subtrees.
const EXPECTED: u64 = 64;

/// What an exploration came to.
pub struct Explored {
    /// Its result.
    pub outcome: Outcome,
    /// The strategy, which may have learnt something.
    pub strategy: Strategy,
    /// How far accesses reached.
    pub records: Records,
    /// What is left, if another executor is to go on with it.
    pub left: Option<Remainder>,
}

/// An exploration under way.
pub struct Exploration<'a> {
    machine: Machine<'a>,
    searcher: Box<dyn Searcher>,
    /// Paths with short inputs, if some are explored.
    short: Option<ShortInputs>,
    /// States whose queries take long.
    postponed: Postponed,
    states: WaitingStates,
    /// Where paths begin.
    start: (FunctionId, Memory),
    /// Who shares it.
    exchange: Option<Rc<dyn Exchange>>,
    /// What is done where memory is short.
    shortage: Shortage,
    /// What was made whole last.
    subtree: Subtree,
    /// How often the monitor is looked at.
    pace: Pace,
}

impl<'a> Exploration<'a> {
    /// Explores all that the machine's strategy wants, in the order that a searcher says.
    pub fn run(
        machine: Machine<'a>,
        start: (FunctionId, Memory),
        mut searcher: Box<dyn Searcher>,
        left: Option<Remainder>,
    ) -> Explored {
        let configuration = machine.configuration;
        let most_whole = configuration.max_whole_states.filter(|_| !configuration.record_tree);
        let states = WaitingStates::new(most_whole);
        let short = short::short_inputs(&machine);
        if machine.annotates() {
            searcher.closed(EXPECTED);
        }
        let postponed = Postponed::new(configuration.query_limit);
        let shortage = Shortage::begin(machine.work());
        let pace = Pace::new(machine.folding.is_some());
        let mut exploration = Exploration {
            machine,
            searcher,
            short,
            postponed,
            states,
            start,
            exchange: None,
            shortage,
            subtree: Subtree::default(),
            pace,
        };
        exploration.exchange = exploration.exchange();
        exploration.machine.run.query_time = configuration.query_limit;
        exploration.machine.run.postpones = explores_alone(&exploration.machine);
        match (left, &configuration.begin, &exploration.machine.strategy) {
            (Some(left), _, Strategy::Explore) => exploration.begin_with(left),
            (_, Some(frontier), Strategy::Explore) => exploration.begin(frontier),
            _ => exploration.begin_at_entry(),
        }
        exploration.explore();
        exploration.finish()
    }

    /// All paths.
    fn begin_at_entry(&mut self) {
        let (entry, memory) = self.start.clone();
        match self.machine.initial_state(entry, memory) {
            Ok(mut state) => {
                self.machine.record_root(&mut state, "");
                let id = self.add(Box::new(state), false);
                self.searcher.add(id, Prospect::default());
            }
            Err(end) => self.machine.run.count_end(&end),
        }
    }

    fn add(&mut self, state: Box<State>, ready: bool) -> StateId {
        let id = state.id;
        self.states.add(state, ready);
        self.machine.run.statistics.max_states =
            self.machine.run.statistics.max_states.max(self.states.len());
        id
    }

    fn explore(&mut self) {
        while self.machine.run.stop.is_none() && !self.shortage.renews() {
            let Some((id, of_short)) = self.select() else {
                if self.reopen() {
                    continue;
                }
                break;
            };
            // What is selected is in the frontier: searchers are told of every end.
            let Some(mut state) = self.take(id) else { break };
            self.machine.run.frontier = self.states.len();
            self.set_moment(state.tries);
            (self.machine.run.postponed, self.machine.run.cut_short) = (false, None);
            let (before, forks) = (self.machine.work(), self.machine.run.statistics.forks);
            self.machine.record_turn(&state);
            let event = self.run_state(&mut state);
            let work = self.machine.work().saturating_sub(before);
            if let Some(short) = &mut self.short {
                short.worked(of_short, work);
            }
            if state.tries > 0 {
                self.postponed.worked(work);
            }
            let reached = self.machine.run.records.take_new();
            let postponed = std::mem::take(&mut self.machine.run.postponed);
            if postponed {
                // The step is made again.
                self.machine.run.forked.clear();
                self.machine.run.statistics.forks = forks;
            }
            let undone = !postponed && self.undo(&mut state, &event);
            let forked = self.collect_forked();
            self.subtree.grow(id, forked.iter().map(|(forked, _)| *forked), work);
            let of_size = self.short.as_mut().filter(|_| of_short);
            let of_size = of_size.and_then(ShortInputs::searcher);
            let searcher = of_size.unwrap_or(&mut *self.searcher);
            searcher.worked(work);
            for place in reached {
                searcher.reached(id, Goal(place));
            }
            match event {
                _ if undone => searcher.end(id, &forked),
                _ if postponed => {
                    searcher.end(id, &forked);
                    self.postpone(state);
                }
                Event::Ended(end) => {
                    if end == PathEndKind::Subsumed {
                        searcher.closed(1);
                    }
                    searcher.end(id, &forked);
                    self.ended(state, end);
                }
                Event::Share | Event::Forked => {
                    let seen = prospect(&state, self.machine.run.statistics.covered_instructions);
                    state.covered_new = false;
                    state.tries = if event == Event::Forked { 0 } else { state.tries };
                    self.states.add(state, event == Event::Forked);
                    searcher.update(id, seen, &forked);
                }
            }
            self.machine.record_work();
            self.save_memory();
            self.share();
        }
    }

    /// The next state, and whether it was chosen among those with short inputs.
    fn select(&mut self) -> Option<(StateId, bool)> {
        if let Some(id) = self.retry(true) {
            return Some((id, false));
        }
        if let Some((id, size)) = self.subtree.next(|id| self.states.is_whole(id)) {
            let of_short = self.short.as_mut().is_some_and(|short| short.choose(size));
            return Some((id, of_short));
        }
        if let Some(id) = self.short_turn() {
            return Some((id, true));
        }
        let id = self.searcher.select().or_else(|| self.retry(false))?;
        Some((id, false))
    }

    /// Runs a state until it forks, ends, or used up its share.
    fn run_state(&mut self, state: &mut State) -> Event {
        let mut share = SHARE;
        loop {
            let tick = self.pace.instructions().min(share);
            let begun = Instant::now();
            let event = self.machine.advance(state, tick);
            self.pace.took(begun.elapsed());
            self.machine.tick();
            let used = self.machine.run.statistics.instructions;
            let most = self.machine.configuration.limits.max_instructions;
            if most.is_some_and(|most| used >= most) || self.machine.strategy.has_read_enough() {
                self.machine.run.stop.get_or_insert(Limit::Instructions);
            }
            let before = share;
            share -= tick;
            if event == Event::Share && self.pace.is_step(before, share) {
                self.machine.went_on(state);
            }
            let over = share == 0 && !self.searcher.runs_to_end();
            if share == 0 {
                share = SHARE;
            }
            if event != Event::Share || over || self.machine.run.stop.is_some() {
                return event;
            }
        }
    }

    /// Takes the forked states into the frontier, as many as may be.
    fn collect_forked(&mut self) -> Vec<(StateId, Prospect)> {
        let mut added = Vec::new();
        for mut state in std::mem::take(&mut self.machine.run.forked) {
            state.tries = 0;
            let most = self.machine.configuration.limits.max_states;
            if most.is_some_and(|most| self.states.len() + 1 >= most) {
                let end = PathEndKind::Cut(Limit::States);
                self.machine.run.count_end(&end);
                self.machine.tell_ended(&state, &end);
                continue;
            }
            self.machine.monitor.forked(&state);
            let seen = prospect(&state, self.machine.run.statistics.covered_instructions);
            added.push((self.add(state, true), seen));
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
            let id = self.add(Box::new(state), false);
            self.searcher.add(id, seen);
        }
        any
    }

    fn ended(&mut self, mut state: Box<State>, end: PathEndKind) {
        match &end {
            // What other paths come to as well.
            PathEndKind::Cut(_) if state.short_input > 0 => {
                self.machine.run.statistics.partial_paths += 1;
            }
            end => self.machine.run.count_end(end),
        }
        if state.short_input == 0 {
            self.machine.run.explored += (-(state.depth as f64)).exp2();
        }
        self.machine.tell_ended(&state, &end);
        self.machine.record_end(&state, &end);
        self.machine.end_branch(&mut state, &end);
        if state.memory.has_bounded_inputs() && state.short_input == 0 {
            let most = self.machine.configuration.input_array_max;
            self.machine.run.limit_counts.entry(Limit::InputArrays(most)).or_insert(1);
        }
        if let Some(most) = self.machine.configuration.input_object_max
            && state.memory.has_few_inputs()
        {
            self.machine.run.limit_counts.entry(Limit::InputObjects(most)).or_insert(1);
        }
        if end != PathEndKind::Infeasible && self.machine.monitor.wants_paths() {
            // It is not run again for a model.
            self.set_moment(u8::MAX);
            telling::tell_path(&mut self.machine, *state, end);
        }
    }

    fn finish(mut self) -> Explored {
        if self.shortage.renews() && self.machine.run.stop.is_none() {
            return self.leave();
        }
        if let Some(exchange) = self.exchange.clone().filter(|it| it.wants_last_frontier()) {
            self.tell_frontier(&*exchange);
        }
        let mut waited = 0;
        if self.machine.configuration.telling == Telling::NewWays
            && self.machine.monitor.wants_paths()
        {
            let whole = self.states.take_whole();
            waited = whole.len();
            for state in whole {
                let cut = PathEndKind::Cut(self.machine.run.stop.clone().unwrap_or(Limit::Depth));
                telling::tell_path(&mut self.machine, state, cut);
            }
        }
        let run = &mut self.machine.run;
        run.statistics.partial_paths += self.states.forget_short() as u64;
        let left = self.states.len() + waited;
        run.statistics.partial_paths += left as u64;
        // Stopping at a finding leaves nothing out if nothing was left.
        match run.stop.take() {
            Some(stop) if left > 0 || !run.limit_counts.contains_key(&stop) => {
                run.limit_counts.entry(stop).or_insert(left as u64);
            }
            _ => {}
        }
        let outcome = self.outcome();
        let Exploration { machine, .. } = self;
        if machine.run.postpones {
            machine.solver.set_limit(machine.configuration.query_limit);
        }
        Explored { outcome, strategy: machine.strategy, records: machine.run.records, left: None }
    }
}

/// Whether all paths are explored and nobody writes down or is told of what they do.
fn explores_alone(machine: &Machine<'_>) -> bool {
    matches!(machine.strategy, Strategy::Explore)
        && machine.run.tree.is_none()
        && !machine.annotates()
        // A folded state does not follow from its decisions.
        && machine.folding.is_none()
        && machine.interests == Interests::default()
}
