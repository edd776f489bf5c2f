//! Several engines, one after the other: what one settles the next do not look at again, and what they come to together is
//! no less than what each comes to alone.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn run(file: &Path, arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .arg("check")
        .arg(file)
        .args(["--no-output", "--format", "json", "--quiet"])
        .args(arguments)
        .args(if arguments.contains(&"--time") { &[][..] } else { &["--time", "120s"] })
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr))
    })
}

fn write(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, text).unwrap();
    (folder, file)
}

/// How many checks that engine settled, and how many are open.
fn settled(report: &Value, engine: &str) -> (usize, usize) {
    let checks = report["checks"].as_array().unwrap();
    let by = checks.iter().filter(|check| check["by"] == engine).count();
    let open = checks.iter().filter(|check| check["standing"] == "open").count();
    (by, open)
}

/// Recursion without an end, in which nothing can fail.
const ENDLESS: &str = "\
public class Endless {
  static int depth(int n, int[] numbers) {
    if (numbers == null) throw new IllegalStateException();
    return depth(n + 1, numbers);
  }
  public static void main(String[] args) {
    depth(Klew.anyInt(), new int[3]);
  }
}
";

/// Static analysis settles the second assertion, which nothing comes to.
const SHARED: &str = "\
#include <assert.h>
#include <klew.h>
static int unused(int n) { return n > 3; }
int main(void) {
  int n = klew_int(\"n\");
  if (n < 10) assert(n < 11);
  if (0) assert(unused(n));
  return 0;
}
";

const BUG: &str = "\
#include <assert.h>
#include <klew.h>
int main(void) {
  int a = klew_int(\"a\"), b = klew_int(\"b\");
  int table[4] = {0};
  if (a >= 0 && a <= 4) table[a] = b;
  return 0;
}
";

/// Only one of 2^32 inputs fails.
const RARE: &str = "\
#include <assert.h>
#include <klew.h>
int main(void) {
  assert((unsigned)klew_int(\"n\") * 2654435761u != 47114711u);
  return 0;
}
";

#[test]
fn together_they_settle_each_check_once() {
    let (_folder, file) = write("shared.c", SHARED);
    for engines in
        ["forward", "backward", "static,forward", "static,backward", "static,forward,backward"]
    {
        let report = run(&file, &["--engine", engines]);
        assert_eq!(report["verdict"], "safe", "{engines}: {report:#}");
        let each: usize = engines.split(',').map(|engine| settled(&report, engine).0).sum();
        assert_eq!(each, report["checks"].as_array().unwrap().len(), "{engines}: {report:#}");
        assert_eq!(settled(&report, "").1, 0, "{engines}: {report:#}");
    }
}

/// Fails where a line of at least three characters is there twice, whatever is between and behind.
const TWICE: &str = "#include <stdio.h>
#include <string.h>
#include <klew.h>
int main(void) {
  char first[64] = \"\", line[64];
  while (fgets(line, sizeof line, stdin)) {
    if (strlen(line) < 4)
      continue;
    klew_assert(strcmp(line, first) != 0);
    if (!first[0])
      strcpy(first, line);
  }
  return 0;
}
";

#[test]
fn each_finds_the_bug() {
    let (_folder, file) = write("bug.c", BUG);
    for engines in ["forward", "backward", "random", "static,random", "backward,forward"] {
        let report = run(&file, &["--engine", engines]);
        assert_eq!(report["verdict"], "violated", "{engines}: {report:#}");
        assert_eq!(report["findings"][0]["confirmed"], true, "{engines}: {report:#}");
        let failing: Vec<&Value> = report["checks"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|c| c["standing"] == "fails")
            .collect();
        assert_eq!(failing.len(), 1, "{engines}: {report:#}");
        assert_eq!(failing[0]["line"], 6, "{engines}: {report:#}");
    }
}

/// Programs that fail where memory is asked for or kept: no engine by itself takes one for safe.
#[test]
fn no_engine_proves_what_can_fail() {
    let programs = [
        ("allocation_of_a_negative_size", "assertion"),
        ("kept_where_recursion_exits", "valid-memcleanup"),
        ("buffer_of_another_size", "valid-deref"),
    ];
    let violated = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/violated");
    for (program, property) in programs {
        let file = violated.join(program).with_extension("c");
        for engine in ["horn", "multipass", "backward", "loops", "segments", "lengths"] {
            let options = ["--engine", engine, "--property", property, "--time", "4s"];
            let report = run(&file, &options);
            assert_ne!(report["verdict"], "safe", "{program} by {engine}: {report:#}");
        }
    }
}

/// What a proof takes of stacks is told where it matters, and only there.
#[test]
fn stacks_without_an_end_are_assumed() {
    let recursion = "static int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }";
    let programs = [
        (String::new(), "int a[3]; a[2] = n; return a[2] > n;", ""),
        (
            String::new(),
            "if (n < 1 || n > 9) return 0; int a[n]; a[n - 1] = n; return a[n - 1] > n;",
            "variables of any size",
        ),
        (recursion.to_owned(), "return n > 3 ? 0 : sum(n);", "recursion of any depth"),
    ];
    for (functions, body, expected) in programs {
        let text = format!(
            "#include <klew.h>\n{functions}\nint main(void) {{ int n = klew_int(\"n\"); {body} }}\n"
        );
        let (_folder, file) = write("stack.c", &text);
        let report = run(&file, &[]);
        assert_eq!(report["verdict"], "safe", "{body}: {report:#}");
        let assumed = report["assumptions"].to_string();
        assert_eq!(assumed.contains("stacks have no end"), !expected.is_empty(), "{assumed}");
        assert!(assumed.contains(expected), "{body}: {assumed}");
    }
}

#[test]
fn the_next_goes_on_where_one_does_not_settle() {
    let (_folder, file) = write("rare.c", RARE);
    let random = run(&file, &["--engine", "random"]);
    assert_eq!(random["verdict"], "unknown", "{random:#}");
    assert_eq!(random["limits"][0]["kind"], "incomplete", "{random:#}");
    let both = run(&file, &["--engine", "random,backward"]);
    assert_eq!(both["verdict"], "violated", "{both:#}");
    assert_eq!(
        both["checks"].as_array().unwrap().iter().filter(|c| c["by"] == "backward").count(),
        1
    );
}

#[test]
fn random_runs_come_from_the_seed() {
    let (_folder, file) = write("bug.c", BUG);
    let inputs = |seed: &str| {
        let report = run(&file, &["--engine", "random", "--seed", seed]);
        (report["findings"][0]["input"].to_string(), report["statistics"]["paths"].to_string())
    };
    assert_eq!(inputs("3"), inputs("3"));
}

/// What is told is what the check needs, not all that was drawn until it failed.
#[test]
fn random_runs_tell_of_short_inputs() {
    let (_folder, lines) = write("lines.c", TWICE);
    let report = run(&lines, &["--engine", "random"]);
    let read = report["findings"][0]["standard_input"].as_str().unwrap();
    let bytes: Vec<&str> =
        (0..read.len()).step_by(2).map(|at| &read[at..at + 2]).collect::<Vec<_>>();
    assert_eq!(bytes.len(), 8, "{report:#}");
    assert_eq!(bytes[..3], bytes[4..7], "{report:#}");
    let (_folder, numbers) = write(
        "numbers.c",
        "#include <klew.h>\nint main(void) {\n  int last = 0, n = klew_int(\"n\");\n  \
         while (n-- > 0 && last < 1000)\n    last = klew_int(\"next\");\n  klew_assert(last < 1000);\n  return 0;\n}\n",
    );
    let report = run(&numbers, &["--engine", "random"]);
    let input = report["findings"][0]["input"].as_array().unwrap();
    assert_eq!(input.len(), 2, "{report:#}");
    assert_eq!(input[0]["value"], "1", "{report:#}");
}

const WORDS: &str = "#include <stdio.h>
#include <klew.h>
int main(void) {
  char word[16];
  int length, same = 0, before = 999;
  while (scanf(\"%15s%n\", word, &length) == 1) {
    same += word[0] == 'x' || word[1] == before;
    before = word[1];
    klew_assert(same < 1);
  }
  return 0;
}
";

/// What a solver gives is any input with which the check fails; what is told is the simplest that is near.
#[test]
fn what_paths_find_is_told_with_simple_inputs() {
    let (_folder, words) = write("words.c", WORDS);
    let report = run(&words, &["--engine", "forward"]);
    // Which path is found first is not always the same; each needs no more than this.
    let read = report["findings"][0]["standard_input"].as_str().unwrap();
    assert!(["78", "612061"].contains(&read), "{report:#}");
    let (_folder, numbers) = write(
        "numbers.c",
        "#include <klew.h>\nint main(int argc, char **argv) {\n  int a = klew_int(\"a\"), b = klew_int(\"b\"), c = klew_int(\"c\");\n  \
         if (argc > 1 && argv[1][0] > 5 && argv[1][2] == '-' && a != 7 && b * 3 > 2000 && c != b)\n    klew_assert(0);\n  return 0;\n}\n",
    );
    let report = run(&numbers, &["--engine", "forward", "--sym-args", "1", "1", "4"]);
    let input = report["findings"][0]["input"].as_array().unwrap();
    let value =
        |name: &str| input.iter().find(|input| input["name"] == name).unwrap()["value"].clone();
    assert_eq!((value("a"), value("c")), ("0".into(), "0".into()), "{report:#}");
    let argument = input[0]["value"].as_str().unwrap();
    assert!(argument.starts_with("\"aa-\""), "{report:#}");
}

#[test]
fn static_analysis_is_part_of_what_is_known() {
    let (_folder, file) = write("Endless.java", ENDLESS);
    let report = run(&file, &["--engine", "static"]);
    assert_eq!(report["verdict"], "safe", "{report:#}");
    let (by, open) = settled(&report, "static");
    assert!(by > 0 && open == 0, "{report:#}");
    // By itself, without being asked for; the loop is not followed.
    let default = run(&file, &[]);
    assert_eq!(default["verdict"], "safe", "{default:#}");
    assert_eq!(settled(&default, "static"), (by, 0), "{default:#}");
    assert_eq!(default["statistics"]["instructions"], 0, "{default:#}");
}

/// A line is copied to a buffer of so many bytes.
fn copied(room: u32) -> String {
    format!(
        "#include <stdio.h>\n#include <string.h>\nint main(void) {{\n  char line[64], copy[{room}];\n  \
         if (fgets(line, sizeof line, stdin)) puts(strcpy(copy, line));\n  return 0;\n}}\n"
    )
}

/// Where lists are folded, models of the C library go another way than elsewhere: what may fail on it says that nothing is known of theirs.
#[test]
fn what_models_do_with_texts_holds_as_a_whole() {
    let (_folder, file) = write("copied.c", &copied(32));
    let report = run(&file, &["--engine", "segments", "--time", "3s"]);
    assert_eq!(report["verdict"], "unknown", "{report:#}");
    let checks = report["checks"].as_array().unwrap().iter();
    let of_models = checks.filter(|check| check["file"].is_null());
    let mut accesses = of_models.filter(|check| check["property"] == "valid-deref");
    assert!(accesses.all(|check| check["standing"] == "open"), "{report:#}");
    let (_folder, file) = write("copied.c", &copied(64));
    let report = run(&file, &["--engine", "segments", "--time", "30s"]);
    assert_eq!(report["verdict"], "safe", "{report:#}");
}

/// The command refuses what none of the engines honours.
#[test]
fn options_of_other_engines_are_refused() {
    let (_folder, file) = write("bug.c", BUG);
    let refused = |arguments: &[&str], want: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_klew"))
            .arg("check")
            .arg(&file)
            .args(arguments)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(want), "{arguments:?}: {said}");
    };
    refused(&["--engine", "random", "--max-depth", "3"], "--max-depth is for forward execution");
    refused(&["--engine", "static,backward", "--seed", "3"], "--seed");
    refused(&["--engine", "sideways"], "static");
    let taken = run(&file, &["--engine", "backward,forward", "--max-depth", "30", "--unroll", "2"]);
    assert_eq!(taken["verdict"], "violated", "{taken:#}");
}
