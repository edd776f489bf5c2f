//! Options for functions and methods that are analysed alone.

use clap::{Args, ValueEnum};
use klew_driver::options::{InputHeapOptions, ProgramOptions, PromiseOptions};
use klew_engine::InputHeapPolicy;

/// The most elements behind a pointer of C, unless something is said.
const ARRAY_MAX: u64 = 16;

/// How a function is analysed alone, and what input references may point to.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "A function alone")]
pub struct InputHeapArguments {
    /// Analyse this C function alone: its parameters, global variables and what they point to are inputs
    #[arg(long, value_name = "NAME", conflicts_with = "entry")]
    pub function: Option<String>,
    /// Only inputs that this function accepts: it takes the same parameters (or the first of them) and
    /// calls klew_assume, or returns whether it accepts them
    #[arg(long, value_name = "NAME")]
    pub precondition: Option<String>,
    /// Only inputs for which this holds: comparisons of parameters, fields, constants; klew_size(p) are the bytes that
    /// p points to. May be repeated
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub assume: Vec<String>,
    /// Only pointers to that many elements, or more; may be repeated
    #[arg(long, value_name = "POINTER:COUNT")]
    pub buffer: Vec<String>,
    /// Only inputs that are not null: parameters, or what they lead to, with commas between them; * for all
    /// parameters
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub not_null: Vec<String>,
    /// Exceptions of these classes may leave a Java method, with commas between them
    #[arg(long, value_name = "CLASS", value_delimiter = ',')]
    pub allow_exception: Vec<String>,
    /// What global variables hold when the function is called
    #[arg(long, value_enum, default_value_t = Globals::Input, requires = "function")]
    pub globals: Globals,
    /// How aliases among input objects are explored
    #[arg(long, value_enum, default_value_t = Policy::PathOptimal, value_name = "POLICY")]
    pub input_heap: Policy,
    /// The most objects among the inputs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub input_heap_max: Option<u32>,
    /// The most elements of an array behind an input pointer. Default: 16; of arrays and strings of Java, any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=65536))]
    pub input_array_max: Option<u64>,
}

/// What global variables hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Globals {
    /// Anything of their type
    Input,
    /// What they are initialised with
    Initial,
}

/// How input references are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Policy {
    /// Aliases stay within values: fewest paths
    PathOptimal,
    /// A reference is resolved where what it points to is accessed
    Lazier,
    /// A reference is resolved where it is first read: most paths
    Lazy,
}

impl Policy {
    fn of_engine(self) -> InputHeapPolicy {
        match self {
            Policy::PathOptimal => InputHeapPolicy::PathOptimal,
            Policy::Lazier => InputHeapPolicy::Lazier,
            Policy::Lazy => InputHeapPolicy::Lazy,
        }
    }
}

impl InputHeapArguments {
    /// Says in the options of the program what is analysed alone.
    pub fn say(&self, options: &mut ProgramOptions) {
        options.function.clone_from(&self.function);
        options.precondition.clone_from(&self.precondition);
        options.promises = PromiseOptions {
            assume: self.assume.clone(),
            buffer: self.buffer.clone(),
            not_null: self.not_null.clone(),
            allow_exception: self.allow_exception.clone(),
        };
        options.initial_globals = self.globals == Globals::Initial;
    }

    /// How input references are resolved.
    pub fn options(&self) -> InputHeapOptions {
        let policy = self.input_heap.of_engine();
        InputHeapOptions {
            policy,
            array_max: self.input_array_max.unwrap_or(ARRAY_MAX),
            element_max: self.input_array_max,
            object_max: self.input_heap_max,
        }
    }
}
