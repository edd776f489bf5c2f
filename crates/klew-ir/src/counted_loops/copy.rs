//! Copies of a turn, or of the way out of a loop, with given values of the loop's variables.

use rustc_hash::FxHashMap;

use crate::builder::Builder;
use crate::{BlockId, Instruction, Operand, Operation, Type, ValueId};

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

    /// What the blocks of a path do, one after the other; gives what the last one passes on.
    pub(super) fn along(
        &mut self,
        builder: &mut Builder,
        (path, to): (&[BlockId], BlockId),
        bindings: Bindings,
    ) -> Vec<Operand> {
        let mut passed = Vec::new();
        let after = path.iter().skip(1).copied().chain([to]);
        for (&block, next) in path.iter().zip(after) {
            let parameters = &builder.definition.blocks[block.0 as usize].parameters;
            // The variables of the loop are known; nothing is passed to its header here.
            self.values.extend(parameters.iter().copied().zip(passed));
            self.instructions(builder, block, bindings);
            passed = self.passed(builder, block, next);
        }
        passed
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
}
