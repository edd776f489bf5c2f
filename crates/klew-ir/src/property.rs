//! What a check checks.

/// A property of runs that a check ([`Operation::Assert`](crate::Operation::Assert)) decides at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Property {
    /// `assert(…)` holds.
    Assertion,
    /// `reach_error()` and the like are not called.
    ErrorCall,
    /// A memory access lies within one live object (SV-COMP `valid-deref`).
    Dereference,
    /// What is freed is the start of a live heap object, or null (`valid-free`).
    Free,
    /// At the end, every heap object can still be reached (`valid-memtrack`).
    MemoryTracked,
    /// At the end, also one by abort, every heap object was freed (`valid-memcleanup`).
    MemoryFreed,
    /// Signed arithmetic does not overflow (`no-overflow`).
    SignedOverflow,
    /// No division by zero.
    DivisionByZero,
    /// No quotient overflows: the least number of a type is not divided by -1 (`no-overflow`, too).
    DivisionOverflow,
    /// Shift amounts are less than the width.
    Shift,
    /// No decision depends on a value that was never written.
    Initialised,
    /// Calls through pointers reach a function that takes their arguments, perhaps not all of them.
    Call,
    /// What the program declares unreachable is.
    Unreachable,
    /// No exception but a failed assertion's leaves the entry (`no-runtime-exception`).
    UncaughtException,
    /// A floating-point number that becomes an integer fits it.
    FloatCast,
    /// Pointer arithmetic neither wraps around nor moves the null pointer.
    PointerOverflow,
    /// Accesses are aligned as their type asks.
    Alignment,
    /// No bits of 0 are counted (`__builtin_ctz(0)`).
    BitCount,
    /// Variable-length arrays have a positive size.
    ArrayBound,
    /// An index into an array that is part of something larger is one of that array.
    ArrayIndex,
    /// No null pointer is passed or returned where the declaration rules that out.
    NonNull,
    /// The program does not abort itself.
    Abort,
}

impl Property {
    /// All properties, in their order.
    pub const ALL: [Property; 22] = [
        Property::Assertion,
        Property::ErrorCall,
        Property::Dereference,
        Property::Free,
        Property::MemoryTracked,
        Property::MemoryFreed,
        Property::SignedOverflow,
        Property::DivisionByZero,
        Property::DivisionOverflow,
        Property::Shift,
        Property::Initialised,
        Property::Call,
        Property::Unreachable,
        Property::UncaughtException,
        Property::FloatCast,
        Property::PointerOverflow,
        Property::Alignment,
        Property::BitCount,
        Property::ArrayBound,
        Property::ArrayIndex,
        Property::NonNull,
        Property::Abort,
    ];

    /// The name on the command line, in results and in `.kir` text.
    pub fn name(self) -> &'static str {
        match self {
            Property::Assertion => "assertion",
            Property::ErrorCall => "reach-error",
            Property::Dereference => "valid-deref",
            Property::Free => "valid-free",
            Property::MemoryTracked => "valid-memtrack",
            Property::MemoryFreed => "valid-memcleanup",
            Property::SignedOverflow => "signed-overflow",
            Property::DivisionByZero => "division-by-zero",
            Property::DivisionOverflow => "division-overflow",
            Property::Shift => "shift",
            Property::Initialised => "initialised",
            Property::Call => "valid-call",
            Property::Unreachable => "unreachable",
            Property::UncaughtException => "no-runtime-exception",
            Property::FloatCast => "float-cast-overflow",
            Property::PointerOverflow => "pointer-overflow",
            Property::Alignment => "alignment",
            Property::BitCount => "builtin",
            Property::ArrayBound => "vla-bound",
            Property::ArrayIndex => "array-bounds",
            Property::NonNull => "nonnull",
            Property::Abort => "abort",
        }
    }

    /// Whether it is about what is left at the end of a run.
    pub fn is_leak(self) -> bool {
        matches!(self, Property::MemoryTracked | Property::MemoryFreed)
    }

    /// The property of that name.
    pub fn from_name(name: &str) -> Option<Property> {
        Property::ALL.into_iter().find(|property| property.name() == name)
    }
}
