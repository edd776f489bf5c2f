//! Promotion of stack slots to values: clang without optimisation keeps every variable in memory.
//!
//! A slot is promoted if its address is used only to load and store whole values of one type, in checks
//! that such an access is possible, and in scope marks; nobody else can then see it. Block parameters are
//! put on the iterated dominance frontier of the stores where the slot is live (pruned SSA: R. Cytron et
//! al., *Efficiently Computing Static Single Assignment Form and the Control Dependence Graph*, 1991;
//! J.-D. Choi et al., *Automatic Construction of Sparse Data Flow Evaluation Graphs*, 1991).
//!
//! The checks of such accesses disappear, so they must be known to hold: slots that may be out of scope or
//! released at an access stay in memory. A slot's contents at its allocation and after
//! [`Operation::ScopeStart`] are a frozen [`Constant::Undefined`]: any value, but the same one at each load,
//! as a variable in memory would have it.
//!
//! **Invariant**: every run makes the same calls, inputs, assumptions and remaining checks with the same
//! values; no check that could fail is removed. If the slot holds a variable, each store leaves a
//! [`Operation::Bind`], and so does each block parameter that is put in for it.
//! **Invariant**: a mark given to [`Operation::StackRelease`] comes from a [`Operation::StackMark`] of the
//! same frame, perhaps by way of memory; constants are taken to release everything.

mod slots;

use smallvec::SmallVec;

use self::slots::{Slot, find_slots, live_slots};
use crate::bit_set::BitSet;
use crate::{
    BlockId, Check, Constant, DataModel, Definition, Instruction, Operand, Operation, Position,
    Type, UnaryOperation, ValueId, ValueInfo, control_flow::ControlFlow, dominators::Dominators,
    substitution::Substitution, unreachable_blocks::remove_unreachable_blocks,
};

/// Promotes all slots that can be; how many. Blocks that are never reached are removed and values
/// renumbered.
pub fn promote_stack_slots(definition: &mut Definition, data_model: DataModel) -> usize {
    remove_unreachable_blocks(definition);
    let flow = ControlFlow::new(definition);
    let slots = find_slots(definition, &flow, data_model);
    if slots.is_empty() {
        definition.compact_values();
        return 0;
    }
    let dominators = Dominators::new(&flow);
    let mut slot_of = vec![None; definition.values.len()];
    for (index, slot) in slots.iter().enumerate() {
        slot_of[slot.address.0 as usize] = Some(index);
    }
    let inserted = insert_parameters(definition, &flow, &dominators, &slots, &slot_of);
    let current = slots.iter().map(|slot| undefined(slot.value_type)).collect();
    let substitution = Substitution::new(definition);
    let mut renaming = Renaming { slots: &slots, slot_of, inserted, current, substitution };
    renaming.run(definition, &dominators);
    definition.compact_values();
    slots.len()
}

fn undefined(value_type: Type) -> Operand {
    Operand::Constant(Constant::Undefined(value_type))
}

/// The slot that an operand is the address of.
fn slot(slot_of: &[Option<usize>], operand: &Operand) -> Option<usize> {
    slot_of.get(operand.as_value()?.0 as usize).copied().flatten()
}

/// Puts block parameters where different values of a slot may meet; for each block, slots and parameters.
fn insert_parameters(
    definition: &mut Definition,
    flow: &ControlFlow,
    dominators: &Dominators,
    slots: &[Slot],
    slot_of: &[Option<usize>],
) -> Vec<Vec<(usize, ValueId)>> {
    let frontiers = dominators.frontiers(flow);
    let live = live_slots(definition, flow, slots.len(), slot_of);
    let mut defined_in: Vec<Vec<BlockId>> = vec![Vec::new(); slots.len()];
    for (index, block) in definition.blocks.iter().enumerate() {
        for instruction in &block.instructions {
            if let Some(slot) = slots::defined_slot(instruction, slot_of) {
                defined_in[slot].push(BlockId(index as u32));
            }
        }
    }
    let mut inserted = vec![Vec::new(); definition.blocks.len()];
    for (slot, mut work) in defined_in.into_iter().enumerate() {
        let mut done = BitSet::new(definition.blocks.len());
        while let Some(block) = work.pop() {
            for &meeting in &frontiers[block.0 as usize] {
                let index = meeting.0 as usize;
                if !live[index].contains(slot) || !done.insert(index) {
                    continue;
                }
                let value = ValueId(definition.values.len() as u32);
                let value_type = slots[slot].value_type;
                definition.values.push(ValueInfo { value_type, name: None });
                definition.blocks[index].parameters.push(value);
                inserted[index].push((slot, value));
                work.push(meeting);
            }
        }
    }
    inserted
}

/// The walk along the dominator tree that replaces loads by what was stored.
struct Renaming<'a> {
    slots: &'a [Slot],
    slot_of: Vec<Option<usize>>,
    inserted: Vec<Vec<(usize, ValueId)>>,
    /// What each slot holds.
    current: Vec<Operand>,
    /// What each load gave.
    substitution: Substitution,
}

