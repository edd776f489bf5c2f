//! Floating-point operations on memory images, for every format and rounding mode.
//!
//! Arithmetic is `rustc_apfloat`'s, with the processor's for Single and Double; conversions from and to
//! integers and other formats, remainder and square root are computed exactly on integers and rounded once.
//! Invariant: results are canonical (one NaN; X87 images with the integer bit the exponent implies).

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Signed, Zero};
use rustc_apfloat::ieee::{
    BFloat as ApBFloat, Double as ApDouble, Half as ApHalf, Quad as ApQuad, Single as ApSingle,
    X87DoubleExtended as ApX87,
};
use rustc_apfloat::{Float, Round};

use crate::sort::{FloatFormat, RoundingMode};

/// A float taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decoded {
    /// Not a number.
    Nan,
    /// An infinity.
    Infinite {
        /// Its sign.
        negative: bool,
    },
    /// `significand * 2^exponent` with a sign; zero has significand 0.
    Finite {
        /// Its sign.
        negative: bool,
        /// The integer significand.
        significand: u128,
        /// The power of two it is multiplied with.
        exponent: i32,
    },
}

fn bias(format: FloatFormat) -> i32 {
    (1 << (format.exponent_bits() - 1)) - 1
}

fn fraction_bits(format: FloatFormat) -> u32 {
    format.significand_bits() - 1
}

fn exponent_mask(format: FloatFormat) -> u32 {
    (1 << format.exponent_bits()) - 1
}

/// The image from sign, biased exponent and fraction (without hidden or integer bit).
fn assemble(format: FloatFormat, negative: bool, biased: u32, fraction: u128) -> u128 {
    let sign = u128::from(negative) << (format.storage_bits() - 1);
    if format == FloatFormat::X87 {
        let integer_bit = u128::from(biased != 0) << 63;
        sign | u128::from(biased) << 64 | integer_bit | fraction
    } else {
        sign | u128::from(biased) << fraction_bits(format) | fraction
    }
}

/// The canonical NaN: positive and quiet.
pub fn nan(format: FloatFormat) -> u128 {
    assemble(format, false, exponent_mask(format), 1 << (fraction_bits(format) - 1))
}

/// An infinity.
pub fn infinity(format: FloatFormat, negative: bool) -> u128 {
    assemble(format, negative, exponent_mask(format), 0)
}

/// A zero.
pub fn zero(format: FloatFormat, negative: bool) -> u128 {
    assemble(format, negative, 0, 0)
}

/// Takes an image apart. X87 images that the processor rejects are NaN.
pub fn decode(format: FloatFormat, bits: u128) -> Decoded {
    let negative = bits >> (format.storage_bits() - 1) & 1 == 1;
    let fraction_width = fraction_bits(format);
    let fraction = bits & ((1 << fraction_width) - 1);
    let exponent_shift = if format == FloatFormat::X87 { 64 } else { fraction_width };
    let biased = (bits >> exponent_shift) as u32 & exponent_mask(format);
    let implied = biased != 0;
    let integer_bit = if format == FloatFormat::X87 { bits >> 63 & 1 == 1 } else { implied };
    if implied && !integer_bit {
        return Decoded::Nan;
    }
    if biased == exponent_mask(format) {
        return if fraction == 0 { Decoded::Infinite { negative } } else { Decoded::Nan };
    }
    let significand = fraction | u128::from(integer_bit) << fraction_width;
    let exponent = biased.max(1) as i32 - bias(format) - fraction_width as i32;
    Decoded::Finite { negative, significand, exponent }
}

/// The image of a decoded float of the same format.
fn encode(format: FloatFormat, decoded: Decoded) -> u128 {
    match decoded {
        Decoded::Nan => nan(format),
        Decoded::Infinite { negative } => infinity(format, negative),
        Decoded::Finite { negative, significand, exponent } => {
            let value = Exact {
                negative,
                significand: BigUint::from(significand),
                exponent: exponent.into(),
            };
            round(format, RoundingMode::NearestEven, &value, false)
        }
    }
}

/// The canonical image of the same value.
pub fn canonical(format: FloatFormat, bits: u128) -> u128 {
    let stored =
        if format.storage_bits() == 128 { bits } else { bits & ((1 << format.storage_bits()) - 1) };
    match decode(format, stored) {
        Decoded::Nan => nan(format),
        decoded if format == FloatFormat::X87 => encode(format, decoded),
        _ => stored,
    }
}

/// An exact number `significand * 2^exponent` with a sign.
#[derive(Clone, Debug)]
struct Exact {
    negative: bool,
    significand: BigUint,
    exponent: i64,
}

