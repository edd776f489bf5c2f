//! What fields of all objects hold: of the assertions in `data/Fields.java`, `Rows.java` and `Copies.java`, invariants prove those that
//! hold, and none of those that fail.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn proved(name: &str) -> (BTreeSet<u64>, BTreeSet<u64>) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let text = std::fs::read_to_string(&file).unwrap();
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| line.contains("assert "));
    let wanted = lines().filter(|(_, line)| line.contains("// holds")).map(|(number, _)| number);
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("check").arg(&file);
    command.args(["--engine", "horn", "--property", "assertion", "--time", "10s"]);
    let output = command.args(["--format", "json", "--no-output", "--quiet"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let checks = report["checks"].as_array().unwrap();
    let here: BTreeSet<u64> = lines().map(|(number, _)| number).collect();
    let of = |standing: &str| -> BTreeSet<u64> {
        let those = checks.iter().filter(|check| check["standing"] == standing);
        those
            .filter_map(|check| check["line"].as_u64())
            .filter(|line| here.contains(line))
            .collect()
    };
    let open = of("open");
    (wanted.collect(), of("holds").difference(&open).copied().collect())
}

#[test]
fn values_that_are_stored() {
    let (wanted, found) = proved("Fields.java");
    assert_eq!(wanted, found);
}

#[test]
fn elements_of_arrays() {
    let (wanted, found) = proved("Rows.java");
    assert_eq!(wanted, found);
}

#[test]
fn values_that_are_copied() {
    let (wanted, found) = proved("Copies.java");
    assert_eq!(wanted, found);
}
