//! Signatures of what is being written (bodies follow).
#![allow(unused_variables, missing_docs)]
use klew_ir::{Comparison, DataModel, FloatFormat, Position, Type};
use klew_term::{Sort, SymbolId, TermId, Terms};

use crate::*;

/// The memory of one state. Clone is O(1).
#[derive(Clone, Debug)]
pub struct Memory;

/// Prefix of the names of symbols that stand for memory never written.
pub const UNINITIALISED: &str = "uninitialised#";
pub fn is_uninitialised_symbol(name: &str) -> bool { name.starts_with(UNINITIALISED) }

/// A truth value.
pub enum Truth { Concrete(bool), Symbolic(TermId /* of sort Bool */) }

/// Where a pointer made from an integer came from.
pub enum PointerOrigin {
    /// Every case is a known object, or a constant address.
    Known,
    /// (Also) an arbitrary number that no object's address went into: points into nothing.
    Number,
    /// (Also) a number computed from addresses in a way that is not understood: a dereference is unsupported, not wrong.
    Lost,
}

/// One of the concrete objects that a symbolic pointer may point into.
pub struct PointerCase { pub condition: TermId /* Bool */, pub object: ObjectId, pub offset: TermId /* may be constant */ }

/// Syntactic leaves of the object term, sorted; None if it has leaves that are not constant.
pub fn candidates(terms: &Terms, pointer: &SymbolicPointer) -> Option<Vec<ObjectId>> { todo!() }
/// One case per object (conditions exclusive and exhaustive), in order of object ids; offsets simplified under the condition.
pub fn cases(terms: &mut Terms, pointer: &SymbolicPointer) -> Option<Vec<PointerCase>> { todo!() }

/// The term of a value of a type that is not a pointer (Undefined is not allowed: gives zero). Int(1): BitVec(1).
pub fn term_of(terms: &mut Terms, value: Value, value_type: Type) -> TermId { todo!() }
/// The value of a term of sort BitVec or Float: constants become Value::Int where they fit.
pub fn from_term(terms: &Terms, term: TermId) -> Value { todo!() }
pub fn float_format(format: FloatFormat) -> klew_term::FloatFormat { todo!() }
/// BitVec(w), Float(f); pointers: BitVec(pointer bits).
pub fn sort_of(value_type: Type, pointer_bits: u32) -> Sort { todo!() }

impl Memory {
    pub fn new(model: DataModel) -> Memory { todo!() }
    pub fn model(&self) -> DataModel { todo!() }
    pub fn pointer_bits(&self) -> u32 { todo!() }
    pub fn object(&self, id: ObjectId) -> Option<&Object> { todo!() }
    /// Ids given out so far are 1..=object_count().
    pub fn object_count(&self) -> usize { todo!() }
    pub fn allocate(&mut self, request: AllocationRequest) -> Result<ObjectId, MemoryError> { todo!() }
    /// Ends a life; contents are dropped.
    pub fn end_life(&mut self, object: ObjectId, liveness: Liveness, position: Position) { todo!() }
    /// Alive (again), contents undefined.
    pub fn start_scope(&mut self, terms: &mut Terms, object: ObjectId) { todo!() }
    /// For global initialisers: constant objects are filled before they are closed.
    pub fn set_writable(&mut self, object: ObjectId, writable: bool) { todo!() }

