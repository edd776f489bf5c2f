//! Values of terms.

use num_bigint::BigInt;

use crate::array_value::ArrayValue;
use crate::bitvec_value::BitVecValue;
use crate::sort::{FloatFormat, Sort};

/// A value of any sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Constant {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    BitVec(BitVecValue),
    /// An integer.
    Int(BigInt),
    /// A float by its memory image (X87: 80 bits). Within terms NaNs and X87 images are canonical.
    Float(FloatFormat, u128),
    /// An array.
    Array(ArrayValue),
}

impl Constant {
    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        match self {
            Constant::Bool(_) => Sort::Bool,
            Constant::BitVec(value) => Sort::BitVec(value.width()),
            Constant::Int(_) => Sort::Int,
            Constant::Float(format, _) => Sort::Float(*format),
            Constant::Array(value) => value.sort(),
        }
    }

    /// Zero of a sort: false, 0, +0.0, or the array of zeros.
    pub fn zero(sort: Sort) -> Constant {
        match sort {
            Sort::Bool => Constant::Bool(false),
            Sort::BitVec(width) => Constant::BitVec(BitVecValue::zero(width)),
            Sort::Int => Constant::Int(BigInt::from(0)),
            Sort::Float(format) => Constant::Float(format, 0),
            Sort::Array(index, element) => {
                Constant::Array(ArrayValue::constant(index, Constant::zero(element.into())))
            }
        }
    }

    /// A bit-vector of at most 64 bits or a shorter value of a wider one.
    pub fn bv(width: u32, bits: u64) -> Constant {
        Constant::BitVec(BitVecValue::new(width, bits))
    }

    /// The truth value.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Constant::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The unsigned value of a bit-vector, if it fits.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Constant::BitVec(value) => value.to_u64(),
            _ => None,
        }
    }

    /// The bit-vector value.
    pub fn as_bitvec(&self) -> Option<&BitVecValue> {
        match self {
            Constant::BitVec(value) => Some(value),
            _ => None,
        }
    }
}
