//! Tests of a C function alone, as people write them: a file that includes the one that defines the function, with a test
//! function for each input, which builds the objects, makes the call, and checks what was seen.
//!
//! The same text is made twice: first with calls of `klew_show` in place of the checks, which tell klew what there is to see
//! ([`Watch`]), then with the checks. In the exact style nothing is written by its name that might not be known by it.

use std::fmt::Write as _;

use crate::c_text::c_string;
use crate::driver::{DriverParameter, DriverPassing, is_identifier};
use crate::harness::tape;
use crate::heap::{HeapObject, HeapValue, InputHeap, RootOrigin};
use crate::report::{Input, InputSource};
use crate::value::{Reading, format_value};

/// The header of the suite: what test functions use.
pub const SUPPORT: &str = include_str!("klew-test.h");
/// What stands behind it; it includes the runtime.
pub const SUPPORT_CODE: &str = include_str!("klew-test.c");

/// How a test is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// In the words of the program.
    Readable,
    /// By sizes and offsets.
    Exact,
}

/// The function and how it is called.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its parameters.
    pub parameters: &'a [DriverParameter],
    /// The type of its result, as C writes it, and how it is read; none where there is nothing to check.
    pub result: Option<(&'a str, Reading)>,
}

/// A test.
#[derive(Clone, Copy, Debug)]
pub struct FunctionTest<'a> {
    /// Its name, a C identifier.
    pub name: &'a str,
    /// Lines above it.
    pub about: &'a [String],
    /// What the function finds.
    pub heap: &'a InputHeap,
    /// Inputs that it asks for.
    pub inputs: &'a [Input],
}

/// Something that is worth a look after the call, and its number in `klew_show`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// As C writes it.
    pub expression: String,
    /// What it was before the call, where that is known.
    before: Option<Vec<u8>>,
    /// How it is read; none for pointers.
    reading: Option<Reading>,
    /// The object whose part it is.
    object: Option<usize>,
}

/// A test's parts.
struct Writer<'a> {
    function: Function<'a>,
    test: FunctionTest<'a>,
    style: Style,
    names: Vec<String>,
}

/// What is seen of an object besides its fields: its address and whether it was freed.
const ADDRESS: usize = 1000;
const FREED: usize = 2000;

