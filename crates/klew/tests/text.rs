//! Programs of `benches/text` whose bug is found at once (`// quick` in their head), and their fixed siblings, as
//! `cargo xtask bench --text` runs them all.
//!
//! `// expect: PROPERTY` stands on the line of the bug (programs with several such lines are not among these); what follows `// fixed: ` replaces its line in the fixed sibling.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn quick_programs() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/text");
    let mut programs: Vec<(PathBuf, String)> = fs::read_dir(folder)
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("a readable entry").path())
        .map(|file| (file.clone(), fs::read_to_string(file).expect("a readable program")))
        .filter(|(_, text)| text.lines().any(|line| line == "// quick"))
        .collect();
    programs.sort();
    assert!(programs.len() >= 5);
    programs
}

fn check(file: &Path, options: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("check").arg(file).args(options);
    command.args(["--format", "json", "--no-output", "--quiet", "--time", "60s"]);
    let output = command.output().expect("klew starts");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("no result: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn bugs_are_found_without_options() {
    for (file, text) in quick_programs() {
        let (line, property) = text
            .lines()
            .enumerate()
            .find_map(|(index, line)| Some((index + 1, line.split_once("// expect: ")?.1)))
            .expect("every program has a bug");
        let report = check(&file, &[]);
        let finding = &report["findings"][0];
        let seen = (&finding["property"], &finding["line"], &finding["confirmed"]);
        assert!(
            *seen.0 == property && *seen.1 == line && *seen.2 == true,
            "{}: {report:#}",
            file.display()
        );
    }
}

/// The line of the fixed sibling.
fn fixed(line: &str) -> String {
    let Some((_, instead)) = line.split_once("// fixed: ") else { return line.to_owned() };
    let code = instead.split_once("// expect:").map_or(instead, |(code, _)| code);
    format!("{}{code}", &line[..line.len() - line.trim_start().len()])
}

#[test]
fn fixed_siblings_are_not_violated() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (file, text) in quick_programs() {
        let options = text.lines().find_map(|line| line.strip_prefix("// sizes:"));
        let options: Vec<&str> = options.expect("every program has sizes").split(' ').collect();
        let options: Vec<&str> = options.into_iter().filter(|word| !word.is_empty()).collect();
        let sibling = folder.path().join(file.file_name().expect("a file"));
        let text: String = text.lines().map(|line| fixed(line) + "\n").collect();
        fs::write(&sibling, text).expect("the sibling can be written");
        let report = check(&sibling, &options);
        let verdict = report["verdict"].as_str();
        assert!(matches!(verdict, Some("safe" | "bounded")), "{}: {report:#}", file.display());
    }
}