/// Whether a magnitude is rounded up: `odd` last kept bit, `half` first lost bit, `rest` any later bit.
fn rounds_up(mode: RoundingMode, negative: bool, odd: bool, half: bool, rest: bool) -> bool {
    match mode {
        RoundingMode::NearestEven => half && (rest || odd),
        RoundingMode::NearestAway => half,
        RoundingMode::TowardPositive => !negative && (half || rest),
        RoundingMode::TowardNegative => negative && (half || rest),
        RoundingMode::TowardZero => false,
    }
}

/// `significand >> shift`, rounded; `sticky` says that more nonzero bits follow below the significand.
fn shift_rounded(
    mode: RoundingMode,
    negative: bool,
    significand: &BigUint,
    shift: u64,
    sticky: bool,
) -> BigUint {
    if shift == 0 {
        let up = rounds_up(mode, negative, significand.bit(0), false, sticky);
        return significand + BigUint::from(u8::from(up));
    }
    let kept = significand >> shift;
    let half = significand.bit(shift - 1);
    let rest = sticky || significand.trailing_zeros().is_some_and(|zeros| zeros < shift - 1);
    let up = rounds_up(mode, negative, kept.bit(0), half, rest);
    kept + BigUint::from(u8::from(up))
}

/// Rounds an exact number (plus a positive amount below its last bit, if `sticky`) to a format.
fn round(format: FloatFormat, mode: RoundingMode, value: &Exact, sticky: bool) -> u128 {
    let negative = value.negative;
    if value.significand.is_zero() && !sticky {
        return zero(format, negative);
    }
    let precision = i64::from(format.significand_bits());
    let lowest = i64::from(1 - bias(format)) - (precision - 1);
    let bits = value.significand.bits() as i64;
    // The exponent of the last kept bit: precision below the top bit, but no lower than the subnormals'.
    let mut exponent = (value.exponent + bits - precision).max(lowest);
    let shift = exponent - value.exponent;
    let mut kept = if shift >= 0 {
        shift_rounded(mode, negative, &value.significand, shift as u64, sticky)
    } else {
        // Only exact values have room below: callers with a sticky bit give enough bits.
        &value.significand << (-shift) as u64
    };
    if kept.bits() as i64 > precision {
        kept >>= 1u32;
        exponent += 1;
    }
    let significand =
        kept.iter_u64_digits().rev().fold(0u128, |all, digit| all << 64 | u128::from(digit));
    let hidden = 1u128 << (precision - 1);
    if significand < hidden {
        return assemble(format, negative, 0, significand);
    }
    let biased = exponent + precision - 1 + i64::from(bias(format));
    if biased >= i64::from(exponent_mask(format)) {
        return overflow(format, mode, negative);
    }
    assemble(format, negative, biased as u32, significand & (hidden - 1))
}

fn overflow(format: FloatFormat, mode: RoundingMode, negative: bool) -> u128 {
    let infinite = match mode {
        RoundingMode::NearestEven | RoundingMode::NearestAway => true,
        RoundingMode::TowardPositive => !negative,
        RoundingMode::TowardNegative => negative,
        RoundingMode::TowardZero => false,
    };
    if infinite {
        infinity(format, negative)
    } else {
        let fraction = (1 << fraction_bits(format)) - 1;
        assemble(format, negative, exponent_mask(format) - 1, fraction)
    }
}

// ---- arithmetic ----

macro_rules! with_apfloat {
    ($format:expr, $float:ident => $result:expr) => {
        match $format {
            FloatFormat::Half => {
                type $float = ApHalf;
                $result
            }
            FloatFormat::BFloat => {
                type $float = ApBFloat;
                $result
            }
            FloatFormat::Single => {
                type $float = ApSingle;
                $result
            }
            FloatFormat::Double => {
                type $float = ApDouble;
                $result
            }
            FloatFormat::X87 => {
                type $float = ApX87;
                $result
            }
            FloatFormat::Quad => {
                type $float = ApQuad;
                $result
            }
        }
    };
}

fn apfloat_mode(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    }
}

/// Operations of two floats with one result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
}

