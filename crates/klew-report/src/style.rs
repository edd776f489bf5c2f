//! Colours on a terminal.

/// Whether text carries the escape sequences of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// No.
    Plain,
    /// Yes.
    Colour,
}

impl Style {
    fn wrap(self, code: &str, text: &str) -> String {
        match self {
            Style::Plain => text.to_owned(),
            Style::Colour => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }

    /// An error.
    pub fn error(self, text: &str) -> String {
        self.wrap("1;31", text)
    }

    /// A warning.
    pub fn warning(self, text: &str) -> String {
        self.wrap("1;33", text)
    }

    /// Something good.
    pub fn good(self, text: &str) -> String {
        self.wrap("1;32", text)
    }

    /// Line numbers, arrows, bars.
    pub fn frame(self, text: &str) -> String {
        self.wrap("1;34", text)
    }

    /// What matters.
    pub fn strong(self, text: &str) -> String {
        self.wrap("1", text)
    }
}
