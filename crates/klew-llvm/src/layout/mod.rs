//! Sizes, alignments and field offsets, from the `target datalayout` string.
//!
//! Source: LLVM Language Reference, section "Data Layout"; defaults as there.

mod sizes;

pub use sizes::{LayoutError, StructLayout, TypeLayout};

/// Pointers of one address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerLayout {
    /// Address space.
    pub address_space: u32,
    /// Width of a pointer in bits.
    pub bits: u32,
    /// Alignment in bytes.
    pub align: u64,
    /// Width in bits of the offsets of `getelementptr`.
    pub index_bits: u32,
}

/// A parsed `target datalayout`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLayout {
    /// Whether the most significant byte comes first.
    pub big_endian: bool,
    /// Pointers; address space 0 is always there.
    pub pointers: Vec<PointerLayout>,
    /// Address space of `alloca`.
    pub alloca_space: u32,
    /// Address space of global variables.
    pub global_space: u32,
    /// Address space of functions.
    pub program_space: u32,
    /// Alignment in bytes by width in bits, ascending.
    pub(crate) integers: Vec<(u32, u64)>,
    pub(crate) floats: Vec<(u32, u64)>,
    pub(crate) vectors: Vec<(u32, u64)>,
    /// Least alignment of structures.
    pub(crate) aggregate_align: u64,
}

/// A `target datalayout` that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("data layout: `{part}` not understood")]
pub struct DataLayoutError {
    /// The part between hyphens.
    pub part: String,
}

impl Default for DataLayout {
    fn default() -> Self {
        DataLayout {
            big_endian: false,
            pointers: vec![PointerLayout { address_space: 0, bits: 64, align: 8, index_bits: 64 }],
            alloca_space: 0,
            global_space: 0,
            program_space: 0,
            integers: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate_align: 1,
        }
    }
}

impl DataLayout {
    /// Parses the string of `target datalayout`.
    pub fn parse(text: &str) -> Result<DataLayout, DataLayoutError> {
        let mut layout = DataLayout::default();
        for part in text.split('-').filter(|part| !part.is_empty()) {
            if layout.parse_part(part).is_none() {
                return Err(DataLayoutError { part: part.into() });
            }
        }
        Ok(layout)
    }

    fn parse_part(&mut self, part: &str) -> Option<()> {
        let letter = part.chars().next()?;
        let rest = part.get(letter.len_utf8()..)?;
        match letter {
            'e' if rest.is_empty() => self.big_endian = false,
            'E' if rest.is_empty() => self.big_endian = true,
            'p' => self.parse_pointer(rest)?,
            'i' | 'f' | 'v' => {
                let (bits, align) = rest.split_once(':')?;
                let entry = (bits.parse().ok()?, bytes(align.split(':').next()?)?);
                let table = match letter {
                    'i' => &mut self.integers,
                    'f' => &mut self.floats,
                    _ => &mut self.vectors,
                };
                match table.binary_search_by_key(&entry.0, |&(bits, _)| bits) {
                    Ok(index) => table[index] = entry,
                    Err(index) => table.insert(index, entry),
                }
            }
            'a' => {
                let align = rest.trim_start_matches('0').strip_prefix(':')?;
                self.aggregate_align = match align.split(':').next()? {
                    "0" => 1,
                    align => bytes(align)?,
                };
            }
            'A' => self.alloca_space = rest.parse().ok()?,
            'G' => self.global_space = rest.parse().ok()?,
            'P' => self.program_space = rest.parse().ok()?,
            // Stack and function alignment, native widths, mangling, non-integral pointers.
            'S' | 'F' | 'n' | 'm' | 's' => {}
            _ => return None,
        }
        Some(())
    }

    /// `[flags][n]:size:abi[:preferred[:index]]`
    fn parse_pointer(&mut self, text: &str) -> Option<()> {
        let text = text.trim_start_matches(['u', 'e']);
        let mut parts = text.split(':');
        let space = parts.next()?;
        let space = space.split_once('(').map_or(space, |(number, _)| number);
        let address_space = match space {
            "" => 0,
            number => number.parse().ok()?,
        };
        let bits = parts.next()?.parse().ok()?;
        let align = bytes(parts.next()?)?;
        let index_bits = match parts.nth(1) {
            Some(index) => index.parse().ok()?,
            None => bits,
        };
        let pointer = PointerLayout { address_space, bits, align, index_bits };
        let known = self.pointers.iter_mut().find(|p| p.address_space == address_space);
        match known {
            Some(known) => *known = pointer,
            None => self.pointers.push(pointer),
        }
        Some(())
    }

    /// The layout of pointers; address spaces that are not listed are like 0.
    pub fn pointer(&self, address_space: u32) -> PointerLayout {
        let listed = |space| self.pointers.iter().find(|p| p.address_space == space);
        listed(address_space).or_else(|| listed(0)).copied().unwrap_or(PointerLayout {
            address_space,
            bits: 64,
            align: 8,
            index_bits: 64,
        })
    }
}

/// An alignment in bits, as bytes: a power of two.
fn bytes(bits: &str) -> Option<u64> {
    let bits: u64 = bits.parse().ok()?;
    (bits.is_multiple_of(8) && (bits / 8).is_power_of_two()).then_some(bits / 8)
}
