//! Objects and arrays as memory.

use klew_ir::{BinaryOperation, Comparison, Conversion, Operand, Operation, Type};

use super::given::Given;
use crate::class_file::{JavaType, Method, element_type};
use crate::lower::body::Body;
use crate::lower::builder::word;

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
        ("shallowCopy", [object]) => {
            let copied = body.low.copy_of_object()?;
            let mut copy =
                body.builder.call(copied, std::slice::from_ref(object), &[Type::Pointer]);
            Given::Value(copy.pop().ok_or("no copy")?)
        }
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
