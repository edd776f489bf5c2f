//! Compiling programs, and running tests of them in the JVM.

use klew_ir::Property;
use klew_report::report::InputSource;
use klew_report::{
    Confirmation, FindingReport, HeapField, HeapObject, HeapRoot, HeapValue, Input, InputHeap,
    RootOrigin,
};

use super::*;
use crate::environment::EnvironmentArguments;

/// A program of one file, and what came of running a test of it.
fn run(
    source: &str,
    entry: &str,
    property: Property,
    message: &str,
    inputs: Vec<Input>,
    heap: Option<InputHeap>,
) -> (Result<String, String>, FindingReport) {
    let work = tempfile::tempdir().unwrap();
    let path = work.path().join("Main.java");
    fs::write(&path, source).unwrap();
    let arguments = crate::arguments::SourceArguments {
        files: vec![path],
        data_model: crate::arguments::Bits::Bits64,
        include: Vec::new(),
        define: Vec::new(),
        standard: "gnu11".into(),
        entry: entry.into(),
        java: crate::arguments::JavaArguments::default(),
    };
    let mut sources = Sources::new(&arguments, work.path()).unwrap();
    sources.environment = EnvironmentArguments::default().environment().unwrap();
    let clock = Clock::start(None);
    let (program, _) = prepare(&sources, &clock).unwrap();
    let mut report = FindingReport {
        property: property.name().into(),
        place: None,
        message: message.into(),
        stack: Vec::new(),
        notes: Vec::new(),
        path: Vec::new(),
        input: inputs,
        heap,
        decisions: String::new(),
        confirmation: Confirmation::Unconfirmed { reason: String::new() },
        test: None,
    };
    let folder = work.path().join("finding-1");
    let heap = report.heap.clone();
    let script =
        confirm::write_test(&program, &folder, &report.input, heap.as_ref(), "a title").unwrap();
    let seen = confirm::confirm(&program, &folder, property, &mut report, &clock);
    // The script does the same.
    let file = folder.join("run.sh");
    fs::write(&file, script).unwrap();
    let output = std::process::Command::new("sh").arg(&file).output().unwrap();
    let code = output.status.code();
    let said = String::from_utf8_lossy(&output.stderr);
    if seen.is_ok() {
        assert_eq!(code, Some(klew_report::java::UNCAUGHT), "{said}");
    }
    (seen, report)
}

fn input(name: &str, bytes: &[u8]) -> Input {
    Input {
        name: name.into(),
        value: "value".into(),
        bytes: bytes.into(),
        place: None,
        source: InputSource::Harness,
    }
}

const PROGRAM: &str = r#"import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] arguments) {
        int number = Verifier.nondetInt();
        String text = Klew.anyString("text");
        Klew.assume(number > 5);
        assert number != 7 || !text.equals("ab") : "seven";
        System.out.println(10 / (number - 8));
    }
}
"#;

fn check(number: u8, property: Property, message: &str, want: Result<&str, &str>, place: u32) {
    let inputs = vec![
        input("nondetInt", &[number, 0, 0, 0]),
        input("anyString", &[2, 0, 0, 0]),
        input("anyString", b"a\0b\0"),
    ];
    let (seen, report) = run(PROGRAM, "main", property, message, inputs, None);
    assert_eq!(seen.as_deref().map_err(String::as_str), want);
    assert_eq!(report.place.map_or(0, |place| place.line), place);
}

#[test]
fn runs_of_a_program() {
    let uncaught = Property::UncaughtException;
    let divided = "uncaught java.lang.ArithmeticException";
    let seven = Ok("the JVM throws java.lang.AssertionError at Main.java:8");
    check(7, Property::Assertion, "assertion failed", seven, 8);
    let eight = Ok("the JVM throws java.lang.ArithmeticException at Main.java:9");
    check(8, uncaught, divided, eight, 9);
    let otherwise =
        "the program failed otherwise in the JVM: java.lang.ArithmeticException: / by zero";
    check(8, uncaught, "uncaught java.lang.NullPointerException", Err(otherwise), 0);
    check(8, Property::Assertion, "assertion failed", Err(otherwise), 0);
    let none = "the program ended in the JVM without an exception";
    check(9, uncaught, divided, Err(none), 0);
    check(5, uncaught, divided, Err("an assumption does not hold in the JVM"), 0);
}

