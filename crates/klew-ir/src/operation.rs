//! What an instruction does.

use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::{
    CheckId, FloatFormat, FunctionId, GlobalId, InputOrigin, Property, SourceTypeId, Type, ValueId,
    VariableId,
};

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// An integer, `value < 2^width`.
    Int {
        /// Bits.
        width: u32,
        /// Its bits as an unsigned number.
        value: BigUint,
    },
    /// A floating-point number, by its memory image.
    Float(FloatFormat, u128),
    /// The null pointer.
    Null,
    /// The address of a global, and a byte offset.
    Global(GlobalId, i64),
    /// The address of a function.
    Function(FunctionId),
    /// A value that was never written: any value, and a use of it can be checked.
    Undefined(Type),
}

impl Constant {
    /// An integer of that width; bits of `value` above the width are dropped.
    pub fn int(width: u32, value: u64) -> Constant {
        let value = if width < 64 { value & ((1 << width) - 1) } else { value };
        Constant::Int { width, value: BigUint::from(value) }
    }

    /// Its type.
    pub fn type_of(&self) -> Type {
        match self {
            Constant::Int { width, .. } => Type::Int(*width),
            Constant::Float(format, _) => Type::Float(*format),
            Constant::Null | Constant::Global(..) | Constant::Function(_) => Type::Pointer,
            Constant::Undefined(kind) => *kind,
        }
    }
}

/// What an operation works on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The value that an instruction, a block parameter or a function parameter defines.
    Value(ValueId),
    /// A constant.
    Constant(Constant),
}

impl From<ValueId> for Operand {
    fn from(value: ValueId) -> Operand {
        Operand::Value(value)
    }
}

impl From<Constant> for Operand {
    fn from(constant: Constant) -> Operand {
        Operand::Constant(constant)
    }
}

/// Operations on two values of one type, with a result of that type. All are total: division by
/// zero and shifts by the width or more give what SMT-LIB says; checks stand before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // The names say it.
pub enum BinaryOperation {
    Add,
    Sub,
    Mul,
    UnsignedDiv,
    SignedDiv,
    UnsignedRem,
    SignedRem,
    And,
    Or,
    Xor,
    ShiftLeft,
    LogicalShiftRight,
    ArithmeticShiftRight,
    FloatAdd,
    FloatSub,
    FloatMul,
    FloatDiv,
    /// C's `fmod`: the remainder of the truncated quotient, exact.
    FloatRem,
    /// IEEE 754-2008 minNum: a number wins over NaN.
    FloatMin,
    /// IEEE 754-2008 maxNum.
    FloatMax,
    /// The first's magnitude with the second's sign.
    CopySign,
}

/// Operations on one value, with a result of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum UnaryOperation {
    ByteSwap,
    BitReverse,
    PopulationCount,
    /// Width for 0.
    LeadingZeros,
    /// Width for 0.
    TrailingZeros,
    FloatNeg,
    FloatAbs,
    SquareRoot,
    /// Round to an integer: towards zero.
    RoundToZero,
    /// Round to an integer: down.
    RoundDown,
    /// Round to an integer: up.
    RoundUp,
    /// Round to an integer: to nearest, ties to even.
    RoundNearestEven,
    /// Round to an integer: to nearest, ties away from zero (C's `round`).
    RoundNearestAway,
    /// A value that does not change from here on, also if it was undefined.
    Freeze,
}

/// Comparisons of integers and of pointers (pointers: by address, unsigned).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Comparison {
    Equal,
    NotEqual,
    UnsignedLess,
    UnsignedLessEqual,
    SignedLess,
    SignedLessEqual,
}

/// Comparisons of floating-point numbers. Ordered ones are false for NaN; front ends build the
/// others from these and [`FloatComparison::Unordered`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FloatComparison {
    Equal,
    Less,
    LessEqual,
    /// At least one is NaN.
    Unordered,
}

/// Conversions between types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Conversion {
    ZeroExtend,
    SignExtend,
    Truncate,
    /// Between floating-point formats, rounding to nearest even.
    FloatToFloat,
    SignedToFloat,
    UnsignedToFloat,
    /// Towards zero; what does not fit gives an arbitrary value.
    FloatToSigned,
    /// Towards zero; what does not fit gives an arbitrary value.
    FloatToUnsigned,
    /// Towards zero, clamped to the range; NaN gives 0.
    FloatToSignedSaturating,
    /// Towards zero, clamped to the range; NaN gives 0.
    FloatToUnsignedSaturating,
    /// The memory image of a number.
    FloatToBits,
    /// The number of a memory image.
    BitsToFloat,
    /// The address as a number, truncated or zero-extended.
    PointerToInt,
    /// The pointer to an address.
    IntToPointer,
}

