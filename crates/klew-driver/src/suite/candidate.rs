//! Inputs that may become a test, as plain data: what exploration found, and what a suite that is there remembers.

use klew_ir::Program;
use klew_llvm::lower::Environment;
use klew_report::{Input, InputHeap};
use serde::{Deserialize, Serialize};

use crate::environment;
use crate::error::UserError;

/// Which way of which branch a test is the first to take.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Covers {
    /// The function.
    pub function: String,
    /// The file, as the compiler was told of it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The way, in words; empty where the function is entered.
    pub way: String,
}

/// Inputs of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// In the order of the run.
    pub inputs: Vec<Input>,
    /// The objects that it finds, where a function is called alone.
    pub heap: Option<InputHeap>,
    /// What the program gets from outside, as options say it.
    pub environment: Vec<String>,
    /// Why it was made.
    pub covers: Vec<Covers>,
    /// What is violated, where exploration said that something is.
    pub violates: Option<String>,
}

impl Candidate {
    /// What the program gets from outside.
    ///
    /// # Errors
    /// Somebody changed what klew wrote.
    pub fn surroundings(&self) -> Result<Environment, UserError> {
        let program = ["program".to_owned()];
        let words: Vec<String> = program.iter().chain(&self.environment).cloned().collect();
        environment::from_words(&words)
    }

    /// Whether a run with it is the same.
    pub fn is_same(&self, other: &Candidate) -> bool {
        self.inputs == other.inputs
            && self.heap == other.heap
            && self.environment == other.environment
    }
}

/// A way of a branch in words.
pub fn way(
    program: &Program,
    (names, way): (&dyn crate::front_end::Names, &klew_forward::BranchWay),
) -> Option<Covers> {
    use klew_forward::Way;
    let function = program.function(way.function);
    let place = crate::findings::place(program, way.position).or_else(|| {
        matches!(way.way, Way::Entry)
            .then(|| crate::findings::place(program, function.position))
            .flatten()
    })?;
    let text = match way.way {
        Way::Entry => String::new(),
        Way::True => "true".to_owned(),
        Way::False => "false".to_owned(),
        Way::Case(value) => format!("case {}", value as i64),
        Way::Default => "no case".to_owned(),
    };
    let function = names.function(&function.name).to_owned();
    Some(Covers { function, file: place.file, line: place.line, column: place.column, way: text })
}
