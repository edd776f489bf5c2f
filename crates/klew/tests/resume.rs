//! Checks that are killed and resumed come to what they come to undisturbed; checkpoints that are damaged, or of another program, are
//! refused; a disk that is full ends nothing.
//!
//! `KLEW_KILLS=30` kills each of the long checks that often at least, at moments that `KLEW_KILLS_SEED` says; without, a few times.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A path for each number of so many bits; those that `wrong` says are wrong.
fn numbers(bits: u32, wrong: &[u32]) -> String {
    let checks: String = (wrong.iter())
        .map(|number| {
            format!(
                "  %fine{number} = compare ne i32 %x, {number}\n  assert assertion holds %fine{number} \"{number}\"\n"
            )
        })
        .collect();
    format!(
        "target 64
function @main() -> i32 {{
entry:
  jump head(0, 0)
head(%i: i32, %x: i32):
  %more = compare ult i32 %i, {bits}
  branch %more, body, end
body:
  %b: i8 = input \"b\"
  %c = compare ult i8 %b, 100
  %j = add i32 %i, 1
  %d = add i32 %x, %x
  branch %c, head(%j, %d), one
one:
  %h = mul i32 %x, 2
  %e = add i32 %h, 1
  jump head(%j, %e)
end:
{checks}  return 0
}}
"
    )
}

/// Arguments of which nothing is said, and a list: rounds, and a check that one of them finds.
const LIST: &str = "\
#include <stdlib.h>
#include <assert.h>
#include <klew.h>
struct node { int value; struct node *next; };
int main(int argc, char **argv) {
  struct node *list = 0;
  int sum = 0;
  for (int i = 0; i < 9; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = klew_int(\"value\");
    if (node->value > 3 && node->value < 3 + i) sum += node->value;
    node->next = list;
    list = node;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  if (argc > 1 && argv[1][0] == 'x') assert(sum != 17);
  return 0;
}
";

struct Case {
    name: &'static str,
    file: &'static str,
    /// For so many bits, where it has them.
    text: fn(u32) -> String,
    arguments: &'static [&'static str],
    /// Whether it has the same paths, whoever stops it when.
    counts_paths: bool,
}

/// What the first try has; machines on which it is over too soon to be killed get more.
const BITS: u32 = 14;
const MOST_BITS: u32 = 19;
/// Checkpoints are written about once a second.
const LONG_ENOUGH: Duration = Duration::from_secs(1);

fn cases() -> Vec<Case> {
    let all = ["--engine", "forward", "--all-findings", "--property", "assertion"].as_slice();
    vec![
        Case {
            name: "findings",
            file: "p.kir",
            text: |bits| numbers(bits, &[0, 77, 4242, 8191]),
            arguments: all,
            counts_paths: true,
        },
        Case {
            name: "safe",
            file: "p.kir",
            text: |bits| numbers(bits, &[4_000_000]),
            arguments: &["--property", "assertion", "--engine", "forward", "--no-prune"],
            counts_paths: true,
        },
        Case {
            name: "list",
            file: "p.c",
            text: |_| LIST.to_owned(),
            arguments: &["--all-findings", "--time", "60s"],
            counts_paths: false,
        },
    ]
}

fn klew(folder: &Path, words: &[&str]) -> Command {
    let mut klew = Command::new(env!("CARGO_BIN_EXE_klew"));
    klew.current_dir(folder).args(words).stdin(Stdio::null());
    klew
}

fn run(folder: &Path, words: &[&str]) -> Output {
    klew(folder, words).output().unwrap()
}

/// Verdict, findings and paths.
fn result(output: &Output) -> (String, Vec<String>, u64) {
    let said = String::from_utf8_lossy(&output.stderr);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {said} {}", String::from_utf8_lossy(&output.stdout))
    });
    let finding = |finding: &Value| format!("{} {}", finding["message"], finding["line"]);
    let findings = report["findings"].as_array().into_iter().flatten().map(finding);
    let mut findings: Vec<String> = findings.collect();
    findings.sort();
    let verdict = report["verdict"].as_str().unwrap_or_default().to_owned();
    (verdict, findings, report["statistics"]["paths"].as_u64().unwrap_or_default())
}

