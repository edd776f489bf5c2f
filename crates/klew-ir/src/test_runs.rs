//! For tests: what calls of a function on numbers of any width give, to compare what programs do before and after a pass.
//!
//! Memory is one global. What may be computed is what [`fold`] knows of constants.

use std::collections::HashMap;

use num_traits::ToPrimitive;

use crate::fold::fold;
use crate::{
    Check, Constant, Definition, FunctionBody, Operand, Operation, Program, Terminator, Type,
    ValueId,
};

/// More calls, or more blocks in one of them, do not end.
const MOST_CALLS: usize = 600;
const MOST_BLOCKS: usize = 200;

/// How a run of the first function ends.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Returns(Option<u64>, HashMap<i64, u64>),
    FailsCheck,
    DoesNotEnd,
}

/// Runs calls of the only function of a program, whose memory is one global.
pub(crate) struct Runs<'p> {
    program: &'p Program,
    cells: HashMap<i64, u64>,
    calls: usize,
}

impl Runs<'_> {
    /// How the call with these arguments ends, where the global's first bytes hold a number.
    pub(crate) fn outcome(program: &Program, arguments: &[u64], cell: u64) -> Outcome {
        let mut runs = Runs { program, cells: HashMap::from([(0, cell)]), calls: 0 };
        match runs.call(arguments) {
            Ok(result) => Outcome::Returns(result, runs.cells),
            Err(other) => other,
        }
    }

    fn call(&mut self, arguments: &[u64]) -> Result<Option<u64>, Outcome> {
        self.calls += 1;
        if self.calls > MOST_CALLS {
            return Err(Outcome::DoesNotEnd);
        }
        let FunctionBody::Defined(definition) = &self.program.functions[0].body else {
            return Err(Outcome::DoesNotEnd);
        };
        let mut values: HashMap<ValueId, u64> =
            definition.parameters.iter().copied().zip(arguments.iter().copied()).collect();
        let mut block = 0;
        for _ in 0..MOST_BLOCKS {
            let here = &definition.blocks[block];
            for instruction in &here.instructions {
                let result = self.operation(definition, &instruction.operation, &values)?;
                let Some((value, result)) = instruction.results.first().zip(result) else {
                    continue;
                };
                let kind = definition.values[value.0 as usize].value_type;
                assert!(result.checked_shr(kind.bits(64)).is_none_or(|rest| rest == 0));
                values.insert(*value, result);
            }
            let number = |operand: &Operand| number(operand, &values);
            let next = match &here.terminator {
                Terminator::Jump(next) => next,
                Terminator::Branch { condition, then_block, else_block } => {
                    if number(condition) == 1 { then_block } else { else_block }
                }
                Terminator::Switch { value, cases, default } => {
                    let is =
                        |case: &&(num_bigint::BigUint, _)| case.0.to_u64() == Some(number(value));
                    cases.iter().find(is).map_or(default, |(_, next)| next)
                }
                Terminator::Return(results) => return Ok(results.first().map(number)),
                other => panic!("{other:?}"),
            };
            let passed: Vec<u64> = next.arguments.iter().map(number).collect();
            block = next.block.0 as usize;
            values.extend(definition.blocks[block].parameters.iter().copied().zip(passed));
        }
        Err(Outcome::DoesNotEnd)
    }

    fn operation(
        &mut self,
        definition: &Definition,
        operation: &Operation,
        values: &HashMap<ValueId, u64>,
    ) -> Result<Option<u64>, Outcome> {
        let number = |operand: &Operand| number(operand, values);
        match operation {
            Operation::Call { arguments, .. } => {
                self.call(&arguments.iter().map(number).collect::<Vec<_>>())
            }
            Operation::Load(pointer) => Ok(self.cells.get(&offset(pointer)).copied()),
            Operation::Store(pointer, value) => {
                self.cells.insert(offset(pointer), number(value));
                Ok(None)
            }
            Operation::Assert { check: Check::Holds(holds), .. } => match number(holds) {
                1 => Ok(None),
                _ => Err(Outcome::FailsCheck),
            },
            other => {
                let mut known = other.clone();
                for operand in known.operands_mut() {
                    let Type::Int(width) = definition.type_of(operand) else { panic!() };
                    *operand = Constant::int(width, number(operand)).into();
                }
                let result = Type::Int(64);
                let result = match known {
                    Operation::Compare(..) => Type::BOOL,
                    _ => result,
                };
                match fold(&known, result, self.program.data_model) {
                    Some(Operand::Constant(Constant::Int { value, .. })) => Ok(value.to_u64()),
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

fn number(operand: &Operand, values: &HashMap<ValueId, u64>) -> u64 {
    match operand {
        Operand::Value(value) => values[value],
        Operand::Constant(Constant::Int { value, .. }) => value.to_u64().unwrap(),
        other => panic!("{other:?}"),
    }
}

fn offset(pointer: &Operand) -> i64 {
    match pointer {
        Operand::Constant(Constant::Global(_, offset)) => *offset,
        other => panic!("{other:?}"),
    }
}
