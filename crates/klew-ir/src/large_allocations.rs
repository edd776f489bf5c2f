//! Allocations of more than half of all addresses give no object: that is a branch of its own here, for engines that take the result of an
//! allocation for an object.
//!
//! `malloc(n)` with a negative `n` asks for more than there can be, and gives null. For who needs to know which object a pointer points to, and on the
//! stack, where the run would end, the branch is unsupported: so whoever shows that sizes are small loses nothing.
//!
//! **Invariant**: every run does the same, or comes to what is unsupported.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::smallvec;

use crate::builder::{as_u64, int};
use crate::{
    BinaryOperation, Block, BlockCall, BlockId, Comparison, Constant, Conversion, Definition,
    FunctionBody, Instruction, ObjectKind, Operand, Operation, Program, Terminator, Type, ValueId,
    ValueInfo,
};

/// Operations behind each other of which a bound is computed.
const DEPTH: usize = 8;

/// What an allocation that is too large is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// Null.
    Null,
    /// Unsupported.
    Unsupported,
}

/// Gives allocations that may be too large a branch for that; whether there were any.
pub fn part_large_allocations(program: &mut Program, too_large: TooLarge) -> bool {
    if program.data_model.typed_memory {
        // Sizes come from numbers of elements of 32 bits.
        return false;
    }
    let bits = program.data_model.pointer_bits;
    let mut any = false;
    for function in &mut program.functions {
        let FunctionBody::Defined(definition) = &mut function.body else { continue };
        let sites = sites(definition, bits);
        if sites.is_empty() {
            continue;
        }
        any = true;
        let definition = Arc::make_mut(definition);
        for (site, kind) in sites {
            let is_null = kind == ObjectKind::Heap && too_large == TooLarge::Null;
            part(definition, site, (bits, is_null));
        }
    }
    any
}

/// Results of allocations that may be too large.
fn sites(definition: &Definition, bits: u32) -> Vec<(ValueId, ObjectKind)> {
    let instructions = || definition.blocks.iter().flat_map(|block| &block.instructions);
    let mut made = None;
    let mut found = Vec::new();
    for instruction in instructions() {
        if let (Operation::Allocate { kind, size, .. }, Some(&result)) =
            (&instruction.operation, instruction.results.first())
        {
            let made = made.get_or_insert_with(|| {
                let results = |it: &'_ Instruction| it.results.first().copied();
                let made = instructions().filter_map(|it| Some((results(it)?, &it.operation)));
                made.collect::<FxHashMap<ValueId, &Operation>>()
            });
            if greatest(definition, made, size, DEPTH) > u128::from(most(bits)) {
                found.push((result, *kind));
            }
        }
    }
    found
}

/// The greatest size of an object.
fn most(bits: u32) -> u64 {
    u64::MAX >> (64 - bits) >> 1
}

/// What a number is at most.
fn greatest(
    definition: &Definition,
    made: &FxHashMap<ValueId, &Operation>,
    operand: &Operand,
    depth: usize,
) -> u128 {
    if let Some(number) = as_u64(operand) {
        return u128::from(number);
    }
    let all = match definition.type_of(operand) {
        Type::Int(bits) if bits < 128 => (1_u128 << bits) - 1,
        _ => u128::MAX,
    };
    let operation = operand.as_value().and_then(|value| made.get(&value));
    let Some(operation) = operation.filter(|_| depth > 0) else { return all };
    let of = |operand: &Operand| greatest(definition, made, operand, depth - 1);
    let found = match operation {
        Operation::Convert(Conversion::ZeroExtend, from) => of(from),
        Operation::Select(_, one, other) => of(one).max(of(other)),
        Operation::Binary(BinaryOperation::Add, one, other) => of(one).saturating_add(of(other)),
        Operation::Binary(BinaryOperation::Mul, one, other) => of(one).saturating_mul(of(other)),
        Operation::Binary(BinaryOperation::And, one, other) => of(one).min(of(other)),
        Operation::Binary(BinaryOperation::UnsignedDiv, one, _) => of(one),
        Operation::Binary(BinaryOperation::UnsignedRem, one, by) => {
            of(one).min(of(by).saturating_sub(1))
        }
        _ => all,
    };
    // What is more wraps around.
    if found > all { all } else { found }
}

