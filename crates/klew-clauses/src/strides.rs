//! In which steps pointers of a function move: which remainder their offsets leave modulo a stride.
//!
//! P. Granger, *Static Analysis of Arithmetical Congruences* (1989). It only chooses which elements of objects are kept, so it need not
//! be right where numbers wrap.

use std::collections::BTreeMap;

use klew_ir::{
    BinaryOperation, Constant, Conversion, Definition, Instruction, Operand, Operation, ValueId,
};
use num_traits::ToPrimitive;

/// Numbers that leave one remainder modulo a stride; with stride 0, one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Congruence {
    pub(crate) stride: u64,
    pub(crate) rest: u64,
}

impl Congruence {
    /// Any number.
    const ANY: Congruence = Congruence { stride: 1, rest: 0 };

    /// Constants that are negative are so in two's complement.
    fn new(stride: u64, rest: u64) -> Congruence {
        let rest = match i64::try_from(stride) {
            Ok(0) => rest,
            Ok(divisor) => (rest as i64).rem_euclid(divisor) as u64,
            Err(_) => return Congruence::ANY,
        };
        Congruence { stride, rest }
    }

    fn join(self, other: Congruence) -> Congruence {
        let between = (self.rest as i64).abs_diff(other.rest as i64);
        Congruence::new(gcd(gcd(self.stride, other.stride), between), self.rest)
    }

    fn add(self, other: Congruence) -> Congruence {
        Congruence::new(gcd(self.stride, other.stride), self.rest.wrapping_add(other.rest))
    }

    fn times(self, factor: u64) -> Congruence {
        let stride = (self.stride as i64).wrapping_mul(factor as i64).unsigned_abs();
        Congruence::new(stride, self.rest.wrapping_mul(factor))
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Rounds after which what still changes may be any number.
const ROUNDS: usize = 8;

/// The congruences of numbers and of the offsets of pointers; those of values that are not there are not known.
pub(crate) fn congruences(definition: &Definition) -> BTreeMap<ValueId, Congruence> {
    let mut known: BTreeMap<ValueId, Congruence> = BTreeMap::new();
    for round in 0..=ROUNDS {
        let before = known.clone();
        for block in &definition.blocks {
            for instruction in &block.instructions {
                if let (Some(result), Some(found)) =
                    (instruction.results.first(), of_instruction(&known, instruction))
                {
                    known.insert(*result, found);
                }
            }
            for next in block.terminator.successors() {
                let parameters = &definition.blocks[next.block.0 as usize].parameters;
                for (parameter, argument) in parameters.iter().zip(&next.arguments) {
                    let Some(found) = of_operand(&known, argument) else { continue };
                    let joined = known.get(parameter).map_or(found, |old| old.join(found));
                    known.insert(*parameter, joined);
                }
            }
        }
        if known == before {
            break;
        }
        if round == ROUNDS {
            known.retain(|value, found| before.get(value) == Some(found));
        }
    }
    known
}

pub(crate) fn of_operand(
    known: &BTreeMap<ValueId, Congruence>,
    operand: &Operand,
) -> Option<Congruence> {
    match operand {
        Operand::Value(value) => known.get(value).copied(),
        Operand::Constant(Constant::Int { width, value }) => {
            let image = value.to_u64()?;
            let shift = 64_u32.checked_sub(*width)?;
            Some(Congruence::new(0, (((image << shift) as i64) >> shift) as u64))
        }
        Operand::Constant(Constant::Global(_, offset)) => Some(Congruence::new(0, *offset as u64)),
        Operand::Constant(_) => Some(Congruence::ANY),
    }
}

fn of_instruction(
    known: &BTreeMap<ValueId, Congruence>,
    instruction: &Instruction,
) -> Option<Congruence> {
    let of = |operand: &Operand| of_operand(known, operand);
    let both = |a: &Operand, b: &Operand| Some((of(a)?, of(b)?));
    match &instruction.operation {
        Operation::Allocate { .. } => Some(Congruence::new(0, 0)),
        Operation::Offset(pointer, by) => both(pointer, by).map(|(a, b)| a.add(b)),
        Operation::Select(_, a, b) => both(a, b).map(|(a, b)| a.join(b)),
        Operation::Convert(Conversion::SignExtend | Conversion::ZeroExtend, a) => of(a),
        Operation::Binary(operation, a, b) => {
            let (a, b) = both(a, b)?;
            let constant = |it: Congruence| (it.stride == 0).then_some(it.rest);
            Some(match operation {
                BinaryOperation::Add => a.add(b),
                BinaryOperation::Sub => a.add(b.times(u64::MAX)),
                BinaryOperation::Mul => match (constant(a), constant(b)) {
                    (_, Some(factor)) => a.times(factor),
                    (Some(factor), _) => b.times(factor),
                    _ => Congruence::ANY,
                },
                BinaryOperation::ShiftLeft => match constant(b) {
                    Some(by) if by < 32 => a.times(1 << by),
                    _ => Congruence::ANY,
                },
                _ => Congruence::ANY,
            })
        }
        _ => Some(Congruence::ANY),
    }
}
