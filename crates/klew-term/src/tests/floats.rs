//! Float operations against the processor, and conversions against each other.

use num_bigint::BigInt;

use super::random::Random;
use crate::softfloat::{self, Arithmetic};
use crate::{Constant, FloatFormat, RoundingMode, Sort, Terms};

fn random_float(random: &mut Random, format: FloatFormat) -> u128 {
    match random.constant(Sort::Float(format)) {
        Constant::Float(_, bits) => bits,
        other => panic!("{other:?} is no float"),
    }
}

#[test]
fn doubles_agree_with_the_processor() {
    let mut random = Random::new(3);
    let format = FloatFormat::Double;
    for _ in 0..5_000 {
        let (a, b) = (random_float(&mut random, format), random_float(&mut random, format));
        let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
        let same = |bits: u128, value: f64| {
            assert_eq!(bits, softfloat::canonical(format, value.to_bits().into()), "{x} {y}");
        };
        same(softfloat::fma(format, a, b, a), x.mul_add(y, x));
        same(
            softfloat::round_to_integral(format, RoundingMode::NearestEven, a),
            x.round_ties_even(),
        );
        same(softfloat::round_to_integral(format, RoundingMode::TowardZero, a), x.trunc());
        same(softfloat::round_to_integral(format, RoundingMode::NearestAway, a), x.round());
        let single = softfloat::convert(format, FloatFormat::Single, RoundingMode::NearestEven, a);
        assert_eq!(
            single,
            softfloat::canonical(FloatFormat::Single, (x as f32).to_bits().into()),
            "{x}"
        );
        if let Some(value) = softfloat::to_signed(format, RoundingMode::TowardZero, 64, a) {
            assert_eq!(value, BigInt::from(x as i64), "{x}");
        }
        same(
            softfloat::from_integer(format, RoundingMode::NearestEven, &BigInt::from(a as i64)),
            a as i64 as f64,
        );
        assert_eq!(softfloat::compare(format, a, b), x.partial_cmp(&y));
    }
}

/// Half arithmetic is exact enough in doubles for one rounding to follow; the square root has the definition's error.
#[test]
fn small_formats_agree_with_doubles() {
    let mut random = Random::new(4);
    let (half, double) = (FloatFormat::Half, FloatFormat::Double);
    let mode = RoundingMode::NearestEven;
    for _ in 0..5_000 {
        let (a, b) = (random_float(&mut random, half), random_float(&mut random, half));
        let widen = |bits| softfloat::convert(half, double, mode, bits);
        let narrow = |bits| softfloat::convert(double, half, mode, bits);
        for operation in [Arithmetic::Add, Arithmetic::Sub, Arithmetic::Mul, Arithmetic::Div] {
            let wide = softfloat::arithmetic(operation, double, widen(a), widen(b));
            assert_eq!(
                softfloat::arithmetic(operation, half, a, b),
                narrow(wide),
                "{operation:?} {a:x} {b:x}"
            );
        }
        assert_eq!(
            softfloat::sqrt(half, a),
            narrow(softfloat::sqrt(double, widen(a))),
            "sqrt {a:x}"
        );
        assert_eq!(
            softfloat::remainder(half, a, b),
            narrow(softfloat::remainder(double, widen(a), widen(b)))
        );
    }
}

#[test]
fn square_roots_of_long_formats_square_back() {
    for format in [FloatFormat::X87, FloatFormat::Quad] {
        for n in [1i64, 2, 3, 1 << 20, 99_999] {
            let mode = RoundingMode::NearestEven;
            let root = softfloat::from_integer(format, mode, &BigInt::from(n));
            let square = softfloat::arithmetic(Arithmetic::Mul, format, root, root);
            assert_eq!(softfloat::sqrt(format, square), root);
        }
    }
}

#[test]
fn remainders() {
    let check = |x: f64, y: f64, expected: f64| {
        let bits = |value: f64| u128::from(value.to_bits());
        assert_eq!(
            softfloat::remainder(FloatFormat::Double, bits(x), bits(y)),
            bits(expected),
            "{x} rem {y}"
        );
    };
    check(5.0, 3.0, -1.0);
    check(-5.0, 3.0, 1.0);
    check(6.0, 4.0, -2.0);
    check(2.0, 4.0, 2.0);
    check(-6.0, 3.0, -0.0);
    check(1.5, f64::INFINITY, 1.5);
    check(1e300, 3.0, ((1e300 % 3.0) + 1.5) % 3.0 - 1.5);
}

#[test]
fn x87_images() {
    let one = 0x3fffu128 << 64 | 1 << 63;
    let check = |bits: u128, expected: u128| {
        assert_eq!(softfloat::canonical(FloatFormat::X87, bits), expected, "{bits:x}");
    };
    check(one, one);
    // An unnormal is NaN; a pseudo-denormal is the least normal.
    check(0x3fffu128 << 64, softfloat::nan(FloatFormat::X87));
    check(1 << 63, 1 << 64 | 1 << 63);
    check(0x7fffu128 << 64, softfloat::nan(FloatFormat::X87));
}

/// Bits of floats: known images come back, others are one symbol with one constraint.
#[test]
fn bits_of_floats() {
    let mut t = Terms::new();
    let bits = t.symbol("b", Sort::BitVec(64));
    let float = t.fp_from_bits(bits, FloatFormat::Double);
    assert_eq!(t.fp_to_bits(float), (bits, None));
    let negative = t.fp_neg(float);
    let sign = t.bv(64, 1 << 63);
    let flipped = t.bv_xor(bits, sign);
    assert_eq!(t.fp_to_bits(negative), (flipped, None));
    let sum = t.fp_add(float, float);
    let (image, constraint) = t.fp_to_bits(sum);
    assert_eq!(t.fp_to_bits(sum), (image, constraint));
    let back = t.fp_from_bits(image, FloatFormat::Double);
    assert_eq!(constraint, Some(t.eq(back, sum)));
}

/// Conversions out of range are 0, in all widths, at all borders.
#[test]
fn conversions_to_integers_are_guarded() {
    let mut random = Random::new(5);
    for round in 0..2_000 {
        let format = random.choose(&FloatFormat::ALL);
        let mode = random.choose(&RoundingMode::ALL);
        let width = 1 + random.below(70) as u32;
        let limit = BigInt::from(1) << (width - 1 + (round % 2));
        let near = limit + BigInt::from(random.below(5) as i64 - 2);
        let mut bits = softfloat::from_integer(format, RoundingMode::NearestEven, &near);
        bits = bits.wrapping_add(random.below(3) as u128).wrapping_sub(1);
        if random.one_in(2) {
            bits = softfloat::neg(format, softfloat::canonical(format, bits));
        }
        if random.one_in(3) {
            bits = random_float(&mut random, format);
        }
        let mut t = Terms::new();
        let float = t.float(format, bits);
        let bits = softfloat::canonical(format, bits);
        let fits = t.fp_fits_signed(mode, float, width);
        let expected = softfloat::to_signed(format, mode, width, bits);
        assert_eq!(
            t.as_bool(fits),
            Some(expected.is_some()),
            "{format:?} {mode:?} {width} {bits:x}"
        );
        let fits = t.fp_fits_unsigned(mode, float, width);
        let expected = softfloat::to_unsigned(format, mode, width, bits);
        assert_eq!(
            t.as_bool(fits),
            Some(expected.is_some()),
            "unsigned {format:?} {mode:?} {width} {bits:x}"
        );
    }
}
