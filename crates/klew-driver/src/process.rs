//! Runs another program with a limit on its time, its memory and what it prints.
//!
//! It runs in a process group of its own, so that ending it also ends what it started, and so that a
//! Ctrl-C on the terminal reaches only klew, which then ends it.

use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::watch::interrupted;

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this exit code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It took too long.
    TimeLimit,
    /// It took too much memory.
    MemoryLimit,
    /// The user ended klew.
    Interrupted,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// What it printed on standard output.
    pub stdout: Vec<u8>,
    /// What it printed on standard error.
    pub stderr: Vec<u8>,
}

impl Finished {
    /// Standard error as text.
    pub fn message(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// What a program may use.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Time.
    pub time: Duration,
    /// Resident memory in bytes.
    pub memory: u64,
    /// Bytes kept of each output; more is read and dropped.
    pub output: usize,
}

/// Runs it, with nothing to read on standard input.
pub fn run(command: &mut Command, allowance: Allowance) -> std::io::Result<Finished> {
    run_reading(command, Stdio::null(), allowance)
}

/// Runs it, with that standard input.
pub fn run_reading(
    command: &mut Command,
    standard_input: Stdio,
    allowance: Allowance,
) -> std::io::Result<Finished> {
    command.stdin(standard_input).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn()?;
    let group = Pid::from_raw(child.id() as i32);
    let stdout = collect(child.stdout.take(), allowance.output);
    let stderr = collect(child.stderr.take(), allowance.output);
    let ending = wait(&mut child, group, allowance)?;
    // The group may still hold what the child left running; it must not outlive the call.
    let _ = killpg(group, Signal::SIGKILL);
    let grace = Duration::from_secs(1);
    Ok(Finished {
        ending,
        stdout: stdout.recv_timeout(grace).unwrap_or_default(),
        stderr: stderr.recv_timeout(grace).unwrap_or_default(),
    })
}

/// Ends a process that leads a group, and all in it.
pub fn end_group(leader: u32) {
    // It may have ended by itself.
    let _ = killpg(Pid::from_raw(leader as i32), Signal::SIGKILL);
}

fn wait(child: &mut Child, group: Pid, allowance: Allowance) -> std::io::Result<Ending> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(ending_of(status));
        }
        let reason = if interrupted() {
            Some(Ending::Interrupted)
        } else if start.elapsed() > allowance.time {
            Some(Ending::TimeLimit)
        } else if resident(child.id()).is_some_and(|bytes| bytes > allowance.memory) {
            Some(Ending::MemoryLimit)
        } else {
            None
        };
        if let Some(reason) = reason {
            let _ = killpg(group, Signal::SIGKILL);
            child.wait()?;
            return Ok(reason);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

fn ending_of(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exit(code),
        (None, signal) => Ending::Signal(signal.unwrap_or(0)),
    }
}

fn resident(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    text.split(' ').nth(1)?.parse::<u64>().ok().map(|pages| pages * 4096)
}

/// Reads a stream to its end on a thread of its own and keeps the first `limit` bytes.
fn collect<R: Read + Send + 'static>(stream: Option<R>, limit: usize) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    if let Some(mut stream) = stream {
        std::thread::spawn(move || {
            let mut kept = Vec::new();
            let mut buffer = [0; 16384];
            while let Ok(count @ 1..) = stream.read(&mut buffer) {
                let room = limit.saturating_sub(kept.len());
                kept.extend_from_slice(&buffer[..count.min(room)]);
            }
            // Nobody waits any more if the receiver is gone.
            let _ = sender.send(kept);
        });
    }
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(script: &str, time: u64, want: Ending, stdout: &str) {
        let allowance = Allowance { time: Duration::from_millis(time), memory: 1 << 30, output: 5 };
        let finished = run(Command::new("sh").args(["-c", script]), allowance).unwrap();
        assert_eq!(finished.ending, want);
        assert_eq!(String::from_utf8_lossy(&finished.stdout), stdout);
    }

    #[test]
    fn endings() {
        check("exit 3", 5000, Ending::Exit(3), "");
        check("kill -TERM $$", 5000, Ending::Signal(15), "");
        check("echo longer than five", 5000, Ending::Exit(0), "longe");
    }

    #[test]
    fn a_time_limit_ends_children_too() {
        let start = Instant::now();
        check("echo a; sleep 30 & sleep 30; echo b", 100, Ending::TimeLimit, "a\n");
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}
