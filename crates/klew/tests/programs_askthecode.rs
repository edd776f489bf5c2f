//! The evaluation programs of AskTheCode (R. Husák et al.) in Java, below `tests/programs-askthecode`: every check's verdict
//! by backward execution.
//!
//! `// entry` marks a method whose parameters are inputs; a check is an assertion with its verdict behind it:
//! `valid`, `unreached`: proved that it cannot fail; `invalid`, `reached`: fails, confirmed by a run in the JVM;
//! `valid in any depth`: no run fails, but loops have no bound, so a proof is welcome and none expected;
//! `too deep`: fails after more turns than are unrolled. What a remark in parentheses says of "there" is the original's
//! mark. `// entry, unroll N` unrolls N times at once, where deeper and deeper would not end or take long;
//! `// entry, long` runs where `KLEW_LONG_TESTS` is set.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use serde_json::Value;

/// A method and the checks in it.
struct Entry {
    name: String,
    file: String,
    /// Lines and marks.
    checks: BTreeMap<u64, String>,
    /// How often loops are unrolled, if that is said.
    unroll: Option<String>,
    long: bool,
}

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-askthecode");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("a readable entry").path())
        .collect();
    files.sort();
    files
}

/// The entries of a file: the checks of a method are those up to the next entry, or all where there is one entry.
fn entries(file: &Path, long: bool) -> Vec<Entry> {
    let text = fs::read_to_string(file).expect("a readable program");
    let class = file.file_stem().expect("a name").to_string_lossy().into_owned();
    let file = file.file_name().expect("a name").to_string_lossy().into_owned();
    let mut found: Vec<Entry> = Vec::new();
    let mut before = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        let mark = line.split_once("// ").map_or("", |(_, mark)| mark.trim());
        if mark.starts_with("entry") {
            let head = line.split('(').next().unwrap_or_default();
            let method = head.split_whitespace().last().unwrap_or_default();
            let name = format!("{class}.{method}");
            let checks = std::mem::take(&mut before);
            let unroll = mark.split_once("unroll ").map(|(_, times)| times.to_owned());
            let long = mark.ends_with("long");
            found.push(Entry { name, file: file.clone(), checks, unroll, long });
        } else if line.trim_start().starts_with("assert ") {
            let mark = mark.split(&['(', ':'][..]).next().unwrap_or_default().trim().to_owned();
            let checks = found.last_mut().map_or(&mut before, |entry| &mut entry.checks);
            checks.insert(index as u64 + 1, mark);
        }
    }
    found.retain(|entry| long || !entry.long);
    found
}

/// What is wrong with klew's answers for an entry, if anything.
fn complaint(classes: &Path, entry: &Entry) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("check").arg(classes).args(["--entry", &entry.name]);
    command.args(["--engine", "backward", "--all-findings", "--property", "assertion"]);
    if let Some(times) = &entry.unroll {
        command.args(["--unroll", times]);
    }
    command.args(["--format", "json", "--no-output", "--quiet", "--time", "120s"]);
    let output = command.output().expect("klew starts");
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Some(format!("no JSON: {}", String::from_utf8_lossy(&output.stderr)));
    };
    let all = Vec::new();
    let findings = report["findings"].as_array().unwrap_or(&all);
    let complete = report["limits"].as_array().is_none_or(Vec::is_empty);
    for finding in findings {
        let line = finding["line"].as_u64().unwrap_or_default();
        let place = Path::new(finding["file"].as_str().unwrap_or_default());
        let known = place.ends_with(&entry.file) && entry.checks.contains_key(&line);
        if !known || finding["confirmed"] != true {
            return Some(format!("not expected: {finding}"));
        }
    }
    entry.checks.iter().find_map(|(line, mark)| {
        let fails = findings.iter().any(|finding| finding["line"] == *line);
        let right = match &mark[..] {
            "valid" | "unreached" => !fails && complete,
            "invalid" | "reached" => fails,
            "valid in any depth" => !fails,
            "too deep" => !fails && !complete,
            _ => return Some(format!("line {line}: what is `{mark}`?")),
        };
        let limits = &report["limits"];
        (!right).then(|| format!("line {line} is {mark}: failing {fails}, limits {limits}"))
    })
}

#[test]
fn every_check_has_its_verdict() {
    let files = sources();
    let folder = tempfile::tempdir().expect("a folder for classes");
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../klew-report/src/java");
    let mut compiler = Command::new("javac");
    compiler.args(["-g", "-nowarn", "-d"]).arg(folder.path()).args(&files);
    compiler.arg("-sourcepath").arg(library);
    let compiled = compiler.output().expect("javac starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let long = std::env::var_os("KLEW_LONG_TESTS").is_some();
    let todo: Vec<Entry> = files.iter().flat_map(|file| entries(file, long)).collect();
    let checks: usize = todo.iter().map(|entry| entry.checks.len()).sum();
    assert!(checks >= 70, "only {checks} checks in {} entries", todo.len());
    let next = Mutex::new(todo.iter());
    let complaints = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(entry) = next.lock().expect("no panic").next() else { break };
                    if let Some(complaint) = complaint(folder.path(), entry) {
                        let text = format!("{}: {complaint}", entry.name);
                        complaints.lock().expect("no panic").push(text);
                    }
                }
            });
        }
    });
    let complaints = complaints.into_inner().expect("no panic");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
