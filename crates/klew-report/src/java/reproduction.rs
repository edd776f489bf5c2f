//! `KlewReproduction`: a Java class that builds an input heap and calls the analysed method with it, and a JUnit
//! test that runs it.
//!
//! **Invariant**: two references of the heap are one object in the JVM exactly if they are one object here.

use std::fmt::Write as _;

use super::literal::{primitive, string};
use super::{REPRODUCTION, REPRODUCTION_TEST};
use crate::heap::{HeapField, HeapObject, HeapValue, InputHeap, RootOrigin};

/// The method that is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The class that has it, by its binary name: `pkg.Outer$Inner`.
    pub class: String,
    /// The method; `<init>` for a constructor.
    pub method: String,
    /// The types of its parameters: `int`, `pkg.Node`, `java.lang.String[]`.
    pub parameters: Vec<String>,
    /// Whether it has no `this`.
    pub is_static: bool,
}

/// The text of `KlewReproduction.java`; `title` says what it shows.
pub fn reproduction(call: &Call, heap: &InputHeap, title: &str) -> String {
    let names = Names::new(heap);
    let mut text = String::from("/**\n");
    for line in title.lines() {
        let _ = writeln!(text, " * {}", comment(line));
    }
    text.push_str(" *\n * <p>Written by klew. To run it: build-and-run.sh.\n */\n");
    let _ = writeln!(text, "public final class {REPRODUCTION} {{");
    text.push_str("    public static void main(String[] arguments) throws Throwable {\n");
    if !heap.objects.is_empty() {
        text.push_str("        // The objects.\n");
    }
    for index in 0..heap.objects.len() {
        let _ = writeln!(text, "        {}", names.creation(index));
    }
    let settings = names.settings();
    if !settings.is_empty() {
        text.push_str("\n        // What they hold.\n");
    }
    for line in settings {
        let _ = writeln!(text, "        {line}");
    }
    if !heap.objects.is_empty() {
        text.push_str("\n        // The call.\n");
    }
    let _ = write!(text, "{}", invocation(call, heap, &names));
    text.push_str("    }\n}\n");
    text
}

/// The text of `KlewReproductionTest.java`.
pub fn reproduction_test(title: &str) -> String {
    let mut text = String::from(
        "import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;\n\n\
         import org.junit.jupiter.api.Test;\n\n/**\n",
    );
    for line in title.lines() {
        let _ = writeln!(text, " * {}", comment(line));
    }
    let _ = write!(
        text,
        " *\n * <p>Written by klew. Needs {REPRODUCTION}, KlewHeap and JUnit 5.\n */\n\
         class {REPRODUCTION_TEST} {{\n    @Test\n    void theMethodDoesNotThrow() {{\n        \
         assertDoesNotThrow(() -> {REPRODUCTION}.main(new String[0]));\n    }}\n}}\n"
    );
    text
}

/// Text that neither ends a comment nor is taken for markup or an escape.
pub(super) fn comment(line: &str) -> String {
    let line = line.replace("*/", "* /").replace("\\u", "\\ u");
    line.replace('&', "&amp;").replace('<', "&lt;").replace('@', "&#64;")
}

/// The heap with a Java name for each of its objects.
pub(super) struct Names<'a> {
    heap: &'a InputHeap,
    pub(super) names: Vec<String>,
}

