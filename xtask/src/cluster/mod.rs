//! `cargo xtask cluster`: a call and workers behind a network that takes time, with a real `nats-server`: how much faster is the call than
//! alone, and what is exchanged for that.
//!
//! One machine cannot be ten. Each process (the call and each worker, with what it starts) gets a small share of a core by the kernel's
//! control groups (version 1, which need root), so that all of them together have no more than there is; a call alone has that share, too. All
//! paths of one program are followed, once each, so the times are of the same work.

mod proxy;

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::Value;

/// What `cargo xtask cluster` is told.
#[derive(Args)]
pub struct ClusterArguments {
    /// klew.
    #[arg(long, default_value = "target/release/klew")]
    klew: PathBuf,
    /// How many workers there are.
    #[arg(long, value_delimiter = ',', default_value = "1,10")]
    workers: Vec<usize>,
    /// How long a message takes from a process to the server or back, in milliseconds.
    #[arg(long, value_delimiter = ',', default_value = "0,1,10,100")]
    delay: Vec<u64>,
    /// How much of a core each process has, in percent.
    #[arg(long, default_value_t = 10)]
    share: u64,
    /// How many numbers the program sorts.
    #[arg(long, default_value_t = 7)]
    size: u32,
}

const PROGRAM: &str = "\
#include <klew.h>
int main(void) {
  int a[SIZE];
  for (int i = 0; i < SIZE; i++) a[i] = klew_int(\"a\");
  for (int i = 1; i < SIZE; i++)
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--) { int t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; }
  for (int i = 1; i < SIZE; i++) klew_assert(a[i - 1] <= a[i]);
  return 0;
}
";

/// Prints a table. Exit code 1 if an answer is not that of the call alone.
///
/// # Errors
/// Something cannot be started.
pub fn cluster(arguments: &ClusterArguments) -> Result<ExitCode, String> {
    let folder = tempfile::tempdir().map_err(shown)?;
    fs::write(folder.path().join("sorts.c"), PROGRAM).map_err(shown)?;
    let klew = fs::canonicalize(&arguments.klew)
        .map_err(|error| format!("{}: {error}", arguments.klew.display()))?;
    let machines = Machines { klew, folder: folder.path().to_owned(), arguments };
    let (alone, expected, _) = machines.call(None)?;
    println!("alone: {alone:.1} s, {} paths", expected.1);
    println!(
        "{:>8} {:>8} {:>8} {:>8} {:>8} {:>12} {:>14}",
        "workers", "delay ms", "seconds", "times", "pieces", "messages", "kB over queue"
    );
    let mut is_same = true;
    for delay in &arguments.delay {
        for workers in &arguments.workers {
            let server = Server::start()?;
            let delay = Duration::from_millis(*delay);
            let running: Vec<Process> = (0..*workers)
                .map(|number| {
                    machines.worker(number, proxy::start(server.address, delay).map_err(shown)?)
                })
                .collect::<Result<_, String>>()?;
            // Until all are there.
            std::thread::sleep(Duration::from_secs(5) + 20 * delay);
            let before = server.figures()?;
            let near = proxy::start(server.address, delay).map_err(shown)?;
            let (seconds, answer, pieces) = machines.call(Some(near))?;
            let after = server.figures()?;
            drop(running);
            is_same &= answer == expected;
            let note = if answer == expected { "" } else { "  ANOTHER ANSWER" };
            println!(
                "{workers:>8} {:>8} {seconds:>8.1} {:>8.2} {pieces:>8} {:>12} {:>14}{note}",
                delay.as_millis(),
                alone / seconds,
                after.0 - before.0,
                (after.1 - before.1) / 1000
            );
        }
    }
    Ok(ExitCode::from(u8::from(!is_same)))
}

fn shown(error: std::io::Error) -> String {
    error.to_string()
}

/// What a call says: its verdict, and how many paths there are.
type Answer = (String, u64);

struct Machines<'m> {
    klew: PathBuf,
    folder: PathBuf,
    arguments: &'m ClusterArguments,
}

