//! `--each-function` and `--each-method`: a row for each, findings without duplicates, a baseline, and limits on the whole call.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// One line that fails is reached from two functions; one function is safe, and one cannot be entered.
const FIRST: &str = "\
#include <stddef.h>
struct node { struct node *next; int value; };
static int shared(int a) {
  return 10 / a; // the same line from three functions
}
int from_one(int a) { return shared(a); }
int from_other(int a) { return shared(a + 1); }
int safe(unsigned a) { return a % 3 < 3; }
int (*called)(int);
int through(int (*f)(int)) { return f ? f(1) : 0; }
int read_value(struct node *node) { return node->value; }
void more(double *, int n, ...);
static int access_all(const int *p, size_t n) __attribute__((access(read_only, 1, 2)));
static int access_all(const int *p, size_t n) { return n ? p[n - 1] : 0; }
";

const SECOND: &str = "\
int shared_too(int *a) { return *a; }
int main(void) { return 1; }
";

fn klew(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.current_dir(folder).arg("check").args(arguments).arg("--quiet");
    command.output().expect("klew starts")
}

fn report(folder: &Path, arguments: &[&str]) -> (Value, Option<i32>) {
    let output = klew(folder, &[arguments, &["--format", "json"]].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = serde_json::from_slice(&output.stdout);
    (report.unwrap_or_else(|_| panic!("no JSON: {said}")), output.status.code())
}

fn rows(report: &Value) -> Vec<(&str, &str)> {
    let text = |value: &'_ Value| -> &'static str {
        Box::leak(value.as_str().unwrap_or_default().to_owned().into_boxed_str())
    };
    let rows = report["each"].as_array().expect("rows");
    rows.iter().map(|row| (text(&row["name"]), text(&row["verdict"]))).collect()
}

#[test]
fn each_function_of_two_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), FIRST).unwrap();
    fs::write(folder.path().join("b.c"), SECOND).unwrap();
    let arguments = ["a.c", "b.c", "--each-function", "--each", "20s", "--baseline", "known.json"];
    let (first, code) = report(folder.path(), &arguments);
    assert_eq!(code, Some(10), "{first}");
    let want = [
        ("from_one", "violated"),
        ("shared", "violated"),
        ("from_other", "violated"),
        ("safe", "safe"),
        ("through", "unknown"),
        ("read_value", "violated"),
        ("access_all", "bounded"),
        ("shared_too", "violated"),
    ];
    let mut found = rows(&first);
    found.sort_unstable();
    let mut want = want.to_vec();
    want.sort_unstable();
    assert_eq!(found, want, "{first}");
    let findings = first["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 3, "{first}");
    let division = findings.iter().find(|it| it["property"] == "division-by-zero").unwrap();
    assert_eq!(division["functions"].as_array().map(Vec::len), Some(3), "{division}");
    assert_eq!(division["line"], 4);
    // One test for each finding, in the folder of its function.
    let tests = folder.path().join("klew-out-a+b-each");
    let count = |name: &str| fs::read_dir(tests.join(name)).map_or(0, Iterator::count);
    let with_tests = ["from_one", "from_other", "shared"].iter().filter(|it| count(it) > 0).count();
    assert_eq!(with_tests, 1);
    let test = division["test"].as_str().unwrap();
    let again = Command::new(env!("CARGO_BIN_EXE_klew"))
        .current_dir(folder.path())
        .args(["replay", test, "a.c", "b.c"])
        .output()
        .unwrap();
    assert_eq!(again.status.code(), Some(10), "{}", String::from_utf8_lossy(&again.stderr));
    // What is known counts no more, also where lines moved; what is new does.
    fs::write(folder.path().join("a.c"), format!("\n\n{FIRST}")).unwrap();
    let (second, code) = report(folder.path(), &arguments);
    assert!(
        second["findings"].as_array().unwrap().iter().all(|it| it["known"] == true),
        "{second}"
    );
    assert_eq!(code, Some(5), "{second}");
    fs::write(folder.path().join("b.c"), format!("{SECOND}int fresh(int a) {{ return 7 % a; }}\n"))
        .unwrap();
    let (third, code) = report(folder.path(), &arguments);
    let new: Vec<&Value> =
        third["findings"].as_array().unwrap().iter().filter(|it| it["known"] == false).collect();
    assert_eq!((new.len(), code), (1, Some(10)), "{third}");
    assert_eq!(new[0]["functions"][0], "fresh");
    // Text has the table, and only what is new.
    let text = klew(folder.path(), &arguments);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("9 functions: 9 entered, 8 ended"), "{text}");
    assert_eq!(text.matches("error[").count(), 1, "{text}");
}