enum Step {
    Enter(BlockId),
    /// Forget what happened to slots since then.
    Leave(usize),
}

impl Renaming<'_> {
    fn run(&mut self, definition: &mut Definition, dominators: &Dominators) {
        let mut before: Vec<(usize, Operand)> = Vec::new();
        let mut steps = vec![Step::Enter(BlockId(0))];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(length) => {
                    for (slot, operand) in before.drain(length..).rev() {
                        self.current[slot] = operand;
                    }
                }
                Step::Enter(block) => {
                    steps.push(Step::Leave(before.len()));
                    steps.extend(dominators.children(block).iter().map(|b| Step::Enter(*b)));
                    self.block(definition, block, &mut before);
                }
            }
        }
    }

    fn set(&mut self, slot: usize, operand: Operand, before: &mut Vec<(usize, Operand)>) {
        before.push((slot, std::mem::replace(&mut self.current[slot], operand)));
    }

    /// The slot holds anything, but one thing: what defines that.
    fn set_undefined(
        &mut self,
        slot: usize,
        values: &mut Vec<ValueInfo>,
        position: Position,
        before: &mut Vec<(usize, Operand)>,
    ) -> Instruction {
        let value_type = self.slots[slot].value_type;
        let value = ValueId(values.len() as u32);
        values.push(ValueInfo { value_type, name: None });
        self.set(slot, value.into(), before);
        let operation = Operation::Unary(UnaryOperation::Freeze, undefined(value_type));
        Instruction { results: [value].into_iter().collect(), operation, position }
    }

    fn bind(&self, slot: usize, value: Operand, like: Position) -> Option<Instruction> {
        let operation = Operation::Bind(self.slots[slot].variable?, value);
        Some(Instruction { results: SmallVec::new(), operation, position: like })
    }

    fn block(
        &mut self,
        definition: &mut Definition,
        id: BlockId,
        before: &mut Vec<(usize, Operand)>,
    ) {
        let Definition { blocks, values, .. } = definition;
        let block = &mut blocks[id.0 as usize];
        let old = std::mem::take(&mut block.instructions);
        let mut new = Vec::with_capacity(old.len());
        let start = old.first().map_or(block.terminator_position, |first| first.position);
        for (slot, value) in self.inserted[id.0 as usize].clone() {
            self.set(slot, value.into(), before);
            new.extend(self.bind(slot, value.into(), start));
        }
        for mut instruction in old {
            for operand in instruction.operation.operands_mut() {
                self.substitution.apply(operand);
            }
            new.extend(self.instruction(instruction, values, before));
        }
        block.instructions = new;
        for operand in block.terminator.operands_mut() {
            self.substitution.apply(operand);
        }
        for next in block.terminator.successors_mut() {
            let inserted = &self.inserted[next.block.0 as usize];
            next.arguments.extend(inserted.iter().map(|(slot, _)| self.current[*slot].clone()));
        }
    }

    /// What an instruction becomes.
    fn instruction(
        &mut self,
        instruction: Instruction,
        values: &mut Vec<ValueInfo>,
        before: &mut Vec<(usize, Operand)>,
    ) -> Option<Instruction> {
        let position = instruction.position;
        match &instruction.operation {
            Operation::Allocate { zeroed, .. } => {
                let result = instruction.results.first().map(|value| Operand::Value(*value));
                let Some(slot) = result.and_then(|o| slot(&self.slot_of, &o)) else {
                    return Some(instruction);
                };
                let value_type = self.slots[slot].value_type;
                if *zeroed {
                    self.set(slot, zero(value_type), before);
                    return None;
                }
                Some(self.set_undefined(slot, values, position, before))
            }
            Operation::ScopeStart(address) => {
                let Some(slot) = slot(&self.slot_of, address) else { return Some(instruction) };
                Some(self.set_undefined(slot, values, position, before))
            }
            Operation::Load(address) => {
                let Some(slot) = slot(&self.slot_of, address) else { return Some(instruction) };
                for result in &instruction.results {
                    self.substitution.replace(*result, &self.current[slot]);
                }
                None
            }
            Operation::Store(address, value) => {
                let Some(slot) = slot(&self.slot_of, address) else { return Some(instruction) };
                self.set(slot, value.clone(), before);
                self.bind(slot, value.clone(), position)
            }
            Operation::ScopeEnd(address)
            | Operation::Assert { check: Check::Accessible { pointer: address, .. }, .. } => {
                if slot(&self.slot_of, address).is_some() {
                    None
                } else {
                    Some(instruction)
                }
            }
            _ => Some(instruction),
        }
    }
}

/// The constant whose bytes are 0.
pub(crate) fn zero(value_type: Type) -> Operand {
    Operand::Constant(match value_type {
        Type::Int(width) => Constant::int(width, 0),
        Type::Float(format) => Constant::Float(format, 0),
        Type::Pointer => Constant::Null,
    })
}

#[cfg(test)]
pub(crate) mod tests;
