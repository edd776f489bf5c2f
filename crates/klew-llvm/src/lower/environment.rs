//! What a whole program gets from outside: arguments, standard input and files, as inputs of given sizes.
//! The environment's variables are in `variables.rs`.
//!
//! Names and order of the inputs are KLEE's: for each group of arguments `n_args` (if their number is not fixed), then
//! `arg00`, `arg01`, …; then `NAME-data` for each file, then `stdin`. An argument is an object of its length and one
//! byte, ended by 0; standard input and files have exactly their size.
//!
//! Where arguments go on beyond what is given ([`Environment::arguments_go_on`]), runs with more or longer ones are beyond a bound
//! ([`klew_ir::Terminator::Bound`]): their number is larger, or a byte other than 0 stands where a text had to end, and there is no memory behind
//! that. So whoever follows them knows as much of all of them as a run can see without an access to what is missing.
//!
//! Invariant: the harness of `klew-report` asks for the same inputs in the same order.

use klew_ir::{
    BinaryOperation, BlockCall, BlockId, Comparison, Constant, GlobalId, Initializer, InputOrigin,
    Operand, Operation, Relocation, Terminator, Type,
};

use super::builder::{Builder, as_u64, int, truth};
use super::options::{Arguments, Environment};
use super::shared::Shared;
use super::wrapper::{add_global, input_bytes, pointers};

/// What limits runs with more or longer arguments than are given: see [`klew_ir::Terminator::Bound`].
pub const ARGUMENTS_BOUND: &str = "arguments";

/// The number of arguments (32 bits) and the vector.
pub(super) struct Vector {
    pub count: Operand,
    pub pointer: Operand,
}

/// The arguments, with the program's name before them. Forks over their number.
pub(super) fn arguments(builder: &mut Builder, shared: &mut Shared, given: &[Arguments]) -> Vector {
    let name = b"program\0".to_vec();
    let size = name.len() as u64;
    let mut targets =
        vec![add_global(shared, "klew.program_name", size, Initializer::Bytes(name, Vec::new()))];
    for group in given {
        for _ in 0..group.most {
            let name = format!("argv[{}]", targets.len());
            targets.push(add_global(shared, &name, group.length + 1, Initializer::Zero));
        }
    }
    let vector = pointers(shared, "klew.arguments", &targets);
    let goes_on = shared.options.environment.arguments_go_on && matches!(given, [_]);
    let nowhere = Operand::Constant(Constant::Global(targets[0], size as i64));
    let mut writer = Writer { builder, vector, count: int(32, 1), first: 1 };
    for group in given {
        let end = writer.first + group.most as usize;
        match goes_on {
            true => writer.group_and_beyond(*group, &targets[1..], nowhere.clone()),
            false => writer.group(*group, &targets[writer.first..end]),
        }
        writer.first = end;
    }
    let count = writer.count;
    Vector { count, pointer: Operand::Constant(Constant::Global(vector, 0)) }
}

/// The most arguments that any run has.
const MOST_THERE: u32 = i32::MAX as u32 - 1;

/// Fills the vector of arguments, which at first points to all objects there are.
struct Writer<'b> {
    builder: &'b mut Builder,
    vector: GlobalId,
    /// How many entries there are, the program's name included.
    count: Operand,
    /// The object of the next argument.
    first: usize,
}

