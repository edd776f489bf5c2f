//! The driver: a C file that builds an input heap and calls a function with it, for functions that are analysed
//! alone. It includes the file that defines the function, so that `static` functions and variables are
//! within reach, and is compiled in its place together with the harness.
//!
//! Objects are allocated with their exact sizes, so that sanitizers see their bounds; bytes that the run does
//! not look at are 0.

use std::fmt::Write as _;

use crate::c_text::c_string;
use crate::heap::{HeapValue, InputHeap, RootOrigin};

/// What a driver is made of.
#[derive(Clone, Debug)]
pub struct Driver<'a> {
    /// What the function finds.
    pub heap: &'a InputHeap,
    /// The file that defines it, as an absolute path.
    pub file: &'a str,
    /// The function.
    pub function: &'a str,
    /// Its parameters as they are declared.
    pub parameters: &'a [DriverParameter],
    /// Whether it returns a pointer.
    pub returns_pointer: bool,
    /// Lines for the comment at the top.
    pub title: &'a str,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriverParameter {
    /// Its name.
    pub name: String,
    /// Its type, as C writes it.
    pub type_name: String,
    /// How it gets its value.
    pub passing: DriverPassing,
}

/// How a parameter gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriverPassing {
    /// As an address.
    Pointer,
    /// As a number.
    Integer,
    /// As a variable that is filled first: structures, and numbers that C cannot write exactly.
    Variable,
}

/// What the driver and the harness share; the driver's part.
const DECLARATIONS: &str = "\
void *klew_block(unsigned long size);
void klew_bytes(volatile void *to, unsigned long offset, const char *bytes, unsigned long size);
void klew_link(volatile void *to, unsigned long offset, const void *target);
void klew_call(void);
";

/// A driver's text, and the variables that cannot be set from outside and so keep their initial values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriverFile {
    /// The text.
    pub text: String,
    /// The variables, as the program's representation calls them.
    pub unset: Vec<String>,
}

/// The driver.
pub fn driver(driver: &Driver) -> DriverFile {
    let mut unset: Vec<String> = Vec::new();
    let mut text = String::from("/* Written by klew.\n");
    for line in driver.title.lines() {
        let _ = writeln!(text, " * {}", line.replace("*/", "* /"));
    }
    let _ = writeln!(text, " */\n\n#include \"{}\"\n", c_string(driver.file.as_bytes()));
    text.push_str(DECLARATIONS);
    text.push_str("\nvoid klew_call(void)\n{\n");
    let objects = &driver.heap.objects;
    for (index, object) in objects.iter().enumerate() {
        let _ = writeln!(
            text,
            "    void *klew_object_{index} = klew_block({}); /* {}: {} */",
            object.size, object.name, object.type_name
        );
    }
    for (index, parameter) in driver.parameters.iter().enumerate() {
        if parameter.passing == DriverPassing::Variable {
            let _ = writeln!(text, "    {} klew_argument_{index};", parameter.type_name);
        }
    }
    text.push_str("    static void *klew_result;\n");
    for (index, object) in objects.iter().enumerate() {
        for field in &object.fields {
            let target = format!("klew_object_{index}");
            let dot = if field.name.starts_with('[') { "" } else { "." };
            let comment = format!("{}{dot}{}", object.name, field.name);
            text.push_str(&assignment(driver, &target, field.offset, &field.value, &comment));
        }
    }
    for root in &driver.heap.roots {
        let (target, offset) = match &root.origin {
            RootOrigin::Global { variable, offset } if is_identifier(variable) => {
                (format!("&{variable}"), *offset)
            }
            RootOrigin::Global { variable, .. } => {
                let _ = writeln!(text, "    /* {variable} cannot be set from outside */");
                if !unset.contains(variable) {
                    unset.push(variable.clone());
                }
                continue;
            }
            RootOrigin::Parameter { index, offset } => match driver.parameters.get(*index) {
                Some(parameter) if parameter.passing == DriverPassing::Variable => {
                    (format!("&klew_argument_{index}"), *offset)
                }
                _ => continue,
            },
            // C has none.
            RootOrigin::Receiver => continue,
        };
        text.push_str(&assignment(driver, &target, offset, &root.value, &root.name));
    }
    let arguments: Vec<String> =
        (0..driver.parameters.len()).map(|index| argument(driver, index)).collect();
    let keep = if driver.returns_pointer { "klew_result = (void *)" } else { "" };
    let _ = writeln!(text, "    {keep}{}({});", driver.function, arguments.join(", "));
    text.push_str("    (void)klew_result;\n}\n");
    DriverFile { text, unset }
}

