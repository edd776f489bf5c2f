//! Why an operation on memory cannot be told in fields. The runs that come to it end there, by that name.

use thiserror::Error;

/// The reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Inexpressible {
    /// Of what is accessed nothing is known.
    #[error("an access of no object")]
    NoObject,
    /// There is no field where a layout has one.
    #[error("an access of no field")]
    NoField,
    /// The pointer is the value of nothing that was written.
    #[error("an access through a pointer that was never written")]
    NeverWritten,
    /// The bytes are those of several fields.
    #[error("an access across fields")]
    AcrossFields,
    /// At an offset that only a run knows there would have to be both.
    #[error("pointers among bytes at unknown offsets")]
    PointersAmongBytes,
    /// Accesses overlap in part.
    #[error("elements that are not aligned")]
    Unaligned,
    /// Pointers share bytes.
    #[error("pointers that overlap")]
    OverlappingPointers,
    /// An offset that is not known may be that of a field.
    #[error("an offset below the elements of an array")]
    BelowElements,
    /// The same of a copy.
    #[error("a copy from before the elements of an array")]
    CopyBelowElements,
    /// A copy may be of any fields.
    #[error("a copy between places that are not known")]
    CopyAnywhere,
    /// A pointer has no bytes.
    #[error("a pointer read from bytes")]
    PointerFromBytes,
    /// Likewise.
    #[error("a pointer written to bytes")]
    PointerToBytes,
    /// Likewise.
    #[error("a number read from a pointer")]
    NumberFromPointer,
    /// Likewise.
    #[error("a number written to a pointer")]
    NumberToPointer,
    /// What was written last to the bytes was of the other kind.
    #[error("a pointer read as a number, or the other way round")]
    OtherKind,
    /// Likewise.
    #[error("pointers filled with bytes")]
    FilledPointers,
    /// There is no term for the conversion.
    #[error("bytes read as another type")]
    BytesAsOther,
    /// Likewise.
    #[error("a number written as another type")]
    NumberAsOther,
    /// Several images are the same number.
    #[error("a floating-point number as bytes")]
    FloatAsBytes,
    /// Input bytes are written at known offsets only.
    #[error("input at a place that is not known")]
    InputAnywhere,
    /// Input bytes are no pointers.
    #[error("input bytes over pointers")]
    InputOverPointers,
    /// Likewise.
    #[error("input bytes as a pointer")]
    InputAsPointer,
    /// The input begins or ends in a number.
    #[error("input bytes as a part of a number")]
    InputAsPart,
    /// There is no term for the conversion.
    #[error("input bytes as another type")]
    InputAsOther,
}