/// Operations whose exact result may not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum OverflowOperation {
    SignedAdd,
    SignedSub,
    SignedMul,
    UnsignedAdd,
    UnsignedSub,
    UnsignedMul,
}

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ObjectKind {
    /// Until its function returns.
    Stack,
    /// Until it is freed.
    Heap,
}

/// What an access does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
}

/// What an [`Operation::Assert`] demands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// The truth value is 1.
    Holds(Operand),
    /// `size` bytes from `pointer` lie within one live object, which is not constant if the access is a
    /// write. A size of 0 demands nothing.
    Accessible {
        /// Where.
        pointer: Operand,
        /// How many bytes, an integer of pointer width.
        size: Operand,
        /// What for.
        access: Access,
    },
    /// The pointer is null, or the start of a live heap object.
    Freeable(Operand),
    /// The pointer is the address of a function that takes such a call.
    Callable(Operand),
    /// The value does not depend on memory that was never written.
    Initialised(Operand),
    /// No exception of that class escapes: never holds, as it stands where one does.
    NeverEscapes(SourceTypeId),
}

/// What an [`Operation::AssumeEach`] says of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementRelation {
    /// Each is the one at the same place among others.
    Same,
    /// None is the number.
    Not,
    /// None is more than the number, both without a sign.
    AtMost,
    /// A function of them all gives the number, one that says the same of the same elements in all of a run.
    Digest,
    /// At none of these places do all elements of another array begin; so many more than the places are there.
    Nowhere,
    /// Each is the one among others, but that which the upper half of the number is became the lower half.
    Replaced,
    /// Each is the one among others, but capital letters of ASCII became small ones.
    Lower,
    /// Each is the one among others, but small letters of ASCII became capital ones.
    Upper,
}

impl ElementRelation {
    /// All of them.
    pub const ALL: [ElementRelation; 8] = [
        ElementRelation::Same,
        ElementRelation::Not,
        ElementRelation::AtMost,
        ElementRelation::Digest,
        ElementRelation::Nowhere,
        ElementRelation::Replaced,
        ElementRelation::Lower,
        ElementRelation::Upper,
    ];

    /// Its name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            ElementRelation::Same => "same",
            ElementRelation::Not => "not",
            ElementRelation::AtMost => "at_most",
            ElementRelation::Digest => "digest",
            ElementRelation::Nowhere => "nowhere",
            ElementRelation::Replaced => "replaced",
            ElementRelation::Lower => "lower",
            ElementRelation::Upper => "upper",
        }
    }

    /// Whether it is about two arrays.
    pub fn has_others(self) -> bool {
        !matches!(self, ElementRelation::Not | ElementRelation::AtMost | ElementRelation::Digest)
    }
}

/// What is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A known function.
    Function(FunctionId),
    /// The function at that address. A `Check::Callable` stands before it.
    Pointer(Operand),
}

