//! Exploration for a suite: forward execution, which tells of the paths that take a way of a branch that no path took which it
//! told of before. So there are as many candidates as there are ways, however many paths there are.
//!
//! Forward execution is asked itself, not an engine: which branches a path takes is nothing that a ledger knows. What is found
//! is run outside of klew in any case, so nothing is validated here.
//!
//! **Invariant**: no clock decides the order in which states go on, so equal explorations that end by themselves find equal
//! candidates.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use klew_engine::{InputHeap as FoundHeap, InputObject, InputValue, StopReason, Witness};
use klew_forward::{
    BranchWay, Configuration, Control, Forward, Monitor, Outcome, PathEnd, Progress, PruningMode,
    SearchStrategy, Statistics, Telling, Way,
};
use klew_ir::call_graph::CallGraph;
use klew_ir::simplify::simplify_all;
use klew_ir::specialise::specialise;
use klew_ir::{Program, PropertySet, SourceType};
use klew_llvm::lower::Environment;
use klew_report::{CheckReport, LimitKind};
use klew_solver::Interrupt;

use super::candidate::{self, Candidate, Covers};
use super::contexts;
use super::expand::expand;
use super::prove::{self, Left};
use super::scope::Functions;
use crate::environment::to_words;
use crate::error::UserError;
use crate::findings;
use crate::front_end::{FrontEnd, Loaded, Original, Wanted};
use crate::growth::{Growth, LEVELS, Level};
use crate::guard::Guard;
use crate::options::{SuiteGoal, SuiteOptions};
use crate::outcome;
use crate::property::{self, has_error_call};
use crate::solvers;
use crate::source::Given;
use crate::watch::Clock;
use crate::witness_tests::split;

/// If for so long nothing new was covered, and for half of the time so far, coverage has stopped growing.
const PATIENCE: Duration = Duration::from_secs(8);

/// What exploration came to.
#[derive(Default)]
pub struct Explored {
    /// Inputs, in the order in which they were found.
    pub candidates: Vec<Candidate>,
    /// Ways of branches in functions of the program that were called, and whether a candidate takes them.
    pub ways: BTreeMap<Covers, bool>,
    /// Functions that the entry may come to.
    pub functions: Functions,
    /// Lines that have code, and whether a path executed some of it.
    pub lines: BTreeMap<(String, u32), bool>,
    /// Whether the last round followed all paths to their ends.
    pub followed: bool,
    /// Whether ways of branches cannot be told apart by their lines.
    pub hides_branches: bool,
    /// Ways that no run takes, as was proved.
    pub unreachable: BTreeSet<Covers>,
    /// Why the exploration is incomplete; empty if all that was not taken cannot be.
    pub limits: Vec<String>,
    /// What is taken for granted of inputs.
    pub assumptions: Vec<String>,
    /// Paths that ended.
    pub paths: u64,
}

/// An exploration under way.
pub struct Explorer<'a> {
    /// What is asked.
    pub options: &'a SuiteOptions,
    /// The program.
    pub given: &'a Given,
    /// Its language.
    pub front_end: &'a dyn FrontEnd,
    /// Watches the time and the memory.
    pub guard: &'a Guard,
    /// The time.
    pub clock: Clock,
    /// Stops solvers.
    pub interrupt: &'a Interrupt,
    /// What it came to so far.
    pub explored: Explored,
    /// When exploration ends.
    pub end: Option<Instant>,
    /// What the last round left.
    pub left: Option<Left>,
    /// Whether the program of the last round has an environment smaller than those that there are: then a proof says nothing of
    /// the others.
    pub is_bounded: bool,
}

