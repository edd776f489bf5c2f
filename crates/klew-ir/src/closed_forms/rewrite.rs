//! Puts closed forms before a body.
//!
//! **Invariant**: with arguments that no form is about, what is done is what was done before.

use num_bigint::BigUint;

use super::polynomial::Polynomial;
use super::{Cell, Form, Given, Guard};
use crate::builder::{Builder, int};
use crate::{
    BinaryOperation, BlockCall, BlockId, Comparison, Constant, DataModel, Definition, Operand,
    Position, Terminator, Type,
};

/// Goes to the form that is about the arguments, if there is one, and else to the body.
pub(super) fn insert(
    definition: &mut Definition,
    forms: &[Form],
    (results, cells): (&[Given], &[Cell]),
    (data_model, position): (DataModel, Position),
) {
    let (mut builder, body) = Builder::before(data_model, std::mem::take(definition));
    builder.position = position;
    let entry = BlockId(0);
    let answers: Vec<(Guard, BlockId)> = forms
        .iter()
        .map(|form| {
            let block = builder.block(&[]);
            builder.switch_to(block);
            answer(&mut builder, form, (results, cells));
            (form.guard, block)
        })
        .collect();
    builder.switch_to(entry);
    choose(&mut builder, &answers, body);
    *definition = builder.definition;
}

/// Chooses, where the builder is: all forms are about one parameter, and numbers are not mixed with signs.
fn choose(builder: &mut Builder, answers: &[(Guard, BlockId)], body: BlockId) {
    let mut numbers: Option<Operand> = None;
    let mut cases: Vec<(BigUint, BlockCall)> = Vec::new();
    for (guard, answer) in answers {
        match *guard {
            Guard::Always => builder.jump(*answer, Vec::new()),
            Guard::NotNegative(parameter) => {
                let parameter = builder.parameter(parameter);
                let zero = int(builder.width(&parameter), 0);
                unless(builder, (zero, parameter), *answer);
            }
            Guard::NotPositive(parameter) => {
                let parameter = builder.parameter(parameter);
                let zero = int(builder.width(&parameter), 0);
                unless(builder, (parameter, zero), *answer);
            }
            Guard::Is(parameter, value) => {
                numbers = Some(builder.parameter(parameter));
                cases.push((BigUint::from(value), go_to(*answer)));
            }
        }
    }
    match numbers {
        Some(value) => {
            builder.terminate(Terminator::Switch { value, cases, default: go_to(body) });
        }
        None => builder.jump(body, Vec::new()),
    }
}

/// To the answer if the first is at most the second; else it goes on in a new block.
fn unless(builder: &mut Builder, (a, b): (Operand, Operand), answer: BlockId) {
    let is_so = builder.compare(Comparison::SignedLessEqual, a, b);
    let next = builder.block(&[]);
    builder.branch(is_so, answer, next);
    builder.switch_to(next);
}

fn go_to(block: BlockId) -> BlockCall {
    BlockCall { block, arguments: Vec::new() }
}

/// Writes what a form says: cells are read before any is written.
fn answer(builder: &mut Builder, form: &Form, (results, cells): (&[Given], &[Cell])) {
    let parameters = builder.definition.parameters.len();
    let mut variables: Vec<Operand> = (0..parameters).map(|it| builder.parameter(it)).collect();
    for cell in cells {
        variables.push(builder.load_unchecked(pointer(cell), Type::Int(cell.width)));
    }
    let mut stores = Vec::new();
    for (index, (cell, contents)) in cells.iter().zip(&form.effect.cells).enumerate() {
        if *contents != Polynomial::variable(cell.width, parameters + index) {
            stores.push((pointer(cell), number(builder, contents, &variables)));
        }
    }
    let result = form.effect.result.as_ref().map(|it| number(builder, it, &variables));
    for (pointer, value) in stores {
        builder.store_unchecked(pointer, value);
    }
    let given = |given: &Given| match given {
        Given::Number => result.clone(),
        Given::Null => Some(Constant::Null.into()),
    };
    builder.terminate(Terminator::Return(results.iter().filter_map(given).collect()));
}

/// Computes a polynomial.
fn number(builder: &mut Builder, polynomial: &Polynomial, variables: &[Operand]) -> Operand {
    let width = polynomial.width();
    let products: Vec<Operand> = polynomial
        .terms()
        .map(|(factors, number)| {
            let factors = factors.iter().map(|variable| variables[*variable].clone());
            let number = (number != 1).then(|| int(width, number));
            let factors = factors.chain(number).collect();
            joined(builder, BinaryOperation::Mul, factors).unwrap_or_else(|| int(width, 1))
        })
        .collect();
    joined(builder, BinaryOperation::Add, products).unwrap_or_else(|| int(width, 0))
}

fn joined(
    builder: &mut Builder,
    operation: BinaryOperation,
    operands: Vec<Operand>,
) -> Option<Operand> {
    operands.into_iter().reduce(|before, next| builder.binary(operation, before, next))
}

fn pointer(cell: &Cell) -> Operand {
    Operand::Constant(Constant::Global(cell.global, cell.offset))
}
