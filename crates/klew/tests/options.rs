//! Every option with each engine and each language: it is honoured, or refused with a message and exit code 2, but
//! never ignored.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// One input, one check that can fail, and a second one that cannot.
const PROGRAM: &str = "\
target 64
function @main() -> i32 {
entry:
  %x: i32 = input \"x\"
  %bad = compare ne i32 %x, 7
  assert assertion holds %bad
  %low = and i32 %x, 3
  %fits = compare ule i32 %low, 3
  assert assertion holds %fits
  return 0
}
";

/// The same in C, for options that klew's IR has no use for.
const IN_C: &str = "\
#include <assert.h>
#include <klew.h>
int main(void) {
  int x = klew_int(\"x\");
  assert(x != 7);
  return 0;
}
";

/// Which engines take an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Both,
    Forward,
    Backward,
    /// The engine of Horn clauses.
    Horn,
    /// Multi-pass execution.
    Multipass,
    /// Both that go from the target to the entry.
    Backwards,
    /// It is about sources in C or Java, or ends the call before an engine starts.
    NotAsked,
}

use Takes::{Backward, Backwards, Both, Forward, Horn, Multipass, NotAsked};

// Languages, by the extensions of their files.
const ANY: &str = "c i ll bc kir java class jar";
const NOT_KIR: &str = "c i ll bc java class jar";
const C_OR_LLVM: &str = "c i ll bc";
const JAVA: &str = "java class jar";