impl<'a> Writer<'a> {
    fn new(function: Function<'a>, test: FunctionTest<'a>, style: Style) -> Writer<'a> {
        let name = |object: &HeapObject| {
            let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
            let name: String = object.name.chars().map(fits).collect();
            match name.starts_with(|c: char| c.is_ascii_digit()) {
                true => format!("object_{name}"),
                false => name,
            }
        };
        let names = test.heap.objects.iter().map(name).collect();
        Writer { function, test, style, names }
    }

    fn value(&self, value: &HeapValue) -> Option<String> {
        match value {
            HeapValue::Null => Some("NULL".to_owned()),
            HeapValue::Object(index) => self.names.get(*index).cloned(),
            HeapValue::Scalar { bytes, text } => literal(bytes, reading_of(text, bytes)),
        }
    }

    /// The objects and what they hold.
    fn arrange(&self) -> String {
        let mut text = String::new();
        for (object, name) in self.test.heap.objects.iter().zip(&self.names) {
            let _ = writeln!(text, "    {}", self.creation(object, name));
        }
        for (object, name) in self.test.heap.objects.iter().zip(&self.names) {
            if self.is_readable(object) && characters(object).is_some() {
                continue;
            }
            for field in &object.fields {
                let place = self.field(object, name, &field.name);
                let _ = writeln!(
                    text,
                    "    {}",
                    self.assignment(place, name, field.offset, &field.value)
                );
            }
        }
        for root in &self.test.heap.roots {
            if let RootOrigin::Global { variable, offset } = &root.origin {
                if !is_identifier(variable) {
                    // Static variables of functions.
                    let _ = writeln!(
                        text,
                        "    /* {variable} is as at first: it cannot be set from outside */"
                    );
                    continue;
                }
                let plain =
                    root.name.chars().all(|c| c.is_ascii_alphanumeric() || "_.[]".contains(c));
                let place = (plain && self.style == Style::Readable).then(|| root.name.clone());
                let address = format!("&{variable}");
                let _ = writeln!(
                    text,
                    "    {}",
                    self.assignment(place, &address, *offset, &root.value)
                );
            }
        }
        for (index, parameter) in self.function.parameters.iter().enumerate() {
            if parameter.passing == DriverPassing::Variable
                && self.argument_literal(index).is_none()
            {
                let _ = writeln!(text, "    {} argument_{index};", parameter.type_name);
                let _ =
                    writeln!(text, "    memset(&argument_{index}, 0, sizeof argument_{index});");
                let address = format!("&argument_{index}");
                for root in self.roots_of(index) {
                    let RootOrigin::Parameter { offset, .. } = root.origin else { continue };
                    let _ = writeln!(
                        text,
                        "    {}",
                        self.assignment(None, &address, offset, &root.value)
                    );
                }
            }
        }
        text
    }

    fn is_readable(&self, object: &HeapObject) -> bool {
        let named = |c: char| c.is_ascii_alphanumeric() || "_ *".contains(c);
        let is_type = object.type_name.chars().all(named)
            && !["", "?", "void", "function", "struct", "union"]
                .contains(&object.type_name.as_str());
        self.style == Style::Readable && is_type
    }

    fn creation(&self, object: &HeapObject, name: &str) -> String {
        let HeapObject { type_name, size, .. } = object;
        if !self.is_readable(object) {
            return format!("void *{name} = klew_new({size}); /* {type_name} */");
        }
        if let Some(bytes) = characters(object) {
            let text = bytes.strip_suffix(&[0]).unwrap_or(&bytes);
            return format!("{type_name} *{name} = klew_copy(\"{}\", {size});", c_string(text));
        }
        match object.length {
            Some(1) | None => format!("{type_name} *{name} = klew_new(sizeof({type_name}));"),
            Some(length) => {
                format!("{type_name} *{name} = klew_new({length} * sizeof({type_name}));")
            }
        }
    }

    /// A field as C writes it, where it can.
    fn field(&self, object: &HeapObject, name: &str, field: &str) -> Option<String> {
        let plain = field.chars().all(|c| c.is_ascii_alphanumeric() || "_.[]".contains(c));
        if !plain || field.is_empty() || !self.is_readable(object) {
            return None;
        }
        Some(match field.starts_with('[') {
            true if field == "[0]" && object.length == Some(1) => format!("*{name}"),
            true => format!("{name}{field}"),
            false => format!("{name}->{field}"),
        })
    }

    fn assignment(
        &self,
        place: Option<String>,
        object: &str,
        offset: u64,
        value: &HeapValue,
    ) -> String {
        if let (Some(place), Some(value)) = (place, self.value(value)) {
            return format!("{place} = {value};");
        }
        match value {
            HeapValue::Null => format!("klew_link({object}, {offset}, 0);"),
            HeapValue::Object(index) => {
                let target = self.names.get(*index).map_or("0", String::as_str);
                format!("klew_link({object}, {offset}, {target});")
            }
            HeapValue::Scalar { bytes, text } => {
                let (image, size) = (c_string(bytes), bytes.len());
                let text = text.replace("*/", "* /");
                format!("klew_bytes({object}, {offset}, \"{image}\", {size}); /* {text} */")
            }
        }
    }

    fn roots_of(&self, index: usize) -> impl Iterator<Item = &crate::heap::HeapRoot> {
        self.test.heap.roots.iter().filter(
            move |root| matches!(root.origin, RootOrigin::Parameter { index: at, .. } if at == index),
        )
    }

    /// An argument that is one number in floating point.
    fn argument_literal(&self, index: usize) -> Option<String> {
        let type_name = &self.function.parameters[index].type_name;
        let root = self.roots_of(index).next()?;
        match &root.value {
            HeapValue::Scalar { bytes, .. }
                if ["float", "double"].contains(&type_name.as_str()) =>
            {
                literal(bytes, Reading::Float)
            }
            _ => None,
        }
    }

    fn argument(&self, index: usize) -> String {
        if self.function.parameters[index].passing == DriverPassing::Variable {
            return self.argument_literal(index).unwrap_or_else(|| format!("argument_{index}"));
        }
        let value = self.roots_of(index).next().map(|root| self.value(&root.value));
        match value {
            Some(Some(value)) if value == "NULL" => "NULL".to_owned(),
            Some(Some(value)) => value,
            _ => "0".to_owned(),
        }
    }

    fn call(&self) -> String {
        let arguments: Vec<String> =
            (0..self.function.parameters.len()).map(|index| self.argument(index)).collect();
        let call = format!("{}({});", self.function.name, arguments.join(", "));
        match self.function.result {
            None => format!("    {call}\n"),
            Some((type_name, _)) => {
                let fits = |c: char| c.is_ascii_alphanumeric() || "_ *".contains(c);
                let named = self.style == Style::Readable && type_name.chars().all(fits);
                let declared = if named { type_name } else { "__auto_type" };
                let space = if declared.ends_with('*') { "" } else { " " };
                format!("    {declared}{space}result = {call}\n")
            }
        }
    }

    /// What is worth a look: the result first, then what objects and global variables hold.
    fn watches(&self) -> Vec<(Watch, String)> {
        let mut watches = Vec::new();
        if let Some((_, reading)) = self.function.result {
            let reading = (reading != Reading::Pointer).then_some(reading);
            let watch = Watch { expression: "result".into(), before: None, reading, object: None };
            watches.push((watch, "&result, sizeof result".to_owned()));
        }
        let of = |value: &HeapValue| match value {
            HeapValue::Scalar { bytes, text } => {
                Some((Some(bytes.clone()), Some(reading_of(text, bytes)), bytes.len()))
            }
            // What it points to is told by the addresses.
            _ => Some((None, None, 0)),
        };
        for (index, (object, name)) in self.test.heap.objects.iter().zip(&self.names).enumerate() {
            for field in &object.fields {
                let Some(expression) = self.field(object, name, &field.name) else { continue };
                let Some((before, reading, size)) = of(&field.value) else { continue };
                let size = if size == 0 { "sizeof(void *)".to_owned() } else { size.to_string() };
                let show = format!("(char *){name} + {}, {size}", field.offset);
                let watch = Watch { expression, before, reading, object: Some(index) };
                watches.push((watch, show));
            }
        }
        for root in &self.test.heap.roots {
            let RootOrigin::Global { variable, offset } = &root.origin else { continue };
            if !is_identifier(variable) {
                continue;
            }
            let plain = root.name.chars().all(|c| c.is_ascii_alphanumeric() || "_.[]".contains(c));
            let Some((before, reading, size)) = of(&root.value).filter(|_| plain) else { continue };
            let size = if size == 0 { "sizeof(void *)".to_owned() } else { size.to_string() };
            let show = format!("(char *)&{variable} + {offset}, {size}");
            let expression = root.name.clone();
            watches.push((Watch { expression, before, reading, object: None }, show));
        }
        watches
    }

    fn shows(&self) -> String {
        let mut text = String::new();
        for (index, (object, name)) in self.test.heap.objects.iter().zip(&self.names).enumerate() {
            if self.is_readable(object) && self.style == Style::Readable {
                let length = object.length.unwrap_or(1);
                let _ = writeln!(
                    text,
                    "    _Static_assert({length} * sizeof({}) == {}, \"size\");",
                    object.type_name, object.size
                );
            }
            let _ = writeln!(text, "    klew_show({}, &{name}, sizeof {name});", ADDRESS + index);
            let _ = writeln!(text, "    klew_show_freed({}, {name});", FREED + index);
        }
        for (number, (watch, show)) in self.watches().into_iter().enumerate() {
            let guard = match watch.object {
                Some(index) => format!("if (!klew_is_freed({})) ", self.names[index]),
                None => String::new(),
            };
            let _ = writeln!(text, "    {guard}klew_show({number}, {show});");
        }
        text
    }

    fn head(&self) -> String {
        let mut text = String::new();
        if self.test.about.len() == 1 {
            let _ = writeln!(text, "/* {} */", self.test.about[0].replace("*/", "* /"));
        } else if !self.test.about.is_empty() {
            let lines: Vec<String> =
                self.test.about.iter().map(|line| line.replace("*/", "* /")).collect();
            let _ = writeln!(text, "/* {} */", lines.join("\n * "));
        }
        if asks(self.test.inputs) {
            let entries = tape(self.test.inputs);
            let _ = writeln!(
                text,
                "static const struct klew_tape_entry inputs_of_{}[] = {{\n{entries}}};\n",
                self.test.name
            );
        }
        let _ = writeln!(text, "static void {}(void)\n{{", self.test.name);
        text
    }

    fn text(&self, checks: &str) -> String {
        let (mut text, arrange) = (self.head(), self.arrange());
        text.push_str(&arrange);
        if asks(self.test.inputs) {
            let _ = writeln!(text, "    klew_give(inputs_of_{});", self.test.name);
        }
        if !arrange.is_empty() {
            text.push('\n');
        }
        text.push_str(&self.call());
        if !checks.is_empty() {
            let _ = write!(text, "\n{checks}");
        }
        text.push_str("}\n");
        text
    }
}

