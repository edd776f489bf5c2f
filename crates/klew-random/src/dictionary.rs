//! What a program compares its inputs with: constants of comparisons and switches, and texts.
//!
//! Models of libraries compare with constants of their own, which say nothing of the program.

use std::collections::BTreeSet;

use klew_ir::{
    Block, Callee, Constant, Function, FunctionBody, Global, GlobalId, Initializer, Instruction,
    Operand, Operation, Program, Terminator,
};

use crate::numbers::Numbers;

/// Longer texts are messages.
const LONGEST_TEXT: usize = 24;

/// What inputs are compared with.
#[derive(Debug, Default)]
pub struct Dictionary {
    numbers: Vec<u64>,
    /// Of these, what may stand in texts; characters of texts that are looked through as well.
    characters: Vec<u8>,
    texts: Vec<Vec<u8>>,
    /// Of these, those without blanks.
    words: Vec<Vec<u8>>,
    /// Texts with directives, as `scanf` takes them.
    formats: Vec<Vec<u8>>,
}

impl Dictionary {
    /// That of a program.
    pub fn of(program: &Program) -> Dictionary {
        let own = program.functions.iter().filter(|function| !function.library);
        let numbers: BTreeSet<u64> = own.flat_map(blocks).flat_map(numbers_of).collect();
        let texts_of = |globals: BTreeSet<GlobalId>| -> BTreeSet<Vec<u8>> {
            globals.into_iter().filter_map(|id| text_of(program.global(id))).collect()
        };
        let texts = texts_of(own_globals(program));
        let (formats, texts): (Vec<_>, Vec<_>) =
            texts.into_iter().partition(|text| text.contains(&b'%') && text.len() > 1);
        // Where some are known to say what is read, others say what is written.
        let read: Vec<_> = texts_of(formats_read(program)).into_iter().collect();
        let formats = if read.is_empty() { formats } else { read };
        let is_word = |text: &&Vec<u8>| !text.iter().any(u8::is_ascii_whitespace);
        let words = texts.iter().filter(is_word).cloned().collect();
        let is_character = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        let compared = numbers.iter().filter_map(|&number| u8::try_from(number).ok());
        let shortest = texts.iter().filter(|text| text.len() <= 4).flatten().copied();
        let characters: BTreeSet<u8> = compared.chain(shortest).filter(is_character).collect();
        Dictionary {
            numbers: numbers.into_iter().collect(),
            characters: characters.into_iter().collect(),
            texts,
            words,
            formats,
        }
    }

    /// A number or a character of a text.
    pub fn number(&self, random: &mut Numbers) -> Option<u64> {
        if random.below(4) == 0 {
            let text = self.text(random)?;
            return random.one_of(text).map(|&byte| u64::from(byte));
        }
        random.one_of(&self.numbers).copied()
    }

    /// A number that inputs are compared with.
    pub fn compared(&self, random: &mut Numbers) -> Option<u64> {
        random.one_of(&self.numbers).copied()
    }

    /// A character that inputs are compared with.
    pub fn character(&self, random: &mut Numbers) -> Option<u8> {
        random.one_of(&self.characters).copied()
    }

    /// Of those one that is neither letter nor digit.
    pub fn punctuation(&self, random: &mut Numbers) -> Option<u8> {
        let between = |byte: &&u8| byte.is_ascii_punctuation();
        let count = self.characters.iter().filter(between).count();
        self.characters.iter().filter(between).nth(random.below(count)).copied()
    }

    /// A text with directives of `scanf`.
    pub fn format(&self, random: &mut Numbers) -> Option<&[u8]> {
        random.one_of(&self.formats).map(Vec::as_slice)
    }

    /// A text without blanks.
    pub fn word(&self, random: &mut Numbers) -> Option<&[u8]> {
        random.one_of(&self.words).map(Vec::as_slice)
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

/// What the program hands to functions that read what matches a format.
fn formats_read(program: &Program) -> BTreeSet<GlobalId> {
    let own = program.functions.iter().filter(|function| !function.library).flat_map(blocks);
    let mut given = Vec::new();
    for instruction in own.flat_map(|block| &block.instructions) {
        if let Operation::Call { callee: Callee::Function(id), arguments } = &instruction.operation
            && program.function(*id).name.contains("scanf")
        {
            given.extend(arguments.iter().filter_map(global));
        }
    }
    program.with_held(given)
}

fn global(operand: &Operand) -> Option<GlobalId> {
    match operand {
        Operand::Constant(Constant::Global(id, _)) => Some(*id),
        _ => None,
    }
}

/// What the program itself names, and what tables of that hold.
fn own_globals(program: &Program) -> BTreeSet<GlobalId> {
    let own = program.functions.iter().filter(|function| !function.library).flat_map(blocks);
    let mut waiting: Vec<GlobalId> = Vec::new();
    for block in own {
        let operands = block.instructions.iter().flat_map(|it| it.operation.operands());
        waiting.extend(operands.chain(block.terminator.operands()).filter_map(global));
    }
    program.with_held(waiting)
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
