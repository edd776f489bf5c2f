//! Writing the trace of a run down: what instructions tell of themselves as they are stepped over.
//!
//! Only runs that take one path write a trace ([`crate::strategy::Strategy::Replay`]); in all others
//! nothing here does anything.

use klew_engine::ObjectInfo;
use klew_ir::{FunctionId, SourceTypeId, Type, VariableId};
use klew_memory::{ObjectId, Value};

use crate::decode::op::{CallSite, Code, Source};
use crate::machine::Machine;
use crate::meaning::{Look, Texts};
use crate::place::Place;
use crate::snapshot::{class_of, label};
use crate::state::{Frame, InputRecord, State};
use crate::trace::{Trace, TraceEvent, TraceStep, TraceValue};

impl Machine<'_> {
    /// Writes a step down, if this run writes a trace.
    fn trace(&mut self, state: &State, event: impl FnOnce(&Self) -> TraceEvent) {
        if !self.run.trace.as_mut().is_some_and(Trace::wants_step) {
            return;
        }
        let step = TraceStep {
            function: state.frame.function,
            position: state.frame.position(),
            depth: state.callers.len(),
            event: event(self),
        };
        if let Some(trace) = &mut self.run.trace {
            trace.add(step, &state.memory, state.model.as_ref());
        }
    }

    /// A value as a trace shows it.
    fn shown(
        &self,
        state: &State,
        value: Value,
        (value_type, source_type): (Type, Option<SourceTypeId>),
    ) -> TraceValue {
        let size = value_type.store_size(self.pointer_bits()) as usize;
        let model = &state.model.clone().unwrap_or_default();
        let number = |term| self.evaluate_u64(model, term).unwrap_or(0);
        match value {
            Value::Int(bits) => {
                let mut data = bits.to_le_bytes().to_vec();
                data.resize(size, 0);
                TraceValue::Bits(data, value_type)
            }
            Value::Pointer(object, offset) => {
                self.shown_pointer(state, (object, offset), source_type)
            }
            Value::SymbolicPointer(pointer) => {
                let object = ObjectId::from_bits(number(pointer.object));
                self.shown_pointer(state, (object, number(pointer.offset)), source_type)
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

    fn shown_pointer(
        &self,
        state: &State,
        (object, offset): (ObjectId, u64),
        source_type: Option<SourceTypeId>,
    ) -> TraceValue {
        let model = state.model.clone().unwrap_or_default();
        let (program, terms, memory) = (self.program, &*self.terms, &state.memory);
        let look = Look { program, terms, memory, model: &model };
        let pointee = source_type.and_then(|id| program.source_types().pointee(id));
        let texts = match pointee.is_some_and(|target| look.holds_characters(target)) {
            true => Texts::Terminated,
            false => Texts::Constant,
        };
        let mut shown = look.pointer(object, offset);
        if let TraceValue::Pointer { offset, meaning, .. } = &mut shown {
            *meaning = look.meaning(object, *offset, texts);
        }
        shown
    }

    /// The type of what lies at that offset in a variable.
    fn leaf(&self, id: SourceTypeId, offset: u64) -> Option<SourceTypeId> {
        let pointer_size = self.program.data_model.pointer_size();
        self.program.source_types().field_at(id, offset, pointer_size).1
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
            id: 0,
            source_type: variable.source_type,
            offset: 0,
            value: machine.shown(state, value, (value_type, variable.source_type)),
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
        if self.run.trace.is_none() {
            return;
        }
        let Some(object) = state.memory.object(place.object()) else { return };
        let source_type = object.source_type;
        let name = object.name.as_deref().map(str::to_owned);
        let keeps = self.run.trace.as_ref().is_some_and(|trace| trace.snapshots.is_some());
        let class = class_of(self.program, &state.memory, place.object());
        if name.is_none() && class.is_none() && !keeps {
            return;
        }
        let model = &state.model.clone().unwrap_or_default();
        let offset = match place {
            Place::At(_, offset) => offset,
            Place::Within(_, offset) => self.evaluate_u64(model, offset).unwrap_or(0),
        };
        let id = place.object().0;
        self.trace(state, |machine| {
            let leaf = source_type.and_then(|id| machine.leaf(id, offset));
            let value = machine.shown(state, value, (value_type, leaf));
            match name {
                Some(variable) => TraceEvent::Assign { variable, id, source_type, offset, value },
                None => {
                    let label = label(machine.program, &state.memory, place.object());
                    TraceEvent::Store { id, object: label.zip(class), offset, value }
                }
            }
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
        if self.run.trace.is_none() {
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
            let declared = &machine.program.function(function).parameter_types;
            let shown = |(index, &(source, value_type)): (usize, &(Source, Type))| {
                let source_type = declared.get(index).copied().flatten();
                machine.shown(state, state.frame.read(source), (value_type, source_type))
            };
            let arguments = site.arguments.iter().enumerate().map(shown).collect();
            TraceEvent::Call { function, arguments }
        });
    }

    /// A function returns.
    pub fn trace_return(&mut self, state: &State, callee: &Frame, values: &[Source]) {
        let results = &self.program.function(callee.function).results;
        self.trace(state, |machine| {
            let shown = |(&source, &value_type): (&Source, &Type)| {
                machine.shown(state, callee.read(source), (value_type, None))
            };
            let values = values.iter().zip(results).map(shown).collect();
            TraceEvent::Return { function: callee.function, values }
        });
    }

    /// An input is read.
    pub fn trace_input(&mut self, state: &State, name: &str, value: Value, value_type: Type) {
        self.trace(state, |machine| TraceEvent::Input {
            name: name.to_owned(),
            value: machine.shown(state, value, (value_type, None)),
            is_memory: false,
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
            TraceEvent::Input { name: record.name.to_string(), value, is_memory: true }
        });
    }
}
