//! Exploration: the loop over the frontier, and what it comes to.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_ir::{FunctionId, Program, PropertySet};
use klew_memory::{Layouts, Memory, ObjectId};
use klew_solver::Solver;
use klew_term::{Assignment, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::configuration::{Configuration, SearchStrategy};
use crate::coverage::{Coverage, total_instructions};
use crate::decisions::Decision;
use crate::decode::Objects;
use crate::ending::{Limit, PathEndKind};
use crate::evaluation::Evaluation;
use crate::execution_tree::ExecutionTree;
use crate::factor::Factors;
use crate::finding::Finding;
use crate::frontier::prospect;
use crate::initial;
use crate::input_heap::{InputHeap, InputHeapPolicy};
use crate::machine::Machine;
use crate::monitor::{Monitor, PathEnd, Unwatched};
use crate::outcome::Outcome;
use crate::replay::{Replay, Replaying};
use crate::searcher::{Prospect, Searcher, StateId, searcher};
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::Event;

/// Instructions between two looks at the monitor.
const TICK: u64 = 1 << 14;

/// Instructions after which another state may be selected.
const SHARE: u64 = 1 << 16;

/// Why there is nothing to run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForwardError {
    /// The program has no entry.
    #[error("the program has no entry function")]
    NoEntry,
    /// Something about its globals.
    #[error("the program's globals: {0}")]
    Globals(#[from] klew_memory::MemoryError),
}

/// Forward symbolic execution of a program.
pub struct Forward<'p> {
    program: &'p Program,
    entry: FunctionId,
    configuration: Configuration,
    solver: Box<dyn Solver>,
    terms: Terms,
    /// Before the first instruction.
    memory: Memory,
    objects: Rc<Objects>,
    external_globals: BTreeMap<ObjectId, String>,
}

