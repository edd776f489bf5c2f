//! Calls replaced by what they call: all of a program but recursion becomes one function, whose loops analyses see whole.
//!
//! Callees come before callers, so a body is simplified and promoted once and then copied to each of its calls. An
//! object on the stack lives until its function returns; the copy ends its life by a mark and a release.
//!
//! **Invariant**: every run makes the same checks, inputs, assumptions, loads and stores with the same values, but that a
//! checked access of a promoted slot, which cannot fail, is not there.
//! **Invariant**: what stays a call is recursive, goes through a pointer, is variadic, has no body, or would make its caller larger
//! than the budget.

use std::collections::BTreeSet;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::call_graph::CallGraph;
use crate::{
    Block, BlockCall, BlockId, Callee, Constant, DataModel, Definition, FunctionBody, FunctionId,
    Instruction, ObjectKind, Operand, Operation, Program, Terminator, Type, ValueId, ValueInfo,
    VariableId, localisation::localise_globals, promotion::promote_stack_slots, simplify::simplify,
    splitting::split_records,
};

/// Inlines what can be inlined into each function that a run from the entry comes to and that is still called, until a
/// function has so many instructions. Globals that only the entry uses become variables of it. Functions
/// that nobody calls any more lose their bodies.
pub fn inline_calls(program: &mut Program, budget: usize) {
    let Some(entry) = program.entry else { return };
    let graph = CallGraph::new(program);
    let reachable: BTreeSet<FunctionId> = graph.reachable(entry).into_iter().collect();
    let components: Vec<FunctionId> = graph.components().iter().flatten().copied().collect();
    for function in components.into_iter().filter(|function| reachable.contains(function)) {
        inline_into(program, &graph, function, budget);
    }
    drop_uncalled(program, entry);
    localise_globals(program);
}

/// Inlines into one function whose callees are done.
fn inline_into(program: &mut Program, graph: &CallGraph, function: FunctionId, budget: usize) {
    let data_model = program.data_model;
    let FunctionBody::Defined(definition) = &program.functions[function.0 as usize].body else {
        return;
    };
    let mut definition = Arc::clone(definition);
    let mut size = size_of(&definition);
    let mut block = 0;
    let mut inlined = false;
    while block < definition.blocks.len() {
        let call = definition.blocks[block].instructions.iter().enumerate().find_map(
            |(at, instruction)| {
                let body = callee(program, graph, instruction)?;
                (size + size_of(body) <= budget).then(|| (at, Arc::clone(body)))
            },
        );
        if let Some((at, body)) = call {
            size += size_of(&body);
            copy_to_call(Arc::make_mut(&mut definition), block, at, &body, data_model);
            inlined = true;
        }
        // What comes after the call is a block of its own at the end.
        block += 1;
    }
    let changing = Arc::make_mut(&mut definition);
    let mut changed = inlined;
    loop {
        if changed {
            simplify(changing, data_model);
        }
        let split = split_records(changing, program.source_types(), data_model);
        if split == 0 && (!changed || promote_stack_slots(changing, data_model) == 0) {
            break;
        }
        changed = true;
    }
    if changed {
        program.functions[function.0 as usize].body = FunctionBody::Defined(definition);
    }
}

fn size_of(definition: &Definition) -> usize {
    definition.blocks.iter().map(|block| block.instructions.len() + 1).sum()
}

/// The body that a call can be replaced by.
fn callee<'p>(
    program: &'p Program,
    graph: &CallGraph,
    instruction: &Instruction,
) -> Option<&'p Arc<Definition>> {
    let Operation::Call { callee: Callee::Function(id), .. } = &instruction.operation else {
        return None;
    };
    let function = program.function(*id);
    match &function.body {
        FunctionBody::Defined(body) if !function.variadic && !graph.is_recursive(*id) => {
            (function.results.len() == instruction.results.len()).then_some(body)
        }
        _ => None,
    }
}

