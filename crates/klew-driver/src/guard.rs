//! The last resort that makes limits hold: a thread that watches the clock and the memory while the engine
//! does not, asks the solver to stop when it is time, and ends the whole call if nothing else does.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use klew_engine::StopReason;
use klew_solver::Interrupt;

use crate::process::{end_group, leave_nothing, take_in};
use crate::watch::{self, Clock};

/// What the guard and the run share.
#[derive(Clone)]
pub struct Guard(Arc<Shared>);

struct Shared {
    clock: Clock,
    memory: u64,
    /// Memory in use when that was last looked at.
    used: AtomicU64,
    interrupt: Interrupt,
    /// When the present round of the run ends, if it goes in rounds.
    end_of_round: Mutex<Option<Instant>>,
    /// When the engine that works now is to stop, so that others have time.
    share: Mutex<Option<Instant>>,
    /// Whether what was found is run now, which has time until the call ends.
    paused: AtomicBool,
    /// Why the run is to stop: 0 not, else the number of the reason.
    stop: AtomicU8,
    /// Set by whoever writes the result; only one may.
    reporting: AtomicBool,
    /// What to do if the run does not end by itself.
    last_words: Mutex<Option<LastWords>>,
    work: PathBuf,
    /// Whether a solver was asked to stop as somebody else may have settled what it is asked for.
    woken: AtomicBool,
    /// Held while one is, or a pause begins: what is run in a pause is not disturbed.
    waking: Mutex<()>,
    /// Workers, each the leader of a process group of its own: their memory counts.
    workers: Mutex<Vec<u32>>,
}

/// How long it takes at most that processes are gone which were killed.
const LONGEST_FAREWELL: Duration = Duration::from_millis(500);

type LastWords = Box<dyn FnOnce(StopReason) -> u8 + Send>;

/// A pause of the exploration, in which what was found is run.
pub struct Pause<'g> {
    guard: &'g Guard,
    start: Instant,
}

impl Drop for Pause<'_> {
    fn drop(&mut self) {
        let took = self.start.elapsed();
        for slot in [&self.guard.0.end_of_round, &self.guard.0.share] {
            let mut end = slot.lock().unwrap_or_else(PoisonError::into_inner);
            *end = end.map(|end| end + took);
        }
        // In this order: where the deadline has passed, nobody needs to ask solvers to stop.
        self.guard.0.interrupt.set_deadline(self.guard.end_of_work());
        self.guard.0.paused.store(false, Ordering::SeqCst);
    }
}

impl Guard {
    /// Starts watching.
    pub fn start(clock: Clock, memory: u64, interrupt: Interrupt, work: PathBuf) -> Guard {
        interrupt.set_deadline(clock.end_of_exploration());
        let guard = Guard(Arc::new(Shared {
            clock,
            memory,
            used: AtomicU64::new(0),
            interrupt,
            end_of_round: Mutex::new(None),
            share: Mutex::new(None),
            paused: AtomicBool::new(false),
            stop: AtomicU8::new(0),
            reporting: AtomicBool::new(false),
            last_words: Mutex::new(None),
            work,
            woken: AtomicBool::new(false),
            waking: Mutex::default(),
            workers: Mutex::default(),
        }));
        let watching = guard.clone();
        std::thread::spawn(move || watching.watch());
        guard
    }

    /// What is reported if the run does not end by itself: it prints and gives the exit code.
    pub fn set_last_words(&self, words: impl FnOnce(StopReason) -> u8 + Send + 'static) {
        let mut slot = self.0.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(Box::new(words));
    }

    /// A round of the run begins, which is to stop at that time if not before.
    pub fn set_end_of_round(&self, end: Option<Instant>) {
        *self.0.end_of_round.lock().unwrap_or_else(PoisonError::into_inner) = end;
        self.set_deadline();
    }

    /// An engine begins, which is to stop at that time if not before.
    pub fn set_share(&self, end: Option<Instant>) {
        *self.0.share.lock().unwrap_or_else(PoisonError::into_inner) = end;
        self.set_deadline();
    }

