//! The machine that the program was compiled for.

/// Sizes that the meaning of a program depends on. Always little-endian, two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataModel {
    /// Bits of a pointer: 32 or 64.
    pub pointer_bits: u32,
    /// Bytes of a slot of the block in which variadic arguments lie: 4 or 8.
    pub variadic_slot: u64,
    /// Alignment in bytes of what a heap allocation returns.
    pub heap_align: u64,
    /// Whether each place in memory is accessed as values of one type only, whole ones, as in Java; then arrays
    /// with different types of elements, for one, never overlap. Copies and fills aside.
    pub typed_memory: bool,
}

impl DataModel {
    /// 64-bit pointers and `long` (SV-COMP's LP64).
    pub const LP64: DataModel =
        DataModel { pointer_bits: 64, variadic_slot: 8, heap_align: 16, typed_memory: false };
    /// 32-bit pointers and `long` (SV-COMP's ILP32).
    pub const ILP32: DataModel =
        DataModel { pointer_bits: 32, variadic_slot: 4, heap_align: 8, typed_memory: false };

    /// Bytes of a pointer.
    pub fn pointer_size(self) -> u64 {
        u64::from(self.pointer_bits / 8)
    }
}
