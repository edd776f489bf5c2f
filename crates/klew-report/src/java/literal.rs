//! Java's literals.

use std::fmt::Write as _;

/// The expression that has the value of these little-endian bytes, of a primitive type or as its box.
pub fn primitive(type_name: &str, bytes: &[u8]) -> Option<String> {
    if bytes.is_empty() || bytes.len() > 8 {
        return None;
    }
    let bits = bytes.iter().rev().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
    Some(match type_name {
        "boolean" => if bits & 0xff == 0 { "false" } else { "true" }.to_owned(),
        "byte" => format!("(byte) {}", bits as u8 as i8),
        "short" => format!("(short) {}", bits as u16 as i16),
        "char" => character(bits as u16),
        "int" => (bits as u32 as i32).to_string(),
        "long" => format!("{}L", bits as i64),
        "float" => {
            let number = f32::from_bits(bits as u32);
            if number.is_finite() {
                format!("{number:?}f")
            } else {
                format!("Float.intBitsToFloat(0x{:08x})", bits as u32)
            }
        }
        "double" => {
            let number = f64::from_bits(bits);
            if number.is_finite() {
                format!("{number:?}")
            } else {
                format!("Double.longBitsToDouble(0x{bits:016x}L)")
            }
        }
        _ => return None,
    })
}

/// A character literal.
pub fn character(unit: u16) -> String {
    match unit {
        0x20..=0x7e if unit != u16::from(b'\'') && unit != u16::from(b'\\') => {
            format!("'{}'", char::from(unit as u8))
        }
        // The compiler reads \uXXXX before it looks for the end of a literal or of a line.
        _ => format!("(char) 0x{unit:04x}"),
    }
}

/// A string literal of these UTF-16 units.
pub fn string(units: &[u16]) -> String {
    let mut text = String::from("\"");
    for &unit in units {
        match unit {
            0x22 => text.push_str("\\\""),
            0x5c => text.push_str("\\\\"),
            0x0a => text.push_str("\\n"),
            0x0d => text.push_str("\\r"),
            0x09 => text.push_str("\\t"),
            0x20..=0x7e => text.push(char::from(unit as u8)),
            // Octal escapes of three digits: no digit that follows can join them.
            0..=0x1f => {
                let _ = write!(text, "\\{unit:03o}");
            }
            _ => {
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(type_name: &str, bits: u64, want: &str) {
        assert_eq!(primitive(type_name, &bits.to_le_bytes()).as_deref(), Some(want));
    }

    #[test]
    fn primitives() {
        check("boolean", 1, "true");
        check("byte", 0x80, "(byte) -128");
        check("short", 0xffff, "(short) -1");
        check("char", 0x61, "'a'");
        check("char", 0x27, "(char) 0x0027");
        check("int", 0x8000_0000, "-2147483648");
        check("long", u64::MAX, "-1L");
        check("float", 0x3fc0_0000, "1.5f");
        check("float", 0x8000_0000, "-0.0f");
        check("float", 1, "1e-45f");
        check("float", 0x7fc0_0000, "Float.intBitsToFloat(0x7fc00000)");
        check("double", 0x7ff0_0000_0000_0000, "Double.longBitsToDouble(0x7ff0000000000000L)");
        check("double", 0x3ff0_0000_0000_0000, "1.0");
        assert_eq!(primitive("pkg.Node", &[0]), None);
        assert_eq!(primitive("int", &[]), None);
    }

    #[test]
    fn strings() {
        let units: Vec<u16> = "a\"\\\n\u{1}7é😀".encode_utf16().collect();
        assert_eq!(string(&units), r#""a\"\\\n\0017\u00e9\ud83d\ude00""#);
        assert_eq!(string(&[]), "\"\"");
    }
}
