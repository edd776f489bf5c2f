//! More than one machine (`--queue`, `klew worker --queue`), with a real `nats-server`: the same answers as alone, whatever happens to
//! workers and to the server; nothing is left at the server.
//!
//! Without Debian's `nats-server` these tests say so and pass.

#[path = "../../klew-queue/tests/nats/mod.rs"]
mod nats;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use klew_queue::{Board, Job, Offer, Part, Taken};
use serde_json::Value;

use nats::{Nats, until};

/// A path for each order of the inputs and more, and two findings on few of them. SIZE says how many.
const SORTS: &str = "\
#include <assert.h>
#include <klew.h>
int main(void) {
  int a[SIZE];
  for (int i = 0; i < SIZE; i++) a[i] = klew_int(\"a\");
  for (int i = 1; i < SIZE; i++)
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--) { int t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; }
  for (int i = 1; i < SIZE; i++) assert(a[i - 1] <= a[i]);
#ifdef WRONG
  int equal = 0;
  for (int i = 1; i < SIZE; i++) if (a[i - 1] == a[i]) equal++;
  assert(equal != SIZE - 1 || a[0] != 17);
  if (a[0] == 3 && a[SIZE - 1] == 5) { int *null = 0; *null = equal; }
#endif
  return 0;
}
";

/// A process of klew, and what it says on standard error.
struct Klew {
    process: Child,
    said: Arc<Mutex<String>>,
}

impl Klew {
    fn start(folder: &Path, arguments: &[&str]) -> Klew {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
        command.current_dir(folder).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let said = Arc::new(Mutex::new(String::new()));
        let (errors, heard) = (process.stderr.take().unwrap(), Arc::clone(&said));
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                let mut heard = heard.lock().unwrap();
                heard.push_str(&line);
                heard.push('\n');
            }
        });
        Klew { process, said }
    }

    fn worker(folder: &Path, server: &Nats, more: &[&str]) -> Klew {
        let address = server.address();
        let own = ["worker", "--queue", &address, "--jobs", "1", "--memory", "2G"];
        Klew::start(folder, &[&own, more].concat())
    }

    fn call(folder: &Path, server: &Nats, more: &[&str]) -> Klew {
        let address = server.address();
        Klew::start(folder, &[&CHECK, &["--queue", &address, "--verbose"][..], more].concat())
    }

    fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    fn says(&self, what: &str) -> bool {
        self.said().contains(what)
    }

    fn report(mut self) -> (Value, String) {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut self.process.stdout.take().unwrap(), &mut text).unwrap();
        let _ = self.process.wait();
        let said = self.said();
        let report = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {said}"));
        (report, said)
    }

    fn signal(&self, name: &str) {
        let process = self.process.id().to_string();
        assert!(Command::new("kill").args([name, &process]).status().unwrap().success());
    }
}

impl Drop for Klew {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Forwards only, so that paths and not invariants decide.
const CHECK: [&str; 15] = [
    "check",
    "sorts.c",
    "--format",
    "json",
    "--no-output",
    "--jobs",
    "1",
    "--engine",
    "forward",
    "--all-findings",
    "--memory",
    "2G",
    "--no-prune",
    "--worker-after",
    "1ms",
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sorts.c"), SORTS).unwrap();
    folder
}

/// Verdict, properties and places of findings, and how many paths there are: each is explored once.
fn essence(report: &Value) -> (String, Vec<String>, u64) {
    let finding = |finding: &Value| {
        format!(
            "{} {}:{} {}",
            finding["property"], finding["line"], finding["column"], finding["confirmed"]
        )
    };
    let findings = report["findings"].as_array().unwrap();
    let mut findings: Vec<String> = findings.iter().map(finding).collect();
    findings.sort();
    let paths = report["statistics"]["paths"].as_u64().unwrap();
    (report["verdict"].as_str().unwrap().to_owned(), findings, paths)
}

/// How many pieces were given away and explored.
fn pieces(said: &str) -> (u64, u64) {
    let line = said.lines().find(|line| line.contains("pieces given away, "));
    let numbers: Vec<u64> = line
        .unwrap_or_else(|| panic!("no pieces: {said}"))
        .split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    (numbers[0], numbers[1])
}

fn alone(folder: &Path, options: &[&str]) -> Value {
    Klew::start(folder, &[&CHECK[..], &["--quiet"], options].concat()).report().0
}

/// One worker is killed in the middle, the server goes away and comes back, and one worker comes late.
fn disturbed(options: &[&str], pause: Duration) {
    let Some(mut server) = Nats::start() else { return };
    let folder = folder();
    let folder = folder.path();
    let alone = essence(&alone(folder, options));
    let first = Klew::worker(folder, &server, &[]);
    let second = Klew::worker(folder, &server, &[]);
    let call = Klew::call(folder, &server, options);
    // While it has a piece.
    until("the first worker has a process", || !children(first.process.id()).is_empty());
    let orphan = children(first.process.id())[0];
    first.signal("-KILL");
    drop(first);
    until("what it started ends with it", || !is_there(orphan));
    std::thread::sleep(pause);
    server.restart(pause);
    let late = Klew::worker(folder, &server, &[]);
    let (report, said) = call.report();
    assert_eq!(essence(&report), alone, "{said}");
    let (given, explored) = pieces(&said);
    assert!(given > 1 && explored > 0, "{said}");
    until("the late worker is there", || second.says("takes pieces") && late.says("takes pieces"));
    eprintln!("{options:?}: {given} pieces given away, {explored} explored: {:?}", alone.0);
    until("nothing is left at the server", || server.streams().is_empty());
}

/// The processes that a process started.
fn children(parent: u32) -> Vec<u32> {
    let path = format!("/proc/{parent}/task");
    let tasks = fs::read_dir(path).into_iter().flatten().flatten();
    let of =
        |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).unwrap_or_default();
    tasks
        .map(of)
        .flat_map(|text| text.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<_>>())
        .collect()
}

