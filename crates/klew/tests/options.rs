//! Every option of `klew check` and `klew reach` with each engine: it is honoured, or refused with a message and exit
//! code 2, but never ignored.

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

/// Which engines take an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Both,
    Forward,
    Backward,
    /// It is about sources in C or Java, or ends the call before an engine starts.
    NotAsked,
}

use Takes::{Backward, Both, Forward, NotAsked};

/// The options, each with a value.
const OPTIONS: [(&[&str], Takes); 59] = [
    (&["--target", "assertion"], NotAsked),
    (&["--explain"], Backward),
    (&["--data-model", "64"], Both),
    (&["--include", "."], NotAsked),
    (&["--define", "X"], NotAsked),
    (&["--std", "gnu11"], NotAsked),
    (&["--entry", "main"], Both),
    (&["--classpath", "."], NotAsked),
    (&["--java-home", "."], NotAsked),
    (&["--javac", "javac"], NotAsked),
    (&["--sym-args", "0", "1", "1"], NotAsked),
    (&["--sym-stdin", "1"], NotAsked),
    (&["--sym-file", "a:1"], NotAsked),
    (&["--no-args"], NotAsked),
    (&["--env", "A=b"], NotAsked),
    (&["--sym-env", "A:1"], NotAsked),
    (&["--no-env"], NotAsked),
    (&["--function", "f"], NotAsked),
    (&["--precondition", "f"], NotAsked),
    (&["--globals", "initial"], NotAsked),
    (&["--input-heap", "lazy"], Forward),
    (&["--input-array-max", "4"], Forward),
    (&["--engine"], NotAsked),
    (&["--state", "disjuncts"], Backward),
    (&["--disjuncts", "term", "--state", "disjuncts"], Backward),
    (&["--solve", "never"], Backward),
    (&["--unroll", "3"], Backward),
    (&["--property", "assertion"], Both),
    (&["--malloc-may-fail"], Both),
    (&["--check-uninitialised"], Both),
    (&["--all-findings"], Both),
    (&["--time", "20s"], Both),
    (&["--memory", "1G"], Both),
    (&["--max-depth", "9"], Forward),
    (&["--max-states", "9"], Forward),
    (&["--max-instructions", "99"], Forward),
    (&["--bounded-ok"], Both),
    (&["--search", "depth"], Forward),
    (&["--seed", "0"], Forward),
    (&["--no-merged-conditions"], Both),
    (&["--path", "0"], Forward),
    (&["--solver", "z3"], Both),
    (&["--no-independence"], Forward),
    (&["--no-model-repair"], Forward),
    (&["--no-order"], Forward),
    (&["--no-model-cache"], Forward),
    (&["--no-core-cache"], Forward),
    (&["--validate-solver"], Both),
    (&["--query-log", "queries.smt2"], Both),
    (&["--format", "json"], Both),
    (&["--output", "out"], Both),
    (&["--no-output"], Both),
    (&["--tests"], Forward),
    (&["--no-confirm"], Both),
    (&["--full-trace"], Both),
    (&["--emit-kir"], Both),
    (&["--quiet"], Both),
    (&["--verbose"], Both),
    (&["--help"], NotAsked),
];

fn klew(folder: &Path, command: &str, arguments: &[&str]) -> Output {
    fs::write(folder.join("p.kir"), PROGRAM).unwrap();
    let mut klew = Command::new(env!("CARGO_BIN_EXE_klew"));
    klew.current_dir(folder).args([command, "p.kir"]).args(arguments).stdin(Stdio::null());
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
    for (option, takes) in OPTIONS {
        if takes == NotAsked {
            continue;
        }
        let only_reach = option[0] == "--explain";
        for (command, more) in [("check", &[][..]), ("reach", &["--target", "assertion"])] {
            if only_reach && command == "check" {
                continue;
            }
            for (engine, taken) in [("forward", takes != Backward), ("backward", takes != Forward)]
            {
                let arguments = [option, more, &["--engine", engine]].concat();
                let output = klew(folder.path(), command, &arguments);
                let said = String::from_utf8_lossy(&output.stderr);
                let code = output.status.code();
                let what = format!("{command} {arguments:?}: {code:?} {said}");
                if taken {
                    assert!(matches!(code, Some(0 | 5 | 10)), "{what}");
                } else {
                    assert_eq!(code, Some(2), "{what}");
                    assert!(output.stdout.is_empty(), "{what}");
                    let other = if engine == "forward" { "backward" } else { "forward" };
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
    for command in ["check", "reach"] {
        let output = klew(folder.path(), command, &["--help"]);
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            // `-I, --include <DIR>`, or only one of both; examples are not indented like that.
            let words: Vec<&str> = line.split_whitespace().collect();
            let long = match &words[..] {
                [first, second, ..] if first.ends_with(',') => second,
                [first, ..] => first,
                [] => continue,
            };
            let option = long.split(['<', '=', '.']).next().unwrap_or(long);
            match (option.strip_prefix("--"), words[0]) {
                (Some(_), _) => wanted.insert(option.to_owned()),
                (None, "-I") => wanted.insert("--include".to_owned()),
                (None, "-D") => wanted.insert("--define".to_owned()),
                _ => false,
            };
        }
    }
    assert!(wanted.len() > 40, "{wanted:?}");
    let known: BTreeSet<String> = OPTIONS.iter().map(|(option, _)| option[0].to_owned()).collect();
    let missing: Vec<_> = wanted.difference(&known).collect();
    assert!(missing.is_empty(), "does each engine honour them? {missing:?}");
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
