//! What a whole program gets from outside: arguments, standard input and files, as inputs of given sizes.
//!
//! Names and order of the inputs are KLEE's: `n_args` (if their number is not fixed), `arg00`, `arg01`, …, then
//! `NAME-data` for each file, then `stdin`. An argument is an object of its length and one byte, ended by 0;
//! standard input and files have exactly their size.
//!
//! Invariant: the harness of `klew-report` asks for the same inputs in the same order.

use klew_ir::{Comparison, Constant, GlobalId, Initializer, Operand, Operation, Relocation, Type};

use super::Shared;
use super::builder::{Builder, int};
use super::start::add_global;

/// What is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// Arguments of `main` after the program's name.
    pub arguments: Option<Arguments>,
    /// Names and sizes of files; if there are any, no others can be read.
    pub files: Vec<(String, u64)>,
    /// The size of standard input; arbitrary if absent.
    pub standard_input: Option<u64>,
}

/// Symbolic arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// At least so many.
    pub least: u32,
    /// At most so many.
    pub most: u32,
    /// Characters of each, at most.
    pub length: u64,
}

impl Environment {
    /// Whether nothing is given.
    pub fn is_empty(&self) -> bool {
        *self == Environment::default()
    }
}

/// The number of arguments (32 bits) and the vector.
pub(super) struct Vector {
    pub count: Operand,
    pub pointer: Operand,
}

/// The arguments, with the program's name before them. Forks over their number.
pub(super) fn arguments(builder: &mut Builder, shared: &mut Shared, given: Arguments) -> Vector {
    let name = b"program\0".to_vec();
    let size = name.len() as u64;
    let mut targets =
        vec![add_global(shared, "klew.program_name", size, Initializer::Bytes(name, Vec::new()))];
    for index in 0..given.most {
        let name = format!("argv[{}]", index + 1);
        targets.push(add_global(shared, &name, given.length + 1, Initializer::Zero));
    }
    let step = shared.program.data_model.pointer_size();
    let vector = pointers(shared, "klew.arguments", &targets);
    let at =
        |index: u32| Operand::Constant(Constant::Global(vector, i64::from(index) * step as i64));
    let wide = Type::Int(32);
    let number = (given.least < given.most).then(|| {
        let number =
            builder.emit(Operation::Input { name: "n_args".into(), source_type: None }, wide);
        let (least, most) = (u64::from(given.least), u64::from(given.most));
        for (low, high) in [(int(32, least), number.clone()), (number.clone(), int(32, most))] {
            let holds = builder.compare(Comparison::SignedLessEqual, low, high);
            builder.effect(Operation::Assume(holds));
        }
        number
    });
    let join = builder.new_block(&[wide]);
    for (index, target) in (0..given.most).zip(&targets[1..]) {
        if let Some(number) = number.clone().filter(|_| index >= given.least) {
            let enough = int(32, u64::from(index));
            let enough = builder.compare(Comparison::Equal, number, enough);
            let (last, more) = (builder.new_block(&[]), builder.new_block(&[]));
            builder.branch(enough, last, more);
            builder.switch_to(last);
            builder.store_unchecked(at(index + 1), Operand::Constant(Constant::Null));
            builder.jump(join, vec![int(32, u64::from(index) + 1)]);
            builder.switch_to(more);
        }
        input_bytes(builder, *target, given.length + 1, format!("arg{index:02}"));
        let end = Operand::Constant(Constant::Global(*target, given.length as i64));
        builder.store_unchecked(end, int(8, 0));
    }
    builder.jump(join, vec![int(32, u64::from(given.most) + 1)]);
    builder.switch_to(join);
    Vector { count: builder.block_parameter(join, 0), pointer: at(0) }
}

/// Files and standard input: a table for the models of the library, whose own one, which has no entries, then
/// is not linked. A byte 0 stands behind each one's contents.
pub(super) fn files(builder: &mut Builder, shared: &mut Shared, given: &Environment) {
    if given.files.is_empty() && given.standard_input.is_none() {
        return;
    }
    let word = shared.program.data_model.pointer_size();
    let mut table = Vec::new();
    let mut relocations = Vec::new();
    let mut add = |shared: &mut Shared, name: Option<GlobalId>, contents: GlobalId, size: u64| {
        let offset = table.len() as u64;
        if let Some(name) = name {
            relocations.push(Relocation { offset, value: Constant::Global(name, 0) });
        }
        let value = Constant::Global(contents, 0);
        relocations.push(Relocation { offset: offset + word, value });
        table.resize(table.len() + 2 * word as usize, 0);
        let width = shared.program.data_model.pointer_size() as usize;
        table.extend_from_slice(&size.to_le_bytes()[..width]);
    };
    for (name, size) in &given.files {
        let mut text = name.clone().into_bytes();
        text.push(0);
        let length = text.len() as u64;
        let initializer = Initializer::Bytes(text, Vec::new());
        let text = add_global(shared, &format!("klew.name of {name}"), length, initializer);
        let contents = add_global(shared, &format!("file {name}"), size + 1, Initializer::Zero);
        input_bytes(builder, contents, *size, format!("{name}-data"));
        add(shared, Some(text), contents, *size);
    }
    if let Some(size) = given.standard_input {
        let contents = add_global(shared, "standard input", size + 1, Initializer::Zero);
        input_bytes(builder, contents, size, "stdin".into());
        add(shared, None, contents, size);
    }
    table.resize(table.len() + 3 * word as usize, 0);
    let size = table.len() as u64;
    add_global(shared, "klew_input_files", size, Initializer::Bytes(table, relocations));
}

fn input_bytes(builder: &mut Builder, target: GlobalId, size: u64, name: String) {
    let pointer = Operand::Constant(Constant::Global(target, 0));
    let size = builder.word_constant(size);
    builder.effect(Operation::InputBytes { pointer, size, name });
}

/// A global array of pointers, ended by null.
pub(super) fn pointers(shared: &mut Shared, name: &str, targets: &[GlobalId]) -> GlobalId {
    let step = shared.program.data_model.pointer_size();
    let size = step * (targets.len() as u64 + 1);
    let relocations = (0..)
        .zip(targets)
        .map(|(index, id)| Relocation { offset: index * step, value: Constant::Global(*id, 0) })
        .collect();
    let initializer = Initializer::Bytes(vec![0; size as usize], relocations);
    add_global(shared, name, size, initializer)
}
