//! If-conversion of conditions: `&&`, `||` and choices of truth values become selects, so that engines
//! which fork at branches have fewer paths.
//!
//! A block that one branch leads to, and that only computes, is made part of the branching block where both go
//! on to the same place: the branch then decides on a [`Operation::Select`] of both conditions
//! (J. R. Allen et al., *Conversion of Control Dependence to Data Dependence*, 1983, for this one shape).
//! Truth values are merged, and numbers that only are summed up and compared (`tallies`): others, and pointers, chosen by a condition would
//! make later addresses symbolic, which costs more than the path.
//!
//! **Invariant**: what is computed without need has no effect and cannot fail: no loads, no checks; a binding is one of the chosen value
//! then. A load that a check guards is not moved; `redundancy` has removed those made before.
//! **Invariant**: a value that is only computed now, and not used by the run, decides nothing: selects, not `and`
//! and `or`, so that it may be undefined.

mod tallies;

use smallvec::smallvec;

use crate::{
    BinaryOperation, BlockCall, BlockId, Constant, Definition, Instruction, Operand, Operation,
    Position, Terminator, Type, UnaryOperation, ValueId, ValueInfo, VariableId,
};
use tallies::{Tallies, Way};

/// How many instructions a branch may compute in vain.
const MOST_SPECULATED: usize = 6;

/// Merges conditions; whether there were any. Blocks that are never reached any more, and block parameters with
/// one value, may be left.
pub fn convert_conditions(definition: &mut Definition) -> bool {
    let mut changed = false;
    let mut ways_in = ways_in(definition);
    let tallies = Tallies::new(definition);
    // Each conversion leaves a block without a way in; inner conditions come first in that way.
    let mut again = true;
    while std::mem::take(&mut again) {
        for index in (0..definition.blocks.len()).rev() {
            while convert(definition, BlockId(index as u32), &tallies, &mut ways_in) {
                again = true;
                changed = true;
            }
        }
    }
    changed
}

/// How often each block is named as what comes after another; the entry once more.
fn ways_in(definition: &Definition) -> Vec<u32> {
    let mut ways_in = vec![0; definition.blocks.len()];
    if let Some(entry) = ways_in.first_mut() {
        *entry += 1;
    }
    for next in definition.blocks.iter().flat_map(|block| block.terminator.successors()) {
        ways_in[next.block.0 as usize] += 1;
    }
    ways_in
}

/// Converts the branch at the end of a block, if it can be.
fn convert(
    definition: &mut Definition,
    id: BlockId,
    tallies: &Tallies,
    ways_in: &mut [u32],
) -> bool {
    let Some(branch) = Branch::of(definition, id) else { return false };
    // Conditions first: a choice of values is what is left of them.
    [0, 1].into_iter().any(|way| branch.absorb_condition(definition, way, ways_in))
        || branch.choose_values(definition, tallies, ways_in)
}

/// A branch that may be converted; way 0 is taken if the condition holds.
struct Branch {
    block: BlockId,
    condition: Operand,
    ways: [BlockCall; 2],
    position: Position,
}

impl Branch {
    /// The branch at the end of a block, if it decides something.
    fn of(definition: &Definition, id: BlockId) -> Option<Branch> {
        let block = &definition.blocks[id.0 as usize];
        let Terminator::Branch { condition, then_block, else_block } = &block.terminator else {
            return None;
        };
        (!condition.is_undefined()).then(|| Branch {
            block: id,
            condition: condition.clone(),
            ways: [then_block.clone(), else_block.clone()],
            position: block.terminator_position,
        })
    }

    /// Where the block of a way decides in turn, and one of its ways is the other way of the branch: one branch.
    fn absorb_condition(
        &self,
        definition: &mut Definition,
        way: usize,
        ways_in: &mut [u32],
    ) -> bool {
        let inner = self.ways[way].block;
        if !is_speculated(definition, self.block, &self.ways[way], (ways_in, false)) {
            return false;
        }
        let other = &self.ways[1 - way];
        let Terminator::Branch { condition, then_block, else_block } =
            &definition.blocks[inner.0 as usize].terminator
        else {
            return false;
        };
        let inner_condition = condition.clone();
        // The way of the inner branch that leads elsewhere.
        let (elsewhere, leads) = if else_block == other && then_block != other {
            (0, then_block.clone())
        } else if then_block == other && else_block != other {
            (1, else_block.clone())
        } else {
            return false;
        };
        self.take_instructions(definition, inner);
        // Elsewhere is reached if the branch takes `way` and the inner one `elsewhere`.
        let inner_value = if elsewhere == way {
            inner_condition
        } else {
            let one = Constant::int(1, 1).into();
            self.append(definition, Operation::Binary(BinaryOperation::Xor, inner_condition, one))
        };
        let (condition, other) = (self.condition.clone(), other.clone());
        let merged = match way {
            0 => Operation::Select(condition, inner_value, Constant::int(1, 0).into()),
            _ => Operation::Select(condition, Constant::int(1, 1).into(), inner_value),
        };
        let merged = self.append(definition, merged);
        let (then_block, else_block) = if way == 0 { (leads, other) } else { (other, leads) };
        let block = &mut definition.blocks[self.block.0 as usize];
        block.terminator = Terminator::Branch { condition: merged, then_block, else_block };
        // The inner block names both its ways no more, and has no way in.
        ways_in[inner.0 as usize] -= 1;
        ways_in[self.ways[1 - way].block.0 as usize] -= 1;
        true
    }

