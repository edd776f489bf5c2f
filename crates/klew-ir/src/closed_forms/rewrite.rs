//! Puts closed forms before a body.
//!
//! **Invariant**: with arguments that no form is about, what is done is what was done before.

use num_bigint::BigUint;
use smallvec::SmallVec;

use super::polynomial::Polynomial;
use super::{Cell, Form, Guard};
use crate::{
    BinaryOperation, Block, BlockCall, BlockId, Comparison, Constant, Definition, Instruction,
    Operand, Operation, Position, Terminator, Type, ValueId, ValueInfo,
};

/// Goes to the form that is about the arguments, if there is one, and else to the body.
pub(super) fn insert(
    definition: &mut Definition,
    forms: &[Form],
    cells: &[Cell],
    position: Position,
) {
    let parameters = definition.parameters.clone();
    let body = BlockId(definition.blocks.len() as u32);
    let entry = block(Vec::new(), Terminator::Unreachable, position);
    let before = std::mem::replace(&mut definition.blocks[0], entry);
    definition.blocks.push(before);
    let mut answers: Vec<(Guard, BlockCall)> = Vec::new();
    for form in forms {
        let mut writer =
            Writer { definition, cells, variables: parameters.clone(), made: Vec::new(), position };
        let terminator = writer.form(form);
        let answer = block(writer.made, terminator, position);
        answers.push((form.guard, go_to(definition.blocks.len())));
        definition.blocks.push(answer);
    }
    choose(definition, &answers, (BlockCall { block: body, arguments: Vec::new() }, position));
}

fn block(instructions: Vec<Instruction>, terminator: Terminator, position: Position) -> Block {
    let (name, parameters) = (None, Vec::new());
    Block { name, parameters, instructions, terminator, terminator_position: position }
}

fn go_to(block: usize) -> BlockCall {
    BlockCall { block: BlockId(block as u32), arguments: Vec::new() }
}

/// Writes the first block, which chooses: all forms are about one parameter, or there is only one.
fn choose(
    definition: &mut Definition,
    answers: &[(Guard, BlockCall)],
    (body, position): (BlockCall, Position),
) {
    let parameters = definition.parameters.clone();
    let mut other = body;
    let mut cases: Vec<(BigUint, BlockCall)> = Vec::new();
    let mut switched: Option<ValueId> = None;
    let mut first: Option<(Vec<Instruction>, Terminator)> = None;
    for (guard, answer) in answers {
        let (zero_first, parameter) = match *guard {
            Guard::Always => {
                first = Some((Vec::new(), Terminator::Jump(answer.clone())));
                continue;
            }
            Guard::Is(parameter, value) => {
                switched = Some(parameters[parameter]);
                cases.push((BigUint::from(value), answer.clone()));
                continue;
            }
            Guard::NotNegative(parameter) => (true, parameters[parameter]),
            Guard::NotPositive(parameter) => (false, parameters[parameter]),
        };
        if let Some((instructions, terminator)) = first.take() {
            other = go_to(definition.blocks.len());
            definition.blocks.push(block(instructions, terminator, position));
        }
        first = Some(branch(definition, (zero_first, parameter), (answer, &other), position));
    }
    let (instructions, terminator) = match (first, switched) {
        (Some(first), _) => first,
        (None, Some(value)) => {
            (Vec::new(), Terminator::Switch { value: value.into(), cases, default: other })
        }
        (None, None) => (Vec::new(), Terminator::Jump(other)),
    };
    definition.blocks[0].instructions = instructions;
    definition.blocks[0].terminator = terminator;
}

/// To the answer where zero is at most the parameter, or the parameter at most zero.
fn branch(
    definition: &mut Definition,
    (zero_first, parameter): (bool, ValueId),
    (answer, other): (&BlockCall, &BlockCall),
    position: Position,
) -> (Vec<Instruction>, Terminator) {
    let zero = match definition.values[parameter.0 as usize].value_type {
        Type::Int(width) => Operand::Constant(Constant::int(width, 0)),
        other => Operand::Constant(Constant::Undefined(other)),
    };
    let value = Operand::Value(parameter);
    let (a, b) = if zero_first { (zero, value) } else { (value, zero) };
    let truth = new_value(definition, Type::BOOL);
    let operation = Operation::Compare(Comparison::SignedLessEqual, a, b);
    let results = SmallVec::from_slice(&[truth]);
    let terminator = Terminator::Branch {
        condition: truth.into(),
        then_block: answer.clone(),
        else_block: other.clone(),
    };
    (vec![Instruction { results, operation, position }], terminator)
}

fn new_value(definition: &mut Definition, value_type: Type) -> ValueId {
    definition.values.push(ValueInfo { value_type, name: None });
    ValueId(definition.values.len() as u32 - 1)
}

/// Writes one form.
struct Writer<'d> {
    definition: &'d mut Definition,
    cells: &'d [Cell],
    /// The values of the variables: parameters, and cells once they are read.
    variables: Vec<ValueId>,
    made: Vec<Instruction>,
    position: Position,
}

impl Writer<'_> {
    fn form(&mut self, form: &Form) -> Terminator {
        let parameters = self.variables.len();
        for cell in self.cells {
            let value = self.make(Type::Int(cell.width), Operation::Load(pointer(cell)));
            self.variables.push(value);
        }
        let mut stores = Vec::new();
        for (index, (cell, contents)) in self.cells.iter().zip(&form.effect.cells).enumerate() {
            if *contents != Polynomial::variable(cell.width, parameters + index) {
                stores.push(Operation::Store(pointer(cell), self.polynomial(contents)));
            }
        }
        let result = form.effect.result.as_ref().map(|result| self.polynomial(result));
        for operation in stores {
            let (results, position) = (SmallVec::new(), self.position);
            self.made.push(Instruction { results, operation, position });
        }
        Terminator::Return(result.into_iter().collect())
    }

    fn polynomial(&mut self, polynomial: &Polynomial) -> Operand {
        let width = polynomial.width();
        let mut sum: Option<Operand> = None;
        for (variables, factor) in polynomial.terms() {
            let mut product: Option<Operand> =
                (factor != 1 || variables.is_empty()).then(|| Constant::int(width, factor).into());
            for variable in variables {
                let value = Operand::Value(self.variables[*variable]);
                product = Some(self.both(BinaryOperation::Mul, width, product, value));
            }
            if let Some(product) = product {
                sum = Some(self.both(BinaryOperation::Add, width, sum, product));
            }
        }
        sum.unwrap_or_else(|| Constant::int(width, 0).into())
    }

    fn both(
        &mut self,
        operation: BinaryOperation,
        width: u32,
        before: Option<Operand>,
        next: Operand,
    ) -> Operand {
        match before {
            None => next,
            Some(before) => {
                let operation = Operation::Binary(operation, before, next);
                self.make(Type::Int(width), operation).into()
            }
        }
    }

    fn make(&mut self, kind: Type, operation: Operation) -> ValueId {
        let value = new_value(self.definition, kind);
        let (results, position) = (SmallVec::from_slice(&[value]), self.position);
        self.made.push(Instruction { results, operation, position });
        value
    }
}

fn pointer(cell: &Cell) -> Operand {
    Operand::Constant(Constant::Global(cell.global, cell.offset))
}
