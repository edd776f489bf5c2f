//! `toString`, `hashCode` and `equals` of records, as the JDK's `ObjectMethods` defines them.

use super::concatenation::Chain;
use super::site::{METHOD, Site};
use crate::class_file::assembler::{
    Assembler, CHECKCAST, ClassBuilder, GETFIELD, INSTANCEOF, INVOKESTATIC,
};
use crate::class_file::flags::{PUBLIC, STATIC};
use crate::class_file::{ClassFile, JavaType, Member};
use crate::classes::Classes;

const VALUES: &str = "klew/runtime/Values";
const IFEQ: u8 = 0x99;

/// The class of one of these methods.
pub(super) fn make(site: &Site, number: usize) -> Result<ClassFile, String> {
    let pool = &site.host.pool;
    let record = pool.class(site.argument(0)?).map_err(|why| why.to_string())?;
    let mut fields = Vec::new();
    for index in site.arguments.iter().skip(2) {
        let handle = pool.method_handle(*index).map_err(|why| why.to_string())?;
        let field_type =
            JavaType::parse(&handle.member.descriptor).map_err(|why| why.to_string())?;
        fields.push((handle.member, field_type));
    }
    let mut class = site.class("Record", number, Vec::new());
    let code = match &*site.site.name {
        "toString" => to_string(&mut class, &record, &fields),
        "hashCode" => hash_code(&mut class, &record, &fields),
        "equals" => equals(&mut class, &record, &fields),
        name => return Err(format!("the method {name} of a record")),
    };
    class.method(METHOD, &site.signature, PUBLIC | STATIC, code);
    Ok(class.finish())
}

/// The part of a class's name that the source has, without the numbers of local classes.
fn simple_name(name: &str) -> &str {
    let last = name.rsplit(['/', '$']).next().unwrap_or(name);
    last.trim_start_matches(|digit: char| digit.is_ascii_digit())
}

fn utf16(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn to_string(class: &mut ClassBuilder, record: &str, fields: &[(Member, JavaType)]) -> Assembler {
    let this = JavaType::Reference(record.into());
    let mut chain = Chain::new(class);
    let mut text = format!("{}[", simple_name(record));
    for (number, (field, field_type)) in fields.iter().enumerate() {
        text.push_str(if number == 0 { "" } else { ", " });
        text.push_str(&field.name);
        text.push('=');
        chain.text(&utf16(&std::mem::take(&mut text)));
        chain.code.load(&this, 0);
        let index = chain.class.member_constant(field);
        chain.code.with_constant(GETFIELD, index);
        chain.append(field_type);
    }
    text.push(']');
    chain.text(&utf16(&text));
    let mut code = chain.finish();
    code.give_back(Some(&this));
    code
}

/// The type under which `klew.runtime.Values` takes a value.
fn as_value(field_type: &JavaType) -> String {
    match field_type {
        JavaType::Reference(_) => "Ljava/lang/Object;".to_owned(),
        primitive => primitive.descriptor(),
    }
}

fn hash_code(class: &mut ClassBuilder, record: &str, fields: &[(Member, JavaType)]) -> Assembler {
    let this = JavaType::Reference(record.into());
    let mut code = Assembler::default();
    code.int(0);
    for (field, field_type) in fields {
        code.int(31);
        code.plain(0x68);
        code.load(&this, 0);
        let index = class.member_constant(field);
        code.with_constant(GETFIELD, index);
        let descriptor = format!("({})I", as_value(field_type));
        let hash = class.member_constant(&Classes::member(VALUES, "hash", &descriptor));
        code.with_constant(INVOKESTATIC, hash);
        code.plain(0x60);
    }
    code.give_back(Some(&JavaType::Int));
    code
}

fn equals(class: &mut ClassBuilder, record: &str, fields: &[(Member, JavaType)]) -> Assembler {
    let this = JavaType::Reference(record.into());
    let own = class.class_constant(record);
    let mut code = Assembler::default();
    code.load(&this, 1);
    code.with_constant(INSTANCEOF, own);
    let mut differs = vec![code.jump(IFEQ)];
    for (field, field_type) in fields {
        let index = class.member_constant(field);
        code.load(&this, 0);
        code.with_constant(GETFIELD, index);
        code.load(&this, 1);
        code.with_constant(CHECKCAST, own);
        code.with_constant(GETFIELD, index);
        let value = as_value(field_type);
        let same = Classes::member(VALUES, "same", &format!("({value}{value})Z"));
        let same = class.member_constant(&same);
        code.with_constant(INVOKESTATIC, same);
        differs.push(code.jump(IFEQ));
    }
    code.int(1);
    code.give_back(Some(&JavaType::Int));
    for jump in differs {
        code.land(jump);
    }
    code.int(0);
    code.give_back(Some(&JavaType::Int));
    code
}
