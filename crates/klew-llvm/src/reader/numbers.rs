//! Reads integer and floating-point literals into the bits of their own type.
//!
//! LLVM writes `float` and `double` as decimals or as the bits of a *double* (`0x…`); the other
//! formats with a letter for the format (`0xK`, `0xL`, `0xM`, `0xH`, `0xR`) or as `f0x…`.

use crate::syntax::{FloatBits, FloatKind, Integer};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::One;

/// Most digits of an integer literal; conversion is quadratic in them.
const MAX_DIGITS: usize = 20_000;

/// The bits of a decimal, `u0x…` or `s0x…` literal in `width` bits.
pub(super) fn integer(literal: &str, width: u32) -> Option<Integer> {
    if literal.len() > MAX_DIGITS {
        return None;
    }
    let value = if let Some(digits) = literal.strip_prefix("u0x") {
        BigInt::from(BigUint::parse_bytes(digits.as_bytes(), 16)?)
    } else if let Some(digits) = literal.strip_prefix("s0x") {
        let value = BigInt::from(BigUint::parse_bytes(digits.as_bytes(), 16)?);
        let bits = 4 * digits.len();
        match value.bit(bits as u64 - 1) {
            true => value - (BigInt::one() << bits),
            false => value,
        }
    } else {
        if width <= 64
            && let Ok(value) = literal.parse::<i64>()
        {
            return Some(Integer::Small(value as u64 & mask(width)));
        }
        literal.parse().ok()?
    };
    Some(truncate(value, width))
}

fn mask(width: u32) -> u64 {
    match width {
        64.. => u64::MAX,
        _ => (1 << width) - 1,
    }
}

fn truncate(value: BigInt, width: u32) -> Integer {
    let modulus = BigInt::one() << width;
    let mut value = value % &modulus;
    if value.sign() == Sign::Minus {
        value += modulus;
    }
    let bits = value.to_biguint().unwrap_or_default();
    match u64::try_from(&bits) {
        Ok(small) if width <= 64 => Integer::Small(small),
        _ => Integer::Big(Box::new(bits)),
    }
}

/// The bits of a floating-point literal of a type.
pub(super) fn float(literal: &str, kind: FloatKind) -> Option<FloatBits> {
    let bits = match literal.strip_prefix("0x") {
        Some(digits) => hexadecimal(digits, kind)?,
        None => match literal.strip_prefix("f0x") {
            Some(digits) => parse_hex(digits)?,
            None => from_double(literal.parse::<f64>().ok()?.to_bits(), kind)?,
        },
    };
    let fits = kind.bits() == 128 || bits >> kind.bits() == 0;
    fits.then_some(FloatBits { kind, bits })
}

fn parse_hex(digits: &str) -> Option<u128> {
    let all_hex = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    all_hex.then(|| u128::from_str_radix(digits, 16).ok()).flatten()
}

fn hexadecimal(digits: &str, kind: FloatKind) -> Option<u128> {
    let (letter_kind, rest) = match *digits.as_bytes().first()? {
        b'K' => (FloatKind::X86Fp80, &digits[1..]),
        b'L' => (FloatKind::Fp128, &digits[1..]),
        b'M' => (FloatKind::PpcFp128, &digits[1..]),
        b'H' => (FloatKind::Half, &digits[1..]),
        b'R' => (FloatKind::BFloat, &digits[1..]),
        _ => {
            let bits = u64::try_from(parse_hex(digits)?).ok()?;
            return from_double(bits, kind);
        }
    };
    if letter_kind != kind {
        return None;
    }
    match kind {
        // The low word comes first, each word in its usual order.
        FloatKind::Fp128 | FloatKind::PpcFp128 => {
            let all_hex = rest.len() == 32 && rest.bytes().all(|b| b.is_ascii_hexdigit());
            let (low, high) = all_hex.then(|| rest.split_at(16))?;
            Some(parse_hex(high)? << 64 | parse_hex(low)?)
        }
        _ => parse_hex(rest),
    }
}

/// A double in another format, if that is exact.
fn from_double(bits: u64, kind: FloatKind) -> Option<u128> {
    match kind {
        FloatKind::Double => Some(u128::from(bits)),
        FloatKind::PpcFp128 => Some(u128::from(bits)),
        FloatKind::Half => narrow(bits, 5, 10),
        FloatKind::BFloat => narrow(bits, 8, 7),
        FloatKind::Float => narrow(bits, 8, 23),
        FloatKind::X86Fp80 => {
            let (sign, exponent, fraction) = widen(bits, 63);
            let integer_bit = u128::from(exponent != 0) << 63;
            Some(sign << 79 | exponent << 64 | integer_bit | fraction)
        }
        FloatKind::Fp128 => {
            let (sign, exponent, fraction) = widen(bits, 112);
            Some(sign << 127 | exponent << 112 | fraction)
        }
    }
}