    /// Where both ways come to one block, and differ in what may be chosen only: a jump.
    fn choose_values(
        &self,
        definition: &mut Definition,
        tallies: &Tallies,
        ways_in: &mut [u32],
    ) -> bool {
        let mut meetings = self.meetings(definition, ways_in).into_iter();
        let chosen = meetings.find(|ways| may_choose(definition, tallies, ways));
        let Some((then, otherwise)) = chosen else { return false };
        let mut bound = Vec::new();
        for inner in [then.through, otherwise.through].into_iter().flatten() {
            bound.extend(self.take_bindings(definition, inner));
            self.take_instructions(definition, inner);
            ways_in[inner.0 as usize] -= 1;
        }
        let target = then.call.block;
        let mut arguments = Vec::new();
        for (a, b) in then.call.arguments.into_iter().zip(otherwise.call.arguments) {
            if a == b && !a.is_undefined() {
                arguments.push(a);
                continue;
            }
            let variables = bound.iter().filter(|(_, value)| [&a, &b].contains(&value));
            let variables: Vec<VariableId> = variables.map(|(variable, _)| *variable).collect();
            let value = self.append(definition, Operation::Select(self.condition.clone(), a, b));
            variables.into_iter().for_each(|it| self.bind(definition, it, value.clone()));
            arguments.push(value);
        }
        // Two ways became one.
        ways_in[target.0 as usize] -= 1;
        definition.blocks[self.block.0 as usize].terminator =
            Terminator::Jump(BlockCall { block: target, arguments });
        true
    }

    /// Takes out what a block says of the source's variables. Where it does, it is a statement, and as this one is not always
    /// done, its lines do not count as covered.
    fn take_bindings(
        &self,
        definition: &mut Definition,
        block: BlockId,
    ) -> Vec<(VariableId, Operand)> {
        let mut found = Vec::new();
        let instructions = &mut definition.blocks[block.0 as usize].instructions;
        instructions.retain(|it| match &it.operation {
            Operation::Bind(variable, value) => {
                found.push((*variable, value.clone()));
                false
            }
            _ => true,
        });
        if !found.is_empty() {
            instructions.iter_mut().for_each(|it| it.position = self.position);
        }
        found
    }

    fn take_instructions(&self, definition: &mut Definition, from: BlockId) {
        let block = &mut definition.blocks[from.0 as usize];
        let mut taken = std::mem::take(&mut block.instructions);
        // Nothing leads there any more.
        block.terminator = Terminator::Unreachable;
        definition.blocks[self.block.0 as usize].instructions.append(&mut taken);
    }

    /// Adds what a variable of the source then is.
    fn bind(&self, definition: &mut Definition, variable: VariableId, value: Operand) {
        let operation = Operation::Bind(variable, value);
        let instruction = Instruction { results: smallvec![], operation, position: self.position };
        definition.blocks[self.block.0 as usize].instructions.push(instruction);
    }

    /// Adds an instruction with a truth value, or with what a choice is of, to the branching block.
    fn append(&self, definition: &mut Definition, operation: Operation) -> Operand {
        let value = ValueId(definition.values.len() as u32);
        let value_type = match &operation {
            Operation::Select(_, one, _) => definition.type_of(one),
            _ => Type::BOOL,
        };
        definition.values.push(ValueInfo { value_type, name: None });
        let instruction =
            Instruction { results: smallvec![value], operation, position: self.position };
        definition.blocks[self.block.0 as usize].instructions.push(instruction);
        value.into()
    }
}

/// Whether what differs of two ways to one block may be chosen.
fn may_choose(definition: &Definition, tallies: &Tallies, (then, otherwise): &(Way, Way)) -> bool {
    let binds = [then, otherwise].into_iter().filter_map(|way| way.through).any(|inner| {
        let instructions = definition.blocks[inner.0 as usize].instructions.iter();
        instructions.into_iter().any(|it| matches!(it.operation, Operation::Bind(..)))
    });
    let parameters = &definition.blocks[then.call.block.0 as usize].parameters;
    let arguments = then.call.arguments.iter().zip(&otherwise.call.arguments);
    parameters.iter().zip(arguments).all(|(parameter, (a, b))| {
        let is_truth = definition.type_of(a) == Type::BOOL;
        let is_known = !a.is_undefined() && !b.is_undefined();
        (a == b && is_known) || (is_truth && !binds) || (is_known && tallies.has(*parameter))
    })
}

/// Whether what a block does may be done in vain before the only branch that leads to it.
fn is_speculated(
    definition: &Definition,
    from: BlockId,
    call: &BlockCall,
    (ways_in, with_bindings): (&[u32], bool),
) -> bool {
    let block = &definition.blocks[call.block.0 as usize];
    let is_binding = |operation: &Operation| matches!(operation, Operation::Bind(..));
    let computed = block.instructions.iter().map(|instruction| &instruction.operation);
    let computed = computed.filter(|operation| !(with_bindings && is_binding(operation)));
    call.block != from
        && ways_in[call.block.0 as usize] == 1
        && block.parameters.is_empty()
        && computed.clone().count() <= MOST_SPECULATED
        && computed.into_iter().all(|operation| is_cheap(definition, operation))
}

/// Whether it has no effect, cannot fail, and is easy for a solver.
fn is_cheap(definition: &Definition, operation: &Operation) -> bool {
    match operation {
        Operation::Binary(operation, ..) => tallies::is_sum(*operation),
        Operation::Unary(operation, _) => matches!(
            operation,
            UnaryOperation::ByteSwap | UnaryOperation::FloatNeg | UnaryOperation::FloatAbs
        ),
        // Addresses of two objects are compared by constraints on where they may be.
        Operation::Compare(_, a, b) => {
            matches!(definition.type_of(a), Type::Int(_))
                || [a, b].contains(&&Operand::Constant(Constant::Null))
        }
        Operation::CompareFloat(..) | Operation::Select(..) | Operation::Offset(..) => true,
        Operation::Convert(conversion, _) => tallies::resizes(*conversion),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
