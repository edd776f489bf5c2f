//! The meaning of every operator on values: the one definition that constant folding and evaluation share.
//!
//! Source: SMT-LIB 2 theories FixedSizeBitVectors, Ints, FloatingPoint, ArraysEx, totalised as `Kind` says.
//! `narrow` is the same for truth values and bit-vectors of at most 64 bits, on machine words.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::bitvec_value::{BitVecValue, mask, signed};
use crate::constant::Constant;
use crate::kind::Kind;
use crate::softfloat::{self, Arithmetic};
use crate::sort::{FloatFormat, Sort};

/// Result of an operator on truth values (0 or 1) and bit-vectors of at most 64 bits, if its result is one too.
/// `width` is the first argument's, `low_width` the second's.
pub fn narrow(kind: Kind, width: u32, low_width: u32, arguments: &[u64]) -> Option<u64> {
    let a = arguments.first().copied()?;
    let b = arguments.get(1).copied().unwrap_or(0);
    let (sa, sb) = (|| signed(width, a), || signed(width, b));
    let truncate = |value: u64| value & mask(width);
    let result = match kind {
        Kind::Not => a ^ 1,
        Kind::And => a & b,
        Kind::Or => a | b,
        Kind::Xor => a ^ b,
        Kind::Implies => (a ^ 1) | b,
        Kind::Eq => u64::from(a == b),
        Kind::Ite => {
            if a == 1 {
                b
            } else {
                *arguments.get(2)?
            }
        }
        Kind::BvAdd => truncate(a.wrapping_add(b)),
        Kind::BvSub => truncate(a.wrapping_sub(b)),
        Kind::BvMul => truncate(a.wrapping_mul(b)),
        Kind::BvNeg => truncate(a.wrapping_neg()),
        Kind::BvUdiv => a.checked_div(b).unwrap_or(mask(width)),
        Kind::BvUrem => a.checked_rem(b).unwrap_or(a),
        Kind::BvSdiv if b == 0 => {
            if sa() < 0 {
                1
            } else {
                mask(width)
            }
        }
        Kind::BvSdiv => truncate(sa().wrapping_div(sb()) as u64),
        Kind::BvSrem if b == 0 => a,
        Kind::BvSrem => truncate(sa().wrapping_rem(sb()) as u64),
        Kind::BvAnd => a & b,
        Kind::BvOr => a | b,
        Kind::BvXor => a ^ b,
        Kind::BvNot => truncate(!a),
        Kind::BvShl => {
            if b >= u64::from(width) {
                0
            } else {
                truncate(a << b)
            }
        }
        Kind::BvLshr => {
            if b >= u64::from(width) {
                0
            } else {
                a >> b
            }
        }
        Kind::BvAshr => truncate((sa() >> b.min(u64::from(width - 1))) as u64),
        Kind::BvUlt => u64::from(a < b),
        Kind::BvUle => u64::from(a <= b),
        Kind::BvSlt => u64::from(sa() < sb()),
        Kind::BvSle => u64::from(sa() <= sb()),
        Kind::BvConcat if width + low_width <= 64 => a << low_width | b,
        Kind::BvExtract { high, low } => (a >> low) & mask(high - low + 1),
        Kind::BvZeroExtend(to) if to <= 64 => a,
        Kind::BvSignExtend(to) if to <= 64 => sa() as u64 & mask(to),
        Kind::BvUaddOverflow => u64::from(truncate(a.wrapping_add(b)) < a),
        Kind::BvSaddOverflow => u64::from(outside(width, i128::from(sa()) + i128::from(sb()))),
        Kind::BvUsubOverflow => u64::from(a < b),
        Kind::BvSsubOverflow => u64::from(outside(width, i128::from(sa()) - i128::from(sb()))),
        Kind::BvUmulOverflow => u64::from(u128::from(a) * u128::from(b) > u128::from(mask(width))),
        Kind::BvSmulOverflow => u64::from(outside(width, i128::from(sa()) * i128::from(sb()))),
        _ => return None,
    };
    Some(result)
}

/// Whether a number is no signed value of the width.
fn outside(width: u32, value: i128) -> bool {
    let limit = 1i128 << (width - 1);
    value < -limit || value >= limit
}

