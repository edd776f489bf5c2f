//! Which blocks were entered, and how much of the program that is.
//!
//! Invariant: progress and outcome count the same instructions.

use std::collections::BTreeSet;

use klew_ir::{
    BlockId, Callee, Constant, Function, FunctionBody, FunctionId, Operand, Operation, Program,
};

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
}

/// Functions that may be called from `entry`: by direct calls, or because their address is taken in
/// a function that may be called or in a global.
pub(crate) fn reachable_functions(program: &Program, entry: FunctionId) -> BTreeSet<FunctionId> {
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

/// What a block counts: its instructions, terminator included; nothing in models of libraries, which are
/// not what the user wants to cover.
pub(crate) fn weight(function: &Function, block: usize) -> u64 {
    match &function.body {
        FunctionBody::Defined(definition) if !function.library => {
            definition.blocks.get(block).map_or(0, |block| block.instructions.len() as u64 + 1)
        }
        _ => 0,
    }
}

/// What can be covered: the weight of the functions that `entry` may reach.
pub(crate) fn total_instructions(program: &Program, entry: FunctionId) -> u64 {
    let weight_of = |id: FunctionId| -> u64 {
        let function = program.function(id);
        let FunctionBody::Defined(definition) = &function.body else { return 0 };
        (0..definition.blocks.len()).map(|block| weight(function, block)).sum()
    };
    reachable_functions(program, entry).into_iter().map(weight_of).sum()
}
