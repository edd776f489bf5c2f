//! Which blocks were entered.

use std::collections::BTreeSet;

use klew_ir::{BlockId, Callee, Constant, FunctionBody, FunctionId, Operand, Operation, Program};

/// Which blocks were entered, of the functions that the entry function may reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    functions: Vec<Option<Vec<bool>>>,
}

impl Coverage {
    /// Of nothing yet.
    pub(crate) fn new(functions: usize) -> Coverage {
        Coverage { functions: vec![None; functions] }
    }

    /// Takes over what is known of a function.
    pub(crate) fn set(&mut self, function: FunctionId, blocks: Vec<bool>) {
        self.functions[function.0 as usize] = Some(blocks);
    }

    /// Whether a block was entered.
    pub fn is_covered(&self, function: FunctionId, block: BlockId) -> bool {
        self.functions
            .get(function.0 as usize)
            .and_then(Option::as_ref)
            .and_then(|blocks| blocks.get(block.0 as usize))
            .copied()
            .unwrap_or(false)
    }

    /// Instructions (terminators too) of covered blocks.
    pub fn covered_instructions(&self, program: &Program) -> u64 {
        let mut covered = 0;
        for (index, blocks) in self.functions.iter().enumerate() {
            let (Some(blocks), FunctionBody::Defined(definition)) =
                (blocks, &program.functions[index].body)
            else {
                continue;
            };
            for (block, entered) in definition.blocks.iter().zip(blocks) {
                covered += if *entered { block.instructions.len() as u64 + 1 } else { 0 };
            }
        }
        covered
    }
}

/// Functions that may be called from `entry`: by direct calls, or because their address is taken in
/// a function that may be called or in a global.
pub fn reachable_functions(program: &Program, entry: FunctionId) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::from([entry]);
    let mut work = vec![entry];
    for global in &program.globals {
        if let klew_ir::Initializer::Bytes(_, relocations) = &global.initializer {
            for relocation in relocations {
                if let Constant::Function(function) = relocation.value
                    && found.insert(function)
                {
                    work.push(function);
                }
            }
        }
    }
    while let Some(function) = work.pop() {
        let FunctionBody::Defined(definition) = &program.function(function).body else { continue };
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            let mut visit = |callee: FunctionId| {
                if found.insert(callee) {
                    work.push(callee);
                }
            };
            if let Operation::Call { callee: Callee::Function(callee), .. } = instruction.operation
            {
                visit(callee);
            }
            for operand in instruction.operation.operands() {
                if let Operand::Constant(Constant::Function(callee)) = operand {
                    visit(*callee);
                }
            }
        }
    }
    found
}

/// Instructions (terminators too) of those functions.
pub(crate) fn total_instructions(program: &Program, functions: &BTreeSet<FunctionId>) -> u64 {
    let definitions = functions.iter().filter_map(|&id| match &program.function(id).body {
        FunctionBody::Defined(definition) => Some(definition),
        _ => None,
    });
    definitions
        .flat_map(|definition| &definition.blocks)
        .map(|block| block.instructions.len() as u64 + 1)
        .sum()
}
