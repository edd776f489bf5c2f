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
mod attributes;
mod bindings;
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
mod member_writes;
mod memory;
mod options;
mod parts;
mod promises;
mod prototype;
mod shared;
mod sources;
mod start;
mod statics;
mod symbols;
mod types;
mod unions;
mod unsupported;
mod variables;
mod variadic;
mod wrapper;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use klew_ir::promotion::promote_stack_slots;
use klew_ir::scopes::allocate_where_scopes_start;
use klew_ir::simplify::simplify;
use klew_ir::{FunctionBody, Program, number_checks, verify_program};
use rustc_hash::FxHashMap;

use crate::syntax;

pub use alone::Signature;
pub use environment::ARGUMENTS_BOUND;
pub use options::{
    Alone, Arguments, Environment, LowerOptions, Promise, Promised, Value, Variables,
};
pub use parts::{Origin, Part, PartKind};
pub use prototype::Parameter;
pub use shared::LowerError;
use shared::Shared;
pub use variables::{BOUND as VARIABLES_BOUND, Reads, reads};

/// Translates modules to one program.
pub fn lower(modules: Vec<syntax::Module>, options: &LowerOptions) -> Result<Program, LowerError> {
    lower_with_signature(modules, options).map(|(program, _)| program)
}

/// As [`lower`], with what the entry takes where it is analysed alone.
pub fn lower_with_signature(
    mut modules: Vec<syntax::Module>,
    options: &LowerOptions,
) -> Result<(Program, Option<Signature>), LowerError> {
    if let Some(alone) = &options.alone {
        // What a caller's promise names is an input, whatever it holds at first.
        let is_named = |name: &str| alone.promises.iter().any(|it| it.text.contains(name));
        crate::unwritten::make_constant(&mut modules, is_named);
    }
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
    let hooks = wrapper::hooks(&linked);
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
    builtins::copies::define(&mut shared);
    let signature = start::add_start(&hooks, &linked, &mut shared)?;
    Ok((finish(shared)?, signature))
}

fn finish(shared: Shared) -> Result<Program, LowerError> {
    let Shared { mut program, options, sources, .. } = shared;
    sources.move_into(&mut program);
    let data_model = program.data_model;
    for function in &mut program.functions {
        if let FunctionBody::Defined(definition) = &mut function.body {
            let definition = Arc::make_mut(definition);
            promote_stack_slots(definition, data_model);
            simplify(definition, data_model);
            allocate_where_scopes_start(definition);
        }
    }
    if options.link_models {
        crate::library::models::link_models(&mut program).map_err(LowerError::Malformed)?;
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
