//! Operators of terms.
//!
//! A kind carries every parameter of its operator, so that the kind and the arguments determine the sort.

use crate::sort::{FloatFormat, RoundingMode, ScalarSort};

/// A term of one arena; equal terms have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// Position in the arena; arguments have smaller positions than the terms that use them.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A symbol (free constant of SMT-LIB) of one arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(pub(crate) u32);

impl SymbolId {
    /// Position in the order of creation.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Operator of a term. Semantics are SMT-LIB's, made total where SMT-LIB leaves a value open (see
/// the variants). `Terms::*_value` accessors give the contents of interned constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[rustfmt::skip]
pub enum Kind {
    /// A symbol.
    Symbol(SymbolId),
    /// Truth.
    True,
    /// Falsehood.
    False,
    /// A bit-vector constant of at most 64 bits.
    BitVecConstant(u64),
    /// A wider bit-vector constant; contents by `Terms::as_constant`.
    WideConstant(u32),
    /// An integer constant; contents by `Terms::as_constant`.
    IntConstant(u32),
    /// A floating-point constant; contents by `Terms::as_constant`.
    FloatConstant(u32),
    /// Array with the argument at every index of the given sort.
    ConstArray(ScalarSort),
    /// Negation.
    Not,
    /// Binary conjunction.
    And,
    /// Binary disjunction (never in normal form).
    Or,
    /// Exclusive or (never in normal form).
    Xor,
    /// Implication (never in normal form).
    Implies,
    /// Equality of any sort; identity on floats (one NaN, two zeros).
    Eq,
    /// If-then-else of any sort.
    Ite,
    /// Addition.
    BvAdd,
    /// Subtraction (never in normal form).
    BvSub,
    /// Multiplication.
    BvMul,
    /// Two's complement.
    BvNeg,
    /// Unsigned division; by zero: all ones.
    BvUdiv,
    /// Unsigned remainder; by zero: the dividend.
    BvUrem,
    /// Signed division as SMT-LIB defines it on `BvUdiv`.
    BvSdiv,
    /// Signed remainder, sign of the dividend.
    BvSrem,
    /// Bitwise and.
    BvAnd,
    /// Bitwise or.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Bitwise complement.
    BvNot,
    /// Shift left; amounts of the width or more give 0.
    BvShl,
    /// Logical shift right.
    BvLshr,
    /// Arithmetic shift right.
    BvAshr,
    /// Unsigned less-than.
    BvUlt,
    /// Unsigned at-most (never in normal form).
    BvUle,
    /// Signed less-than.
    BvSlt,
    /// Signed at-most (never in normal form).
    BvSle,
    /// Concatenation: high part, low part.
    BvConcat,
    /// Bits `high` down to `low`, both included.
    BvExtract {
        /// Highest bit.
        high: u32,
        /// Lowest bit.
        low: u32,
    },
    /// Zero extension to a width.
    BvZeroExtend(u32),
    /// Sign extension to a width.
    BvSignExtend(u32),
    /// Unsigned addition overflows.
    BvUaddOverflow,
    /// Signed addition overflows.
    BvSaddOverflow,
    /// Unsigned subtraction underflows.
    BvUsubOverflow,
    /// Signed subtraction overflows.
    BvSsubOverflow,
    /// Unsigned multiplication overflows.
    BvUmulOverflow,
    /// Signed multiplication overflows.
    BvSmulOverflow,
    /// Integer addition.
    IntAdd,
    /// Integer subtraction.
    IntSub,
    /// Integer multiplication.
    IntMul,
    /// Integer negation.
    IntNeg,
    /// Euclidean division. `Terms::int_div` guards it against 0; the bare operator by 0 evaluates to 0.
    IntDiv,
    /// Euclidean remainder. `Terms::int_mod` guards it against 0; the bare operator by 0 gives the dividend.
    IntMod,
    /// Integer at-most.
    IntLe,
    /// Integer less-than.
    IntLt,
    /// Unsigned value of a bit-vector.
    BvToIntUnsigned,
    /// Signed value of a bit-vector.
    BvToIntSigned,
    /// Integer modulo 2^width as a bit-vector.
    IntToBv(u32),
    /// Addition, to nearest even.
    FpAdd,
    /// Subtraction, to nearest even.
    FpSub,
    /// Multiplication, to nearest even.
    FpMul,
    /// Division, to nearest even.
    FpDiv,
    /// IEEE remainder (SMT-LIB `fp.rem`).
    FpRem,
    /// Fused multiply-add `a * b + c`, to nearest even.
    FpFma,
    /// Square root, to nearest even.
    FpSqrt,
    /// Rounding to an integral value.
    FpRoundToIntegral(RoundingMode),
    /// Sign change.
    FpNeg,
    /// Absolute value.
    FpAbs,
    /// IEEE equality.
    FpEq,
    /// IEEE less-than.
    FpLt,
    /// IEEE at-most.
    FpLe,
    /// NaN test.
    FpIsNan,
    /// Infinity test.
    FpIsInfinite,
    /// Zero test.
    FpIsZero,
    /// Negative and not NaN.
    FpIsNegative,
    /// Normal-number test.
    FpIsNormal,
    /// Subnormal-number test.
    FpIsSubnormal,
    /// Conversion between formats.
    FpToFp(RoundingMode, FloatFormat),
    /// From a signed bit-vector.
    FpFromSigned(RoundingMode, FloatFormat),
    /// From an unsigned bit-vector.
    FpFromUnsigned(RoundingMode, FloatFormat),
    /// To a signed bit-vector of a width. SMT-LIB leaves values out of range open: `Terms::fp_to_signed`
    /// guards this operator, so that its value out of range (0 in evaluation) never shows.
    FpToSigned(RoundingMode, u32),
    /// To an unsigned bit-vector of a width; guarded like `FpToSigned`.
    FpToUnsigned(RoundingMode, u32),
    /// From the memory image. X87: bit 63 of the 80 is the explicit integer bit; an image whose integer bit
    /// is 0 though its exponent is not is NaN (invalid operand on the 80387 and later), and one whose integer
    /// bit is 1 though its exponent is 0 has the value it would have with exponent 1.
    FpFromBits(FloatFormat),
    /// Array read: array, index.
    Select,
    /// Array write: array, index, value.
    Store,
    /// Universal quantifier over the symbols of `Terms::bound_symbols`; argument: the body.
    Forall(u32),
    /// Existential quantifier over the symbols of `Terms::bound_symbols`; argument: the body.
    Exists(u32),
}

impl Kind {
    /// Whether the kind is a constant of a scalar sort (without arguments).
    pub fn is_scalar_constant(self) -> bool {
        matches!(
            self,
            Kind::True
                | Kind::False
                | Kind::BitVecConstant(_)
                | Kind::WideConstant(_)
                | Kind::IntConstant(_)
                | Kind::FloatConstant(_)
        )
    }

    /// Whether the two arguments may be swapped.
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Kind::And
                | Kind::Or
                | Kind::Xor
                | Kind::Eq
                | Kind::BvAdd
                | Kind::BvMul
                | Kind::BvAnd
                | Kind::BvOr
                | Kind::BvXor
                | Kind::BvUaddOverflow
                | Kind::BvSaddOverflow
                | Kind::BvUmulOverflow
                | Kind::BvSmulOverflow
                | Kind::IntAdd
                | Kind::IntMul
                | Kind::FpAdd
                | Kind::FpMul
                | Kind::FpEq
        )
    }
}
