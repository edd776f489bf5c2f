//! Which stack slots can be promoted, and where they are live.

use crate::{
    BlockId, Check, DataModel, Definition, Instruction, ObjectKind, Operand, Operation, Type,
    ValueId, VariableId, bit_set::BitSet, builder::as_u64, control_flow::ControlFlow,
};

/// A slot that can be promoted.
pub(super) struct Slot {
    /// Its address.
    pub(super) address: ValueId,
    /// The type of all loads and stores.
    pub(super) value_type: Type,
    /// The variable it holds.
    pub(super) variable: Option<VariableId>,
}

struct Candidate {
    address: ValueId,
    size: u64,
    variable: Option<VariableId>,
    value_type: Option<Type>,
    /// Whether it is older than every mark.
    older_than_marks: bool,
    possible: bool,
}

/// The slots of a function that can be promoted. All blocks can be reached.
pub(super) fn find_slots(
    definition: &Definition,
    flow: &ControlFlow,
    data_model: DataModel,
) -> Vec<Slot> {
    let mut candidates = candidates(definition);
    let mut slot_of = vec![None; definition.values.len()];
    for (index, candidate) in candidates.iter().enumerate() {
        slot_of[candidate.address.0 as usize] = Some(index);
    }
    for block in &definition.blocks {
        for instruction in &block.instructions {
            look_at_uses(definition, instruction, &mut candidates, &slot_of);
        }
        for operand in block.terminator.operands() {
            if let Some(index) = super::slot(&slot_of, operand) {
                candidates[index].possible = false;
            }
        }
    }
    for candidate in &mut candidates {
        let bytes = candidate.value_type.map_or(0, |t| t.store_size(data_model.pointer_bits));
        candidate.possible &= bytes <= candidate.size;
    }
    for dead in accessed_when_dead(definition, flow, &candidates, &slot_of).iter() {
        candidates[dead].possible = false;
    }
    let promoted = candidates.into_iter().filter(|candidate| candidate.possible);
    promoted
        .map(|Candidate { address, variable, value_type, .. }| {
            // A slot that is never accessed may have any type.
            Slot { address, variable, value_type: value_type.unwrap_or(Type::BOOL) }
        })
        .collect()
}

