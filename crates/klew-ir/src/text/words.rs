//! The words of the text form for operations and types: one table per enumeration.

use crate::{
    BinaryOperation, Comparison, Conversion, FloatComparison, FloatFormat, InputOrigin,
    OverflowOperation, Switch, Type, UnaryOperation,
};

/// Values and their words; the first word of a value is the one printed.
pub(super) type Table<T> = &'static [(T, &'static str)];

/// The word of a value.
pub(super) fn word_of<T: PartialEq>(table: Table<T>, value: T) -> &'static str {
    // Every table lists every variant: the test below goes through them all.
    table.iter().find(|(entry, _)| *entry == value).map_or("?", |(_, word)| word)
}

/// The value of a word.
pub(super) fn from_word<T: Copy>(table: Table<T>, word: &str) -> Option<T> {
    table.iter().find(|(_, entry)| *entry == word).map(|(value, _)| *value)
}

/// Reasons for inputs; nothing is written for the usual one.
pub(super) const INPUT_ORIGINS: Table<InputOrigin> = &[
    (InputOrigin::Approximation, "approximation"),
    (InputOrigin::AllocationFailure, "allocation_failure"),
    (InputOrigin::UnionBytes, "union_bytes"),
];

pub(super) const SWITCHES: Table<Switch> =
    &[(Switch::UnknownLengths, "unknown_lengths"), (Switch::AnyLengths, "any_lengths")];

pub(super) const BINARY: Table<BinaryOperation> = &[
    (BinaryOperation::Add, "add"),
    (BinaryOperation::Sub, "sub"),
    (BinaryOperation::Mul, "mul"),
    (BinaryOperation::UnsignedDiv, "unsigned_div"),
    (BinaryOperation::SignedDiv, "signed_div"),
    (BinaryOperation::UnsignedRem, "unsigned_rem"),
    (BinaryOperation::SignedRem, "signed_rem"),
    (BinaryOperation::And, "and"),
    (BinaryOperation::Or, "or"),
    (BinaryOperation::Xor, "xor"),
    (BinaryOperation::ShiftLeft, "shift_left"),
    (BinaryOperation::LogicalShiftRight, "logical_shift_right"),
    (BinaryOperation::ArithmeticShiftRight, "arithmetic_shift_right"),
    (BinaryOperation::FloatAdd, "float_add"),
    (BinaryOperation::FloatSub, "float_sub"),
    (BinaryOperation::FloatMul, "float_mul"),
    (BinaryOperation::FloatDiv, "float_div"),
    (BinaryOperation::FloatRem, "float_rem"),
    (BinaryOperation::FloatMin, "float_min"),
    (BinaryOperation::FloatMax, "float_max"),
    (BinaryOperation::CopySign, "copy_sign"),
];

pub(super) const UNARY: Table<UnaryOperation> = &[
    (UnaryOperation::ByteSwap, "byte_swap"),
    (UnaryOperation::BitReverse, "bit_reverse"),
    (UnaryOperation::PopulationCount, "population_count"),
    (UnaryOperation::LeadingZeros, "leading_zeros"),
    (UnaryOperation::TrailingZeros, "trailing_zeros"),
    (UnaryOperation::FloatNeg, "float_neg"),
    (UnaryOperation::FloatAbs, "float_abs"),
    (UnaryOperation::SquareRoot, "square_root"),
    (UnaryOperation::RoundToZero, "round_to_zero"),
    (UnaryOperation::RoundDown, "round_down"),
    (UnaryOperation::RoundUp, "round_up"),
    (UnaryOperation::RoundNearestEven, "round_nearest_even"),
    (UnaryOperation::RoundNearestAway, "round_nearest_away"),
    (UnaryOperation::Freeze, "freeze"),
];

pub(super) const COMPARISON: Table<Comparison> = &[
    (Comparison::Equal, "equal"),
    (Comparison::NotEqual, "not_equal"),
    (Comparison::UnsignedLess, "unsigned_less"),
    (Comparison::UnsignedLessEqual, "unsigned_less_equal"),
    (Comparison::SignedLess, "signed_less"),
    (Comparison::SignedLessEqual, "signed_less_equal"),
    (Comparison::Equal, "eq"),
    (Comparison::NotEqual, "ne"),
    (Comparison::UnsignedLess, "ult"),
    (Comparison::UnsignedLessEqual, "ule"),
    (Comparison::SignedLess, "slt"),
    (Comparison::SignedLessEqual, "sle"),
];

