//! Copies of strings for which there may be no memory, if so chosen. The models of the C library are made once, without that choice, so it is
//! made before they are called.

use klew_ir::{Callee, FunctionBody, FunctionId, Terminator, Type};

use super::super::builder::Builder;
use super::super::shared::Shared;
use super::heap::attempt;

/// Functions that give a copy, and the names under which the library has them, too.
const COPIES: [(&str, &str); 2] = [("strdup", "__strdup"), ("strndup", "__strndup")];

/// Gives these functions bodies that fail in some runs.
pub(crate) fn define(shared: &mut Shared) {
    if !shared.options.malloc_may_fail {
        return;
    }
    for (name, inner) in COPIES {
        let Some(&id) = shared.function_names.get(name) else { continue };
        let function = shared.program.function(id);
        if matches!(function.body, FunctionBody::External) && function.results == [Type::Pointer] {
            define_copy(shared, id, inner);
        }
    }
}

fn define_copy(shared: &mut Shared, id: FunctionId, inner: &str) {
    let function = shared.program.function(id);
    let (parameters, results) = (function.parameters.clone(), function.results.clone());
    let inner = shared.external(inner, &parameters, &results);
    let mut builder = Builder::new(shared.program.data_model, &parameters);
    let arguments: Vec<_> = (0..parameters.len()).map(|index| builder.parameter(index)).collect();
    let copy = attempt(&mut builder, true, |builder| {
        let mut copies = builder.call(Callee::Function(inner), arguments, &results);
        copies.remove(0)
    });
    builder.terminate(Terminator::Return(vec![copy]));
    let function = &mut shared.program.functions[id.0 as usize];
    function.body = FunctionBody::Defined(builder.definition.into());
    function.library = true;
}
