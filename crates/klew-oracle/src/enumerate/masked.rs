//! Which values are only used through a mask (`and x, 3`): then a narrow domain stands for all their values.

use std::collections::HashSet;

use klew_ir::{
    BinaryOperation, Constant, Definition, FunctionBody, FunctionId, Operand, Operation, Program,
    Type, ValueId,
};
use num_traits::ToPrimitive;

use super::Bounds;

/// The values of which only bits within the domain of inputs are used.
#[derive(Debug)]
pub(super) struct Masked(HashSet<(FunctionId, ValueId)>);

impl Masked {
    pub(super) fn new(program: &Program, bounds: &Bounds) -> Masked {
        let mut found = HashSet::new();
        for (index, function) in program.functions.iter().enumerate() {
            if let FunctionBody::Defined(definition) = &function.body {
                let wide = used_whole(definition, bounds);
                let all = (0..definition.values.len() as u32).map(ValueId);
                let narrow = all.filter(|value| !wide.contains(value));
                found.extend(narrow.map(|value| (FunctionId(index as u32), value)));
            }
        }
        Masked(found)
    }

    pub(super) fn contains(&self, function: FunctionId, value: ValueId) -> bool {
        self.0.contains(&(function, value))
    }
}

/// Values that are used otherwise than through a mask that fits the domain.
fn used_whole(definition: &Definition, bounds: &Bounds) -> HashSet<ValueId> {
    let mut wide = HashSet::new();
    let mut used = |operand: &Operand| {
        if let Operand::Value(value) = operand {
            wide.insert(*value);
        }
    };
    for block in &definition.blocks {
        for instruction in &block.instructions {
            match &instruction.operation {
                Operation::Binary(BinaryOperation::And, Operand::Value(value), mask)
                    if fits(definition, *value, mask, bounds) => {}
                operation => operation.operands().into_iter().for_each(&mut used),
            }
        }
        block.terminator.operands().into_iter().for_each(&mut used);
    }
    wide
}

/// Whether a mask takes numbers to the domain of their width and leaves the domain's as they are, or less.
fn fits(definition: &Definition, value: ValueId, mask: &Operand, bounds: &Bounds) -> bool {
    let max = match definition.values[value.0 as usize].value_type {
        Type::Int(8) => bounds.byte_max,
        Type::Int(32) => bounds.int_max,
        _ => return false,
    };
    let Operand::Constant(Constant::Int { value: mask, .. }) = mask else { return false };
    // The domain is all of the mask's bits.
    (max + 1).is_power_of_two() && mask.to_u64().is_some_and(|mask| mask <= max)
}
