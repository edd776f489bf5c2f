//! Processes side by side (`--jobs`): the same answers as alone, whatever happens to a worker, and nobody is left behind.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Proved by invariants only: forwards there is no end of paths.
const COUNTS: &str = "\
#include <assert.h>
#include <klew.h>
int main(void) {
  unsigned n = (unsigned)klew_int(\"n\"), i = 0, s = 0;
  while (i < n) if (klew_int(\"more\")) { i++; s += 2; }
  assert(s == 2 * i);
  return 0;
}
";

/// The same, and it fails late.
const COUNTS_WRONG: &str = "\
#include <assert.h>
#include <klew.h>
int main(void) {
  unsigned n = (unsigned)klew_int(\"n\"), i = 0, s = 0;
  while (i < n) { i++; s += 2 + (i >> 31); }
  assert(s != 1200);
  return 0;
}
";

/// Nobody settles it soon.
const ENDLESS: &str = "\
#include <assert.h>
#include <klew.h>
int main(void) {
  unsigned long long a = 0, b = 1;
  for (;;) {
    unsigned x = (unsigned)klew_int(\"x\");
    a = a * 6364136223846793005ull + x % 17; b = b * 3935559000370003845ull + a;
    if (x % 3 == 1) b ^= a >> 7;
    assert((a ^ b) * (b | 1) != 0x1234567890abcdefull);
  }
}
";

/// A path for each order of the inputs and more, and two findings on few of them.
const SORTS: &str = "\
#include <assert.h>
#include <klew.h>
int main(void) {
  int a[6];
  for (int i = 0; i < 6; i++) a[i] = klew_int(\"a\");
  for (int i = 1; i < 6; i++)
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--) { int t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; }
  for (int i = 1; i < 6; i++) assert(a[i - 1] <= a[i]);
  int equal = 0;
  for (int i = 1; i < 6; i++) if (a[i - 1] == a[i]) equal++;
  assert(equal != 5 || a[0] != 17);
  if (a[0] == 3 && a[5] == 5) { int *null = 0; *null = equal; }
  return 0;
}
";

const JAVA_COUNTS: &str = "\
public class Counts {
  public static void main(String[] args) {
    int n = Klew.anyInt();
    int i = 0, s = 0;
    while (i < n) if (Klew.anyInt() > 0) { i++; s += 2; }
    assert s == 2 * i;
  }
}
";

fn command(folder: &Path, file: &str, jobs: &str, time: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.current_dir(folder).args(["check", file, "--format", "json", "--quiet", "--no-output"]);
    command.args(["--jobs", jobs, "--time", time, "--memory", "2G"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn report(child: Child) -> Value {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}

/// The workers of a call: processes that it started to work for it.
fn workers(call: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        // Behind the name in parentheses: the state and the parent.
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let parent = stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(1));
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let is_worker = line.split(|byte| *byte == 0).nth(1) == Some(b"worker");
        if parent == Some(&call.to_string()) && is_worker {
            found.push(process);
        }
    }
    found
}

fn is_there(process: u32) -> bool {
    // One that waits to be waited for has ended.
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The worker of a call, once it is there.
fn worker_of(call: &Child) -> u32 {
    let mut found = None;
    until("there is a worker", || {
        found = workers(call.id()).first().copied();
        found.is_some()
    });
    found.unwrap()
}

/// Kills a worker; one that has ended meanwhile is none.
fn kill_a_worker(call: &Child) {
    let is_killed = |worker: u32| {
        let done = Command::new("kill").args(["-KILL", &worker.to_string()]).status();
        done.unwrap().success()
    };
    until("a worker is killed", || workers(call.id()).first().copied().is_some_and(is_killed));
}

fn signal(name: &str, process: u32) {
    let done = Command::new("kill").args([name, &process.to_string()]).status().unwrap();
    assert!(done.success());
}

/// Verdict, property and place of the finding.
fn essence(report: &Value) -> (String, Vec<(String, String)>) {
    let finding = |finding: &Value| {
        (finding["property"].to_string(), format!("{}:{}", finding["line"], finding["column"]))
    };
    let findings = report["findings"].as_array().unwrap();
    (report["verdict"].as_str().unwrap().to_owned(), findings.iter().map(finding).collect())
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("counts.c", COUNTS),
        ("wrong.c", COUNTS_WRONG),
        ("endless.c", ENDLESS),
        ("sorts.c", SORTS),
        ("Counts.java", JAVA_COUNTS),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn as_many_processes_as_there_may_be_come_to_the_same() {
    let folder = folder();
    for (file, verdict) in [("counts.c", "safe"), ("wrong.c", "violated"), ("Counts.java", "safe")]
    {
        let alone = report(command(folder.path(), file, "1", "60s").spawn().unwrap());
        let together = report(command(folder.path(), file, "2", "60s").spawn().unwrap());
        assert_eq!(essence(&alone), essence(&together), "{file}");
        assert_eq!(alone["verdict"], verdict, "{file}: {alone}");
    }
}

#[test]
fn a_worker_that_is_killed_takes_nothing_from_the_verdict() {
    let folder = folder();
    let call = command(folder.path(), "counts.c", "2", "60s").spawn().unwrap();
    kill_a_worker(&call);
    assert_eq!(report(call)["verdict"], "safe");
}

/// All paths, with that many processes; the workers are there from the beginning.
fn all_paths(folder: &Path, jobs: &str) -> Child {
    let mut command = command(folder, "sorts.c", jobs, "120s");
    command.args(["--worker-after", "1ms", "--all-findings", "--no-prune", "--no-confirm"]);
    command.spawn().unwrap()
}

#[test]
fn several_explore_each_path_once() {
    let folder = folder();
    let alone = report(all_paths(folder.path(), "1"));
    assert_eq!(alone["findings"].as_array().unwrap().len(), 2, "{alone}");
    assert_eq!(alone["limits"], Value::Array(Vec::new()));
    for jobs in ["2", "4"] {
        let together = report(all_paths(folder.path(), jobs));
        assert_eq!(sorted(&alone), sorted(&together), "{jobs}");
        assert_eq!(alone["statistics"]["paths"], together["statistics"]["paths"], "{jobs}");
        assert_eq!(together["limits"], alone["limits"], "{jobs}");
        assert!(handed_over(&together) > 0, "{jobs}: {together}");
    }
    // One that is killed with pieces in its hands.
    let call = all_paths(folder.path(), "2");
    let worker = worker_of(&call);
    std::thread::sleep(Duration::from_millis(150));
    signal("-KILL", worker);
    let report = report(call);
    assert_eq!(sorted(&alone), sorted(&report));
    assert_eq!(alone["statistics"]["paths"], report["statistics"]["paths"]);
    assert_eq!(report["limits"], alone["limits"]);
}

/// The essence with findings in the order of their places.
fn sorted(report: &Value) -> (String, Vec<(String, String)>) {
    let (verdict, mut findings) = essence(report);
    findings.sort();
    (verdict, findings)
}

fn handed_over(report: &Value) -> u64 {
    report["statistics"]["handed_over_states"].as_u64().unwrap()
}

#[test]
fn a_worker_ends_with_its_call() {
    let folder = folder();
    for name in ["-KILL", "-INT", "-TERM"] {
        let mut call = command(folder.path(), "endless.c", "2", "60s").spawn().unwrap();
        // One that is stopped, as another has its turn, ends as well.
        until("there are workers", || workers(call.id()).len() > 1);
        let workers = workers(call.id());
        signal(name, call.id());
        until("the call ends", || call.try_wait().unwrap().is_some());
        until("the workers end", || !workers.iter().any(|worker| is_there(*worker)));
    }
    let call = command(folder.path(), "endless.c", "2", "2s").spawn().unwrap();
    let worker = worker_of(&call);
    assert_eq!(report(call)["verdict"], "unknown");
    assert!(!is_there(worker));
}

#[test]
fn alone_there_is_no_worker() {
    let folder = folder();
    let call = command(folder.path(), "endless.c", "1", "2s").spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1300));
    assert_eq!(workers(call.id()), Vec::<u32>::new());
    assert_eq!(report(call)["verdict"], "unknown");
}

/// What is no task ends it, and so does the end of its input.
#[test]
fn a_worker_needs_a_call() {
    let worker = |words: &[&str], input: &str| {
        let mut worker = Command::new(env!("CARGO_BIN_EXE_klew"));
        worker.args(["worker", "--"]).args(words);
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), input).unwrap();
        // A group of its own, as the call gives it one.
        std::os::unix::process::CommandExt::process_group(&mut worker, 0);
        worker.stdin(file.reopen().unwrap()).output().unwrap()
    };
    for input in ["", "no message\n", "{\"Answer\":{\"seen\":\"Nothing\",\"next\":\"Continue\"}}\n"]
    {
        assert!(!worker(&["check", "a.c"], input).status.success(), "{input}");
    }
    let begin = |program: &str| {
        let text = "{\"Begin\":{\"program\":PROGRAM,\"properties\":[\"assertion\"],\"time\":1000,\"memory\":1000000000}}\n";
        text.replace("PROGRAM", &Value::from(program).to_string())
    };
    assert!(!worker(&["check", "a.c"], &begin("this is no program")).status.success());
    assert!(!worker(&["check"], "").status.success());
    assert!(!worker(&["reach", "a.c"], "").status.success());
}
