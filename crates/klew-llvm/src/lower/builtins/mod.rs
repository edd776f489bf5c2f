//! Functions outside the program that klew knows by name and translates to what they do.
//!
//! Invariant: a definition in the program wins over everything here.

mod bytes;
pub(crate) mod copies;
mod heap;
mod inputs;
mod klee;
mod math;
mod process;
mod request;
mod undefined;

use klew_ir::{FunctionBody, FunctionId, Terminator, Type};

use super::bits::coerce_all;
use super::builder::{Builder, Scalars};
use super::shared::{Builtin, Shared, Unsupported};
use request::Request;

/// What the representation has no means for.
const BEYOND: [&str; 24] = [
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
    "fork",
    "vfork",
    "clone",
    "pthread_create",
    "thrd_create",
    "at_quick_exit",
    "makecontext",
    "swapcontext",
    "setcontext",
    "getcontext",
    "execv",
    "execve",
    "execvp",
    "execl",
    "execlp",
    "mmap",
];

/// The family that a function belongs to.
pub(crate) fn named(name: &str) -> Option<Builtin> {
    let families = [
        (Builtin::Heap, heap::NAMES),
        (Builtin::Bytes, bytes::NAMES),
        (Builtin::Process, process::NAMES),
        (Builtin::Klee, klee::NAMES),
        (Builtin::Math, math::NAMES),
        (Builtin::Undefined, undefined::NAMES),
        (Builtin::Beyond, &BEYOND),
    ];
    let listed = families.iter().find(|(_, names)| names.contains(&name));
    if let Some((family, _)) = listed {
        return Some(*family);
    }
    inputs::is_named(name).then_some(Builtin::Input)
}

/// A call of such a function.
pub(crate) struct BuiltinCall<'a> {
    pub builtin: Builtin,
    pub id: FunctionId,
    pub arguments: Scalars,
    /// What the caller expects.
    pub results: &'a [Type],
}

/// Translates the call into the open block, which may be closed afterwards.
pub(crate) fn lower_call(
    builder: &mut Builder,
    shared: &mut Shared,
    call: BuiltinCall,
) -> Result<Scalars, Unsupported> {
    let name = shared.program.function(call.id).name.clone();
    let request =
        Request { name: &name, arguments: call.arguments, result: call.results.first().copied() };
    let value = match call.builtin {
        Builtin::Heap => heap::lower(builder, shared, &request)?,
        Builtin::Bytes => bytes::lower(builder, &request)?,
        Builtin::Process => process::lower(builder, shared, &request)?,
        Builtin::Input => {
            return inputs::lower(builder, shared, &request, call.results);
        }
        Builtin::Klee => klee::lower(builder, shared, &request)?,
        Builtin::Math => Some(math::lower(builder, &request)?),
        Builtin::Undefined => undefined::lower(builder, &request),
        Builtin::Beyond => return Err(Unsupported(format!("a call of `{name}`"))),
        Builtin::Error => {
            builder.terminate(Terminator::Abort);
            None
        }
    };
    Ok(coerce_all(builder, value.into_iter().collect(), call.results))
}

/// Gives these functions bodies, for calls through their addresses.
pub(crate) fn define_addressed(shared: &mut Shared) {
    for index in 0..shared.program.functions.len() {
        let Some(builtin) = shared.builtins[index] else { continue };
        let function = &shared.program.functions[index];
        if !matches!(function.body, FunctionBody::External) {
            continue;
        }
        let (parameters, results) = (function.parameters.clone(), function.results.clone());
        let name = function.name.clone();
        let mut builder = Builder::new(shared.program.data_model, &parameters);
        if shared.is_error_function(&name) {
            builder.assert_fails(klew_ir::Property::ErrorCall, None);
        }
        let arguments = (0..parameters.len()).map(|index| builder.parameter(index)).collect();
        let id = FunctionId(index as u32);
        let call = BuiltinCall { builtin, id, arguments, results: &results };
        let on_caller_stack = name.ends_with("alloca");
        let body = match lower_call(&mut builder, shared, call) {
            Ok(_) if on_caller_stack => FunctionBody::Unsupported(format!("`{name}` by address")),
            Ok(scalars) => {
                builder.terminate(Terminator::Return(scalars.into_vec()));
                FunctionBody::Defined(builder.definition.into())
            }
            Err(Unsupported(why)) => FunctionBody::Unsupported(why),
        };
        let function = &mut shared.program.functions[index];
        function.library = true;
        function.body = body;
    }
}
