//! Fields that a program writes and never reads, as numbers that tell nodes apart: what they hold is forgotten where nodes are folded. The
//! number of each packet or process says nothing of whether a check holds, but nodes that differ in it alone would each be a kind of
//! their own.
//!
//! Source: the abstraction of what is not live, here of fields; which these are is guessed from the offsets of loads and stores alone.
//!
//! **Invariant**: what is forgotten was a number: what was never written may be read as any. So a wrong guess only makes a state stand for
//! more runs.

use std::sync::Arc;

use klew_ir::builder::as_u64;
use klew_ir::{
    Callee, Check, Constant, Definition, Function, FunctionBody, GlobalId, Initializer, ObjectKind,
    Operand, Operation, Program, Type, ValueId,
};
use klew_memory::{CellKind, ObjectId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::machine::Machine;
use crate::state::State;

/// The most fields.
const MOST: usize = 32;

/// Calls below each other through which values are followed.
const MOST_CALLS: usize = 8;

/// What nobody reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdleFields {
    /// Fields: where they begin in what a pointer points to, and their sizes in bytes.
    fields: Vec<(u64, u64)>,
    /// Variables that are no more than counted up, or copied to such fields.
    globals: Vec<GlobalId>,
}

impl IdleFields {
    /// Those of a program.
    pub fn of(program: &Program) -> IdleFields {
        let pointer_bits = program.data_model.pointer_bits;
        let (mut written, mut accesses) = (FxHashSet::default(), Reads::default());
        let moved = moved_values(program);
        for (function, moved) in program.functions.iter().zip(&moved) {
            let FunctionBody::Defined(definition) = &function.body else { continue };
            let places = Places::of(definition, pointer_bits);
            for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
                match &instruction.operation {
                    Operation::Load(from) => {
                        let Some(&result) = instruction.results.first() else { continue };
                        let read = definition.values[result.0 as usize].value_type;
                        if !moved.contains(&result) {
                            accesses.add(places.of_access(from), read.store_size(pointer_bits));
                        }
                    }
                    Operation::Store(to, value) => {
                        let size = definition.type_of(value).store_size(pointer_bits);
                        if let Place::Behind(offset) = places.of_access(to) {
                            written.insert((offset, size));
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut fields: Vec<(u64, u64)> =
            written.into_iter().filter(|field| !accesses.may_be(*field)).collect();
        fields.sort_unstable();
        fields.truncate(MOST);
        IdleFields { fields, globals: idle_globals(program, &moved) }
    }
}

/// Variables that are loaded only to be moved, and whose address nobody else has.
fn idle_globals(program: &Program, moved: &[FxHashSet<ValueId>]) -> Vec<GlobalId> {
    let (mut written, mut read) = (FxHashSet::default(), FxHashSet::default());
    let global = |operand: &Operand| match operand {
        Operand::Constant(Constant::Global(global, _)) => Some(*global),
        _ => None,
    };
    for (function, moved) in program.functions.iter().zip(moved) {
        let FunctionBody::Defined(definition) = &function.body else { continue };
        for block in &definition.blocks {
            for instruction in &block.instructions {
                match &instruction.operation {
                    Operation::Load(from)
                        if instruction.results.iter().all(|result| moved.contains(result)) =>
                    {
                        // A part of it is no whole number.
                        let is_whole = matches!(from, Operand::Constant(Constant::Global(_, 0)));
                        read.extend(global(from).filter(|_| !is_whole));
                    }
                    Operation::Store(to, value) => {
                        written.extend(global(to));
                        read.extend(global(value));
                    }
                    Operation::Assert { check: Check::Accessible { .. }, .. } => {}
                    other => read.extend(other.operands().into_iter().filter_map(global)),
                }
            }
            read.extend(block.terminator.operands().into_iter().filter_map(global));
        }
    }
    for global in &program.globals {
        if let Initializer::Bytes(_, relocations) = &global.initializer {
            let targets = relocations.iter().filter_map(|it| match it.value {
                Constant::Global(target, _) => Some(target),
                _ => None,
            });
            read.extend(targets);
        }
    }
    let mut idle: Vec<GlobalId> = written.into_iter().filter(|it| !read.contains(it)).collect();
    idle.sort_unstable();
    idle.truncate(MOST);
    idle
}

/// What is read.
#[derive(Default)]
struct Reads {
    fields: FxHashSet<(u64, u64)>,
    /// Sizes that are read at places that are computed.
    anywhere: FxHashSet<u64>,
}

impl Reads {
    fn add(&mut self, place: Place, size: u64) {
        match place {
            Place::Variable => {}
            Place::Behind(offset) => {
                self.fields.insert((offset, size));
            }
            Place::Computed => {
                self.anywhere.insert(size);
            }
        }
    }

    fn may_be(&self, (offset, size): (u64, u64)) -> bool {
        let meets = |&(at, bytes): &(u64, u64)| at < offset + size && offset < at + bytes;
        self.anywhere.contains(&size) || self.fields.iter().any(meets)
    }
}

/// How pointers are made of others.
pub(super) struct Places<'d> {
    moved: FxHashMap<ValueId, (&'d Operand, &'d Operand)>,
    /// Variables of the stack that are no more than a number or a pointer.
    scalars: FxHashSet<ValueId>,
    /// The least offset that goes back.
    backwards: u64,
}

/// Where an access is.
pub(super) enum Place {
    /// In a variable, which is no field.
    Variable,
    /// So many bytes behind a pointer.
    Behind(u64),
    /// Where that is computed.
    Computed,
}

impl<'d> Places<'d> {
    /// Those of a function, where pointers have so many bits.
    pub(super) fn of(definition: &'d Definition, pointer_bits: u32) -> Places<'d> {
        let (mut moved, mut scalars) = (FxHashMap::default(), FxHashSet::default());
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            let Some(&result) = instruction.results.first() else { continue };
            match &instruction.operation {
                Operation::Offset(pointer, by) => {
                    moved.insert(result, (pointer, by));
                }
                Operation::Allocate { kind: ObjectKind::Stack, size, .. }
                    if as_u64(size).is_some_and(|size| size <= 8) =>
                {
                    scalars.insert(result);
                }
                _ => {}
            }
        }
        Places { moved, scalars, backwards: 1 << (pointer_bits - 1) }
    }

    pub(super) fn of_access(&self, pointer: &Operand) -> Place {
        let (mut pointer, mut offset) = (pointer, 0_u64);
        loop {
            let Operand::Value(value) = pointer else { return Place::Variable };
            if self.scalars.contains(value) {
                return Place::Variable;
            }
            let Some((base, by)) = self.moved.get(value) else { return Place::Behind(offset) };
            // Who goes back comes from within an object (`container_of`).
            let forward = as_u64(by).filter(|by| *by < self.backwards);
            let Some(sum) = forward.and_then(|by| offset.checked_add(by)) else {
                return Place::Computed;
            };
            (pointer, offset) = (base, sum);
        }
    }
}

/// For each function, the values that are stored elsewhere, passed to who does nothing else with them, or used to compute such: what is
/// called faint (R. Giegerich, U. Möncke, R. Wilhelm, *Invariance of Approximative Semantics*, 1981).
fn moved_values(program: &Program) -> Vec<FxHashSet<ValueId>> {
    let defined = |function: &'_ Function| match &function.body {
        FunctionBody::Defined(definition) => Some(Arc::clone(definition)),
        _ => None,
    };
    let definitions: Vec<Option<Arc<Definition>>> = program.functions.iter().map(defined).collect();
    let all = |definition: &Option<Arc<Definition>>| match definition {
        Some(definition) => (0..definition.values.len() as u32).map(ValueId).collect(),
        None => FxHashSet::default(),
    };
    let mut moved: Vec<FxHashSet<ValueId>> = definitions.iter().map(all).collect();
    for _ in 0..MOST_CALLS {
        let mut any = false;
        for (number, definition) in definitions.iter().enumerate() {
            let Some(definition) = definition else { continue };
            for used in used_values((number, definition), &definitions, &moved) {
                any |= moved[number].remove(&used);
            }
        }
        if !any {
            break;
        }
    }
    moved
}

fn is_computed(operation: &Operation) -> bool {
    matches!(operation, Operation::Binary(..) | Operation::Unary(..) | Operation::Convert(..))
}

/// Values of a function that are used in other ways than to be stored or passed to who moves them.
fn used_values(
    (number, definition): (usize, &Definition),
    definitions: &[Option<Arc<Definition>>],
    moved: &[FxHashSet<ValueId>],
) -> Vec<ValueId> {
    let mut used = Vec::new();
    let is_moved_here = |result: &ValueId| moved[number].contains(result);
    for block in &definition.blocks {
        for instruction in &block.instructions {
            match &instruction.operation {
                Operation::Store(to, _) => used.extend(to.as_value()),
                Operation::Call { callee: Callee::Function(function), arguments } => {
                    let called = function.0 as usize;
                    let is_moved = |at: usize| match &definitions[called] {
                        Some(its) => {
                            its.parameters.get(at).is_none_or(|own| moved[called].contains(own))
                        }
                        // It is taken to do nothing with it.
                        None => true,
                    };
                    let arguments = arguments.iter().enumerate();
                    used.extend(
                        arguments
                            .filter(|(at, _)| !is_moved(*at))
                            .filter_map(|(_, it)| it.as_value()),
                    );
                }
                other if is_computed(other) && instruction.results.iter().all(is_moved_here) => {}
                other => used.extend(other.operands().into_iter().filter_map(Operand::as_value)),
            }
        }
        used.extend(block.terminator.operands().into_iter().filter_map(Operand::as_value));
    }
    used
}

impl Machine<'_> {
    /// Forgets what nodes and variables hold in fields that nobody reads.
    pub(super) fn forget_idle(&mut self, state: &mut State, idle: &IdleFields) {
        for global in &idle.globals {
            let Some(object) = self.codes.object_of(*global) else { continue };
            let size = state.memory.object(object).and_then(|object| object.concrete_size());
            if let Some(size @ 1..=8) = size
                && self.holds_number(state, (object, 0), size)
            {
                let bits = Type::Int(8 * size as u32);
                state.memory.store(self.terms, object, 0, bits, Value::Undefined);
            }
        }
        if idle.fields.is_empty() {
            return;
        }
        // What nodes are copied from is on the stack.
        let mut objects = state.memory.alive_heap_objects();
        objects.extend(state.frames().flat_map(|frame| frame.stack_objects.iter().copied()));
        // A segment is no node.
        objects.retain(|object| state.segments.get(*object).is_none());
        for object in objects {
            for &(offset, size) in &idle.fields {
                if self.holds_number(state, (object, offset), size) {
                    let bits = Type::Int(8 * size as u32);
                    state.memory.store(self.terms, object, offset, bits, Value::Undefined);
                }
            }
        }
    }

    fn holds_number(&self, state: &State, (object, offset): (ObjectId, u64), size: u64) -> bool {
        let cells = state.memory.cells_in(object, offset, size).unwrap_or_default();
        let is_number = |kind: CellKind| match kind {
            CellKind::Concrete | CellKind::Term(_) => true,
            CellKind::Pointer(to) => matches!(to, Value::SymbolicPointer(_)),
            CellKind::Undefined => false,
        };
        cells.iter().any(|cell| is_number(cell.kind))
            && cells.iter().all(|cell| is_number(cell.kind) || cell.kind == CellKind::Undefined)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_only_counted_and_copied_is_idle() {
        let text = "
global &count size 4 align 4 = zero
global &limit size 4 align 4 = zero

function @keep(%n: ptr, %number: i32, %state: i32) {
entry:
  store i32 %number to %n
  %at = offset %n, 4
  store i32 %state to %at
  return
}

function @main(%n: ptr) -> i1 {
entry:
  %c = load i32 &count
  %next = add i32 %c, 1
  store i32 %next to &count
  %l = load i32 &limit
  call @keep(%n, %next, %l)
  %at = offset %n, 4
  %s = load i32 %at
  %small = compare signed_less i32 %s, %l
  return %small
}
";
        let program = klew_ir::text::parse_program(text, "idle.kir").unwrap();
        let idle = IdleFields::of(&program);
        assert_eq!(idle.fields, [(0, 4)]);
        let names: Vec<&str> =
            idle.globals.iter().map(|id| program.globals[id.0 as usize].name.as_str()).collect();
        assert_eq!(names, ["count"]);
    }

    #[test]
    fn what_is_read_from_within_an_object_may_be_any_field() {
        let text = "
function @main(%n: ptr, %inner: ptr) -> i32 {
entry:
  %at = offset %n, 12
  store i32 7 to %at
  %back = offset %inner, 18446744073709551612
  %field = offset %back, 12
  %read = load i32 %field
  return %read
}
";
        let program = klew_ir::text::parse_program(text, "idle.kir").unwrap();
        assert_eq!(IdleFields::of(&program), IdleFields::default());
    }
}
