//! The text of a function as it grows.

/// Lines, and names that no other thing has.
#[derive(Debug, Default)]
pub(super) struct Writer {
    lines: Vec<String>,
    names: u32,
}

/// A line that is written later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot(usize);

impl Writer {
    /// A new name for a value.
    pub(super) fn value(&mut self, hint: &str) -> String {
        self.names += 1;
        format!("%{hint}{}", self.names)
    }

    /// A new name for a block.
    pub(super) fn label(&mut self, hint: &str) -> String {
        self.names += 1;
        format!("{hint}{}", self.names)
    }

    /// An instruction or a terminator.
    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("  {}", text.as_ref()));
    }

    /// The start of a block.
    pub(super) fn block(&mut self, label: &str) {
        self.lines.push(format!("{label}:"));
    }

    /// A line that does not define a value, to be written later.
    pub(super) fn slot(&mut self) -> Slot {
        self.lines.push(String::new());
        Slot(self.lines.len() - 1)
    }

    pub(super) fn fill(&mut self, slot: Slot, text: &str) {
        self.lines[slot.0] = format!("  {text}");
    }

    /// An instruction with a result.
    pub(super) fn define(&mut self, hint: &str, operation: impl AsRef<str>) -> String {
        let name = self.value(hint);
        self.line(format!("{name} = {}", operation.as_ref()));
        name
    }

    pub(super) fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }
}