/// Result of an operator on values; `None` only if the values do not fit the operator, or it is a symbol,
/// a constant or a quantifier.
pub(crate) fn apply(kind: Kind, arguments: &[Constant]) -> Option<Constant> {
    match (kind, arguments) {
        (Kind::Eq, [a, b]) => Some(Constant::Bool(a == b)),
        (Kind::Ite, [Constant::Bool(c), a, b]) => Some(if *c { a.clone() } else { b.clone() }),
        (_, [Constant::Bool(a)]) if kind == Kind::Not => Some(Constant::Bool(!a)),
        (_, [Constant::Bool(a), Constant::Bool(b)]) if boolean(kind, *a, *b).is_some() => {
            boolean(kind, *a, *b).map(Constant::Bool)
        }
        (Kind::ConstArray(index), [element]) => {
            Some(Constant::Array(crate::array_value::ArrayValue::constant(index, element.clone())))
        }
        (Kind::Select, [Constant::Array(array), index]) => Some(array.select(index).clone()),
        (Kind::Store, [Constant::Array(array), index, element]) => {
            let mut array = array.clone();
            array.store(index.clone(), element.clone());
            Some(Constant::Array(array))
        }
        (_, [Constant::BitVec(a)]) => unary_bitvec(kind, a),
        (_, [Constant::BitVec(a), Constant::BitVec(b)]) => binary_bitvec(kind, a, b),
        (_, [Constant::Int(a)]) => unary_int(kind, a),
        (_, [Constant::Int(a), Constant::Int(b)]) => binary_int(kind, a, b),
        (_, [Constant::Float(format, a)]) => unary_float(kind, *format, *a),
        (_, [Constant::Float(format, a), Constant::Float(_, b)]) => {
            binary_float(kind, *format, *a, *b)
        }
        (
            Kind::FpFma,
            [Constant::Float(format, a), Constant::Float(_, b), Constant::Float(_, c)],
        ) => Some(Constant::Float(*format, softfloat::fma(*format, *a, *b, *c))),
        _ => None,
    }
}

fn boolean(kind: Kind, a: bool, b: bool) -> Option<bool> {
    match kind {
        Kind::And => Some(a && b),
        Kind::Or => Some(a || b),
        Kind::Xor => Some(a != b),
        Kind::Implies => Some(!a || b),
        _ => None,
    }
}

fn unary_bitvec(kind: Kind, a: &BitVecValue) -> Option<Constant> {
    let value = match kind {
        Kind::BvNeg => a.neg(),
        Kind::BvNot => a.not(),
        Kind::BvExtract { high, low } => a.extract(high, low),
        Kind::BvZeroExtend(width) => a.zero_extend(width),
        Kind::BvSignExtend(width) => a.sign_extend(width),
        Kind::BvToIntUnsigned => return Some(Constant::Int(BigInt::from(a.to_biguint()))),
        Kind::BvToIntSigned => return Some(Constant::Int(a.to_bigint_signed())),
        Kind::FpFromSigned(mode, format) => {
            let bits = softfloat::from_integer(format, mode, &a.to_bigint_signed());
            return Some(Constant::Float(format, bits));
        }
        Kind::FpFromUnsigned(mode, format) => {
            let bits = softfloat::from_integer(format, mode, &BigInt::from(a.to_biguint()));
            return Some(Constant::Float(format, bits));
        }
        Kind::FpFromBits(format) => {
            let bits = softfloat::canonical(format, a.to_u128()?);
            return Some(Constant::Float(format, bits));
        }
        _ => return None,
    };
    Some(Constant::BitVec(value))
}

fn binary_bitvec(kind: Kind, a: &BitVecValue, b: &BitVecValue) -> Option<Constant> {
    let value = match kind {
        Kind::BvAdd => a.add(b),
        Kind::BvSub => a.sub(b),
        Kind::BvMul => a.mul(b),
        Kind::BvUdiv => a.udiv(b),
        Kind::BvUrem => a.urem(b),
        Kind::BvSdiv => a.sdiv(b),
        Kind::BvSrem => a.srem(b),
        Kind::BvAnd => a.and(b),
        Kind::BvOr => a.or(b),
        Kind::BvXor => a.xor(b),
        Kind::BvShl => a.shl(b),
        Kind::BvLshr => a.lshr(b),
        Kind::BvAshr => a.ashr(b),
        Kind::BvConcat => a.concat(b),
        _ => return compare_bitvec(kind, a, b).map(Constant::Bool),
    };
    Some(Constant::BitVec(value))
}