/// Sign, exponent of 15 bits and fraction of a double in a wider format.
fn widen(bits: u64, fraction_bits: u32) -> (u128, u128, u128) {
    let sign = u128::from(bits >> 63);
    let exponent = (bits >> 52) & 0x7ff;
    let fraction = bits & ((1 << 52) - 1);
    let shift = fraction_bits - 52;
    match (exponent, fraction) {
        (0, 0) => (sign, 0, 0),
        (0, _) => {
            let lead = fraction.leading_zeros() - 11; // the double is subnormal, the result is not
            let normal = (fraction << lead) & ((1 << 52) - 1);
            let exponent = 16383 - 1022 - u128::from(lead);
            (sign, exponent, u128::from(normal) << shift)
        }
        (0x7ff, _) => (sign, 0x7fff, u128::from(fraction) << shift),
        _ => (sign, u128::from(exponent) + 16383 - 1023, u128::from(fraction) << shift),
    }
}

/// A double in a narrower format; `None` if digits would be lost. LLVM rounds decimals of `half`
/// and `bfloat`, but never prints such.
fn narrow(bits: u64, exponent_bits: u32, fraction_bits: u32) -> Option<u128> {
    let sign = bits >> 63 << (exponent_bits + fraction_bits);
    let exponent = (bits >> 52) & 0x7ff;
    let fraction = bits & ((1 << 52) - 1);
    let maximum = (1u64 << exponent_bits) - 1;
    let bias = maximum >> 1;
    let exactly = |value: u64, shift: u32| {
        let lost = shift >= 64 || value & ((1 << shift) - 1) != 0;
        (!lost).then(|| value >> shift)
    };
    let magnitude = match (exponent, fraction) {
        (0, 0) => 0,
        (0, _) => return None,
        (0x7ff, _) => maximum << fraction_bits | exactly(fraction, 52 - fraction_bits)?,
        _ => {
            let unbiased = exponent as i64 - 1023;
            let biased = unbiased + bias as i64;
            if biased >= maximum as i64 {
                return None;
            }
            if biased > 0 {
                (biased as u64) << fraction_bits | exactly(fraction, 52 - fraction_bits)?
            } else {
                let shift = 52 - fraction_bits + 1 + u32::try_from(-biased).ok()?;
                exactly(fraction | 1 << 52, shift)?
            }
        }
    };
    Some(u128::from(sign | magnitude))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(literal: &str, kind: FloatKind, expected: Option<u128>) {
        let bits = float(literal, kind).map(|float| float.bits);
        assert_eq!(bits, expected, "{literal}");
    }

    #[test]
    fn floats() {
        check("1.5", FloatKind::Double, Some(0x3FF8_0000_0000_0000));
        check("1.500000e+00", FloatKind::Float, Some(0x3FC0_0000));
        check("0x36A0000000000000", FloatKind::Float, Some(1));
        check("0x7FF4000000000000", FloatKind::Float, Some(0x7FA0_0000));
        check("0x3FB999999999999A", FloatKind::Float, None);
        check("0xH3C00", FloatKind::Half, Some(0x3C00));
        check("1.0", FloatKind::Half, Some(0x3C00));
        check("0xR3F80", FloatKind::BFloat, Some(0x3F80));
        check("0xR3F80", FloatKind::Half, None);
        check("0xK3FFF8000000000000000", FloatKind::X86Fp80, Some(0x3FFF << 64 | 1 << 63));
        check("1.0", FloatKind::X86Fp80, Some(0x3FFF << 64 | 1 << 63));
        check("0x0000000000000001", FloatKind::Fp128, Some((16383 - 1074) << 112));
        check("0xL00000000000000003FFF000000000000", FloatKind::Fp128, Some(0x3FFF << 112));
        check("f0x3F800000", FloatKind::Float, Some(0x3F80_0000));
        check("0xK13FFF8000000000000000", FloatKind::X86Fp80, None);
    }

    #[test]
    fn integers() {
        let small = |value| Some(Integer::Small(value));
        assert_eq!(integer("-1", 8), small(255));
        assert_eq!(integer("255", 8), small(255));
        assert_eq!(integer("18446744073709551615", 64), small(u64::MAX));
        assert_eq!(integer("-18446744073709551615", 64), small(1));
        assert_eq!(integer("u0xFF", 32), small(255));
        assert_eq!(integer("s0xFF", 32), small(u64::from(u32::MAX)));
        let big = (BigUint::one() << 128u32) - 1u32;
        assert_eq!(integer("-1", 128), Some(Integer::Big(Box::new(big))));
        assert_eq!(integer("12x", 32), None);
        assert_eq!(integer("s0x", 32), None);
    }
}
