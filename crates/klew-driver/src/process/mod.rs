//! Runs another program with limits on its time, its memory, what it prints, and what it starts.
//!
//! It runs in a process group of its own, so that a Ctrl-C on the terminal reaches only klew, which then ends it.
//! Limits hold for all that it starts as well: [`family`] finds that, wherever it put itself.
//!
//! **Invariant**: when a run is given back, nothing of it is running that was its descendant when it was ended.

mod family;
mod streams;
mod wait;

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, prlimit};

pub use family::{Look, end_all, leave_nothing, members, take_in};

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
    /// It started too many processes or threads.
    ProcessLimit,
    /// It wrote too much.
    DiskLimit,
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
    /// Resident memory in bytes, of all that belongs to it.
    pub memory: u64,
    /// Bytes kept of each output; more is read and dropped.
    pub output: usize,
}

/// What a program may use besides, where nobody trusts it.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Processes at a time.
    pub processes: usize,
    /// Threads of all of them.
    pub threads: usize,
    /// Bytes written to files in all.
    pub written: u64,
    /// Where it may write.
    pub folders: Vec<PathBuf>,
    /// Whether the process that klew starts outlives what belongs to it, and ends by itself when that is gone.
    pub is_keeper: bool,
}

/// The largest file that a compiler may write.
const COMPILED: u64 = 2 << 30;

/// What a compiler may have of memory, in bytes.
pub const COMPILER_MEMORY: u64 = 8 << 30;

/// Runs it, with nothing to read on standard input.
///
/// # Errors
/// It cannot be started.
pub fn run(command: &mut Command, allowance: Allowance) -> std::io::Result<Finished> {
    run_reading(command, Stdio::null(), allowance)
}

/// Runs it, with that standard input.
///
/// # Errors
/// It cannot be started.
pub fn run_reading(
    command: &mut Command,
    standard_input: Stdio,
    allowance: Allowance,
) -> std::io::Result<Finished> {
    command.process_group(0);
    supervise(command, standard_input, allowance, None, |_| {})
}

/// Runs a compiler or its like: files that it writes have a bound as well, and it leaves no core.
///
/// # Errors
/// It cannot be started.
pub fn run_tool(command: &mut Command, allowance: Allowance) -> std::io::Result<Finished> {
    command.process_group(0);
    supervise(command, Stdio::null(), allowance, None, |process| {
        for (resource, most) in [(Resource::Fsize, COMPILED), (Resource::Core, 0)] {
            let limit = Rlimit { current: Some(most), maximum: Some(most) };
            // It may be gone already.
            let _ = prlimit(Some(process), resource, limit);
        }
    })
}

/// Runs a program that nobody trusts. Its command says which process group it is in.
///
/// # Errors
/// It cannot be started.
pub fn run_bounded(
    command: &mut Command,
    standard_input: Stdio,
    allowance: Allowance,
    bounds: &Bounds,
) -> std::io::Result<Finished> {
    supervise(command, standard_input, allowance, Some(bounds), |_| {})
}

/// Ends a process that leads a group, and all in it.
pub fn end_group(leader: u32) {
    if let Some(leader) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // It may have ended by itself.
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

/// Stops a process that leads a group, and all in it, or lets them go on.
pub fn rest_group(leader: u32, rests: bool) {
    if let Some(leader) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // It may have ended by itself.
        let _ = kill_process_group(leader, if rests { Signal::STOP } else { Signal::CONT });
    }
}

fn supervise(
    command: &mut Command,
    standard_input: Stdio,
    allowance: Allowance,
    bounds: Option<&Bounds>,
    begun: impl FnOnce(Pid),
) -> std::io::Result<Finished> {
    command.stdin(standard_input).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let process = Pid::from_child(&child);
    begun(process);
    let stdout = streams::collect(child.stdout.take(), allowance.output);
    let stderr = streams::collect(child.stderr.take(), allowance.output);
    let ending = wait::wait(&mut child, allowance, bounds)?;
    // The group may still hold what the child left running; it must not outlive the call.
    let _ = kill_process_group(process, Signal::KILL);
    let grace = Duration::from_secs(1);
    Ok(Finished {
        ending,
        stdout: stdout.recv_timeout(grace).unwrap_or_default(),
        stderr: stderr.recv_timeout(grace).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

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

    #[test]
    fn a_time_limit_ends_children_in_other_sessions() {
        let start = Instant::now();
        check("echo a; setsid sleep 31.4159", 300, Ending::TimeLimit, "a\n");
        assert!(start.elapsed() < Duration::from_secs(5));
        assert!(!family::is_running("31.4159"), "it is still there");
    }

    #[test]
    fn memory_is_that_of_all() {
        let allowance =
            Allowance { time: Duration::from_secs(20), memory: 100 << 20, output: 1 << 10 };
        let script = "head -c 300000000 /dev/zero | tail -c 200000000 | cat; exit 0";
        let finished = run(Command::new("sh").args(["-c", script]), allowance).unwrap();
        assert_eq!(finished.ending, Ending::MemoryLimit);
    }

    #[test]
    fn a_tool_writes_no_large_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        let allowance =
            Allowance { time: Duration::from_secs(20), memory: u64::MAX, output: 1 << 10 };
        // The limit is set when the tool runs already.
        let script = format!("sleep 0.2; truncate -s 3G '{}'", path.display());
        let finished = run_tool(Command::new("sh").args(["-c", &script]), allowance).unwrap();
        assert_ne!(finished.ending, Ending::Exit(0));
    }
}
