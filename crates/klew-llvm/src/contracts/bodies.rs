//! The function that does what a contract says.
//!
//! **Invariant**: each access is asked for by a check that has the number of those that the contract stands for, if there is one.

use klew_ir::builder::{Builder, int};
use klew_ir::{
    Access, BinaryOperation, Check, CheckId, Comparison, Constant, Definition, GlobalId,
    InputOrigin, Operand, Operation, Program, Property, Terminator, Type,
};

use super::calls::{Contract, Effect, Outcome};
use super::formats::Scanned;

/// What inputs of contracts are called.
const NAME: &str = "stream";

/// What all contracts of a program do besides.
pub(super) struct Common<'c> {
    /// The number of their checks.
    pub asked: Option<CheckId>,
    /// What their functions may have changed.
    pub changed: &'c [GlobalId],
}

/// The body of the function that does it, with parameters and results of such types.
pub(super) fn body(
    program: &Program,
    contract: &Contract,
    (parameters, results): (&[Type], &[Type]),
    common: &Common<'_>,
) -> Definition {
    let builder = Builder::new(program.data_model, parameters);
    let mut body = Body { builder, asked: common.asked };
    for global in common.changed {
        let size = body.builder.word_constant(program.global(*global).size);
        body.any_bytes(Operand::Constant(Constant::Global(*global, 0)), size);
    }
    let outcome = match (&contract.outcome, results) {
        (Outcome::Between(least, most), _) => body.number(*least, *most),
        (Outcome::Any, &[ty]) => body.input(ty),
        (Outcome::UpTo(count), _) => body.up_to(*count),
        (Outcome::Found(text), _) => body.found(text),
        // Whether something was written.
        _ => body.number(0, 1),
    };
    for effect in &contract.effects {
        match effect {
            Effect::ReadsText { argument, most, may_be_null } => {
                body.reads_text(*argument, *most, *may_be_null);
            }
            Effect::ReadsNumber { text, end, may_be_null } => {
                body.reads_number(*text, (*end, *may_be_null));
            }
            Effect::Block { argument, count, size, access } => {
                body.block(*argument, (*count, *size), *access);
            }
            Effect::Formats { argument, room } => body.formats(*argument, *room, outcome.clone()),
            Effect::Writes { argument, what, if_more_than } => {
                let more = int(32, *if_more_than as u64);
                let more = body.builder.compare(Comparison::SignedLess, more, outcome.clone());
                body.writes(*argument, *what, more);
            }
        }
    }
    let returned = match (&contract.outcome, results) {
        (_, []) => Vec::new(),
        (Outcome::ArgumentOrNull(argument), _) => {
            let written = body.builder.compare(Comparison::NotEqual, outcome, int(32, 0));
            let argument = body.builder.parameter(*argument);
            vec![body.builder.select(written, argument, Operand::Constant(Constant::Null))]
        }
        _ => vec![outcome],
    };
    body.builder.terminate(Terminator::Return(returned));
    body.builder.definition
}

struct Body {
    builder: Builder,
    asked: Option<CheckId>,
}

impl Body {
    fn input(&mut self, ty: Type) -> Operand {
        let origin = InputOrigin::Approximation;
        let input = Operation::Input { name: NAME.to_owned(), origin, source_type: None };
        self.builder.emit(input, ty)
    }

    fn any_bytes(&mut self, pointer: Operand, size: Operand) {
        let (name, origin) = (NAME.to_owned(), InputOrigin::Approximation);
        self.builder.effect(Operation::InputBytes { pointer, size, taken: None, name, origin });
    }

    /// Any number of 32 bits between two.
    fn number(&mut self, least: i64, most: i64) -> Operand {
        let number = self.input(Type::Int(32));
        for (one, other) in
            [(int(32, least as u64), number.clone()), (number.clone(), int(32, most as u64))]
        {
            let holds = self.builder.compare(Comparison::SignedLessEqual, one, other);
            self.builder.effect(Operation::Assume(holds));
        }
        number
    }

