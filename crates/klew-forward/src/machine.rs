//! What all states of a run share, and what a step may ask of it: the executor's program, code, terms and solver;
//! what the run is asked to do and what it is for; what it has come to.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use klew_ir::{FunctionId, Position, Program, Type};
use klew_memory::{Memory, ObjectId, Value};
use klew_solver::Solver;
use klew_term::{Assignment, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::configuration::Configuration;
use crate::decode::op::{Code, Source};
use crate::decode::sets::CodeSet;
use crate::ending::{Limit, PathEndKind};
use crate::evaluation::Evaluation;
use crate::factor::Factors;
use crate::folding::Folding;
use crate::folding::allocators::Allocators;
use crate::folding::text_fields::TextFields;
use crate::folding::wide_fields::WideFields;
use crate::hooks::{Hooks, Interests};
use crate::input_symbols::InputSymbols;
use crate::monitor::{Control, Monitor, Progress};
use crate::narrowed::Replacements;
use crate::pruning::Pruning;
use crate::run::Run;
use crate::state::State;
use crate::strategy::Strategy;

/// What a query costs, in instructions.
const QUERY: u64 = 50_000;

/// What an instruction costs, in nanoseconds.
const INSTRUCTION: u64 = 10;

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

/// What all states of a run share: what the executor lends it, what the run is asked to do, and what it has come to.
pub struct Machine<'a> {
    /// The program.
    pub program: &'a Program,
    /// The executor's terms.
    pub terms: &'a mut Terms,
    /// The executor's solver.
    pub solver: &'a mut dyn Solver,
    /// The executor's decoded functions.
    pub codes: &'a mut CodeSet,
    /// Globals that are not part of the program.
    pub external_globals: &'a BTreeMap<ObjectId, String>,
    /// The executor's symbols of inputs.
    pub input_symbols: &'a mut InputSymbols,
    /// What is asked.
    pub configuration: &'a Configuration,
    /// What the run is for.
    pub strategy: Strategy,
    /// Who watches.
    pub monitor: &'a mut dyn Monitor,
    /// Who listens.
    pub hooks: &'a mut dyn Hooks,
    /// To what.
    pub interests: Interests,
    /// What pruning knows, if states are pruned.
    pub pruning: Option<Box<Pruning>>,
    /// What folding knows, if chains are folded.
    pub folding: Option<Box<Folding>>,
    /// What it has come to.
    pub run: Run,
    /// Distances from what may be null: no numbers that the program was given, whatever they are made of.
    pub beside_null: FxHashSet<TermId>,
    /// The parts of path conditions.
    pub factors: Factors,
    /// Values under the model that was looked at last.
    pub evaluation: Evaluation,
    /// Numbers of eight bytes in the program's objects.
    pub wide_fields: OnceCell<WideFields>,
    /// Arrays of characters in the program's records.
    pub text_fields: OnceCell<TextFields>,
    /// Functions of the program that do no more than allocate.
    pub allocators: OnceCell<Allocators>,
    /// Runs of the state that is being folded, in which something was not so.
    pub refuting: Vec<Rc<Assignment>>,
    /// Inputs and the only values that paths leave them.
    pub replacements: Replacements,
    /// Register files to be used again.
    pub spare_registers: Vec<Vec<Value>>,
}

impl Machine<'_> {
    /// The code of a defined function, decoded when first asked for.
    pub fn code(&mut self, function: FunctionId) -> Option<Rc<Code>> {
        self.codes.code(self.program, self.terms, function)
    }

    /// Whether the precondition is being evaluated: what goes wrong there is no violation. The entry calls it; where
    /// the program itself calls the same function, that is a part of the program like any other.
    pub fn in_precondition(&self, state: &State) -> bool {
        let Some(precondition) = self.configuration.precondition else { return false };
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
        if let Some(control) = self.monitor.glance() {
            return self.obey(control);
        }
        let mut statistics = self.run.statistics.clone();
        self.solver.statistics(&mut statistics.solver);
        let progress = Progress {
            statistics,
            frontier: self.run.frontier + self.run.forked.len(),
            findings: self.run.findings.len(),
            explored: self.run.explored(),
            untold: self.codes.untold_count(),
        };
        let away = self.record_away();
        let control = self.monitor.tick(&progress);
        self.record_back(away);
        self.obey(control);
    }

    /// Work so far, in instructions of average length.
    pub fn work(&self) -> u64 {
        match self.monitor.elapsed() {
            Some(elapsed) => u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX) / INSTRUCTION,
            None => self.run.statistics.instructions + self.run.asked * QUERY,
        }
    }

    /// Does what the monitor said.
    pub fn obey(&mut self, control: Control) {
        let limit = match control {
            Control::Continue | Control::Again => return,
            Control::Enough => Limit::StoppedAtFinding,
            Control::Stop(reason) => Limit::Stopped(reason),
        };
        self.run.stop.get_or_insert(limit);
    }

    /// An operand's value; one that was never written becomes a symbol, the same at each later use. Inputs of which the path
    /// leaves one value are that value.
    pub fn operand(&mut self, state: &mut State, source: Source, value_type: Type) -> Value {
        match state.frame.read(source) {
            Value::Undefined => {
                let value = state.memory.fresh_uninitialised(self.terms, value_type);
                if let Some(slot) = source.slot() {
                    state.frame.registers[slot as usize] = value;
                }
                value
            }
            value @ (Value::Term(_) | Value::SymbolicPointer(_))
                if state.path.narrowed.has_values() =>
            {
                self.only_values(state, source, value)
            }
            value => value,
        }
    }

    fn only_values(&mut self, state: &mut State, source: Source, value: Value) -> Value {
        let replaced = match value {
            Value::Term(term) => {
                let replaced = self.replace(state, term);
                klew_memory::from_term(self.terms, replaced)
            }
            // A number that the program was given is told from one that it wrote by its symbols.
            Value::SymbolicPointer(pointer)
                if self.terms.as_u64(pointer.object) != Some(0)
                    && !self.beside_null.contains(&pointer.offset) =>
            {
                let object = self.replace(state, pointer.object);
                let offset = self.replace(state, pointer.offset);
                state.memory.pointer_from(self.terms, object, offset)
            }
            _ => return value,
        };
        if replaced != value
            && let Some(slot) = source.slot()
        {
            state.frame.registers[slot as usize] = replaced;
        }
        replaced
    }

    fn replace(&mut self, state: &State, term: TermId) -> TermId {
        let replaced = self.replacements.apply(self.terms, &state.path.narrowed, term);
        self.explain_same(state, term, replaced);
        replaced
    }

    /// Tells, if somebody wants to know it, why a term has the value of another on a path.
    pub fn explain_same(&mut self, state: &State, term: TermId, other: TermId) {
        if term != other && self.interests.cores {
            let same = self.terms.eq(term, other);
            self.explain(state, same, true);
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
