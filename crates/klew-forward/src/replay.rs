//! Concrete re-execution of a run, with a trace of what happens in it.
//!
//! The same machine runs the path: inputs are constants of the assignment, and where something is
//! symbolic after all (an address, memory never written), the assignment decides.

use klew_ir::object_layout::{HEADER_WORD_SIZE, TAG_OFFSET};
use klew_ir::{FunctionId, Position, SourceType, SourceTypeId, Type, VariableId};
use klew_memory::{ObjectId, ObjectKind, Value};
use klew_term::Assignment;

use crate::decode::op::{CallSite, Code, Source};
use crate::ending::PathEndKind;
use crate::finding::{Finding, ObjectInfo};
use crate::machine::Machine;
use crate::state::{Frame, InputRecord, State};
use crate::step::memory::Place;

/// A value in a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceValue {
    /// An integer or the image of a floating-point number, little-endian, and its type.
    Bits(Vec<u8>, Type),
    /// A pointer: into which object (null: none), and where.
    Pointer {
        /// The object's name, or `heap object 3`; none for null and other numbers.
        object: Option<String>,
        /// The byte offset, or the number.
        offset: i64,
    },
    /// Never written.
    Undefined,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// A branch or switch: the value it decides on, and the place it goes to.
    Branch {
        /// The value.
        value: u64,
        /// Where the next block begins.
        to: Position,
    },
    /// A call.
    Call {
        /// Of what.
        function: FunctionId,
        /// The arguments.
        arguments: Vec<TraceValue>,
    },
    /// A return.
    Return {
        /// From what.
        function: FunctionId,
        /// The results.
        values: Vec<TraceValue>,
    },
    /// A variable has a value from here on.
    Assign {
        /// Its name.
        variable: String,
        /// Its declared type.
        source_type: Option<SourceTypeId>,
        /// The byte offset in it, for a part of it.
        offset: u64,
        /// The value.
        value: TraceValue,
    },
    /// An input is read.
    Input {
        /// What it is called.
        name: String,
        /// The value.
        value: TraceValue,
    },
    /// An object is made.
    Allocate {
        /// The object.
        object: ObjectInfo,
    },
    /// An object is freed.
    Free {
        /// The object.
        object: ObjectInfo,
    },
}

/// Something that happens, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The function.
    pub function: FunctionId,
    /// The place in it.
    pub position: Position,
    /// How many callers there are.
    pub depth: usize,
    /// What happens.
    pub event: TraceEvent,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What happens in it, in order; the first so many steps.
    pub trace: Vec<TraceStep>,
    /// Whether steps were left out of the trace.
    pub truncated: bool,
    /// How it ends.
    pub end: PathEndKind,
    /// The violations it makes.
    pub findings: Vec<Finding>,
}

impl Replay {
    /// Whether it violates the finding's property at the finding's place.
    pub fn confirms(&self, finding: &Finding) -> bool {
        self.findings
            .iter()
            .any(|other| other.property == finding.property && other.position == finding.position)
    }
}

/// A replay under way.
#[derive(Clone, Debug, Default)]
pub struct Replaying {
    /// The symbols' values.
    pub assignment: Assignment,
    /// What pointer inputs point to.
    pub heap: crate::InputHeap,
    /// Its objects in memory.
    pub objects: Vec<ObjectId>,
    /// What happened.
    pub trace: Vec<TraceStep>,
    /// Whether steps were left out.
    pub truncated: bool,
}

/// The most steps of a trace.
const MOST_STEPS: usize = 100_000;

