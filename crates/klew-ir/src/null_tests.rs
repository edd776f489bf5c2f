//! Comparisons with null of a choice between null and an address: they are the choice's condition.
//!
//! `fgets` gives its argument or null, and callers ask which. Where they do nothing else with it, the pointer goes, and with it what made
//! it unclear where pointers of the object lie.
//!
//! **Invariant**: every value that stays is the same. Objects do not lie at null.

use std::collections::BTreeMap;

use crate::{
    Comparison, Constant, Definition, Operand, Operation, ValueId, dead_code::remove_dead_code,
};

/// Replaces them; whether there were any. What nothing uses any more is removed.
pub fn decide_null_tests(definition: &mut Definition) -> bool {
    let made = made_by(definition);
    let mut replaced = Vec::new();
    for (block, body) in definition.blocks.iter().enumerate() {
        for (at, instruction) in body.instructions.iter().enumerate() {
            if let Some(operation) = as_condition(&made, &instruction.operation) {
                replaced.push((block, at, operation));
            }
        }
    }
    let is_any = !replaced.is_empty();
    for (block, at, operation) in replaced {
        definition.blocks[block].instructions[at].operation = operation;
    }
    if is_any {
        remove_dead_code(definition);
    }
    is_any
}

/// A comparison by the condition.
fn as_condition(made: &BTreeMap<ValueId, &Operation>, operation: &Operation) -> Option<Operation> {
    let Operation::Compare(comparison, a, b) = operation else { return None };
    let asks_for_null = match comparison {
        Comparison::Equal => true,
        Comparison::NotEqual => false,
        _ => return None,
    };
    let choice = match (a, b) {
        (choice, Operand::Constant(Constant::Null))
        | (Operand::Constant(Constant::Null), choice) => choice.as_value()?,
        _ => return None,
    };
    let Operation::Select(condition, then, otherwise) = made.get(&choice)? else {
        return None;
    };
    let null = Operand::Constant(Constant::Null);
    let is_null_if = match (*then == null, *otherwise == null) {
        (true, false) if is_address(made, otherwise) => true,
        (false, true) if is_address(made, then) => false,
        _ => return None,
    };
    let wanted = Constant::int(1, u64::from(is_null_if == asks_for_null));
    Some(Operation::Compare(Comparison::Equal, condition.clone(), wanted.into()))
}

/// Whether it is the address of an object.
fn is_address(made: &BTreeMap<ValueId, &Operation>, operand: &Operand) -> bool {
    let making = operand.as_value().and_then(|value| made.get(&value));
    matches!(making, Some(Operation::Allocate { .. }))
}

/// What makes each value.
fn made_by(definition: &Definition) -> BTreeMap<ValueId, &Operation> {
    let instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    let made = instructions.filter_map(|made| Some((*made.results.first()?, &made.operation)));
    made.collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{FunctionBody, parse_program, print_program, verify_program};

    #[test]
    fn the_condition_decides() {
        let text = "
function @main() -> i32 {
entry:
  %p = allocate stack 4 align 4
  %c: i1 = input \"c\"
  %q = select ptr %c, %p, null
  %r = select ptr %c, null, %q
  %n = compare equal ptr %q, null
  %m = compare not_equal ptr null, %q
  %o = compare equal ptr %r, null
  %s = and i1 %n, %m
  %t = and i1 %s, %o
  branch %t, a, a
a:
  return 0
}";
        let mut program = parse_program(text, "a.kir").expect("is a program");
        let FunctionBody::Defined(definition) = &mut program.functions[0].body else { panic!() };
        assert!(decide_null_tests(Arc::make_mut(definition)));
        let printed = print_program(&program);
        assert_eq!(verify_program(&program), Ok(()), "{printed}");
        assert!(printed.contains("%n = compare equal i1 %c, false"), "{printed}");
        assert!(printed.contains("%m = compare equal i1 %c, true"), "{printed}");
        // What is no choice between an address and null stays.
        assert!(printed.contains("%o = compare equal ptr %r, null"), "{printed}");
    }
}
