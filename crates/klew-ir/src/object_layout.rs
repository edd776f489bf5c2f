//! How objects of classes lie in memory: a header with the tag of the class and the number of elements, then the fields,
//! inherited ones first, or the elements.
//!
//! It holds for records of a hierarchy of classes ([`crate::SourceType::is_class`]), which the front end for Java makes; what
//! C lays out has no header.
//!
//! **Invariant**: whoever makes such objects and whoever reads their headers takes the places from here.

use crate::Type;

/// Where the tag of the class stands, in bytes.
pub const TAG_OFFSET: u64 = 0;
/// Where the number of elements stands. In objects that are no arrays it is free: models of Java's library number objects there.
pub const LENGTH_OFFSET: u64 = 4;
/// Where the first field or element lies at the earliest: the bytes of the header.
pub const HEADER_SIZE: u64 = 8;
/// The type with which the tag and the number of elements are loaded and stored.
pub const HEADER_WORD: Type = Type::Int(32);
/// Bytes of a [`HEADER_WORD`].
pub const HEADER_WORD_SIZE: u64 = 4;

/// Whether an offset is one in the header.
pub fn is_in_header(offset: u64) -> bool {
    offset < HEADER_SIZE
}

/// The bytes of a header.
pub fn header(tag: u32, length: u32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_SIZE as usize);
    bytes.extend(tag.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_fill_the_header() {
        assert_eq!(HEADER_WORD.store_size(64), HEADER_WORD_SIZE);
        assert_eq!(TAG_OFFSET + HEADER_WORD_SIZE, LENGTH_OFFSET);
        assert_eq!(LENGTH_OFFSET + HEADER_WORD_SIZE, HEADER_SIZE);
        assert_eq!(header(1, 2), [1, 0, 0, 0, 2, 0, 0, 0]);
        assert!(is_in_header(LENGTH_OFFSET) && !is_in_header(HEADER_SIZE));
    }
}
