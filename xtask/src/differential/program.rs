//! A generated program as a tree of statements, so that parts can be left out, and its C text.

use std::fmt::Write;

/// What the program is checked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// `reach_error` is not called.
    Assertion,
    /// Accesses and frees are valid.
    Memory,
    /// Everything is freed at the end.
    Cleanup,
    /// Signed arithmetic does not overflow.
    Overflow,
    /// No division by zero, no shift by too much.
    Arithmetic,
}

impl Goal {
    /// klew's names of the properties.
    pub fn properties(self) -> &'static [&'static str] {
        match self {
            Goal::Assertion => &["unreach-call"],
            Goal::Memory => &["valid-deref", "valid-free"],
            Goal::Cleanup => &["valid-memcleanup"],
            Goal::Overflow => &["signed-overflow"],
            Goal::Arithmetic => &["division-by-zero", "shift"],
        }
    }

    /// Flags of the native compiler that make a violation seen.
    pub fn sanitizers(self) -> &'static [&'static str] {
        match self {
            Goal::Assertion => &["-fwrapv"],
            Goal::Memory | Goal::Cleanup => &["-fwrapv", "-fsanitize=address"],
            Goal::Overflow => &["-fsanitize=signed-integer-overflow", "-fno-sanitize-recover=all"],
            Goal::Arithmetic => &[
                "-fwrapv",
                "-fsanitize=integer-divide-by-zero,shift-exponent",
                "-fno-sanitize-recover=all",
            ],
        }
    }
}

/// A statement: text, then nested parts, each with a text before its statements.
#[derive(Clone, Debug)]
pub struct Statement {
    text: String,
    /// Nested blocks.
    pub parts: Vec<Part>,
    after: String,
}

impl Statement {
    /// One without nested blocks.
    pub fn simple(text: impl Into<String>) -> Statement {
        Statement { text: text.into(), parts: Vec::new(), after: String::new() }
    }

    /// A block under a head like `if (x)`.
    pub fn block(before: impl Into<String>, body: Vec<Statement>) -> Statement {
        Statement::simple("").part(before, body)
    }

    /// With one more nested block.
    pub fn part(mut self, before: impl Into<String>, body: Vec<Statement>) -> Statement {
        self.parts.push(Part { before: before.into(), body });
        self
    }

    /// With a text after all blocks.
    pub fn after(mut self, text: impl Into<String>) -> Statement {
        self.after = text.into();
        self
    }
}

/// A block within a statement.
#[derive(Clone, Debug)]
pub struct Part {
    before: String,
    /// Its statements.
    pub body: Vec<Statement>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Type, name and parameters.
    pub head: String,
    /// Text before the statements.
    pub declarations: String,
    /// What it does.
    pub body: Vec<Statement>,
    /// Text after the statements.
    pub end: String,
}

impl Function {
    /// Adds its text.
    pub fn render(&self, text: &mut String) {
        let _ = writeln!(text, "{} {{\n{}", self.head, self.declarations);
        render(&self.body, 1, text);
        let _ = writeln!(text, "{}\n}}\n", self.end);
    }
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it is checked for.
    pub goal: Goal,
    /// For 32 bits.
    pub narrow: bool,
    /// Options of klew that must not change what it says.
    pub options: &'static [&'static str],
    /// Options that say what the program gets from outside.
    pub outside: Vec<String>,
    /// Text before the functions.
    pub prologue: String,
    /// The functions; the last is `run`.
    pub functions: Vec<Function>,
    /// Text after them: `main`.
    pub epilogue: String,
}

impl Program {
    /// klew's name of the data model.
    pub fn data_model(&self) -> &'static str {
        if self.narrow { "ILP32" } else { "LP64" }
    }

    /// The C text.
    pub fn render(&self) -> String {
        let mut text = self.prologue.clone();
        for function in &self.functions {
            function.render(&mut text);
        }
        text.push_str(&self.epilogue);
        text
    }
}

fn render(statements: &[Statement], depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for statement in statements {
        let _ = write!(text, "{indent}{}", statement.text);
        for part in &statement.parts {
            let _ = writeln!(text, "{} {{", part.before);
            render(&part.body, depth + 1, text);
            let _ = write!(text, "{indent}}}");
        }
        let _ = writeln!(text, "{}", statement.after);
    }
}
