//! Input heaps drawn in text: names and what they hold, then each object with its fields and with what else
//! points to it.
//!
//! ```text
//! list ──▶ node 1
//! key = 7
//! node 1: struct node, shared by list and node 2.next
//!     value = 3
//!     next ──▶ node 2
//! node 2: struct node
//!     next ──▶ node 1
//! ```

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::heap::{HeapField, HeapObject, HeapValue, InputHeap};

/// The heap as lines; `null` is what the language calls the null reference.
pub fn draw(heap: &InputHeap, null: &str) -> String {
    let mut text = String::new();
    for root in &heap.roots {
        let _ = writeln!(text, "{}", line(heap, null, &root.name, &root.value));
    }
    let hidden = values(heap);
    for (index, object) in heap.objects.iter().enumerate().filter(|it| !hidden.contains(&it.0)) {
        let _ = write!(text, "{}", heading(object));
        let pointers = pointers_to(heap, index);
        if pointers.len() > 1 {
            let _ = write!(text, ", shared by {}", pointers.join(" and "));
        }
        text.push('\n');
        match as_string(object) {
            Some(string) => {
                let _ = writeln!(text, "    {string}");
            }
            None => {
                for field in object.fields.iter().filter(|field| !is_padding(field)) {
                    let _ = writeln!(text, "    {}", line(heap, null, &field.name, &field.value));
                }
            }
        }
    }
    text
}

fn heading(object: &HeapObject) -> String {
    let HeapObject { name, type_name, length, .. } = object;
    match length {
        Some(length) if type_name.ends_with("[]") => {
            format!("{name}: {}[{length}]", type_name.trim_end_matches("[]"))
        }
        Some(1) | None => format!("{name}: {type_name}"),
        Some(length) => format!("{name}: {type_name}[{length}]"),
    }
}

fn line(heap: &InputHeap, null: &str, name: &str, value: &HeapValue) -> String {
    match value {
        HeapValue::Null => format!("{name} = {null}"),
        HeapValue::Object(index) => {
            if let Some(text) = string(heap, *index).map(|it| it.0).or_else(|| boxed(heap, *index))
            {
                return format!("{name} = {text}");
            }
            let target = heap.objects.get(*index).map_or("?", |object| object.name.as_str());
            format!("{name} ──▶ {target}")
        }
        HeapValue::Scalar { text, .. } => format!("{name} = {text}"),
    }
}

/// What points to an object: roots, and fields of objects.
fn pointers_to(heap: &InputHeap, index: usize) -> Vec<String> {
    let here = |value: &HeapValue| *value == HeapValue::Object(index);
    let roots = heap.roots.iter().filter(|root| here(&root.value)).map(|root| root.name.clone());
    let fields = heap.objects.iter().flat_map(|object| {
        let fields = object.fields.iter().filter(|field| here(&field.value));
        fields.map(|field| match field.name.starts_with('[') {
            true => format!("{}{}", object.name, field.name),
            false => format!("{}.{}", object.name, field.name),
        })
    });
    roots.chain(fields).collect()
}

/// A `String` of Java that one reference leads to is shown in its place: as a literal, with the array that only it has.
fn string(heap: &InputHeap, index: usize) -> Option<(String, usize)> {
    let object = heap.objects.get(index).filter(|it| it.type_name == "java.lang.String")?;
    let named = |name: &str| object.fields.iter().find(|field| field.name == name);
    let Some(HeapValue::Object(array)) = named("value").map(|field| &field.value) else {
        return None;
    };
    let characters = heap.objects.get(*array).filter(|it| it.type_name == "char[]")?;
    if pointers_to(heap, index).len() != 1 || pointers_to(heap, *array).len() != 1 {
        return None;
    }
    let length = characters.length?;
    let mut units = vec![0; length.min(LONGEST_STRING) as usize];
    for HeapField { name, value, .. } in &characters.fields {
        let place = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')?.parse().ok());
        if let (Some::<usize>(place), HeapValue::Scalar { bytes, .. }) = (place, value)
            && let (Some(unit), [low, high]) = (units.get_mut(place), bytes.as_slice())
        {
            *unit = u16::from_le_bytes([*low, *high]);
        }
    }
    let rest =
        if length > LONGEST_STRING { format!(" … ({length} characters)") } else { String::new() };
    Some((format!("{}{rest}", crate::java::string_literal(&units)), *array))
}

/// The objects that are shown as values, and the arrays of strings.
fn values(heap: &InputHeap) -> BTreeSet<usize> {
    let all = (0..heap.objects.len()).filter_map(|index| Some((index, string(heap, index)?.1)));
    let boxes = (0..heap.objects.len()).filter(|index| boxed(heap, *index).is_some());
    all.flat_map(|(index, array)| [index, array]).chain(boxes).collect()
}

/// The value in a box of Java that one reference leads to.
fn boxed(heap: &InputHeap, index: usize) -> Option<String> {
    const BOXES: [&str; 8] =
        ["Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double"];
    let object = heap.objects.get(index)?;
    let short = object.type_name.strip_prefix("java.lang.")?;
    let value = object.fields.iter().find(|field| field.name == "value")?;
    let is_alone = BOXES.contains(&short) && pointers_to(heap, index).len() == 1;
    match &value.value {
        HeapValue::Scalar { text, .. } if is_alone => Some(text.clone()),
        _ => None,
    }
}

