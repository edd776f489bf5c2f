//! What is wrong with the text of an expression, and where.

/// What was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}\n  {text}\n  {mark}^", mark = " ".repeat(column - 1))]
pub struct ExpressionError {
    /// The text.
    pub text: String,
    /// The character at which it is, from 1.
    pub column: usize,
    /// Why.
    pub message: String,
}

impl ExpressionError {
    /// Something at a byte of the text.
    pub fn new(text: &str, at: usize, message: impl Into<String>) -> ExpressionError {
        let before = text.char_indices().take_while(|(index, _)| *index < at).count();
        let text = text.replace(|c: char| c.is_control(), " ");
        ExpressionError { text, column: before + 1, message: message.into() }
    }
}
