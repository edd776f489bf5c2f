//! Every program below `tests/programs-java` through the command, as a user would call it.
//!
//! The folder is the expected verdict; a program is a file or a folder. A violated program has
//! `// expect: PROPERTY` on the line that throws, which must be confirmed by a run in the JVM (or
//! `// replayed: PROPERTY`, where none can show it); `// options: …` are passed on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("a readable entry").path())
        .collect();
    entries.sort();
    entries
}

fn programs(verdict: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-java").join(verdict);
    let programs = sorted(&folder);
    assert!(!programs.is_empty(), "no programs in {}", folder.display());
    programs
}

/// The source files of a program.
fn sources(program: &Path) -> Vec<PathBuf> {
    if program.is_dir() {
        return sorted(program).iter().flat_map(|path| sources(path)).collect();
    }
    let java = program.extension().is_some_and(|extension| extension == "java");
    if java { vec![program.to_owned()] } else { Vec::new() }
}

fn after<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    Some(line.split_once(mark)?.1.trim())
}

/// What is wrong with klew's answer to the program, if anything.
fn complaint(program: &Path, verdict: &str) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("check").arg(program);
    let texts: Vec<(PathBuf, String)> = sources(program)
        .into_iter()
        .map(|file| {
            let text = fs::read_to_string(&file).expect("a readable program");
            (file, text)
        })
        .collect();
    for line in texts.iter().flat_map(|(_, text)| text.lines()) {
        if let Some(options) = after(line, "// options:") {
            command.args(options.split_whitespace());
        }
    }
    command.args(["--format", "json", "--no-output", "--quiet", "--time", "120s"]);
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
    texts.iter().find_map(|(file, text)| expected_finding(file, text, &report))
}

fn expected_finding(file: &Path, text: &str, report: &Value) -> Option<String> {
    for (index, line) in text.lines().enumerate() {
        let expected = after(line, "// expect:").map(|property| (property, true));
        let replayed = after(line, "// replayed:").map(|property| (property, false));
        let Some((property, confirmed)) = expected.or(replayed) else { continue };
        let finding = &report["findings"][0];
        let place = finding["file"].as_str().unwrap_or_default();
        let there = finding["property"] == property
            && finding["line"] == index + 1
            && Path::new(place).file_name() == file.file_name();
        if !there || finding["confirmed"] != confirmed {
            let line = index + 1;
            return Some(format!("expected {property} at line {line}, confirmed: {finding}"));
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
