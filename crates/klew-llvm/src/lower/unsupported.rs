//! What cannot be translated.

/// Something that cannot be translated, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported(pub String);

impl From<&str> for Unsupported {
    fn from(text: &str) -> Unsupported {
        Unsupported(text.into())
    }
}