/// Longer arrays of characters are not shown whole.
const LONGEST_STRING: u64 = 64;

/// An array of characters, as a string. What the run does not look at is 0, as in tests.
fn as_string(object: &HeapObject) -> Option<String> {
    let HeapObject { fields, type_name, size, .. } = object;
    let character = matches!(&**type_name, "char" | "signed char" | "unsigned char" | "void");
    if !character || *size == 0 {
        return None;
    }
    let mut bytes = vec![0; (*size).min(LONGEST_STRING) as usize];
    for HeapField { offset, value, .. } in fields {
        match value {
            HeapValue::Scalar { bytes: image, .. } if image.len() == 1 => {
                let place = usize::try_from(*offset).ok().and_then(|at| bytes.get_mut(at));
                place.into_iter().for_each(|place| *place = image[0]);
            }
            _ => return None,
        }
    }
    let rest = if *size > LONGEST_STRING { " …" } else { "" };
    Some(format!("\"{}\"{rest}", bytes.escape_ascii()))
}

/// Bytes between fields that are 0: they have no name of their own.
fn is_padding(field: &HeapField) -> bool {
    let zero =
        matches!(&field.value, HeapValue::Scalar { bytes, .. } if bytes.iter().all(|b| *b == 0));
    field.name.starts_with('@') && zero
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{HeapRoot, RootOrigin};

    fn field(name: &str, offset: u64, value: HeapValue) -> HeapField {
        HeapField { name: name.into(), type_name: String::new(), declared_in: None, offset, value }
    }

    fn object(name: &str, type_name: &str, length: u64, fields: Vec<HeapField>) -> HeapObject {
        let (name, type_name, length) = (name.into(), type_name.into(), Some(length));
        HeapObject { name, type_name, size: 16, length, fields }
    }

    fn root(name: &str, value: HeapValue) -> HeapRoot {
        let origin = RootOrigin::Parameter { index: 0, offset: 0 };
        HeapRoot { name: name.into(), type_name: String::new(), origin, value }
    }

    fn scalar(bytes: &[u8], text: &str) -> HeapValue {
        HeapValue::Scalar { bytes: bytes.to_vec(), text: text.into() }
    }

    #[test]
    fn aliases_and_cycles_are_visible() {
        let heap = InputHeap {
            roots: vec![
                root("list", HeapValue::Object(0)),
                root("key", scalar(&[7], "7")),
                root("none", HeapValue::Null),
            ],
            objects: vec![
                object(
                    "node 1",
                    "struct node",
                    1,
                    vec![
                        field("value", 0, scalar(&[3], "3")),
                        field("next", 8, HeapValue::Object(1)),
                    ],
                ),
                object(
                    "node 2",
                    "struct node",
                    2,
                    vec![field("[1].next", 24, HeapValue::Object(0))],
                ),
            ],
        };
        let want = "list ──▶ node 1\nkey = 7\nnone = NULL\n\
            node 1: struct node, shared by list and node 2[1].next\n    value = 3\n    next ──▶ node 2\n\
            node 2: struct node[2]\n    [1].next ──▶ node 1\n";
        assert_eq!(draw(&heap, "NULL"), want);
    }

    #[test]
    fn strings_and_boxes_of_java_are_values() {
        let text = |array| {
            object(
                "String 1",
                "java.lang.String",
                1,
                vec![field("value", 8, HeapValue::Object(array))],
            )
        };
        let letter = field("[1]", 10, scalar(b"a\0", "97 ('a')"));
        let number = field("value", 8, scalar(&[7], "7"));
        let objects = vec![
            text(1),
            object("char array 1", "char[]", 2, vec![letter]),
            object("Integer 1", "java.lang.Integer", 1, vec![number]),
        ];
        let [s, n, t] =
            [("s", 0), ("n", 2), ("t", 0)].map(|(name, to)| root(name, HeapValue::Object(to)));
        let alone = InputHeap { roots: vec![s.clone(), n.clone()], objects: objects.clone() };
        assert_eq!(draw(&alone, "null"), "s = \"\\000a\"\nn = 7\n");
        let shared = draw(&InputHeap { roots: vec![s, n, t], objects }, "null");
        assert!(shared.contains("String 1: java.lang.String, shared by s and t"));
    }

    #[test]
    fn characters_are_strings() {
        let text = |size, length| HeapObject {
            size,
            ..object("char 1", "char", length, vec![field("[1]", 1, scalar(b"a", "97"))])
        };
        let array = object("int array 1", "int[]", 3, Vec::new());
        let padded = object(
            "s 1",
            "struct s",
            1,
            vec![field("@4", 4, scalar(&[0], "1 zero byte")), field("@5", 5, scalar(&[1], "01"))],
        );
        let heap = InputHeap { roots: Vec::new(), objects: vec![text(3, 3), array, padded] };
        let want = "char 1: char[3]\n    \"\\x00a\\x00\"\nint array 1: int[3]\ns 1: struct s\n    @5 = 01\n";
        assert_eq!(draw(&heap, "NULL"), want);
        let long = InputHeap { roots: Vec::new(), objects: vec![text(65, 65)] };
        assert!(draw(&long, "NULL").ends_with("\\x00\" …\n"));
    }
}
