//! Places where null and addresses meet, and which ask whether the pointer is null, are there twice: for null and for the others; so are those
//! to which a pointer comes with a number that says how to go on (tail duplication: F. Mueller, D. B. Whalley, *Avoiding Conditional Branches by Code Replication*, PLDI 1995).
//!
//! Functions that look for something give where it is, or null, and callers ask which (`find`). A pointer that may be either points nowhere
//! in particular; behind the question it is what it was before they met. Choices by a condition are branches where that is asked of them.
//!
//! **Invariant**: every run does the same; what is copied makes no object.

use smallvec::smallvec;

use crate::builder::int;
use crate::control_flow::ControlFlow;
use crate::loop_forest::LoopForest;
use crate::promotion::promote_stack_slots;
use crate::simplify::simplify;
use crate::{
    Block, BlockCall, BlockId, Comparison, Constant, DataModel, Definition, Instruction,
    ObjectKind, Operand, Operation, Terminator, Type, ValueId, ValueInfo,
};

/// Places of a function that are parted, at most.
const MOST: usize = 24;

/// Instructions of such a place.
const MOST_INSTRUCTIONS: usize = 12;

const NULL: Operand = Operand::Constant(Constant::Null);

/// Parts them; whether there were any. Values are renumbered then.
pub fn part_null_merges(definition: &mut Definition, data_model: DataModel) -> bool {
    let mut is_any = false;
    for _ in 0..MOST {
        branch_on_choice(definition);
        let Some((block, parameter, constant)) = merge(definition) else { break };
        keep_in_memory(definition, block, data_model);
        part(definition, block, (parameter, &constant));
        promote_stack_slots(definition, data_model);
        simplify(definition, data_model);
        is_any = true;
    }
    is_any
}

/// How many jumps behind a place the question may be.
const MOST_JUMPS: usize = 3;

/// Whether a value is compared with null there, or behind jumps that hand it on.
fn asks(
    definition: &Definition,
    (instructions, terminator): (&[Instruction], &Terminator),
    value: ValueId,
    jumps: usize,
) -> bool {
    let operand = Operand::Value(value);
    let is_question = |instruction: &Instruction| match &instruction.operation {
        Operation::Compare(Comparison::Equal | Comparison::NotEqual, a, b) => {
            (*a == operand && *b == NULL) || (*b == operand && *a == NULL)
        }
        _ => false,
    };
    instructions.iter().any(is_question)
        || jumps > 0
            && terminator.successors().into_iter().any(|call| {
                let next = &definition.blocks[call.block.0 as usize];
                let given = next.parameters.iter().zip(&call.arguments);
                let mut handed_on = given.filter(|(_, argument)| **argument == operand);
                may_be_copied(&next.instructions)
                    && handed_on.any(|(parameter, _)| {
                        let code = (&next.instructions[..], &next.terminator);
                        asks(definition, code, *parameter, jumps - 1)
                    })
            })
}

/// Whether instructions may be there twice.
fn may_be_copied(instructions: &[Instruction]) -> bool {
    let is_single = |operation: &Operation| {
        matches!(
            operation,
            Operation::Allocate { .. }
                | Operation::Call { .. }
                | Operation::StackMark
                | Operation::StackRelease(_)
        )
    };
    instructions.len() <= MOST_INSTRUCTIONS
        && !instructions.iter().any(|instruction| is_single(&instruction.operation))
}

/// Makes a branch of a choice between null and something else, if the block asks which it is.
fn branch_on_choice(definition: &mut Definition) {
    let found = definition.blocks.iter().enumerate().find_map(|(index, block)| {
        let at = block.instructions.iter().enumerate().position(|(at, instruction)| {
            let Operation::Select(_, a, b) = &instruction.operation else { return false };
            let rest = &block.instructions[at + 1..];
            let code = (rest, &block.terminator);
            let is_asked = |value: &ValueId| asks(definition, code, *value, MOST_JUMPS);
            (*a == NULL) != (*b == NULL)
                && may_be_copied(rest)
                && instruction.results.first().is_some_and(is_asked)
        })?;
        Some((index, at))
    });
    let Some((index, at)) = found else { return };
    let tail = BlockId(definition.blocks.len() as u32);
    let block = &mut definition.blocks[index];
    let mut rest = block.instructions.split_off(at);
    let choice = rest.remove(0);
    let Operation::Select(condition, a, b) = choice.operation else { return };
    let to_tail = |operand| BlockCall { block: tail, arguments: vec![operand] };
    let branch = Terminator::Branch { condition, then_block: to_tail(a), else_block: to_tail(b) };
    let terminator = std::mem::replace(&mut block.terminator, branch);
    let terminator_position = std::mem::replace(&mut block.terminator_position, choice.position);
    definition.blocks.push(Block {
        name: None,
        parameters: choice.results.to_vec(),
        instructions: rest,
        terminator,
        terminator_position,
    });
}

