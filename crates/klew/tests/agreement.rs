//! Forward and backward execution agree on every program of the project's corpus that both finish.
//!
//! The folder of a program says what forward execution finds (tests `programs`, `programs_java` and
//! `programs_functions` hold it to that); here backward execution has a short time for each. It must never
//! contradict, and it must finish enough of them that this says something. `KLEW_AGREEMENT=long` gives it a minute
//! and has every finding run, as `make test-long` does; else every third C program and every fourth Java
//! program is asked about, as all of them take minutes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

struct Example {
    /// What klew is called with.
    files: Vec<PathBuf>,
    options: Vec<String>,
    /// The folder.
    verdict: &'static str,
    /// The property that is violated.
    property: Option<String>,
    /// Whether a native run, or one in the JVM, can show it.
    confirmed: bool,
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("a readable entry").path())
        .collect();
    found.sort();
    found
}

fn texts(program: &Path) -> Vec<String> {
    if program.is_dir() {
        return entries(program).iter().flat_map(|path| texts(path)).collect();
    }
    fs::read_to_string(program).into_iter().collect()
}

fn after<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    Some(line.split_once(mark)?.1.trim())
}

/// The programs that forward execution finishes, of one folder.
fn examples(folder: &str, work: &Path) -> Vec<Example> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut found = Vec::new();
    for verdict in ["safe", "violated"] {
        for program in entries(&root.join(verdict)) {
            let kind = program.extension().and_then(|extension| extension.to_str());
            if !program.is_dir() && !matches!(kind, Some("c" | "kir" | "java" | "jar")) {
                continue;
            }
            let mut example = Example {
                files: vec![program.clone()],
                options: Vec::new(),
                verdict,
                property: None,
                confirmed: true,
            };
            let texts = texts(&program);
            for line in texts.iter().flat_map(|text| text.lines()) {
                if let Some(options) = after(line, "// options:") {
                    example.options.extend(options.split_whitespace().map(str::to_owned));
                }
                if let Some(other) = after(line, "// with:") {
                    let copy = work.join(format!("{}.c", other.replace('.', "-")));
                    fs::copy(program.with_file_name(other), &copy).expect("the second file");
                    example.files.push(copy);
                }
                for (mark, confirmed) in [("expect:", true), ("replayed:", false)] {
                    if let Some(property) = after(line, mark) {
                        example.property = Some(property.to_owned());
                        example.confirmed = confirmed;
                    }
                }
            }
            found.push(example);
        }
    }
    found
}

enum Comparison {
    Agree,
    Open,
    Contradict(String),
}

/// Options of forward execution, each with a value. Backward execution refuses them; its own bounds are deeper.
const OF_FORWARD: [&str; 4] =
    ["--input-array-max", "--max-depth", "--max-instructions", "--search"];

fn compare(example: &Example, long: bool) -> Comparison {
    let mut options = example.options.clone();
    while let Some(at) = options.iter().position(|option| OF_FORWARD.contains(&&option[..])) {
        options.drain(at..at + 2);
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("check").args(&example.files).args(&options);
    command.args(["--format", "json", "--no-output", "--quiet", "--engine", "backward"]);
    command.args(["--time", if long { "60s" } else { "3s" }]);
    if !long {
        command.arg("--no-confirm");
    }
    let output = command.output().expect("klew starts");
    let contradiction = |what: &str| {
        let said = String::from_utf8_lossy(&output.stderr);
        let text = String::from_utf8_lossy(&output.stdout);
        Comparison::Contradict(format!("{}: {what}: {said}{text}", example.files[0].display()))
    };
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        return contradiction("no result");
    };
    let finding = &report["findings"][0];
    match report["verdict"].as_str() {
        Some("safe") if example.verdict == "safe" => Comparison::Agree,
        Some("violated") if example.verdict == "violated" => {
            let property = example.property.as_deref();
            if property.is_some_and(|property| finding["property"] != property) {
                contradiction("another property")
            } else if long && example.confirmed && finding["confirmed"] != true {
                contradiction("not confirmed by running it")
            } else {
                Comparison::Agree
            }
        }
        Some("safe" | "violated") => contradiction("the other verdict"),
        _ => Comparison::Open,
    }
}

/// Compares the programs of a folder, or in a short time every `share`-th; so many must agree.
fn check(folder: &str, share: usize, floor: usize) {
    let long = std::env::var("KLEW_AGREEMENT").is_ok_and(|value| value == "long");
    let work = tempfile::tempdir().expect("a temporary folder");
    let all = examples(folder, work.path()).into_iter();
    let examples: Vec<Example> = all.step_by(if long { 1 } else { share }).collect();
    let next = AtomicUsize::new(0);
    let agree = AtomicUsize::new(0);
    let contradictions: Mutex<Vec<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(example) = examples.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match compare(example, long) {
                        Comparison::Agree => {
                            agree.fetch_add(1, Ordering::Relaxed);
                        }
                        Comparison::Open => {}
                        Comparison::Contradict(what) => {
                            contradictions.lock().expect("no thread panics").push(what);
                        }
                    }
                }
            });
        }
    });
    let contradictions = contradictions.into_inner().expect("no thread panics");
    assert!(contradictions.is_empty(), "{}", contradictions.join("\n"));
    let agree = agree.into_inner();
    println!("{folder}: both engines finish {agree} of {}", examples.len());
    assert!(agree >= floor, "{folder}: only {agree} of {} finish", examples.len());
}

#[test]
fn c_programs() {
    check("programs", 3, 16);
}

#[test]
fn c_functions() {
    check("programs-functions", 1, 14);
}

#[test]
fn java_programs() {
    check("programs-java", 4, 3);
}
