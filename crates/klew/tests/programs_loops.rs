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
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .args(["condition", "--target", "reach-error"])
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
