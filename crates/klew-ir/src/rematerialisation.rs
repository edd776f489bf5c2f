//! Rematerialisation of addresses: what is a constant away from another pointer is computed where it is used, again and again.
//!
//! (P. Briggs, K. Cooper, L. Torczon, *Rematerialization*, PLDI 1992, who spare registers so.) Removal of redundancies shares `array + 4`
//! between all that use it, across loops. Whoever keeps what is live at the head of a loop would keep that pointer beside `array`, and
//! know nothing of how the two belong together.
//!
//! **Invariant**: every run makes the same effects with the same values. Meant for analyses.

use rustc_hash::FxHashMap;

use crate::{
    Block, Definition, Instruction, Operand, Operation, ValueId, ValueInfo, builder::as_u64,
};

/// Computes addresses of a function in each block that uses them; whether there were any. What nobody needs any more stays.
pub fn rematerialise_addresses(definition: &mut Definition) -> bool {
    let moved = addresses(definition);
    if moved.is_empty() {
        return false;
    }
    let Definition { values, blocks, .. } = definition;
    let mut any = false;
    for block in blocks {
        any |= rematerialise_in(block, values, &moved);
    }
    any
}

/// What computes addresses that are a constant away from others, by their values.
fn addresses(definition: &Definition) -> FxHashMap<ValueId, Instruction> {
    let instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    let moved = instructions.filter_map(|instruction| {
        match (&instruction.operation, &instruction.results[..]) {
            (Operation::Offset(Operand::Value(_), by), &[result]) => {
                as_u64(by).map(|_| (result, instruction.clone()))
            }
            _ => None,
        }
    });
    moved.collect()
}

/// What is used in a block.
struct Here<'d> {
    values: &'d mut Vec<ValueInfo>,
    moved: &'d FxHashMap<ValueId, Instruction>,
    /// Addresses as they are called in the block.
    names: FxHashMap<ValueId, ValueId>,
    instructions: Vec<Instruction>,
}

fn rematerialise_in(
    block: &mut Block,
    values: &mut Vec<ValueInfo>,
    moved: &FxHashMap<ValueId, Instruction>,
) -> bool {
    let before = values.len();
    let mut here = Here { values, moved, names: FxHashMap::default(), instructions: Vec::new() };
    for mut instruction in std::mem::take(&mut block.instructions) {
        for operand in instruction.operation.operands_mut() {
            here.rename(operand);
        }
        for result in &instruction.results {
            here.names.insert(*result, *result);
        }
        here.instructions.push(instruction);
    }
    for operand in block.terminator.operands_mut() {
        here.rename(operand);
    }
    block.instructions = here.instructions;
    values.len() > before
}

impl Here<'_> {
    fn rename(&mut self, operand: &mut Operand) {
        if let Operand::Value(value) = operand {
            *value = self.name(*value);
        }
    }

    /// What an address is called here: one that is not known yet is computed first, and what that needs before.
    fn name(&mut self, value: ValueId) -> ValueId {
        if let Some(name) = self.names.get(&value) {
            return *name;
        }
        let Some(made) = self.moved.get(&value) else { return value };
        let mut made = made.clone();
        for operand in made.operation.operands_mut() {
            self.rename(operand);
        }
        let name = ValueId(self.values.len() as u32);
        let info = self.values[value.0 as usize].clone();
        self.values.push(ValueInfo { name: None, ..info });
        made.results[0] = name;
        self.instructions.push(made);
        self.names.insert(value, name);
        name
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        FunctionBody, dead_code::remove_dead_code, parse_program, print_program, verify_program,
    };

    fn check(text: &str, want: &str) {
        let mut program = parse_program(text, "a.kir").expect("is a program");
        let FunctionBody::Defined(definition) = &mut program.functions[0].body else { panic!() };
        let definition = Arc::make_mut(definition);
        assert!(rematerialise_addresses(definition));
        remove_dead_code(definition);
        let printed = print_program(&program);
        assert_eq!(verify_program(&program), Ok(()), "{printed}");
        assert!(printed.contains(want), "{printed}");
    }

    #[test]
    fn where_it_is_used() {
        let text = "
function @main() {
entry:
  %a = allocate heap 16 align 8
  %b = offset %a, 4
  %c = offset %b, 4
  store i32 1 to %b
  jump turn
turn:
  %x = load i32 %c
  %z = compare eq i32 %x, 0
  branch %z, done, turn
done:
  store i32 2 to %b
  exit
}
";
        let want = "
turn:
  %5 = offset %a, 4 @1:5:3
  %6 = offset %5, 4 @1:6:3
  %x = load i32 %6 @1:10:3
  %z = compare equal i32 %x, 0 @1:11:3
  branch %z, done, turn @1:12:3
done:
  %7 = offset %a, 4 @1:5:3
  store i32 2 to %7 @1:14:3
";
        check(text, want);
    }
}
