//! What the operations of the program representation mean, as terms: one meaning for all engines and the memory.
//!
//! **Invariant**: nothing here knows of states, paths or graphs. Where a result is left open by the representation, the
//! caller says what stands for it; where a term is only right under a fact, the fact is given with it.
//!
//! The interpreter that tests compare engines with (`klew-oracle`) is deliberately not built on this.

mod conversion;
mod floating;
mod integer;
mod sorts;

pub use conversion::{Constrained, convert, reinterpret};
pub use floating::{compare_float, float_binary, float_unary};
pub use integer::{compare, integer_binary, integer_unary, overflows};
pub use sorts::{float_format, sort_of};

use klew_ir::{BinaryOperation, Type, UnaryOperation};
use klew_term::{TermId, Terms};

/// Two operands of one scalar type; none if the operation is not one of that type.
pub fn binary(
    terms: &mut Terms,
    operation: BinaryOperation,
    value_type: Type,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    match value_type {
        Type::Float(_) => float_binary(terms, operation, a, b),
        Type::Int(_) | Type::Pointer => integer_binary(terms, operation, a, b),
    }
}

/// One operand, of a type whose pointers have so many bits. What is frozen stays as it is.
pub fn unary(
    terms: &mut Terms,
    operation: UnaryOperation,
    value_type: Type,
    pointer_bits: u32,
    a: TermId,
) -> TermId {
    match value_type {
        Type::Float(_) => float_unary(terms, operation, a),
        Type::Int(_) | Type::Pointer => {
            integer_unary(terms, operation, value_type.bits(pointer_bits), a)
        }
    }
}
