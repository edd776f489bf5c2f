//! Forward execution of a program, as others use it: the runs that can be asked for.

use std::rc::Rc;

use klew_engine::{Decision, Frontier, InputHeap, Ran, Shown, Witness};
use klew_ir::{Program, Property, PropertySet};
use klew_solver::Solver;
use klew_term::{Assignment, Constant, Terms};

use crate::configuration::{Configuration, Limits, SearchStrategy};
use crate::coverage::Coverage;
use crate::ending::{Limit, PathEndKind};
use crate::execution_tree::ExecutionTree;
use crate::executor::{Executor, ForwardError};
use crate::explore::{Exploration, Explored, Remainder};
use crate::hooks::{Hooks, NoHooks};
use crate::monitor::{Monitor, StoppedBy, Unwatched};
use crate::outcome::Outcome;
use crate::records::Records;
use crate::replay::Replay;
use crate::search_tree::{Recording, SharedSearchTree};
use crate::searcher::searcher;
use crate::state::State;
use crate::step::Event;
use crate::strategy::{GivenInputs, ReplayedRun, Rest, Strategy};
use crate::trace::Trace;

/// Forward symbolic execution of a program: an executor, which is kept between runs, and what its runs are asked to
/// do.
pub struct Forward<'p> {
    executor: Executor<'p>,
    configuration: Configuration,
    /// What the last run left to another executor, or another one to this.
    left: Option<Remainder>,
    /// Whether traces keep memory at their steps.
    pub keeps_memory: bool,
    /// What explorations do is written down here.
    pub search_tree: Option<SharedSearchTree>,
}

/// What runs with given inputs came to.
#[derive(Clone, Debug, Default)]
pub struct GivenRuns {
    /// Violations, in the order in which they were found.
    pub findings: Vec<Witness>,
    /// Instructions executed.
    pub instructions: u64,
    /// The low bits of the inputs of which nothing was said, in their order.
    pub drawn: Vec<u64>,
    /// Whether code was entered, or an access reached further, as in no run before that kept what was covered.
    pub is_new: bool,
    /// Whether there was no such run, as an assumption of the program failed.
    pub is_excluded: bool,
}

/// Of a run; nothing is shown of what it violates.
impl From<GivenRuns> for Ran {
    fn from(runs: GivenRuns) -> Ran {
        Ran {
            violated: runs.findings.iter().map(|found| (found.into(), Shown::Nothing)).collect(),
            instructions: runs.instructions,
            inputs: runs.drawn,
            is_new: runs.is_new,
            is_excluded: runs.is_excluded,
            enough: false,
        }
    }
}

/// What runs with given inputs covered so far, and how far their accesses reached.
#[derive(Default)]
pub struct Reached {
    coverage: Coverage,
    records: Records,
}

