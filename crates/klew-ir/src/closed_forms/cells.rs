//! The places in memory that a function computes with.

use super::polynomial::Polynomial;
use crate::{Constant, Definition, Global, GlobalId, Operand, Operation, Type};

/// A number in a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) global: GlobalId,
    /// In bytes.
    pub(super) offset: i64,
    /// In bits.
    pub(super) width: u32,
}

/// The places in globals that a function reads and writes, if it touches no others.
pub(super) fn cells_of(definition: &Definition, globals: &[Global]) -> Option<Vec<Cell>> {
    let mut cells: Vec<Cell> = Vec::new();
    for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
        let (pointer, kind, writes) = match &instruction.operation {
            Operation::Load(pointer) => {
                let [result] = instruction.results.as_slice() else { return None };
                (pointer, definition.values[result.0 as usize].value_type, false)
            }
            Operation::Store(pointer, Operand::Value(value)) => {
                (pointer, definition.values[value.0 as usize].value_type, true)
            }
            Operation::Store(pointer, Operand::Constant(constant)) => {
                (pointer, constant.type_of(), true)
            }
            _ => continue,
        };
        let Operand::Constant(Constant::Global(global, offset)) = pointer else { return None };
        let Type::Int(width) = kind else { return None };
        let cell = Cell { global: *global, offset: *offset, width };
        let known = globals.get(global.0 as usize)?;
        if !is_within(&cell, known.size) || writes && known.constant || !cell.joins(&mut cells) {
            return None;
        }
    }
    Some(cells)
}

fn is_within(cell: &Cell, size: u64) -> bool {
    let is_whole = cell.width.is_multiple_of(8) && cell.width <= Polynomial::WIDEST;
    let end = cell.offset.checked_add(i64::from(cell.width / 8));
    is_whole && cell.offset >= 0 && end.is_some_and(|end| end as u64 <= size)
}

impl Cell {
    /// Is one of them from now on; not if it has a part in common with another one.
    fn joins(self, cells: &mut Vec<Cell>) -> bool {
        if cells.contains(&self) {
            return true;
        }
        let end = |cell: &Cell| cell.offset + i64::from(cell.width / 8);
        let overlaps = |cell: &Cell| {
            cell.global == self.global && cell.offset < end(&self) && self.offset < end(cell)
        };
        if cells.iter().any(overlaps) {
            return false;
        }
        cells.push(self);
        true
    }
}
