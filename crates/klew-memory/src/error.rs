//! What this memory model cannot express.

/// An operation that memory does not support; never a fault of the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// A copy or fill of so many bytes at an offset or with a size that is not concrete.
    #[error("copying or filling memory with a symbolic {what} that may exceed {limit} bytes")]
    SymbolicRange {
        /// Which of its operands is symbolic.
        what: &'static str,
        /// The most that is supported.
        limit: u64,
    },
    /// A pointer that could point into any object.
    #[error("a pointer into an object that cannot be enumerated")]
    UnboundedPointer,
    /// What is left of a pointer of which some bytes were overwritten, and nothing else may keep its object from being lost.
    #[error("a heap object of whose address only a part is still known")]
    PartOfAddress,
    /// A pointer into an object as an element of an input array.
    #[error("a pointer that is not the start of an object in an input array")]
    InteriorElement,
    /// Bytes of a union in an input object, as a pointer and as something else.
    #[error("a union in an input object that holds a pointer or something else")]
    PointerInUnion,
    /// Too many objects for their identities.
    #[error("more than 2^31 objects")]
    TooManyObjects,
}
