//! Names of classes, methods, variables and numbers as the JVM's messages write them.

use super::stack::{signature, size};
use super::{Subject, Unfollowed};
use crate::class_file::Member;
use crate::class_file::flags::STATIC;

/// `java.lang.Object` and `java.lang.String` without their package.
pub(super) fn class(name: &str) -> String {
    match name {
        "java/lang/Object" => "Object".into(),
        "java/lang/String" => "String".into(),
        _ => name.replace('/', "."),
    }
}

/// `Class.name(types)`. The JVM also cuts types that only begin like `java.lang.String`.
pub(super) fn method(method: &Member) -> Result<String, Unfollowed> {
    let short = |text: String| {
        let known = ["java.lang.Object", "java.lang.String"];
        match known.iter().any(|it| text.starts_with(it)) {
            true => text["java.lang.".len()..].to_owned(),
            false => text,
        }
    };
    let types: Vec<String> =
        signature(method)?.parameters.iter().map(|it| short(it.to_string())).collect();
    Ok(format!("{}.{}({})", class(&method.class), method.name, types.join(", ")))
}

/// A local variable where it is read; `fresh` if nothing was written to it before.
pub(super) fn local(subject: &Subject<'_>, index: usize, local: u16, fresh: bool) -> String {
    let at = subject.placed[index].at;
    for variable in &subject.code.variables {
        let start = u32::from(variable.start);
        let inside = (start..start + u32::from(variable.length)).contains(&at);
        if inside && variable.index == local {
            return variable.name.to_string();
        }
    }
    let mut first = usize::from(!subject.method.is(STATIC));
    let local = usize::from(local);
    if fresh && local < first {
        return "this".into();
    }
    for (number, parameter) in (1..).zip(&subject.method.signature.parameters) {
        let next = first + size(parameter);
        if fresh && (first..next).contains(&local) {
            return format!("<parameter{number}>");
        }
        first = next;
    }
    format!("<local{local}>")
}

/// A number in the code; the JVM reads those of two bytes without their sign.
pub(super) fn number(subject: &Subject<'_>, index: usize, value: i32) -> String {
    const SIPUSH: u8 = 0x11;
    let at = subject.placed[index].at as usize;
    match subject.code.bytes.get(at) {
        Some(&SIPUSH) => (value as u16).to_string(),
        _ => value.to_string(),
    }
}