fn begin(folder: &Path, case: &Case, bits: u32) -> Vec<String> {
    fs::write(folder.join(case.file), (case.text)(bits)).unwrap();
    let own = ["check", case.file, "--format", "json", "--quiet", "--output", "out"];
    own.iter().chain(case.arguments).map(|word| (*word).to_owned()).collect()
}

/// Ends a process at once, unless it ends within so long; what it said then.
fn kill_after(mut child: Child, time: Duration) -> Option<Output> {
    let begun = Instant::now();
    while begun.elapsed() < time {
        if child.try_wait().unwrap().is_some() {
            return Some(child.wait_with_output().unwrap());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

fn next(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed >> 11
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A check that nobody disturbs.
struct Whole {
    bits: u32,
    result: (String, Vec<String>, u64),
    took: Duration,
}

/// One that is long enough to be killed, and no longer.
fn undisturbed(case: &Case) -> Whole {
    let mut bits = BITS;
    loop {
        let folder = tempfile::tempdir().unwrap();
        let words = begin(folder.path(), case, bits);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let begun = Instant::now();
        let result = result(&run(folder.path(), &words));
        let took = begun.elapsed();
        if !case.counts_paths || took >= LONG_ENOUGH || bits == MOST_BITS {
            return Whole { bits, result, took };
        }
        bits += 1;
    }
}

/// How often it was killed until it came to its end, at moments of the time that it takes.
fn killed_until_done(case: &Case, whole: &Whole, (most, seed): (u64, &mut u64)) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let words = begin(folder.path(), case, whole.bits);
    let took = u64::try_from(whole.took.as_millis()).unwrap();
    let whole = &whole.result;
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.extend(["--checkpoint", "kept"]);
    let mut kills = 0;
    let output = loop {
        let child = klew(folder.path(), &words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Later ones live longer, so that it gets on in the end.
        let time = match kills < most {
            true => Duration::from_millis(took / 8 + next(seed) % (took + took * kills / 8)),
            false => Duration::from_secs(600),
        };
        match kill_after(child, time) {
            Some(output) => break output,
            None => kills += 1,
        }
        assert!(kills <= most, "{} does not end", case.name);
        if folder.path().join("kept/status.json").exists() {
            words = vec!["resume", "kept"];
            let status = run(folder.path(), &["status", "kept"]);
            assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
        } else {
            let _ = fs::remove_dir_all(folder.path().join("kept"));
        }
    };
    let (verdict, findings, paths) = result(&output);
    assert_eq!((&verdict, &findings), (&whole.0, &whole.1), "{} after {kills} kills", case.name);
    if case.counts_paths {
        assert_eq!(paths, whole.2, "{} after {kills} kills", case.name);
    }
    for number in 1..=findings.len() {
        let test = folder.path().join(format!("out/finding-{number}"));
        assert!(test.join("input.ktest").exists(), "{} has no test {number}", case.name);
    }
    let status = run(folder.path(), &["status", "kept", "--format", "json"]);
    let status: Value = serde_json::from_slice(&status.stdout).unwrap();
    assert_eq!((&status["state"], &status["is_running"]), (&"Ended".into(), &false.into()));
    kills
}

#[test]
fn killed_checks_come_to_their_result() {
    let (least, mut seed) = (number("KLEW_KILLS", 1), number("KLEW_KILLS_SEED", 0x1234_5678));
    for case in cases() {
        let whole = undisturbed(&case);
        let (mut kills, mut rounds) = (0, 0);
        while kills < least && rounds < 30 {
            kills += killed_until_done(&case, &whole, (least.max(3), &mut seed));
            rounds += 1;
        }
        let (result, took) = (&whole.result, whole.took);
        println!("{}: {result:?} in {took:?}; {kills} kills in {rounds} checks", case.name);
        assert!(!result.1.is_empty() || case.name == "safe", "{}", case.name);
        assert!(kills > 0, "{} is over too soon", case.name);
    }
}

/// Whatever the engine, what it settled stays.
#[test]
fn each_engine_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p.kir"), numbers(3, &[5, 9])).unwrap();
    for engine in ["forward", "backward", "horn", "multipass", "random", "loops"] {
        let words = ["check", "p.kir", "--engine", engine, "--no-output", "--format", "json"];
        let more = ["--quiet", "--time", "20s", "--checkpoint", engine];
        let whole = result(&run(folder.path(), &[&words[..], &more].concat()));
        let again = result(&run(folder.path(), &["resume", engine]));
        assert_eq!((&whole.0, &whole.1), (&again.0, &again.1), "{engine}");
        assert!(whole.0 == "violated" || ["horn", "loops"].contains(&engine), "{engine}");
    }
}

fn refused(folder: &Path, words: &[&str], part: &str) {
    let output = run(folder, words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
    assert!(said.contains(part) && said.contains("error: "), "{part} is not in {said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    refused(folder, &["resume", "kept"], "there is no checkpoint in");
    refused(folder, &["status", "kept"], "there is no checkpoint in");
    fs::write(folder.join("p.kir"), numbers(4, &[3])).unwrap();
    let begins = ["check", "p.kir", "--checkpoint", "kept", "--quiet", "--no-output"];
    assert_eq!(run(folder, &begins).status.code(), Some(10));
    refused(folder, &begins, "there is a checkpoint in kept already");
    fs::write(folder.join("p.kir"), numbers(4, &[4])).unwrap();
    refused(folder, &["resume", "kept"], "its sources changed");
    fs::write(folder.join("p.kir"), numbers(4, &[3])).unwrap();
    assert_eq!(run(folder, &["resume", "kept"]).status.code(), Some(10));
    let file = folder.join("kept/checkpoint.redb");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    refused(folder, &["resume", "kept"], "is damaged");
    fs::write(&file, "no database").unwrap();
    refused(folder, &["resume", "kept"], "is damaged");
    fs::write(&file, &whole).unwrap();
    assert_eq!(run(folder, &["resume", "kept"]).status.code(), Some(10));
}

/// A small file system of its own, where one can be mounted.
struct Disk(PathBuf);

impl Disk {
    fn mount(place: &Path, size: &str) -> Option<Disk> {
        fs::create_dir(place).unwrap();
        let size = format!("size={size}");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(place).stderr(Stdio::null());
        let is_mounted = mount.status().is_ok_and(|status| status.success());
        is_mounted.then(|| Disk(place.to_owned()))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let Some(_disk) = Disk::mount(&folder.join("small"), "2M") else {
        println!("no file system can be mounted here");
        return;
    };
    fs::write(folder.join("p.kir"), numbers(BITS + 1, &[0, 77, 4000])).unwrap();
    let words = ["check", "p.kir", "--all-findings", "--engine", "forward", "--no-output"];
    let more = ["--quiet", "--format", "json", "--property", "assertion"];
    let whole = result(&run(folder, &[&words[..], &more].concat()));
    let words = [&words[..], &more, &["--checkpoint", "small/kept"]].concat();
    let child = klew(folder, &words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !folder.join("small/kept/status.json").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    // All that is left of it goes.
    let _ = fs::write(folder.join("small/filler"), vec![1; 4 << 20]);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(result(&output), whole, "{said}");
    assert!(said.contains("cannot be written") && said.contains("goes on"), "{said}");
    fs::remove_file(folder.join("small/filler")).unwrap();
    let again = result(&run(folder, &["resume", "small/kept"]));
    assert_eq!((again.0, again.1), (whole.0, whole.1));
}
