//! Waits for a run to end, or for a limit that it is beyond.
//!
//! The clock is looked at every ten milliseconds; what belongs to the run, how much memory it has and what it wrote,
//! every twenty; folders every hundred.
//! A limit may be passed for that long.

use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, kill_process_group, pidfd_open};

use super::family::{self, Look};
use super::{Allowance, Bounds, Ending};
use crate::watch::interrupted;

const TICK: Duration = Duration::from_millis(10);
/// Ticks from look to look.
const LOOK: u32 = 2;
const LOOK_AT_FOLDERS: u32 = 10;
/// How long a keeper may take to see that what it keeps is gone.
const KEEPER: Duration = Duration::from_secs(3);

/// Waits; when this returns, the child was waited for and its family was ended if the child did not end by itself.
pub fn wait(
    child: &mut Child,
    allowance: Allowance,
    bounds: Option<&Bounds>,
) -> std::io::Result<Ending> {
    let start = Instant::now();
    let process = Pid::from_child(child);
    // Kernels before 5.3 have none.
    let handle = pidfd_open(process, PidfdFlags::empty()).ok();
    let mut pause = Duration::from_micros(500);
    for tick in 0_u32.. {
        if let Some(status) = child.try_wait()? {
            return Ok(ending_of(status));
        }
        let reason = if interrupted() {
            Some(Ending::Interrupted)
        } else if start.elapsed() > allowance.time {
            Some(Ending::TimeLimit)
        } else {
            beyond(process, allowance, bounds, tick)
        };
        if let Some(reason) = reason {
            end(child, process, bounds.is_some_and(|bounds| bounds.is_keeper))?;
            return Ok(reason);
        }
        let left = allowance.time.saturating_sub(start.elapsed());
        match &handle {
            Some(handle) => sleep_until(handle, TICK.min(left + Duration::from_millis(1))),
            None => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(TICK);
            }
        }
    }
    unreachable!("ticks have no end")
}

/// Sleeps until the process ends, at most so long.
fn sleep_until(process: &OwnedFd, most: Duration) {
    let time = Timespec { tv_sec: 0, tv_nsec: i64::from(most.subsec_nanos()) };
    // A signal may end it early, which does no harm.
    let _ = poll(&mut [PollFd::new(process, PollFlags::IN)], Some(&time));
}

fn ending_of(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exit(code),
        (None, signal) => Ending::Signal(signal.unwrap_or(0)),
    }
}

/// The limit that is passed, if one is.
fn beyond(
    process: Pid,
    allowance: Allowance,
    bounds: Option<&Bounds>,
    tick: u32,
) -> Option<Ending> {
    if tick % LOOK != 1 || (allowance.memory == u64::MAX && bounds.is_none()) {
        return None;
    }
    let look = Look::at(process);
    if look.resident > allowance.memory && family::exact_memory(process) > allowance.memory {
        return Some(Ending::MemoryLimit);
    }
    let bounds = bounds?;
    if look.processes > bounds.processes || look.threads > bounds.threads {
        return Some(Ending::ProcessLimit);
    }
    let written = if tick % LOOK_AT_FOLDERS == 1 {
        let mut left = Left { bytes: bounds.written, files: MOST_FILES };
        !bounds.folders.iter().all(|folder| left.take(folder, 0))
    } else {
        false
    };
    (written || look.written > bounds.written).then_some(Ending::DiskLimit)
}

/// Ends the child and all that belongs to it.
fn end(child: &mut Child, process: Pid, is_keeper: bool) -> std::io::Result<()> {
    let start = Instant::now();
    while is_keeper && start.elapsed() < KEEPER {
        // What is left when the keeper is gone belongs to nobody, so the keeper goes last.
        family::end_all(process);
        if child.try_wait()?.is_some() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let members = family::members(process);
    let _ = kill_process_group(process, Signal::KILL);
    let _ = kill_process(process, Signal::KILL);
    for member in members {
        let _ = kill_process(member, Signal::KILL);
    }
    child.wait()?;
    Ok(())
}

/// The most files that a run may leave.
const MOST_FILES: usize = 20_000;
/// The most folders within one another that are looked at.
const DEEPEST: usize = 64;

/// What may still be written.
struct Left {
    bytes: u64,
    files: usize,
}

impl Left {
    /// Takes what a folder holds; whether there was as much left.
    fn take(&mut self, folder: &Path, depth: usize) -> bool {
        if depth > DEEPEST {
            return false;
        }
        // Files come and go while this looks, and what cannot be read holds nothing that this could see.
        let Ok(entries) = std::fs::read_dir(folder) else { return true };
        for entry in entries.flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            let Some(files) = self.files.checked_sub(1) else { return false };
            self.files = files;
            if metadata.is_dir() {
                if !self.take(&entry.path(), depth + 1) {
                    return false;
                }
                continue;
            }
            // Files with holes take less than they are long.
            let blocks = std::os::unix::fs::MetadataExt::blocks(&metadata) * 512;
            let Some(bytes) = self.bytes.checked_sub(blocks) else { return false };
            self.bytes = bytes;
        }
        true
    }
}