/// Whether a run asks for inputs by calling functions.
fn asks(inputs: &[Input]) -> bool {
    inputs.iter().any(|input| input.source == InputSource::Harness)
}

/// The bytes of an array of characters, if all of them are known to be some.
fn characters(object: &HeapObject) -> Option<Vec<u8>> {
    let kinds = ["char", "unsigned char", "signed char", "uint8_t", "int8_t"];
    if !kinds.contains(&object.type_name.as_str()) || object.size > 4096 {
        return None;
    }
    let mut bytes = vec![0; usize::try_from(object.size).ok()?];
    for field in &object.fields {
        match &field.value {
            HeapValue::Scalar { bytes: one, .. } if one.len() == 1 => {
                *bytes.get_mut(usize::try_from(field.offset).ok()?)? = one[0];
            }
            _ => return None,
        }
    }
    Some(bytes)
}

/// How a number was read that is shown so.
fn reading_of(text: &str, bytes: &[u8]) -> Reading {
    let readings = [
        Reading::Signed,
        Reading::Unsigned,
        Reading::Boolean,
        Reading::Character,
        Reading::UnsignedCharacter,
        Reading::Float,
    ];
    let same = |reading: &Reading| format_value(bytes, *reading) == text;
    readings.into_iter().find(same).unwrap_or(Reading::Bytes)
}