#[test]
fn a_run_that_asks_for_other_inputs() {
    let inputs = vec![input("nondetByte", &[1])];
    let (seen, _) = run(PROGRAM, "main", Property::Assertion, "", inputs, None);
    let why = seen.unwrap_err();
    assert!(why.contains("asks for other inputs") && why.contains("is no int"), "{why}");
}

const HEAP: &str = r#"package p;

public class Main {
    private static long count;
    private final Main next;
    private char letter;
    private Tag[] tags;
    private final String text = "constructors do not run";

    record Tag(int number, String name) {}

    private Main() { throw new IllegalStateException(); }

    private int find(Object other, double limit, float[] weights) {
        if (next == this && letter == 'x' && count == 5 && tags[1].number() == -3
                && tags[1].name().equals("a\"b") && tags[0] == null && limit == 0.5
                && weights.length == 2 && weights[1] == 1.5f && other == tags[1]) {
            return weights[tags.length];
        }
        return 0;
    }
}
"#;

fn scalar(bytes: &[u8]) -> HeapValue {
    HeapValue::Scalar { bytes: bytes.into(), text: String::new() }
}

fn field(name: &str, type_name: &str, value: HeapValue) -> HeapField {
    let declared_in = (!name.starts_with('[')).then(|| "p.Main".to_owned());
    HeapField { name: name.into(), type_name: type_name.into(), declared_in, offset: 0, value }
}

fn object(name: &str, type_name: &str, length: Option<u64>, fields: Vec<HeapField>) -> HeapObject {
    HeapObject { name: name.into(), type_name: type_name.into(), size: 0, length, fields }
}

fn heap() -> InputHeap {
    let root = |origin, type_name: &str, value| HeapRoot {
        name: String::new(),
        type_name: type_name.into(),
        origin,
        value,
    };
    let parameter = |index| RootOrigin::Parameter { index, offset: 0 };
    let tag = |name: &str, type_name: &str, value| HeapField {
        declared_in: Some("p.Main$Tag".into()),
        ..field(name, type_name, value)
    };
    InputHeap {
        roots: vec![
            root(RootOrigin::Receiver, "p.Main", HeapValue::Object(0)),
            root(parameter(0), "java.lang.Object", HeapValue::Object(2)),
            root(parameter(1), "double", scalar(&0.5_f64.to_le_bytes())),
            root(parameter(2), "float[]", HeapValue::Object(5)),
            root(
                RootOrigin::Global { variable: "p.Main.count".into(), offset: 0 },
                "long",
                scalar(&5_u64.to_le_bytes()),
            ),
        ],
        objects: vec![
            object(
                "main 1",
                "p.Main",
                None,
                vec![
                    field("next", "p.Main", HeapValue::Object(0)),
                    field("letter", "char", scalar(b"x\0")),
                    field("tags", "p.Main$Tag[]", HeapValue::Object(1)),
                ],
            ),
            object(
                "tag[] 1",
                "p.Main$Tag[]",
                Some(2),
                vec![
                    field("[0]", "p.Main$Tag", HeapValue::Null),
                    field("[1]", "p.Main$Tag", HeapValue::Object(2)),
                ],
            ),
            object(
                "tag 1",
                "p.Main$Tag",
                None,
                vec![
                    tag("number", "int", scalar(&(-3_i32).to_le_bytes())),
                    tag("name", "java.lang.String", HeapValue::Object(3)),
                ],
            ),
            object(
                "string 1",
                "java.lang.String",
                None,
                vec![field("value", "char[]", HeapValue::Object(4))],
            ),
            object(
                "char[] 1",
                "char[]",
                Some(3),
                vec![
                    field("[0]", "char", scalar(b"a\0")),
                    field("[1]", "char", scalar(b"\"\0")),
                    field("[2]", "char", scalar(b"b\0")),
                ],
            ),
            object(
                "float[] 1",
                "float[]",
                Some(2),
                vec![field("[1]", "float", scalar(&1.5_f32.to_le_bytes()))],
            ),
        ],
    }
}

#[test]
fn a_method_with_an_input_heap() {
    let message = "uncaught java.lang.ArrayIndexOutOfBoundsException";
    let (seen, report) =
        run(HEAP, "Main.find", Property::UncaughtException, message, Vec::new(), Some(heap()));
    let want = "the JVM throws java.lang.ArrayIndexOutOfBoundsException at Main.java:18";
    assert_eq!(seen.as_deref(), Ok(want));
    let functions: Vec<_> = report.stack.iter().map(|frame| frame.function.as_str()).collect();
    assert_eq!(functions, ["p.Main.find"]);
}