    /// A number up to that argument.
    fn up_to(&mut self, count: usize) -> Operand {
        let most = self.builder.parameter(count);
        let number = self.input(self.builder.type_of(&most));
        let holds = self.builder.compare(Comparison::UnsignedLessEqual, number.clone(), most);
        self.builder.effect(Operation::Assume(holds));
        number
    }

    /// Where the first parameter, which has these bytes, has the character of the second one first; null if nowhere.
    fn found(&mut self, text: &[u8]) -> Operand {
        let (pointer, character) = (self.builder.parameter(0), self.builder.parameter(1));
        let character = self.builder.unsigned_resize(character, 8);
        let nowhere = self.builder.word_constant(text.len() as u64);
        let mut place = nowhere.clone();
        for (at, byte) in text.iter().enumerate().rev() {
            let is_here =
                self.builder.compare(Comparison::Equal, character.clone(), int(8, (*byte).into()));
            let at = self.builder.word_constant(at as u64);
            place = self.builder.select(is_here, at, place);
        }
        let is_found = self.builder.compare(Comparison::NotEqual, place.clone(), nowhere);
        let found = self.builder.offset(pointer, place);
        self.builder.select(is_found, found, Operand::Constant(Constant::Null))
    }

    fn ask(&mut self, pointer: Operand, size: u64, access: Access) {
        let size = self.builder.word_constant(size);
        self.ask_for(pointer, size, access);
    }

    fn ask_for(&mut self, pointer: Operand, size: Operand, access: Access) {
        let Some(id) = self.asked else { return };
        let check = Check::Accessible { pointer, size, access };
        let property = Property::Dereference;
        self.builder.effect(Operation::Assert { id, property, check, message: None });
    }

    /// Byte by byte. Where reading ended, which is known behind it if the text may not be null.
    fn reads_text(&mut self, argument: usize, most: Option<u64>, may_be_null: bool) -> Operand {
        let (pointer, word) = (self.builder.parameter(argument), self.builder.word());
        let [next, reads, goes_on] = [&[word][..], &[], &[]].map(|types| self.builder.block(types));
        let after = self.builder.block(&[]);
        let start = self.builder.word_constant(0);
        if may_be_null {
            let null = Operand::Constant(Constant::Null);
            let is_null = self.builder.compare(Comparison::Equal, pointer.clone(), null);
            let begin = self.builder.block(&[]);
            self.builder.branch(is_null, after, begin);
            self.builder.switch_to(begin);
        }
        self.builder.jump(next, vec![start]);
        self.builder.switch_to(next);
        let at = self.builder.block_parameter(next, 0);
        match most {
            Some(most) => {
                let most = self.builder.word_constant(most);
                let is_less = self.builder.compare(Comparison::UnsignedLess, at.clone(), most);
                self.builder.branch(is_less, reads, after);
            }
            None => self.builder.jump(reads, Vec::new()),
        }
        self.builder.switch_to(reads);
        let place = self.builder.offset(pointer, at.clone());
        self.ask(place.clone(), 1, Access::Read);
        let byte = self.builder.load_unchecked(place, Type::Int(8));
        let is_last = self.builder.compare(Comparison::Equal, byte, int(8, 0));
        self.builder.branch(is_last, after, goes_on);
        self.builder.switch_to(goes_on);
        let one = self.builder.word_constant(1);
        let more = self.builder.binary(BinaryOperation::Add, at.clone(), one);
        self.builder.jump(next, vec![more]);
        self.builder.switch_to(after);
        at
    }

    /// All of the text is there; the number ends anywhere in it.
    fn reads_number(&mut self, text: usize, (end, may_be_null): (usize, bool)) {
        let length = self.reads_text(text, None, false);
        let number_ends = self.input(self.builder.word());
        let is_within =
            self.builder.compare(Comparison::UnsignedLessEqual, number_ends.clone(), length);
        self.builder.effect(Operation::Assume(is_within));
        let end = self.builder.parameter(end);
        let after = may_be_null.then(|| {
            let [writes, after] = [(); 2].map(|()| self.builder.block(&[]));
            let null = Operand::Constant(Constant::Null);
            let is_wanted = self.builder.compare(Comparison::NotEqual, end.clone(), null);
            self.builder.branch(is_wanted, writes, after);
            self.builder.switch_to(writes);
            after
        });
        let size = Type::Pointer.store_size(self.builder.width(&end));
        self.ask(end.clone(), size, Access::Write);
        let text = self.builder.parameter(text);
        let place = self.builder.offset(text, number_ends);
        self.builder.store_unchecked(end, place);
        if let Some(after) = after {
            self.builder.jump(after, Vec::new());
            self.builder.switch_to(after);
        }
    }