/// `a op b`, rounded to nearest even.
pub fn arithmetic(operation: Arithmetic, format: FloatFormat, a: u128, b: u128) -> u128 {
    macro_rules! native {
        ($float:ty, $bits:ty) => {{
            let (a, b) = (<$float>::from_bits(a as $bits), <$float>::from_bits(b as $bits));
            let result = match operation {
                Arithmetic::Add => a + b,
                Arithmetic::Sub => a - b,
                Arithmetic::Mul => a * b,
                Arithmetic::Div => a / b,
            };
            u128::from(result.to_bits())
        }};
    }
    let bits = match format {
        FloatFormat::Single => native!(f32, u32),
        FloatFormat::Double => native!(f64, u64),
        _ => with_apfloat!(format, Ap => {
            let (a, b) = (Ap::from_bits(a), Ap::from_bits(b));
            let mode = Round::NearestTiesToEven;
            match operation {
                Arithmetic::Add => a.add_r(b, mode),
                Arithmetic::Sub => a.sub_r(b, mode),
                Arithmetic::Mul => a.mul_r(b, mode),
                Arithmetic::Div => a.div_r(b, mode),
            }.value.to_bits()
        }),
    };
    canonical(format, bits)
}

/// `a * b + c` rounded once, to nearest even.
pub fn fma(format: FloatFormat, a: u128, b: u128, c: u128) -> u128 {
    let bits = with_apfloat!(format, Ap => {
        Ap::from_bits(a)
            .mul_add_r(Ap::from_bits(b), Ap::from_bits(c), Round::NearestTiesToEven)
            .value
            .to_bits()
    });
    canonical(format, bits)
}

/// The nearest integral value in the mode's sense; the sign of zeros is kept.
pub fn round_to_integral(format: FloatFormat, mode: RoundingMode, a: u128) -> u128 {
    let bits = with_apfloat!(format, Ap => {
        Ap::from_bits(a).round_to_integral(apfloat_mode(mode)).value.to_bits()
    });
    canonical(format, bits)
}

/// IEEE remainder: `a - b * n`, n the integer nearest to a / b, ties to even.
pub fn remainder(format: FloatFormat, a: u128, b: u128) -> u128 {
    let (Decoded::Finite { negative, significand: sa, exponent: ea }, decoded_b) =
        (decode(format, a), decode(format, b))
    else {
        return nan(format);
    };
    let (sb, eb) = match decoded_b {
        Decoded::Nan => return nan(format),
        Decoded::Infinite { .. } => return a,
        Decoded::Finite { significand: 0, .. } => return nan(format),
        Decoded::Finite { significand, exponent, .. } => (significand, exponent),
    };
    if sa == 0 {
        return a;
    }
    let exponent = ea.min(eb);
    let numerator = BigUint::from(sa) << (ea - exponent) as u32;
    let denominator = BigUint::from(sb) << (eb - exponent) as u32;
    let quotient = &numerator / &denominator;
    let rest = numerator - &quotient * &denominator;
    let twice: BigUint = &rest << 1u32;
    let up = match twice.cmp(&denominator) {
        Ordering::Less => false,
        Ordering::Equal => quotient.bit(0),
        Ordering::Greater => true,
    };
    let (flipped, magnitude) = if up { (true, denominator - rest) } else { (false, rest) };
    // A zero remainder has the sign of the dividend.
    let sign = negative != (flipped && !magnitude.is_zero());
    let value = Exact { negative: sign, significand: magnitude, exponent: exponent.into() };
    round(format, RoundingMode::NearestEven, &value, false)
}

/// Square root, rounded to nearest even.
pub fn sqrt(format: FloatFormat, a: u128) -> u128 {
    match (format, decode(format, a)) {
        (_, Decoded::Nan | Decoded::Infinite { negative: true }) => nan(format),
        (_, Decoded::Infinite { negative: false } | Decoded::Finite { significand: 0, .. }) => a,
        (_, Decoded::Finite { negative: true, .. }) => nan(format),
        (FloatFormat::Single, _) => u128::from(f32::from_bits(a as u32).sqrt().to_bits()),
        (FloatFormat::Double, _) => u128::from(f64::from_bits(a as u64).sqrt().to_bits()),
        (_, Decoded::Finite { significand, exponent, .. }) => {
            // An even exponent and twice the precision (plus guard bits) in the radicand.
            let mut shift = 2 * format.significand_bits() + 4;
            shift += (exponent - shift as i32).rem_euclid(2) as u32;
            let radicand = BigUint::from(significand) << shift;
            let root = radicand.sqrt();
            let sticky = &root * &root != radicand;
            let value = Exact {
                negative: false,
                significand: root,
                exponent: i64::from(exponent - shift as i32) / 2,
            };
            round(format, RoundingMode::NearestEven, &value, sticky)
        }
    }
}

/// Sign change; NaN stays the canonical NaN.
pub fn neg(format: FloatFormat, a: u128) -> u128 {
    if is_nan(format, a) { a } else { a ^ 1 << (format.storage_bits() - 1) }
}

