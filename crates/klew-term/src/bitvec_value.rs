//! Bit-vector values of any width with wrapping arithmetic (SMT-LIB semantics, totalised).
//!
//! Invariant: the bits above the width are zero; widths up to 64 are stored inline without allocation.

use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};

/// A bit-vector value: a width and as many bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BitVecValue {
    width: u32,
    bits: Bits,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Bits {
    Narrow(u64),
    Wide(BigUint),
}

/// The mask of the `width` lowest bits, `width` at most 64.
pub(crate) fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1u64 << width) - 1 }
}

/// Sign extension of the `width` lowest bits, `width` from 1 to 64.
pub(crate) fn signed(width: u32, bits: u64) -> i64 {
    ((bits << (64 - width)) as i64) >> (64 - width)
}

fn wide_mask(width: u32) -> BigUint {
    (BigUint::one() << width) - BigUint::one()
}

impl BitVecValue {
    /// The value of `bits` modulo 2^width.
    pub fn new(width: u32, bits: u64) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        let bits = if width <= 64 {
            Bits::Narrow(bits & mask(width))
        } else {
            Bits::Wide(BigUint::from(bits))
        };
        BitVecValue { width, bits }
    }

    /// The value of `bits` modulo 2^width.
    pub fn from_u128(width: u32, bits: u128) -> Self {
        if width <= 64 {
            Self::new(width, bits as u64)
        } else {
            Self::from_biguint(width, BigUint::from(bits))
        }
    }

    /// The two's complement of `value` modulo 2^width.
    pub fn from_i64(width: u32, value: i64) -> Self {
        if width <= 64 {
            Self::new(width, value as u64)
        } else {
            Self::from_bigint(width, &BigInt::from(value))
        }
    }

    /// The value modulo 2^width.
    pub fn from_biguint(width: u32, value: BigUint) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 64 {
            let low = value.iter_u64_digits().next().unwrap_or(0);
            return Self::new(width, low);
        }
        let value = if value.bits() > u64::from(width) { value & wide_mask(width) } else { value };
        BitVecValue { width, bits: Bits::Wide(value) }
    }

    /// The two's complement of `value` modulo 2^width.
    pub fn from_bigint(width: u32, value: &BigInt) -> Self {
        match value.sign() {
            Sign::Minus => Self::from_biguint(width, value.magnitude().clone()).neg(),
            _ => Self::from_biguint(width, value.magnitude().clone()),
        }
    }

    /// 0.
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// 1.
    pub fn one(width: u32) -> Self {
        Self::new(width, 1)
    }

    /// All bits set.
    pub fn ones(width: u32) -> Self {
        if width <= 64 {
            Self::new(width, u64::MAX)
        } else {
            Self::from_biguint(width, wide_mask(width))
        }
    }

    /// The smallest signed value: only the top bit set.
    pub fn signed_min(width: u32) -> Self {
        Self::power_of_two(width, width - 1)
    }

    /// 2^exponent modulo 2^width.
    pub fn power_of_two(width: u32, exponent: u32) -> Self {
        if exponent >= width {
            Self::zero(width)
        } else if width <= 64 {
            Self::new(width, 1 << exponent)
        } else {
            Self::from_biguint(width, BigUint::one() << exponent)
        }
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned value if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.bits {
            Bits::Narrow(bits) => Some(*bits),
            Bits::Wide(bits) => bits.to_u64(),
        }
    }

    /// The unsigned value if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.bits {
            Bits::Narrow(bits) => Some(u128::from(*bits)),
            Bits::Wide(bits) => bits.to_u128(),
        }
    }

    /// The signed value if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.bits {
            Bits::Narrow(bits) => Some(signed(self.width, *bits)),
            Bits::Wide(_) => self.to_bigint_signed().to_i64(),
        }
    }

    /// The unsigned value.
    pub fn to_biguint(&self) -> BigUint {
        match &self.bits {
            Bits::Narrow(bits) => BigUint::from(*bits),
            Bits::Wide(bits) => bits.clone(),
        }
    }

    /// The signed value.
    pub fn to_bigint_signed(&self) -> BigInt {
        let unsigned = BigInt::from(self.to_biguint());
        if self.is_negative() { unsigned - (BigInt::one() << self.width) } else { unsigned }
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        match &self.bits {
            Bits::Narrow(bits) => *bits == 0,
            Bits::Wide(bits) => bits.is_zero(),
        }
    }

    /// Whether the value is 1.
    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    /// Whether all bits are one.
    pub fn is_ones(&self) -> bool {
        match &self.bits {
            Bits::Narrow(bits) => *bits == mask(self.width),
            Bits::Wide(bits) => bits.trailing_ones() == u64::from(self.width),
        }
    }

    /// One bit; false above the width.
    pub fn bit(&self, index: u32) -> bool {
        match &self.bits {
            Bits::Narrow(bits) => index < 64 && bits >> index & 1 == 1,
            Bits::Wide(bits) => bits.bit(u64::from(index)),
        }
    }

    /// The top bit.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Number of zero bits below the lowest one bit; the width for 0.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.bits {
            Bits::Narrow(bits) => bits.trailing_zeros().min(self.width),
            Bits::Wide(bits) => bits.trailing_zeros().map_or(self.width, |n| n as u32),
        }
    }

    /// Number of bits up to the highest one bit; 0 for 0.
    pub fn significant_bits(&self) -> u32 {
        match &self.bits {
            Bits::Narrow(bits) => 64 - bits.leading_zeros(),
            Bits::Wide(bits) => bits.bits() as u32,
        }
    }

    /// k if the value is 2^k.
    pub fn log2_exact(&self) -> Option<u32> {
        let top = self.significant_bits();
        (top > 0 && self.trailing_zeros() == top - 1).then(|| top - 1)
    }

    fn combine(
        &self,
        other: &Self,
        narrow: impl FnOnce(u64, u64) -> u64,
        wide: impl FnOnce(&BigUint, &BigUint) -> BigUint,
    ) -> Self {
        assert_eq!(self.width, other.width, "bit-vector widths differ");
        match (&self.bits, &other.bits) {
            (Bits::Narrow(a), Bits::Narrow(b)) => Self::new(self.width, narrow(*a, *b)),
            _ => Self::from_biguint(self.width, wide(&self.to_biguint(), &other.to_biguint())),
        }
    }

    /// Sum.
    pub fn add(&self, other: &Self) -> Self {
        self.combine(other, u64::wrapping_add, |a, b| a + b)
    }

    /// Difference.
    pub fn sub(&self, other: &Self) -> Self {
        self.combine(other, u64::wrapping_sub, |a, b| a + (BigUint::one() << self.width) - b)
    }

    /// Product.
    pub fn mul(&self, other: &Self) -> Self {
        self.combine(other, u64::wrapping_mul, |a, b| a * b)
    }

    /// Two's complement.
    pub fn neg(&self) -> Self {
        Self::zero(self.width).sub(self)
    }

    /// Unsigned quotient; all ones for division by 0.
    pub fn udiv(&self, other: &Self) -> Self {
        if other.is_zero() {
            return Self::ones(self.width);
        }
        self.combine(other, |a, b| a / b, |a, b| a / b)
    }

    /// Unsigned remainder; the dividend for division by 0.
    pub fn urem(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        self.combine(other, |a, b| a % b, |a, b| a % b)
    }

    fn magnitude(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Signed quotient rounded towards zero, SMT-LIB `bvsdiv`.
    pub fn sdiv(&self, other: &Self) -> Self {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.is_negative() == other.is_negative() { quotient } else { quotient.neg() }
    }

    /// Signed remainder with the dividend's sign, SMT-LIB `bvsrem`.
    pub fn srem(&self, other: &Self) -> Self {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.is_negative() { remainder.neg() } else { remainder }
    }

    /// Bitwise and.
    pub fn and(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a & b, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a | b, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// Bitwise complement.
    pub fn not(&self) -> Self {
        self.xor(&Self::ones(self.width))
    }

    /// The shift amount, if it is smaller than the width.
    fn amount(&self, other: &Self) -> Option<u32> {
        other.to_u64().filter(|&n| n < u64::from(self.width)).map(|n| n as u32)
    }

    /// Shift left.
    pub fn shl(&self, other: &Self) -> Self {
        match (self.amount(other), &self.bits) {
            (None, _) => Self::zero(self.width),
            (Some(n), Bits::Narrow(bits)) => Self::new(self.width, bits << n),
            (Some(n), Bits::Wide(bits)) => Self::from_biguint(self.width, bits << n),
        }
    }

    /// Logical shift right.
    pub fn lshr(&self, other: &Self) -> Self {
        match (self.amount(other), &self.bits) {
            (None, _) => Self::zero(self.width),
            (Some(n), Bits::Narrow(bits)) => Self::new(self.width, bits >> n),
            (Some(n), Bits::Wide(bits)) => Self::from_biguint(self.width, bits >> n),
        }
    }

    /// Arithmetic shift right.
    pub fn ashr(&self, other: &Self) -> Self {
        if self.is_negative() { self.not().lshr(other).not() } else { self.lshr(other) }
    }

    /// Unsigned less-than.
    pub fn ult(&self, other: &Self) -> bool {
        assert_eq!(self.width, other.width, "bit-vector widths differ");
        self.bits < other.bits
    }

    /// Unsigned at-most.
    pub fn ule(&self, other: &Self) -> bool {
        !other.ult(self)
    }

    /// Signed less-than.
    pub fn slt(&self, other: &Self) -> bool {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(other),
        }
    }

    /// Signed at-most.
    pub fn sle(&self, other: &Self) -> bool {
        !other.slt(self)
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        match (&self.bits, &low.bits) {
            (Bits::Narrow(a), Bits::Narrow(b)) if width <= 64 => {
                Self::new(width, a << low.width | b)
            }
            _ => Self::from_biguint(width, (self.to_biguint() << low.width) | low.to_biguint()),
        }
    }

    /// Bits `high` down to `low`.
    pub fn extract(&self, high: u32, low: u32) -> Self {
        assert!(low <= high && high < self.width, "extract out of range");
        match &self.bits {
            Bits::Narrow(bits) => Self::new(high - low + 1, bits >> low),
            Bits::Wide(bits) => Self::from_biguint(high - low + 1, bits >> low),
        }
    }

    /// Zero extension to a width (at least the own one).
    pub fn zero_extend(&self, width: u32) -> Self {
        assert!(width >= self.width, "extension to a smaller width");
        match &self.bits {
            Bits::Narrow(bits) => Self::new(width, *bits),
            Bits::Wide(bits) => Self::from_biguint(width, bits.clone()),
        }
    }

    /// Sign extension to a width (at least the own one).
    pub fn sign_extend(&self, width: u32) -> Self {
        if self.is_negative() {
            self.not().zero_extend(width).not()
        } else {
            self.zero_extend(width)
        }
    }

    /// Whether the unsigned sum does not fit.
    pub fn uadd_overflows(&self, other: &Self) -> bool {
        self.add(other).ult(self)
    }

    /// Whether the signed sum does not fit.
    pub fn sadd_overflows(&self, other: &Self) -> bool {
        let sum = self.add(other);
        self.is_negative() == other.is_negative() && sum.is_negative() != self.is_negative()
    }

    /// Whether the unsigned difference is negative.
    pub fn usub_overflows(&self, other: &Self) -> bool {
        self.ult(other)
    }

    /// Whether the signed difference does not fit.
    pub fn ssub_overflows(&self, other: &Self) -> bool {
        let difference = self.sub(other);
        self.is_negative() != other.is_negative() && difference.is_negative() != self.is_negative()
    }

    /// Whether the unsigned product does not fit.
    pub fn umul_overflows(&self, other: &Self) -> bool {
        (self.to_biguint() * other.to_biguint()).bits() > u64::from(self.width)
    }

    /// Whether the signed product does not fit.
    pub fn smul_overflows(&self, other: &Self) -> bool {
        let product = self.to_bigint_signed() * other.to_bigint_signed();
        Self::from_bigint(self.width, &product).to_bigint_signed() != product
    }
}

/// SMT-LIB literal: hexadecimal when the width is a multiple of 4, binary otherwise.
impl fmt::Display for BitVecValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width as usize;
        if width.is_multiple_of(4) {
            write!(f, "#x{:0>1$}", self.to_biguint().to_str_radix(16), width / 4)
        } else {
            write!(f, "#b{:0>1$}", self.to_biguint().to_str_radix(2), width)
        }
    }
}
