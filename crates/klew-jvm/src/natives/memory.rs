//! Objects and arrays as memory.

use klew_ir::{BinaryOperation, Comparison, Conversion, ObjectKind, Operand, Operation, Type};

use super::given::Given;
use crate::class_file::{JavaType, Method, element_type};
use crate::lower::body::Body;
use crate::lower::builder::{int, word};

pub(super) fn lower(
    body: &mut Body<'_, '_, '_>,
    method: &Method,
    arguments: &[Operand],
) -> Result<Option<Given>, String> {
    let builder = &mut body.builder;
    Ok(Some(match (&*method.name, arguments) {
        ("sameReference", [a, b]) => {
            let same = builder.compare(Comparison::Equal, a.clone(), b.clone());
            Given::Value(builder.truth_to_int(same))
        }
        ("tag", [object]) => Given::Value(builder.tag(object.clone())),
        ("identityNumber", [object]) => Given::Value(builder.length(object.clone())),
        ("identityNumber", [object, number]) => {
            builder.set_length(object.clone(), number.clone());
            Given::Nothing
        }
        ("shallowCopy", [object]) => Given::Value(copy_object(body, object.clone())),
        ("copy", [source, from, target, to, count]) => {
            let Some(JavaType::Reference(array)) = method.signature.parameters.first() else {
                return Ok(None);
            };
            let Some(element) = element_type(array) else { return Ok(None) };
            let source = builder.element(source.clone(), from.clone(), element.size());
            let destination = builder.element(target.clone(), to.clone(), element.size());
            let wide = builder.convert(Conversion::ZeroExtend, count.clone(), Type::Int(64));
            let size = builder.binary(BinaryOperation::Mul, wide, word(element.size()));
            builder.effect(Operation::Copy { destination, source, size });
            Given::Nothing
        }
        ("newArrayLike", [array, length]) => {
            let tag = builder.tag(array.clone());
            Given::Value(builder.new_array(length.clone(), 8, tag, None))
        }
        _ => return Ok(None),
    }))
}

/// A copy of a whole object; one that is no array has no identity number yet.
fn copy_object(body: &mut Body<'_, '_, '_>, object: Operand) -> Operand {
    let arrays = body.low.array_tags();
    let builder = &mut body.builder;
    let size = builder.emit(Operation::ObjectSize(object.clone()), Type::Int(64));
    let kind = ObjectKind::Heap;
    let made = Operation::Allocate {
        kind,
        size: size.clone(),
        align: 8,
        zeroed: true,
        variable: None,
        source_type: None,
    };
    let copy = builder.emit(made, Type::Pointer);
    let destination = copy.clone();
    builder.effect(Operation::Copy { destination, source: object.clone(), size });
    let tag = builder.tag(object.clone());
    let is_array = builder.tag_in(&tag, &arrays);
    let length = builder.length(object);
    let second = builder.select(is_array, length, int(0));
    builder.set_length(copy.clone(), second);
    copy
}