impl<'a> Names<'a> {
    pub(super) fn new(heap: &'a InputHeap) -> Names<'a> {
        let mut names: Vec<String> = Vec::new();
        for object in &heap.objects {
            let name = identifier(&object.name, &object.type_name);
            let mut unique = name.clone();
            let mut number = 2;
            while names.contains(&unique) {
                unique = format!("{name}_{number}");
                number += 1;
            }
            names.push(unique);
        }
        Names { heap, names }
    }

    fn object(&self, index: usize) -> &str {
        self.names.get(index).map_or("null", String::as_str)
    }

    fn value(&self, value: &HeapValue, type_name: &str) -> String {
        match value {
            HeapValue::Null => "null".to_owned(),
            HeapValue::Object(index) => self.object(*index).to_owned(),
            HeapValue::Scalar { bytes, text } => primitive(&java_name(type_name), bytes)
                // The compiler's complaint is then the reason why it was not run.
                .unwrap_or_else(|| format!("unsupported /* {} */", comment(text))),
        }
    }

    /// The declaration of an object.
    pub(super) fn creation(&self, index: usize) -> String {
        let object = &self.heap.objects[index];
        let name = &self.names[index];
        let type_name = java_name(&object.type_name);
        if let Some(length) = object.length {
            return format!("Object {name} = KlewHeap.array(\"{type_name}\", {length});");
        }
        if let Some(units) = self.characters(object) {
            let literal = string(&units);
            return match type_name.as_str() {
                "java.lang.String" => format!("Object {name} = new String({literal});"),
                _ => format!("Object {name} = new {type_name}({literal});"),
            };
        }
        if let Some(ordinal) = ordinal(object) {
            return format!("Object {name} = KlewHeap.constant(\"{type_name}\", {ordinal});");
        }
        if let Some(value) = self.shared_box(object) {
            return format!("Object {name} = {type_name}.valueOf({value});");
        }
        format!("Object {name} = KlewHeap.object(\"{type_name}\");")
    }

    /// The value of a box that `valueOf` gave, which may be the one that the JDK keeps for a small value.
    fn shared_box(&self, object: &HeapObject) -> Option<String> {
        let primitive = primitive_of_box(&java_name(&object.type_name))?;
        match field(object, SHARED)? {
            HeapValue::Scalar { bytes, .. } if bytes.first().is_some_and(|byte| *byte != 0) => {}
            _ => return None,
        }
        let zero = HeapValue::Scalar { bytes: vec![0; 8], text: String::new() };
        Some(self.value(field(object, "value").unwrap_or(&zero), primitive))
    }

    /// Assignments to the fields and elements of all objects.
    pub(super) fn settings(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (object, name) in self.heap.objects.iter().zip(&self.names) {
            if self.characters(object).is_some()
                || ordinal(object).is_some()
                || self.shared_box(object).is_some()
            {
                continue;
            }
            let is_box = primitive_of_box(&java_name(&object.type_name)).is_some();
            for field in object.fields.iter().filter(|field| !is_box || field.name != SHARED) {
                let value = self.value(&field.value, &field.type_name);
                let element = object.length.and_then(|_| index_of(&field.name));
                lines.push(match element {
                    Some(element) => format!("KlewHeap.setElement({name}, {element}, {value});"),
                    None => {
                        format!("KlewHeap.set({name}, \"{}\", {value});", field_name(field))
                    }
                });
            }
        }
        for root in &self.heap.roots {
            if let RootOrigin::Global { variable, .. } = &root.origin {
                let value = self.value(&root.value, &root.type_name);
                let variable = java_name(variable);
                let (class, field) = variable.rsplit_once('.').unwrap_or(("", &variable));
                lines.push(format!("KlewHeap.setStatic(\"{class}\", \"{field}\", {value});"));
            }
        }
        lines
    }

    /// The text of a string or string builder, which are made by their constructors: the classes that klew
    /// executes in their place keep it as an array of characters.
    pub(super) fn characters(&self, object: &HeapObject) -> Option<Vec<u16>> {
        let known = ["java.lang.String", "java.lang.StringBuilder", "java.lang.StringBuffer"];
        if !known.contains(&java_name(&object.type_name).as_str()) {
            return None;
        }
        let Some(value) = field(object, "value") else { return Some(Vec::new()) };
        let array = match value {
            HeapValue::Object(index) => self.heap.objects.get(*index)?,
            _ => return Some(Vec::new()),
        };
        let length = usize::try_from(array.length?).ok().filter(|&length| length <= 1 << 20)?;
        let mut units = vec![0; length];
        for element in &array.fields {
            let index = index_of(&element.name)?;
            if let HeapValue::Scalar { bytes, .. } = &element.value
                && let Some(unit) = units.get_mut(index as usize)
            {
                let byte = |at: usize| u16::from(bytes.get(at).copied().unwrap_or(0));
                *unit = byte(0) | byte(1) << 8;
            }
        }
        let count = match field(object, "count") {
            Some(HeapValue::Scalar { bytes, .. }) => {
                bytes.iter().rev().fold(0_usize, |count, &byte| count << 8 | usize::from(byte))
            }
            _ => length,
        };
        units.truncate(count);
        Some(units)
    }
}

/// The number of an object among the constants of its enumeration, if it is one.
fn ordinal(object: &HeapObject) -> Option<u32> {
    let is_ordinal = |field: &&HeapField| {
        let declared = field.declared_in.as_deref().map(java_name);
        field.name == "ordinal" && declared.as_deref() == Some("java.lang.Enum")
    };
    match &object.fields.iter().find(is_ordinal)?.value {
        HeapValue::Scalar { bytes, .. } => Some(u32::from_le_bytes(bytes[..].try_into().ok()?)),
        _ => None,
    }
}

fn field<'o>(object: &'o HeapObject, name: &str) -> Option<&'o HeapValue> {
    object.fields.iter().find(|field| field.name == name).map(|field| &field.value)
}

