//! Conversions between the types of a call and those of the method behind it: boxing, unboxing, widening, casts
//! (API of `LambdaMetafactory`, "argument adaptation").

use crate::class_file::JavaType;
use crate::class_file::assembler::{
    Assembler, CHECKCAST, ClassBuilder, INVOKESTATIC, INVOKEVIRTUAL, POP, POP2,
};
use crate::class_file::bytecode::Kind;
use crate::classes::Classes;

/// Wrapper class, primitive type, and the method that unwraps.
const WRAPPERS: [(&str, JavaType, &str); 8] = [
    ("java/lang/Boolean", JavaType::Boolean, "booleanValue"),
    ("java/lang/Byte", JavaType::Byte, "byteValue"),
    ("java/lang/Character", JavaType::Char, "charValue"),
    ("java/lang/Short", JavaType::Short, "shortValue"),
    ("java/lang/Integer", JavaType::Int, "intValue"),
    ("java/lang/Long", JavaType::Long, "longValue"),
    ("java/lang/Float", JavaType::Float, "floatValue"),
    ("java/lang/Double", JavaType::Double, "doubleValue"),
];

/// Whether objects of a class are boxes of primitive values.
pub(crate) fn is_wrapper(class: &str) -> bool {
    WRAPPERS.iter().any(|(wrapper, ..)| *wrapper == class)
}

/// The classes of boxes.
pub(crate) fn wrappers() -> impl Iterator<Item = &'static str> {
    WRAPPERS.iter().map(|(wrapper, ..)| *wrapper)
}

/// Emits what makes the value on top of the stack one of another type.
pub(super) fn adapt(
    class: &mut ClassBuilder,
    code: &mut Assembler,
    from: &JavaType,
    to: &JavaType,
) -> Result<(), String> {
    if from == to {
        return Ok(());
    }
    match (from, to) {
        (JavaType::Reference(_), JavaType::Reference(name)) => {
            if &**name != "java/lang/Object" {
                let index = class.class_constant(name);
                code.with_constant(CHECKCAST, index);
            }
            Ok(())
        }
        (JavaType::Reference(name), _) => {
            let same = |it: &&(&str, JavaType, &str)| *it.0 == **name;
            let wanted = |it: &&(&str, JavaType, &str)| it.1 == *to;
            let known = WRAPPERS.iter().find(same);
            let (wrapper, primitive, method) =
                known.or_else(|| WRAPPERS.iter().find(wanted)).ok_or("no such conversion")?;
            if known.is_none() {
                let index = class.class_constant(wrapper);
                code.with_constant(CHECKCAST, index);
            }
            let descriptor = format!("(){}", primitive.descriptor());
            let member = class.member_constant(&Classes::member(wrapper, method, &descriptor));
            code.with_constant(INVOKEVIRTUAL, member);
            widen(code, primitive, to)
        }
        (_, JavaType::Reference(_)) => {
            let boxed = WRAPPERS.iter().find(|it| it.1 == *from).ok_or("no such conversion")?;
            let descriptor = format!("({})L{};", from.descriptor(), boxed.0);
            let member = class.member_constant(&Classes::member(boxed.0, "valueOf", &descriptor));
            code.with_constant(INVOKESTATIC, member);
            Ok(())
        }
        _ => widen(code, from, to),
    }
}

fn widen(code: &mut Assembler, from: &JavaType, to: &JavaType) -> Result<(), String> {
    use crate::class_file::assembler::kind_of;
    let opcode = match (kind_of(from), kind_of(to)) {
        (from, to) if from == to => return Ok(()),
        (Kind::Int, Kind::Long) => 0x85,
        (Kind::Int, Kind::Float) => 0x86,
        (Kind::Int, Kind::Double) => 0x87,
        (Kind::Long, Kind::Float) => 0x89,
        (Kind::Long, Kind::Double) => 0x8a,
        (Kind::Float, Kind::Double) => 0x8d,
        _ => return Err(format!("no conversion from {from} to {to}")),
    };
    code.plain(opcode);
    Ok(())
}

/// Drops the value on top of the stack.
pub(super) fn drop_value(code: &mut Assembler, value_type: &JavaType) {
    code.plain(if value_type.slots() == 2 { POP2 } else { POP });
}
