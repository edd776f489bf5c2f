//! What calls `main`: the function `klew.start`, with constructors before and the arguments that a
//! program without arguments gets.

use klew_ir::{
    Callee, Constant, Function, FunctionBody, FunctionId, Global, GlobalId, Initializer,
    InputOrigin, Operand, Operation, Position, Terminator, Type,
};

use super::alone::{self, Signature};
use super::bits::coerce;
use super::builder::{Builder, Scalars};
use super::environment;
use super::statics;
use super::symbols::Linked;
use super::{LowerError, Shared, variables};
use crate::syntax;

/// What runs before and after `main`.
#[derive(Default)]
pub(crate) struct Hooks {
    before: Vec<FunctionId>,
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

/// Gives the program its entry.
pub(crate) fn add_start(
    hooks: &Hooks,
    linked: &Linked,
    shared: &mut Shared,
) -> Result<Option<Signature>, LowerError> {
    let Some(name) = shared.options.entry.clone() else { return Ok(None) };
    let entry = defined_function(&name, shared)?;
    if let Some(alone) = shared.options.alone.clone() {
        return alone::add_start(hooks, linked, (&name, entry), &alone, shared).map(Some);
    }
    let given = shared.options.environment.clone();
    let plain = hooks.before.is_empty() && !shared.has_destructors;
    let plain = plain && !given.wraps_main() && !variables::are_read(shared);
    if name != "main" && plain {
        shared.program.entry = Some(entry);
        return Ok(None);
    }
    let mut builder = Builder::new(shared.program.data_model, &[]);
    let environment = variables::define(&mut builder, shared, entry, name == "main");
    let arguments = match name.as_str() {
        "main" => main_arguments(&mut builder, shared, entry, environment),
        _ => inputs(&mut builder, shared, entry),
    };
    environment::files(&mut builder, shared, &given);
    call_hooks(hooks, &mut builder, shared);
    builder.call(Callee::Function(entry), arguments, &results(shared, entry));
    if shared.has_destructors {
        let finish = shared.external(FINISH, &[], &[]);
        builder.call(Callee::Function(finish), Scalars::new(), &[]);
        define_finish(hooks, shared);
    }
    builder.terminate(Terminator::Return(Vec::new()));
    let start = define(shared, "klew.start", builder);
    shared.program.entry = Some(start);
    Ok(None)
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

/// What runs at the end of `main` and in `exit`: functions given to `atexit`, last first, then destructors.
/// The models have one without destructors.
pub(crate) const FINISH: &str = "klew_finish";

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
    function.body = FunctionBody::Defined(builder.definition);
    id
}

pub(super) fn results(shared: &Shared, id: FunctionId) -> Vec<Type> {
    shared.program.function(id).results.clone()
}

fn inputs(builder: &mut Builder, shared: &Shared, entry: FunctionId) -> Scalars {
    let parameters = shared.program.function(entry).parameters.clone();
    let input = |(index, ty)| {
        builder.emit(
            Operation::Input {
                name: format!("argument {}", index + 1),
                origin: InputOrigin::Asked,
                source_type: None,
            },
            ty,
        )
    };
    parameters.into_iter().enumerate().map(input).collect()
}

/// The program's name and the arguments that are given; the list of the environment's strings.
fn main_arguments(
    builder: &mut Builder,
    shared: &mut Shared,
    entry: FunctionId,
    environment: Option<GlobalId>,
) -> Scalars {
    let given = shared.options.environment.arguments.clone().unwrap_or_default();
    let parameters = shared.program.function(entry).parameters.clone();
    if parameters.is_empty() {
        return Scalars::new();
    }
    let vector = environment::arguments(builder, shared, &given);
    let mut arguments = Scalars::new();
    for (index, ty) in parameters.into_iter().enumerate() {
        arguments.push(match (index, ty, environment) {
            (0, Type::Int(_), _) => coerce(builder, vector.count.clone(), ty),
            (1, Type::Pointer, _) => vector.pointer.clone(),
            (2, Type::Pointer, Some(list)) => Operand::Constant(Constant::Global(list, 0)),
            // It is not read.
            (2, Type::Pointer, None) => Operand::Constant(Constant::Null),
            _ => {
                let name = format!("argument {} of main", index + 1);
                builder.emit(
                    Operation::Input { name, origin: InputOrigin::Asked, source_type: None },
                    ty,
                )
            }
        });
    }
    arguments
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