fn compare_bitvec(kind: Kind, a: &BitVecValue, b: &BitVecValue) -> Option<bool> {
    Some(match kind {
        Kind::BvUlt => a.ult(b),
        Kind::BvUle => a.ule(b),
        Kind::BvSlt => a.slt(b),
        Kind::BvSle => a.sle(b),
        Kind::BvUaddOverflow => a.uadd_overflows(b),
        Kind::BvSaddOverflow => a.sadd_overflows(b),
        Kind::BvUsubOverflow => a.usub_overflows(b),
        Kind::BvSsubOverflow => a.ssub_overflows(b),
        Kind::BvUmulOverflow => a.umul_overflows(b),
        Kind::BvSmulOverflow => a.smul_overflows(b),
        _ => return None,
    })
}

fn unary_int(kind: Kind, a: &BigInt) -> Option<Constant> {
    match kind {
        Kind::IntNeg => Some(Constant::Int(-a)),
        Kind::IntToBv(width) => Some(Constant::BitVec(BitVecValue::from_bigint(width, a))),
        _ => None,
    }
}

fn binary_int(kind: Kind, a: &BigInt, b: &BigInt) -> Option<Constant> {
    Some(match kind {
        Kind::IntAdd => Constant::Int(a + b),
        Kind::IntSub => Constant::Int(a - b),
        Kind::IntMul => Constant::Int(a * b),
        Kind::IntDiv if b.is_zero() => Constant::Int(BigInt::zero()),
        Kind::IntMod if b.is_zero() => Constant::Int(a.clone()),
        Kind::IntDiv => Constant::Int((a - euclidean_remainder(a, b)) / b),
        Kind::IntMod => Constant::Int(euclidean_remainder(a, b)),
        Kind::IntLe => Constant::Bool(a <= b),
        Kind::IntLt => Constant::Bool(a < b),
        _ => return None,
    })
}

fn euclidean_remainder(a: &BigInt, b: &BigInt) -> BigInt {
    let remainder = a % b;
    if remainder.is_negative() { remainder + b.abs() } else { remainder }
}

fn unary_float(kind: Kind, format: FloatFormat, a: u128) -> Option<Constant> {
    let bits = match kind {
        Kind::FpNeg => softfloat::neg(format, a),
        Kind::FpAbs => softfloat::abs(format, a),
        Kind::FpSqrt => softfloat::sqrt(format, a),
        Kind::FpRoundToIntegral(mode) => softfloat::round_to_integral(format, mode, a),
        Kind::FpToFp(mode, to) => {
            return Some(Constant::Float(to, softfloat::convert(format, to, mode, a)));
        }
        Kind::FpToSigned(mode, width) => {
            let value = softfloat::to_signed(format, mode, width, a).unwrap_or_default();
            return Some(Constant::BitVec(BitVecValue::from_bigint(width, &value)));
        }
        Kind::FpToUnsigned(mode, width) => {
            let value = softfloat::to_unsigned(format, mode, width, a).unwrap_or_default();
            return Some(Constant::BitVec(BitVecValue::from_bigint(width, &value)));
        }
        _ => return classify_float(kind, format, a).map(Constant::Bool),
    };
    Some(Constant::Float(format, bits))
}

fn classify_float(kind: Kind, format: FloatFormat, a: u128) -> Option<bool> {
    Some(match kind {
        Kind::FpIsNan => softfloat::is_nan(format, a),
        Kind::FpIsInfinite => softfloat::is_infinite(format, a),
        Kind::FpIsZero => softfloat::is_zero(format, a),
        Kind::FpIsNegative => softfloat::is_negative(format, a),
        Kind::FpIsNormal => softfloat::is_normal(format, a),
        Kind::FpIsSubnormal => softfloat::is_subnormal(format, a),
        _ => return None,
    })
}

fn binary_float(kind: Kind, format: FloatFormat, a: u128, b: u128) -> Option<Constant> {
    let operation = match kind {
        Kind::FpAdd => Arithmetic::Add,
        Kind::FpSub => Arithmetic::Sub,
        Kind::FpMul => Arithmetic::Mul,
        Kind::FpDiv => Arithmetic::Div,
        Kind::FpRem => return Some(Constant::Float(format, softfloat::remainder(format, a, b))),
        Kind::FpEq => {
            return Some(Constant::Bool(
                softfloat::compare(format, a, b).is_some_and(|o| o.is_eq()),
            ));
        }
        Kind::FpLt => {
            return Some(Constant::Bool(
                softfloat::compare(format, a, b).is_some_and(|o| o.is_lt()),
            ));
        }
        Kind::FpLe => {
            return Some(Constant::Bool(
                softfloat::compare(format, a, b).is_some_and(|o| o.is_le()),
            ));
        }
        _ => return None,
    };
    Some(Constant::Float(format, softfloat::arithmetic(operation, format, a, b)))
}

