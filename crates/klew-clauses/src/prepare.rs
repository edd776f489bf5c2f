//! A program made ready for clauses: calls that need no summary are inlined, and those that stay begin a block.
//!
//! **Invariant**: runs are the same.

use std::sync::Arc;

use klew_ir::{
    Block, BlockCall, BlockId, Callee, Definition, FunctionBody, FunctionId, Operation, Program,
    Terminator,
    call_graph::CallGraph,
    constant_arguments::propagate_constant_arguments,
    dead_code::remove_dead_code,
    globalisation::globalise_variables,
    inlining::inline_calls,
    large_allocations::{TooLarge, part_large_allocations},
    null_merges::part_null_merges,
    null_tests::decide_null_tests,
    overflowing_sizes::join_overflowing_sizes,
    rematerialisation::rematerialise_addresses,
    tail_recursion::loop_tail_recursion,
};

use crate::cells::definitions;
use crate::promoted_loads::promote_loads;

/// Instructions of a function that calls are inlined into; more make solvers slow.
const BUDGET: usize = 20_000;

/// Programs with more instructions are not looked at: copies of bodies may be many times as large.
const MAXIMUM: usize = 30_000;

/// Makes it ready; none if it is too large.
pub fn prepare(program: &Program) -> Option<Program> {
    let reachable = CallGraph::new(program).reachable(program.entry?);
    let size: usize = definitions(program)
        .filter(|(id, _)| reachable.binary_search(id).is_ok())
        .flat_map(|(_, definition)| &definition.blocks)
        .map(|block| block.instructions.len() + 1)
        .sum();
    if size > MAXIMUM {
        return None;
    }
    let mut program = program.clone();
    loop_tail_recursion(&mut program);
    inline_calls(&mut program, BUDGET);
    join_overflowing_sizes(&mut program);
    part_large_allocations(&mut program, TooLarge::Unsupported);
    // What recursion does to variables of its first caller.
    globalise_variables(&mut program);
    propagate_constant_arguments(&mut program);
    let defined: Vec<bool> = (program.functions.iter())
        .map(|function| matches!(function.body, FunctionBody::Defined(_)))
        .collect();
    for function in &mut program.functions {
        if let FunctionBody::Defined(definition) = &mut function.body {
            let definition = Arc::make_mut(definition);
            decide_null_tests(definition);
            if part_null_merges(definition, program.data_model) {
                decide_null_tests(definition);
            }
            if rematerialise_addresses(definition) | promote_loads(definition) {
                remove_dead_code(definition);
            }
            split_before_calls(definition, |id| defined[id.0 as usize]);
        }
    }
    Some(program)
}

/// Lets each call of such a function be the first instruction of a block, but not of the entry.
fn split_before_calls(definition: &mut Definition, stays: impl Fn(FunctionId) -> bool) {
    let mut index = 0;
    while index < definition.blocks.len() {
        let least = usize::from(index != 0);
        let count = definition.blocks.len() as u32;
        let block = &mut definition.blocks[index];
        let at = block.instructions.iter().enumerate().position(|(at, instruction)| {
            at >= least
                && matches!(&instruction.operation,
                    Operation::Call { callee: Callee::Function(id), .. } if stays(*id))
        });
        if let Some(at) = at {
            let instructions = block.instructions.split_off(at);
            let jump = Terminator::Jump(BlockCall { block: BlockId(count), arguments: Vec::new() });
            let terminator = std::mem::replace(&mut block.terminator, jump);
            let terminator_position = block.terminator_position;
            definition.blocks.push(Block {
                name: None,
                parameters: Vec::new(),
                instructions,
                terminator,
                terminator_position,
            });
        }
        index += 1;
    }
}
