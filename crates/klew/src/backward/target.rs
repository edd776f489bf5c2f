//! What `klew reach` is to reach, as a check in the program.
//!
//! Front ends put the check in where they know the place best (`klew_llvm::target`, `klew_jvm::target`); a `.kir`
//! program gets it here.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::{
    Block, Check, CheckId, Constant, FunctionBody, Instruction, Operand, Operation, Position,
    Program, Property, number_checks,
};
use klew_llvm::target::TARGET_MESSAGE;
use smallvec::smallvec;

use crate::error::UserError;
use crate::reach::{Existing, Place};

/// Gives the properties to look for: a property's own checks, or those of the target, which then are the only ones
/// of their kind.
pub fn instrument(
    program: &mut Program,
    place: &Place,
    is_kir: bool,
) -> Result<Vec<Property>, UserError> {
    if let Place::Property(property) = place {
        return Ok(vec![*property]);
    }
    end_at_error_calls(program);
    if is_kir {
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
    }
    Ok(vec![Property::ErrorCall])
}

fn blocks(program: &mut Program) -> impl Iterator<Item = (String, usize, &mut Block)> {
    program.functions.iter_mut().flat_map(|function| {
        let name = function.name.clone();
        let blocks = match &mut function.body {
            FunctionBody::Defined(definition) => &mut definition.blocks[..],
            _ => &mut [],
        };
        blocks.iter_mut().enumerate().map(move |(index, block)| (name.clone(), index, block))
    })
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

/// The program's own error calls are no targets; runs end there.
fn end_at_error_calls(program: &mut Program) {
    for instruction in blocks(program).flat_map(|(_, _, block)| &mut block.instructions) {
        if let Operation::Assert { property: Property::ErrorCall, message, check, .. } =
            &instruction.operation
            && message.as_deref() != Some(TARGET_MESSAGE)
            && let Check::Holds(holds) = check
        {
            instruction.operation = Operation::Assume(holds.clone());
        }
    }
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