/// The options, each with a value, and the languages that have a use for them.
const OPTIONS: &[(&[&str], Takes, &str)] = &[
    (&["--target", "assertion"], NotAsked, ANY),
    (&["--explain"], Backwards, ANY),
    (&["--prune"], Forward, ANY),
    (&["--no-prune"], Forward, ANY),
    (&["--explain-pruning"], Forward, ANY),
    (&["--data-model", "64"], Both, "c i"),
    (&["-I", "."], NotAsked, "c"),
    (&["-D", "X"], NotAsked, "c"),
    (&["--std", "gnu11"], NotAsked, "c i"),
    (&["--entry", "main"], Both, NOT_KIR),
    (&["--classpath", "."], NotAsked, JAVA),
    (&["--java-home", "."], NotAsked, JAVA),
    (&["--javac", "javac"], NotAsked, JAVA),
    (&["--sym-args", "0", "1", "1"], NotAsked, NOT_KIR),
    (&["--sym-stdin", "1"], NotAsked, NOT_KIR),
    (&["--sym-file", "a:1"], NotAsked, C_OR_LLVM),
    (&["--no-args"], NotAsked, NOT_KIR),
    (&["--env", "A=b"], NotAsked, NOT_KIR),
    (&["--sym-env", "A:1"], NotAsked, NOT_KIR),
    (&["--no-env"], NotAsked, NOT_KIR),
    (&["--function", "f"], NotAsked, C_OR_LLVM),
    (&["--precondition", "f"], NotAsked, NOT_KIR),
    (&["--compiled", ".", "--function", "f"], NotAsked, C_OR_LLVM),
    (&["--each-function"], NotAsked, C_OR_LLVM),
    (&["--each-method"], NotAsked, JAVA),
    (&["--each", "9s", "--each-function"], NotAsked, C_OR_LLVM),
    (&["--baseline", "b.json", "--each-function"], NotAsked, C_OR_LLVM),
    (&["--write-baseline", "--baseline", "b.json", "--each-function"], NotAsked, C_OR_LLVM),
    (&["--assume", "n > 0"], NotAsked, NOT_KIR),
    (&["--buffer", "a:n"], NotAsked, C_OR_LLVM),
    (&["--not-null", "a"], NotAsked, NOT_KIR),
    (&["--allow-exception", "RuntimeException"], NotAsked, JAVA),
    (&["--globals", "initial", "--function", "f"], NotAsked, C_OR_LLVM),
    (&["--input-heap", "lazy"], Forward, ANY),
    (&["--input-heap-max", "4"], Forward, ANY),
    (&["--input-array-max", "4"], Forward, ANY),
    (&["--engine"], NotAsked, ANY),
    (&["--state", "disjuncts"], Backward, ANY),
    (&["--disjuncts", "term", "--state", "disjuncts"], Backward, ANY),
    (&["--solve", "never"], Backward, ANY),
    (&["--unroll", "3"], Backward, ANY),
    (&["--edge-limit", "2"], Multipass, ANY),
    (&["--fork-limit", "99"], Multipass, ANY),
    (&["--schedule", "unification"], Multipass, ANY),
    (&["--no-guidance"], Both, ANY),
    (&["--property", "assertion"], Both, ANY),
    (&["--malloc-may-fail"], Both, C_OR_LLVM),
    (&["--check-uninitialised"], Both, "c i ll bc kir"),
    (&["--all-findings"], Both, ANY),
    (&["--time", "20s"], Both, ANY),
    (&["--reserve", "1s", "--time", "20s"], Both, ANY),
    (&["--memory", "1G"], Both, ANY),
    (&["--jobs", "1"], Both, ANY),
    (&["--worker-after", "1s"], Both, ANY),
    // A folder has one checkpoint; tests/resume.rs is about engines.
    (&["--checkpoint", "kept"], NotAsked, ANY),
    (&["--validate", "missing.json"], NotAsked, ANY),
    // Nobody is there; tests/queue.rs is about what is done with it.
    (&["--queue", "nats://127.0.0.1:1"], NotAsked, ANY),
    (&["--queue-name", "a", "--queue", "nats://127.0.0.1:1"], NotAsked, ANY),
    (&["--queue-credentials", "a", "--queue", "nats://127.0.0.1:1"], NotAsked, ANY),
    (&["--queue-tls-ca", "a", "--queue", "nats://127.0.0.1:1"], NotAsked, ANY),
    (
        &["--queue-tls-cert", "a", "--queue-tls-key", "b", "--queue", "nats://127.0.0.1:1"],
        NotAsked,
        ANY,
    ),
    (
        &["--queue-tls-key", "b", "--queue-tls-cert", "a", "--queue", "nats://127.0.0.1:1"],
        NotAsked,
        ANY,
    ),
    (&["--max-depth", "9"], Forward, ANY),
    (&["--max-states", "9"], Forward, ANY),
    (&["--max-instructions", "99"], Forward, ANY),
    (&["--bounded-ok"], Both, ANY),
    (&["--search", "depth"], Forward, ANY),
    (&["--seed", "0"], Forward, ANY),
    (&["--no-merged-conditions"], Both, ANY),
    (&["--path", "0"], Forward, ANY),
    (&["--solver", "z3"], Both, ANY),
    (&["--no-independence"], Forward, ANY),
    (&["--no-model-repair"], Forward, ANY),
    (&["--no-order"], Forward, ANY),
    (&["--no-bounds"], Forward, ANY),
    (&["--no-few-bits"], Forward, ANY),
    (&["--no-model-cache"], Forward, ANY),
    (&["--no-core-cache"], Forward, ANY),
    (&["--validate-solver"], Both, ANY),
    (&["--query-log", "queries.smt2"], Both, ANY),
    (&["--horn", "z3 -in"], Horn, ANY),
    (&["--format", "json"], Both, ANY),
    (&["--output", "out"], Both, ANY),
    (&["--report", "sarif,junit"], Both, ANY),
    (&["--turns", "3"], NotAsked, ANY),
    (&["--dot", "tree.dot"], NotAsked, ANY),
    (&["--json", "tree.json"], NotAsked, ANY),
    (&["--max-nodes", "50"], NotAsked, ANY),
    (&["--no-output"], Both, ANY),
    (&["--tests"], Forward, ANY),
    (&["--no-confirm"], Both, ANY),
    (&["--no-sandbox"], Both, NOT_KIR),
    (&["--full-trace"], Both, ANY),
    (&["--draw-heap"], Both, ANY),
    (&["--emit-kir"], Both, ANY),
    (&["--quiet"], Both, ANY),
    (&["--verbose"], Both, ANY),
    (&["--help"], NotAsked, ANY),
];

fn klew(folder: &Path, command: &str, arguments: &[&str]) -> Output {
    fs::write(folder.join("p.kir"), PROGRAM).unwrap();
    let mut klew = Command::new(env!("CARGO_BIN_EXE_klew"));
    klew.current_dir(folder).args([command, "p.kir"]).args(arguments).stdin(Stdio::null());
    klew.output().unwrap()
}

/// The command, on that file; it comes after the options, because some of them take several values.
fn on_file(folder: &Path, command: &[&str], file: &str) -> Output {
    let mut klew = Command::new(env!("CARGO_BIN_EXE_klew"));
    klew.current_dir(folder).args(command).arg(file).stdin(Stdio::null());
    klew.output().unwrap()
}

