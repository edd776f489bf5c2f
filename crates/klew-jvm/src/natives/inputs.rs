//! Inputs, assumptions, and ends of runs.

use klew_ir::{
    BinaryOperation, Conversion, ElementRelation, FloatFormat, InputOrigin, Operand, Operation,
    Terminator, Type,
};

use super::given::Given;
use crate::class_file::Method;
use crate::lower::body::Body;
use crate::lower::builder::{int, word};

/// The input that a name and its ending stand for, widened to a value of the operand stack.
fn input(
    body: &mut Body<'_, '_, '_>,
    kind: &str,
    (name, origin): (String, InputOrigin),
) -> Option<Operand> {
    let (ty, conversion) = match kind {
        "Boolean" => (Type::BOOL, Some(Conversion::ZeroExtend)),
        "Byte" => (Type::Int(8), Some(Conversion::SignExtend)),
        "Short" => (Type::Int(16), Some(Conversion::SignExtend)),
        "Char" => (Type::Int(16), Some(Conversion::ZeroExtend)),
        "Int" => (Type::Int(32), None),
        "Long" => (Type::Int(64), None),
        "Float" => (Type::Float(FloatFormat::Single), None),
        "Double" => (Type::Float(FloatFormat::Double), None),
        _ => return None,
    };
    let value = body.builder.emit(Operation::Input { name, origin, source_type: None }, ty);
    Some(match conversion {
        Some(conversion) => body.builder.convert(conversion, value, Type::Int(32)),
        None => value,
    })
}

/// Bytes of a character.
const CHAR: u64 = 2;

fn relation_to_number(name: &str) -> Option<ElementRelation> {
    match name {
        "assumeNone" => Some(ElementRelation::Not),
        "assumeAtMost" => Some(ElementRelation::AtMost),
        _ => None,
    }
}

fn relation_of_two(name: &str) -> Option<ElementRelation> {
    match name {
        "assumeSame" => Some(ElementRelation::Same),
        "assumeNowhere" => Some(ElementRelation::Nowhere),
        "assumeLower" => Some(ElementRelation::Lower),
        "assumeUpper" => Some(ElementRelation::Upper),
        _ => None,
    }
}

fn assume_each(
    body: &mut Body<'_, '_, '_>,
    (relation, number): (ElementRelation, Operand),
    (array, from): (&Operand, &Operand),
    others: Option<(&Operand, &Operand)>,
    count: &Operand,
) {
    let elements = body.builder.element(array.clone(), from.clone(), CHAR);
    let others = match others {
        Some((others, from)) => body.builder.element(others.clone(), from.clone(), CHAR),
        None => klew_ir::Constant::Null.into(),
    };
    let count = body.builder.convert(Conversion::ZeroExtend, count.clone(), Type::Int(64));
    body.builder.effect(Operation::AssumeEach { relation, elements, others, number, count });
}

/// What is said of all elements of an array (`assume…`); false if it is something else.
fn related(body: &mut Body<'_, '_, '_>, name: &str, arguments: &[Operand]) -> bool {
    match (name, arguments) {
        ("assumeDigest", [array, digest]) => {
            let count = body.builder.length(array.clone());
            let digest = (ElementRelation::Digest, digest.clone());
            assume_each(body, digest, (array, &int(0)), None, &count);
        }
        ("assumeReplaced", [array, others, old, new, count]) => {
            let high = body.builder.binary(BinaryOperation::ShiftLeft, old.clone(), int(16));
            let both = body.builder.binary(BinaryOperation::Or, high, new.clone());
            let replaced = (ElementRelation::Replaced, both);
            assume_each(body, replaced, (array, &int(0)), Some((others, &int(0))), count);
        }
        (_, [array, from, number, count]) => {
            let Some(relation) = relation_to_number(name) else { return false };
            assume_each(body, (relation, number.clone()), (array, from), None, count);
        }
        (_, [array, from, others, other_from, count]) => {
            let Some(relation) = relation_of_two(name) else { return false };
            let others = Some((others, other_from));
            assume_each(body, (relation, int(0)), (array, from), others, count);
        }
        _ => return false,
    }
    true
}

pub(super) fn lower(
    body: &mut Body<'_, '_, '_>,
    method: &Method,
    arguments: &[Operand],
) -> Result<Option<Given>, String> {
    let name = &*method.name;
    // Inputs are called after the method that asks for them: `nondetInt`, `nextInt`.
    let caller = body.method.name.to_string();
    if name == "inputChars" {
        let [array] = arguments else { return Ok(None) };
        let length = body.builder.length(array.clone());
        let wide = body.builder.convert(Conversion::ZeroExtend, length, Type::Int(64));
        let size = body.builder.binary(BinaryOperation::Mul, wide, word(2));
        let pointer = body.builder.elements(array.clone());
        body.builder.effect(Operation::InputBytes {
            pointer,
            size,
            taken: None,
            name: caller,
            origin: InputOrigin::Asked,
        });
        return Ok(Some(Given::Nothing));
    }
    if let Some(kind) = name.strip_prefix("input") {
        return Ok(input(body, kind, (caller, InputOrigin::Asked)).map(Given::Value));
    }
    if let Some(kind) = name.strip_prefix("approximate") {
        let text = body.low.text_of(arguments.first())?;
        let named = (format!("approximate {text}"), InputOrigin::Approximation);
        return Ok(input(body, kind, named).map(Given::Value));
    }
    Ok(match (name, arguments) {
        ("assume", [condition]) => {
            let condition = body.is_true(condition.clone());
            body.builder.effect(Operation::Assume(condition));
            Some(Given::Nothing)
        }
        ("element", [array, index]) => {
            let place = body.builder.element(array.clone(), index.clone(), CHAR);
            let character = body.builder.emit(Operation::Load(place), Type::Int(16));
            let wide = body.builder.convert(Conversion::ZeroExtend, character, Type::Int(32));
            Some(Given::Value(wide))
        }
        ("unsupported", [why]) => {
            let why = body.low.text_of(Some(why))?;
            Some(Given::End(Terminator::Unsupported(why)))
        }
        ("bound", [which]) => {
            let which = body.low.text_of(Some(which))?;
            Some(Given::End(Terminator::Bound { which, beyond: None }))
        }
        ("goBeyond", [which]) => {
            let which = body.low.text_of(Some(which))?;
            Some(Given::Beyond(which))
        }
        ("exit", []) => Some(Given::End(Terminator::Exit)),
        _ => related(body, name, arguments).then_some(Given::Nothing),
    })
}
