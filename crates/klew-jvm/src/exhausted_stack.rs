//! Calls that exhaust the stack, which klew's runs never do: they may nest as deep as they like.
//!
//! Whoever catches that by its name asks for it, so the calls there are not followed. A handler of `Error` or `Throwable` would catch it
//! with others: where calls recur, it is assumed that it does not. Handlers of the JDK, which make other exceptions of it, are no matter.
//!
//! **Invariant**: no result rests unsaid on a handler of the user's that an exhausted stack could have come to.

use klew_ir::Program;
use klew_ir::call_graph::CallGraph;

use crate::classes::{MethodId, Origin};
use crate::world::World;

/// Whether a handler of that class is for exhausted stacks.
pub(crate) fn is_meant_by(class: &str) -> bool {
    matches!(class, "java/lang/StackOverflowError" | "java/lang/VirtualMachineError")
}

/// Whether one of the methods, where the user wrote it, has a handler that would catch an exhausted stack with others.
pub(crate) fn is_caught(world: &World<'_>, methods: &[MethodId]) -> bool {
    methods.iter().any(|id| {
        let class = world.class(id.class);
        let Some(code) = world.method(*id).code.as_ref().filter(|_| class.origin == Origin::User)
        else {
            return false;
        };
        let takes = |name: &str| matches!(name, "java/lang/Error" | "java/lang/Throwable");
        let mut caught = code.handlers.iter().filter(|handler| handler.catch_type != 0);
        caught.any(|handler| class.file.pool.class(handler.catch_type).is_ok_and(|it| takes(&it)))
    })
}

/// What is assumed of a program with such a handler.
pub(crate) fn assumption(program: &Program) -> Option<String> {
    let calls = CallGraph::new(program);
    let functions = (0..).map(klew_ir::FunctionId).zip(&program.functions);
    let mut own = functions.filter(|(_, function)| !function.library);
    own.any(|(id, _)| calls.is_recursive(id)).then(|| {
        "no call exhausts the stack, which a handler of Error or Throwable would catch".to_owned()
    })
}
