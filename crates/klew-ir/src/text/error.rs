//! Errors of the reader.

/// Why a text is no program, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column, in characters from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

pub(super) type Result<T, E = ParseError> = std::result::Result<T, E>;
