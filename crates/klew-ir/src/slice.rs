//! The part of a program that its targets depend on.
//!
//! A backward slice over control and data dependences (M. Weiser, *Program Slicing*, 1981; S. Horwitz, T. Reps, D.
//! Binkley, *Interprocedural Slicing Using Dependence Graphs*, TOPLAS 1990, without calling contexts). Targets
//! are checks of conditions. What ends runs, assumptions and inputs count as well, so runs to a
//! target ask for the same inputs in the same order; loops that do nothing else are taken to end. So do checks of writes, frees and
//! calls: a run in which one fails may come to a target in any way. Objects
//! whose address is only loaded from and stored to are told apart ([`regions`]); all others are one.
//!
//! **Invariant**: every run of the program that comes to a target is one of the slice, with the same inputs. (The
//! reverse is not so: what the slice drops may go on for ever, or read what it may not.)

mod dependences;
mod regions;

use std::sync::Arc;

use crate::{
    Block, BlockCall, BlockId, Check, Constant, Definition, FunctionBody, FunctionId, Operand,
    Operation, Program, Property, Terminator, dead_code::remove_dead_code,
    unreachable_blocks::remove_unreachable_blocks,
};
use dependences::Needed;

/// The slice for the checks of these properties; none if some of them ask about memory, on which nearly
/// everything depends.
pub fn slice(program: &Program, is_target: impl Fn(Property) -> bool) -> Option<Program> {
    let about_memory = |property: Property| {
        matches!(property, Property::MemoryTracked | Property::MemoryFreed) && is_target(property)
    };
    if Property::ALL.into_iter().any(about_memory) {
        return None;
    }
    let checks = program.functions.iter().filter_map(|function| match &function.body {
        FunctionBody::Defined(definition) => Some(definition),
        _ => None,
    });
    let instructions =
        checks.flat_map(|definition| &definition.blocks).flat_map(|block| &block.instructions);
    for instruction in instructions {
        if let Operation::Assert { property, check, .. } = &instruction.operation
            && !matches!(check, Check::Holds(_) | Check::NeverEscapes(_))
            && is_target(*property)
        {
            return None;
        }
    }
    let needed = Needed::new(program, &is_target)?;
    let mut sliced = program.clone();
    for (index, function) in sliced.functions.iter_mut().enumerate() {
        if let FunctionBody::Defined(definition) = &mut function.body {
            let definition = Arc::make_mut(definition);
            let id = FunctionId(index as u32);
            for block in 0..definition.blocks.len() {
                reduce(
                    program,
                    &needed,
                    (id, BlockId(block as u32)),
                    &mut definition.blocks[block],
                );
            }
            remove_unreachable_blocks(definition);
            remove_dead_code(definition);
        }
    }
    Some(sliced)
}

/// Drops what is not needed of a block.
fn reduce(
    program: &Program,
    needed: &Needed<'_>,
    (function, id): (FunctionId, BlockId),
    block: &mut Block,
) {
    let mut index = 0;
    block.instructions.retain(|instruction| {
        index += 1;
        needed.keeps(function, id, index - 1, &instruction.operation)
    });
    let FunctionBody::Defined(definition) = &program.function(function).body else { return };
    for instruction in &mut block.instructions {
        if let Operation::Call { callee: crate::Callee::Function(callee), arguments } =
            &mut instruction.operation
        {
            for (place, argument) in arguments.iter_mut().enumerate() {
                if !needed.parameter(*callee, place) {
                    *argument = undefined(definition, argument);
                }
            }
        }
    }
    let many = block.terminator.successors().len() > 1;
    if many && !needed.terminator(function, id) {
        block.terminator = match needed.next(function, id) {
            Some(next) => {
                let parameters = &definition.blocks[next.0 as usize].parameters;
                let arguments = parameters
                    .iter()
                    .map(|value| {
                        let value_type = definition.values[value.0 as usize].value_type;
                        Operand::Constant(Constant::Undefined(value_type))
                    })
                    .collect();
                Terminator::Jump(BlockCall { block: next, arguments })
            }
            None => {
                let results = &program.function(function).results;
                let undefined = |kind: &crate::Type| Operand::Constant(Constant::Undefined(*kind));
                Terminator::Return(results.iter().map(undefined).collect())
            }
        };
        return;
    }
    if let Terminator::Return(values) = &mut block.terminator {
        for (place, value) in values.iter_mut().enumerate() {
            if !needed.result(function, place) {
                *value = undefined(definition, value);
            }
        }
        return;
    }
    for next in block.terminator.successors_mut() {
        let parameters = &definition.blocks[next.block.0 as usize].parameters;
        for (parameter, argument) in parameters.iter().zip(&mut next.arguments) {
            if !needed.value(function, *parameter) {
                *argument = undefined(definition, argument);
            }
        }
    }
}

fn undefined(definition: &Definition, operand: &Operand) -> Operand {
    Operand::Constant(Constant::Undefined(definition.type_of(operand)))
}

#[cfg(test)]
mod tests;
