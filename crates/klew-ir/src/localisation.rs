//! Globals that only the entry uses become variables of it, so that they are values as well.
//!
//! A run calls its entry once, so a global that no other function names and whose address is used only to load and store
//! whole values of one type is a stack slot of the entry that holds its initial value at first. Promotion
//! does the rest.
//!
//! **Invariant**: every run loads the same values; checks of such accesses cannot fail, so they may go.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::{
    Check, Constant, Definition, FunctionBody, FunctionId, GlobalId, Initializer, Instruction,
    ObjectKind, Operand, Operation, Position, Program, Type, ValueId, ValueInfo,
    call_graph::CallGraph, promotion::promote_stack_slots, simplify::simplify,
};

/// Makes variables of them, and promotes those.
pub fn localise_globals(program: &mut Program) {
    let Some(entry) = program.entry else { return };
    let graph = CallGraph::new(program);
    if graph.is_recursive(entry) {
        return;
    }
    let found = candidates(program, &graph, entry);
    let data_model = program.data_model;
    let slots: Vec<Slot> = found
        .into_iter()
        .filter_map(|(global, value_type)| {
            let initial = initial_value(program, global, value_type)?;
            Some(Slot { global, size: program.global(global).size, initial })
        })
        .collect();
    let FunctionBody::Defined(definition) = &mut program.functions[entry.0 as usize].body else {
        return;
    };
    if slots.is_empty() {
        return;
    }
    let definition = Arc::make_mut(definition);
    for slot in slots {
        put_slot(definition, slot, data_model.pointer_bits);
    }
    promote_stack_slots(definition, data_model);
    simplify(definition, data_model);
}

/// What a global becomes.
struct Slot {
    global: GlobalId,
    size: u64,
    initial: Constant,
}

/// Globals that only the entry names, as addresses of loads and stores of one type.
fn candidates(program: &Program, graph: &CallGraph, entry: FunctionId) -> BTreeMap<GlobalId, Type> {
    let mut excluded: BTreeSet<GlobalId> = BTreeSet::new();
    let mut found = BTreeMap::new();
    for global in &program.globals {
        if let Initializer::Bytes(_, relocations) = &global.initializer {
            excluded.extend(relocations.iter().filter_map(|r| match r.value {
                Constant::Global(id, _) => Some(id),
                _ => None,
            }));
        }
    }
    for function in graph.reachable(entry) {
        let FunctionBody::Defined(definition) = &program.function(function).body else { continue };
        for block in &definition.blocks {
            for instruction in &block.instructions {
                let access = if function == entry { access(definition, instruction) } else { None };
                for (number, operand) in instruction.operation.operands().into_iter().enumerate() {
                    let Operand::Constant(Constant::Global(global, offset)) = operand else {
                        continue;
                    };
                    let fits = match access {
                        Some(Accessed::Value(value_type)) if number == 0 && *offset == 0 => {
                            *found.entry(*global).or_insert(value_type) == value_type
                        }
                        Some(Accessed::Checked) => number == 0 && *offset == 0,
                        _ => false,
                    };
                    if !fits {
                        excluded.insert(*global);
                    }
                }
            }
            excluded.extend(block.terminator.operands().into_iter().filter_map(global_of));
        }
    }
    found.retain(|global, _| !excluded.contains(global));
    found
}

#[derive(Clone, Copy)]
enum Accessed {
    Value(Type),
    Checked,
}

/// What an instruction does to its first operand, if it is an access or the check of one.
fn access(definition: &Definition, instruction: &Instruction) -> Option<Accessed> {
    match &instruction.operation {
        Operation::Load(_) => {
            let result: Operand = (*instruction.results.first()?).into();
            Some(Accessed::Value(definition.type_of(&result)))
        }
        Operation::Store(_, value) => Some(Accessed::Value(definition.type_of(value))),
        Operation::Assert { check: Check::Accessible { .. }, .. } => Some(Accessed::Checked),
        _ => None,
    }
}

fn global_of(operand: &Operand) -> Option<GlobalId> {
    match operand {
        Operand::Constant(Constant::Global(global, _)) => Some(*global),
        _ => None,
    }
}

/// What a load of that type reads at first, where the global is the program's own and large enough.
fn initial_value(program: &Program, global: GlobalId, value_type: Type) -> Option<Constant> {
    let pointer_bits = program.data_model.pointer_bits;
    let global = program.global(global);
    let size = value_type.store_size(pointer_bits);
    // A write to a constant is no access of a variable.
    if global.constant || global.switch.is_some() || size > global.size {
        return None;
    }
    match &global.initializer {
        Initializer::External => None,
        Initializer::Zero => of_bytes(value_type, &[]),
        Initializer::Bytes(bytes, relocations) => {
            let mut within = relocations.iter().filter(|relocation| relocation.offset < size);
            match (within.next(), value_type) {
                (None, _) => of_bytes(value_type, bytes.get(..size as usize)?),
                (Some(relocation), Type::Pointer) if relocation.offset == 0 => {
                    within.next().is_none().then(|| relocation.value.clone())
                }
                _ => None,
            }
        }
    }
}

/// The constant of a type with that memory image.
fn of_bytes(value_type: Type, bytes: &[u8]) -> Option<Constant> {
    let image = BigUint::from_bytes_le(bytes);
    match value_type {
        // Padding bits are not read.
        Type::Int(width) if width % 8 == 0 => Some(Constant::Int { width, value: image }),
        Type::Int(width) if image.bits() <= u64::from(width) => {
            Some(Constant::Int { width, value: image })
        }
        Type::Float(format) => {
            let bits = image.iter_u64_digits().zip([0, 64]);
            let bits = bits.fold(0, |sum, (digit, at)| sum | (u128::from(digit) << at));
            Some(Constant::Float(format, bits))
        }
        Type::Pointer if image.bits() == 0 => Some(Constant::Null),
        Type::Int(_) | Type::Pointer => None,
    }
}

/// A slot at the start of the entry in the place of a global.
fn put_slot(definition: &mut Definition, slot: Slot, pointer_bits: u32) {
    let address = ValueId(definition.values.len() as u32);
    definition.values.push(ValueInfo { value_type: Type::Pointer, name: None });
    for block in &mut definition.blocks {
        for instruction in &mut block.instructions {
            for operand in instruction.operation.operands_mut() {
                if global_of(operand) == Some(slot.global) {
                    *operand = address.into();
                }
            }
        }
    }
    let size = Constant::int(pointer_bits, slot.size);
    let allocate = Operation::Allocate {
        kind: ObjectKind::Stack,
        size: size.into(),
        align: 1,
        zeroed: false,
        variable: None,
        source_type: None,
    };
    let position = Position::UNKNOWN;
    let store = Operation::Store(address.into(), slot.initial.into());
    let Some(entry) = definition.blocks.first_mut() else { return };
    entry.instructions.insert(
        0,
        Instruction { results: [address].into_iter().collect(), operation: allocate, position },
    );
    entry
        .instructions
        .insert(1, Instruction { results: SmallVec::new(), operation: store, position });
}
