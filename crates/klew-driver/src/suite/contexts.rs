//! Conditions of a decision become branches of their own for each way in which the evaluation comes to them, so that taking every way of
//! every branch is taking every row of each decision's truth table that a run can take.
//!
//! In `(a && b) || c` the condition `c` is evaluated after `a` alone or after both. Its block is told by which edge it was entered, and ends in a
//! branch for each. What it computes stays where it is. MC/DC needs these rows: a condition is shown to decide by two of them that differ in
//! nothing else (J. Chilenski, S. Miller, *Applicability of modified condition/decision coverage to software testing*, 1994).
//!
//! **Invariant**: what the program does is the same.

use std::sync::Arc;

use klew_ir::control_flow::ControlFlow;
use klew_ir::loop_forest::LoopForest;
use klew_ir::{
    Block, BlockCall, BlockId, Constant, Definition, FunctionBody, Operand, Position, Program,
    Terminator, Type, ValueId, ValueInfo,
};

/// A condition that is come to in more ways stays one branch.
const MOST_CONTEXTS: usize = 32;

/// The width of numbers of contexts.
const WIDTH: u32 = 8;

/// Sets the conditions of the program's own functions apart.
pub fn set_apart(program: &mut Program) {
    for function in program.functions.iter_mut().filter(|function| !function.library) {
        if let FunctionBody::Defined(definition) = &mut function.body {
            set_conditions_apart(Arc::make_mut(definition));
        }
    }
}

fn set_conditions_apart(definition: &mut Definition) {
    let flow = ControlFlow::new(definition);
    let forest = LoopForest::new(&flow);
    // Those before have their branches by then.
    for &block in flow.reverse_postorder() {
        let is_condition =
            matches!(definition.blocks[block.0 as usize].terminator, Terminator::Branch { .. });
        if !is_condition || forest.begins_loop(block) {
            continue;
        }
        let edges = edges_to(definition, block);
        if let Some(edges) = edges.filter(|edges| (2..=MOST_CONTEXTS).contains(&edges.len())) {
            tell_apart(definition, block, &edges);
        }
    }
}

/// The edges to a block: whose, and which of its successors. None if one of them is no way of a branch.
fn edges_to(definition: &Definition, to: BlockId) -> Option<Vec<(usize, usize)>> {
    let mut edges = Vec::new();
    for (from, block) in definition.blocks.iter().enumerate() {
        for (way, call) in block.terminator.successors().iter().enumerate() {
            if call.block == to {
                matches!(block.terminator, Terminator::Branch { .. }).then_some(())?;
                edges.push((from, way));
            }
        }
    }
    Some(edges)
}

/// The block is told by which edge it was entered, and branches apart for each.
fn tell_apart(definition: &mut Definition, block: BlockId, edges: &[(usize, usize)]) {
    let context = ValueId(definition.values.len() as u32);
    definition.values.push(ValueInfo { value_type: Type::Int(WIDTH), name: None });
    for (number, &(from, way)) in (0..).zip(edges) {
        let mut calls = definition.blocks[from].terminator.successors_mut();
        calls[way].arguments.push(Constant::int(WIDTH, number).into());
    }
    let first = definition.blocks.len() as u32;
    let decided = &mut definition.blocks[block.0 as usize];
    decided.parameters.push(context);
    let go_to = |number: u32| BlockCall { block: BlockId(first + number), arguments: Vec::new() };
    let last = edges.len() as u32 - 1;
    let choice = Terminator::Switch {
        value: Operand::Value(context),
        cases: (0..last).map(|number| (number.into(), go_to(number))).collect(),
        default: go_to(last),
    };
    let branch = Block {
        name: None,
        parameters: Vec::new(),
        instructions: Vec::new(),
        terminator: std::mem::replace(&mut decided.terminator, choice),
        // The choice is nothing of the program's.
        terminator_position: std::mem::replace(&mut decided.terminator_position, Position::UNKNOWN),
    };
    definition.blocks.extend(std::iter::repeat_n(branch, edges.len()));
}

#[cfg(test)]
mod tests {
    use klew_ir::{parse_program, print_program, verify_program};

    use super::*;

    /// `(a && b) || c` with its blocks, and a value of a condition that is used behind it.
    const DECISION: &str = "
function @f(%a: i32, %b: i32, %c: i32) -> i32 {
first:
  %x = compare slt i32 0, %a
  branch %x, second, third
second:
  %y = compare slt i32 0, %b
  branch %y, yes, third
third:
  %d = add i32 %c, 1
  %z = compare slt i32 3, %d
  branch %z, yes, no(%d)
yes:
  return 1
no(%r: i32):
  return %r
}
";

    #[test]
    fn a_condition_has_a_branch_for_each_way_to_it() {
        let mut program = parse_program(DECISION, "a").unwrap();
        set_apart(&mut program);
        assert_eq!(verify_program(&program), Ok(()), "{}", print_program(&program));
        let text = print_program(&program);
        // One for each of the first two, and two for the last.
        assert_eq!((text.matches("branch").count(), text.matches("switch").count()), (4, 1));
        assert_eq!(text.matches("add i32").count(), 1, "{text}");
    }

    #[test]
    fn loops_stay_as_they_are() {
        let text = "
function @f(%a: i32, %b: i32) -> i32 {
entry:
  %x = compare slt i32 0, %a
  branch %x, head, out
head:
  %y = compare slt i32 %a, %b
  branch %y, more, out
more:
  %z = compare slt i32 3, %b
  branch %z, head, out
out:
  return 1
}
";
        let mut program = parse_program(text, "a").unwrap();
        let before = program.clone();
        set_apart(&mut program);
        assert_eq!(program, before);
    }
}
