//! Calls that exhaust the stack, which klew's runs never do: they may nest as deep as they like.
//!
//! Where a handler of the user would catch that, or is run by it (`finally`), calls that recur are counted: nested deeper than any stack is
//! sure to have room for, they throw, as they may in the JVM, or are not followed. So a violation behind it is found, and whether it is one
//! the JVM says; and nothing is safe that rests on room for them. Handlers of the JDK, which make other exceptions of it, are no matter.
//!
//! **Invariant**: no result rests unsaid on a handler of the user's that an exhausted stack could have come to.

use std::collections::BTreeSet;
use std::rc::Rc;

use klew_ir::Program;
use klew_ir::call_graph::CallGraph;

use crate::class_file::bytecode::Instruction;
use crate::class_file::{Code, Handler};
use crate::classes::{MethodId, Origin};
use crate::world::World;

/// Calls nested less deep have room on every stack: a kilobyte for each, of the megabyte that a thread has.
pub(crate) const SURE_DEPTH: i64 = 1000;

/// Instructions of what a compiler makes to leave a monitor.
const LEAVES_MONITOR: usize = 4;

/// Names of the functions whose calls are to be counted: those of the user that recur, below a handler for exhausted stacks.
pub(crate) fn counted(
    world: &mut World<'_>,
    methods: &[MethodId],
    program: &Program,
) -> BTreeSet<String> {
    let mut methods = methods.to_vec();
    methods.retain(|method| catches(world, *method));
    let catching: BTreeSet<String> =
        methods.into_iter().map(|method| world.method_name(method)).collect();
    if catching.is_empty() {
        return BTreeSet::new();
    }
    let calls = CallGraph::new(program);
    let functions = || (0..).map(klew_ir::FunctionId).zip(&program.functions);
    let below: BTreeSet<_> = functions()
        .filter(|(_, function)| catching.contains(&function.name))
        .flat_map(|(id, _)| calls.reachable(id))
        .collect();
    functions()
        .filter(|(id, function)| !function.library && below.contains(id) && calls.is_recursive(*id))
        .map(|(_, function)| function.name.clone())
        .collect()
}

/// Classes whose handlers an exhausted stack, or memory, comes to.
const ABOVE: [&str; 3] =
    ["java/lang/Error", "java/lang/Throwable", "java/lang/VirtualMachineError"];

/// Whether a method, where the user wrote it, has a handler that an exhausted stack would come to.
fn catches(world: &mut World<'_>, id: MethodId) -> bool {
    let Some(code) = code_of_user(world, id) else { return false };
    names_handler(world, id, &code, "java/lang/StackOverflowError")
        || (code.handlers.iter()).any(|it| it.catch_type == 0 && !leaves_monitor(world, id, it))
}

fn code_of_user(world: &World<'_>, id: MethodId) -> Option<Rc<Code>> {
    let is_users = world.class(id.class).origin == Origin::User;
    world.method(id).code.clone().filter(|_| is_users)
}

/// Whether a handler is for a class or one above it.
fn names_handler(world: &World<'_>, id: MethodId, code: &Code, caught: &str) -> bool {
    let class = world.class(id.class);
    let named = code.handlers.iter().filter(|handler| handler.catch_type != 0);
    let mut names = named.filter_map(|handler| class.file.pool.class(handler.catch_type).ok());
    names.any(|name| *name == *caught || ABOVE.contains(&&*name))
}

/// What is assumed of memory where a handler of the user would come to know that there is no more.
pub(crate) fn memory_assumption(world: &World<'_>, methods: &[MethodId]) -> Option<String> {
    let catches = |id: &MethodId| {
        let code = code_of_user(world, *id);
        code.is_some_and(|code| names_handler(world, *id, &code, "java/lang/OutOfMemoryError"))
    };
    methods.iter().any(catches).then(|| {
        "memory has no end: nothing throws OutOfMemoryError, which a handler would catch".to_owned()
    })
}

/// Whether a handler of anything is a compiler's, which leaves a monitor and throws on.
fn leaves_monitor(world: &mut World<'_>, id: MethodId, handler: &Handler) -> bool {
    let Ok(decoded) = world.code(id) else { return false };
    let first = decoded.partition_point(|placed| placed.at < u32::from(handler.target));
    let mut begins = decoded[first..].iter().take(LEAVES_MONITOR);
    begins.any(|placed| matches!(placed.instruction, Instruction::Monitor(false)))
}
