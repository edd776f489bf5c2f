//! The environment's variables, for the models in `library/environment.c`: which are given, and objects for the values
//! of those that `getenv` makes up. A program that reads all of them at once (by `environ`, or `main`'s third
//! parameter) gets a list of strings; otherwise a variable comes into being when it is first asked for, by name.
//!
//! Names and order of the inputs: `env NAME` for each variable with a given size, before all others. What models ask
//! for is in `environment.c`.

use klew_ir::{
    Callee, Constant, Definition, FunctionBody, FunctionId, GlobalId, Initializer, Operand,
    Operation, Program, Relocation, Type,
};

use super::builder::Builder;
use super::options::{Value, Variables};
use super::shared::Shared;
use super::wrapper::{add_global, input_bytes, pointers};

/// What a program reads of its surroundings, as far as that can be seen in its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// Whether `main` is declared with arguments.
    pub main_takes_arguments: bool,
    /// `main`'s arguments: their number, or one behind the program's name.
    pub arguments: bool,
    /// Variables of the environment.
    pub variables: bool,
    /// Whether POSIXLY_CORRECT is given, which `getopt` looks for: the order of its arguments depends on it.
    pub posix_order: bool,
}

/// Functions whose models ask for variables.
const READERS: [&str; 7] =
    ["getenv", "secure_getenv", "__secure_getenv", "setenv", "unsetenv", "putenv", "clearenv"];
/// Those that only ask for variables that are given.
const POSIX_READERS: [&str; 3] = ["getopt", "getopt_long", "getopt_long_only"];
const ENVIRON: [&str; 3] = ["environ", "__environ", "_environ"];
/// What limits runs with longer values than those of `others`: see [`klew_ir::Terminator::Bound`].
pub const BOUND: &str = "environment variables";
/// As many variables can be made up, and as many strings does `environ` have.
const MADE_UP: usize = 16;
const STRINGS: usize = 2;

/// What the finished program reads.
pub fn reads(program: &Program) -> Reads {
    let main = program.function_named("main").map(|id| program.function(id));
    let defined = main.and_then(|main| match &main.body {
        FunctionBody::Defined(definition) => Some(definition),
        _ => None,
    });
    let reachable =
        program.entry.map(|entry| klew_ir::call_graph::CallGraph::new(program).reachable(entry));
    let called = |name: &str| {
        program
            .function_named(name)
            .is_some_and(|id| reachable.iter().flatten().any(|other| *other == id))
    };
    Reads {
        main_takes_arguments: main.is_some_and(|main| main.parameters.len() >= 2),
        // A function that is analysed alone does not come to a main that is there as well.
        arguments: called("main")
            && defined.is_some_and(|definition| {
                is_read(definition, 0) || reads_behind_the_first(definition, 1)
            }),
        variables: called("klew_any_variable") || called("klew_make_environment"),
        posix_order: called("klew_variable_is_given"),
    }
}

fn uses(definition: &Definition, parameter: usize) -> impl Iterator<Item = Option<&Operation>> {
    let value = definition.parameters.get(parameter).copied().map(Operand::Value);
    let is_it = move |operand: &&Operand| Some(*operand) == value.as_ref();
    definition.blocks.iter().flat_map(move |block| {
        let is_it = is_it.clone();
        let ends = block.terminator.operands().into_iter().any(|operand| is_it(&operand));
        let instructions = block.instructions.iter().map(|instruction| &instruction.operation);
        instructions
            .filter(|operation| !matches!(operation, Operation::Bind(..)))
            .filter(move |operation| operation.operands().iter().any(&is_it))
            .map(Some)
            .chain(ends.then_some(None))
            .collect::<Vec<_>>()
    })
}

fn is_read(definition: &Definition, parameter: usize) -> bool {
    uses(definition, parameter).next().is_some()
}

/// Whether the pointer is used for more than reading what it points to: the first entry.
fn reads_behind_the_first(definition: &Definition, parameter: usize) -> bool {
    uses(definition, parameter)
        .any(|operation| !matches!(operation, Some(Operation::Load(_) | Operation::Assert { .. })))
}

/// Whether `main` reads its third parameter.
fn main_reads_environment(shared: &Shared, entry: FunctionId) -> bool {
    let FunctionBody::Defined(definition) = &shared.program.function(entry).body else {
        return false;
    };
    if definition.parameters.len() < 3 {
        return false;
    }
    let mut definition = Definition::clone(definition);
    klew_ir::promotion::promote_stack_slots(&mut definition, shared.program.data_model);
    klew_ir::simplify::simplify(&mut definition, shared.program.data_model);
    is_read(&definition, 2)
}

/// The globals of that name that the program declares and does not define.
fn environ(shared: &Shared) -> Option<GlobalId> {
    let globals = shared.program.globals.iter();
    let declared = |name: &str| ENVIRON.contains(&name);
    let place = globals
        .clone()
        .position(|global| declared(&global.name) && global.initializer == Initializer::External)?;
    Some(GlobalId(place as u32))
}

/// Whether the program may read variables, so that something must be there before it starts.
pub(super) fn are_read(shared: &Shared) -> bool {
    let mut names = READERS.iter().chain(&POSIX_READERS);
    names.any(|name| shared.function_names.contains_key(*name)) || environ(shared).is_some()
}

