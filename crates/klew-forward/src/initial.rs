//! The state at the entry: globals and functions as objects, the entry function's parameters as inputs.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::decode::op::InputSite;
use crate::edges::Edges;
use crate::folding::segment::Segments;
use crate::folding::turns::Turns;
use klew_ir::{Constant, FunctionBody, FunctionId, Initializer, InputOrigin, Operation, Program};
use klew_memory::{AllocationRequest, Memory, MemoryError, ObjectId, ObjectKind, Value};
use klew_term::{Sort, Terms};

use crate::decode::{Objects, pointer_mask};
use crate::ending::PathEndKind;
use crate::list::List;
use crate::machine::{Machine, Step};
use crate::path_condition::PathCondition;
use crate::rebuild;
use crate::state::{Frame, State};
use crate::strategy::Strategy;
use crate::telling::Telling;
use crate::trail::Trail;

/// The first address that models put objects at.
const FIRST_ADDRESS: u64 = 0x10_0000;

/// The most bytes of a global whose contents are not known.
const MOST_EXTERNAL: u64 = 1 << 16;

/// The memory before the first instruction, but for what globals hold.
pub fn allocate_all(program: &Program) -> Result<(Memory, Objects), MemoryError> {
    let mut memory = Memory::new(program.data_model);
    let mut objects = Objects::default();
    for global in &program.globals {
        let mut request = AllocationRequest::new(ObjectKind::Global, Value::Int(global.size));
        request.align = global.align.max(1);
        request.zeroed = true;
        request.name = Some(Rc::from(global.name.as_str()));
        request.source_type = global.source_type;
        request.position = global.position;
        objects.globals.push(memory.allocate(request)?);
    }
    for (index, function) in program.functions.iter().enumerate() {
        let name = Rc::from(function.name.as_str());
        let id = FunctionId(index as u32);
        let request = AllocationRequest::function(id, name, function.position);
        objects.functions.push(memory.allocate(request)?);
    }
    Ok((memory, objects))
}

/// Puts the initial values into the globals; those that are not part of the program, whose values are not known.
pub fn initialise(
    program: &Program,
    terms: &mut Terms,
    memory: &mut Memory,
    objects: &Objects,
) -> BTreeMap<ObjectId, String> {
    let mut external = BTreeMap::new();
    for (global, &object) in program.globals.iter().zip(&objects.globals) {
        match &global.initializer {
            Initializer::Zero => {}
            Initializer::Bytes(bytes, relocations) => {
                memory.write_bytes(terms, object, 0, bytes);
                for relocation in relocations {
                    let value = match relocation.value {
                        Constant::Global(target, offset) => Value::Pointer(
                            objects.globals[target.0 as usize],
                            offset as u64 & pointer_mask(program),
                        ),
                        Constant::Function(target) => {
                            Value::Pointer(objects.functions[target.0 as usize], 0)
                        }
                        _ => Value::NULL,
                    };
                    let kind = klew_ir::Type::Pointer;
                    memory.store(terms, object, relocation.offset, kind, value);
                }
            }
            Initializer::External => {
                external.insert(object, global.name.clone());
                for byte in 0..global.size.min(MOST_EXTERNAL) {
                    let name = format!("external {}[{byte}]", global.name);
                    let symbol = Value::Term(terms.symbol_named(&name, Sort::BitVec(8)));
                    memory.store(terms, object, byte, klew_ir::Type::Int(8), symbol);
                }
            }
        }
        memory.set_writable(object, !global.constant);
    }
    external
}

/// Whether a run may read an input of pointer type.
pub fn has_input_references(program: &Program, entry: FunctionId) -> bool {
    let parameters = &program.function(entry).parameter_types;
    parameters.iter().any(Option::is_some)
        || program.functions.iter().any(|function| match &function.body {
            FunctionBody::Defined(definition) => definition.blocks.iter().any(|block| {
                block.instructions.iter().any(|instruction| {
                    matches!(instruction.operation, Operation::Input { source_type: Some(_), .. })
                })
            }),
            _ => false,
        })
}

impl Machine<'_> {
    /// The first state, and what was approximated in it; or how its path ends at once.
    pub fn initial_state(&mut self, entry: FunctionId, memory: Memory) -> Step<State> {
        let Some(code) = self.code(entry) else {
            let function = self.program.function(entry);
            let what = match &function.body {
                FunctionBody::Unsupported(why) => why.clone(),
                _ => format!("the entry function `{}` is not defined", function.name),
            };
            let position = function.position;
            let limit = crate::ending::Limit::Unsupported { what, position };
            return Err(PathEndKind::Cut(limit));
        };
        let registers = self.registers(code.slots);
        let parameters = code.parameters.clone();
        let frame = Frame {
            function: entry,
            code,
            place: entry.0,
            next: 0,
            registers,
            stack_objects: Vec::new(),
        };
        let mut state = State {
            id: self.run.new_state(),
            frame,
            callers: List::default(),
            memory,
            path: PathCondition::default(),
            model: None,
            decisions: List::default(),
            depth: 0,
            inputs: List::default(),
            roots: List::default(),
            node: 0,
            externals: 0,
            external_calls: List::default(),
            next_address: FIRST_ADDRESS,
            clock: 0,
            watch: self.watch(),
            covered_new: false,
            fresh: Edges::default(),
            trail: Trail::default(),
            telling: Telling::default(),
            short_input: 0,
            segments: Segments::default(),
            turns: Turns::default(),
            following: None,
            forgot_pointers: false,
            tries: 0,
        };
        state.model = Some(Rc::new(self.strategy.first_model()));
        self.plant(&mut state);
        if let Strategy::Replay(replay) = &mut self.strategy {
            if !rebuild::may_be(self.program, &replay.heap) {
                return Err(PathEndKind::Infeasible);
            }
            replay.objects =
                rebuild::restore(self.program, self.terms, &mut state.memory, &replay.heap);
        }
        self.settle(&mut state)?;
        let program = self.program;
        for (index, (slot, value_type)) in parameters.into_iter().enumerate() {
            let name = match &program.function(entry).body {
                FunctionBody::Defined(definition) => definition
                    .parameters
                    .get(index)
                    .and_then(|value| definition.values[value.0 as usize].name.clone()),
                _ => None,
            };
            let name = name.unwrap_or_else(|| format!("parameter {}", index + 1));
            let source_type = program.function(entry).parameter_types.get(index).copied().flatten();
            let site = InputSite { name: name.into(), origin: InputOrigin::Asked, source_type };
            let value = self.new_typed_input(&mut state, value_type, &site)?;
            state.frame.registers[slot as usize] = value;
        }
        self.enter_block(&mut state);
        Ok(state)
    }
}
