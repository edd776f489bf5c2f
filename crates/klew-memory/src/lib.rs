//! Memory of one state: objects, pointers into them, and what their bytes hold.
//!
//! A pointer is an object and a byte offset (as in the papers); an address becomes a number only
//! where the program makes it one. Concrete bytes never touch the term arena: loads and stores of
//! concrete scalars at concrete offsets are a table look-up and a copy of a few bytes.
//!
//! **Invariant**: cloning a [`Memory`] is O(1); the first write afterwards copies one path of the object
//! table and one object (or one page of it).
//! **Invariant**: identities and names (objects, address symbols, uninitialised symbols) derive from the
//! sequence of operations alone.
//! **Invariant**: nothing here checks an access; callers do, with [`Memory::access`] or
//! [`Memory::in_bounds`], before they load or store.

mod access;
mod address;
mod anything;
mod array;
mod comparison;
mod contents;
mod conversion;
mod copy;
mod copy_rest;
mod error;
mod fill;
mod fingerprint;
mod input;
mod layer;
mod load;
mod lockstep;
mod memory;
mod object;
mod offset;
mod page;
mod provenance;
mod reachability;
mod reads;
mod relations;
mod store;
mod symbolic;
mod table;
mod value;
mod view;
mod window;

pub use access::AccessResult;
pub use address::{is_address_symbol, is_unmapped};
pub use comparison::Truth;
pub use conversion::{from_term, term_of};
pub use error::MemoryError;
pub use input::{
    Evaluate, InputClass, Layouts, Need, RebuiltField, RebuiltHeap, RebuiltObject, RebuiltValue,
    offset_at,
};
pub use memory::{Memory, UNINITIALISED, is_uninitialised_symbol};
pub use object::{AllocationRequest, Liveness, Object, ObjectKind};
pub use provenance::{PointerCase, PointerOrigin, candidates, cases};
pub use reads::{Cell, CellKind, Read};
pub use value::{ObjectId, SymbolicPointer, Value};
pub use view::Seen;
pub use window::Window;
