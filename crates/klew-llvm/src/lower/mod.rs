//! From LLVM modules to one program of `klew-ir`.
//!
//! [`lower`] links the modules (`symbols`), lays out the globals (`statics`) and translates each
//! function (`function` and the files it names): structures and vectors become lists of scalars,
//! `phi` becomes block parameters, whatever may go wrong becomes an explicit check, calls of functions that
//! klew knows by name become what they do (`builtins`), and `main` gets a caller (`start`).
//!
//! Invariant: what cannot be translated exactly is [`klew_ir::Terminator::Unsupported`] at its place,
//! with a message that names it, or an error here. It is never left out silently.

mod alone;
mod arithmetic;
mod bits;
mod builder;
mod builtins;
mod calls;
mod constants;
mod control;
mod debug;
mod environment;
mod folded;
mod function;
mod instructions;
mod intrinsics;
mod memory;
mod parts;
mod prototype;
mod sources;
mod start;
mod statics;
mod symbols;
mod types;
mod variables;
mod variadic;

#[cfg(test)]
mod tests;

use klew_ir::promotion::promote_stack_slots;
use klew_ir::scopes::allocate_where_scopes_start;
use klew_ir::simplify::simplify;
use klew_ir::{
    Function, FunctionBody, FunctionId, Position, Program, Type, number_checks, verify_program,
};
use rustc_hash::FxHashMap;

use crate::syntax;

pub use alone::{Alone, Signature};
use builtins::Builtin;
pub use environment::{Arguments, Environment};
pub use parts::{Origin, Part, PartKind};
pub use prototype::Parameter;
use symbols::Entity;
use types::Types;
pub use variables::{BOUND as VARIABLES_BOUND, Reads, Value, Variables, reads};

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
            environment: Environment::default(),
        }
    }
}

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

/// Something that cannot be translated, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported(pub String);

impl From<&str> for Unsupported {
    fn from(text: &str) -> Unsupported {
        Unsupported(text.into())
    }
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
    pub sources: sources::Sources,
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

/// Translates modules to one program.
pub fn lower(modules: Vec<syntax::Module>, options: &LowerOptions) -> Result<Program, LowerError> {
    lower_with_signature(modules, options).map(|(program, _)| program)
}

/// As [`lower`], with what the entry takes where it is analysed alone.
pub fn lower_with_signature(
    modules: Vec<syntax::Module>,
    options: &LowerOptions,
) -> Result<(Program, Option<Signature>), LowerError> {
    let first = modules.first().ok_or(LowerError::NoModule)?;
    let data_model = symbols::data_model(first)?;
    for other in &modules {
        if symbols::data_model(other)? != data_model {
            return Err(LowerError::DifferentMachines {
                first: first.file_name.to_string(),
                second: other.file_name.to_string(),
            });
        }
    }
    let mut shared = Shared {
        program: Program::new(data_model),
        options,
        function_names: FxHashMap::default(),
        builtins: Vec::new(),
        no_return: Vec::new(),
        sources: sources::Sources::default(),
        has_destructors: false,
    };
    let linked = symbols::link(&modules, &mut shared)?;
    statics::lay_out_globals(&linked, &mut shared);
    let hooks = start::hooks(&linked);
    let registers = ["atexit", "on_exit", "__cxa_atexit"];
    shared.has_destructors = !hooks.after.is_empty()
        || hooks.unknown
        || registers.iter().any(|name| shared.function_names.contains_key(*name));
    for chosen in &linked.functions {
        let context = &linked.contexts[chosen.module];
        let function = &context.module.functions[chosen.index];
        function::lower_function(context, function, chosen.id, &mut shared);
    }
    builtins::define_addressed(&mut shared);
    let signature = start::add_start(&hooks, &linked, &mut shared)?;
    Ok((finish(shared)?, signature))
}

fn finish(shared: Shared) -> Result<Program, LowerError> {
    let Shared { mut program, options, sources, .. } = shared;
    sources.move_into(&mut program);
    let data_model = program.data_model;
    for function in &mut program.functions {
        if let FunctionBody::Defined(definition) = &mut function.body {
            promote_stack_slots(definition, data_model);
            simplify(definition, data_model);
            allocate_where_scopes_start(definition);
        }
    }
    if options.link_models {
        crate::library::link_models(&mut program).map_err(LowerError::Malformed)?;
    }
    number_checks(&mut program);
    match verify_program(&program) {
        Ok(()) => Ok(program),
        Err(errors) => {
            let first = errors.first().map(ToString::to_string);
            Err(LowerError::Malformed(first.unwrap_or_default()))
        }
    }
}
