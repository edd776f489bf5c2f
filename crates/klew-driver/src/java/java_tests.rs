//! Compiling programs, and running tests of them in the JVM.

use klew_ir::Property;
use klew_report::report::InputSource;
use klew_report::{
    Confirmation, FindingReport, HeapField, HeapObject, HeapRoot, HeapValue, Input, InputHeap,
    RootOrigin,
};

use super::*;

/// A program of one file, compiled, and the folder that it lies in.
struct Compiled {
    program: JavaProgram,
    work: tempfile::TempDir,
}

fn compiled(source: &str, entry: &str) -> Compiled {
    let work = tempfile::tempdir().unwrap();
    let path = work.path().join("Main.java");
    fs::write(&path, source).unwrap();
    let mut named = Named::empty(work.path());
    named.files = vec![SourceFile { path, kind: Kind::Java }];
    named.entry = entry.to_owned();
    let (program, _) = prepare(&named, &Options::default(), &Clock::start(None)).unwrap();
    Compiled { program, work }
}

/// What comes of running a test.
fn run(
    compiled: &Compiled,
    property: Property,
    message: &str,
    inputs: Vec<Input>,
    heap: Option<InputHeap>,
) -> (Result<String, String>, FindingReport) {
    let mut report = FindingReport {
        property: property.name().into(),
        cwe: None,
        place: None,
        message: message.into(),
        stack: Vec::new(),
        notes: Vec::new(),
        states: Vec::new(),
        path: Vec::new(),
        input: inputs,
        heap,
        decisions: String::new(),
        confirmation: Confirmation::Unconfirmed { reason: String::new() },
        test: None,
    };
    let folder = compiled.work.path().join("finding-1");
    let heap = report.heap.as_ref();
    let program = &compiled.program;
    let script = confirm::write_test(program, &folder, &report.input, heap, "a title").unwrap();
    fs::write(folder.join("run.sh"), script).unwrap();
    let exception = message.strip_prefix("uncaught ");
    let wanted = (property, exception);
    let seen = confirm::confirm(program, &folder, wanted, &mut report, &Clock::start(None));
    let seen = seen.map_err(confirm::NotSeen::into_reason);
    (seen, report)
}

/// The script does what klew did.
fn check_script(compiled: &Compiled, want: &str) {
    let file = compiled.work.path().join("finding-1/run.sh");
    let output = std::process::Command::new("sh").arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(klew_report::java::UNCAUGHT), "{said}");
    assert!(said.contains(want), "{said}");
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

fn check(
    compiled: &Compiled,
    number: u8,
    property: Property,
    message: &str,
    want: Result<&str, &str>,
    place: u32,
) {
    let inputs = vec![
        input("nondetInt", &[number, 0, 0, 0]),
        input("anyString", &[2, 0, 0, 0]),
        input("anyString", b"a\0b\0"),
    ];
    let (seen, report) = run(compiled, property, message, inputs, None);
    assert_eq!(seen.as_deref().map_err(String::as_str), want);
    assert_eq!(report.place.map_or(0, |place| place.line), place);
}

#[test]
fn runs_of_a_program() {
    let program = compiled(PROGRAM, "main");
    let check = |number, property, message, want, place| {
        check(&program, number, property, message, want, place);
    };
    let uncaught = Property::UncaughtException;
    let divided = "uncaught java.lang.ArithmeticException";
    let seven = Ok("the JVM throws java.lang.AssertionError at Main.java:8");
    check(7, Property::Assertion, "assertion failed", seven, 8);
    check_script(&program, "klew-run: at Main.java:8 Main.main");
    let eight = Ok("the JVM throws java.lang.ArithmeticException at Main.java:9");
    check(8, uncaught, divided, eight, 9);
    let otherwise =
        "the program failed otherwise in the JVM: java.lang.ArithmeticException: / by zero";
    check(8, uncaught, "uncaught java.lang.NullPointerException", Err(otherwise), 0);
    check(8, Property::Assertion, "assertion failed", Err(otherwise), 0);
    let none = "the program ended in the JVM without an exception";
    check(9, uncaught, divided, Err(none), 0);
    check(5, uncaught, divided, Err("an assumption does not hold in the JVM"), 0);

    let inputs = vec![input("nondetByte", &[1])];
    let (seen, _) = run(&program, Property::Assertion, "", inputs, None);
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
            return (int) weights[tags.length];
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
    let program = compiled(HEAP, "Main.find");
    let (seen, report) =
        run(&program, Property::UncaughtException, message, Vec::new(), Some(heap()));
    let want = "the JVM throws java.lang.ArrayIndexOutOfBoundsException at Main.java:18";
    assert_eq!(seen.as_deref(), Ok(want));
    let functions: Vec<_> = report.stack.iter().map(|frame| frame.function.as_str()).collect();
    assert_eq!(functions, ["p.Main.find"]);
    check_script(&program, "klew-run: is java.lang.ArrayIndexOutOfBoundsException");
}
