//! The engine's input heap in the words of the source.

use std::collections::BTreeMap;

use klew_engine::{InputFieldValue, InputHeap as EngineHeap, InputObject, InputValue};
use klew_ir::{Program, Type};
use klew_report::value::{format_bytes, format_value};
use klew_report::{HeapField, HeapObject, HeapRoot, HeapValue, InputHeap, RootOrigin};

use super::types;
use super::{Root, RootKind};

/// The heap, and how many of the inputs (from the first on) are part of it. Without roots, what the engine took
/// as an input reference is a parameter.
pub fn heap(
    program: &Program,
    inputs: &[InputValue],
    found: &EngineHeap,
    roots: &[Root],
) -> (InputHeap, usize) {
    let mut heap = InputHeap { roots: Vec::new(), objects: objects(program, found) };
    let mut taken = 0;
    if roots.is_empty() {
        for (index, root) in found.roots.iter().enumerate() {
            heap.roots.push(HeapRoot {
                name: root.name.clone(),
                type_name: types::name(program, root.source_type),
                origin: match root.name.as_str() {
                    "this" => RootOrigin::Receiver,
                    _ => RootOrigin::Parameter { index, offset: 0 },
                },
                value: reference(root.object),
            });
        }
        return (heap, 0);
    }
    let mut references = found.roots.iter();
    for root in roots {
        let value = match root.kind {
            RootKind::Reference | RootKind::UnionReference => {
                // Input references may stand on the tape as well.
                if inputs.get(taken).is_some_and(|input| input.value_type == Some(Type::Pointer)) {
                    taken += 1;
                }
                references.next().map(|found| reference(found.object))
            }
            RootKind::Scalar => {
                let input = inputs.get(taken);
                taken += usize::from(input.is_some());
                input.map(|input| scalar(program, root, input))
            }
        };
        // A run that ends before it asks for all of them does not depend on the rest.
        let value = value.unwrap_or(HeapValue::Null);
        if root.kind == RootKind::UnionReference && value == HeapValue::Null {
            continue;
        }
        let (name, type_name) = (root.name.clone(), root.type_name.clone());
        heap.roots.push(HeapRoot { name, type_name, origin: root.origin.clone(), value });
    }
    (heap, taken)
}

fn scalar(program: &Program, root: &Root, input: &InputValue) -> HeapValue {
    let text = match input.value_type {
        Some(_) => format_value(&input.data, types::reading(program, root.source_type)),
        None => format_bytes(&input.data),
    };
    HeapValue::Scalar { bytes: input.data.clone(), text }
}

fn reference(object: Option<usize>) -> HeapValue {
    object.map_or(HeapValue::Null, HeapValue::Object)
}

fn objects(program: &Program, found: &EngineHeap) -> Vec<HeapObject> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut name = |object: &InputObject| {
        let word = types::short_name(program, object.source_type);
        let number = numbers.entry(word.clone()).or_default();
        *number += 1;
        format!("{word} {number}")
    };
    let object = |object: &InputObject| HeapObject {
        name: name(object),
        type_name: types::name(program, object.source_type),
        size: object.size,
        length: object.length,
        fields: object.fields.iter().map(|field| self::field(program, object, field)).collect(),
    };
    found.objects.iter().map(object).collect()
}

fn field(program: &Program, object: &InputObject, field: &klew_engine::InputField) -> HeapField {
    let class = object.source_type;
    // A field that hides another one is told by its place as well.
    let hidden = field.name.strip_suffix(&format!("@{}", field.offset));
    let declared = hidden.unwrap_or(&field.name);
    HeapField {
        name: field.name.clone(),
        type_name: field.source_type.map_or(String::new(), |ty| types::name(program, ty)),
        declared_in: types::declaring_class(program, class, declared, field.offset),
        offset: field.offset,
        value: match &field.value {
            InputFieldValue::Reference(target) => reference(*target),
            InputFieldValue::Bits(bytes) => HeapValue::Scalar {
                bytes: bytes.clone(),
                text: format_value(bytes, types::reading(program, field.source_type)),
            },
        },
    }
}
