//! Constructors of integer terms.

use num_bigint::BigInt;

use crate::arena::Terms;
use crate::kind::{Kind, TermId};

impl Terms {
    /// Sum.
    pub fn int_add(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::IntAdd, &[a, b])
    }

    /// Difference.
    pub fn int_sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::IntSub, &[a, b])
    }

    /// Product.
    pub fn int_mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::IntMul, &[a, b])
    }

    /// At-most.
    pub fn int_le(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::IntLe, &[a, b])
    }

    /// Less-than.
    pub fn int_lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::IntLt, &[a, b])
    }

    /// At-least.
    pub fn int_ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.int_le(b, a)
    }

    /// Greater-than.
    pub fn int_gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.int_lt(b, a)
    }

    /// Negation.
    pub fn int_neg(&mut self, a: TermId) -> TermId {
        self.apply(Kind::IntNeg, &[a])
    }

    /// Euclidean quotient (SMT-LIB `div`), 0 for division by 0.
    pub fn int_div(&mut self, a: TermId, b: TermId) -> TermId {
        let quotient = self.apply(Kind::IntDiv, &[a, b]);
        let zero = self.int(BigInt::ZERO);
        self.unless_zero(b, quotient, zero)
    }

    /// Euclidean remainder (SMT-LIB `mod`), the dividend for division by 0.
    pub fn int_mod(&mut self, a: TermId, b: TermId) -> TermId {
        let remainder = self.apply(Kind::IntMod, &[a, b]);
        self.unless_zero(b, remainder, a)
    }

    /// SMT-LIB leaves division by 0 open and solvers differ: the guard makes their choice invisible.
    fn unless_zero(&mut self, divisor: TermId, result: TermId, otherwise: TermId) -> TermId {
        if self.as_int(divisor).is_some_and(|value| *value != BigInt::ZERO) {
            return result;
        }
        let zero = self.int(BigInt::ZERO);
        let is_zero = self.eq(divisor, zero);
        self.ite(is_zero, otherwise, result)
    }

    /// Unsigned value of a bit-vector.
    pub fn bv_to_int_unsigned(&mut self, a: TermId) -> TermId {
        self.apply(Kind::BvToIntUnsigned, &[a])
    }

    /// Signed value of a bit-vector.
    pub fn bv_to_int_signed(&mut self, a: TermId) -> TermId {
        self.apply(Kind::BvToIntSigned, &[a])
    }

    /// An integer modulo 2^width as a bit-vector.
    pub fn int_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        self.apply(Kind::IntToBv(width), &[a])
    }
}
