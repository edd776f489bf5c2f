//! What runs a Java finding in a JVM: classes that hand out recorded input, a class that runs a program and
//! tells what it throws, and, for methods that are analysed alone, a class that builds the input heap.
//!
//! **Invariant**: the classes of [`RUNTIME`] do not depend on the finding; its input lies in a file beside
//! them, its heap in a class of its own. So they are compiled ahead ([`CLASSES`]).

mod literal;
mod reproduction;
mod suite;
mod surroundings;

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::report::{Input, InputSource};

pub use literal::string as string_literal;
pub use reproduction::{Call, reproduction, reproduction_test};
pub use suite::{MEASURE, SEE, SeenTest, WrittenTest, seeing, test_class};
pub use surroundings::{File, FileKind, SURROUNDINGS, Surroundings, is_piece};

/// The file that [`tape`] is written to, beside the classes.
pub const TAPE: &str = "input.txt";
/// The class that runs a program and tells what it throws.
pub const RUN: &str = "KlewRun";
/// The class that runs a program in another virtual machine and tells whether it comes to a place.
pub const WATCH: &str = "KlewWatch";
/// Its file and text.
pub const WATCH_SOURCE: (&str, &str) = ("KlewWatch.java", include_str!("KlewWatch.java"));
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

/// A jar of the classes of [`RUNTIME`] and of [`WATCH`], for Java 8 and later: starting a compiler takes longer than most runs.
/// `cargo run -p klew-report --example java_runtime` makes it.
pub static CLASSES: &[u8] = include_bytes!("runtime.jar");

/// The types of which programs can ask for a value.
const KINDS: [&str; 9] =
    ["boolean", "byte", "char", "short", "int", "long", "float", "double", "String"];

/// What an input of that name is: the type in `nondetInt`, `Klew.anyChar`.
pub fn kind_of(name: &str) -> Option<&'static str> {
    let last = name.rsplit('.').next().unwrap_or(name);
    let kind = ["nondet", "any"].iter().find_map(|start| last.strip_prefix(start))?;
    KINDS.into_iter().find(|known| known.eq_ignore_ascii_case(kind))
}

/// The recorded input for `KlewInput`: a line for each value, with its kind and its bits. A string is two
/// inputs: its length, and its characters if it has any.
pub fn tape(inputs: &[Input]) -> String {
    let mut text = String::new();
    let mut inputs = inputs.iter().filter(|input| input.source == InputSource::Harness);
    while let Some(input) = inputs.next() {
        let kind = kind_of(&input.name).unwrap_or("unknown");
        let (bits, value) = if kind == "String" {
            let length = number(&input.bytes, 4);
            let characters = if length == 0 { None } else { inputs.next() };
            let bytes = characters.map_or(&[][..], |input| &input.bytes);
            let units: Vec<u16> = bytes.chunks(2).map(|unit| number(unit, 2) as u16).collect();
            let bits = units.iter().fold("-".to_owned(), |bits, unit| format!("{bits}{unit:04x}"));
            (bits, literal::string(&units))
        } else {
            let bits = number(&input.bytes, width(kind));
            (format!("{bits:x}"), input.value.replace(['\n', '\r'], " "))
        };
        let _ = writeln!(text, "{kind} {bits} {} = {value}", input.name);
    }
    text
}

/// The inputs without the lengths of strings whose characters follow; those without characters are `""`.
pub fn with_whole_strings(inputs: Vec<&Input>) -> Vec<Cow<'_, Input>> {
    let mut whole = Vec::new();
    let mut inputs = inputs.into_iter();
    while let Some(input) = inputs.next() {
        if input.source != InputSource::Harness || kind_of(&input.name) != Some("String") {
            whole.push(Cow::Borrowed(input));
        } else if number(&input.bytes, 4) == 0 {
            whole.push(Cow::Owned(Input { value: "\"\"".to_owned(), ..input.clone() }));
        } else if let Some(characters) = inputs.next() {
            whole.push(Cow::Borrowed(characters));
        }
    }
    whole
}

fn number(bytes: &[u8], width: usize) -> u64 {
    let bytes = bytes.get(..width.min(bytes.len())).unwrap_or_default();
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Bytes of a value of that kind.
fn width(kind: &str) -> usize {
    match kind {
        "boolean" | "byte" => 1,
        "char" | "short" => 2,
        "int" | "float" => 4,
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, bytes: &[u8]) -> Input {
        Input {
            name: name.into(),
            value: "v".into(),
            bytes: bytes.into(),
            place: None,
            source: InputSource::Harness,
        }
    }

    fn check(name: &str, bytes: &[u8], want: &str) {
        assert_eq!(tape(&[input(name, bytes)]), format!("{want} {name} = v\n"));
    }

    #[test]
    fn recorded_values() {
        check("nondetInt", &[0xff, 0xff, 0xff, 0x7f], "int 7fffffff");
        check("Verifier.nondetBoolean", &[1, 0, 0, 0], "boolean 1");
        check("anyChar", &[0x61, 0, 0, 0], "char 61");
        check("anyDouble", &[0, 0, 0, 0, 0, 0, 0xf0, 0x3f], "double 3ff0000000000000");
        check("something", &[], "unknown 0");
    }

    #[test]
    fn recorded_strings() {
        let inputs = [
            input("nondetString", &[2, 0, 0, 0]),
            input("nondetString", &[0x61, 0, 0, 0xd8]),
            input("anyString", &[0, 0, 0, 0]),
            input("anyByte", &[1]),
        ];
        let want = "String -0061d800 nondetString = \"a\\ud800\"\nString - anyString = \"\"\n\
                    byte 1 anyByte = v\n";
        assert_eq!(tape(&inputs), want);
        let whole = with_whole_strings(inputs.iter().collect());
        let values: Vec<&str> = whole.iter().map(|input| input.value.as_str()).collect();
        assert_eq!(
            (values.as_slice(), &whole[0].bytes),
            (&["v", "\"\"", "v"][..], &inputs[1].bytes)
        );
    }
}