fn is_there(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

#[test]
fn a_safe_program_is_safe_whatever_happens() {
    disturbed(&["-D", "SIZE=8"], Duration::from_millis(300));
}

#[test]
fn findings_are_those_of_one_machine() {
    disturbed(&["-D", "SIZE=6", "-D", "WRONG"], Duration::from_millis(300));
}

/// As above, with more to do and longer disturbances.
#[test]
#[ignore = "takes minutes: make test-long"]
fn long_runs_come_to_the_same() {
    for options in [&["-D", "SIZE=9"][..], &["-D", "SIZE=7", "-D", "WRONG"]] {
        // Longer than the call alone takes, there is nothing left for a late worker.
        for pause in [0, 2, 8] {
            disturbed(options, Duration::from_secs(pause));
        }
    }
}

/// Without any worker the call does all by itself; and one that goes away gives back what it has.
#[test]
fn workers_come_and_go() {
    let Some(server) = Nats::start() else { return };
    let folder = folder();
    let options = ["-D", "SIZE=5"];
    let (report, said) = Klew::call(folder.path(), &server, &options).report();
    assert_eq!(report["verdict"], "safe", "{said}");
    let worker = Klew::worker(folder.path(), &server, &[]);
    until("it is there", || worker.says("takes pieces"));
    let call = Klew::call(folder.path(), &server, &["-D", "SIZE=8"]);
    until("it has a process", || !children(worker.process.id()).is_empty());
    worker.signal("-INT");
    let begun = Instant::now();
    until("it ends", || worker.says("ended: "));
    assert!(begun.elapsed() < Duration::from_secs(10), "{}", worker.said());
    let (report, said) = call.report();
    assert_eq!(report["verdict"], "safe", "{said}");
    assert!(server.streams().is_empty(), "{:?}", server.streams());
    // One that finds nothing to do ends by itself.
    let mut idle = Klew::worker(folder.path(), &server, &["--idle", "1s"]);
    until("it ends", || idle.process.try_wait().unwrap().is_some_and(|status| status.success()));
}

/// Ctrl-C ends the call with what it has, and leaves nothing.
#[test]
fn a_call_is_interrupted() {
    let Some(server) = Nats::start() else { return };
    let folder = folder();
    let worker = Klew::worker(folder.path(), &server, &[]);
    let call = Klew::call(folder.path(), &server, &["-D", "SIZE=9"]);
    until("the worker has a process", || !children(worker.process.id()).is_empty());
    call.signal("-INT");
    let (report, said) = call.report();
    assert_eq!(report["verdict"], "unknown", "{said}");
    assert_eq!(report["limits"][0]["kind"], "interrupt", "{report:#}");
    until("nothing is left", || server.streams().is_empty());
    until("the worker has nothing to do", || children(worker.process.id()).is_empty());
}

fn offer(version: &str, task: &[u8]) -> Offer {
    Offer { version: version.to_owned(), task: task.to_vec(), patience: Duration::from_secs(2) }
}

/// What comes from elsewhere is looked at: another build's jobs, tasks that are none, options that would run something.
#[test]
fn workers_refuse_what_is_not_for_them() {
    let Some(server) = Nats::start() else { return };
    let folder = folder();
    let worker = Klew::worker(folder.path(), &server, &[]);
    until("it is there", || worker.says("takes pieces"));
    let said = worker.said();
    let version = said.split("klew worker: klew ").nth(1).unwrap().split(" takes").next().unwrap();
    let connection = server.connect();
    let _other = Job::offer(&connection, offer("0.0.1 (another)", b"{}")).unwrap();
    until("another build is refused", || {
        worker.says("the call is of klew 0.0.1 (another), this is ") && worker.says(version)
    });
    let _nonsense = Job::offer(&connection, offer(version, b"nonsense")).unwrap();
    until("nonsense is refused", || worker.says("its task is none"));
    let owned = folder.path().join("owned");
    let words = format!("--solver=touch {}", owned.display());
    let begin = serde_json::json!({
        "program": "", "properties": [], "precondition": null, "short_inputs": null,
        "time": null, "memory": 0, "engines": null, "pieces": true,
    });
    let task = serde_json::json!({ "words": [words.as_bytes()], "begin": begin });
    let _hostile = Job::offer(&connection, offer(version, task.to_string().as_bytes())).unwrap();
    until("commands are refused", || worker.says("a solver that is a command would be run here"));
    assert!(!owned.exists());
}

/// Takes part in the job of a call, as a worker would.
fn part(server: &Nats) -> Part {
    let board = Board::watch(&server.connect()).unwrap();
    let mut part = None;
    until("there is a job", || {
        part = board.offered().first().and_then(|job| Part::take(&board, job).ok());
        part.is_some()
    });
    part.unwrap()
}

/// A worker that talks nonsense settles nothing.
#[test]
fn calls_do_not_believe_everything() {
    let Some(server) = Nats::start() else { return };
    let folder = folder();
    let options = ["-D", "SIZE=8"];
    let alone = essence(&alone(folder.path(), &options));
    let call = Klew::call(folder.path(), &server, &options);
    let part = part(&server);
    let piece = loop {
        if let Taken::Piece(piece) = part.next(&|| false) {
            break piece;
        }
    };
    part.say(b"\xff\x00 nonsense").unwrap();
    part.say(b"{\"worker\":\"w\",\"said\":{\"Found\":{\"number\":1}}}").unwrap();
    let account = serde_json::json!({
        "by": "forward", "limits": [], "approximations": [], "assumptions": [], "paths": 1, "partial_paths": 0, "instructions": 1,
        "forks": 0, "queries": 0, "solver_seconds": 0.0, "covered_instructions": 0, "coverable_instructions": 0, "findings": 0,
        "more": [], "covered": null,
    });
    let explored = |piece: u64, left: &str| {
        let said = serde_json::json!({ "piece": piece, "account": account, "left": left });
        serde_json::json!({ "worker": "w\u{1b}[31m", "said": { "Explored": said } }).to_string()
    };
    // Of a piece that nobody was given, and of this one what it cannot have left.
    part.say(explored(1_000_000, "short 0\n").as_bytes()).unwrap();
    part.say(explored(piece.number, "short 0\npiece 0 0 0 0 \n").as_bytes()).unwrap();
    piece.done(&part);
    let (report, said) = call.report();
    assert_eq!(essence(&report), alone, "{said}");
    assert!(said.contains("is no message"), "{said}");
    assert!(said.contains("is dropped: what it left is not of the piece that it had"), "{said}");
    assert!(!said.contains('\u{1b}'), "{said}");
}

/// A server without a store, no server, and credentials that are none.
#[test]
fn servers_that_cannot_be_used_are_named() {
    let folder = folder();
    let run = |address: &str, more: &[&str]| {
        let own = [&CHECK[..], &["--queue", address, "-D", "SIZE=2"]].concat();
        let output = Command::new(env!("CARGO_BIN_EXE_klew"))
            .current_dir(folder.path())
            .args([&own[..], more].concat())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = run("nats://me:secret@127.0.0.1:1", &[]);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("at nats://127.0.0.1:1 cannot be reached") && !said.contains("secret"),
        "{said}"
    );
    let (code, said) = run("nats://127.0.0.1:1", &["--queue-credentials", "nowhere.creds"]);
    assert!(code == Some(2) && said.contains("nowhere.creds cannot be used"), "{said}");
    let (code, said) = run("nats://127.0.0.1:1", &["--checkpoint", "kept"]);
    assert!(code == Some(2) && said.contains("cannot be used with"), "{said}");
    let Some(mut server) = Nats::start() else { return };
    server.process.kill().unwrap();
    server.process.wait().unwrap();
    let port = server.port.to_string();
    server.process = Command::new("nats-server")
        .args(["-a", "127.0.0.1", "-p", &port, "--user", "me", "--pass", "secret"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (me, wrong) =
        (format!("nats://me:secret@127.0.0.1:{port}"), format!("nats://me:no@127.0.0.1:{port}"));
    until("it is there", || run(&me, &[]).1.contains("has no JetStream"));
    let (code, said) = run(&wrong, &[]);
    assert!(code == Some(2) && said.contains("cannot be reached: authorization"), "{said}");
}