/// Gives an allocation a branch; in that it is null, or nothing is known.
fn part(definition: &mut Definition, site: ValueId, (bits, is_null): (u32, bool)) {
    let place = definition.blocks.iter().enumerate().find_map(|(index, block)| {
        let at = block.instructions.iter().position(|it| it.results.contains(&site))?;
        match &block.instructions[at].operation {
            Operation::Allocate { size, .. } => Some((index, at, size.clone())),
            _ => None,
        }
    });
    let Some((index, at, size)) = place else { return };
    let count = definition.blocks.len() as u32;
    let (fitting, large, tail) = (BlockId(count), BlockId(count + 1), BlockId(count + 2));
    let fits = new_value(definition, Type::Int(1));
    let object = is_null.then(|| new_value(definition, Type::Pointer));
    let block = &mut definition.blocks[index];
    let mut rest = block.instructions.split_off(at);
    let position = rest[0].position;
    let operation = Operation::Compare(Comparison::UnsignedLessEqual, size, int(bits, most(bits)));
    block.instructions.push(Instruction { results: smallvec![fits], operation, position });
    let to = |block, arguments| BlockCall { block, arguments };
    let branch = Terminator::Branch {
        condition: fits.into(),
        then_block: to(fitting, Vec::new()),
        else_block: to(large, Vec::new()),
    };
    let terminator = std::mem::replace(&mut block.terminator, branch);
    let terminator_position = std::mem::replace(&mut block.terminator_position, position);
    let made = |instructions, parameters, terminator, terminator_position| Block {
        name: None,
        parameters,
        instructions,
        terminator,
        terminator_position,
    };
    let Some(object) = object else {
        let what = "an object of more than half of all addresses".to_owned();
        definition.blocks.extend([
            made(rest, Vec::new(), terminator, terminator_position),
            made(Vec::new(), Vec::new(), Terminator::Unsupported(what), position),
        ]);
        return;
    };
    let behind = rest.split_off(1);
    rest[0].results = smallvec![object];
    let null = Operand::Constant(Constant::Null);
    let joins = |value| Terminator::Jump(to(tail, vec![value]));
    definition.blocks.extend([
        made(rest, Vec::new(), joins(object.into()), position),
        made(Vec::new(), Vec::new(), joins(null), position),
        made(behind, vec![site], terminator, terminator_position),
    ]);
}

fn new_value(definition: &mut Definition, value_type: Type) -> ValueId {
    let value = ValueId(definition.values.len() as u32);
    definition.values.push(ValueInfo { value_type, name: None });
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_program, print_program, verify_program};

    fn parted(body: &str, too_large: TooLarge) -> (bool, String) {
        let text = format!("function @main(%n: i32, %w: i64) {{\nentry:\n{body}\n}}");
        let mut program = parse_program(&text, "a.kir").expect("is a program");
        let any = part_large_allocations(&mut program, too_large);
        let printed = print_program(&program);
        assert_eq!(verify_program(&program), Ok(()), "{printed}");
        (any, printed)
    }

    #[test]
    fn sizes_that_are_small_whatever_they_are() {
        let small = [
            "  %p = allocate heap 100\n  exit",
            "  %s = convert zero_extend i32 %n to i64\n  %t = mul i64 %s, 8\n  %u = add i64 %t, 16\n  \
             %p = allocate heap %u\n  exit",
            "  %s = unsigned_rem i64 %w, 7\n  %p = allocate heap %s\n  exit",
        ];
        for body in small {
            assert!(!parted(body, TooLarge::Null).0, "{body}");
        }
        let large = [
            "  %s = convert sign_extend i32 %n to i64\n  %p = allocate heap %s\n  exit",
            "  %p = allocate heap %w\n  exit",
            "  %s = mul i64 %w, 2\n  %p = allocate stack %s\n  exit",
        ];
        for body in large {
            assert!(parted(body, TooLarge::Null).0, "{body}");
        }
    }

    #[test]
    fn null_or_unsupported() {
        let body = "  %p = allocate heap %w\n  %c = compare equal ptr %p, null\n  \
                    branch %c, none, some\nnone:\n  exit\nsome:\n  store i8 1 to %p\n  exit";
        let (_, printed) = parted(body, TooLarge::Null);
        assert!(printed.contains("(null)") && !printed.contains("unsupported"), "{printed}");
        let (_, printed) = parted(body, TooLarge::Unsupported);
        assert!(!printed.contains("(null)") && printed.contains("unsupported"), "{printed}");
        let body = "  %p = allocate stack %w\n  store i8 1 to %p\n  exit";
        let (_, printed) = parted(body, TooLarge::Null);
        assert!(printed.contains("unsupported"), "{printed}");
    }
}
