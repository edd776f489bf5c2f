//! Sorts of terms, floating-point formats and rounding modes.
//!
//! Invariant: bit-vector widths are at least 1.

use std::fmt;

/// Binary floating-point formats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatFormat {
    /// IEEE binary16.
    Half,
    /// bfloat16.
    BFloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// x87 extended precision: sort (15, 64), 80-bit memory image with an explicit integer bit.
    X87,
    /// IEEE binary128.
    Quad,
}

impl FloatFormat {
    /// All formats, smallest first.
    pub const ALL: [FloatFormat; 6] = [
        FloatFormat::Half,
        FloatFormat::BFloat,
        FloatFormat::Single,
        FloatFormat::Double,
        FloatFormat::X87,
        FloatFormat::Quad,
    ];

    /// Number of exponent bits.
    pub fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Half => 5,
            FloatFormat::BFloat | FloatFormat::Single => 8,
            FloatFormat::Double => 11,
            FloatFormat::X87 | FloatFormat::Quad => 15,
        }
    }

    /// Number of significand bits, the hidden (or explicit integer) bit included.
    pub fn significand_bits(self) -> u32 {
        match self {
            FloatFormat::Half => 11,
            FloatFormat::BFloat => 8,
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
            FloatFormat::X87 => 64,
            FloatFormat::Quad => 113,
        }
    }

    /// Number of bits of the memory image.
    pub fn storage_bits(self) -> u32 {
        match self {
            FloatFormat::Half | FloatFormat::BFloat => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87 => 80,
            FloatFormat::Quad => 128,
        }
    }
}

/// IEEE 754 rounding modes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoundingMode {
    /// To nearest, ties to even.
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards positive infinity.
    TowardPositive,
    /// Towards negative infinity.
    TowardNegative,
    /// Towards zero.
    TowardZero,
}

impl RoundingMode {
    /// All five modes.
    pub const ALL: [RoundingMode; 5] = [
        RoundingMode::NearestEven,
        RoundingMode::NearestAway,
        RoundingMode::TowardPositive,
        RoundingMode::TowardNegative,
        RoundingMode::TowardZero,
    ];

    /// The SMT-LIB abbreviation.
    pub fn smtlib(self) -> &'static str {
        match self {
            RoundingMode::NearestEven => "RNE",
            RoundingMode::NearestAway => "RNA",
            RoundingMode::TowardPositive => "RTP",
            RoundingMode::TowardNegative => "RTN",
            RoundingMode::TowardZero => "RTZ",
        }
    }
}

/// Sorts that may index an array or be its element.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ScalarSort {
    /// Truth values.
    Bool,
    /// Bit-vectors of a width.
    BitVec(u32),
    /// Mathematical integers.
    Int,
    /// Floating-point numbers with a single NaN.
    Float(FloatFormat),
}

/// Sorts of terms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of a width.
    BitVec(u32),
    /// Mathematical integers.
    Int,
    /// Floating-point numbers with a single NaN.
    Float(FloatFormat),
    /// Arrays: index sort, element sort.
    Array(ScalarSort, ScalarSort),
}

impl From<ScalarSort> for Sort {
    fn from(sort: ScalarSort) -> Sort {
        match sort {
            ScalarSort::Bool => Sort::Bool,
            ScalarSort::BitVec(width) => Sort::BitVec(width),
            ScalarSort::Int => Sort::Int,
            ScalarSort::Float(format) => Sort::Float(format),
        }
    }
}

impl Sort {
    /// The sort as an index or element sort; `None` for arrays.
    pub fn scalar(self) -> Option<ScalarSort> {
        match self {
            Sort::Bool => Some(ScalarSort::Bool),
            Sort::BitVec(width) => Some(ScalarSort::BitVec(width)),
            Sort::Int => Some(ScalarSort::Int),
            Sort::Float(format) => Some(ScalarSort::Float(format)),
            Sort::Array(..) => None,
        }
    }

    /// The width of a bit-vector sort.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(width),
            _ => None,
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Sort::Bool => f.write_str("Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Int => f.write_str("Int"),
            Sort::Float(format) => {
                write!(
                    f,
                    "(_ FloatingPoint {} {})",
                    format.exponent_bits(),
                    format.significand_bits()
                )
            }
            Sort::Array(index, element) => {
                write!(f, "(Array {} {})", Sort::from(index), Sort::from(element))
            }
        }
    }
}
