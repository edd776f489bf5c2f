//! What is kept between runs of a program: terms, solver, initial memory, decoded code.
//!
//! Exploring, replaying a finding and running given inputs are runs of one executor ([`Executor::machine`]); each
//! begins at the same memory and has findings, limits and numbers of its own.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use klew_engine::InputHeapPolicy;
use klew_ir::{FunctionId, Program};
use klew_memory::{Layouts, Memory, ObjectId};
use klew_solver::Solver;
use klew_term::Terms;
use rustc_hash::FxHashSet;

use crate::configuration::{Configuration, PruningMode, SearchStrategy, Telling};
use crate::coverage::total_instructions;
use crate::decode::sets::{CodeKind, CodeSets};
use crate::evaluation::Evaluation;
use crate::factor::Factors;
use crate::folding::Folding;
use crate::hooks::Hooks;
use crate::initial;
use crate::input_symbols::InputSymbols;
use crate::machine::Machine;
use crate::monitor::Monitor;
use crate::narrowed::Replacements;
use crate::point::Watch;
use crate::pruning::Pruning;
use crate::run::Run;
use crate::strategy::Strategy;
use crate::trace::Trace;

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

/// What is kept between runs of a program.
pub struct Executor<'p> {
    /// The program.
    pub program: &'p Program,
    /// Where it begins.
    pub entry: FunctionId,
    /// Terms of all runs.
    pub terms: Terms,
    /// Before the first instruction.
    pub memory: Memory,
    solver: Box<dyn Solver>,
    codes: CodeSets,
    external_globals: BTreeMap<ObjectId, String>,
    input_symbols: InputSymbols,
    total_instructions: OnceCell<u64>,
}

impl<'p> Executor<'p> {
    /// Of that program.
    ///
    /// # Errors
    /// The program has no entry, or its globals do not fit into memory.
    pub fn new(
        program: &'p Program,
        configuration: &Configuration,
        solver: Box<dyn Solver>,
    ) -> Result<Executor<'p>, ForwardError> {
        let entry = program.entry.ok_or(ForwardError::NoEntry)?;
        let mut terms = Terms::new();
        let (mut memory, objects) = initial::allocate_all(program)?;
        let external_globals = initial::initialise(program, &mut terms, &mut memory, &objects);
        if initial::has_input_references(program, entry) {
            let (size, most) = (program.data_model.pointer_size(), configuration.input_array_max);
            let distinct = configuration.input_heap == InputHeapPolicy::PathOptimal;
            let layouts = Layouts::new(&program.types, size, most)
                .with_element_max(configuration.input_element_max)
                .with_object_max(configuration.input_object_max);
            memory.with_input_heap(Rc::new(layouts), distinct);
        }
        let codes = CodeSets::new(objects);
        let total_instructions = OnceCell::new();
        Ok(Executor {
            program,
            entry,
            terms,
            memory,
            solver,
            codes,
            external_globals,
            input_symbols: InputSymbols::default(),
            total_instructions,
        })
    }

    /// What can be covered ([`crate::Statistics::total_instructions`]).
    pub fn total_instructions(&self) -> u64 {
        *self.total_instructions.get_or_init(|| total_instructions(self.program, self.entry))
    }

    /// A machine for one run; it begins with no finding and nothing covered.
    pub fn machine<'a>(
        &'a mut self,
        configuration: &'a Configuration,
        strategy: Strategy,
        trace: Option<Trace>,
        (monitor, hooks): (&'a mut dyn Monitor, &'a mut dyn Hooks),
    ) -> Machine<'a> {
        let interests = hooks.interests();
        // References of the input heap are named after the path, which interpolants do not tell.
        let prunes = configuration.pruning != PruningMode::Off
            && matches!(strategy, Strategy::Explore)
            && !self.memory.has_input_heap()
            && self.external_globals.is_empty();
        let pruning = prunes.then(|| {
            let annotates = configuration.pruning.annotates();
            Box::new(Pruning::new(annotates))
        });
        let folding = configuration
            .fold
            .map(|fold| Box::new(Folding::new(fold, configuration.tree_kinds.clone())));
        let points = match (interests.points, &pruning) {
            _ if folding.is_some() => Watch::LoopHeads,
            (true, _) => Watch::Points,
            (false, Some(pruning)) => pruning.watch(),
            (false, None) => Watch::Nothing,
        };
        let kind = CodeKind {
            properties: configuration.properties,
            bindings: trace.is_some(),
            points,
            edges: configuration.telling != Telling::All,
            order: configuration.search == SearchStrategy::LoopsFirst,
        };
        Machine {
            program: self.program,
            terms: &mut self.terms,
            solver: &mut *self.solver,
            codes: self.codes.begin(kind),
            external_globals: &self.external_globals,
            input_symbols: &mut self.input_symbols,
            configuration,
            strategy,
            monitor,
            hooks,
            interests,
            pruning,
            folding,
            run: Run { trace, ..Run::default() },
            beside_null: FxHashSet::default(),
            replacements: Replacements::default(),
            factors: Factors::default(),
            evaluation: Evaluation::default(),
            wide_fields: OnceCell::new(),
            text_fields: OnceCell::new(),
            allocators: OnceCell::new(),
            refuting: Vec::new(),
            spare_registers: Vec::new(),
        }
    }
}
