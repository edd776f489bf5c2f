//! What all states of a run share, and what a step may ask of it: code, terms, solver, findings, limits.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_ir::{FunctionBody, FunctionId, Position, Program, Property, PropertySet, Type};
use klew_memory::{Memory, ObjectId, Value};
use klew_solver::Solver;
use klew_term::{Assignment, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::configuration::Limits;
use crate::coverage;
use crate::decisions::Decision;
use crate::decode::op::{Code, Source};
use crate::decode::{Decoder, Objects};
use crate::ending::{Limit, PathEndKind};
use crate::evaluation::Evaluation;
use crate::execution_tree::ExecutionTree;
use crate::factor::Factors;
use crate::finding::Finding;
use crate::input_heap::{InputAssumption, InputHeapPolicy};
use crate::monitor::{Control, Monitor, Progress};
use crate::outcome::Approximation;
use crate::replay::Replaying;
use crate::state::State;
use crate::statistics::Statistics;

/// What was violated where, how, and what is said of it.
pub type ReportKey = (Property, Position, &'static str, Option<String>);

/// What a step comes to if the path does not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// On to the next instruction.
    Next,
    /// The state says where it goes on: a jump, a call, a return, or the same instruction once more.
    Moved,
    /// As `Moved`, and other states were forked.
    Forked,
}

/// A step: how it goes on, or how the path ends.
pub type Step<T = Flow> = Result<T, PathEndKind>;

/// What all states of a run share.
pub struct Machine<'a> {
    pub program: &'a Program,
    pub terms: &'a mut Terms,
    pub solver: &'a mut dyn Solver,
    pub monitor: &'a mut dyn Monitor,
    pub properties: PropertySet,
    pub limits: Limits,
    pub stop_at_first_finding: bool,
    /// What says which inputs there are.
    pub precondition: Option<FunctionId>,
    /// Decisions to be followed before exploration begins.
    pub follow: Vec<Decision>,
    /// In a replay: what is written down.
    pub replaying: Option<Replaying>,
    /// What inputs are, and what all others are, where only what is no input is explored.
    pub given: Option<(Assignment, u64)>,
    pub objects: Rc<Objects>,
    /// Distances from what may be null: no numbers that the program was given, whatever they are made of.
    pub beside_null: FxHashSet<TermId>,
    /// The parts of path conditions.
    pub factors: Factors,
    /// Whether only the part of a path condition that matters is asked about.
    pub split_queries: bool,
    /// Values under the model that was looked at last.
    pub evaluation: Evaluation,
    pub codes: Vec<Option<Rc<Code>>>,
    /// States forked since they were last collected.
    #[expect(clippy::vec_box, reason = "they move on to the frontier, which boxes them")]
    pub forked: Vec<Box<State>>,
    /// States waiting, for the progress.
    pub frontier: usize,
    pub findings: Vec<Finding>,
    pub reported: FxHashSet<ReportKey>,
    pub limit_counts: BTreeMap<Limit, u64>,
    pub approximations: BTreeSet<Approximation>,
    /// Globals that are not part of the program.
    pub external_globals: &'a BTreeMap<ObjectId, String>,
    /// How input references are resolved.
    pub input_heap: InputHeapPolicy,
    /// The most elements of what a C input pointer points to.
    pub input_array_max: u64,
    /// What is taken for granted of the input heap.
    pub assumptions: BTreeSet<InputAssumption>,
    /// The execution tree, if it is written down.
    pub tree: Option<ExecutionTree>,
    pub statistics: Statistics,
    /// Why everything stops.
    pub stop: Option<Limit>,
    /// Register files to be used again.
    pub spare_registers: Vec<Vec<Value>>,
}

