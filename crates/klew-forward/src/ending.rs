//! How paths and whole explorations end.

pub use klew_engine::limit::{Limit, StopReason};

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathEndKind {
    /// The entry function returned.
    Returned,
    /// As by `exit`.
    Exited,
    /// As by `abort`.
    Aborted,
    /// No run takes it: an assumption fails.
    Infeasible,
    /// Every run that takes it violates a property.
    Violated,
    /// Behaviour that C leaves undefined and that is not checked.
    Undefined,
    /// A listener closed it: what it could still do is covered by other paths ([`crate::hooks`]).
    Subsumed,
    /// It was not followed to its end.
    Cut(Limit),
}