/// A value as C writes it, of a type of which this is the image.
fn literal(bytes: &[u8], reading: Reading) -> Option<String> {
    if bytes.is_empty() || bytes.len() > 8 {
        return None;
    }
    let bits = bytes.iter().rev().fold(0u64, |sum, byte| sum << 8 | u64::from(*byte));
    let shift = 64 - 8 * bytes.len() as u32;
    let signed = ((bits << shift) as i64) >> shift;
    Some(match reading {
        Reading::Float => float(bytes.len(), bits)?,
        Reading::Signed if signed == i64::MIN => "(-9223372036854775807 - 1)".to_owned(),
        Reading::Signed if signed == i64::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        Reading::Signed => signed.to_string(),
        Reading::Unsigned if bits > i64::MAX as u64 => format!("{bits}u"),
        Reading::Unsigned | Reading::Boolean => bits.to_string(),
        Reading::Character | Reading::UnsignedCharacter => match u8::try_from(bits) {
            Ok(byte)
                if byte == b' ' || byte.is_ascii_graphic() && byte != b'\'' && byte != b'\\' =>
            {
                format!("'{}'", char::from(byte))
            }
            Ok(b'\'') => "'\\''".to_owned(),
            Ok(b'\\') => "'\\\\'".to_owned(),
            _ if reading == Reading::Character => signed.to_string(),
            _ => bits.to_string(),
        },
        _ => return None,
    })
}

fn float(size: usize, bits: u64) -> Option<String> {
    let number = match size {
        4 => f64::from(f32::from_bits(bits as u32)),
        8 => f64::from_bits(bits),
        _ => return None,
    };
    let end = if size == 4 { "f" } else { "" };
    Some(match number {
        _ if number.is_nan() => return None,
        f64::INFINITY => "__builtin_inf()".to_owned(),
        f64::NEG_INFINITY => "-__builtin_inf()".to_owned(),
        _ if size == 4 => format!("{:?}{end}", f32::from_bits(bits as u32)),
        _ => format!("{number:?}"),
    })
}

