//! What a program compares its inputs with: constants of comparisons and switches, and texts.
//!
//! Models of libraries compare with constants of their own, which say nothing of the program.

use std::collections::BTreeSet;

use klew_ir::{
    Block, Constant, Function, FunctionBody, Global, Initializer, Instruction, Operand, Operation,
    Program, Terminator,
};

use crate::numbers::Numbers;

/// Longer texts are messages.
const LONGEST_TEXT: usize = 24;

/// What inputs are compared with.
#[derive(Debug, Default)]
pub struct Dictionary {
    numbers: Vec<u64>,
    texts: Vec<Vec<u8>>,
}

impl Dictionary {
    /// That of a program.
    pub fn of(program: &Program) -> Dictionary {
        let own = program.functions.iter().filter(|function| !function.library);
        let numbers: BTreeSet<u64> = own.flat_map(blocks).flat_map(numbers_of).collect();
        let texts: BTreeSet<Vec<u8>> = program.globals.iter().filter_map(text_of).collect();
        Dictionary { numbers: numbers.into_iter().collect(), texts: texts.into_iter().collect() }
    }

    /// A number or a character of a text.
    pub fn number(&self, random: &mut Numbers) -> Option<u64> {
        if random.below(4) == 0 {
            let text = self.text(random)?;
            return random.one_of(text).map(|&byte| u64::from(byte));
        }
        random.one_of(&self.numbers).copied()
    }

    /// A text.
    pub fn text(&self, random: &mut Numbers) -> Option<&[u8]> {
        random.one_of(&self.texts).map(Vec::as_slice)
    }
}

fn blocks(function: &Function) -> &[Block] {
    match &function.body {
        FunctionBody::Defined(definition) => &definition.blocks,
        _ => &[],
    }
}

fn numbers_of(block: &Block) -> Vec<u64> {
    let compared = |instruction: &Instruction| match &instruction.operation {
        Operation::Compare(_, left, right) => [number_of(left), number_of(right)],
        _ => [None, None],
    };
    let mut numbers: Vec<u64> = block.instructions.iter().flat_map(compared).flatten().collect();
    if let Terminator::Switch { cases, .. } = &block.terminator {
        numbers.extend(cases.iter().filter_map(|(value, _)| value.iter_u64_digits().next()));
    }
    numbers
}

fn number_of(operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Constant(Constant::Int { value, .. }) => value.iter_u64_digits().next(),
        _ => None,
    }
}

fn text_of(global: &Global) -> Option<Vec<u8>> {
    let Initializer::Bytes(bytes, relocations) = &global.initializer else { return None };
    let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    let is_text = global.constant
        && relocations.is_empty()
        && (1..=LONGEST_TEXT).contains(&text.len())
        && text.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    is_text.then(|| text.to_vec())
}
