//! Whole programs that read arguments, the environment and files, as people write them, checked without any option: the bug of each
//! is found and confirmed by a run with all of that set up; without it, they are safe within bounds.
//!
//! `// expect: PROPERTY` stands on the line of the bug; what follows `// fixed: ` replaces its line in the fixed sibling.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-whole");
    let entries = fs::read_dir(folder).expect("the folder is part of the project");
    let mut all: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable entry").path()).collect();
    all.sort();
    assert_eq!(all.len(), 12);
    all
}

fn check(file: &Path, seconds: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("check").arg(file).args(["--format", "json", "--no-output", "--quiet", "--time"]);
    let output = command.arg(seconds).output().expect("klew starts");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("no result: {}", String::from_utf8_lossy(&output.stderr)))
}

/// What tells most of an answer.
fn told(name: &str, report: &Value) -> String {
    let parts = ["verdict", "limits", "findings"].map(|part| &report[part]);
    // A line by itself that says so: what shows only the lines with errors shows it, too.
    format!("error: {name}: {parts:?}")
}

/// What is wrong with the answer about a program that has its bug.
fn complaint(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).expect("a readable program");
    let (line, expected) = text
        .lines()
        .enumerate()
        .find_map(|(index, line)| Some((index + 1, line.split_once("// expect: ")?.1)))
        .expect("every program has a bug");
    let property = expected.split(' ').next();
    let report = check(file, "60s");
    let finding = &report["findings"][0];
    let good = finding["property"].as_str() == property
        && finding["line"] == line
        && finding["confirmation"] == "confirmed";
    (!good).then(|| told(&file.display().to_string(), &report))
}

fn check_language(extension: &str) {
    let ours = |file: &PathBuf| file.extension().is_some_and(|it| it == extension);
    let wrong: Vec<String> =
        programs().iter().filter(|file| ours(file)).filter_map(|file| complaint(file)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bugs_of_c_programs_are_found_without_options() {
    check_language("c");
}

#[test]
fn bugs_of_java_programs_are_found_without_options() {
    check_language("java");
}

/// The line of the fixed sibling.
fn fixed(line: &str) -> String {
    let Some((_, instead)) = line.split_once("// fixed: ") else { return line.to_owned() };
    let code = instead.split_once("// expect:").map_or(instead, |(code, _)| code);
    format!("{}{code}", &line[..line.len() - line.trim_start().len()])
}

fn check_fixed(names: &[&str], seconds: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut wrong = Vec::new();
    for file in programs() {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !names.is_empty() && !names.contains(&&*name) {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a readable program");
        let changed: Vec<String> = text.lines().map(fixed).collect();
        assert!(changed.iter().zip(text.lines()).any(|(new, old)| new != old), "{name}");
        let sibling = folder.path().join(&name);
        fs::write(&sibling, changed.join("\n")).expect("a file");
        let report = check(&sibling, seconds);
        if report["verdict"] != "bounded" {
            wrong.push(told(&name, &report));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn fixed_programs_are_safe_within_bounds() {
    check_fixed(&["find_tool.c", "Header.java"], "4s");
}

#[test]
#[ignore = "make test-long: a minute"]
fn all_fixed_programs_are_safe_within_bounds() {
    check_fixed(&[], "10s");
}