impl<'p> Forward<'p> {
    /// Of that program. The solver must be new: it serves the terms of this run.
    pub fn new(
        program: &'p Program,
        configuration: Configuration,
        solver: Box<dyn Solver>,
    ) -> Result<Forward<'p>, ForwardError> {
        let entry = program.entry.ok_or(ForwardError::NoEntry)?;
        let mut terms = Terms::new();
        let (mut memory, objects) = initial::allocate_all(program)?;
        let external_globals = initial::initialise(program, &mut terms, &mut memory, &objects);
        if initial::has_input_references(program, entry) {
            let (size, most) = (program.data_model.pointer_size(), configuration.input_array_max);
            let distinct = configuration.input_heap == InputHeapPolicy::PathOptimal;
            memory.with_input_heap(Rc::new(Layouts::new(&program.types, size, most)), distinct);
        }
        let objects = Rc::new(objects);
        Ok(Forward {
            program,
            entry,
            configuration,
            solver,
            terms,
            memory,
            objects,
            external_globals,
        })
    }

    /// The terms of the findings' symbols.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    fn machine<'a>(&'a mut self, monitor: &'a mut dyn Monitor) -> Machine<'a> {
        Machine {
            program: self.program,
            terms: &mut self.terms,
            solver: &mut *self.solver,
            monitor,
            properties: self.configuration.properties,
            limits: self.configuration.limits,
            stop_at_first_finding: self.configuration.stop_at_first_finding,
            precondition: self.configuration.precondition,
            follow: Vec::new(),
            replaying: None,
            given: None,
            objects: Rc::clone(&self.objects),
            factors: Factors::default(),
            split_queries: self.configuration.split_queries,
            evaluation: Evaluation::default(),
            codes: vec![None; self.program.functions.len()],
            forked: Vec::new(),
            beside_null: FxHashSet::default(),
            frontier: 0,
            findings: Vec::new(),
            reported: FxHashSet::default(),
            limit_counts: BTreeMap::new(),
            approximations: BTreeSet::new(),
            external_globals: &self.external_globals,
            statistics: Statistics {
                total_instructions: total_instructions(self.program, self.entry),
                ..Statistics::default()
            },
            input_heap: self.configuration.input_heap,
            input_array_max: self.configuration.input_array_max,
            assumptions: BTreeSet::new(),
            tree: None,
            stop: None,
            spare_registers: Vec::new(),
        }
    }

    /// Explores.
    pub fn run(&mut self, monitor: &mut dyn Monitor) -> Outcome {
        let (entry, memory) = (self.entry, self.memory.clone());
        let searcher = searcher(&self.configuration.search, self.configuration.seed);
        let follow = self.configuration.follow.clone();
        let record = self.configuration.record_tree;
        let mut machine = self.machine(monitor);
        machine.tree = record.then(ExecutionTree::default);
        if let Some(decisions) = follow {
            machine.limit(Limit::Followed);
            machine.follow = decisions;
        }
        let mut exploration =
            Exploration { machine, searcher, states: FxHashMap::default(), next_id: 0 };
        match exploration.machine.initial_state(entry, memory) {
            Ok(state) => {
                let id = exploration.add(Box::new(state));
                exploration.searcher.add(id, Prospect::default());
                exploration.explore();
            }
            Err(end) => exploration.count_end(&end),
        }
        exploration.finish()
    }

    /// Runs the program concretely, with the inputs of an assignment and the input heap that a finding of this run holds,
    /// and looks for violations of those properties.
    pub fn replay(
        &mut self,
        assignment: &Assignment,
        heap: &InputHeap,
        properties: PropertySet,
    ) -> Replay {
        let (entry, memory) = (self.entry, self.memory.clone());
        let mut monitor = Unwatched;
        let mut machine = self.machine(&mut monitor);
        machine.properties = properties;
        machine.replaying = Some(Replaying {
            assignment: assignment.clone(),
            heap: heap.clone(),
            ..Replaying::default()
        });
        let end = match machine.initial_state(entry, memory) {
            Ok(mut state) => loop {
                match machine.run(&mut state, SHARE) {
                    Event::Ended(end) => break end,
                    Event::Share | Event::Forked => {
                        let most = machine.limits.max_instructions;
                        if most.is_some_and(|most| machine.statistics.instructions >= most) {
                            break PathEndKind::Cut(Limit::Instructions);
                        }
                    }
                }
            },
            Err(end) => end,
        };
        let replaying = machine.replaying.take().unwrap_or_default();
        // References are objects here, so the run does not know which inputs they were.
        machine.findings.iter_mut().for_each(|finding| finding.heap = heap.clone());
        Replay {
            trace: replaying.trace,
            truncated: replaying.truncated,
            end,
            findings: machine.findings,
        }
    }

    /// Explores the runs that begin with those inputs, where all others are `rest`, up to a number of instructions: what is
    /// open besides, as addresses and what was never written, is tried in every way. None where references are inputs.
    pub fn run_with(
        &mut self,
        (inputs, rest): (&Assignment, u64),
        properties: PropertySet,
        instructions: u64,
    ) -> Vec<Finding> {
        if initial::has_input_references(self.program, self.entry) {
            return Vec::new();
        }
        let (entry, memory) = (self.entry, self.memory.clone());
        let mut monitor = Unwatched;
        let mut machine = self.machine(&mut monitor);
        machine.properties = properties;
        machine.given = Some((inputs.clone(), rest));
        machine.stop_at_first_finding = true;
        machine.limits.max_instructions = Some(instructions);
        let searcher = searcher(&SearchStrategy::Depth, 0);
        let mut exploration =
            Exploration { machine, searcher, states: FxHashMap::default(), next_id: 0 };
        if let Ok(state) = exploration.machine.initial_state(entry, memory) {
            let id = exploration.add(Box::new(state));
            exploration.searcher.add(id, Prospect::default());
            exploration.explore();
        }
        let mut findings = exploration.machine.findings;
        if let Some((given, _)) = &exploration.machine.given {
            findings.iter_mut().for_each(|finding| finding.assignment.merge(given));
        }
        findings
    }

    /// An assignment for [`Forward::replay`] from the values of symbols by their names (inputs are called
    /// `input#N name`, bytes of input `input#N name[i]`), for who knows the inputs from elsewhere.
    pub fn assignment(&mut self, values: &[(String, klew_term::BitVecValue)]) -> Assignment {
        let mut assignment = Assignment::new();
        for (name, value) in values {
            let sort = klew_term::Sort::BitVec(value.width());
            let term = self.terms.symbol_named(name, sort);
            if let Some(symbol) = self.terms.as_symbol(term) {
                assignment.set(symbol, klew_term::Constant::BitVec(value.clone()));
            }
        }
        assignment
    }

    /// The run of a finding.
    pub fn replay_finding(&mut self, finding: &Finding) -> Replay {
        self.replay(&finding.assignment, &finding.heap, self.configuration.properties)
    }

    /// The state that those decisions lead to, where the next one is to be made: the same as that of
    /// any run that made them.
    pub fn state_at(&mut self, decisions: &[Decision]) -> Result<State, PathEndKind> {
        let (entry, memory) = (self.entry, self.memory.clone());
        let mut monitor = Unwatched;
        let mut machine = self.machine(&mut monitor);
        machine.follow = decisions.to_vec();
        let mut state = machine.initial_state(entry, memory)?;
        while state.decisions.len() < decisions.len() {
            if let Event::Ended(end) = machine.run(&mut state, 1) {
                return Err(end);
            }
        }
        Ok(state)
    }
}

