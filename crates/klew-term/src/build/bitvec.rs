//! Constructors of bit-vector terms.

use crate::arena::Terms;
use crate::kind::{Kind, TermId};

impl Terms {
    /// Sum modulo 2^width.
    pub fn bv_add(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvAdd, &[a, b])
    }

    /// Difference modulo 2^width.
    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvSub, &[a, b])
    }

    /// Product modulo 2^width.
    pub fn bv_mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvMul, &[a, b])
    }

    /// Unsigned quotient; all ones for division by 0.
    pub fn bv_udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvUdiv, &[a, b])
    }

    /// Unsigned remainder; the dividend for division by 0.
    pub fn bv_urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvUrem, &[a, b])
    }

    /// Signed quotient towards zero, SMT-LIB `bvsdiv`.
    pub fn bv_sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvSdiv, &[a, b])
    }

    /// Signed remainder with the dividend's sign, SMT-LIB `bvsrem`.
    pub fn bv_srem(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvSrem, &[a, b])
    }

    /// Bitwise and.
    pub fn bv_and(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvAnd, &[a, b])
    }

    /// Bitwise or.
    pub fn bv_or(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvOr, &[a, b])
    }

    /// Bitwise exclusive or.
    pub fn bv_xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvXor, &[a, b])
    }

    /// Shift left; 0 for amounts of the width or more.
    pub fn bv_shl(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvShl, &[a, b])
    }

    /// Logical shift right; 0 for amounts of the width or more.
    pub fn bv_lshr(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvLshr, &[a, b])
    }

    /// Arithmetic shift right; copies of the sign for amounts of the width or more.
    pub fn bv_ashr(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvAshr, &[a, b])
    }

    /// Unsigned less-than.
    pub fn bv_ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvUlt, &[a, b])
    }

    /// Unsigned at-most.
    pub fn bv_ule(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvUle, &[a, b])
    }

    /// Signed less-than.
    pub fn bv_slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvSlt, &[a, b])
    }

    /// Signed at-most.
    pub fn bv_sle(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvSle, &[a, b])
    }

    /// Whether the unsigned sum overflows.
    pub fn bv_uadd_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvUaddOverflow, &[a, b])
    }

    /// Whether the signed sum overflows.
    pub fn bv_sadd_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvSaddOverflow, &[a, b])
    }

    /// Whether the unsigned difference underflows.
    pub fn bv_usub_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvUsubOverflow, &[a, b])
    }

    /// Whether the signed difference overflows.
    pub fn bv_ssub_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvSsubOverflow, &[a, b])
    }

    /// Whether the unsigned product overflows.
    pub fn bv_umul_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvUmulOverflow, &[a, b])
    }

    /// Whether the signed product overflows.
    pub fn bv_smul_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::BvSmulOverflow, &[a, b])
    }

    /// Unsigned greater-than.
    pub fn bv_ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ult(b, a)
    }

    /// Unsigned at-least.
    pub fn bv_uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ule(b, a)
    }

    /// Signed greater-than.
    pub fn bv_sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_slt(b, a)
    }

    /// Signed at-least.
    pub fn bv_sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_sle(b, a)
    }

    /// Two's complement.
    pub fn bv_neg(&mut self, a: TermId) -> TermId {
        self.apply(Kind::BvNeg, &[a])
    }

    /// Bitwise complement.
    pub fn bv_not(&mut self, a: TermId) -> TermId {
        self.apply(Kind::BvNot, &[a])
    }

    /// `high` above `low`.
    pub fn bv_concat(&mut self, high: TermId, low: TermId) -> TermId {
        self.apply(Kind::BvConcat, &[high, low])
    }

    /// Bits `high` down to `low`, both included.
    pub fn bv_extract(&mut self, a: TermId, high: u32, low: u32) -> TermId {
        self.apply(Kind::BvExtract { high, low }, &[a])
    }

    /// The lowest `width` bits.
    pub fn bv_truncate(&mut self, a: TermId, width: u32) -> TermId {
        self.bv_extract(a, width - 1, 0)
    }

    /// Zero extension to a width (at least the term's).
    pub fn bv_zero_extend(&mut self, a: TermId, to_width: u32) -> TermId {
        self.apply(Kind::BvZeroExtend(to_width), &[a])
    }

    /// Sign extension to a width (at least the term's).
    pub fn bv_sign_extend(&mut self, a: TermId, to_width: u32) -> TermId {
        self.apply(Kind::BvSignExtend(to_width), &[a])
    }

    /// 1 or 0 of a width.
    pub fn bool_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        let one = self.bv(width, 1);
        let zero = self.bv(width, 0);
        self.ite(a, one, zero)
    }

    /// Whether any bit is set.
    pub fn bv_to_bool(&mut self, a: TermId) -> TermId {
        // What `bool_to_bv` made, which every branch turns back.
        if self.kind(a) == Kind::Ite
            && let [condition, then, otherwise] = *self.arguments(a)
            && (self.as_u64(then), self.as_u64(otherwise)) == (Some(1), Some(0))
        {
            return condition;
        }
        let zero = self.bv(self.width(a), 0);
        self.ne(a, zero)
    }
}