    /// What is done until the pause is dropped takes nothing from the shares of rounds and engines; the call's time goes on.
    pub fn pause(&self) -> Pause<'_> {
        let waking = self.0.waking.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.paused.store(true, Ordering::SeqCst);
        self.awake();
        drop(waking);
        self.set_deadline();
        Pause { guard: self, start: Instant::now() }
    }

    /// Asks the solver that works now to stop, so that its engine hears what others came to.
    pub fn wake(&self) {
        let _waking = self.0.waking.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.0.paused.load(Ordering::SeqCst) {
            self.0.woken.store(true, Ordering::SeqCst);
            self.0.interrupt.request();
        }
    }

    /// Solvers may work again. A request that was made for another reason is made again.
    pub fn awake(&self) {
        self.0.interrupt.clear();
    }

    /// Whether [`Guard::was_woken`] will say so.
    pub fn is_woken(&self) -> bool {
        self.0.woken.load(Ordering::SeqCst)
    }

    /// Whether a solver was so asked since this was asked last.
    pub fn was_woken(&self) -> bool {
        self.awake();
        self.0.woken.swap(false, Ordering::SeqCst)
    }

    /// The deadline of solvers, unlike a request, is gone when the next round or engine sets its own.
    fn set_deadline(&self) {
        self.0.interrupt.set_deadline(self.next_end());
    }

    fn next_end(&self) -> Option<Instant> {
        if self.0.paused.load(Ordering::SeqCst) {
            return self.0.clock.end_of_validation();
        }
        self.end_of_work()
    }

    /// The memory of the call.
    pub fn memory(&self) -> u64 {
        self.0.memory
    }

    /// A worker was started.
    pub fn worker_started(&self, process: u32) {
        self.workers().push(process);
    }

    /// A worker is about to be waited for: until then its number is nobody else's.
    pub fn worker_ended(&self, process: u32) {
        self.workers().retain(|other| *other != process);
    }

    fn workers(&self) -> MutexGuard<'_, Vec<u32>> {
        self.0.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The memory of this process and its workers. Where that is too much, workers go first, the largest before others.
    fn used(&self) -> u64 {
        let workers = self.workers();
        let memory = |process: &u32| (watch::memory_of(*process), *process);
        let mut theirs: Vec<(u64, u32)> = workers.iter().map(memory).collect();
        theirs.sort_unstable();
        let mut used =
            theirs.iter().map(|(memory, _)| *memory).fold(watch::memory(), u64::saturating_add);
        while used > self.0.memory
            && let Some((memory, process)) = theirs.pop()
        {
            end_group(process);
            used = used.saturating_sub(memory);
        }
        used
    }

    /// When what works now is to stop.
    pub fn end_of_work(&self) -> Option<Instant> {
        let end =
            |slot: &Mutex<Option<Instant>>| *slot.lock().unwrap_or_else(PoisonError::into_inner);
        let ends =
            [self.0.clock.end_of_exploration(), end(&self.0.end_of_round), end(&self.0.share)];
        ends.into_iter().flatten().min()
    }

    /// Whether the run is to stop, and why.
    pub fn stop(&self) -> Option<StopReason> {
        if watch::interrupted() {
            return Some(StopReason::Interrupt);
        }
        if self.next_end().is_some_and(|end| Instant::now() >= end) {
            return Some(StopReason::Time);
        }
        match self.0.stop.load(Ordering::Relaxed) {
            0 => None,
            _ => Some(StopReason::Memory),
        }
    }

    /// Which share of the memory is in use.
    pub fn memory_in_use(&self) -> f64 {
        self.0.used.load(Ordering::Relaxed) as f64 / self.0.memory.max(1) as f64
    }

    /// The run is about to write its result. If the guard was first, this does not return.
    pub fn reporting(&self) {
        if self.0.reporting.swap(true, Ordering::SeqCst) {
            loop {
                std::thread::park();
            }
        }
    }

    fn watch(&self) {
        loop {
            std::thread::sleep(Duration::from_millis(20));
            if self.0.reporting.load(Ordering::Relaxed) {
                return;
            }
            let memory = self.used();
            self.0.used.store(memory, Ordering::Relaxed);
            if memory > self.0.memory {
                self.0.stop.store(1, Ordering::Relaxed);
            }
            if self.stop().is_some() && !self.0.interrupt.is_requested() {
                self.0.interrupt.request();
            }
            if self.0.clock.end().is_some_and(|end| Instant::now() >= end) {
                self.end(StopReason::Time);
            }
            if memory > self.0.memory.saturating_add(self.0.memory / 4) {
                self.end(StopReason::Memory);
            }
        }
    }

    fn end(&self, reason: StopReason) {
        let words = self.0.last_words.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(words) = words else { return };
        if self.0.reporting.swap(true, Ordering::SeqCst) {
            return;
        }
        let code = words(reason);
        // The process ends here, so nobody else cleans up. Where lost processes are not taken in, some may be left.
        let _ = take_in();
        leave_nothing(Some(Instant::now() + LONGEST_FAREWELL));
        let _ = std::fs::remove_dir_all(&self.0.work);
        std::process::exit(i32::from(code));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_takes_nothing_from_a_round() {
        let (clock, interrupt) = (Clock::start(None), Interrupt::new());
        let guard = Guard::start(clock, u64::MAX, interrupt.clone(), PathBuf::new());
        let end = Instant::now() + Duration::from_secs(60);
        guard.set_end_of_round(Some(end));
        let pause = guard.pause();
        std::thread::sleep(Duration::from_millis(50));
        drop(pause);
        assert!(guard.next_end().is_some_and(|later| later >= end + Duration::from_millis(50)));
        assert_eq!(guard.stop(), None);
        // What is run when the round is over has all the time of the call.
        guard.set_end_of_round(Some(Instant::now()));
        let pause = guard.pause();
        assert_eq!((guard.stop(), interrupt.is_requested()), (None, false));
        drop(pause);
        assert_eq!((guard.stop(), interrupt.is_requested()), (Some(StopReason::Time), true));
    }
    #[test]
    fn a_worker_goes_before_the_call_is_short_of_memory() {
        use std::os::unix::process::CommandExt;
        let mut worker =
            std::process::Command::new("sleep").arg("60").process_group(0).spawn().unwrap();
        let (clock, interrupt) = (Clock::start(None), Interrupt::new());
        // What this process has is not too much, with the worker it is.
        let memory = watch::memory() + (1 << 30);
        let guard = Guard::start(clock, memory, interrupt, PathBuf::new());
        guard.worker_started(worker.id());
        std::thread::sleep(Duration::from_millis(100));
        assert!(worker.try_wait().unwrap().is_none(), "there is enough memory");
        let short = Guard::start(clock, watch::memory() + 1, Interrupt::new(), PathBuf::new());
        short.worker_started(worker.id());
        assert!(!worker.wait().unwrap().success());
    }
}
