//! What intrinsics give to the code that calls them.

use klew_ir::{Operand, Terminator};

/// What an intrinsic gives.
pub(super) enum Given {
    /// A value.
    Value(Operand),
    /// Nothing (`void`).
    Nothing,
    /// The run ends there.
    End(Terminator),
    /// Runs that go on are beyond that bound.
    Beyond(String),
}