pub(super) const FLOAT_COMPARISON: Table<FloatComparison> = &[
    (FloatComparison::Equal, "equal"),
    (FloatComparison::Less, "less"),
    (FloatComparison::LessEqual, "less_equal"),
    (FloatComparison::Unordered, "unordered"),
];

pub(super) const CONVERSION: Table<Conversion> = &[
    (Conversion::ZeroExtend, "zero_extend"),
    (Conversion::SignExtend, "sign_extend"),
    (Conversion::Truncate, "truncate"),
    (Conversion::FloatToFloat, "float_to_float"),
    (Conversion::SignedToFloat, "signed_to_float"),
    (Conversion::UnsignedToFloat, "unsigned_to_float"),
    (Conversion::FloatToSigned, "float_to_signed"),
    (Conversion::FloatToUnsigned, "float_to_unsigned"),
    (Conversion::FloatToSignedSaturating, "float_to_signed_saturating"),
    (Conversion::FloatToUnsignedSaturating, "float_to_unsigned_saturating"),
    (Conversion::FloatToBits, "float_to_bits"),
    (Conversion::BitsToFloat, "bits_to_float"),
    (Conversion::PointerToInt, "pointer_to_int"),
    (Conversion::IntToPointer, "int_to_pointer"),
];

pub(super) const OVERFLOW: Table<OverflowOperation> = &[
    (OverflowOperation::SignedAdd, "signed_add"),
    (OverflowOperation::SignedSub, "signed_sub"),
    (OverflowOperation::SignedMul, "signed_mul"),
    (OverflowOperation::UnsignedAdd, "unsigned_add"),
    (OverflowOperation::UnsignedSub, "unsigned_sub"),
    (OverflowOperation::UnsignedMul, "unsigned_mul"),
];

const FORMAT: Table<FloatFormat> = &[
    (FloatFormat::Half, "half"),
    (FloatFormat::BFloat, "bfloat"),
    (FloatFormat::Single, "single"),
    (FloatFormat::Double, "double"),
    (FloatFormat::X87, "x87"),
    (FloatFormat::Quad, "quad"),
];

/// The words of a type.
pub(super) fn type_word(value_type: Type) -> String {
    match value_type {
        Type::Int(width) => format!("i{width}"),
        Type::Float(format) => word_of(FORMAT, format).to_string(),
        Type::Pointer => "ptr".to_string(),
    }
}

/// The type of a word. Widths that do not exist are left to whoever looks at the type.
pub(super) fn type_from_word(word: &str) -> Option<Type> {
    if word == "ptr" {
        return Some(Type::Pointer);
    }
    if let Some(digits) = word.strip_prefix('i')
        && digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.bytes().all(|digit| digit.is_ascii_digit())
    {
        return Some(Type::Int(digits.parse().unwrap_or(u32::MAX)));
    }
    from_word(FORMAT, word).map(Type::Float)
}

/// Whether a name can be written without quotes.
pub(super) fn is_plain(name: &str) -> bool {
    name.starts_with(begins_word) && name.chars().all(continues_word)
}

pub(super) fn begins_word(character: char) -> bool {
    character.is_ascii_alphabetic() || matches!(character, '_' | '.')
}

pub(super) fn continues_word(character: char) -> bool {
    begins_word(character) || character.is_ascii_digit() || character == '$'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_complete() {
        assert_eq!(BINARY.len(), BinaryOperation::CopySign as usize + 1);
        assert_eq!(UNARY.len(), UnaryOperation::Freeze as usize + 1);
        assert_eq!(FLOAT_COMPARISON.len(), FloatComparison::Unordered as usize + 1);
        assert_eq!(CONVERSION.len(), Conversion::IntToPointer as usize + 1);
        assert_eq!(OVERFLOW.len(), OverflowOperation::UnsignedMul as usize + 1);
        assert_eq!(FORMAT.len(), FloatFormat::Quad as usize + 1);
        assert_eq!(COMPARISON.len(), 2 * (Comparison::SignedLessEqual as usize + 1));
    }

    #[test]
    fn words_of_binary_and_unary_operations_differ() {
        for (_, word) in BINARY {
            assert!(from_word(UNARY, word).is_none());
        }
    }
}
