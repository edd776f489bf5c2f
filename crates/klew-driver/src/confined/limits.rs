//! The kernel's limits on each process of a run.
//!
//! There is none on address space or data: sanitizers reserve terabytes and the JVM gigabytes that they never use, and a
//! `malloc` that fails where it would not elsewhere is another program. Memory in use is watched from outside.

use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde::{Deserialize, Serialize};

/// The limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Limits {
    /// Seconds of the processor: never less than the run's own time on all processors, so that only runs meet it that
    /// nobody watches any more.
    pub(super) processor: u64,
    /// The bytes of a file.
    pub(super) file: u64,
    /// Open files.
    pub(super) files: u64,
    /// Tasks beside all that there are. The kernel counts those of the user, root's never.
    pub(super) tasks: u64,
}

impl Limits {
    /// Of a run of that time.
    pub(super) fn of(time: Duration) -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        let processor = (time.as_secs() + 2) * cores;
        Limits { processor, file: 128 << 20, files: 1024, tasks: 2048 }
    }

    /// Sets them for this process and all that it starts.
    ///
    /// # Errors
    /// The kernel refuses one.
    pub(super) fn set(self) -> Result<(), String> {
        let tasks = self.tasks + running_tasks();
        for (resource, most) in [
            (Resource::Core, 0),
            (Resource::Cpu, self.processor),
            (Resource::Fsize, self.file),
            (Resource::Nofile, self.files),
            (Resource::Nproc, tasks),
        ] {
            let hard = getrlimit(resource).maximum.unwrap_or(u64::MAX);
            let most = most.min(hard);
            let limit = Rlimit { current: Some(most), maximum: Some(most) };
            setrlimit(resource, limit).map_err(|error| format!("{resource:?}: {error}"))?;
        }
        Ok(())
    }
}

/// How many tasks the system has.
fn running_tasks() -> u64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let all = text.split(' ').nth(3).and_then(|pair| pair.split('/').nth(1));
    all.and_then(|count| count.parse().ok()).unwrap_or(u64::from(u16::MAX))
}
