//! What things are called by their author, and other things that are read off a function.

use std::collections::BTreeSet;

use klew_ir::pointer_bases::Object;
use klew_ir::{BlockId, Definition, Operation, Position, Program};

use crate::cells::{Cell, Field, Place};
use crate::objects::Objects;
use crate::wording::LIVES;

/// Where a block begins in the source.
pub(crate) fn position(definition: &Definition, block: BlockId) -> Position {
    let block = &definition.blocks[block.0 as usize];
    let mut positions = block.instructions.iter().map(|instruction| instruction.position);
    positions.find(|position| position.is_known()).unwrap_or(block.terminator_position)
}

/// What an index that may be any is called.
const ANY: &str = "any";
const ANOTHER: &str = "another";

/// What a cell is called.
pub(crate) fn cell(program: &Program, definition: &Definition, cell: Cell) -> String {
    let index = match cell {
        Cell::Index(Place::SECOND) | Cell::Element(_, _, Place::SECOND) => ANOTHER,
        _ => ANY,
    };
    let Some(object) = cell.object() else { return index.to_owned() };
    let object = match object {
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
        Cell::Alive(_) => format!("{object}{LIVES}"),
        Cell::Element(_, Field { offset: 0, .. }, _) => format!("{object}[{index}]"),
        Cell::Element(_, field, _) => match (field.header(), field.offset - field.header()) {
            (0, offset) => format!("{object}[{index}]+{offset}"),
            (header, 0) => format!("({object}+{header})[{index}]"),
            (header, offset) => format!("({object}+{header})[{index}]+{offset}"),
        },
        Cell::Index(_) => index.to_owned(),
    }
}

/// The objects of a function whose life may end while it runs.
pub(crate) fn dying(definition: &Definition, objects: &Objects) -> BTreeSet<Object> {
    let mut found = BTreeSet::new();
    for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
        match &instruction.operation {
            Operation::Free(pointer) | Operation::ScopeEnd(pointer) => {
                if let Some(object) = objects.object(pointer) {
                    found.insert(object);
                }
            }
            Operation::StackRelease(mark) => {
                found.extend(objects.releases.of(mark).iter().map(|site| Object::Site(*site)));
            }
            _ => {}
        }
    }
    found
}
