//! Constants and constant expressions.

use super::{
    BinaryOperator, CastOperator, Flags, FloatKind, FloatPredicate, GlobalId, IntegerPredicate,
    LocalName, TypeId,
};
use num_bigint::BigUint;

/// The bits of an integer constant, modulo two to the width of its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Integer {
    /// Width at most 64.
    Small(u64),
    /// Width above 64.
    Big(Box<BigUint>),
}

impl Integer {
    /// The value if it fits 64 bits, read as unsigned.
    pub fn to_u64(&self) -> Option<u64> {
        match self {
            Integer::Small(value) => Some(*value),
            Integer::Big(value) => u64::try_from(&**value).ok(),
        }
    }
}

/// A floating-point constant: the bits of its own format (not those of LLVM's text).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloatBits {
    /// The format.
    pub kind: FloatKind,
    /// The bits, in the low end. `ppc_fp128` has the more significant double in the low half.
    pub bits: u128,
}

/// A constant; its type stands beside it.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// An integer.
    Integer(Integer),
    /// A floating-point number.
    Float(Box<FloatBits>),
    /// `null`
    Null,
    /// `undef`
    Undef,
    /// `poison`
    Poison,
    /// `zeroinitializer`
    Zero,
    /// `none`, of type `token`
    NoneToken,
    /// `@name`
    Global(GlobalId),
    /// `[T a, T b]`
    Array(Box<[TypedConstant]>),
    /// `{T a, U b}`; whether it is packed is in its type
    Struct(Box<[TypedConstant]>),
    /// `<T a, T b>`
    Vector(Box<[TypedConstant]>),
    /// `splat (T a)`
    Splat(Box<TypedConstant>),
    /// `c"…"`
    Bytes(Box<[u8]>),
    /// `blockaddress(@f, %b)`
    BlockAddress(GlobalId, Box<LocalName>),
    /// `dso_local_equivalent @f`
    DsoLocalEquivalent(GlobalId),
    /// `no_cfi @f`
    NoCfi(GlobalId),
    /// `ptrauth (…)`: the pointer and the other arguments
    PtrAuth(Box<[TypedConstant]>),
    /// A constant expression.
    Expression(Box<ConstantExpression>),
}

/// A constant with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedConstant {
    /// The type.
    pub ty: TypeId,
    /// The value.
    pub value: Constant,
}

/// The `inrange` mark of a constant `getelementptr`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InRange {
    /// Before the index of this number, counted from 0 (up to LLVM 18).
    Index(u32),
    /// `inrange(from, to)` as decimal text (from LLVM 19 on).
    Offsets(Box<str>, Box<str>),
}

/// A constant expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstantExpression {
    /// Address arithmetic.
    GetElementPtr {
        /// `inbounds` and the like.
        flags: Flags,
        /// `inrange`, which this front end may ignore.
        in_range: Option<InRange>,
        /// The type stepped over.
        source: TypeId,
        /// The pointer.
        base: TypedConstant,
        /// The indices.
        indices: Box<[TypedConstant]>,
    },
    /// A conversion.
    Cast {
        /// Which one.
        operator: CastOperator,
        /// What is converted.
        value: TypedConstant,
        /// To which type.
        to: TypeId,
    },
    /// Arithmetic.
    Binary {
        /// Which one.
        operator: BinaryOperator,
        /// `nuw` and the like.
        flags: Flags,
        /// Left operand.
        left: TypedConstant,
        /// Right operand.
        right: TypedConstant,
    },
    /// Floating-point negation.
    FNeg(TypedConstant),
    /// Comparison of integers or pointers.
    ICmp(IntegerPredicate, TypedConstant, TypedConstant),
    /// Comparison of floating-point numbers.
    FCmp(FloatPredicate, TypedConstant, TypedConstant),
    /// Choice by a condition.
    Select(Box<[TypedConstant; 3]>),
    /// Vector, index.
    ExtractElement(TypedConstant, TypedConstant),
    /// Vector, element, index.
    InsertElement(Box<[TypedConstant; 3]>),
    /// Two vectors and the mask.
    ShuffleVector(Box<[TypedConstant; 3]>),
    /// Part of an aggregate.
    ExtractValue(TypedConstant, Box<[u32]>),
    /// Aggregate, new part, and where.
    InsertValue(TypedConstant, TypedConstant, Box<[u32]>),
}
