//! What things are called by their author, and other things that are read off a function.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::{
    BlockId, Definition, Operand, Operation, Position, Program, ValueId, control_flow::ControlFlow,
    dominators::Dominators,
};

use crate::cells::Cell;
use crate::objects::{Base, Object, Objects, Site};

/// The source variables that values are of.
pub(crate) fn variables(definition: &Definition) -> BTreeMap<ValueId, String> {
    let mut names = BTreeMap::new();
    for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
        if let Operation::Bind(variable, Operand::Value(value)) = &instruction.operation
            && let Some(variable) = definition.variables.get(variable.0 as usize)
        {
            names.entry(*value).or_insert_with(|| variable.name.clone());
        }
    }
    names
}

/// Where a block begins in the source.
pub(crate) fn position(definition: &Definition, block: BlockId) -> Position {
    let block = &definition.blocks[block.0 as usize];
    let mut positions = block.instructions.iter().map(|instruction| instruction.position);
    positions.find(|position| position.is_known()).unwrap_or(block.terminator_position)
}

/// What a cell is called.
pub(crate) fn cell(program: &Program, definition: &Definition, cell: Cell) -> String {
    let object = match cell.object() {
        Object::Global(global) => program.global(global).name.clone(),
        Object::Site(site) => {
            let mut all = definition.blocks.iter().flat_map(|block| &block.instructions);
            let made = all.find(|instruction| instruction.results.first() == Some(&site));
            let variable = match made.map(|instruction| &instruction.operation) {
                Some(Operation::Allocate { variable: Some(variable), .. }) => {
                    definition.variables.get(variable.0 as usize)
                }
                _ => None,
            };
            variable.map_or_else(|| format!("object {}", site.0), |variable| variable.name.clone())
        }
    };
    match cell {
        Cell::Contents(_, 0, _) => object,
        Cell::Contents(_, offset, _) => format!("{object}+{offset}"),
        Cell::Size(_) => format!("size of {object}"),
        Cell::Alive(_) => format!("{object} lives"),
    }
}

/// The objects of a function whose life may end while it runs.
pub(crate) fn dying(definition: &Definition, objects: &Objects) -> BTreeSet<Object> {
    let mut found = BTreeSet::new();
    for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
        match &instruction.operation {
            Operation::Free(pointer) | Operation::ScopeEnd(pointer) => {
                if let Base::Object(object) = objects.base(pointer) {
                    found.insert(object);
                }
            }
            Operation::StackRelease(mark) => {
                found.extend(released(definition, objects, mark).into_iter().map(Object::Site));
            }
            _ => {}
        }
    }
    found
}

/// The stack objects that a release may end: all but those that are surely older than its mark.
pub(crate) fn released(definition: &Definition, objects: &Objects, mark: &Operand) -> Vec<ValueId> {
    let stack = objects.sites.iter().filter(|(_, site)| site.kind == klew_ir::ObjectKind::Stack);
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
