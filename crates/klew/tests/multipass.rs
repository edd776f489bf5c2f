//! Multi-pass execution through the command: the figures of paper 002 in C, and what the engine says of its work.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-multipass").join(name)
}

fn report(file: &Path, property: &str, options: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .arg("check")
        .arg(file)
        .args(["--engine", "multipass", "--property", property, "--time", "60s"])
        .args(["--format", "json", "--no-output", "--quiet"])
        .args(options)
        .output()
        .expect("klew starts");
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}

fn figure(report: &Value, name: &str) -> u64 {
    report["statistics"][name].as_u64().unwrap_or_else(|| panic!("{name}: {report:#}"))
}

fn is_found(report: &Value) {
    assert_eq!(report["verdict"], "violated", "{report:#}");
    assert_eq!(report["findings"][0]["confirmed"], true, "{report:#}");
}

/// Figure 1 as it is, of which the loop only counts, and with a loop that writes: that one has to be gone through, guided.
#[test]
fn figure_one_takes_one_guided_path_however_long_the_loop_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let counts = std::fs::read_to_string(program("figure1.c")).expect("a readable program");
    let writes = counts.replace("i++;", "seen[i++ & 7] = 1;");
    let writes = writes.replace("int main", "char seen[8];\nint main");
    for (text, guided) in [(&counts, 0), (&writes, 1)] {
        for turns in ["1000", "300000"] {
            let file = folder.path().join("figure1.c");
            std::fs::write(&file, text.replace("1000", turns)).expect("written");
            let report = report(&file, "valid-deref", &[]);
            is_found(&report);
            assert_eq!(figure(&report, "found_by_guided_runs"), guided, "{report:#}");
            // A run that its share of time cut is done again with a larger one, on a slow machine more often.
            let (paths, runs) = (figure(&report, "guided_paths"), figure(&report, "guided_runs"));
            assert!(paths <= runs, "{report:#}");
            assert_eq!(report["findings"][0]["input"][0]["value"], turns, "{report:#}");
        }
    }
}

#[test]
fn figure_three_is_claimed_by_a_backward_path() {
    let report = report(&program("figure3.c"), "assertion", &[]);
    is_found(&report);
    assert_eq!(figure(&report, "found_by_claims"), 1, "{report:#}");
    assert_eq!(figure(&report, "guided_runs"), 0, "{report:#}");
}

#[test]
fn function_pointers_and_recursion_are_followed_backward() {
    let report = report(&program("handlers.c"), "valid-deref", &[]);
    is_found(&report);
    assert!(figure(&report, "backward_paths") > 0, "{report:#}");
}

#[test]
fn a_path_is_told_step_by_step() {
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .arg("reach")
        .arg(program("figure3.c"))
        .args(["--target", "assertion", "--engine", "multipass", "--explain"])
        .args(["--no-output", "--quiet"])
        .output()
        .expect("klew starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(10), "{said}");
    for part in ["u: ", "w: ", "= 7", "= 5", "-> (a", "some run takes this path"] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
}
