//! Allocations of a number of elements (`calloc(count, size)`) give null where the product of both overflows: that is an allocation of more than there
//! can be here, which gives null as well, so what comes of it is one object for engines that have to know which one a pointer points into.
//!
//! See [`crate::large_allocations`] for what becomes of those that are too large.
//!
//! **Invariant**: every run does the same.

use std::sync::Arc;

use smallvec::smallvec;

use crate::builder::int;
use crate::{
    BlockCall, BlockId, Constant, Definition, FunctionBody, Instruction, ObjectKind, Operand,
    Operation, OverflowOperation, Program, Terminator, Type, ValueId, ValueInfo,
};

/// Makes one allocation of those; whether there were any.
pub fn join_overflowing_sizes(program: &mut Program) -> bool {
    let bits = program.data_model.pointer_bits;
    let mut any = false;
    for function in &mut program.functions {
        let FunctionBody::Defined(definition) = &mut function.body else { continue };
        let found: Vec<Found> =
            (0..definition.blocks.len()).filter_map(|block| find(definition, block)).collect();
        if found.is_empty() {
            continue;
        }
        any = true;
        let definition = Arc::make_mut(definition);
        found.into_iter().for_each(|found| join(definition, found, bits));
    }
    any
}

/// A block that asks whether a product overflows, and allocates that behind where it does not.
struct Found {
    block: usize,
    overflows: Operand,
    allocates: BlockId,
}

fn find(definition: &Definition, block: usize) -> Option<Found> {
    let Terminator::Branch { condition, then_block, else_block } =
        &definition.blocks[block].terminator
    else {
        return None;
    };
    // Of two arrays of as many elements it may have been asked before.
    let mut instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    let asked = instructions.find_map(|instruction| {
        let is_it = instruction.results.first().map(|result| Operand::from(*result));
        match &instruction.operation {
            Operation::Overflows(OverflowOperation::UnsignedMul, a, b) => {
                (is_it.as_ref() == Some(condition)).then_some((a, b))
            }
            _ => None,
        }
    })?;
    let (gives_null, allocates) = (next(definition, then_block)?, next(definition, else_block)?);
    let [product, allocation] = allocates.0 else { return None };
    let Operation::Allocate { kind: ObjectKind::Heap, size, .. } = &allocation.operation else {
        return None;
    };
    let is_product = match &product.operation {
        Operation::Binary(crate::BinaryOperation::Mul, a, b) => (a, b) == asked,
        _ => false,
    };
    let of = |instruction: &Instruction| instruction.results.first().copied().map(Operand::from);
    let null = Operand::Constant(Constant::Null);
    let fits = gives_null.0.is_empty()
        && gives_null.1.block == allocates.1.block
        && gives_null.1.arguments[..] == [null]
        && is_product
        && of(product).as_ref() == Some(size)
        && of(allocation).is_some_and(|object| allocates.1.arguments[..] == [object]);
    fits.then(|| Found { block, overflows: condition.clone(), allocates: else_block.block })
}

/// What a block does that has no parameters, and where it jumps to.
fn next<'d>(
    definition: &'d Definition,
    call: &BlockCall,
) -> Option<(&'d [Instruction], &'d BlockCall)> {
    let block = &definition.blocks[call.block.0 as usize];
    match &block.terminator {
        Terminator::Jump(next) if block.parameters.is_empty() => Some((&block.instructions, next)),
        _ => None,
    }
}

fn join(definition: &mut Definition, found: Found, bits: u32) {
    let size = ValueId(definition.values.len() as u32);
    definition.values.push(ValueInfo { value_type: Type::Int(bits), name: None });
    // Nothing comes there any more.
    let nowhere = &mut definition.blocks[found.allocates.0 as usize];
    let mut instructions = std::mem::take(&mut nowhere.instructions);
    let position = nowhere.terminator_position;
    let jump = match &mut nowhere.terminator {
        Terminator::Jump(next) => {
            let jump = next.clone();
            next.arguments = vec![Operand::Constant(Constant::Null)];
            jump
        }
        _ => return,
    };
    let Some(product) = instructions[0].results.first().copied() else { return };
    let most = int(bits, u64::MAX >> (64 - bits));
    let operation = Operation::Select(found.overflows, most, product.into());
    instructions.insert(1, Instruction { results: smallvec![size], operation, position });
    if let Operation::Allocate { size: asked, .. } = &mut instructions[2].operation {
        *asked = size.into();
    }
    let block = &mut definition.blocks[found.block];
    block.instructions.append(&mut instructions);
    block.terminator = Terminator::Jump(jump);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_program, print_program, verify_program};

    fn joined(overflow: &str) -> (bool, String) {
        let text = format!(
            "function @main(%n: i64) {{
entry:
  %o = overflows {overflow} i64 %n, 4
  branch %o, none, some
none:
  jump both(null)
some:
  %s = mul i64 %n, 4
  %a = allocate heap %s zeroed
  jump both(%a)
both(%p: ptr):
  free %p
  exit
}}"
        );
        let mut program = parse_program(&text, "a.kir").expect("is a program");
        let any = join_overflowing_sizes(&mut program);
        let printed = print_program(&program);
        assert_eq!(verify_program(&program), Ok(()), "{printed}");
        (any, printed)
    }

    #[test]
    fn what_overflows_is_an_allocation_of_too_much() {
        let (any, printed) = joined("unsigned_mul");
        assert!(any, "{printed}");
        let entry = printed.split("none").next().expect("has an entry");
        assert!(
            entry.contains("select i64 %o, 18446744073709551615")
                && entry.contains("allocate heap"),
            "{printed}"
        );
    }

    #[test]
    fn other_overflows_stay() {
        assert!(!joined("signed_mul").0);
    }
}
