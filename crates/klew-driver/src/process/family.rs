//! What belongs to a process: its children and theirs, by what `/proc` tells of each.
//!
//! A process that loses its parent goes to the nearest ancestor that takes such in (a keeper: klew's helper, or the
//! first process of bubblewrap's namespace), so below a keeper nothing gets lost, whichever session or group it joins.
//! Below others, what loses its parent is nobody's.

use std::fs;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, wait};

/// What a family amounts to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Processes, the first one included.
    pub processes: usize,
    /// Their threads.
    pub threads: usize,
    /// Resident memory in bytes; what several share is counted for each.
    pub resident: u64,
    /// Bytes written to disks, also by those that ended, as far as the kernel tells.
    pub written: u64,
}

/// More are not looked at: whoever has so many is beyond any limit.
const MOST: usize = 4096;

impl Look {
    /// At a process and all that belongs to it.
    pub fn at(process: Pid) -> Look {
        let mut look = Look::default();
        visit(process, &mut |member, threads| {
            look.processes += 1;
            look.threads += threads;
            look.resident += resident(member).unwrap_or(0);
            look.written += written(member).unwrap_or(0);
        });
        look
    }
}

/// All that belongs to a process, without itself.
pub fn members(process: Pid) -> Vec<Pid> {
    let mut members = Vec::new();
    visit(process, &mut |member, _| members.push(member));
    members.retain(|member| *member != process);
    members
}

/// Ends all that belongs to a process, but not itself; whether there was something.
pub fn end_all(process: Pid) -> bool {
    let members = members(process);
    for member in &members {
        // It may have ended by itself.
        let _ = kill_process(*member, Signal::KILL);
    }
    !members.is_empty()
}

/// Ends all that belongs to this process, and waits until it is gone, until then at most: for a process that is about to
/// exit, since whoever waits elsewhere for one of its children learns nothing of it.
pub fn leave_nothing(until: Option<Instant>) {
    let own = getpid();
    while until.is_none_or(|until| Instant::now() < until) {
        end_all(own);
        match wait(WaitOptions::NOHANG) {
            Err(Errno::CHILD) => return,
            Ok(Some(_)) | Err(_) => {}
            Ok(None) => std::thread::sleep(Duration::from_micros(200)),
        }
    }
}

/// From here on this process takes in what loses its parent below it.
///
/// # Errors
/// The system does not do that.
pub fn take_in() -> Result<(), Errno> {
    set_child_subreaper(Some(getpid()))
}

/// Resident memory in bytes, what several share counted once; only where the simple sum is too much, as this takes longer.
pub fn exact_memory(process: Pid) -> u64 {
    let mut all = 0;
    visit(process, &mut |member, _| {
        all += proportional(member).or_else(|| resident(member)).unwrap_or(0);
    });
    all
}

/// Goes through the family, parents before children, with the number of each one's threads.
fn visit(process: Pid, visitor: &mut dyn FnMut(Pid, usize)) {
    let mut waiting = vec![process];
    let mut seen = 0;
    while let Some(member) = waiting.pop() {
        seen += 1;
        if seen > MOST {
            return;
        }
        let Ok(threads) = fs::read_dir(format!("/proc/{member}/task")) else { continue };
        let mut count = 0;
        for thread in threads.flatten() {
            count += 1;
            // Kernels without CONFIG_PROC_CHILDREN have no such file.
            let Ok(children) = fs::read_to_string(thread.path().join("children")) else { continue };
            let children = children.split_ascii_whitespace().filter_map(|text| text.parse().ok());
            waiting.extend(children.filter_map(Pid::from_raw));
        }
        visitor(member, count);
    }
}

fn resident(process: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

fn proportional(process: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

fn written(process: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/io")).ok()?;
    let value = |key: &str| -> Option<u64> {
        text.lines().find_map(|line| line.strip_prefix(key))?.trim().parse().ok()
    };
    Some(value("write_bytes:")?.saturating_sub(value("cancelled_write_bytes:")?))
}

/// Whether a process runs that has such a word among its arguments.
#[cfg(test)]
pub fn is_running(word: &str) -> bool {
    let all = fs::read_dir("/proc").unwrap().flatten();
    all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .any(|line| line.split(|byte| *byte == 0).any(|part| part == word.as_bytes()))
}
