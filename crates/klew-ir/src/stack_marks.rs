//! Which stack objects a [release](crate::Operation::StackRelease) may end.
//!
//! **Invariant**: what is left out is older than the mark in every run that comes to the release.

use std::collections::BTreeSet;

use crate::{
    BlockId, Definition, ObjectKind, Operand, Operation, ValueId,
    control_flow::ControlFlow,
    dominators::Dominators,
    pointer_bases::{PointerBases, Site},
};

/// The stack objects that a release may end: all but those that are surely older than its mark.
pub fn released(definition: &Definition, bases: &PointerBases, mark: &Operand) -> Vec<ValueId> {
    let stack = bases.sites().iter().filter(|(_, site)| site.kind == ObjectKind::Stack);
    let Some(marked) = mark.as_value().and_then(|mark| mark_of(definition, mark)) else {
        return stack.map(|(value, _)| *value).collect();
    };
    let flow = ControlFlow::new(definition);
    let dominators = Dominators::new(&flow);
    let releases: Vec<BlockId> = (0..definition.blocks.len() as u32)
        .map(BlockId)
        .filter(|block| {
            let instructions = &definition.blocks[block.0 as usize].instructions;
            instructions.iter().any(|i| i.operation == Operation::StackRelease(mark.clone()))
        })
        .collect();
    let is_older = |value: ValueId, site: &Site| match site.block == marked {
        true => comes_first(definition, marked, value, mark),
        false => {
            dominators.dominates(site.block, marked)
                && !reaches_without(&flow, site.block, &releases, marked)
        }
    };
    stack.filter(|(value, site)| !is_older(**value, site)).map(|(value, _)| *value).collect()
}

/// Whether in a block an object is made before a mark.
fn comes_first(definition: &Definition, block: BlockId, object: ValueId, mark: &Operand) -> bool {
    let instructions = &definition.blocks[block.0 as usize].instructions;
    let place = |value| instructions.iter().position(|i| i.results.contains(&value));
    match (place(object), mark.as_value().and_then(place)) {
        (Some(object), Some(mark)) => object < mark,
        _ => false,
    }
}

/// The block with the mark.
fn mark_of(definition: &Definition, mark: ValueId) -> Option<BlockId> {
    let index = definition.blocks.iter().position(|block| {
        block.instructions.iter().any(|instruction| {
            instruction.operation == Operation::StackMark && instruction.results.contains(&mark)
        })
    })?;
    Some(BlockId(index as u32))
}

/// Whether a run from one block comes to one of the others without passing a certain one.
fn reaches_without(flow: &ControlFlow, from: BlockId, to: &[BlockId], but: BlockId) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if to.contains(&block) {
            return true;
        }
        let next = flow.successors(block).iter().filter(|next| **next != but);
        work.extend(next.filter(|next| seen.insert(**next)));
    }
    false
}
