//! What `klew reach` is to reach, as a check in the program.

use klew_ir::{
    Block, Check, Constant, FunctionBody, Instruction, Operand, Operation, Program, Property,
};
use smallvec::smallvec;

use crate::error::UserError;
use crate::java::names;

/// Puts a check that fails to where the target is, and gives the properties to look for: a property's own checks, or
/// that one alone.
pub fn instrument(program: &mut Program, target: &str) -> Result<Vec<Property>, UserError> {
    if let Some(property) = Property::from_name(target) {
        return Ok(vec![property]);
    }
    remove_error_calls(program);
    let found = match target.rsplit_once(':').map(|(file, line)| (file, line.parse::<u32>())) {
        Some((file, Ok(line))) => at_line(program, file, line),
        _ => at_function(program, target) + at_label(program, target),
    };
    if found == 0 {
        return Err(UserError::new(format!("nothing in the program is `{target}`")).help(
            "a target is FILE:LINE where there is code, a function, a label, or a property \
             (assertion, valid-deref, …)",
        ));
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

/// The program's own error calls are no targets.
fn remove_error_calls(program: &mut Program) {
    for (_, _, block) in blocks(program) {
        block.instructions.retain(|instruction| {
            !matches!(
                instruction.operation,
                Operation::Assert { property: Property::ErrorCall, .. }
            )
        });
    }
}

fn insert(block: &mut Block, at: usize, what: &str) {
    let position = match block.instructions.get(at) {
        Some(next) => next.position,
        None => block.terminator_position,
    };
    let operation = Operation::Assert {
        property: Property::ErrorCall,
        check: Check::Holds(Operand::Constant(Constant::int(1, 0))),
        message: Some(format!("{what} is reached")),
    };
    block.instructions.insert(at, Instruction { results: smallvec![], operation, position });
}

fn at_line(program: &mut Program, file: &str, line: u32) -> usize {
    let files: Vec<bool> = program
        .files
        .iter()
        .map(|known| known == file || known.ends_with(&format!("/{file}")))
        .collect();
    let what = format!("{file}:{line}");
    let mut found = 0;
    for (_, _, block) in blocks(program) {
        let here = |position: klew_ir::Position| {
            position.line == line && files.get(position.file.0 as usize) == Some(&true)
        };
        let first = block.instructions.iter().position(|instruction| here(instruction.position));
        let at_end = here(block.terminator_position).then_some(block.instructions.len());
        if let Some(at) = first.or(at_end) {
            insert(block, at, &what);
            found += 1;
        }
    }
    found
}

fn at_function(program: &mut Program, wanted: &str) -> usize {
    let mut found = 0;
    for (name, index, block) in blocks(program) {
        let plain = name.split('(').next().unwrap_or_default();
        let is_it = index == 0
            && (name == wanted
                || names::shown(&name) == wanted
                || plain == wanted
                || plain.ends_with(&format!(".{wanted}")));
        if is_it {
            insert(block, 0, wanted);
            found += 1;
        }
    }
    found
}

fn at_label(program: &mut Program, wanted: &str) -> usize {
    let mut found = 0;
    for (_, _, block) in blocks(program) {
        if block.name.as_deref() == Some(wanted) {
            insert(block, 0, wanted);
            found += 1;
        }
    }
    found
}