impl Explorer<'_> {
    /// Explores with larger and larger environments, as long as that covers more. Gives the program of the last round.
    ///
    /// # Errors
    /// The program cannot be read.
    pub fn run(&mut self) -> Result<Loaded, UserError> {
        let mut growth = None;
        let mut rounds = LEVELS.iter().copied().enumerate().peekable();
        loop {
            let Some((number, level)) = rounds.next() else {
                return Err(UserError::new("there is no round to explore"));
            };
            let environment = self.front_end.environment(self.given, growth, level);
            let (loaded, done) = self.round(environment.clone(), number, &mut growth)?;
            let grows = growth.is_some_and(|growth: Growth| !growth.is_none());
            let all = done.is_all;
            if all || !grows || rounds.peek().is_none() || self.is_over() {
                if !all {
                    self.note_bounds(&loaded, &environment, grows.then_some(level));
                }
                return Ok(loaded);
            }
        }
    }

    /// Asks which of the ways that were left cannot be taken.
    ///
    /// # Errors
    /// A solver cannot be had.
    pub fn prove(&mut self, loaded: &Loaded, time: Duration) -> Result<(), UserError> {
        let Some(left) = self.left.take() else { return Ok(()) };
        if self.explored.limits.is_empty() || left.open.is_empty() || self.is_bounded {
            return Ok(());
        }
        let about = (self.guard, self.interrupt, time);
        let proved = prove::unreachable(&left, self.options, about)?;
        let names = loaded.original.names();
        let covers = |way: &BranchWay| candidate::way(&left.program, (names, way));
        self.explored.unreachable.extend(proved.iter().filter_map(covers));
        let open = |way: &&BranchWay| {
            let covers = covers(way);
            covers.is_some_and(|covers| !self.explored.ways.get(&covers).is_some_and(|told| *told))
        };
        let open: Vec<&BranchWay> = left.open.iter().filter(open).collect();
        if open.iter().all(|way| proved.contains(way)) {
            // Everything that can be taken was.
            self.explored.limits.clear();
        }
        Ok(())
    }

    /// Says which environments were not looked at, and what is taken for granted of them.
    fn note_bounds(&mut self, loaded: &Loaded, used: &Environment, grown: Option<Level>) {
        let mut report = CheckReport::default();
        let environments = (&self.given.environment, used);
        loaded.original.say_limits(&mut report, environments, PropertySet::EMPTY);
        let said = report.limits.into_iter().map(|limit| limit.message);
        let bounds = grown.map_or_else(|| said.collect(), |level| vec![beyond(level)]);
        self.is_bounded = !bounds.is_empty();
        let explored = &mut self.explored;
        explored.followed &= bounds.is_empty();
        explored.limits.extend(bounds);
        explored.assumptions.extend(report.assumptions);
        if !loaded.program.data_model.typed_memory && loaded.program.allocates_on_heap() {
            explored.assumptions.push("malloc and its like succeed".to_owned());
        }
    }

    fn is_over(&self) -> bool {
        let late = self.end.is_some_and(|end| Instant::now() + Duration::from_millis(300) >= end);
        late || matches!(self.guard.stop(), Some(reason) if reason != StopReason::Time)
    }

    fn round(
        &mut self,
        environment: Environment,
        number: usize,
        growth: &mut Option<Growth>,
    ) -> Result<(Loaded, Done), UserError> {
        let given = Given { environment: environment.clone(), ..self.given.clone() };
        let selection = self.front_end.select(property::select(&[])?)?;
        let wanted = Wanted { properties: selection.properties, malloc_may_fail: false };
        let loaded = self.front_end.load(&given, wanted, &self.clock)?;
        let original = &*loaded.original;
        if growth.is_none() {
            *growth = Some(original.growth(self.given)?);
        }
        let mut program = loaded.program.clone();
        let properties = selection.for_program(has_error_call(&program));
        original.keep_selected(&mut program, &selection);
        if !original.is_simplified() {
            simplify_all(&mut program);
        }
        self.note_functions(&program, original);
        if original.has_selections() {
            expand(&mut program);
        }
        let asked = |_, property| properties.contains(property);
        specialise(&mut program, asked, false);
        if self.options.goal == SuiteGoal::Mcdc {
            contexts::set_apart(&mut program);
        }
        let grows = growth.is_some_and(|growth| !growth.is_none());
        let last = number + 1 == LEVELS.len() || !grows;
        self.explored.limits.clear();
        let mut done = Done::default();
        let bounds = original.bounds(&program).unwrap_or_default();
        if bounds.levels.is_empty() {
            done = self.explore(&program, original, properties, &environment, last)?;
        }
        for (index, bound) in bounds.levels.iter().enumerate() {
            let mut bounded = program.clone();
            bound.set(&mut bounded);
            let last = index + 1 == bounds.levels.len();
            self.explored.limits.clear();
            done = self.explore(&bounded, original, properties, &environment, last)?;
            if done.is_all || self.is_over() || !done.meets_bound {
                break;
            }
        }
        Ok((loaded, done))
    }

    /// What says which inputs there are is no part of what is tested.
    fn note_functions(&mut self, program: &Program, original: &dyn Original) {
        let alone = original.function().and_then(|name| program.function_named(name));
        let Some(entry) = alone.or(program.entry) else { return };
        for id in CallGraph::new(program).reachable(entry) {
            let function = program.function(id);
            if !function.library && function.position.is_known() {
                let Some(place) = findings::place(program, function.position) else { continue };
                if place.file.starts_with("/usr/") {
                    continue;
                }
                self.explored.functions.names.insert(function.name.clone());
                self.explored.functions.files.insert(place.file);
            }
        }
    }

    fn explore(
        &mut self,
        program: &Program,
        original: &dyn Original,
        properties: PropertySet,
        environment: &Environment,
        last: bool,
    ) -> Result<Done, UserError> {
        let now = Instant::now();
        let share = |end: Instant| match last {
            true => end,
            false => now + end.saturating_duration_since(now) / 3,
        };
        self.guard.set_end_of_round(self.end.map(share));
        let configuration = Configuration {
            properties,
            search: SearchStrategy::Interleaved(vec![
                SearchStrategy::Coverage,
                SearchStrategy::Depth,
                SearchStrategy::RandomPath,
            ]),
            seed: self.options.seed,
            limits: self.options.limits,
            input_heap: self.options.input_heap.policy,
            input_array_max: self.options.input_heap.array_max,
            input_object_max: self.options.input_heap.object_max,
            input_element_max: self.options.input_heap.element_max,
            precondition: original.precondition(),
            pruning: match self.options.goal {
                SuiteGoal::Branch | SuiteGoal::Mcdc => PruningMode::Inclusion,
                SuiteGoal::Path => PruningMode::Off,
            },
            telling: match self.options.goal {
                SuiteGoal::Branch | SuiteGoal::Mcdc => Telling::NewWays,
                SuiteGoal::Path => Telling::Ways,
            },
            ..Configuration::default()
        };
        let solver = solvers::build_solver(&self.options.solver, self.interrupt)?;
        let mut forward = Forward::new(program, configuration, solver)
            .map_err(|error| UserError::new(error.to_string()))?;
        let most = match self.options.goal {
            SuiteGoal::Path => self.options.budget,
            SuiteGoal::Branch | SuiteGoal::Mcdc => None,
        };
        let mut listener = Listener {
            guard: self.guard,
            program,
            original,
            environment,
            candidates: &mut self.explored.candidates,
            begun: now,
            newest: now,
            most,
            patience: self.options.goal != SuiteGoal::Path,
            stopped: None,
        };
        let outcome = forward.run(&mut listener);
        let stopped = listener.stopped;
        self.guard.set_end_of_round(None);
        Ok(self.take(program, original, &outcome, stopped))
    }

    /// Takes over what an exploration came to.
    fn take(
        &mut self,
        program: &Program,
        original: &dyn Original,
        outcome: &Outcome,
        stopped: Option<Stopped>,
    ) -> Done {
        let explored = &mut self.explored;
        let counts = |found: &&BranchWay| {
            explored.functions.names.contains(&program.function(found.function).name)
        };
        for found in outcome.ways.iter().filter(counts) {
            if let Some(covers) = candidate::way(program, (original.names(), found)) {
                *explored.ways.entry(covers).or_default() |= found.told;
            }
        }
        for (position, executed) in outcome
            .covered
            .iter()
            .flat_map(|covered| covered.functions.values())
            .flat_map(|function| &function.places)
        {
            if let Some(place) = findings::place(program, *position) {
                *explored.lines.entry((place.file, place.line)).or_default() |= executed;
            }
        }
        explored.hides_branches = original.hides_branches();
        explored.paths += outcome.statistics.paths;
        let is_all = stopped == Some(Stopped::All);
        if !is_all {
            let quiet = stopped == Some(Stopped::NothingNew);
            let limits = outcome::limits(program, &outcome.account()).into_iter();
            let limits = limits.filter(|limit| !(quiet && limit.kind == LimitKind::Time));
            explored.limits = limits.map(|limit| limit.message).collect();
            if quiet {
                explored.limits.insert(0, "nothing new was found for a while".to_owned());
            }
        }
        let assumed = outcome.assumptions.iter().map(|assumption| assumption.text().to_owned());
        explored.assumptions = assumed.chain(original.assumptions().iter().cloned()).collect();
        let open = outcome.ways.iter().filter(counts).filter(|way| !way.told).copied().collect();
        let precondition = original.precondition();
        self.left = Some(Left { program: program.clone(), precondition, open });
        explored.followed = !is_all && explored.limits.is_empty();
        let meets_bound = !outcome.limits.is_empty();
        Done { is_all, meets_bound }
    }
}

