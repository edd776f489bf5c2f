//! Every function below `tests/programs-functions`, analysed alone under the three policies for input heaps.
//!
//! The folder is the expected verdict, the same for all policies. `// options: …` are passed on. A violated
//! program has `// expect: PROPERTY` on the line of the finding; its input heap must be confirmed by a
//! native run, for which each program is built once, with the default policy (`// replayed: PROPERTY`, where no
//! native run can show it). `// policies: …` are those whose verdict it is, where another's is not native.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const POLICIES: [&str; 3] = ["path-optimal", "lazier", "lazy"];

fn programs(verdict: &str) -> Vec<PathBuf> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-functions").join(verdict);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no programs in {}", folder.display());
    files
}

fn after<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    Some(line.split_once(mark)?.1.trim())
}

fn options(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| after(line, "// options:"))
        .flat_map(str::split_whitespace)
        .collect()
}

/// What is wrong with klew's answer to the program under that policy, if anything.
fn complaint(file: &Path, verdict: &str, policy: &str) -> Option<String> {
    let text = fs::read_to_string(file).expect("a readable program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("check").arg(file).args(options(&text)).args(["--input-heap", policy]);
    command.args(["--format", "json", "--no-output", "--quiet", "--time", "60s"]);
    if policy != POLICIES[0] {
        command.arg("--no-confirm");
    }
    let output = command.output().expect("klew starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Some(format!("no JSON ({}): {said}", output.status));
    };
    if report["verdict"] != verdict || report["input_heap"] != policy {
        return Some(format!("{report}"));
    }
    for (index, line) in text.lines().enumerate() {
        let expected = after(line, "// expect:").map(|property| (property, "confirmed"));
        let replayed = after(line, "// replayed:").map(|property| (property, "replayed"));
        let Some((property, mut confirmation)) = expected.or(replayed) else { continue };
        if policy != POLICIES[0] {
            confirmation = "replayed";
        }
        let finding = &report["findings"][0];
        let there = finding["property"] == property && finding["line"] == index + 1;
        if !there || finding["confirmation"] != confirmation {
            let line = index + 1;
            return Some(format!("expected {property} at line {line}, {confirmation}: {finding}"));
        }
    }
    None
}

fn check(verdict: &str) {
    let mut complaints = Vec::new();
    for file in programs(verdict) {
        let text = fs::read_to_string(&file).expect("a readable program");
        let of_some = text.lines().find_map(|line| after(line, "// policies:"));
        let of_all = |policy: &&str| of_some.is_none_or(|some| some.contains(policy));
        for policy in POLICIES.into_iter().filter(of_all) {
            let complaint = complaint(&file, verdict, policy);
            complaints.extend(complaint.map(|it| format!("{} ({policy}): {it}", file.display())));
        }
    }
    assert!(complaints.is_empty(), "{} runs:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn safe_functions_are_proved() {
    check("safe");
}

#[test]
fn violated_functions_give_an_input_heap_that_a_native_run_confirms() {
    check("violated");
}

#[test]
fn what_is_not_understood_makes_the_verdict_unknown() {
    check("unknown");
}

#[test]
fn what_is_bounded_is_said() {
    check("bounded");
}

/// The traces of a function under each policy: normal and exceptional ones.
fn traces(file: &Path) -> Vec<(u64, u64)> {
    let text = fs::read_to_string(file).expect("a readable program");
    let count = |policy: &&str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
        command.arg("tree").arg(file).args(options(&text));
        command.args(["--input-heap", policy, "--format", "json"]);
        let output = command.output().expect("klew starts");
        let tree: Value = serde_json::from_slice(&output.stdout).expect("a JSON object");
        let number = |name: &str| tree["traces"][name].as_u64().unwrap_or(u64::MAX);
        (number("normal"), number("exceptional"))
    };
    POLICIES.iter().map(count).collect()
}

/// The programs of the paper (figure 1), in C: other than `this`, `self` may be null.
#[test]
fn traces_of_the_programs_of_the_paper() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-functions/tree");
    for (file, want) in [
        ("swap.c", [(2, 1), (3, 1), (21, 1)]),
        ("sum.c", [(1, 3), (5, 4), (5, 4)]),
        ("has_null.c", [(9, 0), (15, 0), (128, 0)]),
    ] {
        assert_eq!(traces(&folder.join(file)), want, "{file}");
    }
}

#[test]
fn no_policy_has_fewer_traces_than_the_one_before() {
    for file in programs("safe").into_iter().chain(programs("violated")) {
        let counts: Vec<u64> =
            traces(&file).into_iter().map(|(normal, exceptional)| normal + exceptional).collect();
        assert!(counts.is_sorted() && counts[0] > 0, "{}: {counts:?}", file.display());
    }
}
