//! Types of values: only scalars. Front ends split structures and vectors into their scalars.

/// A binary floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatFormat {
    /// IEEE 754 binary16.
    Half,
    /// The 16-bit truncation of binary32.
    BFloat,
    /// IEEE 754 binary32.
    Single,
    /// IEEE 754 binary64.
    Double,
    /// The x87 format: 80 bits in memory, with an explicit integer bit.
    X87,
    /// IEEE 754 binary128.
    Quad,
}

impl FloatFormat {
    /// Bits that a value occupies in memory.
    pub fn storage_bits(self) -> u32 {
        match self {
            FloatFormat::Half | FloatFormat::BFloat => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87 => 80,
            FloatFormat::Quad => 128,
        }
    }
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// A bit-vector of that many bits (at least 1). Truth values are `Int(1)`.
    Int(u32),
    /// A floating-point number.
    Float(FloatFormat),
    /// A pointer: an object and a byte offset in it.
    Pointer,
}

impl Type {
    /// The truth values.
    pub const BOOL: Type = Type::Int(1);

    /// Bits of a value, with pointers of `pointer_bits` bits.
    pub fn bits(self, pointer_bits: u32) -> u32 {
        match self {
            Type::Int(width) => width,
            Type::Float(format) => format.storage_bits(),
            Type::Pointer => pointer_bits,
        }
    }

    /// Bytes that a load or store of this type touches: an integer whose width is no multiple of
    /// eight is stored zero-extended to the next one.
    pub fn store_size(self, pointer_bits: u32) -> u64 {
        u64::from(self.bits(pointer_bits).div_ceil(8))
    }
}
