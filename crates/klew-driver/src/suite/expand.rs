//! Selections become branches, so that both of their ways are covered: compilers count `x ? 1 : 0` as a branch, and clang makes
//! a selection of it.

use std::sync::Arc;

use klew_ir::{Block, BlockCall, BlockId, FunctionBody, Operation, Program, Terminator};

/// Expands the selections of the program's own functions.
pub fn expand(program: &mut Program) {
    for function in program.functions.iter_mut().filter(|function| !function.library) {
        let FunctionBody::Defined(definition) = &mut function.body else { continue };
        let selects = |block: &Block| block.instructions.iter().any(is_selection);
        if !definition.blocks.iter().any(selects) {
            continue;
        }
        let definition = Arc::make_mut(definition);
        let mut at = 0;
        while at < definition.blocks.len() {
            let added = BlockId(definition.blocks.len() as u32);
            if let Some(rest) = split(&mut definition.blocks[at], added) {
                definition.blocks.push(rest);
            }
            at += 1;
        }
    }
}

fn is_selection(instruction: &klew_ir::Instruction) -> bool {
    matches!(instruction.operation, Operation::Select(..)) && instruction.position.is_known()
}

/// Ends a block at its first selection; gives the rest, which becomes that block.
fn split(block: &mut Block, added: BlockId) -> Option<Block> {
    let at = block.instructions.iter().position(is_selection)?;
    let rest = block.instructions.split_off(at + 1);
    let selection = block.instructions.pop()?;
    let Operation::Select(condition, then, otherwise) = selection.operation else { return None };
    let call = |value| BlockCall { block: added, arguments: vec![value] };
    let branch =
        Terminator::Branch { condition, then_block: call(then), else_block: call(otherwise) };
    let rest = Block {
        name: None,
        parameters: selection.results.to_vec(),
        instructions: rest,
        terminator: std::mem::replace(&mut block.terminator, branch),
        terminator_position: block.terminator_position,
    };
    block.terminator_position = selection.position;
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "
function @main() -> i32 {
entry:
  %x: i32 = input \"x\"
  %big = compare signed_less i32 %x, 7
  %y = select i32 %big, 1, 2
  return %y
}
";

    #[test]
    fn selections_become_branches() {
        let mut program = klew_ir::parse_program(PROGRAM, "a").unwrap();
        expand(&mut program);
        let text = klew_ir::text::print_program(&program);
        assert!(!text.contains("select") && text.contains("branch"), "{text}");
        let mut library = klew_ir::parse_program(PROGRAM, "a").unwrap();
        library.functions[0].library = true;
        let before = library.clone();
        expand(&mut library);
        assert_eq!(library, before);
    }
}
