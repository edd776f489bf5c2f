//! Constructors of floating-point terms. Rounding is to nearest even unless a mode is given.

use num_bigint::BigInt;
use num_traits::One;

use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, TermId};
use crate::softfloat;
use crate::sort::{FloatFormat, RoundingMode, Sort};

impl Terms {
    /// Sum.
    pub fn fp_add(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::FpAdd, &[a, b])
    }

    /// Difference.
    pub fn fp_sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::FpSub, &[a, b])
    }

    /// Product.
    pub fn fp_mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::FpMul, &[a, b])
    }

    /// Quotient.
    pub fn fp_div(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::FpDiv, &[a, b])
    }

    /// IEEE remainder (SMT-LIB `fp.rem`, C `remainder`).
    pub fn fp_rem(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::FpRem, &[a, b])
    }

    /// IEEE equality.
    pub fn fp_eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::FpEq, &[a, b])
    }

    /// IEEE less-than.
    pub fn fp_lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::FpLt, &[a, b])
    }

    /// IEEE at-most.
    pub fn fp_le(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::FpLe, &[a, b])
    }

    /// Square root.
    pub fn fp_sqrt(&mut self, a: TermId) -> TermId {
        self.apply(Kind::FpSqrt, &[a])
    }

    /// Sign change.
    pub fn fp_neg(&mut self, a: TermId) -> TermId {
        self.apply(Kind::FpNeg, &[a])
    }

    /// Absolute value.
    pub fn fp_abs(&mut self, a: TermId) -> TermId {
        self.apply(Kind::FpAbs, &[a])
    }

    /// NaN test.
    pub fn fp_is_nan(&mut self, a: TermId) -> TermId {
        self.apply(Kind::FpIsNan, &[a])
    }

    /// Infinity test.
    pub fn fp_is_infinite(&mut self, a: TermId) -> TermId {
        self.apply(Kind::FpIsInfinite, &[a])
    }

    /// Zero test.
    pub fn fp_is_zero(&mut self, a: TermId) -> TermId {
        self.apply(Kind::FpIsZero, &[a])
    }

    /// Negative and not NaN.
    pub fn fp_is_negative(&mut self, a: TermId) -> TermId {
        self.apply(Kind::FpIsNegative, &[a])
    }

    /// Normal-number test.
    pub fn fp_is_normal(&mut self, a: TermId) -> TermId {
        self.apply(Kind::FpIsNormal, &[a])
    }

    /// Subnormal-number test.
    pub fn fp_is_subnormal(&mut self, a: TermId) -> TermId {
        self.apply(Kind::FpIsSubnormal, &[a])
    }

    /// Fused multiply-add `a * b + c`.
    pub fn fp_fma(&mut self, a: TermId, b: TermId, c: TermId) -> TermId {
        self.apply(Kind::FpFma, &[a, b, c])
    }

    /// Rounding to an integral value.
    pub fn fp_round_to_integral(&mut self, mode: RoundingMode, a: TermId) -> TermId {
        self.apply(Kind::FpRoundToIntegral(mode), &[a])
    }

    /// Minimum as C's `fmin` and IEEE 754-2019 minimumNumber: a NaN loses, -0 < +0. SMT-LIB's `fp.min` leaves
    /// the choice between zeros open, so this is built of comparisons.
    pub fn fp_min(&mut self, a: TermId, b: TermId) -> TermId {
        let less = self.fp_lt(a, b);
        let negative = self.fp_is_negative(a);
        self.fp_choose(a, b, less, negative)
    }

    /// Maximum as C's `fmax` and IEEE 754-2019 maximumNumber: a NaN loses, -0 < +0.
    pub fn fp_max(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.fp_lt(b, a);
        let negative = self.fp_is_negative(a);
        let positive = self.not(negative);
        self.fp_choose(a, b, greater, positive)
    }

    /// `a` if `b` is NaN, or `better`, or they are equal and `tie`; else `b`.
    fn fp_choose(&mut self, a: TermId, b: TermId, better: TermId, tie: TermId) -> TermId {
        let equal = self.fp_eq(a, b);
        let tie = self.and(equal, tie);
        let other_nan = self.fp_is_nan(b);
        let first = self.or_all(&[other_nan, better, tie]);
        self.ite(first, a, b)
    }

    /// Conversion to another format.
    pub fn fp_to_fp(&mut self, mode: RoundingMode, a: TermId, format: FloatFormat) -> TermId {
        self.apply(Kind::FpToFp(mode, format), &[a])
    }

    /// From a signed bit-vector.
    pub fn fp_from_signed(&mut self, mode: RoundingMode, a: TermId, format: FloatFormat) -> TermId {
        self.apply(Kind::FpFromSigned(mode, format), &[a])
    }

    /// From an unsigned bit-vector.
    pub fn fp_from_unsigned(
        &mut self,
        mode: RoundingMode,
        a: TermId,
        format: FloatFormat,
    ) -> TermId {
        self.apply(Kind::FpFromUnsigned(mode, format), &[a])
    }

    /// To a signed bit-vector; 0 when the rounded value does not fit (see `fp_fits_signed`).
    pub fn fp_to_signed(&mut self, mode: RoundingMode, a: TermId, width: u32) -> TermId {
        let fits = self.fp_fits_signed(mode, a, width);
        let value = self.apply(Kind::FpToSigned(mode, width), &[a]);
        let zero = self.bv(width, 0);
        self.ite(fits, value, zero)
    }

    /// To an unsigned bit-vector; 0 when the rounded value does not fit (see `fp_fits_unsigned`).
    pub fn fp_to_unsigned(&mut self, mode: RoundingMode, a: TermId, width: u32) -> TermId {
        let fits = self.fp_fits_unsigned(mode, a, width);
        let value = self.apply(Kind::FpToUnsigned(mode, width), &[a]);
        let zero = self.bv(width, 0);
        self.ite(fits, value, zero)
    }

    /// Whether the float, rounded, is a signed integer of the width: exactly when `fp_to_signed` is defined.
    pub fn fp_fits_signed(&mut self, mode: RoundingMode, a: TermId, width: u32) -> TermId {
        let limit = BigInt::one() << (width - 1);
        self.fp_fits(mode, a, &-&limit, &limit)
    }

    /// Whether the float, rounded, is an unsigned integer of the width.
    pub fn fp_fits_unsigned(&mut self, mode: RoundingMode, a: TermId, width: u32) -> TermId {
        self.fp_fits(mode, a, &BigInt::ZERO, &(BigInt::one() << width))
    }

    /// `least <= rounded a < limit`. Both bounds are 0 or plus or minus a power of two, so a float unless beyond
    /// the format's range, and then every finite float is within.
    fn fp_fits(&mut self, mode: RoundingMode, a: TermId, least: &BigInt, limit: &BigInt) -> TermId {
        let format = self.float_format(a);
        let below = least - BigInt::one();
        let truncates = mode == RoundingMode::TowardZero;
        // Truncation: rounded a >= least is a > least - 1, if that is a float.
        let rounded = if truncates { a } else { self.fp_round_to_integral(mode, a) };
        let above = match (self.exact_integer(format, &below), self.exact_integer(format, least)) {
            (Some(bound), _) if truncates => self.fp_lt(bound, rounded),
            (_, Some(bound)) => self.fp_le(bound, rounded),
            _ => self.fp_is_finite(rounded),
        };
        let under = match self.exact_integer(format, limit) {
            Some(bound) => self.fp_lt(rounded, bound),
            None => self.fp_is_finite(rounded),
        };
        self.and(above, under)
    }

    /// The integer as a float constant, if the format has it.
    fn exact_integer(&mut self, format: FloatFormat, value: &BigInt) -> Option<TermId> {
        let bits = softfloat::from_integer(format, RoundingMode::TowardZero, value);
        let back = softfloat::to_integer(format, RoundingMode::TowardZero, bits)?;
        (back == *value).then(|| self.float(format, bits))
    }

    /// Neither infinite nor NaN.
    pub fn fp_is_finite(&mut self, a: TermId) -> TermId {
        let nan = self.fp_is_nan(a);
        let infinite = self.fp_is_infinite(a);
        let other = self.or(nan, infinite);
        self.not(other)
    }

    /// The format of a float term.
    ///
    /// # Panics
    /// If the term is no float, which is an error of the caller.
    pub fn float_format(&self, a: TermId) -> FloatFormat {
        match self.sort(a) {
            Sort::Float(format) => format,
            sort => panic!("float format of a term of sort {sort}: the caller confuses sorts"),
        }
    }

    /// The float with a memory image of the format's storage bits (see `Kind::FpFromBits` for X87).
    pub fn fp_from_bits(&mut self, bits: TermId, format: FloatFormat) -> TermId {
        self.apply(Kind::FpFromBits(format), &[bits])
    }

    /// A memory image of a float, and the constraint under which it is one (none if it always is). SMT-LIB has no
    /// such function: where no image is known, it is a fresh symbol, always the same for the same term. Whoever uses
    /// the bits must add the constraint to the path condition. A NaN may have any NaN's bits; constants have
    /// the canonical ones.
    pub fn fp_to_bits(&mut self, a: TermId) -> (TermId, Option<TermId>) {
        let format = self.float_format(a);
        match self.kind(a) {
            Kind::FpFromBits(_) => return (self.argument(a, 0), None),
            Kind::FloatConstant(_) => {
                if let Some((_, bits)) = self.as_float(a) {
                    return (
                        self.bv_value(BitVecValue::from_u128(format.storage_bits(), bits)),
                        None,
                    );
                }
            }
            _ => {}
        }
        if let Some(&known) = self.float_bits.get(&a) {
            return known;
        }
        let result = self.new_float_bits(a, format);
        self.float_bits.insert(a, result);
        result
    }

    fn new_float_bits(&mut self, a: TermId, format: FloatFormat) -> (TermId, Option<TermId>) {
        let width = format.storage_bits();
        match self.kind(a) {
            Kind::FpNeg => {
                let (bits, constraint) = self.fp_to_bits(self.argument(a, 0));
                let sign = self.bv_value(BitVecValue::signed_min(width));
                (self.bv_xor(bits, sign), constraint)
            }
            Kind::FpAbs => {
                let (bits, constraint) = self.fp_to_bits(self.argument(a, 0));
                let rest = self.bv_value(BitVecValue::signed_min(width).not());
                (self.bv_and(bits, rest), constraint)
            }
            _ => {
                let bits = self.symbol("float_bits", Sort::BitVec(width));
                let value = self.fp_from_bits(bits, format);
                let constraint = self.eq(value, a);
                (bits, Some(constraint))
            }
        }
    }
}
