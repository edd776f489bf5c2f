//! What calls `main`: the function `klew.start`, with constructors before and the arguments that a
//! program without arguments gets.

use klew_ir::{
    Callee, Constant, Function, FunctionBody, FunctionId, Global, GlobalId, Initializer, Operand,
    Operation, Position, Relocation, Terminator, Type,
};

use super::builder::{Builder, Scalars, int};
use super::statics;
use super::symbols::Linked;
use super::{LowerError, Shared};
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
pub(crate) fn add_start(hooks: &Hooks, shared: &mut Shared) -> Result<(), LowerError> {
    let Some(name) = shared.options.entry.clone() else { return Ok(()) };
    let found = shared.function_names.get(&name).copied();
    let defined = |function: &Function| !matches!(function.body, FunctionBody::External);
    let entry = match found {
        Some(id) if defined(shared.program.function(id)) => id,
        _ => {
            let functions = shared.program.functions.iter();
            let names = functions.filter(|f| defined(f) && !f.library).map(|f| f.name.clone());
            return Err(LowerError::NoEntry { name, defined: names.collect() });
        }
    };
    let plain = hooks.before.is_empty() && hooks.after.is_empty() && !hooks.unknown;
    if name != "main" && plain {
        shared.program.entry = Some(entry);
        return Ok(());
    }
    let mut builder = Builder::new(shared.program.data_model, &[]);
    for id in &hooks.before {
        builder.call(Callee::Function(*id), Scalars::new(), &results(shared, *id));
    }
    let arguments = match name.as_str() {
        "main" => main_arguments(&mut builder, shared, entry),
        _ => inputs(&mut builder, shared, entry),
    };
    builder.call(Callee::Function(entry), arguments, &results(shared, entry));
    for id in &hooks.after {
        builder.call(Callee::Function(*id), Scalars::new(), &results(shared, *id));
    }
    builder.terminate(match hooks.unknown {
        true => Terminator::Unsupported("a constructor or destructor that is no function".into()),
        false => Terminator::Return(Vec::new()),
    });
    let start = shared.add_function(
        Function {
            name: "klew.start".into(),
            parameters: Vec::new(),
            results: Vec::new(),
            variadic: false,
            library: true,
            position: Position::UNKNOWN,
            parameter_types: Vec::new(),
            body: FunctionBody::Defined(builder.definition),
        },
        None,
    );
    shared.program.entry = Some(start);
    Ok(())
}

fn results(shared: &Shared, id: FunctionId) -> Vec<Type> {
    shared.program.function(id).results.clone()
}

fn inputs(builder: &mut Builder, shared: &Shared, entry: FunctionId) -> Scalars {
    let parameters = shared.program.function(entry).parameters.clone();
    let input = |(index, ty)| {
        builder.emit(Operation::Input { name: format!("argument {}", index + 1) }, ty)
    };
    parameters.into_iter().enumerate().map(input).collect()
}

/// One argument, the program's name; an empty environment.
fn main_arguments(builder: &mut Builder, shared: &mut Shared, entry: FunctionId) -> Scalars {
    let parameters = shared.program.function(entry).parameters.clone();
    let mut arguments = Scalars::new();
    for (index, ty) in parameters.into_iter().enumerate() {
        arguments.push(match (index, ty) {
            (0, Type::Int(width)) => int(width, 1),
            (1, Type::Pointer) => argument_vector(shared),
            (2, Type::Pointer) => pointers(shared, "klew.environment", &[]),
            _ => {
                let name = format!("argument {} of main", index + 1);
                builder.emit(Operation::Input { name }, ty)
            }
        });
    }
    arguments
}

fn argument_vector(shared: &mut Shared) -> Operand {
    let name = b"program\0".to_vec();
    let size = name.len() as u64;
    let initializer = Initializer::Bytes(name, Vec::new());
    let name = add_global(shared, "klew.program_name", size, initializer);
    pointers(shared, "klew.arguments", &[name])
}

/// A global array of pointers, ended by null.
fn pointers(shared: &mut Shared, name: &str, targets: &[GlobalId]) -> Operand {
    let step = shared.program.data_model.pointer_size();
    let size = step * (targets.len() as u64 + 1);
    let relocations = (0..)
        .zip(targets)
        .map(|(index, id)| Relocation { offset: index * step, value: Constant::Global(*id, 0) })
        .collect();
    let initializer = Initializer::Bytes(vec![0; size as usize], relocations);
    Operand::Constant(Constant::Global(add_global(shared, name, size, initializer), 0))
}

fn add_global(shared: &mut Shared, name: &str, size: u64, initializer: Initializer) -> GlobalId {
    let id = GlobalId(shared.program.globals.len() as u32);
    shared.program.globals.push(Global {
        name: name.to_owned(),
        size,
        align: 16,
        constant: false,
        initializer,
        source_type: None,
        position: Position::UNKNOWN,
    });
    id
}
