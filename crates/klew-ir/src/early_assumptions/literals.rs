//! Truth values that have to be so, taken apart, and where their values come from.

use std::collections::{BTreeMap, BTreeSet};

use super::Spot;
use crate::{
    BinaryOperation, BlockId, Constant, Conversion, Definition, Instruction, Operand, Operation,
    Type, UnaryOperation, ValueId,
};

/// A truth value that has to be so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) value: ValueId,
    pub(super) holds: bool,
}

/// Where a value that is not computed of others comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// The caller.
    Parameter,
    /// The ways to a block.
    Block(BlockId),
    /// An instruction.
    Instruction(Spot),
}

/// What is computed of more is not computed twice.
const MAXIMUM_COMPUTED: usize = 16;

/// The literals that all have to be so for one to be: what is joined by `and` if it has to hold, by `or` if it must not.
pub(super) fn parts(definition: &Definition, whole: Literal) -> Vec<Literal> {
    let (mut waiting, mut found) = (vec![whole], Vec::new());
    while let Some(literal) = waiting.pop() {
        let joined = match (operation(definition, literal.value), literal.holds) {
            (Some(Operation::Binary(BinaryOperation::And, a, b)), true)
            | (Some(Operation::Binary(BinaryOperation::Or, a, b)), false) => {
                [(a, literal.holds), (b, literal.holds)]
            }
            // `a ? b : false` and `a ? true : b`.
            (Some(Operation::Select(a, b, other)), true) if is_bool(other, false) => {
                [(a, true), (b, true)]
            }
            (Some(Operation::Select(a, other, b)), false) if is_bool(other, true) => {
                [(a, false), (b, false)]
            }
            (Some(Operation::Binary(BinaryOperation::Xor, a, one)), holds)
                if is_bool(one, true) =>
            {
                [(a, !holds), (one, true)]
            }
            _ => {
                found.push(literal);
                continue;
            }
        };
        waiting.extend(
            joined
                .into_iter()
                .filter_map(|(operand, holds)| Some(Literal { value: operand.as_value()?, holds })),
        );
    }
    found
}

fn is_bool(operand: &Operand, truth: bool) -> bool {
    *operand == Operand::Constant(Constant::int(1, u64::from(truth)))
}

fn defining(definition: &Definition, value: ValueId) -> Option<(Spot, &Instruction)> {
    (0..).zip(&definition.blocks).find_map(|(number, block)| {
        let index = block.instructions.iter().position(|it| it.results.contains(&value))?;
        Some((Spot { block: BlockId(number), index }, &block.instructions[index]))
    })
}

fn operation(definition: &Definition, value: ValueId) -> Option<&Operation> {
    defining(definition, value).map(|(_, instruction)| &instruction.operation)
}

/// Whether it gives the same wherever its operands are known.
fn is_computed(operation: &Operation) -> bool {
    match operation {
        // What a value is that was undefined is not known twice.
        Operation::Unary(UnaryOperation::Freeze, _) => false,
        Operation::Convert(conversion, _) => matches!(
            conversion,
            Conversion::ZeroExtend | Conversion::SignExtend | Conversion::Truncate
        ),
        Operation::Binary(..)
        | Operation::Unary(..)
        | Operation::Compare(..)
        | Operation::CompareFloat(..)
        | Operation::Overflows(..)
        | Operation::Select(..) => true,
        _ => false,
    }
}

/// Where all that a value is computed of comes from: inputs, what calls return, and what is passed on. None if something is read
/// from memory, is a pointer, or is undefined.
pub(super) fn origins(definition: &Definition, value: ValueId) -> Option<BTreeSet<Origin>> {
    let (mut waiting, mut seen, mut found) = (vec![value], BTreeSet::new(), BTreeSet::new());
    while let Some(value) = waiting.pop() {
        if !seen.insert(value) {
            continue;
        }
        if seen.len() > MAXIMUM_COMPUTED
            || definition.values[value.0 as usize].value_type == Type::Pointer
        {
            return None;
        }
        if let Some((spot, instruction)) = defining(definition, value) {
            match &instruction.operation {
                Operation::Input { .. } | Operation::Call { .. } => {
                    found.insert(Origin::Instruction(spot));
                }
                operation if is_computed(operation) => {
                    for operand in operation.operands() {
                        match operand {
                            Operand::Value(value) => waiting.push(*value),
                            constant if constant.is_undefined() => return None,
                            Operand::Constant(_) => {}
                        }
                    }
                }
                _ => return None,
            }
        } else if definition.parameters.contains(&value) {
            found.insert(Origin::Parameter);
        } else {
            let block = definition.blocks.iter().position(|it| it.parameters.contains(&value))?;
            found.insert(Origin::Block(BlockId(block as u32)));
        }
    }
    Some(found)
}

/// Computes a value again, of its origins.
pub(super) fn copy(
    definition: &mut Definition,
    value: ValueId,
    made: &mut Vec<Instruction>,
) -> ValueId {
    let mut copies = BTreeMap::new();
    copy_into(definition, value, made, &mut copies)
}

fn copy_into(
    definition: &mut Definition,
    value: ValueId,
    made: &mut Vec<Instruction>,
    copies: &mut BTreeMap<ValueId, ValueId>,
) -> ValueId {
    if let Some(copy) = copies.get(&value) {
        return *copy;
    }
    let computed = defining(definition, value).map(|(_, instruction)| instruction.clone());
    let Some(mut instruction) = computed.filter(|it| is_computed(&it.operation)) else {
        return value;
    };
    let operands: Vec<ValueId> =
        instruction.operation.operands().into_iter().filter_map(Operand::as_value).collect();
    for operand in operands {
        let copy = copy_into(definition, operand, made, copies);
        copies.insert(operand, copy);
    }
    for operand in instruction.operation.operands_mut() {
        if let Operand::Value(value) = operand
            && let Some(copy) = copies.get(value)
        {
            *value = *copy;
        }
    }
    let copy = ValueId(definition.values.len() as u32);
    let mut info = definition.values[value.0 as usize].clone();
    info.name = None;
    definition.values.push(info);
    instruction.results = [copy].into_iter().collect();
    made.push(instruction);
    copies.insert(value, copy);
    copy
}