/// Makes the variables, if the program reads some; gives the list of strings for a `main` that takes one.
pub(super) fn define(
    builder: &mut Builder,
    shared: &mut Shared,
    entry: FunctionId,
    is_main: bool,
) -> Option<GlobalId> {
    let given = shared.options.environment.variables.clone();
    let declared = environ(shared);
    let passed = is_main && main_reads_environment(shared, entry);
    if passed || declared.is_some() {
        return Some(strings(builder, shared, &given, declared));
    }
    if are_read(shared) {
        table(builder, shared, &given);
    }
    None
}

/// An object that holds a text before as many bytes that can become inputs, and 0.
fn object(shared: &mut Shared, name: &str, text: &str, size: u64) -> GlobalId {
    let mut bytes = text.as_bytes().to_vec();
    let number =
        shared.program.globals.iter().filter(|global| global.name.starts_with(name)).count();
    let name = if number == 0 { name.to_owned() } else { format!("{name} {}", number + 1) };
    bytes.resize(bytes.len() + size as usize + 1, 0);
    let length = bytes.len() as u64;
    add_global(shared, &name, length, Initializer::Bytes(bytes, Vec::new()))
}

/// The object `NAME=VALUE` of a variable that is given.
fn given_object(builder: &mut Builder, shared: &mut Shared, name: &str, value: &Value) -> GlobalId {
    let shown = format!("environment variable {name}");
    match value {
        Value::Text(text) => object(shared, &shown, &format!("{name}={text}"), 0),
        Value::Characters(size) => {
            let id = object(shared, &shown, &format!("{name}="), *size);
            let start = name.len() as i64 + 1;
            let pointer = Operand::Constant(Constant::Global(id, start));
            input_bytes(builder, pointer, *size, format!("env {name}"));
            id
        }
    }
}

/// A list of strings, where all are read at once.
fn strings(
    builder: &mut Builder,
    shared: &mut Shared,
    given: &Variables,
    declared: Option<GlobalId>,
) -> GlobalId {
    let mut targets = Vec::new();
    for (name, value) in &given.given {
        targets.push(given_object(builder, shared, name, value));
    }
    let known = targets.len() as u64;
    // Room for a name as well.
    let size = given.others.map(|size| size + 2);
    for _ in 0..size.map_or(0, |_| STRINGS) {
        targets.push(object(shared, "environment string", "", size.unwrap_or(0)));
    }
    let vector = pointers(shared, "klew.environment", &targets);
    let word = shared.program.data_model.pointer_size();
    let first = Constant::Global(vector, 0);
    if let Some(size) = size {
        let start = Constant::Global(vector, (known * word) as i64);
        let size = builder.word_constant(size);
        let parameters = [Type::Pointer, builder.word()];
        let make = shared.external("klew_make_environment", &parameters, &[]);
        let arguments = [Operand::Constant(start), size];
        builder.call(Callee::Function(make), arguments, &[]);
    }
    let relocations = vec![Relocation { offset: 0, value: first }];
    let pointer = Initializer::Bytes(vec![0; word as usize], relocations);
    let cell = match declared {
        Some(id) => {
            let global = &mut shared.program.globals[id.0 as usize];
            global.size = word;
            global.initializer = pointer;
            id
        }
        None => add_global(shared, "klew.environ", word, pointer),
    };
    let relocations = vec![Relocation { offset: 0, value: Constant::Global(cell, 0) }];
    let pointer = Initializer::Bytes(vec![0; word as usize], relocations);
    add_global(shared, "klew_environ", word, pointer);
    vector
}

/// The tables of `environment.c`, where variables are asked for by name.
fn table(builder: &mut Builder, shared: &mut Shared, given: &Variables) {
    let word = shared.program.data_model.pointer_size();
    let mut bytes = Vec::new();
    let mut relocations = Vec::new();
    for (name, value) in &given.given {
        let id = given_object(builder, shared, name, value);
        let start = bytes.len() as u64;
        let value = Constant::Global(id, name.len() as i64 + 1);
        relocations.push(Relocation { offset: start, value: Constant::Global(id, 0) });
        relocations.push(Relocation { offset: start + 2 * word, value });
        bytes.resize(bytes.len() + word as usize, 0);
        bytes.extend_from_slice(&(name.len() as u64).to_le_bytes()[..word as usize]);
        bytes.resize(bytes.len() + word as usize, 0);
    }
    bytes.resize(bytes.len() + 3 * word as usize, 0);
    let size = bytes.len() as u64;
    add_global(shared, "klew_variables", size, Initializer::Bytes(bytes, relocations));
    let size = given.others.unwrap_or(0);
    let count = if given.others.is_some() { MADE_UP } else { 0 };
    let values: Vec<GlobalId> =
        (0..count).map(|_| object(shared, "value of an environment variable", "", size)).collect();
    pointers(shared, "klew_values", &values);
    let number = |shared: &mut Shared, name: &str, width: u64, value: u64| {
        let bytes = value.to_le_bytes()[..width as usize].to_vec();
        add_global(shared, name, width, Initializer::Bytes(bytes, Vec::new()));
    };
    number(shared, "klew_value_size", word, size);
    number(shared, "klew_variables_are_known", 4, u64::from(given.others.is_none()));
}
