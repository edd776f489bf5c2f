//! Selections, and truths that are handed on, become branches, so that both of their ways are covered: compilers count `x ? 1 : 0` and the last condition
//! of `x = a && b` as branches, and clang makes a selection and a value of them.

use std::sync::Arc;

use klew_ir::{
    Block, BlockCall, BlockId, Constant, Definition, FunctionBody, Operand, Operation, Program,
    Terminator, Type,
};

/// Expands those of the program's own functions.
pub fn expand(program: &mut Program) {
    for function in program.functions.iter_mut().filter(|function| !function.library) {
        let FunctionBody::Defined(definition) = &mut function.body else { continue };
        let definition = Arc::make_mut(definition);
        branch_on_handed_truths(definition);
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

/// The last condition of `x = a && b` is a value that is handed on: a branch decides it as the others.
fn branch_on_handed_truths(definition: &mut Definition) {
    for block in &mut definition.blocks {
        let Terminator::Jump(call) = &block.terminator else { continue };
        let is_truth = |operand: &Operand| match operand {
            Operand::Value(value) => definition.values[value.0 as usize].value_type == Type::BOOL,
            Operand::Constant(_) => false,
        };
        let Some(at) = call.arguments.iter().position(is_truth) else { continue };
        let with = |truth| {
            let mut call = call.clone();
            call.arguments[at] = Constant::int(1, truth).into();
            call
        };
        let condition = call.arguments[at].clone();
        let (then_block, else_block) = (with(1), with(0));
        block.terminator = Terminator::Branch { condition, then_block, else_block };
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
    use klew_ir::{parse_program, print_program, verify_program};

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
    fn a_truth_that_is_handed_on_is_decided() {
        let text = "
function @f(%a: i32, %b: i32) -> i1 {
entry:
  %x = compare slt i32 0, %a
  branch %x, second, end(0)
second:
  %y = compare slt i32 0, %b
  jump end(%y)
end(%r: i1):
  return %r
}
";
        let mut program = parse_program(text, "a").unwrap();
        expand(&mut program);
        assert_eq!(verify_program(&program), Ok(()), "{}", print_program(&program));
        assert_eq!(print_program(&program).matches("branch").count(), 2);
    }

    #[test]
    fn selections_become_branches() {
        let mut program = parse_program(PROGRAM, "a").unwrap();
        expand(&mut program);
        let text = print_program(&program);
        assert!(!text.contains("select") && text.contains("branch"), "{text}");
        let mut library = parse_program(PROGRAM, "a").unwrap();
        library.functions[0].library = true;
        let before = library.clone();
        expand(&mut library);
        assert_eq!(library, before);
    }
}
