//! What all parts of the lowering share: errors, the program so far and its names.

use klew_ir::{Constant, Function, FunctionBody, FunctionId, Position, Program, Type};
use rustc_hash::FxHashMap;

use super::options::LowerOptions;
use super::sources::Sources;
use super::types::Types;
pub(crate) use super::unsupported::Unsupported;
use crate::syntax;

/// The families of such functions. Which one it is, its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    /// `malloc` and its like.
    Heap,
    /// `memcpy` and its like.
    Bytes,
    /// `exit`, `abort`, failed assertions.
    Process,
    /// Inputs and assumptions of SV-COMP and of `klew.h`.
    Input,
    /// KLEE's functions.
    Klee,
    /// Floating-point functions that the representation has operations for.
    Math,
    /// What a sanitizer calls.
    Undefined,
    /// Known, and beyond what can be translated.
    Beyond,
    /// A function that must not be called, and does not come back.
    Error,
}

/// What a symbol stands for.
#[derive(Clone, Debug)]
pub(crate) enum Entity {
    /// An address.
    Pointer(Constant),
    /// Nothing that a value can be; why.
    Unsupported(String),
}

/// What runs at the end of `main` and in `exit`: functions given to `atexit`, last first, then destructors.
/// The models have one without destructors.
pub(crate) const FINISH: &str = "klew_finish";

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// Nothing was given.
    #[error("no module was given")]
    NoModule,
    /// The function to start from is not there.
    #[error("there is no function `{name}` to start from{}", existing(defined))]
    NoEntry {
        /// Its name.
        name: String,
        /// The functions that are defined.
        defined: Vec<String>,
    },
    /// A function cannot be analysed alone.
    #[error("`{name}` cannot be analysed alone: {why}")]
    Alone {
        /// The function.
        name: String,
        /// Why.
        why: String,
    },
    /// A promise about a function that is analysed alone is not understood.
    #[error("{option}: {error}")]
    Promise {
        /// Where it was given.
        option: String,
        /// What is wrong.
        error: klew_promise::ExpressionError,
    },
    /// Two modules define the same thing.
    #[error("`{name}` is defined twice: in {first} and in {second}")]
    Duplicate {
        /// What.
        name: String,
        /// Where first.
        first: String,
        /// Where again.
        second: String,
    },
    /// The modules were compiled for different machines.
    #[error("{first} and {second} were compiled for different machines")]
    DifferentMachines {
        /// One file.
        first: String,
        /// Another.
        second: String,
    },
    /// A machine that is not supported.
    #[error("{file} was compiled for a machine that is not supported: {why}")]
    Machine {
        /// The file.
        file: String,
        /// What is not supported.
        why: String,
    },
    /// The result is not a program: an error of klew.
    #[error("internal error in the translation: {0}")]
    Malformed(String),
}

fn existing(defined: &[String]) -> String {
    const SHOWN: usize = 12;
    if defined.is_empty() {
        return ": no function is defined".into();
    }
    let shown: Vec<&str> = defined.iter().take(SHOWN).map(String::as_str).collect();
    let more = if defined.len() > SHOWN { ", …" } else { "" };
    format!("; these are defined: {}{more}", shown.join(", "))
}

/// A module and what is known of it.
pub(crate) struct ModuleContext<'m> {
    /// Which of the modules it is.
    pub index: usize,
    pub module: &'m syntax::Module,
    pub types: Types<'m>,
    /// What each symbol stands for, by `syntax::GlobalId`.
    pub entities: Vec<Entity>,
    /// Of each function whose labels have addresses, the object that they are addresses in.
    pub labels: FxHashMap<syntax::GlobalId, klew_ir::GlobalId>,
}

/// What all modules share: the program so far and its names.
pub(crate) struct Shared<'o> {
    pub program: Program,
    pub options: &'o LowerOptions,
    pub function_names: FxHashMap<String, FunctionId>,
    /// What klew does at a call of the function of that id, if it is not the program's.
    pub builtins: Vec<Option<Builtin>>,
    /// Whether the function of that id never returns, by its attributes.
    pub no_return: Vec<bool>,
    pub sources: Sources,
    /// Whether something runs after `main` (destructors, functions given to `atexit`), so that `exit` is more
    /// than the end.
    pub has_destructors: bool,
}

impl Shared<'_> {
    /// Adds a function; its name must be new.
    pub fn add_function(&mut self, function: Function, builtin: Option<Builtin>) -> FunctionId {
        let id = FunctionId(self.program.functions.len() as u32);
        self.function_names.insert(function.name.clone(), id);
        self.program.functions.push(function);
        self.builtins.push(builtin);
        self.no_return.push(false);
        id
    }

    /// The function of that name, declared if there is none.
    pub fn external(&mut self, name: &str, parameters: &[Type], results: &[Type]) -> FunctionId {
        if let Some(id) = self.function_names.get(name) {
            return *id;
        }
        let function = Function {
            name: name.to_owned(),
            parameters: parameters.to_vec(),
            results: results.to_vec(),
            variadic: false,
            library: false,
            position: Position::UNKNOWN,
            parameter_types: Vec::new(),
            body: FunctionBody::External,
        };
        self.add_function(function, None)
    }

    /// Whether calls of that function are errors.
    pub fn is_error_function(&self, name: &str) -> bool {
        self.options.error_functions.iter().any(|error| error == name)
    }
}

/// A function whose body is to be translated.
pub(crate) struct ChosenFunction {
    pub module: usize,
    pub index: usize,
    pub id: klew_ir::FunctionId,
}

/// A global variable whose contents are to be laid out.
pub(crate) struct ChosenVariable {
    pub module: usize,
    pub index: usize,
    pub id: klew_ir::GlobalId,
}

/// The modules with their names resolved.
pub(crate) struct Linked<'m> {
    pub contexts: Vec<ModuleContext<'m>>,
    pub functions: Vec<ChosenFunction>,
    pub variables: Vec<ChosenVariable>,
}