/// Puts a copy of a body in the place of the call at an index of a block. What follows the call becomes the last block, so
/// that calls in it are found, too.
fn copy_to_call(
    caller: &mut Definition,
    block: usize,
    at: usize,
    body: &Definition,
    data_model: DataModel,
) {
    let first = caller.blocks.len() as u32;
    let rest = BlockId(first + body.blocks.len() as u32);
    let mut after = caller.blocks[block].instructions.split_off(at);
    let call = after.remove(0);
    let Operation::Call { arguments, .. } = call.operation else { return };
    let mut copy = Copying {
        value: caller.values.len() as u32,
        block: first,
        variable: caller.variables.len() as u32,
        arguments: Vec::new(),
        rest,
        mark: None,
    };
    copy.arguments = (body.parameters.iter().zip(0..))
        .map(|(parameter, index)| {
            let missing =
                || Constant::Undefined(body.values[parameter.0 as usize].value_type).into();
            (*parameter, arguments.get(index).cloned().unwrap_or_else(missing))
        })
        .collect();
    let infos = body.values.iter().map(|v| ValueInfo { value_type: v.value_type, name: None });
    caller.values.extend(infos);
    caller.variables.extend(body.variables.iter().cloned());
    if has_stack_objects(body) {
        let mark = ValueId(caller.values.len() as u32);
        let value_type = Type::Int(data_model.pointer_bits);
        caller.values.push(ValueInfo { value_type, name: None });
        copy.mark = Some(mark);
        caller.blocks[block].instructions.push(Instruction {
            results: [mark].into_iter().collect(),
            operation: Operation::StackMark,
            position: call.position,
        });
    }
    let blocks: Vec<Block> = body.blocks.iter().map(|block| copy.block(block)).collect();
    caller.blocks.extend(blocks);
    let entry = BlockCall { block: BlockId(first), arguments: Vec::new() };
    let before = &mut caller.blocks[block];
    let terminator = std::mem::replace(&mut before.terminator, Terminator::Jump(entry));
    let terminator_position = std::mem::replace(&mut before.terminator_position, call.position);
    caller.blocks.push(Block {
        name: None,
        parameters: call.results.to_vec(),
        instructions: after,
        terminator,
        terminator_position,
    });
}

fn has_stack_objects(body: &Definition) -> bool {
    let mut instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    instructions.any(|instruction| {
        matches!(instruction.operation, Operation::Allocate { kind: ObjectKind::Stack, .. })
            // The arguments of a variadic call are an object of the caller.
            || matches!(instruction.operation, Operation::Call { .. })
    })
}

/// What the names in a copied body become.
struct Copying {
    value: u32,
    block: u32,
    variable: u32,
    arguments: Vec<(ValueId, Operand)>,
    rest: BlockId,
    mark: Option<ValueId>,
}

impl Copying {
    fn value(&self, value: ValueId) -> ValueId {
        ValueId(value.0 + self.value)
    }

    fn operand(&self, operand: &mut Operand) {
        let Operand::Value(value) = operand else { return };
        *operand = match self.arguments.iter().find(|(parameter, _)| parameter == value) {
            Some((_, argument)) => argument.clone(),
            None => self.value(*value).into(),
        };
    }

    fn block(&self, block: &Block) -> Block {
        let mut copy = block.clone();
        copy.name = None;
        copy.parameters.iter_mut().for_each(|value| *value = self.value(*value));
        for instruction in &mut copy.instructions {
            instruction.results.iter_mut().for_each(|value| *value = self.value(*value));
            instruction.operation.operands_mut().into_iter().for_each(|o| self.operand(o));
            match &mut instruction.operation {
                Operation::Bind(variable, _) => *variable = self.variable(*variable),
                Operation::Allocate { variable: Some(variable), .. } => {
                    *variable = self.variable(*variable);
                }
                _ => {}
            }
        }
        copy.terminator.operands_mut().into_iter().for_each(|operand| self.operand(operand));
        for next in copy.terminator.successors_mut() {
            next.block = BlockId(next.block.0 + self.block);
        }
        if let Terminator::Return(results) = &mut copy.terminator {
            if let Some(mark) = self.mark {
                copy.instructions.push(Instruction {
                    results: SmallVec::new(),
                    operation: Operation::StackRelease(mark.into()),
                    position: copy.terminator_position,
                });
            }
            let arguments = std::mem::take(results);
            copy.terminator = Terminator::Jump(BlockCall { block: self.rest, arguments });
        }
        copy
    }

    fn variable(&self, variable: VariableId) -> VariableId {
        VariableId(variable.0 + self.variable)
    }
}

/// Takes the bodies of functions that no run comes to.
fn drop_uncalled(program: &mut Program, entry: FunctionId) {
    let reachable = CallGraph::new(program).reachable(entry);
    for (index, function) in program.functions.iter_mut().enumerate() {
        if reachable.binary_search(&FunctionId(index as u32)).is_err() {
            function.body = FunctionBody::External;
        }
    }
}

#[cfg(test)]
mod tests;