/// An exploration under way.
struct Exploration<'a> {
    machine: Machine<'a>,
    searcher: Box<dyn Searcher>,
    states: FxHashMap<StateId, Box<State>>,
    next_id: u64,
}

impl Exploration<'_> {
    fn add(&mut self, state: Box<State>) -> StateId {
        let id = StateId(self.next_id);
        self.next_id += 1;
        self.states.insert(id, state);
        self.machine.statistics.max_states =
            self.machine.statistics.max_states.max(self.states.len());
        id
    }

    fn explore(&mut self) {
        while self.machine.stop.is_none() {
            let Some(id) = self.searcher.select() else { break };
            // What is selected is in the frontier: searchers are told of every end.
            let Some(mut state) = self.states.remove(&id) else { break };
            self.machine.frontier = self.states.len();
            let event = self.run(&mut state);
            let forked = self.collect_forked();
            match event {
                Event::Ended(end) => {
                    self.searcher.end(id, &forked);
                    self.ended(state, end);
                }
                Event::Share | Event::Forked => {
                    let seen = prospect(&state, self.machine.statistics.covered_instructions);
                    state.covered_new = false;
                    self.states.insert(id, state);
                    self.searcher.update(id, seen, &forked);
                }
            }
        }
    }

    /// Runs a state until it forks, ends, or used up its share.
    fn run(&mut self, state: &mut State) -> Event {
        let mut share = SHARE;
        loop {
            let event = self.machine.run(state, TICK);
            self.machine.tick();
            let used = self.machine.statistics.instructions;
            if self.machine.limits.max_instructions.is_some_and(|most| used >= most) {
                self.machine.stop.get_or_insert(Limit::Instructions);
            }
            share = share.saturating_sub(TICK);
            let over = share == 0 && !self.searcher.runs_to_end();
            if event != Event::Share || over || self.machine.stop.is_some() {
                return event;
            }
        }
    }

    /// Takes the forked states into the frontier, as many as may be.
    fn collect_forked(&mut self) -> Vec<(StateId, Prospect)> {
        let mut added = Vec::new();
        for state in std::mem::take(&mut self.machine.forked) {
            let most = self.machine.limits.max_states;
            if most.is_some_and(|most| self.states.len() + 1 >= most) {
                self.machine.limit(Limit::States);
                self.machine.statistics.partial_paths += 1;
                continue;
            }
            self.machine.monitor.forked(&state);
            let seen = prospect(&state, self.machine.statistics.covered_instructions);
            added.push((self.add(state), seen));
        }
        added
    }

    fn ended(&mut self, mut state: Box<State>, end: PathEndKind) {
        self.count_end(&end);
        self.machine.end_branch(&mut state, &end);
        if state.memory.has_bounded_inputs() {
            let most = self.machine.input_array_max;
            self.machine.limit_counts.entry(Limit::InputArrays(most)).or_insert(1);
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

    fn count_end(&mut self, end: &PathEndKind) {
        let statistics = &mut self.machine.statistics;
        match end {
            PathEndKind::Infeasible => statistics.infeasible_paths += 1,
            PathEndKind::Cut(limit) => {
                statistics.partial_paths += 1;
                self.machine.limit(limit.clone());
            }
            _ => {
                statistics.paths += 1;
                match end {
                    PathEndKind::Returned | PathEndKind::Exited => statistics.traces.normal += 1,
                    PathEndKind::Violated | PathEndKind::Aborted => {
                        statistics.traces.exceptional += 1;
                    }
                    _ => {}
                }
            }
        }
    }

    fn finish(self) -> Outcome {
        let Exploration { mut machine, states, .. } = self;
        machine.statistics.partial_paths += states.len() as u64;
        // Stopping at a finding leaves nothing out if nothing was left.
        match machine.stop.take() {
            Some(stop) if !states.is_empty() || !machine.limit_counts.contains_key(&stop) => {
                machine.limit_counts.entry(stop).or_insert(states.len() as u64);
            }
            _ => {}
        }
        let mut coverage = Coverage::new(machine.program.functions.len());
        for (index, code) in machine.codes.iter().enumerate() {
            if let Some(code) = code {
                let blocks = code.covered.iter().map(|covered| covered.get()).collect();
                coverage.set(FunctionId(index as u32), blocks);
            }
        }
        machine.solver.statistics(&mut machine.statistics.solver);
        Outcome {
            findings: machine.findings,
            limits: machine.limit_counts.into_iter().collect(),
            approximations: machine.approximations.into_iter().collect(),
            assumptions: machine.assumptions.into_iter().collect(),
            tree: machine.tree,
            statistics: machine.statistics,
            coverage,
        }
    }
}
