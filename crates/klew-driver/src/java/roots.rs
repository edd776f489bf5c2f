//! The inputs of a method that is analysed alone: `this` and its parameters, in the order in which the wrapper that
//! the front end makes asks for them.

use klew_ir::{FunctionBody, Operation, Program, SourceType, SourceTypeId};
use klew_report::RootOrigin;

use super::entry::Entry;
use crate::input_heap::{Root, RootKind};
use klew_jvm::summary::parameters;

/// The inputs; none of a program's `main`.
pub fn of_entry(program: &Program, entry: &Entry) -> Vec<Root> {
    if entry.is_main {
        return Vec::new();
    }
    let receiver = (!entry.is_static).then(|| Root {
        name: "this".to_owned(),
        type_name: entry.class.replace('/', "."),
        source_type: None,
        origin: RootOrigin::Receiver,
        kind: RootKind::Reference,
    });
    let types = parameters(&entry.descriptor).unwrap_or_default();
    let names = input_names(program);
    let first = usize::from(!entry.is_static);
    let parameter = |(index, type_name): (usize, String)| {
        let source_type = primitive(program, &type_name);
        Root {
            name: names
                .get(first + index)
                .cloned()
                .unwrap_or_else(|| format!("parameter {}", index + 1)),
            kind: if is_primitive(&type_name) { RootKind::Scalar } else { RootKind::Reference },
            type_name,
            source_type,
            origin: RootOrigin::Parameter { index, offset: 0 },
        }
    };
    receiver.into_iter().chain(types.into_iter().enumerate().map(parameter)).collect()
}

/// What the wrapper calls the inputs, in its order.
fn input_names(program: &Program) -> Vec<String> {
    let wrapper = program.entry.map(|id| &program.function(id).body);
    let Some(FunctionBody::Defined(definition)) = wrapper else { return Vec::new() };
    let instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    let names = instructions.filter_map(|instruction| match &instruction.operation {
        Operation::Input { name, .. } => Some(name.clone()),
        _ => None,
    });
    names.collect()
}

fn is_primitive(name: &str) -> bool {
    matches!(name, "boolean" | "byte" | "char" | "short" | "int" | "long" | "float" | "double")
}

/// The source type of a primitive type, for how its values are shown.
fn primitive(program: &Program, wanted: &str) -> Option<SourceTypeId> {
    let is_it = |ty: &SourceType| match ty {
        SourceType::Int { name, .. } | SourceType::Float { name, .. } => &**name == wanted,
        _ => false,
    };
    let index = program.types.iter().position(is_it)?;
    u32::try_from(index).ok().map(SourceTypeId)
}
