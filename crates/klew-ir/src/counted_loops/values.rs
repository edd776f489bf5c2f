//! What is known of values within a turn: a variable of the loop and a number that was added to it, or what no turn changes.

use rustc_hash::FxHashMap;

use crate::{
    BinaryOperation, Callee, Constant, Definition, Function, FunctionBody, Operand, Operation,
    Terminator, Type, ValueId,
};

/// What is known of a value within a turn.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// A variable as it was when the turn began, and a number.
    Variable(usize, u64),
    /// The same in all turns.
    Outside(Operand),
    Other,
}

/// The widest numbers that are looked at.
const WIDEST: u32 = 64;

/// What is known of what an operation gives, if it does nothing else.
pub(super) fn results(
    definition: &Definition,
    functions: &[Function],
    operation: &Operation,
    known: &FxHashMap<ValueId, Known>,
) -> Option<Vec<Known>> {
    match operation {
        Operation::Call { callee: Callee::Function(id), arguments } => {
            let arguments = arguments.iter().map(|it| of_operand(it, known)).collect();
            of_call(functions.get(id.0 as usize)?, arguments)
        }
        Operation::Bind(..) => Some(Vec::new()),
        operation if operation.is_pure() && !depends_on_more(operation) => {
            Some(vec![of_operation(definition, operation, known)])
        }
        _ => None,
    }
}

/// The same of a call of a function that only computes.
fn of_call(function: &Function, arguments: Vec<Known>) -> Option<Vec<Known>> {
    let FunctionBody::Defined(body) = &function.body else { return None };
    let ([block], false) = (&*body.blocks, function.variadic) else { return None };
    let mut known: FxHashMap<ValueId, Known> =
        body.parameters.iter().copied().zip(arguments).collect();
    if known.len() != body.parameters.len() {
        return None;
    }
    for instruction in &block.instructions {
        let operation = &instruction.operation;
        let is_call = matches!(operation, Operation::Call { .. });
        let values = if is_call { None } else { results(body, &[], operation, &known) };
        known.extend(instruction.results.iter().copied().zip(values?));
    }
    let Terminator::Return(given) = &block.terminator else { return None };
    Some(given.iter().map(|it| of_operand(it, &known)).collect())
}

/// Whether it gives something else where memory does, or where more is known.
fn depends_on_more(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::Load(_)
            | Operation::ObjectSize(_)
            | Operation::IsKnown(_)
            | Operation::Asks(_)
            | Operation::TextEnd(_)
            | Operation::StackMark
    )
}

/// The width of an integer; 0 of others.
pub(super) fn width(definition: &Definition, operand: &Operand) -> u32 {
    match definition.type_of(operand) {
        Type::Int(width) if width <= WIDEST => width,
        _ => 0,
    }
}

/// What is not of the loop is not in the map.
pub(super) fn of_operand(operand: &Operand, known: &FxHashMap<ValueId, Known>) -> Known {
    let inside = operand.as_value().and_then(|value| known.get(&value));
    inside.cloned().unwrap_or_else(|| Known::Outside(operand.clone()))
}

fn of_operation(
    definition: &Definition,
    operation: &Operation,
    known: &FxHashMap<ValueId, Known>,
) -> Known {
    let Operation::Binary(binary, a, b) = operation else { return Known::Other };
    let width = width(definition, a);
    if width == 0 {
        return Known::Other;
    }
    let number = |operand: &Operand| match of_operand(operand, known) {
        Known::Outside(Operand::Constant(Constant::Int { value, .. })) => u64::try_from(value).ok(),
        _ => None,
    };
    let (of, by) = match (binary, number(a), number(b)) {
        (BinaryOperation::Add, _, Some(by)) => (a, by),
        (BinaryOperation::Add, Some(by), _) => (b, by),
        (BinaryOperation::Sub, _, Some(by)) => (a, by.wrapping_neg()),
        _ => return Known::Other,
    };
    match of_operand(of, known) {
        Known::Variable(number, added) => {
            Known::Variable(number, masked(added.wrapping_add(by), width))
        }
        _ => Known::Other,
    }
}

/// The lowest bits of a number.
pub(super) fn masked(value: u64, width: u32) -> u64 {
    value & (u64::MAX >> (u64::BITS - width))
}
