//! What instructions may throw, and what is known of type tests.

use klew_ir::Operand;

/// What an instruction may throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Failure {
    NullPointer,
    ArrayIndex,
    Division,
    ClassCast,
    NegativeSize,
    ArrayStore,
    /// A call, not an instruction.
    ExhaustedStack,
}

impl Failure {
    /// Those of instructions.
    pub const OF_INSTRUCTIONS: [Failure; 6] = [
        Failure::NullPointer,
        Failure::ArrayIndex,
        Failure::Division,
        Failure::ClassCast,
        Failure::NegativeSize,
        Failure::ArrayStore,
    ];

    /// The method of `klew.runtime.Failures` that makes the exception.
    pub fn maker(self) -> (&'static str, &'static str) {
        match self {
            Failure::NullPointer => ("nullPointer", "(I)Ljava/lang/Throwable;"),
            Failure::ArrayIndex => ("arrayIndex", "(II)Ljava/lang/Throwable;"),
            Failure::Division => ("division", "()Ljava/lang/Throwable;"),
            Failure::ClassCast => {
                ("classCast", "(Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Throwable;")
            }
            Failure::NegativeSize => ("negativeSize", "(I)Ljava/lang/Throwable;"),
            Failure::ArrayStore => ("arrayStore", "(Ljava/lang/Object;)Ljava/lang/Throwable;"),
            Failure::ExhaustedStack => ("exhaustedStack", "()Ljava/lang/Throwable;"),
        }
    }

    /// The class of the exception.
    pub fn class(self) -> &'static str {
        match self {
            Failure::NullPointer => "java/lang/NullPointerException",
            Failure::ArrayIndex => "java/lang/ArrayIndexOutOfBoundsException",
            Failure::Division => "java/lang/ArithmeticException",
            Failure::ClassCast => "java/lang/ClassCastException",
            Failure::NegativeSize => "java/lang/NegativeArraySizeException",
            Failure::ArrayStore => "java/lang/ArrayStoreException",
            Failure::ExhaustedStack => "java/lang/StackOverflowError",
        }
    }
}

/// The class that makes exceptions.
pub(crate) const FAILURES: &str = "klew/runtime/Failures";

/// What is known of a type test.
pub(super) enum Test {
    Always,
    Never,
    If(Operand),
}
