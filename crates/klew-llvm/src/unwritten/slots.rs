//! Local variables that only loads and stores name, so that what they hold is known from these.

use crate::syntax::{Definition, LocalId, Operation, Value};

/// Of each local, whether it is the address of such a variable.
pub(super) fn slots(definition: &Definition, is_mark: impl Fn(&Operation) -> bool) -> Vec<bool> {
    let mut slots = vec![false; definition.locals.len()];
    let instructions = || definition.blocks.iter().flat_map(|block| &block.instructions);
    for instruction in instructions() {
        if let (Operation::Alloca { .. }, Some(result)) =
            (&instruction.operation, instruction.result)
        {
            slots[result.0 as usize] = true;
        }
    }
    for instruction in instructions() {
        let mut gives_away = |value: &Value| {
            if let Value::Local(LocalId(local)) = value {
                slots[*local as usize] = false;
            }
        };
        match &instruction.operation {
            Operation::Load { .. } => {}
            Operation::Store { value, .. } => gives_away(&value.value),
            operation if is_mark(operation) => {}
            operation => super::uses::operands(operation).into_iter().for_each(gives_away),
        }
    }
    slots
}