/// A place that can be parted, by which of its parameters, and what that is at one of the two: null where it is asked whether it is, or a number by
/// which the place chooses how to go on and hands a pointer on (`return` within loops and blocks is that number for clang).
fn merge(definition: &Definition) -> Option<(BlockId, usize, Operand)> {
    let flow = ControlFlow::new(definition);
    let forest = LoopForest::new(&flow);
    let is_pointer =
        |value: &ValueId| definition.values[value.0 as usize].value_type == Type::Pointer;
    definition.blocks.iter().enumerate().skip(1).find_map(|(index, block)| {
        let id = BlockId(index as u32);
        if !flow.is_reachable(id)
            || forest.begins_loop(id)
            || !block.parameters.iter().any(is_pointer)
            || !may_be_copied(&block.instructions)
        {
            return None;
        }
        block.parameters.iter().enumerate().find_map(|(number, value)| {
            let code = (&block.instructions[..], &block.terminator);
            let given = || edges(definition, id).map(|call| &call.arguments[number]);
            let constant = match is_pointer(value) {
                true => asks(definition, code, *value, MOST_JUMPS).then_some(NULL)?,
                false if chooses_by(&block.terminator, *value) => given()
                    .find(|given| matches!(given, Operand::Constant(Constant::Int { .. })))?
                    .clone(),
                false => return None,
            };
            let is_parted = given().any(|it| *it == constant) && given().any(|it| *it != constant);
            is_parted.then_some((id, number, constant))
        })
    })
}

fn chooses_by(terminator: &Terminator, value: ValueId) -> bool {
    match terminator {
        Terminator::Branch { condition: by, .. } | Terminator::Switch { value: by, .. } => {
            by.as_value() == Some(value)
        }
        _ => false,
    }
}

fn edges(definition: &Definition, to: BlockId) -> impl Iterator<Item = &BlockCall> {
    let all = definition.blocks.iter().flat_map(|block| block.terminator.successors());
    all.filter(move |call| call.block == to)
}

/// Keeps what a block defines and others use in variables, so that it may be defined at two places.
fn keep_in_memory(definition: &mut Definition, id: BlockId, data_model: DataModel) {
    let block = &definition.blocks[id.0 as usize];
    let results = block.instructions.iter().flat_map(|it| it.results.iter());
    let defined: Vec<ValueId> = block.parameters.iter().chain(results).copied().collect();
    for value in defined {
        let operand = Operand::Value(value);
        let is_used = definition.blocks.iter().enumerate().any(|(index, block)| {
            let mut operands = block.instructions.iter().flat_map(|it| it.operation.operands());
            index != id.0 as usize
                && (operands.any(|it| *it == operand)
                    || block.terminator.operands().contains(&&operand))
        });
        if is_used {
            keep_one_in_memory(definition, id, value, data_model);
        }
    }
}

fn keep_one_in_memory(
    definition: &mut Definition,
    id: BlockId,
    value: ValueId,
    data_model: DataModel,
) {
    let value_type = definition.values[value.0 as usize].value_type;
    let slot = new_value(definition, Type::Pointer);
    for index in 0..definition.blocks.len() {
        if index == id.0 as usize {
            store_where_defined(&mut definition.blocks[index], value, slot);
        } else {
            load_where_used(definition, index, (value, value_type), slot);
        }
    }
    let size = value_type.store_size(data_model.pointer_bits);
    let allocation = Instruction {
        results: smallvec![slot],
        operation: Operation::Allocate {
            kind: ObjectKind::Stack,
            size: int(data_model.pointer_bits, size),
            align: 1,
            zeroed: false,
            variable: None,
            source_type: None,
        },
        position: definition.blocks[0].terminator_position,
    };
    definition.blocks[0].instructions.insert(0, allocation);
}

fn store_where_defined(block: &mut Block, value: ValueId, slot: ValueId) {
    let at = block.instructions.iter().position(|it| it.results.contains(&value));
    let at = at.map_or(0, |at| at + 1);
    let operation = Operation::Store(slot.into(), value.into());
    let position = block.terminator_position;
    block.instructions.insert(at, Instruction { results: smallvec![], operation, position });
}

