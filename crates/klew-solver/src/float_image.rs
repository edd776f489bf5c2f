//! Between a float's memory image and the bits of its SMT-LIB sort.
//!
//! They are the same for every format but X87, whose image has an explicit integer bit (bit 63) that
//! the sort (15, 64) hides.

use klew_term::{Constant, FloatFormat, softfloat};

/// Bits of the SMT-LIB sort: sign, exponent, significand without the hidden bit.
pub(crate) fn sort_bits(format: FloatFormat) -> u32 {
    format.exponent_bits() + format.significand_bits()
}

/// The sort's bits of a canonical memory image.
pub(crate) fn to_sort(format: FloatFormat, image: u128) -> u128 {
    match format {
        FloatFormat::X87 => ((image >> 64) << 63) | (image & ((1 << 63) - 1)),
        _ => image,
    }
}

/// The value whose sort has the given bits.
pub(crate) fn from_sort(format: FloatFormat, bits: u128) -> Constant {
    let image = match format {
        FloatFormat::X87 => {
            let (high, fraction) = (bits >> 63, bits & ((1 << 63) - 1));
            // Zero and the subnormal numbers have exponent 0 and integer bit 0.
            let integer = u128::from(high & 0x7fff != 0);
            (high << 64) | (integer << 63) | fraction
        }
        _ => bits,
    };
    Constant::Float(format, softfloat::canonical(format, image))
}
