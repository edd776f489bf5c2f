//! Every program below `tests/programs` through the command, as a user would call it.
//!
//! The folder is the expected verdict. A violated program has `// expect: PROPERTY` on the line of the
//! finding, which must be confirmed by a native run (or `// replayed: PROPERTY`, where none can show it); `// options: …` are passed on, `// with: FILE`
//! names a second source file, `// time: TIME` gives another time than usual,
//! within which it need not end, and with `// limit: TEXT` a limit must say that. Those with `// long` are left to `make test-long`
//! (`KLEW_LONG_TESTS=1`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn is_long(program: &Path) -> bool {
    let text = fs::read_to_string(program).expect("a readable program");
    text.lines().any(|line| line == "// long")
}

fn programs(verdict: &str) -> Vec<PathBuf> {
    let all = std::env::var_os("KLEW_LONG_TESTS").is_some();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(verdict);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c" || e == "kir"))
        .filter(|path| all || !is_long(path))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no programs in {}", folder.display());
    files
}

fn after<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    Some(line.split_once(mark)?.1.trim())
}

/// What is wrong with klew's answer to the program, if anything.
fn complaint(file: &Path, verdict: &str) -> Option<String> {
    let text = fs::read_to_string(file).expect("a readable program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("check");
    let mut sources = vec![file.to_path_buf()];
    let part = tempfile::tempdir().expect("a temporary folder");
    for line in text.lines() {
        if let Some(options) = after(line, "// options:") {
            command.args(options.split_whitespace());
        }
        if let Some(other) = after(line, "// with:") {
            let copy = part.path().join("part.c");
            fs::copy(file.with_file_name(other), &copy).expect("the second source file");
            sources.push(copy);
        }
    }
    command.args(&sources).args(["--format", "json", "--no-output", "--quiet"]);
    let time = text.lines().find_map(|line| after(line, "// time:")).unwrap_or("60s");
    command.args(["--time", time]);
    let output = command.output().expect("klew starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Some(format!("no JSON ({}): {said}", output.status));
    };
    if report["verdict"] != verdict {
        return Some(format!("{report}"));
    }
    let code = match verdict {
        "safe" => 0,
        "violated" => 10,
        _ => 5,
    };
    if output.status.code() != Some(code) {
        return Some(format!("exit code {}", output.status));
    }
    let is_late = || late(&text, &report);
    expected_limit(&text, &report).or_else(|| expected_finding(&text, &report)).or_else(is_late)
}

/// Whether it did not end within the usual time.
fn late(text: &str, report: &Value) -> Option<String> {
    let has_its_own = text.lines().any(|line| after(line, "// time:").is_some());
    let is_time = |limit: &Value| limit["kind"] == "time";
    let is_late = report["limits"].as_array()?.iter().any(is_time) && !has_its_own;
    is_late.then(|| format!("the time was over: {report:#}"))
}

fn expected_limit(text: &str, report: &Value) -> Option<String> {
    let wanted = text.lines().find_map(|line| after(line, "// limit:"))?;
    let limits = report["limits"].as_array()?;
    let says =
        |limit: &Value| limit["message"].as_str().is_some_and(|said| said.starts_with(wanted));
    (!limits.iter().any(says)).then(|| format!("no limit says {wanted:?}: {report:#}"))
}

fn expected_finding(text: &str, report: &Value) -> Option<String> {
    for (index, line) in text.lines().enumerate() {
        let expected = after(line, "expect:").map(|property| (property, true));
        let replayed = after(line, "replayed:").map(|property| (property, false));
        let Some((property, confirmed)) = expected.or(replayed) else { continue };
        let finding = &report["findings"][0];
        let there = finding["property"] == property && finding["line"] == index + 1;
        if !there || finding["confirmed"] != confirmed {
            return Some(format!(
                "expected {property} at line {}, confirmed: {finding}",
                index + 1
            ));
        }
    }
    None
}

fn check(verdict: &str) {
    let complaints: Vec<String> = programs(verdict)
        .iter()
        .filter_map(|file| Some(format!("{}: {}", file.display(), complaint(file, verdict)?)))
        .collect();
    assert!(complaints.is_empty(), "{} programs:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn safe_programs_are_proved() {
    check("safe");
}

#[test]
fn violated_programs_give_a_confirmed_finding_at_the_expected_line() {
    check("violated");
}

#[test]
fn bounds_that_are_hit_make_the_verdict_bounded() {
    check("bounded");
}

#[test]
fn what_is_not_understood_makes_the_verdict_unknown() {
    check("unknown");
}
