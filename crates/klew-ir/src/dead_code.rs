//! Removal of instructions and block parameters that nothing depends on.
//!
//! Needed is what an effect, a decision or a return needs, and what that needs in turn. Effects are all
//! operations that are not pure: checks, inputs, assumptions, calls, stores, allocations.
//!
//! Bindings: a [`Operation::Bind`] of a parameter, of an input or of a call's result keeps it, so traces
//! show it. A binding of the result of a pure instruction that is otherwise not needed goes with it: the
//! variable was computed and never used.
//!
//! **Invariant**: no effect is removed but such bindings.

use crate::{BlockId, Definition, Operand, Operation, ValueId};

/// Removes what is not needed; whether there was anything. Removed values stay in the list of values.
pub fn remove_dead_code(definition: &mut Definition) -> bool {
    let needed = needed(definition);
    let is_needed = |value: &ValueId| needed[value.0 as usize];
    let mut changed = remove_parameters(definition, is_needed);
    for block in &mut definition.blocks {
        let before = block.instructions.len();
        block.instructions.retain(|instruction| match &instruction.operation {
            Operation::Bind(_, Operand::Value(value)) => is_needed(value),
            operation => !operation.is_pure() || instruction.results.iter().any(is_needed),
        });
        changed |= before != block.instructions.len();
    }
    changed
}

/// Removes parameters of blocks that are not needed, and what is passed for them; whether there were any.
fn remove_parameters(definition: &mut Definition, is_needed: impl Fn(&ValueId) -> bool) -> bool {
    if definition.blocks.iter().flat_map(|block| &block.parameters).all(&is_needed) {
        return false;
    }
    let kept: Vec<Vec<bool>> = definition
        .blocks
        .iter()
        .map(|block| block.parameters.iter().map(&is_needed).collect())
        .collect();
    for block in &mut definition.blocks {
        block.parameters.retain(&is_needed);
        for next in block.terminator.successors_mut() {
            let mut kept = kept[next.block.0 as usize].iter();
            next.arguments.retain(|_| kept.next().copied().unwrap_or(true));
        }
    }
    true
}

/// Where a value comes from.
#[derive(Clone, Copy)]
enum Origin {
    /// A parameter of the function, or a value that is never defined.
    Outside,
    Parameter(usize, usize),
    Instruction(usize, usize),
}

fn needed(definition: &Definition) -> Vec<bool> {
    let origins = origins(definition);
    // What is passed to blocks with parameters, by block.
    let mut arguments: Vec<(BlockId, &[Operand])> = Vec::new();
    let mut needed = vec![false; definition.values.len()];
    let mut work: Vec<ValueId> = Vec::new();
    for block in &definition.blocks {
        let mut passed = 0;
        for next in block.terminator.successors() {
            if !next.arguments.is_empty() {
                arguments.push((next.block, &next.arguments));
            }
            passed += next.arguments.len();
        }
        let operands = block.terminator.operands();
        let decided = operands.len() - passed;
        work.extend(operands[..decided].iter().filter_map(|operand| operand.as_value()));
        for instruction in &block.instructions {
            let operation = &instruction.operation;
            if let Operation::Bind(_, operand) = operation {
                let pure =
                    operand.as_value().is_some_and(|value| match origins[value.0 as usize] {
                        Origin::Instruction(block, at) => {
                            definition.blocks[block].instructions[at].operation.is_pure()
                        }
                        Origin::Outside | Origin::Parameter(..) => false,
                    });
                if !pure {
                    work.extend(operand.as_value());
                }
            } else if !operation.is_pure() {
                work.extend(operation.operands().iter().filter_map(|operand| operand.as_value()));
            }
        }
    }
    arguments.sort_unstable_by_key(|(block, _)| *block);
    while let Some(value) = work.pop() {
        if std::mem::replace(&mut needed[value.0 as usize], true) {
            continue;
        }
        match origins[value.0 as usize] {
            Origin::Outside => {}
            Origin::Parameter(block, number) => {
                let block = BlockId(block as u32);
                let start = arguments.partition_point(|(it, _)| *it < block);
                let here = arguments[start..].iter().take_while(|(it, _)| *it == block);
                let passed = here.filter_map(|(_, all)| all.get(number));
                work.extend(passed.filter_map(|operand| operand.as_value()));
            }
            Origin::Instruction(block, at) => {
                let operation = &definition.blocks[block].instructions[at].operation;
                work.extend(operation.operands().iter().filter_map(|operand| operand.as_value()));
            }
        }
    }
    needed
}

fn origins(definition: &Definition) -> Vec<Origin> {
    let mut origins = vec![Origin::Outside; definition.values.len()];
    for (index, block) in definition.blocks.iter().enumerate() {
        for (number, value) in block.parameters.iter().enumerate() {
            origins[value.0 as usize] = Origin::Parameter(index, number);
        }
        for (at, instruction) in block.instructions.iter().enumerate() {
            for value in &instruction.results {
                origins[value.0 as usize] = Origin::Instruction(index, at);
            }
        }
    }
    origins
}
