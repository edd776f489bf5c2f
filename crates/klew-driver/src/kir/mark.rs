//! The target of `klew reach` as a check in a `.kir` program.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::{
    Block, Check, CheckId, Constant, Instruction, Operand, Operation, Position, Program, Property,
    number_checks,
};
use klew_llvm::target::TARGET_MESSAGE;
use smallvec::smallvec;

use crate::error::UserError;
use crate::target::{Existing, Place, blocks};

/// Puts the check in.
///
/// # Errors
/// There is no such place.
pub fn mark(program: &mut Program, place: &Place) -> Result<(), UserError> {
    let found = match place {
        Place::Line(file, line) => at_line(program, file, *line),
        Place::Name(name) => at_function(program, name) + at_label(program, None, name),
        Place::Label(function, label) => at_label(program, Some(function), label),
        Place::Property(_) => 0,
    };
    if found == 0 {
        return Err(existing(program).no_target(place));
    }
    number_checks(program);
    Ok(())
}

fn existing(program: &mut Program) -> Existing {
    let files = program.files.clone();
    let mut lines: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for (function, _, block) in blocks(program) {
        names.insert(function);
        names.extend(block.name.clone());
        let positions = block.instructions.iter().map(|instruction| instruction.position);
        for position in positions.chain([block.terminator_position]) {
            if let Some(file) = files.get(position.file.0 as usize).filter(|_| position.is_known())
            {
                lines.entry(file.clone()).or_default().insert(position.line);
            }
        }
    }
    Existing { lines, names }
}

fn insert(block: &mut Block, at: usize) {
    let position = match block.instructions.get(at) {
        Some(next) => next.position,
        None => block.terminator_position,
    };
    let operation = Operation::Assert {
        id: CheckId::UNNUMBERED,
        property: Property::ErrorCall,
        check: Check::Holds(Operand::Constant(Constant::int(1, 0))),
        message: Some(TARGET_MESSAGE.to_owned()),
    };
    block.instructions.insert(at, Instruction { results: smallvec![], operation, position });
}

fn at_line(program: &mut Program, file: &str, line: u32) -> usize {
    let files: Vec<bool> = program
        .files
        .iter()
        .map(|known| known == file || known.ends_with(&format!("/{file}")))
        .collect();
    let mut found = 0;
    for (_, _, block) in blocks(program) {
        let here = |position: Position| {
            position.line == line && files.get(position.file.0 as usize) == Some(&true)
        };
        let first = block.instructions.iter().position(|instruction| here(instruction.position));
        let at_end = here(block.terminator_position).then_some(block.instructions.len());
        if let Some(at) = first.or(at_end) {
            insert(block, at);
            found += 1;
        }
    }
    found
}

fn at_function(program: &mut Program, wanted: &str) -> usize {
    let mut found = 0;
    for (name, index, block) in blocks(program) {
        if index == 0 && name == wanted {
            insert(block, 0);
            found += 1;
        }
    }
    found
}

fn at_label(program: &mut Program, function: Option<&str>, wanted: &str) -> usize {
    let mut found = 0;
    for (name, _, block) in blocks(program) {
        let inside = function.is_none_or(|function| function == name);
        if inside && block.name.as_deref() == Some(wanted) {
            insert(block, 0);
            found += 1;
        }
    }
    found
}
