//! Copies of a turn, or of the way out of a loop, with given values of the loop's variables.

use rustc_hash::FxHashMap;

use super::shape::{CountedLoop, Exit};
use crate::builder::Builder;
use crate::{BlockCall, BlockId, Instruction, Operand, Operation, Type, ValueId};

/// Whether traces are told what the source's variables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bindings {
    Kept,
    Omitted,
}

/// A copy of what a loop does, its values renamed.
pub(super) struct Copy {
    pub(super) values: FxHashMap<ValueId, Operand>,
}

impl Copy {
    /// With these values of the loop's variables.
    pub(super) fn new(variables: &[ValueId], are: Vec<Operand>) -> Copy {
        Copy { values: variables.iter().copied().zip(are).collect() }
    }

    fn operand(&self, operand: &Operand) -> Operand {
        let known = operand.as_value().and_then(|value| self.values.get(&value));
        known.unwrap_or(operand).clone()
    }

    /// What a whole turn does; gives what the next one begins with.
    pub(super) fn turn(
        &mut self,
        builder: &mut Builder,
        counted: &CountedLoop,
        bindings: Bindings,
    ) -> Vec<Operand> {
        for (number, &block) in counted.blocks.iter().enumerate() {
            self.instructions(builder, block, bindings);
            let next = counted.blocks.get(number + 1).copied();
            let to = next.unwrap_or(counted.header);
            let arguments = self.passed(builder, block, to);
            match next {
                Some(next) => self.enter(builder, next, arguments),
                None => return arguments,
            }
        }
        Vec::new()
    }

    /// What is done until the loop is left; gives where it leads.
    pub(super) fn way_out(&mut self, builder: &mut Builder, exit: &Exit) -> BlockCall {
        for (number, &block) in exit.path.iter().enumerate() {
            self.instructions(builder, block, Bindings::Kept);
            if let Some(&next) = exit.path.get(number + 1) {
                let arguments = self.passed(builder, block, next);
                self.enter(builder, next, arguments);
            } else {
                let arguments = self.passed(builder, block, exit.to);
                return BlockCall { block: exit.to, arguments };
            }
        }
        BlockCall { block: exit.to, arguments: Vec::new() }
    }

    fn instructions(&mut self, builder: &mut Builder, block: BlockId, bindings: Bindings) {
        for instruction in builder.definition.blocks[block.0 as usize].instructions.clone() {
            let Instruction { results, mut operation, position } = instruction;
            if bindings == Bindings::Omitted && matches!(operation, Operation::Bind(..)) {
                continue;
            }
            operation.operands_mut().into_iter().for_each(|it| *it = self.operand(it));
            builder.position = position;
            let types =
                results.iter().map(|it| builder.definition.values[it.0 as usize].value_type);
            let types: Vec<Type> = types.collect();
            let copies = builder.emit_all(operation, &types);
            self.values.extend(results.into_iter().zip(copies));
        }
    }

    /// What a block passes to another.
    fn passed(&self, builder: &Builder, from: BlockId, to: BlockId) -> Vec<Operand> {
        let successors = builder.definition.blocks[from.0 as usize].terminator.successors();
        let call = successors.into_iter().find(|next| next.block == to);
        call.into_iter().flat_map(|next| &next.arguments).map(|it| self.operand(it)).collect()
    }

    fn enter(&mut self, builder: &Builder, block: BlockId, arguments: Vec<Operand>) {
        let parameters = &builder.definition.blocks[block.0 as usize].parameters;
        self.values.extend(parameters.iter().copied().zip(arguments));
    }
}
