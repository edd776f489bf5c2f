//! Switches on patterns and enumerations: the number of the first label from a start on that a value matches (API
//! of `SwitchBootstraps`).

use super::site::{METHOD, Site};
use crate::class_file::assembler::{
    Assembler, CHECKCAST, ClassBuilder, GETSTATIC, INSTANCEOF, INVOKEVIRTUAL, LDC_W,
};
use crate::class_file::flags::{PUBLIC, STATIC};
use crate::class_file::{ClassFile, Constant, JavaType};
use crate::classes::Classes;

const IFEQ: u8 = 0x99;
const IF_ICMPNE: u8 = 0xa0;
const IF_ICMPGT: u8 = 0xa3;
const IF_ACMPNE: u8 = 0xa6;
const IFNONNULL: u8 = 0xc7;

/// The class of a switch.
pub(super) fn make(site: &Site, number: usize, of_enum: bool) -> Result<ClassFile, String> {
    let Some(target) = site.signature.parameters.first().cloned() else {
        return Err("a switch without a value".into());
    };
    let mut class = site.class("Switch", number, Vec::new());
    let mut code = Assembler::default();
    code.load(&target, 0);
    let not_null = code.jump(IFNONNULL);
    code.int(-1);
    code.give_back(Some(&JavaType::Int));
    code.land(not_null);
    for (label, index) in (0_i16..).zip(&site.arguments) {
        let mut skip = Vec::new();
        code.load(&JavaType::Int, 1);
        code.int(label);
        skip.push(code.jump(IF_ICMPGT));
        test(&mut class, &mut code, site, &target, *index, of_enum, &mut skip)?;
        code.int(label);
        code.give_back(Some(&JavaType::Int));
        for jump in skip {
            code.land(jump);
        }
    }
    code.int(site.arguments.len() as i16);
    code.give_back(Some(&JavaType::Int));
    class.method(METHOD, &site.signature, PUBLIC | STATIC, code);
    Ok(class.finish())
}

/// Goes on if the value matches the label.
fn test(
    class: &mut ClassBuilder,
    code: &mut Assembler,
    site: &Site,
    target: &JavaType,
    label: u16,
    of_enum: bool,
    skip: &mut Vec<usize>,
) -> Result<(), String> {
    let pool = &site.host.pool;
    let constant = pool.get(label).map_err(|why| why.to_string())?.clone();
    match constant {
        Constant::Class(name) => {
            let name = pool.utf8(name).map_err(|why| why.to_string())?;
            let index = class.class_constant(&name);
            code.load(target, 0);
            code.with_constant(INSTANCEOF, index);
            skip.push(code.jump(IFEQ));
        }
        Constant::String(name) if of_enum => {
            let name = pool.utf8(name).map_err(|why| why.to_string())?;
            let JavaType::Reference(owner) = target else {
                return Err("a switch on an enumeration that is none".into());
            };
            let field = Classes::member(owner, &name, &target.descriptor());
            let field = class.member_constant(&field);
            code.load(target, 0);
            code.with_constant(GETSTATIC, field);
            skip.push(code.jump(IF_ACMPNE));
        }
        Constant::String(text) => {
            let units = pool.string(text).map_err(|why| why.to_string())?;
            let index = class.string_constant(&units);
            code.with_constant(LDC_W, index);
            code.load(target, 0);
            let equals = Classes::member("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
            let equals = class.member_constant(&equals);
            code.with_constant(INVOKEVIRTUAL, equals);
            skip.push(code.jump(IFEQ));
        }
        Constant::Integer(_) => {
            let integer = "java/lang/Integer";
            let index = class.class_constant(integer);
            code.load(target, 0);
            code.with_constant(INSTANCEOF, index);
            skip.push(code.jump(IFEQ));
            code.load(target, 0);
            code.with_constant(CHECKCAST, index);
            let value = class.member_constant(&Classes::member(integer, "intValue", "()I"));
            code.with_constant(INVOKEVIRTUAL, value);
            let number = class.copy_constant(constant);
            code.with_constant(LDC_W, number);
            skip.push(code.jump(IF_ICMPNE));
        }
        _ => return Err("a switch with a label of unknown kind".into()),
    }
    Ok(())
}
