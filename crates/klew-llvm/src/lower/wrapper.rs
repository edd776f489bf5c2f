//! What callers of the entry are made of: hooks before and after it, functions and globals of their own.

use klew_ir::{
    Callee, Constant, Function, FunctionBody, FunctionId, Global, GlobalId, Initializer,
    InputOrigin, Operand, Operation, Position, Relocation, Terminator, Type,
};

use super::builder::{Builder, Scalars};
use super::shared::Linked;
use super::shared::{FINISH, LowerError, Shared};
use super::statics;
use crate::syntax;

/// What runs before and after `main`.
#[derive(Default)]
pub(crate) struct Hooks {
    pub before: Vec<FunctionId>,
    pub after: Vec<FunctionId>,
    /// Whether there is something that could not be understood.
    pub unknown: bool,
}

/// Finds constructors and destructors, in the order in which they run.
pub(crate) fn hooks(linked: &Linked) -> Hooks {
    let mut hooks = Hooks::default();
    let mut before = Vec::new();
    let mut after = Vec::new();
    for context in &linked.contexts {
        for variable in &context.module.variables {
            let list = match context.module.name(variable.symbol) {
                Some("llvm.global_ctors") => &mut before,
                Some("llvm.global_dtors") => &mut after,
                _ => continue,
            };
            let entries: &[syntax::TypedConstant] = match &variable.initializer {
                Some(syntax::Constant::Array(entries)) => entries,
                Some(syntax::Constant::Zero) | None => &[],
                Some(_) => {
                    hooks.unknown = true;
                    &[]
                }
            };
            for entry in entries {
                let parts = match &entry.value {
                    syntax::Constant::Struct(parts) if parts.len() >= 2 => parts,
                    _ => {
                        hooks.unknown = true;
                        continue;
                    }
                };
                let priority = match &parts[0].value {
                    syntax::Constant::Integer(value) => value.to_u64().unwrap_or(0),
                    _ => 0,
                };
                match statics::address(context, &parts[1].value) {
                    Ok(Constant::Function(id)) => list.push((priority, id)),
                    Ok(Constant::Null) => {}
                    _ => hooks.unknown = true,
                }
            }
        }
    }
    // Stable: within a priority, in the order of the text.
    before.sort_by_key(|(priority, _)| *priority);
    after.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
    hooks.before = before.into_iter().map(|(_, id)| id).collect();
    hooks.after = after.into_iter().map(|(_, id)| id).collect();
    hooks
}

/// The function of that name, which the program must define.
pub(super) fn defined_function(name: &str, shared: &Shared) -> Result<FunctionId, LowerError> {
    let found = shared.function_names.get(name).copied();
    let defined = |function: &Function| !matches!(function.body, FunctionBody::External);
    match found {
        Some(id) if defined(shared.program.function(id)) => Ok(id),
        _ => {
            let functions = shared.program.functions.iter();
            // Names with two underscores are those of the system's headers.
            let own = functions.filter(|f| defined(f) && !f.library && !f.name.starts_with("__"));
            let names = own.map(|function| function.name.clone());
            Err(LowerError::NoEntry { name: name.to_owned(), defined: names.collect() })
        }
    }
}

/// Calls the constructors.
pub(super) fn call_hooks(hooks: &Hooks, builder: &mut Builder, shared: &Shared) {
    for id in &hooks.before {
        builder.call(Callee::Function(*id), Scalars::new(), &results(shared, *id));
    }
}

pub(super) fn define_finish(hooks: &Hooks, shared: &mut Shared) {
    if hooks.after.is_empty() && !hooks.unknown {
        return;
    }
    let mut builder = Builder::new(shared.program.data_model, &[]);
    let handlers = shared.external("klew_run_exit_handlers", &[], &[]);
    builder.call(Callee::Function(handlers), Scalars::new(), &[]);
    for id in &hooks.after {
        builder.call(Callee::Function(*id), Scalars::new(), &results(shared, *id));
    }
    builder.terminate(match hooks.unknown {
        true => Terminator::Unsupported("a constructor or destructor that is no function".into()),
        false => Terminator::Return(Vec::new()),
    });
    define(shared, FINISH, builder);
}

/// A function without parameters and results; one that is declared already gets its body.
pub(super) fn define(shared: &mut Shared, name: &str, builder: Builder) -> FunctionId {
    let id = shared.external(name, &[], &[]);
    let function = &mut shared.program.functions[id.0 as usize];
    function.library = true;
    function.body = FunctionBody::Defined(builder.definition.into());
    id
}

pub(super) fn results(shared: &Shared, id: FunctionId) -> Vec<Type> {
    shared.program.function(id).results.clone()
}

pub(super) fn add_global(
    shared: &mut Shared,
    name: &str,
    size: u64,
    initializer: Initializer,
) -> GlobalId {
    let id = GlobalId(shared.program.globals.len() as u32);
    shared.program.globals.push(Global {
        name: name.to_owned(),
        size,
        align: 16,
        constant: false,
        initializer,
        source_type: None,
        position: Position::UNKNOWN,
        switch: None,
    });
    id
}

pub(super) fn input_bytes(builder: &mut Builder, pointer: Operand, size: u64, name: String) {
    let size = builder.word_constant(size);
    let origin = InputOrigin::Asked;
    builder.effect(Operation::InputBytes { pointer, size, taken: None, name, origin });
}

/// A global array of pointers, ended by null.
pub(super) fn pointers(shared: &mut Shared, name: &str, targets: &[GlobalId]) -> GlobalId {
    let step = shared.program.data_model.pointer_size();
    let size = step * (targets.len() as u64 + 1);
    let relocations = (0..)
        .zip(targets)
        .map(|(index, id)| Relocation { offset: index * step, value: Constant::Global(*id, 0) })
        .collect();
    let initializer = Initializer::Bytes(vec![0; size as usize], relocations);
    add_global(shared, name, size, initializer)
}
