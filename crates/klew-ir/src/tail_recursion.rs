//! Recursion that is a loop: where a call of the function by itself is the last that it does, a jump to its beginning does the same.
//!
//! G. L. Steele, *Debunking the "Expensive Procedure Call" Myth* (1977). What is added to the result of such a call is summed up on the way
//! (R. M. Burstall, J. Darlington, *A Transformation System for Developing Recursive Programs*, 1977): sums wrap around, so their order
//! does not matter. Loops can be inlined, and what they do to objects of callers can be seen; of recursion only its numbers can.
//!
//! **Invariant**: every run makes the same checks, inputs, loads and stores with the same values. A function with objects of its own on the
//! stack stays as it is: each of its calls has others.

use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::smallvec;

use crate::{
    BinaryOperation, Block, BlockCall, BlockId, Callee, Constant, Definition, Function,
    FunctionBody, FunctionId, Instruction, ObjectKind, Operand, Operation, Program, Terminator,
    Type, ValueId, ValueInfo,
};

/// So many jumps may lie between a call and the return.
const MOST_JUMPS: usize = 4;

/// Makes loops of functions that call themselves last; how many calls are gone.
pub fn loop_tail_recursion(program: &mut Program) -> usize {
    let mut gone = 0;
    for index in 0..program.functions.len() {
        let function = &program.functions[index];
        let FunctionBody::Defined(definition) = &function.body else { continue };
        let calls = tail_calls(function, FunctionId(index as u32), definition);
        if calls.is_empty() {
            continue;
        }
        gone += calls.len();
        let mut changed = Arc::clone(definition);
        rewrite(Arc::make_mut(&mut changed), calls);
        program.functions[index].body = FunctionBody::Defined(changed);
    }
    gone
}

/// A call after which nothing is done but to return its results.
struct TailCall {
    block: usize,
    /// Which instruction of the block it is.
    at: usize,
    arguments: Vec<Operand>,
    /// What is added to its result.
    addend: Option<Operand>,
}

/// The calls of a function by itself that are the last it does.
fn tail_calls(function: &Function, id: FunctionId, definition: &Definition) -> Vec<TailCall> {
    let all = || definition.blocks.iter().flat_map(|block| &block.instructions);
    let is_on_stack = |instruction: &Instruction| {
        matches!(
            &instruction.operation,
            Operation::Allocate { kind: ObjectKind::Stack, .. } | Operation::StackMark
        )
    };
    if function.variadic || all().any(is_on_stack) {
        return Vec::new();
    }
    let mut calls = Vec::new();
    for (block, body) in definition.blocks.iter().enumerate() {
        for (at, instruction) in body.instructions.iter().enumerate() {
            let Operation::Call { callee: Callee::Function(callee), arguments } =
                &instruction.operation
            else {
                continue;
            };
            let types = arguments.iter().map(|argument| definition.type_of(argument));
            let is_own = *callee == id
                && instruction.results.len() == function.results.len()
                && types.eq(function.parameters.iter().copied());
            if is_own && let Some(addend) = what_is_added(definition, block, at) {
                let arguments = arguments.to_vec();
                calls.push(TailCall { block, at, arguments, addend });
            }
        }
    }
    calls
}

/// What is added to the result of a call before it is returned, if nothing else is done in between.
fn what_is_added(definition: &Definition, block: usize, at: usize) -> Option<Option<Operand>> {
    let mut block = &definition.blocks[block];
    let mut begin = at + 1;
    let mut results: Vec<Operand> =
        block.instructions[at].results.iter().map(|result| (*result).into()).collect();
    let mut passed: BTreeMap<ValueId, Operand> = BTreeMap::new();
    let mut addend = None;
    for _ in 0..=MOST_JUMPS {
        let value = |operand: &Operand, passed: &BTreeMap<ValueId, Operand>| match operand {
            Operand::Value(value) => passed.get(value).unwrap_or(operand).clone(),
            Operand::Constant(_) => operand.clone(),
        };
        for instruction in &block.instructions[begin..] {
            match (&instruction.operation, &instruction.results[..]) {
                (Operation::Bind(..), _) => {}
                (Operation::Binary(BinaryOperation::Add, a, b), [sum]) if addend.is_none() => {
                    let (a, b) = (value(a, &passed), value(b, &passed));
                    let [result] = &results[..] else { return None };
                    addend = match (a == *result, b == *result) {
                        (true, false) => Some(b),
                        (false, true) => Some(a),
                        _ => return None,
                    };
                    results = vec![(*sum).into()];
                }
                _ => return None,
            }
        }
        match &block.terminator {
            Terminator::Return(values) => {
                let values: Vec<Operand> =
                    values.iter().map(|operand| value(operand, &passed)).collect();
                return (values == results).then_some(addend);
            }
            Terminator::Jump(next) => {
                let arguments: Vec<Operand> =
                    next.arguments.iter().map(|operand| value(operand, &passed)).collect();
                block = &definition.blocks[next.block.0 as usize];
                passed.extend(block.parameters.iter().copied().zip(arguments));
                begin = 0;
            }
            _ => return None,
        }
    }
    None
}

