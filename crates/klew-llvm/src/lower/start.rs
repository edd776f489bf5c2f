//! What calls `main`: the function `klew.start`, with constructors before and the arguments that a
//! program without arguments gets.

use klew_ir::{
    Callee, Constant, FunctionId, GlobalId, InputOrigin, Operand, Operation, Terminator, Type,
};

use super::alone::{self, Signature};
use super::bits::coerce;
use super::builder::{Builder, Scalars};
use super::environment;
use super::shared::Linked;
use super::shared::{FINISH, LowerError, Shared};
use super::variables;
use super::wrapper::{Hooks, call_hooks, define, define_finish, defined_function, results};

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
