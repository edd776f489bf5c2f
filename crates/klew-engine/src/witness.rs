//! Violations of properties.

use klew_ir::{CheckId, FunctionId, InputOrigin, Position, Property, SourceTypeId, Type};
use klew_term::Constant;

use crate::decisions::Decision;
use crate::input_heap::InputHeap;

/// An object as a finding tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectInfo {
    /// Its variable or global, if it is one.
    pub name: Option<String>,
    /// `stack`, `heap`, `global`, `input` or `function`.
    pub kind: &'static str,
    /// Its size in bytes on this run.
    pub size: u64,
    /// Where it was allocated.
    pub allocated_at: Position,
    /// Where its life ended.
    pub freed_at: Option<Position>,
}

/// What is wrong, with the numbers of the finding's run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    /// An assertion does not hold.
    AssertionFailed,
    /// A function that must not be called is.
    ErrorReached,
    /// An access through the null pointer, or close to it.
    NullDereference {
        /// The address.
        address: u64,
    },
    /// An access through a pointer that is a number.
    InvalidPointer {
        /// The address.
        address: u64,
    },
    /// An access outside an object.
    OutOfBounds {
        /// Where it starts, from the start of the object.
        offset: i64,
        /// Bytes.
        size: u64,
        /// The object.
        object: ObjectInfo,
    },
    /// An access to an object that was freed.
    UseAfterFree {
        /// The object.
        object: ObjectInfo,
    },
    /// An access to a variable that is out of scope.
    UseAfterScope {
        /// The object.
        object: ObjectInfo,
    },
    /// A write to a constant.
    WriteToConstant {
        /// The object.
        object: ObjectInfo,
    },
    /// An access to the code of a function.
    AccessToFunction {
        /// The object.
        object: ObjectInfo,
    },
    /// What is freed was freed already.
    DoubleFree {
        /// The object.
        object: ObjectInfo,
    },
    /// What is freed is not the start of a heap object.
    InvalidFree {
        /// The object, if it points into one.
        object: Option<ObjectInfo>,
        /// From the start of the object.
        offset: i64,
    },
    /// Heap objects are left at the end: not reachable (`MemoryTracked`) or not freed (`MemoryFreed`).
    Leak {
        /// The objects.
        objects: Vec<ObjectInfo>,
    },
    /// Signed arithmetic overflows.
    SignedOverflow,
    /// A division by zero.
    DivisionByZero,
    /// A quotient that its type does not have.
    DivisionOverflow,
    /// A shift by the width or more.
    OverShift,
    /// A decision depends on a value that was never written.
    UninitialisedUse,
    /// A call through a pointer that is no function of that type.
    BadCall,
    /// The program declares this place unreachable.
    UnreachableReached,
    /// An exception leaves the entry; the message names its class.
    UncaughtException,
    /// A floating-point number does not fit the integer that it becomes.
    FloatCastOverflow,
    /// Pointer arithmetic wraps around, or moves the null pointer.
    PointerOverflow,
    /// An access is not aligned.
    Misaligned,
    /// The leading or trailing zeros of 0 are counted.
    BitCountOfZero,
    /// An array of no or negative size.
    ArrayBound,
    /// An index that is none of the array's.
    ArrayIndex,
    /// A null pointer where none may be.
    NullArgument,
    /// The program aborts itself.
    Aborted,
}