#[test]
fn what_is_known_hides_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.c");
    let first = "int f(int n, int m) {\n  if (n == 1 && m == 1)\n    return 1 / (n - 1);\n";
    fs::write(&file, format!("{first}  return n;\n}}\n")).unwrap();
    let arguments = ["a.c", "--each-function", "--no-output", "--baseline", "known.json"];
    let codes = |want: i32, new: usize| {
        let (found, code) = report(folder.path(), &arguments);
        let fresh = found["findings"].as_array().unwrap().iter().filter(|it| it["known"] == false);
        assert_eq!((code, fresh.count()), (Some(want), new), "{found}");
    };
    codes(10, 1);
    codes(0, 0);
    // Two more in the same function, one of them with the same words; and one with these in another function.
    let more = "  if (n == 2)\n    return 1 / (n - 2);\n  if (n == 1 && m == 2)\n    return 1 / (n - 1);\n";
    let other = first.replace("f(int", "g(int");
    fs::write(&file, format!("{first}{more}  return n;\n}}\n{other}  return n;\n}}\n")).unwrap();
    codes(10, 3);
}

#[test]
fn functions_of_one_name_have_a_row_each() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("a.c"),
        "static int f(int n) { return n; }\nint (*first)(int) = f;\n",
    )
    .unwrap();
    fs::write(
        folder.path().join("b.c"),
        "static int f(int n) { return 1 / n; }\nint (*second)(int) = f;\n",
    )
    .unwrap();
    let (found, code) = report(folder.path(), &["a.c", "b.c", "--each-function=f", "--no-output"]);
    assert_eq!(rows(&found), [("f", "safe"), ("f (b.c)", "violated")], "{found}");
    assert_eq!(code, Some(10), "{found}");
}

#[test]
fn patterns_and_limits() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), FIRST).unwrap();
    let (some, _) = report(folder.path(), &["a.c", "--each-function=from_*,safe", "--no-output"]);
    assert_eq!(rows(&some).len(), 3, "{some}");
    let (nothing, _) =
        report(folder.path(), &["a.c", "--each-function", "--no-output", "--not-null", "*"]);
    assert!(rows(&nothing).contains(&("read_value", "safe")), "{nothing}");
    // What clang says of constant arithmetic that it took out is not lost.
    fs::write(folder.path().join("c.c"), "int quotient(void) { return 1 / 0; }\n").unwrap();
    let (folded, _) = report(folder.path(), &["c.c", "--each-function", "--no-output"]);
    assert_eq!(rows(&folded), [("quotient", "unknown")], "{folded}");
    // When the time is over, the rest is named.
    let loops: String = (0..12)
        .map(|n| format!("int loop{n}(unsigned a) {{ unsigned b = a * a; while (b * b * b + a != {n}u + b) a += b, b ^= a; return 0; }}\n"))
        .collect();
    fs::write(folder.path().join("l.c"), loops).unwrap();
    let options =
        ["l.c", "--each-function", "--each", "2s", "--time", "5s", "--jobs", "1", "--no-output"];
    let (short, code) = report(folder.path(), &options);
    assert_eq!(code, Some(5), "{short}");
    assert_eq!(rows(&short).len(), 12);
    let left = rows(&short).iter().filter(|(_, verdict)| *verdict == "no time").count();
    assert!((6..12).contains(&left), "{short}");
    assert!(rows(&short).iter().all(|(_, verdict)| *verdict != "not entered"), "{short}");
}

#[test]
fn what_does_not_go_together() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), FIRST).unwrap();
    fs::write(folder.path().join("broken.json"), "[1]").unwrap();
    for (arguments, message) in [
        (&["a.c", "--each-function=nothing"][..], "there is no function that nothing means"),
        (&["a.c", "--each-method"], "--each-method is for Java"),
        (&["a.c", "--each", "3s"], "--each-function"),
        (&["a.c", "--each-function", "--function", "safe"], "cannot be used with"),
        (&["a.c", "--each-function", "--assume", "a > 0"], "cannot be used with"),
        (&["a.c", "--each-function", "--not-null", "node"], "--not-null node is for one function"),
        (
            &["a.c", "--each-function", "--baseline", "broken.json"],
            "is no baseline that klew wrote",
        ),
        (&["a.c", "--each-function", "--write-baseline"], "--baseline"),
    ] {
        let output = klew(folder.path(), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
}

#[test]
fn each_method_of_a_class() {
    let folder = tempfile::tempdir().unwrap();
    let text = "public class Calc {\n\
        public static int quotient(int a, int b) {\n return a / b;\n }\n\
        public static int both(int a) {\n return quotient(a, a - 1);\n }\n\
        public static int fine(int a) {\n return a ^ 1;\n }\n\
        static int hidden(int a) { return 1 / a; }\n}\n";
    fs::write(folder.path().join("Calc.java"), text).unwrap();
    let (found, code) = report(folder.path(), &["Calc.java", "--each-method", "--each", "30s"]);
    assert_eq!(code, Some(10), "{found}");
    let want = [
        ("Calc.quotient(int,int)", "violated"),
        ("Calc.both(int)", "violated"),
        ("Calc.fine(int)", "safe"),
    ];
    assert_eq!(rows(&found), want, "{found}");
    assert_eq!(found["findings"].as_array().map(Vec::len), Some(1), "{found}");
    let arguments = [
        "Calc.java",
        "--each-method=Calc.*",
        "--allow-exception",
        "ArithmeticException",
        "--no-output",
    ];
    let (allowed, code) = report(folder.path(), &arguments);
    assert_eq!(
        (allowed["findings"].as_array().map(Vec::len), code),
        (Some(0), Some(0)),
        "{allowed}"
    );
}