/// Absolute value.
pub fn abs(format: FloatFormat, a: u128) -> u128 {
    a & !(1 << (format.storage_bits() - 1))
}

// ---- comparisons and classes ----

/// IEEE comparison; `None` when an operand is NaN. Zeros are equal.
pub fn compare(format: FloatFormat, a: u128, b: u128) -> Option<Ordering> {
    match format {
        FloatFormat::Single => {
            return f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32));
        }
        FloatFormat::Double => {
            return f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64));
        }
        _ => {}
    }
    if is_nan(format, a) || is_nan(format, b) {
        return None;
    }
    if is_zero(format, a) && is_zero(format, b) {
        return Some(Ordering::Equal);
    }
    // Canonical images of one sign are ordered like integers.
    let (magnitude_a, magnitude_b) = (abs(format, a), abs(format, b));
    Some(match (sign(format, a), sign(format, b)) {
        (false, false) => magnitude_a.cmp(&magnitude_b),
        (true, true) => magnitude_b.cmp(&magnitude_a),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    })
}

/// The sign bit.
pub fn sign(format: FloatFormat, a: u128) -> bool {
    a >> (format.storage_bits() - 1) & 1 == 1
}

/// NaN test.
pub fn is_nan(format: FloatFormat, a: u128) -> bool {
    decode(format, a) == Decoded::Nan
}

/// Infinity test.
pub fn is_infinite(format: FloatFormat, a: u128) -> bool {
    matches!(decode(format, a), Decoded::Infinite { .. })
}

/// Zero test.
pub fn is_zero(format: FloatFormat, a: u128) -> bool {
    matches!(decode(format, a), Decoded::Finite { significand: 0, .. })
}

/// Negative and not NaN.
pub fn is_negative(format: FloatFormat, a: u128) -> bool {
    sign(format, a) && !is_nan(format, a)
}

/// Normal: finite, nonzero, full precision.
pub fn is_normal(format: FloatFormat, a: u128) -> bool {
    matches!(decode(format, a), Decoded::Finite { significand, .. } if significand >> fraction_bits(format) != 0)
}

/// Subnormal: nonzero with less than full precision.
pub fn is_subnormal(format: FloatFormat, a: u128) -> bool {
    matches!(decode(format, a), Decoded::Finite { significand, .. }
        if significand != 0 && significand >> fraction_bits(format) == 0)
}

// ---- conversions ----

/// The same value in another format, rounded.
pub fn convert(from: FloatFormat, to: FloatFormat, mode: RoundingMode, a: u128) -> u128 {
    match decode(from, a) {
        Decoded::Nan => nan(to),
        Decoded::Infinite { negative } => infinity(to, negative),
        Decoded::Finite { negative, significand, exponent } => {
            let value = Exact {
                negative,
                significand: BigUint::from(significand),
                exponent: exponent.into(),
            };
            round(to, mode, &value, false)
        }
    }
}

/// An integer as a float, rounded; 0 gives +0.
pub fn from_integer(format: FloatFormat, mode: RoundingMode, value: &BigInt) -> u128 {
    let value = Exact {
        negative: value.sign() == Sign::Minus,
        significand: value.magnitude().clone(),
        exponent: 0,
    };
    round(format, mode, &value, false)
}

/// The float rounded to an integer; `None` for NaN and infinities.
pub fn to_integer(format: FloatFormat, mode: RoundingMode, a: u128) -> Option<BigInt> {
    let Decoded::Finite { negative, significand, exponent } = decode(format, a) else {
        return None;
    };
    let significand = BigUint::from(significand);
    let magnitude = if exponent >= 0 {
        significand << exponent as u32
    } else {
        shift_rounded(mode, negative, &significand, u64::from(exponent.unsigned_abs()), false)
    };
    Some(BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, magnitude))
}

/// The float rounded to a signed integer of a width; `None` when out of range.
pub fn to_signed(format: FloatFormat, mode: RoundingMode, width: u32, a: u128) -> Option<BigInt> {
    let value = to_integer(format, mode, a)?;
    let limit = BigInt::one() << (width - 1);
    (value < limit && value >= -limit).then_some(value)
}

/// The float rounded to an unsigned integer of a width; `None` when out of range.
pub fn to_unsigned(format: FloatFormat, mode: RoundingMode, width: u32, a: u128) -> Option<BigInt> {
    let value = to_integer(format, mode, a)?;
    (!value.is_negative() && value < BigInt::one() << width).then_some(value)
}
