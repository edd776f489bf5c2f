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
    let (least, most) = match contract.outcome {
        Outcome::Between(least, most) => (least, most),
        // Whether something was written.
        Outcome::None | Outcome::ArgumentOrNull(_) => (0, 1),
    };
    let outcome = body.number(least, most);
    for effect in &contract.effects {
        match effect {
            Effect::ReadsText { argument, most, may_be_null } => {
                body.reads_text(*argument, *most, *may_be_null);
            }
            Effect::Writes { argument, what, if_more_than } => {
                let more = int(32, *if_more_than as u64);
                let more = body.builder.compare(Comparison::SignedLess, more, outcome.clone());
                body.writes(*argument, *what, more);
            }
        }
    }
    let returned = match (contract.outcome, results) {
        (_, []) => Vec::new(),
        (Outcome::ArgumentOrNull(argument), _) => {
            let written = body.builder.compare(Comparison::NotEqual, outcome, int(32, 0));
            let argument = body.builder.parameter(argument);
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
        self.builder.effect(Operation::InputBytes { pointer, size, name, origin });
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

    fn ask(&mut self, pointer: Operand, size: u64, access: Access) {
        let Some(id) = self.asked else { return };
        let size = self.builder.word_constant(size);
        let check = Check::Accessible { pointer, size, access };
        let property = Property::Dereference;
        self.builder.effect(Operation::Assert { id, property, check, message: None });
    }

    /// Byte by byte.
    fn reads_text(&mut self, argument: usize, most: Option<u64>, may_be_null: bool) {
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
        let more = self.builder.binary(BinaryOperation::Add, at, one);
        self.builder.jump(next, vec![more]);
        self.builder.switch_to(after);
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