impl Machine<'_> {
    /// Writes a step down, if this is a replay.
    fn trace(&mut self, state: &State, event: impl FnOnce(&Self) -> TraceEvent) {
        let Some(replaying) = &self.replaying else { return };
        if replaying.trace.len() >= MOST_STEPS {
            if let Some(replaying) = &mut self.replaying {
                replaying.truncated = true;
            }
            return;
        }
        let step = TraceStep {
            function: state.frame.function,
            position: state.frame.position(),
            depth: state.callers.len(),
            event: event(self),
        };
        if let Some(replaying) = &mut self.replaying {
            replaying.trace.push(step);
        }
    }

    /// A value as a trace shows it.
    fn shown(&self, state: &State, value: Value, value_type: Type) -> TraceValue {
        let size = value_type.store_size(self.pointer_bits()) as usize;
        let model = &state.model.clone().unwrap_or_default();
        let number = |term| self.evaluate_u64(model, term).unwrap_or(0);
        match value {
            Value::Int(bits) => {
                let mut data = bits.to_le_bytes().to_vec();
                data.resize(size, 0);
                TraceValue::Bits(data, value_type)
            }
            Value::Pointer(object, offset) => self.shown_pointer(state, object, offset),
            Value::SymbolicPointer(pointer) => {
                let object = ObjectId::from_bits(number(pointer.object));
                self.shown_pointer(state, object, number(pointer.offset))
            }
            Value::Term(term) => {
                let mut data = match self.evaluate(model, term) {
                    Ok(klew_term::Constant::Float(_, bits)) => bits.to_le_bytes().to_vec(),
                    Ok(constant) => constant
                        .as_bitvec()
                        .map_or_else(Vec::new, |bits| bits.to_biguint().to_bytes_le()),
                    Err(_) => Vec::new(),
                };
                data.resize(size, 0);
                TraceValue::Bits(data, value_type)
            }
            Value::Undefined => TraceValue::Undefined,
        }
    }

    fn shown_pointer(&self, state: &State, object: ObjectId, offset: u64) -> TraceValue {
        let shift = 64 - self.pointer_bits();
        let offset = ((offset << shift) as i64) >> shift;
        let target = state.memory.object(object);
        let name = target.map(|target| match &target.name {
            Some(name) => name.to_string(),
            None => match self.class_of(state, object) {
                Some(class) => format!("{class}@{}", object.0),
                None if target.kind == ObjectKind::Heap => {
                    format!("heap#{} of line {}", object.0, target.allocated_at.line)
                }
                None => format!("object {}", object.0),
            },
        });
        TraceValue::Pointer { object: name, offset }
    }

    /// The name of the record that the object's first bytes tell, where all objects have such.
    fn class_of(&self, state: &State, object: ObjectId) -> Option<&str> {
        if !self.program.data_model.typed_memory {
            return None;
        }
        let bytes = state.memory.read_bytes(object, TAG_OFFSET, HEADER_WORD_SIZE)?;
        let tag = u32::from_le_bytes(bytes.try_into().ok()?);
        let types = self.program.source_types();
        match types.get(types.with_tag(tag)?) {
            SourceType::Record { name, .. } => Some(name.as_str()),
            _ => None,
        }
    }

    /// A source variable gets a value.
    pub fn trace_binding(
        &mut self,
        state: &State,
        variable: VariableId,
        value_type: Type,
        value: Source,
    ) {
        let value = state.frame.read(value);
        let function = self.program.function(state.frame.function);
        let klew_ir::FunctionBody::Defined(definition) = &function.body else { return };
        let Some(variable) = definition.variables.get(variable.0 as usize) else { return };
        self.trace(state, |machine| TraceEvent::Assign {
            variable: variable.name.clone(),
            source_type: variable.source_type,
            offset: 0,
            value: machine.shown(state, value, value_type),
        });
    }

    /// A branch or switch is taken.
    pub fn trace_branch(&mut self, state: &State, value: u64, code: &Code, edge: u32) {
        self.trace(state, |_| {
            let target = code.edges[edge as usize].target as usize;
            TraceEvent::Branch { value, to: code.positions[target] }
        });
    }

    /// A named object is written.
    pub fn trace_store(&mut self, state: &State, place: Place, value: Value, value_type: Type) {
        if self.replaying.is_none() {
            return;
        }
        let Some(object) = state.memory.object(place.object()) else { return };
        let Some(variable) = object.name.as_deref().map(str::to_owned) else { return };
        let source_type = object.source_type;
        let model = &state.model.clone().unwrap_or_default();
        let offset = match place {
            Place::At(_, offset) => offset,
            Place::Within(_, offset) => self.evaluate_u64(model, offset).unwrap_or(0),
        };
        self.trace(state, |machine| TraceEvent::Assign {
            variable,
            source_type,
            offset,
            value: machine.shown(state, value, value_type),
        });
    }

    /// An object is made.
    pub fn trace_allocation(&mut self, state: &State, object: ObjectId) {
        self.trace_object(state, object, |object| TraceEvent::Allocate { object });
    }

    /// An object is freed.
    pub fn trace_free(&mut self, state: &State, object: ObjectId) {
        self.trace_object(state, object, |object| TraceEvent::Free { object });
    }

    fn trace_object(
        &mut self,
        state: &State,
        object: ObjectId,
        event: impl FnOnce(ObjectInfo) -> TraceEvent,
    ) {
        if self.replaying.is_none() {
            return;
        }
        let model = &state.model.clone().unwrap_or_default();
        if let Ok(object) = self.object_info(state.memory.object(object), model) {
            self.trace(state, |_| event(object));
        }
    }

    /// A function is called.
    pub fn trace_call(&mut self, state: &State, function: FunctionId, site: &CallSite) {
        self.trace(state, |machine| {
            let shown = |&(source, value_type): &(Source, Type)| {
                machine.shown(state, state.frame.read(source), value_type)
            };
            TraceEvent::Call { function, arguments: site.arguments.iter().map(shown).collect() }
        });
    }

    /// A function returns.
    pub fn trace_return(&mut self, state: &State, callee: &Frame, values: &[Source]) {
        let results = &self.program.function(callee.function).results;
        self.trace(state, |machine| {
            let shown = |(&source, &value_type): (&Source, &Type)| {
                machine.shown(state, callee.read(source), value_type)
            };
            let values = values.iter().zip(results).map(shown).collect();
            TraceEvent::Return { function: callee.function, values }
        });
    }

    /// An input is read.
    pub fn trace_input(&mut self, state: &State, name: &str, value: Value, value_type: Type) {
        self.trace(state, |machine| TraceEvent::Input {
            name: name.to_owned(),
            value: machine.shown(state, value, value_type),
        });
    }

    /// Bytes of input are read.
    pub fn trace_input_bytes(&mut self, state: &State, record: &InputRecord) {
        self.trace(state, |_| {
            let byte = |&(value, _): &(Value, u32)| match value {
                Value::Int(byte) => byte as u8,
                _ => 0,
            };
            let data: Vec<u8> = record.image.iter().map(byte).collect();
            let width = 8 * data.len() as u32;
            let value = TraceValue::Bits(data, Type::Int(width));
            TraceEvent::Input { name: record.name.to_string(), value }
        });
    }
}
