//! `--validate`: proofs of an earlier call are checked again from its JSON output, and nothing that was changed is believed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

const COUNTS: &str = "\
#include <assert.h>
#include <klew.h>
int main(void) {
  unsigned n = (unsigned)klew_int(\"n\"), i = 0, s = 0;
  while (i < n) { i++; s += 2; }
  assert(s == 2 * i);
  assert(i == n);
  return 0;
}
";

fn klew(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.current_dir(folder).args(words).args(["--quiet", "--no-output"]);
    if !words.contains(&"--time") {
        command.args(["--time", "60s"]);
    }
    command.output().unwrap()
}

fn json(folder: &Path, words: &[&str]) -> Value {
    let output = klew(folder, &[words, &["--format", "json"]].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}

/// A folder with that program, and with what the engine of invariants says of it.
fn proved(text: &str) -> (tempfile::TempDir, Value) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), text).unwrap();
    let result = json(folder.path(), &["check", "a.c", "--engine", "horn"]);
    write(folder.path(), &result);
    (folder, result)
}

fn write(folder: &Path, result: &Value) {
    fs::write(folder.join("a.json"), result.to_string()).unwrap();
}

fn validate(folder: &Path) -> Value {
    json(folder, &["check", "a.c", "--validate", "a.json"])
}

/// Writes it with a seal that fits, as somebody who knows how would.
fn write_sealed(folder: &Path, result: &Value) {
    let mut result = result.clone();
    let proofs = result["proofs"]["arguments"].clone();
    let entries: Vec<klew_report::document::ArgumentEntry> =
        serde_json::from_value(proofs).unwrap();
    result["proofs"] = json!(klew_report::document::Proofs::of(entries));
    write(folder, &result);
}

fn refusal(folder: &Path) -> String {
    let output = klew(folder, &["check", "a.c", "--validate", "a.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn proofs_are_checked_again() {
    let (folder, result) = proved(COUNTS);
    assert_eq!(result["verdict"], "safe");
    let again = validate(folder.path());
    assert_eq!(again["verdict"], "safe", "{again}");
    let by: Vec<&Value> = again["checks"].as_array().unwrap().iter().map(|it| &it["by"]).collect();
    assert!(by.iter().all(|by| *by == "validate"), "{by:?}");
    assert_eq!(again["invariants"], result["invariants"]);
    // And what that says can be checked again.
    write(folder.path(), &again);
    assert_eq!(validate(folder.path())["verdict"], "safe");
    // Also what others proved in workers, where following paths comes to no end.
    let unknown = COUNTS.replace("{ i++; s += 2; }", "if (klew_int(\"more\")) { i++; s += 2; }");
    fs::write(folder.path().join("a.c"), unknown.replace("i == n", "i >= n")).unwrap();
    let beside = json(folder.path(), &["check", "a.c"]);
    assert_eq!(beside["verdict"], "safe");
    write(folder.path(), &beside);
    assert_eq!(validate(folder.path())["verdict"], "safe");
}

#[test]
fn proofs_of_another_program_prove_nothing() {
    let (folder, _) = proved(COUNTS);
    fs::write(folder.path().join("a.c"), COUNTS.replace("s += 2", "s += 3")).unwrap();
    let wrong = validate(folder.path());
    assert_eq!(wrong["verdict"], "unknown", "{wrong}");
    assert!(wrong["limits"].to_string().contains("another program"), "{wrong}");
    fs::write(folder.path().join("a.c"), COUNTS).unwrap();
    let other = ["check", "a.c", "--validate", "a.json", "--data-model", "32"];
    assert!(json(folder.path(), &other)["limits"].to_string().contains("another program"));
}

#[test]
fn what_was_changed_is_not_believed() {
    let (folder, result) = proved(COUNTS);
    let (folder, count) = (folder.path(), result["proofs"]["arguments"].as_array().unwrap().len());
    assert!(count > 0);
    let mut changed = result.clone();
    changed["proofs"]["arguments"][count - 1]["goals"] = json!([0, 1, 2, 3]);
    write(folder, &changed);
    assert!(refusal(folder).contains("not as klew wrote them"));
    // With a seal that fits, the argument itself decides: nothing follows from these.
    for formula in ["false", "(= |i| |n|)", "(oops", "true"] {
        let mut changed = result.clone();
        for argument in changed["proofs"]["arguments"].as_array_mut().unwrap() {
            for fact in argument["facts"].as_array_mut().unwrap() {
                fact["formula"] = json!(formula);
            }
        }
        write_sealed(folder, &changed);
        let said = validate(folder);
        assert_eq!(said["verdict"], "unknown", "{formula}: {said}");
    }
    for (key, value) in [("goals", json!([77])), ("clauses", json!("none")), ("goals", json!([]))] {
        let mut changed = result.clone();
        for argument in changed["proofs"]["arguments"].as_array_mut().unwrap() {
            argument[key] = value.clone();
        }
        write_sealed(folder, &changed);
        assert_eq!(validate(folder)["verdict"], "unknown", "{key} {value}");
    }
    // A program that fails, with its own hash beside the proof of the one that does not.
    fs::write(folder.join("a.c"), COUNTS.replace("s += 2", "s += 3")).unwrap();
    // What still holds of it is proved at once; what does not is looked for as long as there is time.
    let own = json(folder, &["check", "a.c", "--engine", "horn", "--time", "6s"]);
    let hash = own["proofs"]["arguments"][0]["program"].clone();
    assert!(hash.is_string(), "{own}");
    let mut changed = result.clone();
    for argument in changed["proofs"]["arguments"].as_array_mut().unwrap() {
        argument["program"] = hash.clone();
    }
    write_sealed(folder, &changed);
    let said = validate(folder);
    assert_eq!(said["verdict"], "unknown", "{said}");
    assert!(said["limits"].to_string().contains("is not accepted"), "{said}");
}

#[test]
fn what_cannot_be_checked_again_is_refused() {
    let (folder, result) = proved(COUNTS);
    let folder = folder.path();
    let mut other = result.clone();
    other["verdict"] = json!("unknown");
    write(folder, &other);
    assert!(refusal(folder).contains("proves nothing"));
    other = result.clone();
    other["version"] = json!(99);
    write(folder, &other);
    assert!(refusal(folder).contains("version 99"));
    fs::write(folder.join("a.json"), "{}").unwrap();
    assert!(refusal(folder).contains("is not the result of a run"));
    fs::remove_file(folder.join("a.json")).unwrap();
    assert!(refusal(folder).contains("cannot read"));
    // All paths were followed: no argument is kept.
    let text = "#include <assert.h>\n#include <klew.h>\nint main(void) { int a = klew_int(\"a\"); if (a > 3 && a < 5) assert(a == 4); return 0; }\n";
    fs::write(folder.join("a.c"), text).unwrap();
    let result = json(folder, &["check", "a.c", "--engine", "forward"]);
    assert_eq!(result["verdict"], "safe");
    write(folder, &result);
    assert!(refusal(folder).contains("can be checked again"));
}

#[test]
fn clauses_are_printed() {
    let (folder, _) = proved(COUNTS);
    let words = ["condition", "a.c", "--target", "assertion", "--format", "horn"];
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .current_dir(folder.path())
        .args(words)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("(set-logic HORN)") && text.ends_with("(check-sat)\n"), "{text}");
    assert!(
        text.contains("i, n, s") || text.contains("(declare-fun P0 (Int Int Int) Bool)"),
        "{text}"
    );
}
