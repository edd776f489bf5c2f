//! Which of clang's checks of array indices (`-fsanitize=array-bounds`) say more than that an access lies within one object:
//! those of arrays that are part of something larger. An array that is an object of its own needs none, as
//! accesses are checked themselves. Where clang takes an access for an address only (`s.a[i]++`, `--s.a[i]`), it allows the index that is one
//! too large; that check is made strict.
//!
//! clang puts a check right before the address that it is about: `br %fits, label %next, label %handler`, and in `%next` the
//! `getelementptr`.
//!
//! Invariant: a check goes only if the array is seen to be all of a variable, and what the address points to is loaded or stored;
//! what is not understood keeps its check. So it stays where an address is only computed (`&a[n]` is undefined for
//! an `n` that is too large), and for arrays of variable length: `(*a)[n]` and `a[0]` begin at one place.

use crate::syntax::{
    BlockId, Body, Constant, ConstantExpression, Definition, GlobalId, IntegerPredicate, LocalId,
    Module, Operation, Type, TypeId, TypeTable, Value,
};

const HANDLER: &str = "__ubsan_handle_out_of_bounds";

/// Takes out checks of arrays that are whole objects, and has the others allow no index that is not one of the array where what is there is
/// loaded or stored.
pub fn adjust_checks(module: &mut Module) {
    let handler = module.functions.iter().map(|function| function.symbol);
    let Some(handler) = handler.into_iter().find(|id| module.name(*id) == Some(HANDLER)) else {
        return;
    };
    let variables: Vec<(GlobalId, TypeId)> =
        module.variables.iter().map(|variable| (variable.symbol, variable.ty)).collect();
    for function in &mut module.functions {
        let Body::Defined(definition) = &mut function.body else { continue };
        let needless = needless(definition, handler, &variables);
        let loose = loose(definition, handler, &module.types);
        for (block, at) in loose {
            if let Operation::ICmp { predicate, .. } =
                &mut definition.blocks[block].instructions[at].operation
            {
                *predicate = IntegerPredicate::Ult;
            }
        }
        for block in &mut definition.blocks {
            let Some(last) = block.instructions.last_mut() else { continue };
            if let Operation::ConditionalBranch { if_true, if_false, .. } = last.operation
                && needless.contains(&(if_false, if_true))
            {
                last.operation = Operation::Branch(if_true);
            }
        }
    }
}

/// Blocks that report, each with the one where runs go on, of checks about whole objects.
fn needless(
    definition: &Definition,
    handler: GlobalId,
    variables: &[(GlobalId, TypeId)],
) -> Vec<(BlockId, BlockId)> {
    let mut found = reporting(definition, handler);
    found.retain(|(_, next)| {
        address(definition, *next).is_some_and(|address| {
            address.is_whole(definition, variables) && is_accessed(definition, address.result)
        })
    });
    found
}

/// Blocks that report, each with the one where runs go on.
fn reporting(definition: &Definition, handler: GlobalId) -> Vec<(BlockId, BlockId)> {
    let reports = |operation: &Operation| match operation {
        Operation::Call(call) => call.callee == Value::Constant(Constant::Global(handler)),
        _ => false,
    };
    let mut found = Vec::new();
    for (number, block) in (0..).zip(&definition.blocks) {
        let mut operations = block.instructions.iter().map(|it| &it.operation);
        let Some(Operation::Branch(next)) = operations.clone().next_back() else { continue };
        if operations.any(reports) {
            found.push((BlockId(number), *next));
        }
    }
    found
}