fn load_where_used(
    definition: &mut Definition,
    index: usize,
    (value, value_type): (ValueId, Type),
    slot: ValueId,
) {
    let operand = Operand::Value(value);
    let mut at = 0;
    while at < definition.blocks[index].instructions.len() {
        let instruction = &definition.blocks[index].instructions[at];
        if instruction.operation.operands().contains(&&operand) {
            let position = instruction.position;
            let loaded = new_value(definition, value_type);
            let block = &mut definition.blocks[index];
            for used in block.instructions[at].operation.operands_mut() {
                if *used == operand {
                    *used = loaded.into();
                }
            }
            block.instructions.insert(at, load(loaded, slot, position));
            at += 1;
        }
        at += 1;
    }
    if definition.blocks[index].terminator.operands().contains(&&operand) {
        let loaded = new_value(definition, value_type);
        let block = &mut definition.blocks[index];
        for used in block.terminator.operands_mut() {
            if *used == operand {
                *used = loaded.into();
            }
        }
        let position = block.terminator_position;
        block.instructions.push(load(loaded, slot, position));
    }
}

fn load(result: ValueId, slot: ValueId, position: crate::Position) -> Instruction {
    let operation = Operation::Load(slot.into());
    Instruction { results: smallvec![result], operation, position }
}

fn new_value(definition: &mut Definition, value_type: Type) -> ValueId {
    let value = ValueId(definition.values.len() as u32);
    definition.values.push(ValueInfo { value_type, name: None });
    value
}

/// Copies the block for the edges that give a parameter that constant.
fn part(definition: &mut Definition, id: BlockId, (parameter, constant): (usize, &Operand)) {
    let copy_id = BlockId(definition.blocks.len() as u32);
    let mut copy = definition.blocks[id.0 as usize].clone();
    let asked = copy.parameters[parameter];
    let mut renamed = Vec::new();
    let mut rename = |definition: &mut Definition, value: &mut ValueId| {
        let new = new_value(definition, definition.values[value.0 as usize].value_type);
        renamed.push((*value, new));
        *value = new;
    };
    copy.name = None;
    copy.parameters.iter_mut().for_each(|value| rename(definition, value));
    for instruction in &mut copy.instructions {
        instruction.results.iter_mut().for_each(|value| rename(definition, value));
    }
    let replace = |operand: &mut Operand| {
        let Some(value) = operand.as_value() else { return };
        if value == asked {
            *operand = constant.clone();
        } else if let Some((_, new)) = renamed.iter().find(|(old, _)| *old == value) {
            *operand = (*new).into();
        }
    };
    for instruction in &mut copy.instructions {
        instruction.operation.operands_mut().into_iter().for_each(replace);
    }
    copy.terminator.operands_mut().into_iter().for_each(replace);
    for block in &mut definition.blocks {
        for call in block.terminator.successors_mut() {
            if call.block == id && call.arguments[parameter] == *constant {
                call.block = copy_id;
            }
        }
    }
    definition.blocks.push(copy);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{FunctionBody, Program, parse_program, print_program, verify_program};

    fn parted(text: &str) -> (bool, Program) {
        let mut program = parse_program(text, "a.kir").expect("is a program");
        let data_model = program.data_model;
        let FunctionBody::Defined(definition) = &mut program.functions[0].body else { panic!() };
        let is_any = part_null_merges(Arc::make_mut(definition), data_model);
        assert_eq!(verify_program(&program), Ok(()), "{}", print_program(&program));
        (is_any, program)
    }

    /// Where something was found, it is known which object it is in.
    #[test]
    fn found_or_null() {
        let (is_any, program) = parted(
            "
function @main() -> i32 {
entry:
  %p = allocate stack 8 align 4
  %c: i1 = input \"c\"
  branch %c, found, missing
found:
  %i: i64 = input \"i\"
  %q = offset %p, %i
  jump merge(%q)
missing:
  jump merge(null)
merge(%r: ptr):
  %n = compare equal ptr %r, null
  %m = compare equal ptr %r, %p
  branch %n, none, some
some:
  assert valid-deref accessible write %r, 4
  store i32 1 to %r
  return 0
none:
  %w = convert zero_extend i1 %m to i32
  return %w
}",
        );
        let printed = print_program(&program);
        assert!(is_any, "{printed}");
        assert!(!printed.contains("null)"), "{printed}");
        assert!(printed.contains("accessible write %q"), "{printed}");
    }

    #[test]
    fn what_nobody_asks_about_stays() {
        let text = "
function @main() -> i32 {
entry:
  %p = allocate stack 8 align 4
  %c: i1 = input \"c\"
  %r = select ptr %c, %p, null
  %n = compare equal ptr %r, %p
  branch %n, a, a
a:
  return 0
}";
        let (is_any, _) = parted(text);
        assert!(!is_any);
        let (is_any, program) = parted(&text.replace("%r, %p\n", "%r, null\n"));
        assert!(is_any, "{}", print_program(&program));
    }
}