/// What a run showed: numbers of `klew_show`, and bytes.
pub type Seen = std::collections::BTreeMap<usize, Vec<u8>>;

/// What `klew_show` wrote down.
pub fn read_seen(text: &str) -> Seen {
    let line = |line: &str| {
        let (number, digits) = line.split_once(' ')?;
        let byte = |at: usize| u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok();
        let bytes: Option<Vec<u8>> = (0..digits.len() / 2).map(byte).collect();
        Some((number.parse().ok()?, bytes?))
    };
    text.lines().filter_map(line).collect()
}

/// The test function that shows what there is to see.
pub fn showing(function: Function<'_>, test: FunctionTest<'_>, style: Style) -> String {
    let writer = Writer::new(function, test, style);
    writer.text(&writer.shows())
}

/// The checks of what was seen: of the result, and of what changed.
pub fn checks(
    function: Function<'_>,
    test: FunctionTest<'_>,
    style: Style,
    seen: &Seen,
) -> Vec<String> {
    let writer = Writer::new(function, test, style);
    let mut checks = Vec::new();
    let addresses: Vec<Option<&Vec<u8>>> =
        (0..writer.names.len()).map(|index| seen.get(&(ADDRESS + index))).collect();
    for (number, (watch, _)) in writer.watches().into_iter().enumerate() {
        let Some(bytes) = seen.get(&number) else { continue };
        let expression = &watch.expression;
        match watch.reading {
            Some(_) if watch.before.as_ref() == Some(bytes) => {}
            Some(Reading::Float) if literal(bytes, Reading::Float).is_none() => {
                checks.push(format!("CHECK({expression} != {expression});"));
            }
            Some(reading) => {
                let value = literal(bytes, reading);
                checks.extend(value.map(|value| format!("CHECK({expression} == {value});")));
            }
            None if bytes.iter().all(|byte| *byte == 0) => {
                checks.push(format!("CHECK({expression} == NULL);"));
            }
            None => {
                let target = addresses.iter().position(|address| *address == Some(bytes));
                checks.push(match target {
                    Some(index) => format!("CHECK({expression} == {});", writer.names[index]),
                    None => format!("CHECK({expression} != NULL);"),
                });
            }
        }
    }
    // A pointer that is as it was says nothing.
    let unchanged = |check: &String| {
        let fields = test.heap.objects.iter().zip(&writer.names).flat_map(|(object, name)| {
            object.fields.iter().filter_map(|field| {
                let expression = writer.field(object, name, &field.name)?;
                match &field.value {
                    HeapValue::Scalar { .. } => None,
                    value => Some(format!("CHECK({expression} == {});", writer.value(value)?)),
                }
            })
        });
        let roots = test.heap.roots.iter().filter_map(|root| match root.value {
            HeapValue::Scalar { .. } => None,
            _ => Some(format!("CHECK({} == {});", root.name, writer.value(&root.value)?)),
        });
        fields.chain(roots).any(|before| before == *check)
    };
    checks.retain(|check| !unchanged(check));
    for (index, name) in writer.names.iter().enumerate() {
        if seen.get(&(FREED + index)).is_some_and(|freed| freed.first() == Some(&1)) {
            checks.push(format!("CHECK(klew_is_freed({name}));"));
        }
    }
    checks
}

/// The test function with its checks.
pub fn checking(
    function: Function<'_>,
    test: FunctionTest<'_>,
    style: Style,
    checks: &[String],
) -> String {
    let lines: String = checks.iter().map(|check| format!("    {check}\n")).collect();
    Writer::new(function, test, style).text(&lines)
}

