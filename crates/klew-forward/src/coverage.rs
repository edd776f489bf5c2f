//! Which blocks were entered, and how much of the program that is.
//!
//! Invariant: progress and outcome count the same instructions.

use klew_ir::{BlockId, Function, FunctionBody, FunctionId, Program, call_graph::CallGraph};

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

    /// Has room for so many functions.
    pub(crate) fn grow(&mut self, functions: usize) {
        self.functions.resize(functions.max(self.functions.len()), None);
    }

    /// Takes over what is known of a function.
    pub(crate) fn set(&mut self, function: FunctionId, blocks: Vec<bool>) {
        if let Some(known) = self.functions.get_mut(function.0 as usize) {
            *known = Some(blocks);
        }
    }

    /// What is known of functions.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (FunctionId, &[bool])> {
        let all = self.functions.iter().zip(0..);
        all.filter_map(|(blocks, id)| Some((FunctionId(id), blocks.as_deref()?)))
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
    CallGraph::new(program).reachable(entry).into_iter().map(weight_of).sum()
}
