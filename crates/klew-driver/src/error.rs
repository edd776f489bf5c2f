//! What goes wrong for the user: a message, and what can be done about it. Exit code 2.

use std::fmt;

use klew_report::LimitKind;

/// An error that ends the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserError {
    /// What is wrong.
    pub message: String,
    /// What the user can do, if that is known.
    pub help: Option<String>,
    /// Set if nothing is wrong with the input, but the call had to end; the verdict is then unknown.
    pub limit: Option<LimitKind>,
}

impl UserError {
    /// An error.
    pub fn new(message: impl Into<String>) -> UserError {
        UserError { message: message.into(), help: None, limit: None }
    }

    /// With help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> UserError {
        self.help = Some(help.into());
        self
    }

    /// Not an error, but the end of the time or the like.
    #[must_use]
    pub fn limit(mut self, limit: LimitKind) -> UserError {
        self.limit = Some(limit);
        self
    }
}

impl fmt::Display for UserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        match &self.help {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UserError {}
