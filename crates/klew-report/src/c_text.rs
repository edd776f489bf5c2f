//! Text as C writes it.

use std::fmt::Write;

/// The inside of a C string literal. Octal escapes always have three digits, so no following digit can
/// join them.
pub(crate) fn c_string(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            b' '..=b'~' => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text
}
