//! Lambdas and method references: a class that implements the interface, with a field per captured value.

use std::rc::Rc;

use super::adapt::{adapt, drop_value};
use super::site::{METHOD, Site};
use crate::class_file::assembler::{
    Assembler, ClassBuilder, DUP, GETFIELD, INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC,
    INVOKEVIRTUAL, NEW, PUTFIELD,
};
use crate::class_file::flags::{PUBLIC, STATIC};
use crate::class_file::{ClassFile, Constant, JavaType, Member, MethodHandle, Signature};

const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// The class of a lambda.
pub(super) fn make(site: &Site, number: usize, alternative: bool) -> Result<ClassFile, String> {
    let pool = &site.host.pool;
    let text = |why: crate::class_file::FormatError| why.to_string();
    let method_type =
        |index: u16| Signature::parse(&pool.method_type(index).map_err(text)?).map_err(text);
    let erased = method_type(site.argument(0)?)?;
    let handle = pool.method_handle(site.argument(1)?).map_err(text)?;
    let instantiated = method_type(site.argument(2)?)?;
    let Some(JavaType::Reference(interface)) = &site.signature.result else {
        return Err("a lambda that is no object".into());
    };
    let mut interfaces = vec![interface.clone()];
    let mut methods = vec![erased];
    if alternative {
        let mut rest = site.arguments.iter().skip(3).copied();
        let mut next = || rest.next().ok_or_else(|| "a lambda with too few arguments".to_owned());
        let number = |index: u16| match pool.get(index) {
            Ok(Constant::Integer(number)) => Ok(*number),
            _ => Err("a lambda with a number that is none".to_owned()),
        };
        let flags = number(next()?)?;
        if flags & SERIALIZABLE != 0 {
            interfaces.push(Rc::from("java/io/Serializable"));
        }
        if flags & MARKERS != 0 {
            for _ in 0..number(next()?)? {
                interfaces.push(pool.class(next()?).map_err(text)?);
            }
        }
        if flags & BRIDGES != 0 {
            for _ in 0..number(next()?)? {
                methods.push(method_type(next()?)?);
            }
        }
    }
    let mut class = site.class("Lambda", number, interfaces);
    let fields: Vec<Member> = (0..)
        .zip(&site.signature.parameters)
        .map(|(number, captured)| class.field(&format!("captured{number}"), captured.clone()))
        .collect();
    add_factory(&mut class, site, &fields);
    for signature in methods {
        let code = body(&mut class, site, &fields, &handle, &signature, &instantiated)?;
        class.method(&site.site.name, &signature, PUBLIC, code);
    }
    Ok(class.finish())
}

/// The method that the call site calls: captured values to an object.
fn add_factory(class: &mut ClassBuilder, site: &Site, fields: &[Member]) {
    let mut code = Assembler::default();
    let own = class.name();
    let index = class.class_constant(&own);
    code.with_constant(NEW, index);
    let mut local = 0;
    for (field, captured) in fields.iter().zip(&site.signature.parameters) {
        code.plain(DUP);
        code.load(captured, local);
        local += captured.slots();
        let index = class.member_constant(field);
        code.with_constant(PUTFIELD, index);
    }
    code.give_back(site.signature.result.as_ref());
    class.method(METHOD, &site.signature, PUBLIC | STATIC, code);
}

/// Which instruction calls the method behind, and what it takes.
fn called(handle: &MethodHandle) -> Result<(u8, Vec<JavaType>, Option<JavaType>), String> {
    let signature = Signature::parse(&handle.member.descriptor).map_err(|why| why.to_string())?;
    let owner = JavaType::Reference(handle.member.class.clone());
    let with_receiver = |opcode: u8, signature: Signature| {
        let mut parameters = vec![owner.clone()];
        parameters.extend(signature.parameters);
        (opcode, parameters, signature.result)
    };
    Ok(match handle.kind {
        5 => with_receiver(INVOKEVIRTUAL, signature),
        6 => (INVOKESTATIC, signature.parameters, signature.result),
        7 => with_receiver(INVOKESPECIAL, signature),
        8 => (INVOKESPECIAL, signature.parameters, Some(owner)),
        9 => with_receiver(INVOKEINTERFACE, signature),
        kind => return Err(format!("a method handle of kind {kind}")),
    })
}

fn body(
    class: &mut ClassBuilder,
    site: &Site,
    fields: &[Member],
    handle: &MethodHandle,
    signature: &Signature,
    instantiated: &Signature,
) -> Result<Assembler, String> {
    let (opcode, wanted, result) = called(handle)?;
    let given = fields.len() + signature.parameters.len();
    if wanted.len() != given || signature.parameters.len() != instantiated.parameters.len() {
        return Err("a lambda with the wrong number of parameters".into());
    }
    let mut code = Assembler::default();
    if handle.kind == 8 {
        let index = class.class_constant(&handle.member.class);
        code.with_constant(NEW, index);
        code.plain(DUP);
    }
    let this = JavaType::Reference(Rc::from("java/lang/Object"));
    for ((field, captured), wanted) in fields.iter().zip(&site.signature.parameters).zip(&wanted) {
        code.load(&this, 0);
        let index = class.member_constant(field);
        code.with_constant(GETFIELD, index);
        adapt(class, &mut code, captured, wanted)?;
    }
    let mut local = 1;
    let arguments = signature.parameters.iter().zip(&instantiated.parameters);
    for ((erased, exact), wanted) in arguments.zip(&wanted[fields.len()..]) {
        code.load(erased, local);
        local += erased.slots();
        adapt(class, &mut code, erased, exact)?;
        adapt(class, &mut code, exact, wanted)?;
    }
    let index = class.member_constant(&handle.member);
    code.with_constant(opcode, index);
    match (&result, &signature.result) {
        (Some(given), None) => drop_value(&mut code, given),
        (Some(given), Some(erased)) => {
            let exact = instantiated.result.as_ref().unwrap_or(erased);
            adapt(class, &mut code, given, exact)?;
            adapt(class, &mut code, exact, erased)?;
        }
        (None, None) => {}
        (None, Some(_)) => return Err("a lambda that gives nothing".into()),
    }
    code.give_back(signature.result.as_ref());
    Ok(code)
}
