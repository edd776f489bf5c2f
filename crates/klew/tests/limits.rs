//! Limits hold on a program with unbounded paths: the time, the memory, and Ctrl-C, which prints what there is
//! so far. Programs are given as `.kir`, so that no compiler takes part of the time.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Each turn reads an input, branches on it and writes to memory that grows: every path goes on for ever.
const ENDLESS: &str = "\
target 64
function @main() -> i32 {
entry:
  jump next(null, 0)
next(%below: ptr, %n: i32):
  %cell = allocate heap 4096
  assert valid-deref accessible write %cell, 4096
  fill %cell, 1, 4096
  store ptr %below to %cell
  %x: i32 = input \"x\"
  %m = add i32 %n, %x
  %c = compare slt i32 %m, 100
  branch %c, small, next(%cell, %m)
small:
  jump next(%cell, 0)
}
";

fn write(folder: &Path) -> PathBuf {
    let path = folder.join("endless.kir");
    std::fs::write(&path, ENDLESS).unwrap();
    path
}

fn klew(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.current_dir(folder).arg("check").arg(write(folder)).args(arguments);
    // Other engines prove it.
    command.args(["--engine", "forward"]);
    command.args(["--no-output", "--quiet", "--format", "json", "--property", "valid-deref"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The result says that it is not complete, and why, and what was done so far.
fn check_cut(output: &Output, kind: &str) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    let report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"));
    assert_eq!(output.status.code(), Some(5), "{report:#}");
    assert_eq!(report["verdict"], "unknown", "{report:#}");
    assert_eq!(report["limits"][0]["kind"], kind, "{report:#}");
    assert!(report["statistics"]["instructions"].as_u64().unwrap() > 0, "{report:#}");
    report
}

#[test]
fn time() {
    let folder = tempfile::tempdir().unwrap();
    for (limit, seconds) in [("1s", 1.0), ("3s", 3.0)] {
        let start = Instant::now();
        let output = klew(folder.path(), &["--time", limit]).output().unwrap();
        let elapsed = start.elapsed().as_secs_f64();
        check_cut(&output, "time");
        assert!(elapsed < seconds + 2.0, "{elapsed} s of {limit}");
    }
}

#[test]
fn memory() {
    let folder = tempfile::tempdir().unwrap();
    let megabytes = 128_u64;
    let limit = format!("{megabytes}MB");
    let arguments = ["--memory", &limit, "--time", "120s", "--search", "breadth"];
    let output = klew(folder.path(), &arguments).output().unwrap();
    let report = check_cut(&output, "memory");
    let peak = report["statistics"]["peak_memory"].as_u64().unwrap() >> 20;
    assert!((megabytes * 9 / 10..=megabytes * 11 / 10).contains(&peak), "{peak} MB of {limit}");
}

#[test]
fn interrupt() {
    let folder = tempfile::tempdir().unwrap();
    let child = klew(folder.path(), &["--time", "120s"]).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let start = Instant::now();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    check_cut(&output, "interrupt");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

/// Unrolling takes longer and longer, and nobody looks at the clock meanwhile. What was found before is not lost.
#[test]
fn backward_execution_is_ended_hard() {
    let folder = tempfile::tempdir().unwrap();
    let turn: String = (0..16)
        .map(|i| {
            format!(
                "  %o{i}: i64 = input \"o\"\n  %k{i} = and i64 %o{i}, 255\n  %p{i} = offset %cell, %k{i}\n  \
                 %v{i} = load i8 %p{i}\n  %w{i} = add i8 %v{i}, 1\n  store i8 %w{i} to %p{i}\n"
            )
        })
        .collect();
    let text = format!(
        "target 64\nfunction @main() -> i32 {{\nentry:\n  %cell = allocate heap 4096\n  \
         %first: i32 = input \"first\"\n  %bad = compare ne i32 %first, 7\n  \
         assert assertion holds %bad\n  jump next\nnext:\n{turn}  %x: i32 = input \"x\"\n  \
         %c = compare slt i32 %x, 100\n  branch %c, next, done\ndone:\n  \
         %last = load i8 %cell\n  %ok = compare ne i8 %last, 77\n  \
         assert assertion holds %ok\n  return 0\n}}\n"
    );
    let file = folder.path().join("longer.kir");
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .arg("check")
        .arg(&file)
        .args(["--engine", "backward", "--property", "assertion", "--all-findings"])
        .args(["--no-output", "--quiet", "--format", "json", "--time", "2s"])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(10), "{report:#}");
    assert_eq!(report["limits"][0]["kind"], "time", "{report:#}");
    let figures = &report["statistics"];
    for key in ["nodes", "unrollings", "queries"] {
        assert!(figures[key].as_u64().unwrap() > 0, "{figures:#}");
    }
    assert!(figures["paths"].is_null(), "{figures:#}");
}

#[test]
fn a_hint_names_what_would_bound_the_input() {
    let folder = tempfile::tempdir().unwrap();
    let text = "\
#include <stdio.h>
int main(void) {
  int c, words = 0, in = 0;
  while ((c = getchar()) != EOF) {
    if (c == ' ') in = 0;
    else if (!in) { in = 1; words++; }
  }
  printf(\"%d\\n\", words);
  return 0;
}
";
    std::fs::write(folder.path().join("words.c"), text).unwrap();
    let said = |options: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_klew"));
        command.current_dir(folder.path()).args(["check", "words.c", "--no-output", "--quiet"]);
        let output = command.args(options).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, open) = said(&["--time", "4s", "--engine", "forward"]);
    assert!(code == Some(5) && open.contains("hint: ") && open.contains("--sym-stdin N"), "{open}");
    // What the hint says is so.
    let (code, bounded) = said(&["--time", "60s", "--sym-stdin", "4"]);
    assert!(code == Some(0) && !bounded.contains("hint: "), "{bounded}");
}
