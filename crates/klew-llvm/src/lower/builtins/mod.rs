//! Functions outside the program that klew knows by name and translates to what they do.
//!
//! Invariant: a definition in the program wins over everything here.

mod bytes;
mod heap;
mod inputs;
mod klee;
mod math;
mod process;
mod undefined;

use klew_ir::{FunctionBody, FunctionId, Operand, Terminator, Type};

use super::bits::coerce_all;
use super::builder::{Builder, Scalars};
use super::constants::undefined;
use super::{Shared, Unsupported};

/// The families of such functions. Which one it is, its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    /// `malloc` and its like.
    Heap,
    /// `memcpy` and its like.
    Bytes,
    /// `exit`, `abort`, failed assertions.
    Process,
    /// Inputs and assumptions of SV-COMP and of `klew.h`.
    Input,
    /// KLEE's functions.
    Klee,
    /// Floating-point functions that the representation has operations for.
    Math,
    /// What a sanitizer calls.
    Undefined,
    /// Known, and beyond what can be translated.
    Beyond,
    /// A function that must not be called, and does not come back.
    Error,
}

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

impl Builtin {
    /// The family that a function belongs to.
    pub fn named(name: &str) -> Option<Builtin> {
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
}

/// A call of such a function.
pub(crate) struct BuiltinCall<'a> {
    pub builtin: Builtin,
    pub id: FunctionId,
    pub arguments: Scalars,
    /// What the caller expects.
    pub results: &'a [Type],
}

/// A call as the families see it.
pub(crate) struct Request<'a> {
    pub name: &'a str,
    arguments: Scalars,
    /// The type of the result, if one is expected.
    pub result: Option<Type>,
}

impl Request<'_> {
    /// An argument; undefined if the caller gave none.
    pub fn argument(&self, index: usize) -> Operand {
        self.arguments.get(index).cloned().unwrap_or_else(|| undefined(Type::Pointer))
    }

    /// An argument that is a size.
    pub fn size(&self, builder: &mut Builder, index: usize) -> Operand {
        let word = builder.word();
        match self.arguments.get(index) {
            None => undefined(word),
            Some(value) => super::bits::coerce(builder, value.clone(), word),
        }
    }

    /// An argument that is a pointer.
    pub fn pointer(&self, builder: &mut Builder, index: usize) -> Operand {
        super::bits::coerce(builder, self.argument(index), Type::Pointer)
    }

    /// Whether an argument is not zero.
    pub fn truth(&self, builder: &mut Builder, index: usize) -> Operand {
        let value = self.argument(index);
        let zero = super::constants::zero(builder.type_of(&value));
        match builder.type_of(&value) {
            Type::Int(1) => value,
            Type::Float(_) => {
                let comparison = klew_ir::FloatComparison::Equal;
                let equal = super::arithmetic::compare_float(builder, comparison, &value, &zero);
                builder.not(equal)
            }
            _ => builder.compare(klew_ir::Comparison::NotEqual, value, zero),
        }
    }
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
                FunctionBody::Defined(builder.definition)
            }
            Err(Unsupported(why)) => FunctionBody::Unsupported(why),
        };
        let function = &mut shared.program.functions[index];
        function.library = true;
        function.body = body;
    }
}

/// The text that a pointer to a constant points to.
pub(crate) fn constant_text(shared: &Shared, pointer: &Operand) -> Option<String> {
    let Operand::Constant(klew_ir::Constant::Global(id, offset)) = pointer else { return None };
    let klew_ir::Initializer::Bytes(bytes, _) = &shared.program.global(*id).initializer else {
        return None;
    };
    let rest = bytes.get(usize::try_from(*offset).ok()?..)?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    Some(String::from_utf8_lossy(&rest[..end]).into_owned())
}