    // Loads and stores: the access was checked. Load never returns Undefined.
    pub fn load(&mut self, terms: &mut Terms, object: ObjectId, offset: u64, value_type: Type) -> Value { todo!() }
    pub fn store(&mut self, terms: &mut Terms, object: ObjectId, offset: u64, value_type: Type, value: Value) { todo!() }
    pub fn load_at(&mut self, terms: &mut Terms, object: ObjectId, offset: TermId, value_type: Type) -> Value { todo!() }
    pub fn store_at(&mut self, terms: &mut Terms, object: ObjectId, offset: TermId, value_type: Type, value: Value) { todo!() }
    /// Concrete bytes into concrete places (initialisers, InputBytes of a replay).
    pub fn write_bytes(&mut self, terms: &mut Terms, object: ObjectId, offset: u64, bytes: &[u8]) { todo!() }
    /// All bytes concrete: them.
    pub fn read_bytes(&self, object: ObjectId, offset: u64, size: u64) -> Option<Vec<u8>> { todo!() }
    pub fn is_undefined(&self, object: ObjectId, offset: u64, size: u64) -> bool { todo!() }
    /// memmove between concrete places.
    pub fn copy(&mut self, terms: &mut Terms, to: (ObjectId, u64), from: (ObjectId, u64), size: u64) { todo!() }
    /// memset; byte: Int, Term of BitVec(8), or Undefined.
    pub fn fill(&mut self, terms: &mut Terms, to: (ObjectId, u64), byte: Value, size: u64) { todo!() }
    /// Symbolic offsets and sizes (terms as wide as a pointer, may be constant); limited to small ranges.
    pub fn copy_at(&mut self, terms: &mut Terms, to: (ObjectId, TermId), from: (ObjectId, TermId), size: TermId) -> Result<(), MemoryError> { todo!() }
    pub fn fill_at(&mut self, terms: &mut Terms, to: (ObjectId, TermId), byte: Value, size: TermId) -> Result<(), MemoryError> { todo!() }
    /// A fresh "uninitialised#n" value of that type.
    pub fn fresh_uninitialised(&mut self, terms: &mut Terms, value_type: Type) -> Value { todo!() }

    /// Constraints (Bool terms) that operations since the last call made: of addresses and of float images. They are true in
    /// every run: add them to the path condition after every operation (cheap when there are none).
    pub fn take_constraints(&mut self) -> Vec<TermId> { todo!() }
    pub fn has_constraints(&self) -> bool { todo!() }

    /// The symbol of an object's address; constraints through `take_constraints`.
    pub fn address_of(&mut self, terms: &mut Terms, object: ObjectId) -> TermId { todo!() }
    /// The object whose address that symbol is.
    pub fn object_of_symbol(&self, terms: &Terms, symbol: SymbolId) -> Option<ObjectId> { todo!() }
    /// Pointer-wide integer value.
    pub fn pointer_to_int(&mut self, terms: &mut Terms, pointer: Value) -> Value { todo!() }
    /// `address`: pointer-wide integer.
    pub fn int_to_pointer(&mut self, terms: &mut Terms, address: Value) -> (Value, PointerOrigin) { todo!() }
    /// What becomes of a dereference where the object is 0: Known (constant address), Number or Lost.
    pub fn origin(&self, terms: &Terms, pointer: Value) -> PointerOrigin { todo!() }
    pub fn compare_pointers(&mut self, terms: &mut Terms, comparison: Comparison, left: Value, right: Value) -> Truth { todo!() }

    /// Object and offset as terms (constants where concrete).
    pub fn pointer_terms(&self, terms: &mut Terms, pointer: Value) -> SymbolicPointer { todo!() }
    /// The pointer of these terms; concrete if both are constant.
    pub fn pointer_from(&self, terms: &Terms, object: TermId, offset: TermId) -> Value { todo!() }
    /// The pointer moved by a pointer-wide integer.
    pub fn offset_pointer(&self, terms: &mut Terms, pointer: Value, by: Value) -> Value { todo!() }
    /// if-then-else of two values of one type; the condition is of sort Bool.
    pub fn select(&mut self, terms: &mut Terms, condition: TermId, then: Value, otherwise: Value, value_type: Type) -> Value { todo!() }

    pub fn alive_heap_objects(&self) -> Vec<ObjectId> { todo!() }
    /// Alive heap objects that neither the roots nor alive globals (nor what those reach) point to.
    pub fn unreachable_heap_objects(&self, terms: &Terms, roots: &[Value]) -> Result<Vec<ObjectId>, MemoryError> { todo!() }
    pub fn same(&self, other: &Memory) -> bool { todo!() }
    pub fn fingerprint(&self) -> u64 { todo!() }
}
