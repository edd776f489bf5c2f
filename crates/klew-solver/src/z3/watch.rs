//! Limits of Z3's searches in time of the processor: Z3 itself counts what a clock says, also where its process is stopped for a while, and
//! gives up at once when it goes on.
//!
//! A thread of its own sleeps until a search can be over, and interrupts it if it is. Time is that of the whole process, as the thread that
//! searches is nearly all of it.
//!
//! **Invariant**: only the search that was begun last is interrupted, and none that has ended.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::raw::Running;

/// Searches with shorter limits are over before anybody has stopped their process.
const SHORT: Duration = Duration::from_millis(300);

/// A search that is watched ends after so many times its limit by the clock, whatever the processor did.
const BY_THE_CLOCK: u32 = 8;

/// For how long this process had a processor.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

#[derive(Debug, Clone, Copy)]
enum Watched {
    Nothing,
    /// A search, until the process has worked for so long.
    Until(Duration),
    /// There will be no more searches.
    Ended,
}

#[derive(Debug)]
struct Shared {
    watched: Mutex<Watched>,
    changed: Condvar,
    running: Arc<Running>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Watched> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, watched: Watched) {
        *self.lock() = watched;
        self.changed.notify_one();
    }

    fn watch(&self) {
        let mut watched = self.lock();
        loop {
            let wait = match *watched {
                Watched::Ended => return,
                Watched::Nothing => None,
                Watched::Until(end) => Some(end.saturating_sub(worked())),
            };
            watched = match wait {
                None => self.changed.wait(watched).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => {
                    self.running.interrupt();
                    *watched = Watched::Nothing;
                    watched
                }
                Some(left) => {
                    let woken = self.changed.wait_timeout(watched, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

/// Watches the searches of one solver.
#[derive(Debug)]
pub struct Watch {
    shared: Arc<Shared>,
    has_thread: bool,
}

impl Watch {
    /// Of searches that can be interrupted so.
    pub fn new(running: Arc<Running>) -> Watch {
        let watched = Mutex::new(Watched::Nothing);
        let shared = Arc::new(Shared { watched, changed: Condvar::new(), running });
        Watch { shared, has_thread: false }
    }

    /// A search with a limit begins; gives the limit by the clock that it is to have from Z3.
    pub fn begin(&mut self, limit: Duration) -> Duration {
        if limit < SHORT || !self.has_thread() {
            return limit;
        }
        self.shared.set(Watched::Until(worked().saturating_add(limit)));
        limit.saturating_mul(BY_THE_CLOCK)
    }

    /// It has ended.
    pub fn end(&self) {
        if self.has_thread {
            *self.shared.lock() = Watched::Nothing;
        }
    }

    fn has_thread(&mut self) -> bool {
        if !self.has_thread {
            let shared = Arc::clone(&self.shared);
            let builder = thread::Builder::new().name("klew-z3-watch".to_owned());
            self.has_thread = builder.spawn(move || shared.watch()).is_ok();
        }
        self.has_thread
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.set(Watched::Ended);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    /// The thread's own work is what counts here, and nothing but that.
    #[test]
    fn time_that_nobody_worked_is_not_counted() {
        let mut watch = Watch::new(Arc::default());
        let begun = worked();
        assert!(watch.begin(SHORT) > SHORT);
        thread::sleep(SHORT);
        assert!(matches!(*watch.shared.lock(), Watched::Until(_)), "the process slept");
        let mut turns = 0_u64;
        while worked() - begun < 2 * SHORT {
            turns = std::hint::black_box(turns + 1);
        }
        let waited = Instant::now();
        while matches!(*watch.shared.lock(), Watched::Until(_)) {
            assert!(waited.elapsed() < Duration::from_secs(10), "the process worked");
            thread::yield_now();
        }
        assert_eq!(watch.begin(SHORT / 2), SHORT / 2);
    }
}