impl ViolationKind {
    /// A short name, the same whatever the numbers.
    pub fn name(&self) -> &'static str {
        match self {
            ViolationKind::AssertionFailed => "assertion failed",
            ViolationKind::ErrorReached => "error reached",
            ViolationKind::NullDereference { .. } => "null dereference",
            ViolationKind::InvalidPointer { .. } => "invalid pointer",
            ViolationKind::OutOfBounds { .. } => "out of bounds",
            ViolationKind::UseAfterFree { .. } => "use after free",
            ViolationKind::UseAfterScope { .. } => "use after scope",
            ViolationKind::WriteToConstant { .. } => "write to constant",
            ViolationKind::AccessToFunction { .. } => "access to function",
            ViolationKind::DoubleFree { .. } => "double free",
            ViolationKind::InvalidFree { .. } => "invalid free",
            ViolationKind::Leak { .. } => "leak",
            ViolationKind::SignedOverflow => "signed overflow",
            ViolationKind::DivisionByZero => "division by zero",
            ViolationKind::DivisionOverflow => "division overflow",
            ViolationKind::OverShift => "shift too far",
            ViolationKind::UninitialisedUse => "uninitialised use",
            ViolationKind::BadCall => "bad call",
            ViolationKind::UnreachableReached => "unreachable reached",
            ViolationKind::UncaughtException => "uncaught exception",
            ViolationKind::FloatCastOverflow => "float cast overflow",
            ViolationKind::PointerOverflow => "pointer overflow",
            ViolationKind::Misaligned => "misaligned access",
            ViolationKind::BitCountOfZero => "bit count of zero",
            ViolationKind::ArrayBound => "array bound",
            ViolationKind::ArrayIndex => "array index",
            ViolationKind::NullArgument => "null argument",
            ViolationKind::Aborted => "aborted",
        }
    }

    /// What a failed `Check::Holds` of that property is.
    pub fn of_condition(property: Property) -> ViolationKind {
        match property {
            Property::ErrorCall => ViolationKind::ErrorReached,
            Property::SignedOverflow => ViolationKind::SignedOverflow,
            Property::DivisionByZero => ViolationKind::DivisionByZero,
            Property::DivisionOverflow => ViolationKind::DivisionOverflow,
            Property::Shift => ViolationKind::OverShift,
            Property::Initialised => ViolationKind::UninitialisedUse,
            Property::Call => ViolationKind::BadCall,
            Property::Unreachable => ViolationKind::UnreachableReached,
            Property::UncaughtException => ViolationKind::UncaughtException,
            Property::FloatCast => ViolationKind::FloatCastOverflow,
            Property::PointerOverflow => ViolationKind::PointerOverflow,
            Property::Alignment => ViolationKind::Misaligned,
            Property::BitCount => ViolationKind::BitCountOfZero,
            Property::ArrayBound => ViolationKind::ArrayBound,
            Property::ArrayIndex => ViolationKind::ArrayIndex,
            Property::NonNull => ViolationKind::NullArgument,
            Property::Abort => ViolationKind::Aborted,
            _ => ViolationKind::AssertionFailed,
        }
    }
}

/// One input of a run: what the program read there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputValue {
    /// What it is called.
    pub name: String,
    /// Its memory image, little-endian.
    pub data: Vec<u8>,
    /// Its type; none for the bytes of `InputBytes`.
    pub value_type: Option<Type>,
    /// Where it is read.
    pub position: Position,
    /// Why it was asked for.
    pub origin: InputOrigin,
    /// Whether a model of a library asked for it: a compiled program gets it elsewhere.
    pub modelled: bool,
}

/// What a run may depend on that is no input of the program: another compiler or another day may choose it in
/// another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// Where objects lie.
    Addresses,
    /// What memory holds that was never written.
    Unwritten,
    /// What C leaves open, or what is not part of the program.
    Other,
}

/// A violation, with an input that shows it.
#[derive(Clone, Debug)]
pub struct Witness {
    /// Which check of the program fails.
    pub check: CheckId,
    /// What is violated.
    pub property: Property,
    /// How.
    pub kind: ViolationKind,
    /// What the check says of itself.
    pub message: Option<String>,
    /// The class of the exception that escapes, if that is what is wrong.
    pub exception: Option<SourceTypeId>,
    /// Where: in a library model, where the program calls it.
    pub position: Position,
    /// The call stack, innermost first: functions and where they are.
    pub stack: Vec<(FunctionId, Position)>,
    /// The decisions of the path.
    pub decisions: Vec<Decision>,
    /// The inputs of the run, in its order.
    pub inputs: Vec<InputValue>,
    /// The objects that its pointer inputs point to.
    pub heap: InputHeap,
    /// The symbols of the run, by name: what a replay needs to make the same run.
    pub symbols: Vec<(String, Constant)>,
    /// Functions and globals that are not part of the program and that the run depends on: what they
    /// hold, returned or did is made up. Sorted.
    pub made_up: Vec<String>,
    /// What the run depends on besides its inputs. Sorted.
    pub choices: Vec<Choice>,
}
