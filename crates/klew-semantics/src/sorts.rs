//! Types of the representation as sorts of terms.

use klew_ir::{FloatFormat, Type};
use klew_term::Sort;

/// The format of terms.
pub fn float_format(format: FloatFormat) -> klew_term::FloatFormat {
    match format {
        FloatFormat::Half => klew_term::FloatFormat::Half,
        FloatFormat::BFloat => klew_term::FloatFormat::BFloat,
        FloatFormat::Single => klew_term::FloatFormat::Single,
        FloatFormat::Double => klew_term::FloatFormat::Double,
        FloatFormat::X87 => klew_term::FloatFormat::X87,
        FloatFormat::Quad => klew_term::FloatFormat::Quad,
    }
}

/// The sort of a scalar type; of a pointer, that of its address.
pub fn sort_of(value_type: Type, pointer_bits: u32) -> Sort {
    match value_type {
        Type::Int(width) => Sort::BitVec(width),
        Type::Float(format) => Sort::Float(float_format(format)),
        Type::Pointer => Sort::BitVec(pointer_bits),
    }
}
