//! Simplification of a function: what is easily seen without a solver.
//!
//! Constant operations and decisions are folded ([`fold`](crate::fold)), blocks that are never reached are
//! removed, chains of blocks are merged, block parameters with one value are replaced
//! ([`block_parameters`](crate::block_parameters)) and dead pure instructions are removed
//! ([`dead_code`](crate::dead_code), which says what happens to bindings), until nothing changes.
//!
//! **Invariant**: every run makes the same checks, inputs, assumptions, calls and stores with the same
//! values; a check is removed only with its block, when no run comes there.

use std::sync::Arc;

use crate::{
    BlockId, Constant, DataModel, Definition, FunctionBody, Operand, Program, Terminator,
    block_parameters::remove_trivial_parameters, control_flow::reverse_postorder,
    dead_code::remove_dead_code, fold::fold, substitution::Substitution,
    unreachable_blocks::remove_unreachable_blocks,
};

/// Simplifies all functions, as front ends do.
pub fn simplify_all(program: &mut Program) {
    for function in &mut program.functions {
        if let FunctionBody::Defined(definition) = &mut function.body {
            simplify(Arc::make_mut(definition), program.data_model);
        }
    }
}

/// Simplifies a function; whether anything changed. Values are renumbered.
pub fn simplify(definition: &mut Definition, data_model: DataModel) -> bool {
    let mut changed = remove_unreachable_blocks(definition);
    // Each pass that changes anything removes an instruction, a parameter, a block or an edge, so this ends: once all of
    // them in turn found nothing.
    let mut in_vain = 0;
    for pass in (0..PASSES.len()).cycle() {
        if PASSES[pass](definition, data_model) {
            changed = true;
            in_vain = 0;
        } else {
            in_vain += 1;
        }
        if in_vain == PASSES.len() {
            break;
        }
    }
    definition.compact_values();
    changed
}

/// A part of simplification; whether it changed anything. All blocks can be reached, before and after.
type Pass = fn(&mut Definition, DataModel) -> bool;

const PASSES: [Pass; 5] = [
    fold_instructions,
    |definition, _| fold_decisions(definition),
    |definition, _| remove_trivial_parameters(definition),
    |definition, _| merge_chains(definition),
    |definition, _| remove_dead_code(definition),
];

fn fold_instructions(definition: &mut Definition, data_model: DataModel) -> bool {
    let order = reverse_postorder(definition);
    let mut substitution = Substitution::new(definition);
    let mut changed = false;
    // Definitions come before uses in this order, except for block parameters.
    for BlockId(block) in order {
        let mut instructions = std::mem::take(&mut definition.blocks[block as usize].instructions);
        instructions.retain_mut(|instruction| {
            for operand in instruction.operation.operands_mut() {
                substitution.apply(operand);
            }
            let &[result] = &instruction.results[..] else { return true };
            let result_type = definition.values[result.0 as usize].value_type;
            match fold(&instruction.operation, result_type, data_model) {
                // An undefined constant is not one value, as the result is.
                Some(operand) if !operand.is_undefined() => {
                    let replaced = substitution.replace(result, &operand);
                    changed |= replaced;
                    !replaced
                }
                _ => true,
            }
        });
        definition.blocks[block as usize].instructions = instructions;
    }
    if changed {
        substitution.apply_to(definition);
    }
    changed
}

/// Decisions on constants, and those with one outcome.
fn fold_decisions(definition: &mut Definition) -> bool {
    let mut changed = false;
    for block in &mut definition.blocks {
        let next = match &block.terminator {
            Terminator::Branch { condition, then_block, else_block } => match condition {
                Operand::Constant(Constant::Int { value, .. }) => {
                    Some(if value.bits() == 0 { else_block } else { then_block })
                }
                _ if then_block == else_block => Some(then_block),
                _ => None,
            },
            Terminator::Switch { value, cases, default } => match value {
                Operand::Constant(Constant::Int { value, .. }) => {
                    let case = cases.iter().find(|(case, _)| case == value);
                    Some(case.map_or(default, |(_, next)| next))
                }
                _ if cases.iter().all(|(_, next)| next == default) => Some(default),
                _ => None,
            },
            _ => None,
        };
        if let Some(next) = next.cloned() {
            block.terminator = Terminator::Jump(next);
            changed = true;
        }
    }
    if changed {
        remove_unreachable_blocks(definition);
    }
    changed
}

/// Appends to each block the block after it, if that has no other way in.
fn merge_chains(definition: &mut Definition) -> bool {
    let mut ways_in = vec![0_u32; definition.blocks.len()];
    for next in definition.blocks.iter().flat_map(|block| block.terminator.successors()) {
        ways_in[next.block.0 as usize] += 1;
    }
    let mut substitution = Substitution::new(definition);
    let mut changed = false;
    for index in 0..definition.blocks.len() {
        while let Terminator::Jump(next) = &definition.blocks[index].terminator {
            let target = next.block.0 as usize;
            let whole = next.arguments.iter().all(|argument| !argument.is_undefined());
            if target == index || target == 0 || ways_in[target] != 1 || !whole {
                break;
            }
            let next = next.clone();
            let merged = &mut definition.blocks[target];
            for (parameter, argument) in merged.parameters.drain(..).zip(&next.arguments) {
                substitution.replace(parameter, argument);
            }
            let mut instructions = std::mem::take(&mut merged.instructions);
            // Nothing goes there any more; it is removed below.
            let terminator = std::mem::replace(&mut merged.terminator, Terminator::Unreachable);
            let position = merged.terminator_position;
            let block = &mut definition.blocks[index];
            block.instructions.append(&mut instructions);
            block.terminator = terminator;
            block.terminator_position = position;
            ways_in[target] = 0;
            changed = true;
        }
    }
    if changed {
        substitution.apply_to(definition);
        remove_unreachable_blocks(definition);
    }
    changed
}

#[cfg(test)]
mod tests;