fn report(folder: &Path, arguments: &[&str]) -> Value {
    let own = ["--engine", "backward", "--property", "assertion", "--no-output", "--quiet"];
    let arguments = [&own[..], &["--format", "json"], arguments].concat();
    let output = klew(folder, "check", &arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}

#[test]
fn every_option_is_honoured_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (option, takes, languages) in OPTIONS {
        if *takes == NotAsked {
            continue;
        }
        let only_reach = option[0] == "--explain";
        for (command, more) in [("check", &[][..]), ("reach", &["--target", "assertion"])] {
            if only_reach && command == "check" {
                continue;
            }
            let takers = [
                ("forward", matches!(takes, Both | Forward)),
                ("backward", matches!(takes, Both | Backward | Backwards)),
                ("multipass", matches!(takes, Both | Multipass | Backwards)),
            ];
            for (engine, taken) in takers {
                let arguments = [option, more, &["--engine", engine]].concat();
                let output = if languages.contains("kir") {
                    klew(folder.path(), command, &arguments)
                } else {
                    fs::write(folder.path().join("p.c"), IN_C).unwrap();
                    on_file(folder.path(), &[&[command][..], &arguments].concat(), "p.c")
                };
                let said = String::from_utf8_lossy(&output.stderr);
                let code = output.status.code();
                let what = format!("{command} {arguments:?}: {code:?} {said}");
                if taken {
                    assert!(matches!(code, Some(0 | 5 | 10)), "{what}");
                } else {
                    assert_eq!(code, Some(2), "{what}");
                    assert!(output.stdout.is_empty(), "{what}");
                    let other = match (takes, engine) {
                        (Horn, _) => "horn",
                        (Multipass, _) => "multipass",
                        (Backward | Backwards, _) => "backward",
                        _ => "forward",
                    };
                    for part in ["error: ", option[0], &format!("--engine {other}")] {
                        assert!(said.contains(part), "{part} is not in {what}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_table_above_has_every_option() {
    let folder = tempfile::tempdir().unwrap();
    let mut wanted = BTreeSet::new();
    for command in ["check", "reach", "condition", "tree", "replay", "report"] {
        let output = klew(folder.path(), command, &["--help"]);
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            // `-I, --include <DIR>`, or only one of both; examples are not indented like that.
            let words: Vec<&str> = line.split_whitespace().collect();
            let long = match &words[..] {
                // `[aliases: --class-path]`, cut in two where lines are full.
                [first, ..] if first.ends_with(']') => continue,
                [first, second, ..] if first.ends_with(',') => second,
                [first, ..] => first,
                [] => continue,
            };
            let option = long.split(['<', '=', '.']).next().unwrap_or(long);
            match (option.strip_prefix("--"), words[0]) {
                (Some(_), _) => wanted.insert(option.to_owned()),
                (None, short @ ("-I" | "-D")) => wanted.insert(short.to_owned()),
                _ => false,
            };
        }
    }
    assert!(wanted.len() > 40, "{wanted:?}");
    let known: BTreeSet<String> = OPTIONS.iter().map(|(option, ..)| option[0].to_owned()).collect();
    let missing: Vec<_> = wanted.difference(&known).collect();
    assert!(missing.is_empty(), "which engines and languages honour them? {missing:?}");
}

/// Files are not there: what is refused is refused before that is seen, and no compiler takes time.
#[test]
fn every_option_is_for_the_language_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut refused = 0;
    for (option, takes, languages) in OPTIONS {
        if ["--help", "--engine"].contains(&option[0]) {
            continue;
        }
        let command: &[&str] = match (option[0], takes) {
            ("--target", _) => &["reach"],
            ("--turns", _) => &["condition", "--target", "assertion"],
            ("--dot" | "--json" | "--max-nodes", _) => &["tree"],
            ("--explain", _) => &["reach", "--target", "assertion"],
            (_, Backward) => &["check", "--engine", "backward"],
            (_, Multipass) => &["check", "--engine", "multipass"],
            _ => &["check"],
        };
        for extension in ANY.split_whitespace() {
            let file = format!("missing.{extension}");
            let arguments = [command, option, &["--"]].concat();
            let output = on_file(folder.path(), &arguments, &file);
            let said = String::from_utf8_lossy(&output.stderr);
            let what = format!("{arguments:?} {file}: {said}");
            assert_eq!(output.status.code(), Some(2), "{what}");
            if languages.split_whitespace().any(|known| known == extension) {
                assert!(said.contains(&format!("there is no file {file}")), "{what}");
            } else {
                refused += 1;
                // Some make sense with others only, which may be refused as well.
                let is_named = |word: &&str| said.starts_with(&format!("error: {word} is for "));
                assert!(
                    option.iter().any(is_named) && said.contains(", and the program is"),
                    "{what}"
                );
            }
        }
    }
    assert!(refused > 60, "{refused}");
}

#[test]
fn other_commands_refuse_what_is_not_for_the_language() {
    let folder = tempfile::tempdir().unwrap();
    for (command, file, part) in [
        (&["tree", "--malloc-may-fail"][..], "A.java", "`new` never gives null"),
        (&["tree", "--classpath", "."], "a.c", "--classpath is for Java, and the program is C"),
        (&["replay", "test", "-D", "X"], "A.java", "Java has no preprocessor"),
        (&["replay", "test", "--data-model", "32"], "a.ll", "says itself which machine"),
        // A folder is of Java.
        (&["check", "--std", "c99"], ".", "and the program is Java"),
    ] {
        let output = on_file(folder.path(), command, file);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(part), "{part:?} is not in {said}");
    }
    // What a part of the program has a use for is taken.
    let output = on_file(folder.path(), &["check", "-D", "X", "b.ll"], "a.c");
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no file b.ll"));
}

#[test]
fn disjuncts_are_kept_where_there_are_some() {
    let folder = tempfile::tempdir().unwrap();
    let output = klew(folder.path(), "check", &["--engine", "backward", "--disjuncts", "set"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--state disjuncts"));
}

/// A solver that says the same to every question and keeps what it was told.
fn solver(folder: &Path, answer: &str) -> String {
    let path = folder.join("solver");
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do\n  echo \"$line\" >> {}/told\n  case \"$line\" in\n    \
         *check-sat*) echo {answer};;\n    *echo*) echo ready;;\n    *get-unsat*) echo '()';;\n  \
         esac\ndone\n",
        folder.display()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

#[test]
fn backward_execution_asks_the_solver_that_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let solver = solver(folder.path(), "unknown");
    let report = report(folder.path(), &["--solver", &solver, "--all-findings"]);
    assert_eq!(report["verdict"], "unknown", "{report:#}");
    assert_eq!(report["limits"][0]["kind"], "solver", "{report:#}");
    let told = fs::read_to_string(folder.path().join("told")).unwrap();
    assert!(told.contains("(assert ") && told.contains("check-sat"), "{told}");
    assert_eq!(klew(folder.path(), "check", &["--solver", "/no/such"]).status.code(), Some(2));
}

#[test]
fn backward_execution_does_not_believe_a_solver_that_lies() {
    let folder = tempfile::tempdir().unwrap();
    let solver = solver(folder.path(), "unsat");
    let own = ["--solver", &solver[..], "--all-findings"];
    let believed = report(folder.path(), &own);
    assert_eq!(believed["verdict"], "safe", "{believed:#}");
    let checked = report(folder.path(), &[&own[..], &["--validate-solver"]].concat());
    assert_eq!(checked["verdict"], "unknown", "{checked:#}");
    assert!(checked.to_string().contains("a second solver"), "{checked:#}");
}

#[test]
fn backward_execution_logs_its_queries() {
    let folder = tempfile::tempdir().unwrap();
    let report = report(folder.path(), &["--query-log", "queries.smt2", "--all-findings"]);
    assert_eq!(report["verdict"], "violated", "{report:#}");
    let text = fs::read_to_string(folder.path().join("queries.smt2")).unwrap();
    let queries = text.matches("(check-sat)").count() as u64;
    assert!(queries >= report["statistics"]["queries"].as_u64().unwrap(), "{text}");
    assert!(text.contains("; sat in ") && text.contains("target"), "{text}");
}

/// After a pass the last number is the greatest: in the names of the source.
#[test]
fn interpolants_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let program = "#include <klew.h>\nint main(void) {\n  int a[3];\n  for (int i = 0; i < 3; i++)\n    a[i] = klew_int(\"a\");\n\
        for (int i = 0; i < 2; i++)\n    for (int j = 0; j < 2 - i; j++)\n\
        if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }\n\
        klew_assert(a[0] <= a[1] && a[1] <= a[2]);\n  return 0;\n}\n";
    fs::write(folder.path().join("sort.c"), program).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .current_dir(folder.path())
        .args(["check", "--prune", "--search", "depth", "--engine", "forward", "--explain-pruning"])
        .args(["--quiet", "--no-output", "sort.c"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("pruning, by points of the program:\n"), "{text}");
    assert!(text.contains("sort.c:6, in main:"), "{text}");
    assert!(text.contains("i = 1; a[2] ≥ a[0]; a[2] ≥ a[1]\n"), "{text}");
}

/// 2^30 paths, most of which come to the same.
#[test]
fn pruning_ends_what_has_too_many_paths() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/diamonds.c");
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .current_dir(folder.path())
        .args(["check", "--prune", "-D", "COUNT=30", "--property", "assertion", "--time", "60s"])
        .args(["--format", "json", "--quiet", "--no-output"])
        .arg(&program)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["verdict"], "safe", "{report}");
    let pruned = report["statistics"]["pruned_paths"].as_u64().unwrap();
    assert!((20..100_000).contains(&pruned), "{pruned}");
}
