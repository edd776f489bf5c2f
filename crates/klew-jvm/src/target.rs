//! A place that a run is to come to: a line or a method. Where a run comes to it, the lowered program has a check that
//! fails.
//!
//! **Invariant**: a line is come to where its code begins, by the line table of the method, as a debugger's breakpoint
//! would have it.

use std::collections::BTreeSet;

use crate::class_file::{ClassFile, Code};
use crate::container::Container;

/// What the check says.
pub const TARGET_MESSAGE: &str = "the target is reached";

/// A place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A file, as its name or the end of its path, and a line of it.
    Line(String, u32),
    /// `method`, `Class.method` or `pkg.Class.method`, with or without types of parameters.
    Method(String),
}

/// A method with code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodPlace {
    /// The class, as `pkg/Class`.
    pub class: String,
    /// Its source file, as `pkg/Class.java`; empty if that is not known.
    pub file: String,
    /// The method.
    pub name: String,
    /// Types of parameters and result.
    pub descriptor: String,
    /// The lines with code.
    pub lines: BTreeSet<u32>,
}

/// All methods with code of some classes. Classes that cannot be read are left out.
pub fn methods(containers: &[Container]) -> Vec<MethodPlace> {
    let mut found = Vec::new();
    for bytes in containers.iter().flat_map(|container| container.classes.values()) {
        let Ok(class) = ClassFile::read(bytes) else { continue };
        let file = source_path(&class.name, class.source_file.as_deref());
        for method in &class.methods {
            let Some(code) = &method.code else { continue };
            found.push(MethodPlace {
                class: class.name.to_string(),
                file: file.clone(),
                name: method.name.to_string(),
                descriptor: method.descriptor.to_string(),
                lines: code.lines.iter().map(|(_, line)| u32::from(*line)).collect(),
            });
        }
    }
    found
}

/// `pkg/Class.java`.
fn source_path(class: &str, source: Option<&str>) -> String {
    match (class.rsplit_once('/'), source) {
        (_, None) => String::new(),
        (Some((package, _)), Some(source)) => format!("{package}/{source}"),
        (None, Some(source)) => source.to_owned(),
    }
}

/// Whether a path is that file, given as its name or the end of its path, or with folders before it.
fn is_file(path: &str, wanted: &str) -> bool {
    let wanted = wanted.strip_prefix("./").unwrap_or(wanted);
    !path.is_empty()
        && (path == wanted
            || path.ends_with(&format!("/{wanted}"))
            || wanted.ends_with(&format!("/{path}")))
}

impl Target {
    /// Whether it is in that method.
    pub fn is_in(&self, method: &MethodPlace) -> bool {
        match self {
            Target::Line(file, line) => is_file(&method.file, file) && method.lines.contains(line),
            Target::Method(wanted) => {
                self.names(&method.class, &method.name)
                    && wanted.split_once('(').is_none_or(|(_, types)| {
                        types.trim_end_matches(')').replace(' ', "")
                            == parameters(&method.descriptor)
                    })
            }
        }
    }

    fn names(&self, class: &str, name: &str) -> bool {
        let Target::Method(wanted) = self else { return false };
        let wanted = wanted.split('(').next().unwrap_or_default();
        let full = format!("{}.{name}", class.replace('/', "."));
        full == wanted
            || full.replace('$', ".") == wanted
            || full.ends_with(&format!(".{wanted}"))
            || full.replace('$', ".").ends_with(&format!(".{wanted}"))
    }

    /// Whether a run comes to it where the instruction at `at` is executed.
    pub(crate) fn begins_at(
        &self,
        (class, source): (&str, Option<&str>),
        (name, descriptor): (&str, &str),
        (code, at): (&Code, u32),
    ) -> bool {
        match self {
            Target::Line(file, line) => {
                code.lines
                    .iter()
                    .any(|(start, number)| u32::from(*start) == at && u32::from(*number) == *line)
                    && is_file(&source_path(class, source), file)
            }
            Target::Method(_) => {
                at == 0
                    && self.is_in(&MethodPlace {
                        class: class.to_owned(),
                        file: String::new(),
                        name: name.to_owned(),
                        descriptor: descriptor.to_owned(),
                        lines: BTreeSet::new(),
                    })
            }
        }
    }
}

/// The types of parameters in a descriptor as a user writes them: `int,String`.
fn parameters(descriptor: &str) -> String {
    let inner = descriptor.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    let mut rest = inner.map_or("", |(inner, _)| inner);
    let mut found: Vec<String> = Vec::new();
    while let Some(first) = rest.trim_start_matches('[').chars().next() {
        let depth = rest.len() - rest.trim_start_matches('[').len();
        rest = &rest[depth + first.len_utf8()..];
        let name = match first {
            'B' => "byte",
            'C' => "char",
            'D' => "double",
            'F' => "float",
            'I' => "int",
            'J' => "long",
            'S' => "short",
            'Z' => "boolean",
            _ => {
                let (class, after) = rest.split_once(';').unwrap_or((rest, ""));
                rest = after;
                class.rsplit(['/', '$']).next().unwrap_or(class)
            }
        };
        found.push(format!("{name}{}", "[]".repeat(depth)));
    }
    found.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wanted: &str, class: &str, name: &str, descriptor: &str, want: bool) {
        let method = MethodPlace {
            class: class.into(),
            file: "p/A.java".into(),
            name: name.into(),
            descriptor: descriptor.into(),
            lines: [3, 4].into(),
        };
        assert_eq!(Target::Method(wanted.into()).is_in(&method), want, "{wanted}");
    }

    #[test]
    fn methods_by_name() {
        for (wanted, want) in [
            ("f", true),
            ("A.f", true),
            ("p.A.f", true),
            ("q.A.f", false),
            ("B.f", false),
            ("f(int,String[])", true),
            ("A.f(int, String[])", true),
            ("f(int)", false),
            ("f()", false),
        ] {
            check(wanted, "p/A", "f", "(I[Ljava/lang/String;)V", want);
        }
        check("A.B.f", "p/A$B", "f", "()V", true);
        check("f()", "p/A$B", "f", "()V", true);
    }

    #[test]
    fn lines_by_file() {
        let method = MethodPlace {
            class: "p/A".into(),
            file: "p/A.java".into(),
            name: "f".into(),
            descriptor: "()V".into(),
            lines: [3, 4].into(),
        };
        for (file, line, want) in [
            ("A.java", 3, true),
            ("src/p/A.java", 4, true),
            ("p/A.java", 5, false),
            ("q/A.java", 3, false),
            ("XA.java", 3, false),
        ] {
            assert_eq!(Target::Line(file.into(), line).is_in(&method), want, "{file}:{line}");
        }
    }
}
