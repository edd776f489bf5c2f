//! Values of SMT-LIB models, as solvers print them.

use klew_term::{ArrayValue, BitVecValue, Constant, FloatFormat, Sort, softfloat};
use num_bigint::{BigInt, BigUint};

use super::sexpr::Sexpr;
use crate::float_image;

/// The value of a sort that an expression denotes; `None` if it is no plain value.
pub(super) fn read(sort: Sort, value: &Sexpr) -> Option<Constant> {
    match sort {
        Sort::Bool => match value.text()? {
            "true" => Some(Constant::Bool(true)),
            "false" => Some(Constant::Bool(false)),
            _ => None,
        },
        Sort::Int => integer(value).map(Constant::Int),
        Sort::BitVec(width) => {
            let (found, bits) = bits(value)?;
            let value = || Constant::BitVec(BitVecValue::from_biguint(width, bits));
            (found == width).then(value)
        }
        Sort::Float(format) => float(format, value),
        Sort::Array(index, element) => {
            let mut current = value;
            let mut stores = Vec::new();
            let default = loop {
                match current.list()? {
                    [store, inner, at, element] if store.text() == Some("store") => {
                        stores.push((at, element));
                        current = inner;
                    }
                    [head, default] => match head.list()? {
                        [r#as, r#const, _]
                            if r#as.text() == Some("as") && r#const.text() == Some("const") =>
                        {
                            break default;
                        }
                        _ => return None,
                    },
                    _ => return None,
                }
            };
            let mut array = ArrayValue::constant(index, read(element.into(), default)?);
            for (at, value) in stores.into_iter().rev() {
                array.store(read(index.into(), at)?, read(element.into(), value)?);
            }
            Some(Constant::Array(array))
        }
    }
}

/// `3` or `(- 3)`.
fn integer(value: &Sexpr) -> Option<BigInt> {
    match value {
        Sexpr::Atom(digits) => digits.parse().ok(),
        Sexpr::List(parts) => match parts.as_slice() {
            [minus, digits] if minus.text() == Some("-") => {
                Some(-digits.text()?.parse::<BigInt>().ok()?)
            }
            _ => None,
        },
    }
}

/// Width and value of `#b01`, `#x0f` or `(_ bv15 8)`.
fn bits(value: &Sexpr) -> Option<(u32, BigUint)> {
    match value {
        Sexpr::Atom(text) => {
            let (digits, radix, each) = match text.as_bytes() {
                [b'#', b'b', ..] => (&text[2..], 2, 1),
                [b'#', b'x', ..] => (&text[2..], 16, 4),
                _ => return None,
            };
            let width = u32::try_from(digits.len()).ok()?.checked_mul(each)?;
            Some((width, BigUint::parse_bytes(digits.as_bytes(), radix)?))
        }
        Sexpr::List(parts) => match parts.as_slice() {
            [underscore, value, width] if underscore.text() == Some("_") => {
                let value = value.text()?.strip_prefix("bv")?.parse().ok()?;
                Some((width.text()?.parse().ok()?, value))
            }
            _ => None,
        },
    }
}

/// `(fp sign exponent significand)` or `(_ NaN 8 24)` and the like.
fn float(format: FloatFormat, value: &Sexpr) -> Option<Constant> {
    let image = |bits| Some(Constant::Float(format, bits));
    match value.list()? {
        [underscore, name, _, _] if underscore.text() == Some("_") => match name.text()? {
            "NaN" => image(softfloat::nan(format)),
            "+oo" => image(softfloat::infinity(format, false)),
            "-oo" => image(softfloat::infinity(format, true)),
            "+zero" => image(softfloat::zero(format, false)),
            "-zero" => image(softfloat::zero(format, true)),
            _ => None,
        },
        [fp, sign, exponent, significand] if fp.text() == Some("fp") => {
            let mut joined = BigUint::ZERO;
            let mut width = 0;
            for part in [sign, exponent, significand] {
                let (part_width, bits) = bits(part)?;
                joined = (joined << part_width) | bits;
                width += part_width;
            }
            let bits = u128::try_from(joined).ok()?;
            (width == float_image::sort_bits(format)).then(|| float_image::from_sort(format, bits))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use klew_term::ScalarSort;

    use super::*;
    use crate::command::sexpr::Reader;

    fn check(sort: Sort, text: &str, expected: Option<Constant>) {
        let mut reader = Reader::default();
        reader.feed(text);
        assert_eq!(read(sort, &reader.next().unwrap()), expected, "{text}");
    }

    #[test]
    fn scalars() {
        check(Sort::Bool, "true", Some(Constant::Bool(true)));
        check(Sort::Bool, "(not true)", None);
        check(Sort::BitVec(8), "#x0f", Some(Constant::bv(8, 15)));
        check(Sort::BitVec(3), "#b101", Some(Constant::bv(3, 5)));
        check(Sort::BitVec(8), "(_ bv200 8)", Some(Constant::bv(8, 200)));
        check(Sort::BitVec(9), "#x0f", None);
        check(Sort::BitVec(8), "x", None);
        check(Sort::Int, "(- 12)", Some(Constant::Int(BigInt::from(-12))));
        check(Sort::Int, "12", Some(Constant::Int(BigInt::from(12))));
    }

    #[test]
    fn floats() {
        let single =
            |value: f32| Some(Constant::Float(FloatFormat::Single, value.to_bits().into()));
        let sort = Sort::Float(FloatFormat::Single);
        check(sort, "(fp #b0 #x7f #b00000000000000000000000)", single(1.0));
        check(sort, "(_ -zero 8 24)", single(-0.0));
        check(sort, "(_ +oo 8 24)", single(f32::INFINITY));
        check(sort, "(fp #b0 #x7f #b0)", None);
        let x87 = Constant::Float(FloatFormat::X87, 0x3fff_8000_0000_0000_0000);
        let one = format!("(fp #b0 #b011111111111111 #b{})", "0".repeat(63));
        check(Sort::Float(FloatFormat::X87), &one, Some(x87));
    }

    #[test]
    fn arrays() {
        let sort = Sort::Array(ScalarSort::BitVec(8), ScalarSort::BitVec(8));
        let mut array = ArrayValue::constant(ScalarSort::BitVec(8), Constant::bv(8, 7));
        array.store(Constant::bv(8, 1), Constant::bv(8, 3));
        let text = "(store (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x07) #x01 #x02) #x01 #x03)";
        check(sort, text, Some(Constant::Array(array)));
        check(sort, "(_ as-array k!0)", None);
    }
}
