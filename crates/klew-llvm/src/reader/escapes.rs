//! Undoes and makes the escapes `\XX` of LLVM's strings and names.
//!
//! Names are kept as Rust strings. Bytes that are not UTF-8 become characters U+F780…U+F7FF of the
//! private use area, and are turned back when printed, so that no two names become one.

use std::borrow::Cow;

/// First of the characters that stand for the bytes 0x80… of names that are not UTF-8.
const FOREIGN: u32 = 0xF700;

/// The bytes of a string.
pub(crate) fn unescape(raw: &str) -> Cow<'_, [u8]> {
    let bytes = raw.as_bytes();
    if !bytes.contains(&b'\\') {
        return Cow::Borrowed(bytes);
    }
    let hex = |index: usize| char::from(*bytes.get(index)?).to_digit(16);
    let mut result = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        if bytes[index] != b'\\' {
            result.push(bytes[index]);
            index += 1;
        } else if let (Some(high), Some(low)) = (hex(index + 1), hex(index + 2)) {
            result.push((high * 16 + low) as u8);
            index += 3;
        } else {
            result.push(b'\\');
            index += if bytes.get(index + 1) == Some(&b'\\') { 2 } else { 1 };
        }
    }
    Cow::Owned(result)
}

/// The text of a name or string.
pub(crate) fn unescape_text(raw: &str) -> Cow<'_, str> {
    match unescape(raw) {
        Cow::Borrowed(_) => Cow::Borrowed(raw),
        Cow::Owned(bytes) => Cow::Owned(decode(bytes)),
    }
}

fn decode(bytes: Vec<u8>) -> String {
    let error = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error,
    };
    error
        .as_bytes()
        .iter()
        .filter_map(|&byte| match byte {
            0x80.. => char::from_u32(FOREIGN + u32::from(byte)),
            _ => Some(char::from(byte)),
        })
        .collect()
}

/// The bytes a text of [`unescape_text`] stands for.
pub(crate) fn encode(text: &str) -> Cow<'_, [u8]> {
    let foreign = |c: char| (FOREIGN + 0x80..=FOREIGN + 0xFF).contains(&(c as u32));
    if !text.contains(foreign) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        if foreign(c) {
            bytes.push((c as u32 - FOREIGN) as u8);
        } else {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Cow::Owned(bytes)
}
