//! Programs on heaps, from a seed; without loops, or with few turns.
//!
//! A program is written as `.kir` text, statement by statement, with a scope of what may be used; so it is
//! well formed as it comes, and a check is named by its line. Numbers that are read are masked at once (8-bit
//! ones with 1, 32-bit ones with 3), and lengths of arrays are assumed to be at most 2, so that narrow domains
//! of inputs stand for all.
//!
//! **Invariant**: nothing is accessed without a check before it: a branch (Java), an `assert` (C).

mod accesses;
mod function;
mod repetition;
mod schema;
mod scope;
mod statements;
mod writer;

use klew_ir::Program;

use crate::random::Random;
use crate::shrink::parse;
use function::FunctionWriter;
use schema::{Kind, Schema};

/// What kind of program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Flavour {
    /// Classes with tags, branches before accesses, dispatch on tags.
    #[default]
    Java,
    /// Records without tags, asserts before accesses, `free`.
    C,
    /// As Java, with arrays.
    JavaArrays,
}

impl Flavour {
    /// All of them.
    pub const ALL: [Flavour; 3] = [Flavour::Java, Flavour::C, Flavour::JavaArrays];

    /// Whether it has classes.
    pub fn has_classes(self) -> bool {
        self != Flavour::C
    }
}

/// What to generate.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// What kind of program.
    pub flavour: Flavour,
    /// Whether there are inputs that are pointers; without, the entry allocates objects for them.
    pub pointer_inputs: bool,
    /// About how many statements.
    pub size: usize,
    /// Whether there are loops and recursion.
    pub loops: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { flavour: Flavour::Java, pointer_inputs: true, size: 18, loops: false }
    }
}

/// A generated program.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Its text.
    pub text: String,
    /// The same; positions are lines of the text.
    pub program: Program,
}

/// The program of a seed. It verifies.
pub fn generate(settings: &Settings, seed: u64) -> Generated {
    let mut random = Random::new(seed ^ (settings.flavour as u64) << 56);
    let schema = Schema::new(&mut random, settings.flavour);
    let mut text = schema.text();
    let mut helpers = Vec::new();
    for index in 0..random.below(3) {
        let writer = FunctionWriter::new(&mut random, &schema, settings, &helpers);
        let (helper, body) = writer.helper(index);
        text += &body;
        helpers.push(helper);
    }
    text += &FunctionWriter::new(&mut random, &schema, settings, &helpers).entry();
    let program = match parse(&text) {
        Ok(program) => program,
        Err(error) => unreachable!("generated programs are well formed: {error}\n{text}"),
    };
    Generated { text, program }
}

/// A function that others call.
#[derive(Clone, Debug)]
struct Helper {
    name: String,
    parameters: Vec<Kind>,
    result: Kind,
}
