//! Values as C writes them.

use std::fmt::Write as _;

/// How to read the bytes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// A character: the number, and the character if it is one that prints.
    Character,
    /// The same, unsigned.
    UnsignedCharacter,
    /// A truth value.
    Boolean,
    /// A number of 4 or 8 bytes in floating point.
    Float,
    /// An address.
    Pointer,
    /// Characters of two bytes each.
    Utf16,
    /// Bytes that may be a signed integer as well as characters.
    Memory,
    /// Only bytes.
    Bytes,
}

/// The value of a little-endian memory image.
pub fn format_value(bytes: &[u8], reading: Reading) -> String {
    if reading == Reading::Utf16 {
        let units = bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
        return crate::java::string_literal(&units.collect::<Vec<_>>());
    }
    let Some(unsigned) = unsigned_of(bytes) else { return format_bytes(bytes) };
    match reading {
        Reading::Signed => signed_of(unsigned, bytes.len()).to_string(),
        Reading::Memory => {
            let number = signed_of(unsigned, bytes.len());
            match text_of(bytes) {
                Some(text) => format!("{number} (\"{}\")", text.escape_ascii()),
                None => number.to_string(),
            }
        }
        Reading::Unsigned => unsigned.to_string(),
        Reading::Boolean => if unsigned == 0 { "false" } else { "true" }.to_owned(),
        Reading::Character | Reading::UnsignedCharacter => {
            let number = match reading {
                Reading::Character => signed_of(unsigned, bytes.len()).to_string(),
                _ => unsigned.to_string(),
            };
            let wide = bytes.len() > 1;
            match u32::try_from(unsigned).ok().and_then(char::from_u32) {
                Some(c) if c.is_ascii_graphic() || c == ' ' || wide && c.is_alphanumeric() => {
                    let shown =
                        if c.is_ascii() { c.escape_default().collect() } else { c.to_string() };
                    format!("{number} ('{shown}')")
                }
                _ => number,
            }
        }
        Reading::Float => match bytes.len() {
            4 => format_float(f64::from(f32::from_bits(unsigned as u32)), unsigned),
            8 => format_float(f64::from_bits(unsigned as u64), unsigned),
            _ => format_bytes(bytes),
        },
        Reading::Pointer if unsigned == 0 => "NULL".to_owned(),
        Reading::Pointer => format!("0x{unsigned:x}"),
        Reading::Bytes | Reading::Utf16 => format_bytes(bytes),
    }
}

/// Bytes that look like a text: two or more characters that print, and nothing but zeros behind them.
fn text_of(bytes: &[u8]) -> Option<&[u8]> {
    let end = bytes.iter().rposition(|&byte| byte != 0)? + 1;
    let text = &bytes[..end];
    (end > 1 && text.iter().all(|byte| matches!(byte, b' '..=b'~'))).then_some(text)
}

/// A text in one line, without characters that a terminal takes as orders: names and messages of programs may hold any.
pub fn one_line(text: &str) -> String {
    let shown = |c: char| match c {
        '\0' => "\\0".to_owned(),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(shown).collect()
}

fn unsigned_of(bytes: &[u8]) -> Option<u128> {
    if bytes.is_empty() || bytes.len() > 16 {
        return None;
    }
    Some(bytes.iter().rev().fold(0, |value, &byte| value << 8 | u128::from(byte)))
}

fn signed_of(unsigned: u128, size: usize) -> i128 {
    let shift = 128 - 8 * size as u32;
    ((unsigned << shift) as i128) >> shift
}

fn format_float(number: f64, bits: u128) -> String {
    if number.is_nan() { format!("NaN (bits 0x{bits:x})") } else { format!("{number:?}") }
}

/// Bytes: as a string if they print, else in hexadecimal; long ones cut.
pub fn format_bytes(bytes: &[u8]) -> String {
    const SHOWN: usize = 64;
    let shown = &bytes[..bytes.len().min(SHOWN)];
    let end = shown.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let printable = shown[..end].iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'));
    let mut text = String::new();
    if printable && end > 0 {
        let _ = write!(text, "\"{}\"", shown[..end].escape_ascii());
        if end < bytes.len() {
            let _ = write!(text, " and zeros, {} bytes", bytes.len());
        }
        return text;
    }
    if end == 0 {
        return format!("{} zero byte{}", bytes.len(), if bytes.len() == 1 { "" } else { "s" });
    }
    for (index, byte) in shown.iter().enumerate() {
        let _ = write!(text, "{}{byte:02x}", if index == 0 { "" } else { " " });
    }
    if bytes.len() > SHOWN {
        let _ = write!(text, " … ({} bytes)", bytes.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], reading: Reading, want: &str) {
        assert_eq!(format_value(bytes, reading), want);
    }

    #[test]
    fn values() {
        check(&[255, 255, 255, 255], Reading::Signed, "-1");
        check(&[255, 255, 255, 255], Reading::Unsigned, "4294967295");
        check(&[0, 0, 0, 128], Reading::Signed, "-2147483648");
        check(&[0x61], Reading::Character, "97 ('a')");
        check(&[0x27], Reading::Character, "39 ('\\'')");
        check(&[0x80], Reading::Character, "-128");
        check(&[0x80], Reading::UnsignedCharacter, "128");
        check(&[0x61, 0], Reading::UnsignedCharacter, "97 ('a')");
        check(&[0xe9, 0], Reading::UnsignedCharacter, "233 ('é')");
        check(&[0, 0xd8], Reading::UnsignedCharacter, "55296");
        check(&[0x61, 0, 0, 0xd8], Reading::Utf16, "\"a\\ud800\"");
        check(b"=ab\0", Reading::Memory, "6447421 (\"=ab\")");
        check(&[97, 0, 0, 0], Reading::Memory, "97");
        check(&[97, 0, 98, 0], Reading::Memory, "6422625");
        check(&[1], Reading::Boolean, "true");
        check(&[0, 0, 0x80, 0x3f], Reading::Float, "1.0");
        check(&[0, 0, 0, 0, 0, 0, 0xf8, 0x7f], Reading::Float, "NaN (bits 0x7ff8000000000000)");
        check(&[0; 8], Reading::Pointer, "NULL");
        check(&[0x10, 0, 0, 0], Reading::Pointer, "0x10");
        check(&[255; 16], Reading::Signed, "-1");
    }

    #[test]
    fn names_in_one_line() {
        assert_eq!(one_line("é\u{1b}[31m\n\0"), "é\\u{1b}[31m\\n\\0");
    }

    #[test]
    fn bytes() {
        check(b"ab\0\0", Reading::Bytes, "\"ab\" and zeros, 4 bytes");
        check(&[0; 3], Reading::Bytes, "3 zero bytes");
        check(&[1, 0, 255], Reading::Bytes, "01 00 ff");
        check(&[], Reading::Signed, "0 zero bytes");
        check(&[7; 20], Reading::Signed, &["07"; 20].join(" "));
    }
}
