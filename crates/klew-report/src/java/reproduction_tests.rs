//! Tests of the classes that build heaps. That they compile and run is tested in `klew`.

use super::*;
use crate::heap::HeapRoot;

fn scalar(bytes: &[u8]) -> HeapValue {
    HeapValue::Scalar { bytes: bytes.into(), text: "text".into() }
}

fn field(name: &str, type_name: &str, declared_in: Option<&str>, value: HeapValue) -> HeapField {
    HeapField {
        name: name.into(),
        type_name: type_name.into(),
        declared_in: declared_in.map(str::to_owned),
        offset: 0,
        value,
    }
}

fn object(name: &str, type_name: &str, length: Option<u64>, fields: Vec<HeapField>) -> HeapObject {
    HeapObject { name: name.into(), type_name: type_name.into(), size: 0, length, fields }
}

fn root(origin: RootOrigin, type_name: &str, value: HeapValue) -> HeapRoot {
    HeapRoot { name: "r".into(), type_name: type_name.into(), origin, value }
}

fn parameter(index: usize, type_name: &str, value: HeapValue) -> HeapRoot {
    root(RootOrigin::Parameter { index, offset: 0 }, type_name, value)
}

fn body(call: &Call, heap: &InputHeap) -> Vec<String> {
    let text = reproduction(call, heap, "a title\nwith */ and \\u002a in it");
    assert!(text.starts_with("/**\n * a title\n * with * / and \\ u002a in it\n *\n"));
    let lines = text.lines().skip_while(|line| !line.contains("void main")).skip(1);
    lines.map(|line| line.trim().to_owned()).filter(|line| line.starts_with(['O', 'K'])).collect()
}

fn check(call: &Call, heap: &InputHeap, want: &[&str]) {
    assert_eq!(body(call, heap), want);
}

fn call(parameters: &[&str], is_static: bool) -> Call {
    Call {
        class: "pkg/List".into(),
        method: "insert".into(),
        parameters: parameters.iter().map(|&name| name.to_owned()).collect(),
        is_static,
    }
}

#[test]
fn a_cyclic_heap() {
    let heap = InputHeap {
        roots: vec![
            root(RootOrigin::Receiver, "pkg.List", HeapValue::Object(0)),
            parameter(0, "int", scalar(&[7, 0, 0, 0])),
            parameter(1, "int[]", HeapValue::Object(1)),
            root(
                RootOrigin::Global { variable: "pkg.List.count".into(), offset: 0 },
                "long",
                scalar(&[1, 0, 0, 0, 0, 0, 0, 0]),
            ),
        ],
        objects: vec![
            object(
                "list 1",
                "pkg.List",
                None,
                vec![field("next", "pkg.List", Some("pkg.Base"), HeapValue::Object(0))],
            ),
            object("int[] 1", "int[]", Some(3), vec![field("[2]", "int", None, scalar(&[5]))]),
        ],
    };
    check(
        &call(&["int", "int[]"], false),
        &heap,
        &[
            "Object list1 = KlewHeap.object(\"pkg.List\");",
            "Object int1 = KlewHeap.array(\"int[]\", 3);",
            "KlewHeap.set(list1, \"pkg.Base.next\", list1);",
            "KlewHeap.setElement(int1, 2, 5);",
            "KlewHeap.setStatic(\"pkg.List\", \"count\", 1L);",
            "KlewHeap.call(\"pkg.List\", \"insert\", new String[] {\"int\", \"int[]\"}, list1, 7, int1);",
        ],
    );
}

#[test]
fn strings() {
    let characters = vec![
        field("[0]", "char", None, scalar(b"a\0")),
        field("[1]", "char", None, scalar(b"b\0")),
    ];
    let heap = InputHeap {
        roots: vec![parameter(0, "java.lang.String", HeapValue::Object(0))],
        objects: vec![
            object(
                "string 1",
                "java/lang/String",
                None,
                vec![field("value", "char[]", None, HeapValue::Object(1))],
            ),
            object("char[] 1", "char[]", Some(2), characters),
        ],
    };
    check(
        &call(&["java/lang/String"], true),
        &heap,
        &[
            "Object string1 = new String(\"ab\");",
            "Object char1 = KlewHeap.array(\"char[]\", 2);",
            "KlewHeap.setElement(char1, 0, 'a');",
            "KlewHeap.setElement(char1, 1, 'b');",
            "KlewHeap.call(\"pkg.List\", \"insert\", new String[] {\"java.lang.String\"}, null, \
             new Object[] {string1});",
        ],
    );
}

#[test]
fn parameters_that_nobody_looks_at() {
    check(
        &call(&["boolean", "pkg.Node"], true),
        &InputHeap::default(),
        &[
            "KlewHeap.call(\"pkg.List\", \"insert\", new String[] {\"boolean\", \"pkg.Node\"}, null, \
           false, null);",
        ],
    );
    check(
        &call(&["pkg.Node"], true),
        &InputHeap::default(),
        &["KlewHeap.call(\"pkg.List\", \"insert\", new String[] {\"pkg.Node\"}, null, \
           new Object[] {null});"],
    );
}

#[test]
fn names_of_variables() {
    for (name, type_name, want) in [
        ("node 1", "pkg.Node", "node1"),
        ("1", "pkg.Node", "node1"),
        ("int[]", "int[]", "int0"),
        ("new", "New", "new0"),
        ("", "", "object0"),
        ("this.next", "N", "thisNext"),
    ] {
        assert_eq!(identifier(name, type_name), want);
    }
}
