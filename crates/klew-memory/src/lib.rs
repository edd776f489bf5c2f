//! Memory of one state: objects, pointers into them, and what their bytes hold.
mod access;
mod contents;
mod error;
mod object;
mod pending;
mod value;

pub use access::AccessResult;
pub use error::MemoryError;
pub use object::{AllocationRequest, Liveness, Object, ObjectKind};
pub use pending::*;
pub use value::{ObjectId, SymbolicPointer, Value};
