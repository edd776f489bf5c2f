//! C programs for `--engine loops`, one folder for each verdict.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

fn verdict(file: &Path, folder: &Path) -> Value {
    let own = ["check", "--engine", "loops", "--property", "reach-error", "--time", "60s"];
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .current_dir(folder)
        .args(own)
        .args(["--no-output", "--quiet", "--format", "json"])
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}

#[test]
fn programs_have_the_verdict_of_their_folder() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-loops");
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for expected in ["safe", "violated", "unknown"] {
        let mut files: Vec<_> = fs::read_dir(programs.join(expected))
            .unwrap()
            .map(|file| file.unwrap().path())
            .collect();
        files.sort();
        for file in files {
            let report = verdict(&file, folder.path());
            if report["verdict"] != expected {
                wrong.push(format!("{}: {}", file.display(), report["verdict"]));
            }
            count += 1;
        }
    }
    assert!(wrong.is_empty() && count > 10, "{count} programs: {wrong:#?}");
}

fn condition(arguments: &[&str]) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs-loops/violated/counts_to_input.c");
    condition_of(&file, &[&["--target", "reach-error"], arguments].concat())
}

fn condition_of(file: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .arg("condition")
        .args(arguments)
        .arg(file)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn conditions_are_told_in_the_programs_words() {
    let text = condition(&[]);
    for part in ["counts_to_input.c:8", "k0 turns of a loop", "i < ", "sum = sum + (k0 * 3)"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn conditions_are_scripts_for_solvers() {
    let text = condition(&["--format", "smt2", "--turns", "3"]);
    for part in ["(declare-const |k0!", "(assert ", "(check-sat)"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

/// Ways to a place on which something is not followed are ways all the same.
#[test]
fn conditions_name_what_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let program = |name: &str, way: &str| {
        let file = folder.path().join(name);
        let text = format!(
            "#include <klew.h>\n#include <setjmp.h>\nint hit; static jmp_buf b;\n\
             static int f(int a) {{ if (a <= 0 || a > 40) return 3; return f(a - 2) + 1; }}\n\
             static int one(void) {{ return 1; }}\nint (*volatile p)(void) = one;\n\
             int main(void) {{\n  unsigned char m = klew_uchar(\"m\");\n  int x;\n\
             {way}\n  if (x > 0)\n    hit = 1;\n  return 0;\n}}\n"
        );
        fs::write(&file, text).unwrap();
        file
    };
    let ways = [
        ("recursive.c", "if (m == 5) x = 1; else x = f(m);", "recursive.c:10, behind"),
        ("pointer.c", "x = p();", "pointer.c:10, behind"),
        ("jumps.c", "x = 1; if (setjmp(b) == 0 && m == 7) longjmp(b, 1);", "a call of `_setjmp`"),
    ];
    for (name, way, named) in ways {
        let file = program(name, way);
        let text = condition_of(&file, &["--target", "12"]);
        assert!(text.contains(named), "{named} is not in {text}");
        let script = condition_of(&file, &["--target", "12", "--format", "smt2"]);
        assert!(script.contains("; or by"), "{script}");
        assert!(!script.contains("(assert false)"), "{script}");
    }
    let text = condition_of(&program("exact.c", "x = m == 5;"), &["--target", "12"]);
    assert!(text.contains("= 5") && !text.contains("nothing is known"), "{text}");
}