/// What an instruction does. Results are given by `Instruction::results`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Two operands of one type.
    Binary(BinaryOperation, Operand, Operand),
    /// One operand.
    Unary(UnaryOperation, Operand),
    /// The first times the second plus the third, rounded once.
    FusedMultiplyAdd(Operand, Operand, Operand),
    /// A truth value from two integers or two pointers.
    Compare(Comparison, Operand, Operand),
    /// A truth value from two floating-point numbers.
    CompareFloat(FloatComparison, Operand, Operand),
    /// A truth value: the exact result does not fit the type.
    Overflows(OverflowOperation, Operand, Operand),
    /// A truth value that says something of the analysis, not of the run: 1 if the engine knows the operand (of any
    /// type) as a constant. An engine may always say 0. What a program does for 0 holds for constants, too: it is
    /// the same, done another way, or a superset.
    IsKnown(Operand),
    /// A truth value that says something of the analysis, not of the run: 0 if the property is not looked for. An engine may always say
    /// 1, and 0 where it finds no such violation. What a program does for 0 may be more than what it does for 1, but for that property.
    Asks(Property),
    /// How many bytes from a place on end with one that the engine knows to be 0 (an integer of pointer width), where it looks for
    /// proofs about texts of any length; else all ones, as an engine may always say. What a program does where something is said may be
    /// more than what it does otherwise, and not less.
    TextEnd(Operand),
    /// To the type of the result.
    Convert(Conversion, Operand),
    /// The second if the first is 1, else the third.
    Select(Operand, Operand, Operand),
    /// The pointer moved by a signed number of bytes (pointer width, wrapping).
    Offset(Operand, Operand),
    /// A new object, its contents undefined; gives a pointer to its start.
    Allocate {
        /// Where it lives.
        kind: ObjectKind,
        /// Bytes, an integer of pointer width.
        size: Operand,
        /// Alignment of its address in bytes, a power of two.
        align: u64,
        /// Whether its bytes are 0 rather than undefined.
        zeroed: bool,
        /// The variable it holds.
        variable: Option<VariableId>,
        /// Its declared type.
        source_type: Option<SourceTypeId>,
    },
    /// Ends a heap object's life; null does nothing. A `Check::Freeable` stands before it.
    Free(Operand),
    /// A stack object comes into scope: alive, contents undefined.
    ScopeStart(Operand),
    /// A stack object goes out of scope: no longer alive.
    ScopeEnd(Operand),
    /// A mark (an integer of pointer width) of how many stack objects the frame has.
    StackMark,
    /// Ends the life of all stack objects of the frame that are newer than the mark.
    StackRelease(Operand),
    /// Reads a value of the result's type. A `Check::Accessible` stands before it.
    Load(Operand),
    /// Writes the second operand to the first.
    Store(Operand, Operand),
    /// Copies bytes; the ranges may overlap.
    Copy {
        /// To.
        destination: Operand,
        /// From.
        source: Operand,
        /// Bytes, an integer of pointer width.
        size: Operand,
    },
    /// Sets bytes.
    Fill {
        /// To.
        destination: Operand,
        /// An integer of 8 bits.
        byte: Operand,
        /// Bytes, an integer of pointer width.
        size: Operand,
    },
    /// The size in bytes of the object that a pointer points into (0 if it points into none).
    ObjectSize(Operand),
    /// A call. Results are the values that the callee returns. To a variadic callee with n declared
    /// parameters, the arguments after the first n are laid out in a new stack object, each at the next
    /// multiple of `DataModel::variadic_slot` (16 for types wider than that), and its address is passed
    /// as the callee's last parameter. Too many arguments to another function are dropped, missing
    /// ones are undefined.
    Call {
        /// What is called.
        callee: Callee,
        /// The arguments, left to right.
        arguments: SmallVec<[Operand; 4]>,
    },
    /// A new input of the result's type. A pointer is an *input reference*: null, or the start of an
    /// object that existed before the run, of the pointee type of `source_type` or a class below it.
    Input {
        /// What it is called in results.
        name: String,
        /// Why it is asked for.
        origin: InputOrigin,
        /// Its declared type.
        source_type: Option<SourceTypeId>,
    },
    /// Makes bytes of memory new inputs.
    InputBytes {
        /// Where.
        pointer: Operand,
        /// Bytes, an integer of pointer width.
        size: Operand,
        /// How many of them, from the first on, if not all; behind these is what was there. An engine that does not look for what was
        /// never written may make inputs of all.
        taken: Option<Operand>,
        /// What they are called in results.
        name: String,
        /// Why they are asked for.
        origin: InputOrigin,
    },
    /// Only runs in which the truth value is 1 are considered.
    Assume(Operand),
    /// Only runs are considered in which each of `count` elements of 16 bits from a place on is as the relation says. The bytes are
    /// accessible. An engine may consider all runs.
    AssumeEach {
        /// What is so of each.
        relation: ElementRelation,
        /// The first.
        elements: Operand,
        /// The first of others, where the relation is about two arrays; else null.
        others: Operand,
        /// A number of 32 bits.
        number: Operand,
        /// How many, an integer of pointer width.
        count: Operand,
    },
    /// A check: a run in which it fails violates the property; other runs go on.
    Assert {
        /// Which check of the program it is.
        id: CheckId,
        /// What is violated.
        property: Property,
        /// What must hold.
        check: Check,
        /// Said in results, if the check does not say it all.
        message: Option<String>,
    },
    /// A source variable has this value from here on. No effect; for traces.
    Bind(VariableId, Operand),
}