/// All stack allocations of constant size.
fn candidates(definition: &Definition) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (index, block) in definition.blocks.iter().enumerate() {
        let mut marked = false;
        for instruction in &block.instructions {
            match (&instruction.operation, &instruction.results[..]) {
                (Operation::StackMark, _) => marked = true,
                (
                    Operation::Allocate { kind: ObjectKind::Stack, size, variable, .. },
                    &[address],
                ) => {
                    if let Some(size) = as_u64(size) {
                        found.push(Candidate {
                            address,
                            size,
                            variable: *variable,
                            value_type: None,
                            older_than_marks: index == 0 && !marked,
                            possible: true,
                        });
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// Whether an operation only loads, stores, checks or scopes the slot that is its address; else the slot
/// is not possible.
fn look_at_uses(
    definition: &Definition,
    instruction: &Instruction,
    candidates: &mut [Candidate],
    slot_of: &[Option<usize>],
) {
    let operation = &instruction.operation;
    let accessed = match operation {
        Operation::Load(_) => instruction.results.first().map(|r| definition.type_of(&(*r).into())),
        Operation::Store(_, value) => Some(definition.type_of(value)),
        _ => None,
    };
    let address_comes_first = matches!(
        operation,
        Operation::Load(_)
            | Operation::Store(..)
            | Operation::ScopeStart(_)
            | Operation::ScopeEnd(_)
            | Operation::Assert { check: Check::Accessible { .. }, .. }
    );
    for (number, operand) in operation.operands().into_iter().enumerate() {
        let Some(index) = super::slot(slot_of, operand) else { continue };
        let candidate = &mut candidates[index];
        candidate.possible &= address_comes_first && number == 0;
        if let Some(accessed) = accessed {
            let known = *candidate.value_type.get_or_insert(accessed);
            candidate.possible &= known == accessed;
        }
        if let Operation::Assert { check: Check::Accessible { size, .. }, .. } = operation {
            candidate.possible &= as_u64(size).is_some_and(|size| size <= candidate.size);
        }
    }
}

/// The candidates that some access may meet out of scope or released. A forward data-flow analysis over
/// two bits per candidate: out of scope, and released, which only a new allocation ends.
fn accessed_when_dead(
    definition: &Definition,
    flow: &ControlFlow,
    candidates: &[Candidate],
    slot_of: &[Option<usize>],
) -> BitSet {
    let count = candidates.len();
    let mut at_start = vec![BitSet::new(2 * count); definition.blocks.len()];
    let mut found = BitSet::new(count);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in flow.reverse_postorder() {
            let mut dead = at_start[block.0 as usize].clone();
            for instruction in &definition.blocks[block.0 as usize].instructions {
                step(instruction, candidates, slot_of, &mut dead, &mut found);
            }
            for next in flow.successors(block) {
                changed |= at_start[next.0 as usize].union(&dead);
            }
        }
    }
    found
}

fn step(
    instruction: &Instruction,
    candidates: &[Candidate],
    slot_of: &[Option<usize>],
    dead: &mut BitSet,
    found: &mut BitSet,
) {
    let count = candidates.len();
    let index = |operand: &Operand| super::slot(slot_of, operand);
    match &instruction.operation {
        Operation::Allocate { .. } => {
            let result = instruction.results.first().map(|result| Operand::Value(*result));
            if let Some(slot) = result.and_then(|result| index(&result)) {
                dead.remove(slot);
                dead.remove(count + slot);
            }
        }
        Operation::ScopeStart(address) => {
            if let Some(slot) = index(address) {
                dead.remove(slot);
            }
        }
        Operation::ScopeEnd(address) => {
            if let Some(slot) = index(address) {
                dead.insert(slot);
            }
        }
        Operation::StackRelease(mark) => {
            for (slot, candidate) in candidates.iter().enumerate() {
                if !candidate.older_than_marks || mark.as_value().is_none() {
                    dead.insert(count + slot);
                }
            }
        }
        Operation::Load(address)
        | Operation::Store(address, _)
        | Operation::Assert { check: Check::Accessible { pointer: address, .. }, .. } => {
            if let Some(slot) = index(address)
                && (dead.contains(slot) || dead.contains(count + slot))
            {
                found.insert(slot);
            }
        }
        _ => {}
    }
}

/// The slot that an instruction gives a new value.
pub(super) fn defined_slot(instruction: &Instruction, slot_of: &[Option<usize>]) -> Option<usize> {
    match &instruction.operation {
        Operation::Store(address, _) | Operation::ScopeStart(address) => {
            super::slot(slot_of, address)
        }
        Operation::Allocate { .. } => {
            slot_of.get(instruction.results.first()?.0 as usize).copied().flatten()
        }
        _ => None,
    }
}

/// The slots that may be loaded after the start of each block before they get a new value.
pub(super) fn live_slots(
    definition: &Definition,
    flow: &ControlFlow,
    count: usize,
    slot_of: &[Option<usize>],
) -> Vec<BitSet> {
    let mut at_start = vec![BitSet::new(count); definition.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &BlockId(block) in flow.reverse_postorder().iter().rev() {
            let block = block as usize;
            let mut live = BitSet::new(count);
            for next in flow.successors(BlockId(block as u32)) {
                live.union(&at_start[next.0 as usize]);
            }
            for instruction in definition.blocks[block].instructions.iter().rev() {
                if let Some(slot) = defined_slot(instruction, slot_of) {
                    live.remove(slot);
                } else if let Operation::Load(address) = &instruction.operation
                    && let Some(slot) = super::slot(slot_of, address)
                {
                    live.insert(slot);
                }
            }
            changed |= at_start[block].union(&live);
        }
    }
    at_start
}
