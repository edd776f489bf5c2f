//! Clock, memory, Ctrl-C.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

static INTERRUPTS: AtomicU32 = AtomicU32::new(0);

/// Whether the user pressed Ctrl-C (or the process was asked to terminate).
pub fn interrupted() -> bool {
    INTERRUPTS.load(Ordering::Relaxed) > 0
}

/// From here on the first Ctrl-C is remembered and `also` is called; the second ends the process at once.
///
/// # Errors
/// Ctrl-C cannot be caught, and ends the process as it would without klew's help.
pub fn listen(also: impl Fn() + Send + 'static) -> Result<(), String> {
    ctrlc::set_handler(move || {
        if INTERRUPTS.fetch_add(1, Ordering::Relaxed) > 0 {
            std::process::exit(130);
        }
        also();
    })
    .map_err(|error| format!("Ctrl-C cannot be caught: {error}"))
}

/// The time that reporting takes.
const LAST_WORDS: Duration = Duration::from_millis(150);

/// The time of the whole call.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    limit: Option<Duration>,
    /// What of the limit is for running what was found, if that is said.
    reserve: Option<Duration>,
}

impl Clock {
    /// Starts now.
    pub fn start(limit: Option<Duration>) -> Clock {
        Clock { start: Instant::now(), limit, reserve: None }
    }

    /// With so much of the limit for running what was found.
    pub fn with_reserve(self, reserve: Option<Duration>) -> Clock {
        Clock { reserve, ..self }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time that the call has.
    pub fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// When the call must have ended.
    pub fn end(&self) -> Option<Instant> {
        self.limit.map(|limit| self.start + limit)
    }

    /// When exploration ends, so that there is time left to run what was found: a tenth of the time, at
    /// most three seconds, unless something else is said.
    pub fn end_of_exploration(&self) -> Option<Instant> {
        let limit = self.limit?;
        let reserve = self.reserve.unwrap_or((limit / 10).min(Duration::from_secs(3)));
        Some(self.start + limit.saturating_sub(reserve))
    }

    /// When klew's own runs of what was found end at the latest: a little before the call does.
    pub fn end_of_validation(&self) -> Option<Instant> {
        Some(self.end()? - LAST_WORDS)
    }

    /// When the first of so many engines ends that have the rest of the exploration's time in equal shares; none if there is no
    /// limit, or if it has all.
    pub fn share(&self, engines: usize) -> Option<Instant> {
        let (end, now) = (self.end_of_exploration()?, Instant::now());
        let left = end.saturating_duration_since(now);
        (engines > 1).then(|| now + left / engines as u32)
    }

    /// Time left for other programs to run, but never more than `most`. They end a little before the call does.
    pub fn left(&self, most: Duration) -> Duration {
        match self.end() {
            Some(end) => {
                let end = end - LAST_WORDS;
                end.saturating_duration_since(Instant::now()).min(most)
            }
            None => most,
        }
    }
}

/// Resident memory of this process in bytes.
pub fn memory() -> u64 {
    resident("self")
}

/// Resident memory of a process in bytes; 0 if there is none.
pub fn memory_of(process: u32) -> u64 {
    resident(&process.to_string())
}

fn resident(process: &str) -> u64 {
    let statm = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

/// The most resident memory that this process had, in bytes.
pub fn peak_memory() -> u64 {
    kilobytes_in("/proc/self/status", "VmHWM:").unwrap_or(0)
}

/// Three quarters of the memory that is free now: the limit unless `--memory` gives one.
pub fn default_memory_limit() -> u64 {
    kilobytes_in("/proc/meminfo", "MemAvailable:").map_or(u64::MAX, |bytes| bytes / 4 * 3)
}

fn kilobytes_in(file: &str, key: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
