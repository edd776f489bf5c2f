//! The reader of class files, see the module above.

use std::rc::Rc;

use super::annotations;
use super::cursor::Cursor;
use super::{
    BootstrapMethod, ClassFile, Code, Field, FormatError, Handler, JavaType, LocalVariable, Method,
    Nested, Pool, Signature,
};

pub(super) fn read(bytes: &[u8], with_code: bool) -> Result<ClassFile, FormatError> {
    let mut cursor = Cursor::new(bytes);
    if cursor.u32()? != 0xcafe_babe {
        return Err(FormatError::Magic);
    }
    let _minor = cursor.u16()?;
    let version = cursor.u16()?;
    let pool = Pool::read(&mut cursor)?;
    let access = cursor.u16()?;
    let name = pool.class(cursor.u16()?)?;
    let superclass = pool.optional_class(cursor.u16()?)?;
    let mut interfaces = Vec::new();
    for _ in 0..cursor.u16()? {
        interfaces.push(pool.class(cursor.u16()?)?);
    }
    let mut fields = Vec::new();
    for _ in 0..cursor.u16()? {
        fields.push(field(&mut cursor, &pool)?);
    }
    let mut methods = Vec::new();
    for _ in 0..cursor.u16()? {
        methods.push(method(&mut cursor, &pool, with_code)?);
    }
    let mut class = ClassFile {
        version,
        pool,
        access,
        name,
        superclass,
        interfaces,
        fields,
        methods,
        source_file: None,
        bootstrap_methods: Vec::new(),
        record: None,
        nested: Vec::new(),
    };
    class_attributes(&mut cursor, &mut class)?;
    Ok(class)
}

fn field(cursor: &mut Cursor<'_>, pool: &Pool) -> Result<Field, FormatError> {
    let access = cursor.u16()?;
    let name = pool.utf8(cursor.u16()?)?;
    let field_type = JavaType::parse(&pool.utf8(cursor.u16()?)?)?;
    let mut constant = None;
    attributes(cursor, pool, |name, mut content| {
        if name == "ConstantValue" {
            constant = Some(content.u16()?);
        }
        Ok(())
    })?;
    Ok(Field { access, name, field_type, constant })
}

fn method(cursor: &mut Cursor<'_>, pool: &Pool, with_code: bool) -> Result<Method, FormatError> {
    let access = cursor.u16()?;
    let name = pool.utf8(cursor.u16()?)?;
    let descriptor = pool.utf8(cursor.u16()?)?;
    let signature = Signature::parse(&descriptor)?;
    let mut code = None;
    let mut not_null = Vec::new();
    attributes(cursor, pool, |name, content| {
        if with_code && name == "Code" {
            code = Some(Rc::new(read_code(content, pool)?));
        } else if name.ends_with("Annotations") {
            let count = signature.parameters.len();
            not_null.extend(annotations::not_null(name, content, pool, count));
        }
        Ok(())
    })?;
    not_null.sort_unstable();
    not_null.dedup();
    Ok(Method { access, name, descriptor, signature, code, not_null })
}

fn read_code(mut cursor: Cursor<'_>, pool: &Pool) -> Result<Code, FormatError> {
    cursor.u16()?;
    let max_locals = cursor.u16()?;
    let length = cursor.u32()? as usize;
    let bytes = cursor.take(length)?.to_vec();
    let mut handlers = Vec::new();
    for _ in 0..cursor.u16()? {
        handlers.push(Handler {
            start: cursor.u16()?,
            end: cursor.u16()?,
            target: cursor.u16()?,
            catch_type: cursor.u16()?,
        });
    }
    let mut lines = Vec::new();
    let mut variables = Vec::new();
    attributes(&mut cursor, pool, |name, mut content| {
        match name {
            "LineNumberTable" => {
                for _ in 0..content.u16()? {
                    lines.push((content.u16()?, content.u16()?));
                }
            }
            "LocalVariableTable" => {
                for _ in 0..content.u16()? {
                    variables.push(LocalVariable {
                        start: content.u16()?,
                        length: content.u16()?,
                        name: pool.utf8(content.u16()?)?,
                        variable_type: JavaType::parse(&pool.utf8(content.u16()?)?)?,
                        index: content.u16()?,
                    });
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    lines.sort_unstable();
    Ok(Code { max_locals, bytes, handlers, lines, variables })
}

fn class_attributes(cursor: &mut Cursor<'_>, class: &mut ClassFile) -> Result<(), FormatError> {
    let mut source_file = None;
    let mut bootstrap_methods = Vec::new();
    let mut record = None;
    let mut nested = Vec::new();
    let pool = &class.pool;
    attributes(cursor, pool, |name, mut content| {
        match name {
            "SourceFile" => source_file = Some(pool.utf8(content.u16()?)?),
            "BootstrapMethods" => {
                for _ in 0..content.u16()? {
                    let method = content.u16()?;
                    let mut arguments = Vec::new();
                    for _ in 0..content.u16()? {
                        arguments.push(content.u16()?);
                    }
                    bootstrap_methods.push(BootstrapMethod { method, arguments });
                }
            }
            "InnerClasses" => {
                for _ in 0..content.u16()? {
                    nested.push(Nested {
                        class: pool.class(content.u16()?)?,
                        outer: pool.optional_class(content.u16()?)?,
                        name: match content.u16()? {
                            0 => None,
                            index => Some(pool.utf8(index)?),
                        },
                        access: content.u16()?,
                    });
                }
            }
            "Record" => {
                let mut components = Vec::new();
                for _ in 0..content.u16()? {
                    let name = pool.utf8(content.u16()?)?;
                    let component = JavaType::parse(&pool.utf8(content.u16()?)?)?;
                    attributes(&mut content, pool, |_, _| Ok(()))?;
                    components.push((name, component));
                }
                record = Some(components);
            }
            _ => {}
        }
        Ok(())
    })?;
    class.source_file = source_file;
    class.bootstrap_methods = bootstrap_methods;
    class.record = record;
    class.nested = nested;
    Ok(())
}

/// Reads a list of attributes, each as a name and its content.
fn attributes<'a>(
    cursor: &mut Cursor<'a>,
    pool: &Pool,
    mut each: impl FnMut(&str, Cursor<'a>) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    for _ in 0..cursor.u16()? {
        let name = pool.utf8(cursor.u16()?)?;
        let length = cursor.u32()? as usize;
        each(&name, Cursor::new(cursor.take(length)?))?;
    }
    Ok(())
}