impl<'p> Forward<'p> {
    /// Of that program. The solver must be new: it serves the terms of these runs.
    ///
    /// # Errors
    /// The program has no entry, or its globals do not fit into memory.
    pub fn new(
        program: &'p Program,
        configuration: Configuration,
        solver: Box<dyn Solver>,
    ) -> Result<Forward<'p>, ForwardError> {
        let executor = Executor::new(program, &configuration, solver)?;
        Ok(Forward { executor, configuration, left: None, keeps_memory: false, search_tree: None })
    }

    /// What is explored next: these pieces, instead of all paths.
    pub fn begin(&mut self, frontier: Frontier) {
        self.configuration.begin = Some(Rc::new(frontier));
    }

    /// What is explored next: what another executor left.
    pub fn begin_with(&mut self, left: Remainder) {
        self.left = Some(left);
    }

    /// What the last run left because memory stayed short ([`Configuration::renews`]); its outcome is one of all else.
    pub fn take_remainder(&mut self) -> Option<Remainder> {
        self.left.take()
    }

    /// The terms of the findings' symbols.
    pub fn terms(&self) -> &Terms {
        &self.executor.terms
    }

    /// Explores the program's paths as the configuration says, until all have ended or a bound or the monitor
    /// stops it.
    pub fn run(&mut self, monitor: &mut dyn Monitor) -> Outcome {
        self.run_with_hooks(monitor, &mut NoHooks)
    }

    /// As [`Forward::run`], while a technique listens, which may close states and rule out sides.
    pub fn run_with_hooks(&mut self, monitor: &mut dyn Monitor, hooks: &mut dyn Hooks) -> Outcome {
        let start = (self.executor.entry, self.executor.memory.clone());
        let total_instructions = self.executor.total_instructions();
        let searcher = searcher(&self.configuration.search, self.configuration.seed);
        let followed = self.configuration.follow.clone();
        let strategy = followed.map_or(Strategy::Explore, Strategy::Follow);
        let follows = matches!(strategy, Strategy::Follow(_));
        let mut machine =
            self.executor.machine(&self.configuration, strategy, None, (monitor, hooks));
        machine.run.statistics.total_instructions = total_instructions;
        machine.run.tree = self.configuration.record_tree.then(ExecutionTree::default);
        machine.run.recording = self.search_tree.clone().map(Recording::new);
        if follows || self.configuration.guidance.is_some() {
            machine.run.limit(Limit::Followed);
        }
        let explored = Exploration::run(machine, start, searcher, self.left.take());
        self.left = explored.left;
        explored.outcome
    }

    /// Runs the program concretely, with the inputs of an assignment and the input heap that a finding of this run
    /// holds, and looks for violations of those properties. Writes down what happens ([`Replay::trace`]).
    pub fn replay(
        &mut self,
        assignment: &Assignment,
        heap: &InputHeap,
        properties: PropertySet,
    ) -> Replay {
        let trace = Some(Trace::new(self.keeps_memory));
        self.replay_traced(assignment, heap, (properties, None), trace)
    }

    /// As [`Forward::replay`], without a trace, and up to a number of instructions if there is one: for who wants to know what is
    /// violated, and nothing else.
    pub fn replay_untraced(
        &mut self,
        assignment: &Assignment,
        heap: &InputHeap,
        properties: PropertySet,
        most: Option<u64>,
    ) -> Replay {
        self.replay_traced(assignment, heap, (properties, most), None)
    }

    fn replay_traced(
        &mut self,
        assignment: &Assignment,
        heap: &InputHeap,
        (properties, most): (PropertySet, Option<u64>),
        trace: Option<Trace>,
    ) -> Replay {
        let (entry, memory) = (self.executor.entry, self.executor.memory.clone());
        let mut configuration = Configuration { properties, ..self.configuration.clone() };
        let all = configuration.limits.max_instructions;
        configuration.limits.max_instructions = all.into_iter().chain(most).min();
        let (assignment, heap) = (assignment.clone(), heap.clone());
        let strategy = Strategy::Replay(ReplayedRun { assignment, heap, objects: Vec::new() });
        let (mut monitor, mut hooks) = (Unwatched, NoHooks);
        let watchers = (&mut monitor as &mut dyn Monitor, &mut hooks as &mut dyn Hooks);
        let machine = self.executor.machine(&configuration, strategy, trace, watchers);
        Replay::run(machine, entry, memory)
    }

    /// The run of a finding.
    pub fn replay_witness(&mut self, finding: &Witness) -> Replay {
        let assignment = self.assignment(&finding.symbols);
        self.replay(&assignment, &finding.heap, self.configuration.properties)
    }

    /// Explores the runs that begin with those inputs, where all others are `rest`, up to a number of instructions and of queries: what is
    /// open besides, as addresses and what was never written, is tried in every way. None where references are inputs.
    pub fn run_with(
        &mut self,
        given: (&Assignment, Rest),
        properties: PropertySet,
        (instructions, queries): (u64, u64),
    ) -> GivenRuns {
        let until = StoppedBy { is_over: &|| false, queries };
        self.run_given(given, properties, (instructions, until), &mut None)
    }

    /// As [`Forward::run_with`], where earlier runs left how far their accesses reached, and what they covered: what is not new
    /// to all of them is told.
    pub fn run_on(
        &mut self,
        given: (&Assignment, Rest),
        properties: PropertySet,
        (instructions, is_over): (u64, &dyn Fn() -> bool),
        reached: &mut Reached,
    ) -> GivenRuns {
        let until = StoppedBy { is_over, queries: u64::MAX };
        self.run_given(given, properties, (instructions, until), &mut Some(reached))
    }

    fn run_given(
        &mut self,
        (inputs, rest): (&Assignment, Rest),
        properties: PropertySet,
        (instructions, mut monitor): (u64, StoppedBy<'_>),
        reached: &mut Option<&mut Reached>,
    ) -> GivenRuns {
        if self.executor.memory.has_input_heap() {
            return GivenRuns::default();
        }
        let mut memory = self.executor.memory.clone();
        if !properties.contains(Property::Initialised) && rest.zeroes_unwritten() {
            memory.zero_unwritten();
        }
        let start = (self.executor.entry, memory);
        let max_instructions = Some(instructions);
        let configuration = Configuration {
            properties,
            limits: Limits { max_instructions, ..self.configuration.limits },
            stop_at_first_finding: true,
            ..self.configuration.clone()
        };
        let given = GivenInputs { known: inputs.clone(), rest, drawn: Vec::new() };
        let strategy = Strategy::Given(given);
        let mut hooks = NoHooks;
        let watchers = (&mut monitor as &mut dyn Monitor, &mut hooks as &mut dyn Hooks);
        let mut machine = self.executor.machine(&configuration, strategy, None, watchers);
        let before = reached.as_ref().map_or(0, |reached| reached.records.count());
        if let Some(reached) = reached {
            machine.run.records = std::mem::take(&mut reached.records);
            machine.codes.cover(&reached.coverage);
        }
        let searcher = searcher(&SearchStrategy::Depth, 0);
        let explored = Exploration::run(machine, start, searcher, None);
        let Explored { outcome, strategy, records, .. } = explored;
        let statistics = &outcome.statistics;
        let mut runs = GivenRuns {
            instructions: statistics.instructions,
            is_excluded: statistics.paths == 0 && statistics.infeasible_paths > 0,
            ..GivenRuns::default()
        };
        if let Some(reached) = reached {
            runs.is_new = outcome.coverage != reached.coverage || records.count() > before;
            (reached.records, reached.coverage) = (records, outcome.coverage);
        }
        runs.findings = outcome.findings;
        if let Strategy::Given(given) = strategy {
            runs.drawn = given.drawn;
            let given = self.executor.terms.named(&given.known);
            for finding in &mut runs.findings {
                finding.symbols.retain(|(name, _)| given.iter().all(|(other, _)| other != name));
                finding.symbols.extend(given.iter().cloned());
            }
        }
        runs
    }

    /// An assignment for [`Forward::replay`] from the values of symbols by their names (inputs are called
    /// `input#N name`, bytes of input `input#N name[i]`), for who knows the inputs from elsewhere.
    pub fn assignment(&mut self, values: &[(String, Constant)]) -> Assignment {
        let terms = &mut self.executor.terms;
        let mut assignment = Assignment::new();
        for (name, value) in values {
            let term = terms.symbol_named(name, value.sort());
            if let Some(symbol) = terms.as_symbol(term) {
                assignment.set(symbol, value.clone());
            }
        }
        assignment
    }

    /// The state that those decisions lead to, where the next one is to be made: the same as that of
    /// any run that made them.
    ///
    /// # Errors
    /// The path ends before; how.
    pub fn state_at(&mut self, decisions: &[Decision]) -> Result<State, PathEndKind> {
        let (entry, memory) = (self.executor.entry, self.executor.memory.clone());
        let (mut monitor, mut hooks) = (Unwatched, NoHooks);
        let watchers = (&mut monitor as &mut dyn Monitor, &mut hooks as &mut dyn Hooks);
        let strategy = Strategy::Follow(decisions.to_vec());
        let mut machine = self.executor.machine(&self.configuration, strategy, None, watchers);
        let mut state = machine.initial_state(entry, memory)?;
        while state.decisions.len() < decisions.len() {
            if let Event::Ended(end) = machine.advance(&mut state, 1) {
                return Err(end);
            }
        }
        Ok(state)
    }
}