/// Makes jumps of calls.
fn rewrite(definition: &mut Definition, calls: Vec<TailCall>) {
    // What a call was given becomes what the loop's head is given.
    let mut parameters = definition.parameters.clone();
    let begin = BlockId(definition.blocks.len() as u32);
    let fresh = parameters.iter().map(|value| {
        let value_type = definition.type_of(&(*value).into());
        new_value(definition, value_type)
    });
    let fresh: Vec<ValueId> = fresh.collect();
    let mut arguments: Vec<Operand> = fresh.iter().map(|value| (*value).into()).collect();
    definition.parameters = fresh;
    let sum_type = calls.iter().find_map(|call| Some(definition.type_of(call.addend.as_ref()?)));
    let sum = sum_type.map(|sum_type| new_value(definition, sum_type));
    if let (Some(sum), Some(Type::Int(width))) = (sum, sum_type) {
        parameters.push(sum);
        arguments.push(Constant::int(width, 0).into());
    }
    let entry = &mut definition.blocks[0];
    let enter = Terminator::Jump(BlockCall { block: begin, arguments });
    let moved = Block {
        name: None,
        parameters,
        instructions: std::mem::take(&mut entry.instructions),
        terminator: std::mem::replace(&mut entry.terminator, enter),
        terminator_position: entry.terminator_position,
    };
    definition.blocks.push(moved);
    for mut call in calls {
        if call.block == 0 {
            call.block = begin.0 as usize;
        }
        jump(definition, call, begin, sum);
    }
    if let Some(sum) = sum {
        add_to_results(definition, sum);
    }
}

/// Makes a jump of a call.
fn jump(definition: &mut Definition, call: TailCall, begin: BlockId, sum: Option<ValueId>) {
    let mut arguments = call.arguments;
    let position = definition.blocks[call.block].instructions[call.at].position;
    definition.blocks[call.block].instructions.truncate(call.at);
    match (sum, call.addend) {
        (Some(sum), Some(addend)) => {
            let so_far = add(definition, call.block, [sum.into(), addend]);
            arguments.push(so_far.into());
        }
        (sum, _) => arguments.extend(sum.map(Operand::from)),
    }
    let block = &mut definition.blocks[call.block];
    block.terminator = Terminator::Jump(BlockCall { block: begin, arguments });
    block.terminator_position = position;
}

/// Adds the sum so far to what is returned.
fn add_to_results(definition: &mut Definition, sum: ValueId) {
    for block in 0..definition.blocks.len() {
        let Terminator::Return(values) = &definition.blocks[block].terminator else { continue };
        let [result] = &values[..] else { continue };
        let all = add(definition, block, [sum.into(), result.clone()]);
        definition.blocks[block].terminator = Terminator::Return(vec![all.into()]);
    }
}

/// Adds two numbers at the end of a block.
fn add(definition: &mut Definition, block: usize, [a, b]: [Operand; 2]) -> ValueId {
    let result = new_value(definition, definition.type_of(&a));
    let block = &mut definition.blocks[block];
    block.instructions.push(Instruction {
        results: smallvec![result],
        operation: Operation::Binary(BinaryOperation::Add, a, b),
        position: block.terminator_position,
    });
    result
}

fn new_value(definition: &mut Definition, value_type: Type) -> ValueId {
    definition.values.push(ValueInfo { value_type, name: None });
    ValueId(definition.values.len() as u32 - 1)
}

#[cfg(test)]
mod tests;
