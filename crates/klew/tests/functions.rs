//! `--function` and `klew tree` from outside: messages, tests that can be run again, files that are written.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const PROGRAM: &str = "\
struct node { int value; struct node *next; };
static struct node *head;
static int unused(struct node *node) { return node->value; }
static int accepts(struct node *node) { return node != 0; }
static int numbers(int a, int b) { return a < b; }
int pick(struct node *node, int index) {
  static const int table[3] = {1, 2, 3};
  head = node;
  return table[index] + node->value;
}
int main(void) { return 0; }
";

fn klew(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.current_dir(folder).args(arguments).output().unwrap()
}

fn check_rejected(arguments: &[&str], part: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    fs::write(folder.path().join("bare.ll"), "define void @f(ptr %p) {\n  ret void\n}\n").unwrap();
    fs::write(folder.path().join("a.kir"), "function @main() {\ne:\n  return\n}\n").unwrap();
    let output = klew(folder.path(), arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(part) && !said.contains("panicked"), "{part:?} is not in: {said}");
}

#[test]
fn what_cannot_be_analysed() {
    check_rejected(&["check", "a.c", "--function", "pock"], "there is no function `pock`");
    check_rejected(&["check", "a.c", "--function", "pick", "--entry", "main"], "--entry");
    check_rejected(&["check", "a.c", "--precondition", "accepts"], "--function NAME");
    check_rejected(
        &["check", "a.c", "--function", "pick", "--precondition", "numbers"],
        "a precondition takes the same parameters",
    );
    check_rejected(
        &["check", "a.c", "--function", "pick", "--precondition", "pick"],
        "--precondition pick: this is what is analysed itself",
    );
    check_rejected(&["check", "bare.ll", "--function", "f"], "compile it with -g");
    check_rejected(&["check", "a.kir", "--function", "main"], "--function is for C");
    check_rejected(&["check", "a.c", "--function", "pick", "--input-array-max", "0"], "1..=65536");
    check_rejected(&["tree", "a.c", "--function", "pick", "--dot", "no/tree.dot"], "cannot write");
}

#[test]
fn a_finding_of_a_function_can_be_run_again() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    let check = ["check", "a.c", "--function", "pick", "--precondition", "accepts"];
    let output = klew(folder.path(), &[&check[..], &["--format", "json", "--quiet"]].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let finding = &report["findings"][0];
    assert_eq!(finding["confirmation"], "confirmed", "{report}");
    let roots = finding["heap"]["roots"].as_array().unwrap();
    let names: Vec<&str> = roots.iter().filter_map(|root| root["name"].as_str()).collect();
    assert_eq!(names, ["head", "node", "index"]);
    assert_eq!(roots[1]["type"], "struct node *");
    assert!(report["assumptions"].as_array().is_some_and(|list| !list.is_empty()), "{report}");
    let driver =
        fs::read_to_string(folder.path().join("klew-out-a-pick/finding-1/driver.c")).unwrap();
    assert!(driver.contains("pick(klew_object_"), "{driver}");
    let again = klew(folder.path(), &["replay", "klew-out-a-pick/finding-1", "a.c"]);
    assert_eq!(again.status.code(), Some(10), "{}", String::from_utf8_lossy(&again.stderr));
    let other = klew(
        folder.path(),
        &["replay", "klew-out-a-pick/finding-1", "klew-out-a-pick/finding-1/harness.c"],
    );
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn trees_are_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    let arguments = ["tree", "a.c", "--function", "unused", "--dot", "t.dot", "--json", "t.json"];
    let output = klew(folder.path(), &arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with("unused: 2 traces (1 normal, 1 exceptional), path-optimal"), "{text}");
    assert!(text.contains("null pointer dereference a.c:3"), "{text}");
    let dot = fs::read_to_string(folder.path().join("t.dot")).unwrap();
    assert!(dot.starts_with("digraph \"unused\" {"), "{dot}");
    let json = fs::read(folder.path().join("t.json")).unwrap();
    let tree: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(tree["traces"]["exceptional"], 1);
    assert!(tree["nodes"].as_array().is_some_and(|nodes| nodes.len() >= 3), "{tree}");
}

/// Each turn has two ways that come to the same.
const TURNS: &str = "\
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 12; i++) {
    if (__VERIFIER_nondet_int() > 7) sum += 1;
    else sum += 2;
  }
  assert(sum <= 24);
  return 0;
}
";

#[test]
fn pruned_trees_say_what_covers_what() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), TURNS).unwrap();
    let arguments = ["tree", "a.c", "--prune", "--dot", "t.dot", "--format", "json"];
    let output = klew(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let tree: Value = serde_json::from_slice(&output.stdout).unwrap();
    let nodes = tree["nodes"].as_array().unwrap();
    // Not 2^12 paths, and each closed state names one that says what has to hold, before it.
    assert!(nodes.len() < 200, "{}", nodes.len());
    let covered: Vec<usize> =
        (0..nodes.len()).filter(|&at| nodes[at]["kind"] == "covered").collect();
    assert!(covered.len() >= 11, "{}", covered.len());
    for at in covered {
        let by = nodes[at]["covered_by"].as_u64().unwrap() as usize;
        assert!(by < at && nodes[by]["kind"] == "kept", "{at}: {}", nodes[at]);
        assert_eq!(nodes[by]["line"], nodes[at]["line"]);
        assert!(nodes[by]["text"].as_str().unwrap().contains("sum"), "{}", nodes[by]);
    }
    let points = tree["pruning"].as_array().unwrap();
    let closed: u64 = points.iter().map(|point| point["covered"].as_u64().unwrap()).sum();
    assert!(closed >= 11, "{points:?}");
    let dot = fs::read_to_string(folder.path().join("t.dot")).unwrap();
    assert!(dot.contains("label=\"covered by\""), "{dot}");

    let output = klew(folder.path(), &["tree", "a.c", "--prune", "--max-nodes", "5"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("nodes are not drawn") && text.lines().count() < 30, "{text}");
    let plain = klew(folder.path(), &["tree", "a.c"]);
    let text = String::from_utf8_lossy(&plain.stdout).into_owned();
    assert!(text.starts_with("main: 4096 traces (4096 normal, 0 exceptional)"), "{text}");
}

/// The path that fails needs three objects, and forward execution has other paths without end before.
const THREE_OBJECTS: &str = r#"
#include <assert.h>
struct node { int value; struct node *next; };
int busy(struct node *list, int rounds) {
    int sum = 0;
    for (int i = 0; i != rounds; i++)
        sum ^= i * 7;
    if (list && list->value == 1 && list->next && list->next->value == 2)
        assert(!list->next->next || list->next->next->value != 3);
    return sum;
}
"#;

#[test]
fn engines_beside_forward_execution_keep_to_the_bounds_of_inputs() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), THREE_OBJECTS).unwrap();
    let check = ["check", "a.c", "--function", "busy", "--time", "6s", "--quiet"];
    let bounded = klew(folder.path(), &[&check[..], &["--input-heap-max", "2"]].concat());
    assert_eq!(bounded.status.code(), Some(5), "{bounded:?}");
    let free = klew(folder.path(), &check);
    assert_eq!(free.status.code(), Some(10), "{free:?}");
}
