//! What runs a Java finding in a JVM: classes that hand out recorded input, a class that runs a program and
//! tells what it throws, and, for methods that are analysed alone, a class that builds the input heap.
//!
//! **Invariant**: the classes of [`RUNTIME`] do not depend on the finding; its input lies in a file beside
//! them, its heap in a class of its own. So they are compiled once for all findings.

mod literal;
mod reproduction;

use std::fmt::Write as _;

use crate::report::{Input, InputSource};

pub use reproduction::{Call, reproduction, reproduction_test};

/// The file that [`tape`] is written to, beside the classes.
pub const TAPE: &str = "input.txt";
/// The class that runs a program and tells what it throws.
pub const RUN: &str = "KlewRun";
/// The class that builds an input heap and calls the method.
pub const REPRODUCTION: &str = "KlewReproduction";
/// The test of it.
pub const REPRODUCTION_TEST: &str = "KlewReproductionTest";
/// How [`RUN`] begins what it tells.
pub const TOLD: &str = "klew-run: ";
/// The exit code of a run that an exception ended.
pub const UNCAUGHT: i32 = 99;
/// The exit code of a run in which an assumption does not hold.
pub const ASSUMPTION: i32 = 77;
/// The exit code of a run that asks for other inputs.
pub const OTHER_INPUT: i32 = 78;

/// Paths and texts of Java sources that are the same for all findings. The class paths of programs may have
/// other classes of these names; these come first.
pub const RUNTIME: [(&str, &str); 5] = [
    ("Klew.java", include_str!("Klew.java")),
    ("KlewHeap.java", include_str!("KlewHeap.java")),
    ("KlewInput.java", include_str!("KlewInput.java")),
    ("KlewRun.java", include_str!("KlewRun.java")),
    ("org/sosy_lab/sv_benchmarks/Verifier.java", include_str!("Verifier.java")),
];

/// The types of which programs can ask for a value; a string is asked for as its length and characters.
const KINDS: [&str; 9] =
    ["boolean", "byte", "char", "short", "int", "long", "float", "double", "length"];

/// What an input of that name is: the type in `Verifier.nondetInt`, `Klew.anyChar`, and `length` for that of a
/// string.
pub fn kind_of(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix("()").unwrap_or(name);
    let last = name.rsplit(['.', ' ']).next().unwrap_or(name);
    let kind = ["nondet", "any"].iter().find_map(|start| last.strip_prefix(start)).unwrap_or(last);
    KINDS.into_iter().find(|known| known.eq_ignore_ascii_case(kind))
}

/// The recorded input for `KlewInput`: a line for each value, with its kind and its bits.
pub fn tape(inputs: &[Input]) -> String {
    let mut text = String::new();
    for input in inputs.iter().filter(|input| input.source == InputSource::Harness) {
        let kind = kind_of(&input.name).unwrap_or("unknown");
        let bytes = input.bytes.get(..width(kind).min(input.bytes.len())).unwrap_or_default();
        let bits = bytes.iter().rev().fold(String::new(), |mut bits, byte| {
            let _ = write!(bits, "{byte:02x}");
            bits
        });
        let bits = if bits.is_empty() { "0" } else { &bits };
        let remark = format!("{} = {}", input.name, input.value).replace(['\n', '\r'], " ");
        let _ = writeln!(text, "{kind} {bits} {remark}");
    }
    text
}

/// Bytes of a value of that kind.
fn width(kind: &str) -> usize {
    match kind {
        "boolean" | "byte" => 1,
        "char" | "short" => 2,
        "int" | "float" | "length" => 4,
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, bytes: &[u8], want: &str) {
        let input = Input {
            name: name.into(),
            value: "v".into(),
            bytes: bytes.into(),
            place: None,
            source: InputSource::Harness,
        };
        assert_eq!(tape(&[input]), format!("{want} {name} = v\n"));
    }

    #[test]
    fn recorded_values() {
        check("Verifier.nondetInt", &[0xff, 0xff, 0xff, 0x7f], "int 7fffffff");
        check("org.sosy_lab.sv_benchmarks.Verifier.nondetBoolean()", &[1, 0, 0, 0], "boolean 01");
        check("Klew.anyChar", &[0x61, 0, 0, 0], "char 0061");
        check("Klew.anyDouble", &[0, 0, 0, 0, 0, 0, 0xf0, 0x3f], "double 3ff0000000000000");
        check("nondetString length", &[3, 0, 0, 0], "length 00000003");
        check("something", &[], "unknown 0");
    }
}