/// The file: `includes` are files that stand before the tests, `title` lines at the top.
pub fn file(title: &str, include: &str, tests: &[(String, String)]) -> String {
    let mut text = String::from("/* Written by klew.\n");
    title.lines().for_each(|line| text.push_str(&format!(" * {line}\n")));
    let _ = write!(
        text,
        " */\n\n#define main klew_program_main\n#include \"{}\"\n#undef main\n\n#include \"klew-test.h\"\n\n",
        c_string(include.as_bytes())
    );
    for (_, test) in tests {
        let _ = writeln!(text, "{test}");
    }
    text.push_str("const struct klew_test klew_tests[] = {\n");
    for (name, _) in tests {
        let _ = writeln!(text, "    {{\"{name}\", {name}}},");
    }
    text.push_str("    {0, 0},\n};\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{HeapField, HeapRoot};

    fn scalar(bytes: &[u8], text: &str) -> HeapValue {
        HeapValue::Scalar { bytes: bytes.to_vec(), text: text.into() }
    }

    fn list() -> InputHeap {
        let field = |name: &str, offset, value| HeapField {
            name: name.into(),
            type_name: String::new(),
            declared_in: None,
            offset,
            value,
        };
        let object = HeapObject {
            name: "node 1".into(),
            type_name: "struct node".into(),
            size: 16,
            length: Some(1),
            fields: vec![
                field("value", 0, scalar(&[0xfd, 0xff, 0xff, 0xff], "-3")),
                field("next", 8, HeapValue::Null),
            ],
        };
        let root = |name: &str, index, value| HeapRoot {
            name: name.into(),
            type_name: String::new(),
            origin: RootOrigin::Parameter { index, offset: 0 },
            value,
        };
        InputHeap {
            roots: vec![
                root("list", 0, HeapValue::Object(0)),
                root("c", 1, scalar(b"a", "97 ('a')")),
            ],
            objects: vec![object],
        }
    }

    fn parameters() -> [DriverParameter; 2] {
        [("struct node *", DriverPassing::Pointer), ("char", DriverPassing::Integer)].map(
            |(type_name, passing)| DriverParameter {
                name: "p".into(),
                type_name: type_name.into(),
                passing,
            },
        )
    }

    #[test]
    fn a_test_as_people_write_it() {
        let (heap, parameters, about) = (list(), parameters(), ["push, line 3: true".to_owned()]);
        let result = Some(("int", Reading::Signed));
        let function = Function { name: "push", parameters: &parameters, result };
        let test = FunctionTest { name: "line_3_true", about: &about, heap: &heap, inputs: &[] };
        // The value as before, the next node the same one, and the node freed.
        let seen = "0 ffffffff\n1000 1000000000000000\n1 fdffffff\n2 1000000000000000\n2000 01\n";
        let checks = checks(function, test, Style::Readable, &read_seen(seen));
        let text = checking(function, test, Style::Readable, &checks);
        let want = "/* push, line 3: true */\nstatic void line_3_true(void)\n{\n    \
                    struct node *node_1 = klew_new(sizeof(struct node));\n    \
                    node_1->value = -3;\n    node_1->next = NULL;\n\n    \
                    int result = push(node_1, 'a');\n\n    CHECK(result == -1);\n    \
                    CHECK(node_1->next == node_1);\n    CHECK(klew_is_freed(node_1));\n}\n";
        assert_eq!(text, want);
    }

    #[test]
    fn exact_tests_name_nothing() {
        let (heap, parameters) = (list(), parameters());
        let function = Function { name: "push", parameters: &parameters, result: None };
        let test = FunctionTest { name: "t", about: &[], heap: &heap, inputs: &[] };
        let text = checking(function, test, Style::Exact, &[]);
        assert!(
            text.contains("klew_bytes(node_1, 0, \"\\375\\377\\377\\377\", 4); /* -3 */"),
            "{text}"
        );
        assert!(!text.contains("node_1->"), "{text}");
    }

    #[test]
    fn literals() {
        let check = |bytes: &[u8], reading, want: Option<&str>| {
            assert_eq!(literal(bytes, reading).as_deref(), want);
        };
        check(&[0, 0, 0, 0x80], Reading::Signed, Some("(-2147483647 - 1)"));
        check(&[0xff; 8], Reading::Unsigned, Some("18446744073709551615u"));
        check(b"'", Reading::Character, Some("'\\''"));
        check(&[0xff], Reading::Character, Some("-1"));
        check(&[0, 0, 0xc0, 0x3f], Reading::Float, Some("1.5f"));
        check(&[0, 0, 0xc0, 0x7f], Reading::Float, None);
    }
}
