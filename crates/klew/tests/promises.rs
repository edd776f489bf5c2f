//! Functions and methods alone, with what their callers promise: by options, attributes and annotations. Without its
//! promise, what would fail is found; with it, it is proved; each promise that was used is named.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// What is expected of a call.
enum Expect {
    /// A proof, and these words among the assumptions.
    Holds(&'static str),
    /// The same within a bound on arrays or objects among the inputs.
    Within(&'static str),
    /// A finding on the line with that mark, shown outside of klew.
    Fails(&'static str),
}

use Expect::{Fails, Holds, Within};

/// A function, its promises, and what is expected.
type Case = (&'static str, &'static [&'static str], Expect);

const IN_C: [Case; 43] = [
    ("sum", &[], Fails("sum")),
    ("sum", &["--buffer", "data:length"], Within("--buffer data:length")),
    ("sum", &["--assume", "klew_size(data) / 4 >= length"], Within("--assume klew_size")),
    ("sum", &["--assume", "length >= 0 && klew_size(data) / 4 >= length"], Within("--assume")),
    ("sum_too_many", &["--buffer", "data:length"], Fails("sum_too_many")),
    ("quotient", &[], Fails("quotient")),
    ("quotient", &["--assume", "b > 3"], Holds("--assume b > 3")),
    // The least number by -1.
    ("quotient", &["--assume", "b != 3"], Fails("quotient")),
    ("quotient", &["--assume", "b < 4"], Fails("quotient")),
    ("second", &["--not-null", "head"], Fails("second")),
    ("second", &["--not-null", "head,head->next"], Holds("--not-null head->next")),
    ("second", &["--assume", "head != NULL && head->next"], Holds("--assume")),
    ("per_mille", &["--assume", "head->value > 0 || head->value == -1"], Holds("--assume")),
    ("per_mille", &["--assume", "head->value >= 0"], Fails("per_mille")),
    ("with_global", &["--assume", "divisor * 2 > 7"], Holds("--assume")),
    ("with_global", &["--assume", "a != 0"], Fails("with_global")),
    // A variable that the function does not use is an input all the same.
    ("quotient", &["--assume", "divisor == 4"], Fails("quotient")),
    ("shifted", &["--assume", "amount < 32"], Holds("--assume")),
    ("shifted", &["--assume", "amount <= 32"], Fails("shifted")),
    ("of_pair", &["--assume", "pair.second > 0"], Holds("--assume")),
    ("of_pair", &["--assume", "pair.first > 0"], Fails("of_pair")),
    ("tagged", &["--assume", "node && node->tag < 4"], Within("--assume")),
    ("tagged", &["--assume", "node && node->code < 4"], Fails("tagged")),
    ("narrow", &["--assume", "a + b != 300"], Holds("--assume")),
    ("narrow", &["--assume", "a < 173"], Holds("--assume")),
    ("narrow", &["--assume", "a > 200"], Fails("narrow")),
    ("declared", &[], Holds("`head` is not null: it is declared so")),
    ("declared_other", &[], Fails("declared_other")),
    ("declared_other", &["--not-null", "a"], Holds("`b` is not null")),
    ("four", &[], Within("`a` points to 16 bytes or more")),
    ("five", &[], Fails("five")),
    ("five", &["--assume", "klew_size(a) == 20"], Within("--assume")),
    ("last", &["--buffer", "bytes:count"], Fails("last")),
    ("last", &["--buffer", "bytes:count", "--assume", "count > 0"], Within("--assume count > 0")),
    ("untyped", &["--buffer", "bytes:count"], Within("--buffer")),
    ("untyped", &["--not-null", "bytes"], Fails("untyped")),
    ("read_only", &[], Within("access(read_only, 1, 2)")),
    ("read_other", &[], Fails("read_other")),
    ("short_list", &["--input-heap-max", "1"], Within("pointers")),
    ("short_list", &["--input-heap-max", "2"], Fails("short_list")),
    ("short_list", &["--input-heap-max", "1", "--input-heap", "lazy"], Within("pointers")),
    ("unset", &["--not-null", "flag", "--engine", "backward"], Fails("unset")),
    ("unset", &["--assume", "flag && flag->set == 1", "--engine", "backward"], Holds("--assume")),
];

const IN_JAVA: [Case; 47] = [
    ("quotient", &[], Fails("quotient")),
    ("quotient", &["--assume", "b != 3"], Holds("--assume b != 3")),
    ("first", &["--not-null", "text"], Fails("first")),
    ("first", &["--assume", "text != null && text.length() > 0"], Holds("--assume")),
    ("get", &["--not-null", "this.items"], Fails("get")),
    ("get", &["--assume", "index >= 0 && index < this.items.length"], Holds("--assume")),
    ("link", &[], Fails("link")),
    ("link", &["--not-null", "this.next"], Holds("--not-null this.next")),
    ("at", &["--not-null", "array"], Fails("at")),
    (
        "at",
        &["--not-null", "array", "--allow-exception", "IndexOutOfBoundsException"],
        Holds("--allow-exception"),
    ),
    ("at", &["--assume", "klew_size(array) > 2 && index == 2"], Holds("klew_size")),
    ("refused", &[], Holds("the method refuses null")),
    ("refusedLate", &[], Fails("refusedLate")),
    ("refusedOther", &[], Fails("refusedOther")),
    ("refusedOther", &["--not-null", "text"], Holds("--not-null text")),
    ("annotated", &[], Holds("text is not null: it is annotated so")),
    ("annotatedOther", &[], Fails("annotatedOther")),
    ("annotatedType", &[], Fails("annotatedType")),
    ("annotatedType", &["--assume", "n > 0"], Holds("annotated")),
    ("narrow", &["--assume", "a + b < 127"], Holds("--assume")),
    ("narrow", &["--assume", "b > 60000"], Holds("--assume")),
    ("narrow", &["--assume", "a > 0"], Fails("narrow")),
    ("wide", &["--assume", "a * b != 6"], Holds("--assume")),
    ("wide", &["--assume", "a > 2"], Fails("wide")),
    ("thrown", &["--assume", "n < 0"], Fails("thrown")),
    ("thrown", &["--allow-exception", "IllegalArgumentException"], Fails("thrownOther")),
    ("thrown", &["--allow-exception", "java.lang.RuntimeException"], Holds("--allow-exception")),
    ("refusing", &["--allow-exception", "Refusal"], Holds("--allow-exception Refusal")),
    ("new", &[], Holds("items is not null: the method refuses null")),
    ("known", &["--not-null", "sign"], Holds("constants of enumerations apart")),
    ("other", &[], Fails("other")),
    ("held", &["--not-null", "signs"], Fails("held")),
    ("boxedSign", &["--not-null", "signs"], Fails("boxedSign")),
    ("optional", &["--not-null", "sign"], Fails("optional")),
    ("exchanged", &["--not-null", "sign"], Fails("exchanged")),
    ("copied", &["--not-null", "numbers"], Fails("copied")),
    ("copiedShape", &["--not-null", "shape"], Fails("copiedShape")),
    ("cached", &["--not-null", "number"], Fails("cached")),
    ("mean", &["--input-heap-max", "3"], Within("input pointers")),
    ("boxed", &["--not-null", "number"], Fails("boxed")),
    ("whole", &[], Fails("whole")),
    ("wholeIfAny", &[], Fails("wholeIfAny")),
    ("length", &["--not-null", "numbers"], Fails("length")),
    (
        "size",
        &["--not-null", "numbers"],
        Within("no object among the inputs is of java.util.ArrayList"),
    ),
    ("checked", &["--precondition", "small"], Holds("--precondition small")),
    ("shared", &["--not-null", "a,b", "--assume", "a != b && b.count == 1"], Holds("--assume")),
    ("shared", &["--not-null", "a,b", "--assume", "b.count == 1"], Fails("shared")),
];

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-promises").join(name)
}

fn klew(file: &Path, function: &[&str], options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("check").arg(file).args(function).args(options);
    command.args(["--format", "json", "--no-output", "--quiet", "--time", "60s"]);
    command.output().expect("klew starts")
}

/// What is wrong with the answer, if anything.
fn complaint(file: &Path, function: &[&str], (_, options, expect): &Case) -> Option<String> {
    let source = if file.is_dir() { program("Promises.java") } else { file.to_owned() };
    let text = std::fs::read_to_string(source).expect("a readable program");
    let output = klew(file, function, options);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Some(format!("no JSON ({}): {said}", output.status));
    };
    let promised = |words: &str| {
        let assumed = report["assumptions"].as_array().into_iter().flatten();
        let limits = report["limits"].as_array().into_iter().flatten();
        let all = assumed.chain(limits.map(|limit| &limit["message"]));
        all.filter_map(Value::as_str).any(|one| one.contains(words))
    };
    let good = match expect {
        Holds(words) => report["verdict"] == "safe" && promised(words),
        Within(words) => report["verdict"] == "bounded" && promised(words),
        Fails(mark) => {
            let mark = format!("// expect: {mark}");
            let line = text.lines().position(|line| line.ends_with(&mark)).map(|index| index + 1);
            let finding = &report["findings"][0];
            line.is_some()
                && finding["line"] == line.unwrap_or(0)
                && finding["confirmation"] == "confirmed"
        }
    };
    let told = ["verdict", "limits", "findings", "assumptions"].map(|part| &report[part]);
    (!good).then(|| format!("{told:?}"))
}

fn check(complaints: Vec<(&str, &[&str], String)>) {
    let text: Vec<String> = complaints
        .iter()
        .map(|(function, options, said)| format!("{function} {options:?}: {said}"))
        .collect();
    assert!(text.is_empty(), "{} calls:\n{}", text.len(), text.join("\n"));
}

#[test]
fn functions_with_promises() {
    let file = program("promises.c");
    let wrong = IN_C.iter().filter_map(|case| {
        let said = complaint(&file, &["--function", case.0], case)?;
        Some((case.0, case.1, said))
    });
    check(wrong.collect());
}

#[test]
fn methods_with_promises() {
    let folder = tempfile::tempdir().unwrap();
    // Compiled once for all.
    let mut javac = Command::new("javac");
    javac.args(["-g", "-d"]).arg(folder.path()).arg(program("Promises.java"));
    assert!(javac.status().expect("a JDK").success());
    let wrong = IN_JAVA.iter().filter_map(|case| {
        let entry = format!("Promises.{}", case.0);
        let said = complaint(folder.path(), &["--entry", &entry], case)?;
        Some((case.0, case.1, said))
    });
    check(wrong.collect());
}

/// Expressions of C in which types matter, about `char c, unsigned char u, short s, int i, unsigned n, long l, unsigned
/// long m, float f, double d, struct s *p`.
const MEANINGS: [&str; 22] = [
    "i < n",
    "c + 1 > u",
    "-1 < n",
    "s * s < 65536",
    "l > n",
    "m > l",
    "u - 1 < 0",
    "(u << 4) > 255",
    "i >> 3 == -1",
    "n >> 3 > 5",
    "~u < -9",
    "!u || 100 / u > 3",
    "i % 7 == -3",
    "n - 5 > 10 && n < 5",
    "f < 0.1f",
    "f == d && d > i",
    "p && p->next && p->next->bytes[2] == 'x'",
    "p == NULL || p->flag",
    "p->flag == 1 & p->half < 0",
    "p->words[1] == (p->bytes[1] ^ 0x80) && 0xffffffff > l",
    "p && *p->bytes == 3 && (p + 0)->half == -2",
    "010 + i == 'a' && 1UL << 40 > m",
];

/// What an expression means as a promise is what clang makes of it: where it is promised, it holds.
#[test]
fn expressions_mean_what_they_mean_in_c() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::from(
        "#include <assert.h>\n#include <stddef.h>\n\
         struct s { struct s *next; unsigned char bytes[4]; _Bool flag; short half; int words[2]; };\n",
    );
    let parameters = "char c, unsigned char u, short s, int i, unsigned n, long l, unsigned long m, \
                      float f, double d, struct s *p";
    for (number, expression) in MEANINGS.iter().enumerate() {
        text.push_str(&format!("void f{number}({parameters}) {{ assert({expression}); }}\n"));
    }
    let file = folder.path().join("a.c");
    std::fs::write(&file, text).unwrap();
    for (number, expression) in MEANINGS.iter().enumerate() {
        let function = format!("f{number}");
        let verdict = |promise: &str| {
            let options = ["--assume", promise, "--property", "assertion", "--no-confirm"];
            let output = klew(&file, &["--function", &function], &options);
            let report: Value = serde_json::from_slice(&output.stdout)
                .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
            report["verdict"].clone()
        };
        // -1 is a large number where it meets an unsigned one, so no input meets this.
        let wanted = if *expression == "-1 < n" { "unknown" } else { "safe" };
        assert_eq!(verdict(expression), wanted, "{expression}");
        assert_eq!(verdict(&format!("!({expression})")), "violated", "{expression}");
    }
}

/// What is not understood is refused with its place.
#[test]
fn what_is_no_promise() {
    let in_c = |options: &[&str], message: &str| {
        let output = klew(&program("promises.c"), &["--function", "second"], options);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{options:?}: {said}");
        assert!(said.contains(message), "{options:?}: {said}");
    };
    in_c(&["--assume", "head->nxt"], "column 5: there is no member `nxt`; there are `next`");
    in_c(&["--assume", "head >"], "column 7: an operand is missing here\n  head >\n        ^");
    in_c(&["--assume", "tail"], "column 1: `tail` is no parameter (`head`)");
    in_c(&["--assume", "head = NULL"], "column 6: a promise changes nothing; == compares");
    in_c(&["--assume", "head < NULL"], "pointers are compared by == and != only");
    in_c(&["--assume", "strlen(head)"], "klew_size(p), the bytes that p points to, is the only");
    in_c(&["--buffer", "head"], "this is not POINTER:COUNT");
    in_c(&["--buffer", "head:n"], "column 6: `n` is no parameter");
    in_c(&["--not-null", "head + 1"], "column 6: this is not a parameter");
    in_c(&["--not-null", "head->value"], "column 5: this is no pointer");
    let in_java = |method: &str, options: &[&str], message: &str| {
        let entry = format!("Promises.{method}");
        let output = klew(&program("Promises.java"), &["--entry", &entry], options);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{options:?}: {said}");
        assert!(said.contains(message), "{options:?}: {said}");
    };
    in_java(
        "quotient",
        &["--assume", "a > 0 && c > b"],
        "column 10: cannot find symbol: variable c",
    );
    in_java("quotient", &["--assume", "a > 0u"], "column 5: Java has no unsigned numbers");
    in_java("quotient", &["--assume", "a"], "incompatible types");
    in_java("get", &["--assume", "this.hashCode() == 3"], "may change something");
    in_java("quotient", &["--not-null", "a"], "this parameter is never null");
    in_java("quotient", &["--not-null", "z"], "there is no such parameter; there are a, b");
    in_java("quotient", &["--allow-exception", "Nothing"], "there is no such class");
    in_java("quotient", &["--allow-exception", "String"], "this is no class of exceptions");
}

#[test]
fn variables_of_several_files_are_not_mixed_up() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one.c"), folder.path().join("other.c"));
    std::fs::write(&one, "static int level = 1;\nint next(void) { return level++; }\n").unwrap();
    std::fs::write(&other, "static int level = 2;\nint f(int a) { return a / level++; }\n")
        .unwrap();
    let other = other.to_str().unwrap();
    let output = klew(&one, &["--function", "f"], &[other, "--assume", "level != 0"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("several files have a variable `level`"), "{said}");
}

#[test]
fn promises_that_nothing_meets_prove_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.c");
    let text = "int f(int a) { return a > 9 ? 10 / (a - 3) : 1; }\n";
    std::fs::write(&file, text).unwrap();
    let verdict = |promise: &str| {
        let output = klew(&file, &["--function", "f"], &["--assume", promise]);
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")
    };
    let report = verdict("a < 0 && a > 9");
    assert_eq!(report["verdict"], "unknown", "{report:#}");
    assert!(report["reasons"].to_string().contains("no input meets all"), "{report:#}");
    // No input comes near the division, but there are some.
    assert_eq!(verdict("a < 0")["verdict"], "safe");
}