impl Writer<'_> {
    /// The entry behind so many more.
    fn entry(&mut self, more: u32) -> Operand {
        let step = self.builder.data_model.pointer_size();
        if let Some(count) = as_u64(&self.count) {
            let offset = (count + u64::from(more)) * step;
            return Operand::Constant(Constant::Global(self.vector, offset as i64));
        }
        let start = Operand::Constant(Constant::Global(self.vector, i64::from(more) * step as i64));
        let bits = self.builder.width(&self.builder.word_constant(0));
        let count = self.builder.unsigned_resize(self.count.clone(), bits);
        let step = self.builder.word_constant(step);
        let bytes = self.builder.binary(BinaryOperation::Mul, count, step);
        self.builder.offset(start, bytes)
    }

    fn counted(&mut self, more: u32) -> Operand {
        let more = int(32, u64::from(more));
        match as_u64(&self.count) {
            Some(count) => int(32, count + as_u64(&more).unwrap_or(0)),
            None => self.builder.binary(BinaryOperation::Add, self.count.clone(), more),
        }
    }

    fn group(&mut self, given: Arguments, objects: &[GlobalId]) {
        // The end of the group before has overwritten an entry, or they are moved.
        let again = self.first > 1;
        let number = (given.least < given.most).then(|| self.number(given));
        let join = self.builder.block(&[Type::Int(32)]);
        for (index, object) in (0..given.most).zip(objects) {
            if let Some(number) = number.clone().filter(|_| index >= given.least) {
                let enough = int(32, u64::from(index));
                let enough = self.builder.compare(Comparison::Equal, number, enough);
                let (last, more) = (self.builder.block(&[]), self.builder.block(&[]));
                self.builder.branch(enough, last, more);
                self.builder.switch_to(last);
                self.end(index, join);
                self.builder.switch_to(more);
            }
            let name = format!("arg{:02}", self.first - 1 + index as usize);
            let start = Operand::Constant(Constant::Global(*object, 0));
            input_bytes(self.builder, start, given.length + 1, name);
            let end = Operand::Constant(Constant::Global(*object, given.length as i64));
            self.builder.store_unchecked(end, int(8, 0));
            if again {
                let entry = self.entry(index);
                let pointer = Operand::Constant(Constant::Global(*object, 0));
                self.builder.store_unchecked(entry, pointer);
            }
        }
        self.end(given.most, join);
        self.builder.switch_to(join);
        self.count = match number {
            Some(_) => self.builder.block_parameter(join, 0),
            None => self.counted(given.most),
        };
    }

    /// The only group, and what is beyond it. `nowhere` is a pointer to no memory, which stands for an argument that is missing.
    fn group_and_beyond(&mut self, given: Arguments, objects: &[GlobalId], nowhere: Operand) {
        let number = self.number(Arguments { most: MOST_THERE, ..given });
        let join = self.builder.block(&[Type::Int(1)]);
        let mut ends = truth(true);
        for (index, object) in (0..given.most).zip(objects) {
            let enough = int(32, u64::from(index));
            let enough = self.builder.compare(Comparison::Equal, number.clone(), enough);
            let (last, more) = (self.builder.block(&[]), self.builder.block(&[]));
            self.builder.branch(enough, last, more);
            self.builder.switch_to(last);
            let entry = self.entry(index);
            self.builder.store_unchecked(entry, Operand::Constant(Constant::Null));
            self.builder.jump(join, vec![ends.clone()]);
            self.builder.switch_to(more);
            let start = Operand::Constant(Constant::Global(*object, 0));
            input_bytes(self.builder, start, given.length + 1, format!("arg{index:02}"));
            let byte = self.builder.load_unchecked(end_of(*object, given), Type::Int(8));
            let ends_here = self.builder.compare(Comparison::Equal, byte, int(8, 0));
            ends = self.builder.binary(BinaryOperation::And, ends, ends_here);
        }
        let most = int(32, u64::from(given.most));
        let all = self.builder.compare(Comparison::Equal, number.clone(), most);
        let behind = self.builder.select(all.clone(), Operand::Constant(Constant::Null), nowhere);
        let entry = self.entry(given.most);
        self.builder.store_unchecked(entry, behind);
        let ends = self.builder.binary(BinaryOperation::And, ends, all);
        self.builder.jump(join, vec![ends]);
        self.builder.switch_to(join);
        let is_within = self.builder.block_parameter(join, 0);
        let (within, above) = (self.builder.block(&[]), self.builder.block(&[]));
        let behind = self.builder.block(&[]);
        self.builder.branch(is_within, within, above);
        self.builder.switch_to(above);
        let which = ARGUMENTS_BOUND.to_owned();
        self.builder.terminate(Terminator::Bound {
            which,
            beyond: Some(BlockCall { block: behind, arguments: Vec::new() }),
        });
        self.builder.switch_to(within);
        for object in objects {
            self.builder.store_unchecked(end_of(*object, given), int(8, 0));
        }
        self.builder.jump(behind, Vec::new());
        self.builder.switch_to(behind);
        self.count = self.builder.binary(BinaryOperation::Add, number, int(32, 1));
    }

    fn number(&mut self, given: Arguments) -> Operand {
        let input = Operation::Input {
            name: "n_args".into(),
            origin: InputOrigin::Asked,
            source_type: None,
        };
        let number = self.builder.emit(input, Type::Int(32));
        let (least, most) = (u64::from(given.least), u64::from(given.most));
        for (low, high) in [(int(32, least), number.clone()), (number.clone(), int(32, most))] {
            let holds = self.builder.compare(Comparison::SignedLessEqual, low, high);
            self.builder.effect(Operation::Assume(holds));
        }
        number
    }

    /// Null stands behind so many arguments of the group, until another group comes.
    fn end(&mut self, more: u32, join: BlockId) {
        let entry = self.entry(more);
        self.builder.store_unchecked(entry, Operand::Constant(Constant::Null));
        let count = self.counted(more);
        self.builder.jump(join, vec![count]);
    }
}

/// Where the last byte of an argument's object is.
fn end_of(object: GlobalId, given: Arguments) -> Operand {
    Operand::Constant(Constant::Global(object, given.length as i64))
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
        let start = Operand::Constant(Constant::Global(contents, 0));
        input_bytes(builder, start, *size, format!("{name}-data"));
        add(shared, Some(text), contents, *size);
    }
    if let Some(size) = given.standard_input {
        let contents = add_global(shared, "standard input", size + 1, Initializer::Zero);
        let start = Operand::Constant(Constant::Global(contents, 0));
        input_bytes(builder, start, size, "stdin".into());
        add(shared, None, contents, size);
    }
    table.resize(table.len() + 3 * word as usize, 0);
    let size = table.len() as u64;
    add_global(shared, "klew_input_files", size, Initializer::Bytes(table, relocations));
}