pub(super) fn field_name(field: &HeapField) -> String {
    match &field.declared_in {
        Some(class) if !field.name.contains('.') => {
            let name = field.name.strip_suffix(&format!("@{}", field.offset));
            format!("{}.{}", java_name(class), name.unwrap_or(&field.name))
        }
        _ => field.name.clone(),
    }
}

/// The field of klew's own boxes that says whether `valueOf` made them.
const SHARED: &str = "shared";

/// What is in a box of which `valueOf` gives the same for small values.
fn primitive_of_box(type_name: &str) -> Option<&'static str> {
    Some(match type_name {
        "java.lang.Integer" => "int",
        "java.lang.Long" => "long",
        "java.lang.Short" => "short",
        "java.lang.Byte" => "byte",
        "java.lang.Character" => "char",
        _ => return None,
    })
}

fn index_of(name: &str) -> Option<u64> {
    name.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// The binary name with dots, whether or not it came with slashes.
pub(super) fn java_name(name: &str) -> String {
    name.replace('/', ".")
}

/// A local variable's name for an object.
fn identifier(name: &str, type_name: &str) -> String {
    let mut text = String::new();
    let mut upper = false;
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            text.push(if upper { c.to_ascii_uppercase() } else { c });
            upper = false;
        } else {
            upper = !text.is_empty();
        }
    }
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
        // What has no name is named after the class around it.
        let is_name = |part: &&str| part.starts_with(|c: char| c.is_ascii_alphabetic());
        let simple = type_name.rsplit(['.', '/', '$']).find(is_name).unwrap_or("object");
        let simple: String = simple.chars().filter(char::is_ascii_alphanumeric).collect();
        text = format!("{simple}{text}");
    }
    let mut chars = text.chars();
    let first = chars.next().unwrap_or('o').to_ascii_lowercase();
    let text = format!("{first}{}", chars.as_str());
    // Words of the language end in letters only; names of objects in a number, mostly.
    let taken = text == "arguments" || text.chars().all(|c| c.is_ascii_lowercase());
    if taken { format!("{text}0") } else { text }
}

fn invocation(call: &Call, heap: &InputHeap, names: &Names<'_>) -> String {
    format!("        {};\n", expression(call, heap, names))
}

/// The call.
pub(super) fn expression(call: &Call, heap: &InputHeap, names: &Names<'_>) -> String {
    let strings: Vec<String> =
        call.parameters.iter().map(|name| format!("\"{}\"", java_name(name))).collect();
    let types = if strings.is_empty() {
        "new String[0]".to_owned()
    } else {
        format!("new String[] {{{}}}", strings.join(", "))
    };
    let receiver = heap.roots.iter().find(|root| root.origin == RootOrigin::Receiver);
    let target = match receiver {
        Some(root) if !call.is_static => names.value(&root.value, &root.type_name),
        _ => "null".to_owned(),
    };
    let argument = |(index, type_name): (usize, &String)| {
        let root = heap.roots.iter().find(
            |root| matches!(root.origin, RootOrigin::Parameter { index: at, .. } if at == index),
        );
        match root {
            Some(root) => names.value(&root.value, type_name),
            // It was never looked at.
            None => primitive(&java_name(type_name), &[0]).unwrap_or_else(|| "null".to_owned()),
        }
    };
    let arguments: Vec<String> = call.parameters.iter().enumerate().map(argument).collect();
    // A single null would be taken for no array of arguments.
    let arguments = match arguments.as_slice() {
        [] => String::new(),
        [only] => format!(", new Object[] {{{only}}}"),
        several => format!(", {}", several.join(", ")),
    };
    format!(
        "KlewHeap.call(\"{}\", \"{}\", {types}, {target}{arguments})",
        java_name(&call.class),
        call.method
    )
}

#[cfg(test)]
#[path = "reproduction_tests.rs"]
mod tests;
