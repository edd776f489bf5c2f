//! How to translate, and what the program gets from outside.

use klew_promise::Expression;

/// How to translate.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    /// Whether `malloc` and its like may return null. If not, they always succeed.
    pub malloc_may_fail: bool,
    /// Functions that must not be called.
    pub error_functions: Vec<String>,
    /// Where runs start; nowhere if absent, as for a library.
    pub entry: Option<String>,
    /// Whether the entry is analysed alone, and how.
    pub alone: Option<Alone>,
    /// Whether the modules are klew's own models of a library.
    pub library: bool,
    /// Whether the models of the C library are linked to what calls them.
    pub link_models: bool,
    /// Whether library functions that write text are checked to stay within the member that they are given.
    pub check_member_writes: bool,
    /// What the program gets from outside.
    pub environment: Environment,
}

impl Default for LowerOptions {
    fn default() -> Self {
        LowerOptions {
            malloc_may_fail: false,
            error_functions: vec!["reach_error".into(), "__VERIFIER_error".into()],
            entry: Some("main".into()),
            alone: None,
            library: false,
            link_models: true,
            check_member_writes: false,
            environment: Environment::default(),
        }
    }
}

/// How a function is analysed alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alone {
    /// A function with the same parameters, or the first ones of them, that says which inputs there are: by
    /// assumptions, or by its result.
    pub precondition: Option<String>,
    /// What callers promise besides.
    pub promises: Vec<Promise>,
    /// Whether global variables hold what they are initialised with.
    pub initial_globals: bool,
}

/// Something that callers promise.
#[derive(Clone, Debug, PartialEq)]
pub struct Promise {
    /// Where it was given: an option, or what is in the program.
    pub option: String,
    /// As it was given; places in messages are places in it.
    pub text: String,
    /// What it says.
    pub condition: Promised,
}

/// What a promise says.
#[derive(Clone, Debug, PartialEq)]
pub enum Promised {
    /// That holds.
    Holds(Expression),
    /// That is not null.
    NotNull(Expression),
    /// No parameter is null.
    NoneNull,
    /// The first points to as many elements as the second says, or more; to anything if that is 0.
    Elements(Expression, Expression),
    /// The same of two parameters, by their numbers from 0.
    Parameters {
        /// The pointer.
        pointer: usize,
        /// How many elements it points to.
        count: usize,
    },
}

/// What is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// Arguments of `main` after the program's name: groups, one after the other. Nothing was said of them if absent.
    pub arguments: Option<Vec<Arguments>>,
    /// Whether there may be more and longer ones than that, too: what is beyond the one group of them is beyond a bound.
    pub arguments_go_on: bool,
    /// Names and sizes of files; if there are any, no others can be read.
    pub files: Vec<(String, u64)>,
    /// The size of standard input; arbitrary if absent.
    pub standard_input: Option<u64>,
    /// The environment's variables.
    pub variables: Variables,
}

/// Symbolic arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// At least so many.
    pub least: u32,
    /// At most so many.
    pub most: u32,
    /// Characters of each, at most.
    pub length: u64,
}

impl Environment {
    /// Whether the harness calls `main` with something that is given.
    pub fn wraps_main(&self) -> bool {
        self.arguments.is_some() || !self.files.is_empty() || self.standard_input.is_some()
    }
}

/// The environment's variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variables {
    /// Names and values of those that are given.
    pub given: Vec<(String, Value)>,
    /// How many characters the values of others have at most; nothing if there are no others.
    pub others: Option<u64>,
}

/// The value of a variable that is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// This text.
    Text(String),
    /// At most so many characters, of any value.
    Characters(u64),
}

impl Default for Variables {
    fn default() -> Variables {
        Variables { given: Vec::new(), others: Some(8) }
    }
}