    /// What is larger than memory is asked for as that.
    fn block(&mut self, argument: usize, (count, size): (usize, u64), access: Access) {
        let (pointer, count) = (self.builder.parameter(argument), self.builder.parameter(count));
        let most = self.builder.width(&count);
        let most = (u64::MAX >> (64 - most)) / size;
        let (most, size) = (self.builder.word_constant(most), self.builder.word_constant(size));
        let fits = self.builder.compare(Comparison::UnsignedLessEqual, count.clone(), most);
        let bytes = self.builder.binary(BinaryOperation::Mul, count, size);
        let all = self.builder.word_constant(u64::MAX >> 1);
        let bytes = self.builder.select(fits, bytes, all);
        let zero = self.builder.word_constant(0);
        let [does, after] = [(); 2].map(|()| self.builder.block(&[]));
        let is_some = self.builder.compare(Comparison::NotEqual, bytes.clone(), zero);
        self.builder.branch(is_some, does, after);
        self.builder.switch_to(does);
        self.ask_for(pointer.clone(), bytes.clone(), access);
        if access == Access::Write {
            self.any_bytes(pointer, bytes);
        }
        self.builder.jump(after, Vec::new());
        self.builder.switch_to(after);
    }

    /// The text ends where the result says, if there is room for that, else at the end of the room.
    fn formats(&mut self, argument: usize, room: u64, result: Operand) {
        let pointer = self.builder.parameter(argument);
        self.writes_bytes(pointer.clone(), room);
        let last = self.builder.word_constant(room - 1);
        let width = self.builder.width(&last);
        let length = self.builder.signed_resize(result, width);
        // Below zero it is longer than numbers are; what was written of it ends at the end of the room, too.
        let fits = self.builder.compare(Comparison::UnsignedLess, length.clone(), last.clone());
        let end = self.builder.select(fits, length, last);
        let end = self.builder.offset(pointer, end);
        self.builder.store_unchecked(end, int(8, 0));
    }

    fn writes(&mut self, argument: usize, what: Scanned, condition: Operand) {
        // Chosen before, so that it is known wherever the text is read. What stands behind its end stays; that it may be anything is more
        // than that.
        let length = match what {
            Scanned::Text(most) => self.length(most),
            Scanned::Number(_) | Scanned::Bytes(_) => self.builder.word_constant(0),
        };
        let [writes, after] = [(); 2].map(|()| self.builder.block(&[]));
        self.builder.branch(condition, writes, after);
        self.builder.switch_to(writes);
        let pointer = self.builder.parameter(argument);
        match what {
            Scanned::Number(ty) => {
                self.ask(pointer.clone(), ty.store_size(0), Access::Write);
                let value = self.input(ty);
                self.builder.store_unchecked(pointer, value);
            }
            Scanned::Bytes(size) => self.writes_bytes(pointer, size),
            Scanned::Text(most) => {
                self.writes_bytes(pointer.clone(), most + 1);
                let end = self.builder.offset(pointer, length);
                self.builder.store_unchecked(end, int(8, 0));
            }
        }
        self.builder.jump(after, Vec::new());
        self.builder.switch_to(after);
    }

    /// Any length up to that.
    fn length(&mut self, most: u64) -> Operand {
        let length = self.input(self.builder.word());
        let most = self.builder.word_constant(most);
        let is_length = self.builder.compare(Comparison::UnsignedLessEqual, length.clone(), most);
        self.builder.effect(Operation::Assume(is_length));
        length
    }

    fn writes_bytes(&mut self, pointer: Operand, size: u64) {
        if size > 0 {
            self.ask(pointer.clone(), size, Access::Write);
            let size = self.builder.word_constant(size);
            self.any_bytes(pointer, size);
        }
    }
}