/// The sort of an operator's result from its arguments' sorts; `None` if they do not fit the operator.
/// Symbols and constants have no result sort here.
#[rustfmt::skip]
pub(crate) fn result_sort(kind: Kind, sorts: &[Sort]) -> Option<Sort> {
    use Kind as K;
    let sort = match (kind, sorts) {
        (K::ConstArray(index), [element]) => Sort::Array(index, element.scalar()?),
        (K::Not | K::Forall(_) | K::Exists(_), [Sort::Bool]) => Sort::Bool,
        (K::And | K::Or | K::Xor | K::Implies, [Sort::Bool, Sort::Bool]) => Sort::Bool,
        (K::Eq, [a, b]) if a == b => Sort::Bool,
        (K::Ite, [Sort::Bool, a, b]) if a == b => *a,
        (K::BvAdd | K::BvSub | K::BvMul | K::BvUdiv | K::BvUrem | K::BvSdiv | K::BvSrem | K::BvAnd | K::BvOr
            | K::BvXor | K::BvShl | K::BvLshr | K::BvAshr, [Sort::BitVec(a), Sort::BitVec(b)]) if a == b => Sort::BitVec(*a),
        (K::BvNeg | K::BvNot, [Sort::BitVec(a)]) => Sort::BitVec(*a),
        (K::BvUlt | K::BvUle | K::BvSlt | K::BvSle | K::BvUaddOverflow | K::BvSaddOverflow | K::BvUsubOverflow
            | K::BvSsubOverflow | K::BvUmulOverflow | K::BvSmulOverflow, [Sort::BitVec(a), Sort::BitVec(b)]) if a == b => Sort::Bool,
        (K::BvConcat, [Sort::BitVec(a), Sort::BitVec(b)]) => Sort::BitVec(a.checked_add(*b)?),
        (K::BvExtract { high, low }, [Sort::BitVec(a)]) if low <= high && high < *a => Sort::BitVec(high - low + 1),
        (K::BvZeroExtend(to) | K::BvSignExtend(to), [Sort::BitVec(a)]) if to >= *a => Sort::BitVec(to),
        (K::IntAdd | K::IntSub | K::IntMul | K::IntDiv | K::IntMod, [Sort::Int, Sort::Int]) => Sort::Int,
        (K::IntNeg, [Sort::Int]) => Sort::Int,
        (K::IntLe | K::IntLt, [Sort::Int, Sort::Int]) => Sort::Bool,
        (K::BvToIntUnsigned | K::BvToIntSigned, [Sort::BitVec(_)]) => Sort::Int,
        (K::IntToBv(width), [Sort::Int]) if width > 0 => Sort::BitVec(width),
        (K::FpAdd | K::FpSub | K::FpMul | K::FpDiv | K::FpRem, [Sort::Float(a), Sort::Float(b)]) if a == b => Sort::Float(*a),
        (K::FpFma, [Sort::Float(a), Sort::Float(b), Sort::Float(c)]) if a == b && b == c => Sort::Float(*a),
        (K::FpSqrt | K::FpRoundToIntegral(_) | K::FpNeg | K::FpAbs, [Sort::Float(a)]) => Sort::Float(*a),
        (K::FpEq | K::FpLt | K::FpLe, [Sort::Float(a), Sort::Float(b)]) if a == b => Sort::Bool,
        (K::FpIsNan | K::FpIsInfinite | K::FpIsZero | K::FpIsNegative | K::FpIsNormal | K::FpIsSubnormal, [Sort::Float(_)]) => Sort::Bool,
        (K::FpToFp(_, format), [Sort::Float(_)]) => Sort::Float(format),
        (K::FpFromSigned(_, format) | K::FpFromUnsigned(_, format), [Sort::BitVec(_)]) => Sort::Float(format),
        (K::FpToSigned(_, width) | K::FpToUnsigned(_, width), [Sort::Float(_)]) if width > 0 => Sort::BitVec(width),
        (K::FpFromBits(format), [Sort::BitVec(a)]) if *a == format.storage_bits() => Sort::Float(format),
        (K::Select, [Sort::Array(index, element), i]) if Sort::from(*index) == *i => Sort::from(*element),
        (K::Store, [Sort::Array(index, element), i, e]) if Sort::from(*index) == *i && Sort::from(*element) == *e => {
            Sort::Array(*index, *element)
        }
        _ => return None,
    };
    Some(sort)
}
