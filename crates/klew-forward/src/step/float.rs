//! Floating-point numbers: singles and doubles natively when concrete, otherwise as terms (which fold
//! constants in software).
//!
//! Rust's `f32` and `f64` are IEEE 754 with rounding to nearest, and so is what C programs use.

use klew_ir::{BinaryOperation, FloatComparison, FloatFormat, Type, UnaryOperation};
use klew_memory::Value;

use crate::decode::op::{Slot, Source};
use crate::machine::{Machine, Step};
use crate::state::State;

macro_rules! native {
    ($binary:ident, $unary:ident, $compare:ident, $float:ty, $bits:ty) => {
        #[inline]
        fn $binary(operation: BinaryOperation, a: u64, b: u64) -> Option<u64> {
            let (x, y) = (<$float>::from_bits(a as $bits), <$float>::from_bits(b as $bits));
            let result = match operation {
                BinaryOperation::FloatAdd => x + y,
                BinaryOperation::FloatSub => x - y,
                BinaryOperation::FloatMul => x * y,
                BinaryOperation::FloatDiv => x / y,
                BinaryOperation::FloatRem => x % y,
                BinaryOperation::CopySign => x.copysign(y),
                // Minimum and maximum: left to the terms, for zeros of different signs.
                _ if x == y || x.is_nan() || y.is_nan() => return None,
                BinaryOperation::FloatMin => x.min(y),
                BinaryOperation::FloatMax => x.max(y),
                _ => return None,
            };
            Some(u64::from(result.to_bits()))
        }

        #[inline]
        fn $unary(operation: UnaryOperation, a: u64) -> Option<u64> {
            let x = <$float>::from_bits(a as $bits);
            let result = match operation {
                UnaryOperation::FloatNeg => -x,
                UnaryOperation::FloatAbs => x.abs(),
                UnaryOperation::SquareRoot => x.sqrt(),
                UnaryOperation::RoundToZero => x.trunc(),
                UnaryOperation::RoundDown => x.floor(),
                UnaryOperation::RoundUp => x.ceil(),
                UnaryOperation::RoundNearestEven => x.round_ties_even(),
                UnaryOperation::RoundNearestAway => x.round(),
                UnaryOperation::Freeze => x,
                _ => return None,
            };
            Some(u64::from(result.to_bits()))
        }

        #[inline]
        fn $compare(comparison: FloatComparison, a: u64, b: u64) -> bool {
            let (x, y) = (<$float>::from_bits(a as $bits), <$float>::from_bits(b as $bits));
            match comparison {
                FloatComparison::Equal => x == y,
                FloatComparison::Less => x < y,
                FloatComparison::LessEqual => x <= y,
                FloatComparison::Unordered => x.is_nan() || y.is_nan(),
            }
        }
    };
}

native!(binary32, unary32, compare32, f32, u32);
native!(binary64, unary64, compare64, f64, u64);

/// A concrete operation on singles or doubles.
#[inline]
pub fn binary(operation: BinaryOperation, format: FloatFormat, a: u64, b: u64) -> Option<u64> {
    match format {
        FloatFormat::Single => binary32(operation, a, b),
        FloatFormat::Double => binary64(operation, a, b),
        _ => None,
    }
}

/// A concrete operation on a single or double.
#[inline]
pub fn unary(operation: UnaryOperation, format: FloatFormat, a: u64) -> Option<u64> {
    match format {
        FloatFormat::Single => unary32(operation, a),
        FloatFormat::Double => unary64(operation, a),
        _ => None,
    }
}

/// A concrete comparison of singles or doubles.
#[inline]
pub fn compare(comparison: FloatComparison, format: FloatFormat, a: u64, b: u64) -> Option<bool> {
    match format {
        FloatFormat::Single => Some(compare32(comparison, a, b)),
        FloatFormat::Double => Some(compare64(comparison, a, b)),
        _ => None,
    }
}

impl Machine<'_> {
    pub(super) fn float_binary(
        &mut self,
        state: &mut State,
        operation: BinaryOperation,
        format: FloatFormat,
        result: Slot,
        operands: (Source, Source),
    ) -> Step<()> {
        let a = self.operand_term(state, operands.0, Type::Float(format));
        let b = self.operand_term(state, operands.1, Type::Float(format));
        let Some(term) = klew_semantics::float_binary(self.terms, operation, a, b) else {
            return Err(self.unsupported(state, "an integer operation on floats"));
        };
        self.set_term(state, result, term);
        self.settle(state)
    }

    pub(super) fn fused_multiply_add(
        &mut self,
        state: &mut State,
        format: FloatFormat,
        result: Slot,
        operands: [Source; 3],
    ) -> Step<()> {
        let [a, b, c] = operands.map(|source| state.frame.read(source));
        if let (Value::Int(a), Value::Int(b), Value::Int(c)) = (a, b, c) {
            let single = |bits: u64| f32::from_bits(bits as u32);
            let bits = match format {
                FloatFormat::Single => {
                    Some(u64::from(single(a).mul_add(single(b), single(c)).to_bits()))
                }
                FloatFormat::Double => {
                    let sum = f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c));
                    Some(sum.to_bits())
                }
                _ => None,
            };
            if let Some(bits) = bits {
                state.frame.registers[result as usize] = Value::Int(bits);
                return Ok(());
            }
        }
        let [a, b, c] =
            operands.map(|source| self.operand_term(state, source, Type::Float(format)));
        let term = self.terms.fp_fma(a, b, c);
        self.set_term(state, result, term);
        self.settle(state)
    }

    pub(super) fn compare_floats(
        &mut self,
        state: &mut State,
        comparison: FloatComparison,
        format: FloatFormat,
        result: Slot,
        operands: (Source, Source),
    ) -> Step<()> {
        let a = self.operand_term(state, operands.0, Type::Float(format));
        let b = self.operand_term(state, operands.1, Type::Float(format));
        let term = klew_semantics::compare_float(self.terms, comparison, a, b);
        self.set_bool(state, result, term);
        self.settle(state)
    }
}