/// A process that is ended with its group of processes.
struct Process {
    child: Child,
    /// Removed after the process has ended.
    _group: Group,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A control group, which is removed when it is empty.
struct Group(PathBuf);

impl Group {
    fn new(name: &str, share: u64) -> Result<Group, String> {
        let path =
            Path::new("/sys/fs/cgroup/cpu").join(format!("klew-{}-{name}", std::process::id()));
        let failed = |error| format!("{}: {error}: shares of a core need root", path.display());
        fs::create_dir(&path).map_err(failed)?;
        fs::write(path.join("cpu.cfs_period_us"), "20000").map_err(failed)?;
        fs::write(path.join("cpu.cfs_quota_us"), (200 * share).to_string()).map_err(failed)?;
        Ok(Group(path))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        for _ in 0..50 {
            if fs::remove_dir(&self.0).is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Machines<'_> {
    /// A process in a group of its own from its first instruction on.
    fn start(&self, name: &str, words: &[&str], said: Stdio) -> Result<Process, String> {
        let group = Group::new(name, self.arguments.share)?;
        let child = Command::new("sh")
            .args(["-c", "echo $$ > \"$0\"/cgroup.procs && exec \"$@\""])
            .arg(&group.0)
            .arg(&self.klew)
            .args(words)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(said)
            .spawn()
            .map_err(shown)?;
        Ok(Process { child, _group: group })
    }

    fn worker(&self, number: usize, server: SocketAddr) -> Result<Process, String> {
        let queue = format!("nats://{server}");
        let words = ["worker", "--queue", &queue, "--jobs", "1", "--memory", "1G"];
        self.start(&format!("worker-{number}"), &words, Stdio::null())
    }

    /// Seconds, the answer, and how many pieces were given away.
    fn call(&self, server: Option<SocketAddr>) -> Result<(f64, Answer, u64), String> {
        let size = format!("SIZE={}", self.arguments.size);
        let queue = server.map(|server| format!("nats://{server}"));
        let mut words = vec!["check", "sorts.c", "-D", &size, "--engine", "forward", "--jobs", "1"];
        words.extend(["--no-prune", "--no-output", "--format", "json", "--verbose"]);
        words.extend(["--memory", "2G", "--property", "assertion"]);
        if let Some(queue) = &queue {
            words.extend(["--queue", queue]);
        }
        let begun = Instant::now();
        let mut process = self.start("call", &words, Stdio::piped())?;
        let errors = process.child.stderr.take();
        let said = std::thread::spawn(move || {
            let mut said = String::new();
            let _ = errors.map(|mut errors| errors.read_to_string(&mut said));
            said
        });
        let mut text = String::new();
        let output = process.child.stdout.take();
        output.map_or(Ok(0), |mut output| output.read_to_string(&mut text)).map_err(shown)?;
        let _ = process.child.wait();
        let seconds = begun.elapsed().as_secs_f64();
        drop(process);
        let said = said.join().unwrap_or_default();
        let report: Value =
            serde_json::from_str(&text).map_err(|error| format!("{error}: {said}"))?;
        let verdict = report["verdict"].as_str().unwrap_or_default().to_owned();
        let paths = report["statistics"]["paths"].as_u64().unwrap_or(0);
        let pieces = said.lines().find_map(|line| line.strip_prefix("klew: queue: "));
        let pieces = pieces.and_then(|line| line.split(' ').next()?.parse().ok()).unwrap_or(0);
        Ok((seconds, (verdict, paths), pieces))
    }
}

/// A server with its store.
struct Server {
    process: Child,
    address: SocketAddr,
    monitor: SocketAddr,
    _store: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    fn start() -> Result<Server, String> {
        let free = || TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
        let (address, monitor) = (free().map_err(shown)?, free().map_err(shown)?);
        let store = tempfile::tempdir().map_err(shown)?;
        let process = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &address.port().to_string()])
            .args(["-m", &monitor.port().to_string(), "-js", "-sd"])
            .arg(store.path())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("nats-server: {error}"))?;
        let server = Server { process, address, monitor, _store: store };
        for _ in 0..100 {
            if TcpStream::connect(address).is_ok() && server.figures().is_ok() {
                return Ok(server);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err("nats-server does not answer".to_owned())
    }

    /// Messages and bytes that came in so far.
    fn figures(&self) -> Result<(u64, u64), String> {
        let mut stream = TcpStream::connect(self.monitor).map_err(shown)?;
        stream.write_all(b"GET /varz HTTP/1.0\r\n\r\n").map_err(shown)?;
        let mut text = String::new();
        stream.read_to_string(&mut text).map_err(shown)?;
        let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let figures: Value = serde_json::from_str(body).map_err(|error| error.to_string())?;
        let figure = |name: &str| figures[name].as_u64().unwrap_or(0);
        Ok((figure("in_msgs"), figure("in_bytes")))
    }
}