/// The comparisons that allow the length of an array as an index of what is loaded or stored: the block and the place in it.
fn loose(definition: &Definition, handler: GlobalId, types: &TypeTable) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (reports, next) in reporting(definition, handler) {
        let Some(address) = address(definition, next) else { continue };
        let Type::Array { count, .. } = *types.get(address.array) else { continue };
        let is_loose = |operation: &Operation| match operation {
            Operation::ICmp { predicate: IntegerPredicate::Ule, right, .. } => {
                matches!(right, Value::Constant(Constant::Integer(most)) if most.to_u64() == Some(count))
            }
            _ => false,
        };
        if !is_accessed(definition, address.result) {
            continue;
        }
        for (number, block) in definition.blocks.iter().enumerate() {
            let Some(Operation::ConditionalBranch { condition, if_true, if_false }) =
                block.instructions.last().map(|last| &last.operation)
            else {
                continue;
            };
            if (*if_true, *if_false) == (next, reports) {
                let is_condition = |result: Option<LocalId>| {
                    result.is_some_and(|local| condition.value == Value::Local(local))
                };
                found.extend(block.instructions.iter().enumerate().find_map(|(at, one)| {
                    (is_condition(one.result) && is_loose(&one.operation)).then_some((number, at))
                }));
            }
        }
    }
    found
}

/// An address: what it is called, the type stepped over, what it starts from, and the number of indices.
struct Address<'d> {
    result: LocalId,
    array: TypeId,
    base: &'d Value,
    indices: usize,
}

/// The first address that a block computes.
fn address(definition: &Definition, block: BlockId) -> Option<Address<'_>> {
    let block = definition.blocks.get(block.0 as usize)?;
    block.instructions.iter().find_map(|instruction| match &instruction.operation {
        Operation::GetElementPtr { source, base, indices, .. } => {
            let result = instruction.result?;
            Some(Address { result, array: *source, base: &base.value, indices: indices.len() })
        }
        _ => None,
    })
}

impl Address<'_> {
    /// Whether its array is all of a variable.
    fn is_whole(&self, definition: &Definition, variables: &[(GlobalId, TypeId)]) -> bool {
        if is_variable(definition, self.array, self.base, variables) {
            return true;
        }
        // An array that has become a pointer to its first element.
        if self.indices != 1 {
            return false;
        }
        match self.base {
            Value::Local(local) => match made_by(definition, *local) {
                Some(Operation::GetElementPtr { source, base, indices, .. }) => {
                    let zeros = indices
                        .iter()
                        .all(|index| matches!(&index.value, Value::Constant(it) if is_zero(it)));
                    zeros
                        && indices.len() == 2
                        && is_variable(definition, *source, &base.value, variables)
                }
                _ => false,
            },
            Value::Constant(Constant::Expression(expression)) => match &**expression {
                ConstantExpression::GetElementPtr { source, base, indices, .. } => {
                    let inner = Value::Constant(base.value.clone());
                    indices.len() == 2
                        && indices.iter().all(|index| is_zero(&index.value))
                        && is_variable(definition, *source, &inner, variables)
                }
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether a value is the address of a variable of that type.
fn is_variable(
    definition: &Definition,
    of: TypeId,
    address: &Value,
    variables: &[(GlobalId, TypeId)],
) -> bool {
    match address {
        Value::Local(local) => {
            matches!(made_by(definition, *local), Some(Operation::Alloca { ty, count: None, .. }) if *ty == of)
        }
        Value::Constant(Constant::Global(id)) => variables.contains(&(*id, of)),
        _ => false,
    }
}

/// Whether something is loaded or stored there, or in an element or a member of what is there: these have checks of their own,
/// and lie outside of the variable if it does.
fn is_accessed(definition: &Definition, address: LocalId) -> bool {
    let mut open = vec![address];
    while let Some(address) = open.pop() {
        let is_it = |value: &Value| *value == Value::Local(address);
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.operation {
                Operation::Load { pointer, .. } | Operation::Store { pointer, .. }
                    if is_it(&pointer.value) =>
                {
                    return true;
                }
                Operation::GetElementPtr { base, indices, .. }
                    if is_it(&base.value)
                        && indices.len() > 1
                        && matches!(&indices[0].value, Value::Constant(it) if is_zero(it)) =>
                {
                    open.extend(instruction.result);
                }
                _ => {}
            }
        }
    }
    false
}

fn is_zero(constant: &Constant) -> bool {
    matches!(constant, Constant::Integer(value) if value.to_u64() == Some(0))
}

fn made_by(definition: &Definition, local: LocalId) -> Option<&Operation> {
    let instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    let mut instructions = instructions.filter(|instruction| instruction.result == Some(local));
    instructions.next().map(|instruction| &instruction.operation)
}