impl Machine<'_> {
    /// The code of a defined function, decoded when first asked for.
    pub fn code(&mut self, function: FunctionId) -> Option<Rc<Code>> {
        let index = function.0 as usize;
        if let Some(code) = self.codes.get(index)?.as_ref() {
            return Some(Rc::clone(code));
        }
        let FunctionBody::Defined(definition) = &self.program.function(function).body else {
            return None;
        };
        let objects = Rc::clone(&self.objects);
        let mut code = Decoder {
            program: self.program,
            terms: self.terms,
            objects: &objects,
            properties: self.properties,
            bindings: self.replaying.is_some(),
        }
        .decode(definition);
        let blocks = 0..definition.blocks.len();
        let called = self.program.function(function);
        code.weights = blocks.map(|block| coverage::weight(called, block)).collect();
        let code = Rc::new(code);
        self.codes[index] = Some(Rc::clone(&code));
        Some(code)
    }

    /// Whether the precondition is being evaluated: what goes wrong there is no violation. The entry calls it; where
    /// the program itself calls the same function, that is a part of the program like any other.
    pub fn in_precondition(&self, state: &State) -> bool {
        let Some(precondition) = self.precondition else { return false };
        let called_by_entry = match state.callers.len() {
            0 => return false,
            1 => &state.frame,
            above => match state.callers.iter_backwards().nth(above - 2) {
                Some(frame) => frame,
                None => return false,
            },
        };
        called_by_entry.function == precondition
    }

    /// Bits of a pointer.
    pub fn pointer_bits(&self) -> u32 {
        self.program.data_model.pointer_bits
    }

    /// Counts a reason for which the exploration is incomplete.
    pub fn limit(&mut self, limit: Limit) {
        *self.limit_counts.entry(limit).or_insert(0) += 1;
    }

    /// The end of a path at something that is not supported.
    pub fn unsupported(&self, state: &State, what: impl Into<String>) -> PathEndKind {
        let position = self.position(state);
        PathEndKind::Cut(Limit::Unsupported { what: what.into(), position })
    }

    /// Where the program is: the innermost function that is not of a library.
    pub fn position(&self, state: &State) -> Position {
        self.position_at(state, state.frame.position())
    }

    /// As [`Machine::position`], for a given place in the innermost function.
    pub fn position_at(&self, state: &State, place: Position) -> Position {
        if !self.program.function(state.frame.function).library {
            return place;
        }
        let mut callers = state.callers.iter_backwards();
        let caller = callers.find(|frame| !self.program.function(frame.function).library);
        caller.map_or(place, |frame| frame.position())
    }

    /// Lets the monitor look; sets `stop` if it says so.
    pub fn tick(&mut self) {
        let progress = Progress {
            instructions: self.statistics.instructions,
            paths: self.statistics.paths,
            frontier: self.frontier + self.forked.len(),
            covered: self.statistics.covered_instructions,
            coverable: self.statistics.total_instructions,
            findings: self.findings.len(),
            queries: self.statistics.queries,
        };
        let control = self.monitor.tick(&progress);
        self.obey(control);
    }

    /// Does what the monitor said.
    pub fn obey(&mut self, control: Control) {
        if let (Control::Stop(reason), None) = (control, &self.stop) {
            self.stop = Some(Limit::Stopped(reason));
        }
    }

    /// An operand's value; one that was never written becomes a symbol, the same at each later use.
    pub fn operand(&mut self, state: &mut State, source: Source, value_type: Type) -> Value {
        match state.frame.read(source) {
            Value::Undefined => {
                let value = state.memory.fresh_uninitialised(self.terms, value_type);
                if let Some(slot) = source.slot() {
                    state.frame.registers[slot as usize] = value;
                }
                value
            }
            value => value,
        }
    }

    /// An operand that is not a pointer, as a term of sort BitVec or Float.
    pub fn operand_term(&mut self, state: &mut State, source: Source, value_type: Type) -> TermId {
        let value = self.operand(state, source, value_type);
        self.value_term(&mut state.memory, value, value_type)
    }

    /// A value as a term; a pointer where a number is expected counts as its address.
    pub fn value_term(&mut self, memory: &mut Memory, value: Value, value_type: Type) -> TermId {
        let value = match value {
            Value::Pointer(..) | Value::SymbolicPointer(_) => {
                memory.pointer_to_int(self.terms, value)
            }
            value => value,
        };
        klew_memory::term_of(self.terms, value, value_type)
    }

    /// A truth value (of type `Int(1)`) as a term of sort Bool.
    pub fn condition(&mut self, state: &mut State, source: Source) -> TermId {
        let bits = self.operand_term(state, source, Type::BOOL);
        self.terms.bv_to_bool(bits)
    }

    /// Puts a term into a register.
    pub fn set_term(&mut self, state: &mut State, slot: u32, term: TermId) {
        state.frame.registers[slot as usize] = klew_memory::from_term(self.terms, term);
    }

    /// Puts a term of sort Bool into a register.
    pub fn set_bool(&mut self, state: &mut State, slot: u32, term: TermId) {
        let bits = self.terms.bool_to_bv(term, 1);
        self.set_term(state, slot, bits);
    }
}