/// How an exploration ended.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    /// Everything is covered.
    is_all: bool,
    /// Something was not followed.
    meets_bound: bool,
}

fn beyond(level: Level) -> String {
    format!("larger environments were not looked at: {level}")
}

/// Why the listener ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stopped {
    All,
    NothingNew,
}

/// Takes down the paths that exploration tells of.
struct Listener<'a> {
    guard: &'a Guard,
    program: &'a Program,
    original: &'a dyn Original,
    environment: &'a Environment,
    candidates: &'a mut Vec<Candidate>,
    begun: Instant,
    newest: Instant,
    most: Option<usize>,
    patience: bool,
    stopped: Option<Stopped>,
}

impl Listener<'_> {
    fn take(
        &mut self,
        values: &[InputValue],
        heap: &FoundHeap,
        ways: &[BranchWay],
        violates: Option<String>,
    ) {
        // Nobody can write down a function that is an input: a test would call what is none.
        let types = self.program.source_types();
        let is_function =
            |object: &InputObject| *types.get_resolved(object.source_type) == SourceType::Function;
        if heap.objects.iter().any(is_function) {
            return;
        }
        let inputs = values.iter().map(|value| findings::input(self.program, value));
        let mut inputs: Vec<_> = inputs.collect();
        let environment = self.environment;
        let heap = split(self.program, (self.original, environment), (heap, values), &mut inputs);
        // Places of inputs tell nothing that the suite needs, and change with every line.
        inputs.iter_mut().for_each(|input| input.place = None);
        let mut covers: Vec<Covers> = Vec::new();
        // What is entered says less than which way a branch goes.
        for entered in [false, true] {
            let names = self.original.names();
            // What stands around the program is no reason that people know.
            let is_own = |way: &&BranchWay| names.is_own(&self.program.function(way.function).name);
            let kind = ways.iter().filter(is_own).filter(|way| (way.way == Way::Entry) == entered);
            covers.extend(kind.filter_map(|way| candidate::way(self.program, (names, way))));
        }
        let environment = to_words(environment);
        let candidate = Candidate { inputs, heap, environment, covers, violates };
        self.newest = Instant::now();
        match self.candidates.iter_mut().find(|other| other.is_same(&candidate)) {
            Some(other) => other.covers.extend(candidate.covers),
            None => self.candidates.push(candidate),
        }
    }

    fn stop(&mut self, why: Stopped) -> Control {
        self.stopped = Some(why);
        Control::Stop(StopReason::Time)
    }
}

impl Monitor for Listener<'_> {
    fn tick(&mut self, progress: &Progress) -> Control {
        if let Some(reason) = self.guard.stop() {
            return Control::Stop(reason);
        }
        if self.most.is_some_and(|most| self.candidates.len() >= most) {
            return self.stop(Stopped::NothingNew);
        }
        let Statistics { covered_instructions, total_instructions, paths, .. } =
            progress.statistics;
        let all = progress.untold == 0 && covered_instructions >= total_instructions;
        if self.patience && all && paths > 0 {
            return self.stop(Stopped::All);
        }
        let quiet = self.newest.elapsed();
        if self.patience && quiet > PATIENCE.max(self.begun.elapsed() / 2) {
            return self.stop(Stopped::NothingNew);
        }
        Control::Continue
    }

    fn finding(&mut self, finding: &Witness) -> Control {
        let report = findings::report(self.program, self.original.names(), finding);
        self.take(&finding.inputs, &finding.heap, &[], Some(report.message));
        Control::Continue
    }

    fn wants_paths(&self) -> bool {
        true
    }

    fn path_ended(&mut self, end: &PathEnd) -> Control {
        self.take(&end.inputs, &end.heap, &end.ways, None);
        Control::Continue
    }
}
