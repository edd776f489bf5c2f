//! Conversions between scalars.

use klew_ir::{Conversion, Type};
use klew_term::{RoundingMode, Sort, TermId, Terms};

use crate::float_format;

/// A term, and the fact under which it is what it should be.
pub type Constrained = (TermId, Option<TermId>);

/// A conversion; none if the types do not go with it. Where the number does not fit, the result is what `any` gives,
/// which is asked for only where that may be.
pub fn convert(
    terms: &mut Terms,
    conversion: Conversion,
    to: Type,
    a: TermId,
    any: impl FnOnce(&mut Terms, Sort) -> TermId,
) -> Option<Constrained> {
    let even = RoundingMode::NearestEven;
    let exact = match (conversion, to) {
        (Conversion::ZeroExtend, Type::Int(width)) => terms.bv_zero_extend(a, width),
        (Conversion::SignExtend, Type::Int(width)) => terms.bv_sign_extend(a, width),
        (Conversion::Truncate, Type::Int(width)) => terms.bv_truncate(a, width),
        (Conversion::FloatToFloat, Type::Float(format)) => {
            terms.fp_to_fp(even, a, float_format(format))
        }
        (Conversion::SignedToFloat, Type::Float(format)) => {
            terms.fp_from_signed(even, a, float_format(format))
        }
        (Conversion::UnsignedToFloat, Type::Float(format)) => {
            terms.fp_from_unsigned(even, a, float_format(format))
        }
        (Conversion::FloatToSigned | Conversion::FloatToUnsigned, Type::Int(width)) => {
            let signed = conversion == Conversion::FloatToSigned;
            let (fits, number) = to_integer(terms, a, width, signed);
            if terms.as_bool(fits) == Some(true) {
                return Some((number, None));
            }
            let any = any(terms, Sort::BitVec(width));
            terms.ite(fits, number, any)
        }
        (Conversion::FloatToSignedSaturating, Type::Int(width)) => {
            saturating(terms, a, width, true)
        }
        (Conversion::FloatToUnsignedSaturating, Type::Int(width)) => {
            saturating(terms, a, width, false)
        }
        // Several images are NaN: one of them, whichever it is.
        (Conversion::FloatToBits, _) => return Some(terms.fp_to_bits(a)),
        (Conversion::BitsToFloat, Type::Float(format)) => {
            terms.fp_from_bits(a, float_format(format))
        }
        _ => return None,
    };
    Some((exact, None))
}

/// Whether the number fits, and the integer then.
fn to_integer(terms: &mut Terms, a: TermId, width: u32, signed: bool) -> (TermId, TermId) {
    let zero = RoundingMode::TowardZero;
    if signed {
        (terms.fp_fits_signed(zero, a, width), terms.fp_to_signed(zero, a, width))
    } else {
        (terms.fp_fits_unsigned(zero, a, width), terms.fp_to_unsigned(zero, a, width))
    }
}

/// The nearest integer that there is; 0 for NaN.
fn saturating(terms: &mut Terms, a: TermId, width: u32, signed: bool) -> TermId {
    let (fits, number) = to_integer(terms, a, width, signed);
    let none = terms.bv(width, 0);
    let all = terms.bv_not(none);
    let (least, most) = if signed {
        let one = terms.bv(width, 1);
        let most = terms.bv_lshr(all, one);
        (terms.bv_not(most), most)
    } else {
        (none, all)
    };
    let negative = terms.fp_is_negative(a);
    let clamped = terms.ite(negative, least, most);
    let nan = terms.fp_is_nan(a);
    let clamped = terms.ite(nan, none, clamped);
    terms.ite(fits, number, clamped)
}

/// A value of one type in memory of another: the term of `to` whose image are the bits of `a`; none
/// if the sizes differ.
pub fn reinterpret(terms: &mut Terms, a: TermId, to: Sort) -> Option<Constrained> {
    let from = terms.sort(a);
    Some(match (from, to) {
        _ if from == to => (a, None),
        (Sort::BitVec(width), Sort::Float(format)) if format.storage_bits() == width => {
            (terms.fp_from_bits(a, format), None)
        }
        (Sort::Float(format), Sort::BitVec(width)) if format.storage_bits() == width => {
            terms.fp_to_bits(a)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use klew_term::FloatFormat;

    use super::*;

    #[test]
    fn what_does_not_fit_is_anything_or_the_nearest() {
        let mut terms = Terms::new();
        let any = terms.symbol("any", Sort::BitVec(8));
        for (number, signed, unsigned) in [
            (3.9_f64, Some(3), Some(3)),
            (-3.9, Some(0xfd), None),
            (127.5, Some(127), Some(127)),
            (200.0, None, Some(200)),
            (-129.0, None, None),
            (1e300, None, None),
            (f64::NAN, None, None),
        ] {
            let a = terms.float(FloatFormat::Double, u128::from(number.to_bits()));
            let nearest = [number as i8 as u8, number as u8].map(u64::from);
            for (conversion, expected, saturating, nearest) in [
                (
                    Conversion::FloatToSigned,
                    signed,
                    Conversion::FloatToSignedSaturating,
                    nearest[0],
                ),
                (
                    Conversion::FloatToUnsigned,
                    unsigned,
                    Conversion::FloatToUnsignedSaturating,
                    nearest[1],
                ),
            ] {
                let byte = Type::Int(8);
                let open = |_: &mut Terms, _| any;
                let (result, fact) = convert(&mut terms, conversion, byte, a, open).unwrap();
                assert_eq!(fact, None);
                match expected {
                    Some(value) => assert_eq!(terms.as_u64(result), Some(value), "{number}"),
                    None => assert_eq!(result, any, "{number}"),
                }
                let clamped = convert(&mut terms, saturating, byte, a, open).unwrap().0;
                assert_eq!(terms.as_u64(clamped), Some(nearest), "{saturating:?} {number}");
            }
        }
    }

    #[test]
    fn types_that_do_not_go_with_a_conversion() {
        let mut terms = Terms::new();
        let a = terms.bv(8, 1);
        let open = |terms: &mut Terms, sort| terms.symbol("any", sort);
        assert_eq!(convert(&mut terms, Conversion::ZeroExtend, Type::Pointer, a, open), None);
        assert_eq!(reinterpret(&mut terms, a, Sort::BitVec(16)), None);
    }
}
