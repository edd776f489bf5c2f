//! The error of reading: what was wrong, and where in the text.

/// A place in the text that could not be read, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct ReadError {
    /// Name of the file, as given to [`crate::read_module`].
    pub file: std::sync::Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// What was expected or not understood.
    pub message: Box<str>,
}