fn assignment(driver: &Driver, to: &str, offset: u64, value: &HeapValue, name: &str) -> String {
    let name = name.replace("*/", "* /");
    match value {
        HeapValue::Null => format!("    klew_link({to}, {offset}, 0); /* {name} = NULL */\n"),
        HeapValue::Object(index) => {
            let target = driver.heap.objects.get(*index).map_or("?", |object| &object.name);
            format!("    klew_link({to}, {offset}, klew_object_{index}); /* {name} = {target} */\n")
        }
        HeapValue::Scalar { bytes, text } => {
            let (image, size) = (c_string(bytes), bytes.len());
            let text = text.replace("*/", "* /");
            format!("    klew_bytes({to}, {offset}, \"{image}\", {size}); /* {name} = {text} */\n")
        }
    }
}

/// What the call passes for a parameter.
fn argument(driver: &Driver, index: usize) -> String {
    let Some(parameter) = driver.parameters.get(index) else { return "0".to_owned() };
    if parameter.passing == DriverPassing::Variable {
        return format!("klew_argument_{index}");
    }
    let own = |origin: &RootOrigin| matches!(origin, RootOrigin::Parameter { index: at, .. } if *at == index);
    let root = driver.heap.roots.iter().find(|root| own(&root.origin));
    match root.map(|root| &root.value) {
        Some(HeapValue::Object(object)) => format!("klew_object_{object}"),
        Some(HeapValue::Scalar { bytes, text }) => {
            let number =
                bytes.iter().rev().take(8).fold(0u64, |sum, byte| sum << 8 | u64::from(*byte));
            match text.parse::<i32>() {
                Ok(small) => format!("{small}"),
                Err(_) => format!("0x{number:x}ULL"),
            }
        }
        Some(HeapValue::Null) | None => "0".to_owned(),
    }
}

/// Whether C can name it.
pub(crate) fn is_identifier(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(fits) && !name.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{HeapField, HeapObject, HeapRoot};

    fn scalar(bytes: &[u8], text: &str) -> HeapValue {
        HeapValue::Scalar { bytes: bytes.to_vec(), text: text.into() }
    }

    fn root(name: &str, origin: RootOrigin, value: HeapValue) -> HeapRoot {
        HeapRoot { name: name.into(), type_name: String::new(), origin, value }
    }

    fn parameter(type_name: &str, passing: DriverPassing) -> DriverParameter {
        DriverParameter { name: "p".into(), type_name: type_name.into(), passing }
    }

    fn global(variable: &str) -> RootOrigin {
        RootOrigin::Global { variable: variable.into(), offset: 0 }
    }

    fn text_of(roots: Vec<HeapRoot>) -> DriverFile {
        let next = HeapField {
            name: "next".into(),
            type_name: "struct node *".into(),
            declared_in: None,
            offset: 8,
            value: HeapValue::Object(0),
        };
        let object = HeapObject {
            name: "node 1".into(),
            type_name: "struct node".into(),
            size: 16,
            length: Some(1),
            fields: vec![next],
        };
        let heap = InputHeap { roots, objects: vec![object] };
        let parameters = [
            parameter("struct node *", DriverPassing::Pointer),
            parameter("int", DriverPassing::Integer),
            parameter("double", DriverPassing::Variable),
        ];
        driver(&Driver {
            heap: &heap,
            file: "/src/list.c",
            function: "insert",
            parameters: &parameters,
            returns_pointer: true,
            title: "why",
        })
    }

    #[test]
    fn objects_are_built_and_passed() {
        let at = |index| RootOrigin::Parameter { index, offset: 0 };
        let text = text_of(vec![
            root("list", at(0), HeapValue::Object(0)),
            root("key", at(1), scalar(&[0xff; 4], "-1")),
            root("d", at(2), scalar(&[0; 8], "0.0")),
            root("head", global("head"), HeapValue::Object(0)),
        ])
        .text;
        for line in [
            "#include \"/src/list.c\"",
            "    void *klew_object_0 = klew_block(16); /* node 1: struct node */",
            "    klew_link(klew_object_0, 8, klew_object_0); /* node 1.next = node 1 */",
            "    klew_link(&head, 0, klew_object_0); /* head = node 1 */",
            "    klew_result = (void *)insert(klew_object_0, -1, klew_argument_2);",
        ] {
            assert!(text.lines().any(|candidate| candidate == line), "{line}\n{text}");
        }
    }

    #[test]
    fn what_has_no_name_cannot_be_set() {
        let file = text_of(vec![root("times", global("f.times"), scalar(&[0; 4], "0"))]);
        assert_eq!(file.unset, ["f.times"]);
        assert!(!file.text.contains("&f.times"), "{}", file.text);
    }
}
